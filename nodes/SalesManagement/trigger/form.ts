import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import type { Field } from '../fields';
import { byName, collectionProperty, tokenNotice, topProperty } from '../operations/form';
import { filters, options } from '../operations/operation';
import { outputControls } from '../operations/output/form';
import type { EventDescription } from '../records/events';
import { routeOf } from '../records/record';
import { eventsOf } from './events';
import { triggerControls } from './controls';
import { filtersOf, givenPath, type WatchedRecord } from './watched';

type EventsOfRecords = ReadonlyMap<EventDescription, readonly string[]>;

/** Each event with the records that have it. */
function eventsOfAll(records: readonly WatchedRecord[]): EventsOfRecords {
	const events = new Map<EventDescription, string[]>();
	for (const record of records) {
		for (const event of eventsOf(record)) {
			events.set(event, [...(events.get(event) ?? []), record.id]);
		}
	}
	return events;
}

/** The condition on the resource; what every record has needs none. */
function onlyFor(resources: Iterable<string>, all: readonly WatchedRecord[]) {
	const ids = [...resources];
	return (ids.length < all.length ? { '/resource': ids } : {}) as Record<string, string[]>;
}

/** The options of the events, each shown for the events that have it. */
function eventOptions(events: EventsOfRecords, records: readonly WatchedRecord[]): Field[] {
	const found = new Map<string, { option: Field; ids: string[]; resources: Set<string> }>();
	for (const [{ id, options: own }, resources] of events) {
		for (const option of own) {
			const known = found.get(option.name) ?? { option, ids: [], resources: new Set() };
			known.ids.push(id);
			for (const each of resources) known.resources.add(each);
			found.set(option.name, known);
		}
	}
	return [...found.values()].map(({ option, ids, resources }) => ({
		...option,
		shownWhen: { '/event': ids, ...onlyFor(resources, records) },
	}));
}

/** A dropdown at the top whose content is fixed. */
const dropdownProperty = (
	displayName: string,
	choices: INodePropertyOptions[],
	initially: string,
): INodeProperties => ({
	displayName,
	name: displayName.toLowerCase(),
	type: 'options',
	noDataExpression: true,
	options: choices.sort(byName),
	default: initially,
});

const forOne = ({ id }: WatchedRecord) => ({ resource: [id] });

/** The trigger's form below the credential, for the records that it can watch. */
export function triggerForm(records: readonly WatchedRecord[]): INodeProperties[] {
	const events = eventsOfAll(records);
	const eventChoices = [...events].map(([{ id, name, action, description }, resources]) => ({
		name,
		value: id,
		action,
		description,
		...(resources.length < records.length && {
			displayOptions: { show: onlyFor(resources, records) },
		}),
	}));
	return [
		dropdownProperty(
			'Resource',
			records.map(({ id, name }) => ({ name, value: id })),
			'deal',
		),
		dropdownProperty('Event', eventChoices, 'createdOrUpdated'),
		...records.flatMap((record) => tokenNotice(routeOf(record, 'getMany'), forOne(record))),
		...records.flatMap((record) =>
			givenPath(record).map((each) => topProperty(each, forOne(record))),
		),
		...Object.values(outputControls.fields).map((each) => topProperty(each)),
		...records.map((record) => collectionProperty(filters(filtersOf(record)), forOne(record))),
		collectionProperty(
			options([...Object.values(triggerControls.fields), ...eventOptions(events, records)]),
		),
	];
}
