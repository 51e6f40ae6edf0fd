import type { INodeProperties } from 'n8n-workflow';
import { collectionProperty, dropdownProperty, topProperty } from '../operations/form';
import { filters, options } from '../operations/model';
import { CONTROLS } from '../records';
import {
	eventsOf,
	filtersOf,
	givenPath,
	WATCHED_RECORDS,
	type WatchedRecord,
} from './watchedRecords';

const forOne = ({ id }: WatchedRecord) => ({ resource: [id] });

/** The trigger's form below the credential. */
export function triggerForm(): INodeProperties[] {
	const events = [...new Set(WATCHED_RECORDS.flatMap(eventsOf))];
	const eventChoices = events.map((event) => {
		const { id, name, action, description } = event;
		const resources = WATCHED_RECORDS.filter((record) => eventsOf(record).includes(event));
		return {
			name,
			value: id,
			action,
			description,
			// An event that every record has needs no condition.
			...(resources.length < WATCHED_RECORDS.length && {
				displayOptions: { show: { '/resource': resources.map((record) => record.id) } },
			}),
		};
	});
	return [
		dropdownProperty(
			'Resource',
			WATCHED_RECORDS.map(({ id, name }) => ({ name, value: id })),
			'deal',
		),
		dropdownProperty('Event', eventChoices, 'createdOrUpdated'),
		...WATCHED_RECORDS.flatMap((record) =>
			givenPath(record).map((each) => topProperty(each, forOne(record))),
		),
		...Object.values(CONTROLS.output.fields).map((each) => topProperty(each)),
		...WATCHED_RECORDS.map((record) =>
			collectionProperty(filters(filtersOf(record)), forOne(record)),
		),
		collectionProperty(options(Object.values(CONTROLS.trigger.fields))),
	];
}
