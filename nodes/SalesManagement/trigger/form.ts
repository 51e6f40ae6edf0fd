import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import type { Field } from '../fields';
import { byName, collectionProperty, topProperty, unlessOnlyV2 } from '../operations/form';
import { filters, options } from '../operations/operation';
import type { EventDescription } from '../records/events';
import { routeOf } from '../records/record';
import { eventsOf } from './events';
import { triggerControls } from './controls';
import { filtersOf, givenPath, WATCHED_RECORDS } from './watched';

/** Each event with the records that have it. */
const events = new Map<EventDescription, string[]>();
for (const record of WATCHED_RECORDS) {
	for (const event of eventsOf(record)) {
		events.set(event, [...(events.get(event) ?? []), record.id]);
	}
}

/** An event that every record has needs no condition. */
const eventChoice = ([{ id, name, description }, resources]: [
	EventDescription,
	string[],
]): INodePropertyOptions => ({
	name,
	value: id,
	description,
	...(resources.length < WATCHED_RECORDS.length && {
		displayOptions: { show: { '/resource': resources } },
	}),
});

/** The options of the events, each shown for the events that have it. */
function eventOptions(): Field[] {
	const found = new Map<string, { option: Field; events: string[]; resources: Set<string> }>();
	for (const [{ id, options: own }, resources] of events) {
		for (const option of own) {
			const known = found.get(option.name) ?? { option, events: [], resources: new Set() };
			known.events.push(id);
			for (const each of resources) known.resources.add(each);
			found.set(option.name, known);
		}
	}
	return [...found.values()].map(({ option, events: ids, resources }) => ({
		...option,
		shownWhen: {
			'/event': ids,
			...(resources.size < WATCHED_RECORDS.length && { '/resource': [...resources] }),
		},
	}));
}

/** The trigger's form below the credential. */
export const form: INodeProperties[] = [
	{
		displayName: 'Resource',
		name: 'resource',
		type: 'options',
		noDataExpression: true,
		options: WATCHED_RECORDS.map((record): INodePropertyOptions => {
			const list = routeOf(record, 'getMany');
			return { name: record.name, value: record.id, ...unlessOnlyV2(list ? [list] : []) };
		}).sort(byName),
		default: 'deal',
	},
	{
		displayName: 'Event',
		name: 'event',
		type: 'options',
		noDataExpression: true,
		options: [...events].map(eventChoice).sort(byName),
		default: 'createdOrUpdated',
	},
	...WATCHED_RECORDS.flatMap((record) => {
		const show = { resource: [record.id] };
		return [
			...givenPath(record).map((each) => topProperty(each, show)),
			collectionProperty(filters(filtersOf(record)), show),
		];
	}),
	collectionProperty(options([...Object.values(triggerControls.fields), ...eventOptions()]), {}),
];
