import type { IDataObject } from 'n8n-workflow';
import { names, optionControls, read, type Item } from '../fields';
import { customsByKey, picked, readableCustoms } from '../operations/output';
import { event, type EventDescription } from '../records/events';
import type { RecordDescription } from '../records/record';
import { digestOf } from './versions';

/** The events that every record has; further ones are in the record's own description. */

const watching = optionControls({
	fieldsToWatch: names('fieldsToWatch', 'Only When Fields Change', {
		placeholder: 'e.g. amount, phase, dealCustoms.region',
		description:
			'Emit an update only when one of these fields has changed, separated by commas; a dot reaches into an object. A record whose previous values are not known is emitted.',
	}),
});

/** Fields are compared as a person reads them: custom values by their keys, choices by their labels. */
function fieldsCompared(item: Item, customs: string) {
	const fields = [...(read(watching, item).fieldsToWatch ?? [])].sort();
	if (fields.length === 0) return undefined;
	return {
		name: `fields ${fields.join(',')}`,
		valueIn: (each: IDataObject) => {
			const readables = Object.hasOwn(each, customs)
				? { ...each, [customs]: readableCustoms(customsByKey(each[customs])) }
				: each;
			return digestOf(picked(readables, fields));
		},
	};
}

const GENERAL: readonly EventDescription[] = [
	event('created', {
		name: 'Created',
		description: 'Once for each new record',
		tells: 'created',
	}),
	event('updated', {
		name: 'Updated',
		description: 'Each time a record changes, but not when it is created',
		tells: 'updated',
		options: watching,
		compared: fieldsCompared,
	}),
	event('createdOrUpdated', {
		name: 'Created or Updated',
		description: 'For each new record, and each time one changes',
		tells: 'createdOrUpdated',
		options: watching,
		compared: fieldsCompared,
	}),
];

/** The events of a record. */
export const eventsOf = ({ watch }: RecordDescription): EventDescription[] => [
	...GENERAL,
	...(watch?.events ?? []),
];
