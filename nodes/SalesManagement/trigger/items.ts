import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { failureIn } from '../api/errors/errors';
import { CustomsLookup } from '../lookups/customsLookup';
import { customsByKey } from '../operations/telling/output/readable';
import type { Event } from '../polling';
import { customsProperty, routeOf } from '../records';
import { isObject, isoOf } from '../shared';
import { emitsLess, report } from './log';
import { daily, type Poll } from './pollContext';
import type { Settings } from './settings';

/**
 * Turns events into records: adds related objects, and shapes them as the user wants.
 * @param detectedAt the service's time in milliseconds since 1970.
 * @param markOf further properties of `_event`.
 * @returns the records, and the errors of those whose related objects could not be read.
 */
export async function toRecords(
	poll: Poll,
	events: ReadonlyArray<Event<IDataObject>>,
	detectedAt: number,
	markOf: (event: Event<IDataObject>) => IDataObject = () => ({}),
) {
	const { settings, context } = poll;
	const related = await Promise.all(events.map(async (event) => await relatedTo(poll, event)));
	const whole = events.map(({ row }, at) => ({
		...withCustomsByKey(row.record, settings),
		...related[at]?.objects,
	}));
	// Details that compact custom values lack are looked up for display only, never for comparison.
	const customs = new CustomsLookup(poll.sources(daily), (message) =>
		report(context, [emitsLess(message)]),
	);
	const shaped = await settings.shape(whole, customs);
	const records = events.map((event, at) => ({
		...shaped[at],
		_event: {
			...eventOf(event, settings, detectedAt),
			...(related[at]?.failure && { relatedObjects: 'unavailable' }),
			...markOf(event),
		},
	}));
	return { records, failures: related.flatMap(({ failure }) => failure ?? []) };
}

/**
 * Reads related objects. Lists don't return them (v2 §2), so each record is read by itself, in the time that
 * is left. One that can't be read holds nothing back.
 * @returns the objects, or the error of reading them.
 */
async function relatedTo({ showing, settings }: Poll, { row }: Event<IDataObject>) {
	const { record, path, relatedObjects } = settings;
	const operation = routeOf(record, 'get');
	if (!relatedObjects || !operation) return {};
	const query = { include_related_objects: 1 };
	const request = { operation, path: { ...path, id: row.id }, query };
	try {
		const { body } = await showing.send(request);
		const linked = isObject(body) ? body : {};
		const entries = record.watch.related.map((name) => [name, linked[name] ?? []]);
		return { objects: Object.fromEntries(entries) as IDataObject };
	} catch (error) {
		return { failure: failureIn(error) };
	}
}

/** The record with custom values by their keys, if the user wants them so. */
function withCustomsByKey(each: IDataObject, { record, customFieldsByKey }: Settings): IDataObject {
	const property = customsProperty(record);
	return customFieldsByKey && Object.hasOwn(each, property)
		? { ...each, [property]: customsByKey(each[property]) }
		: each;
}

function eventOf(
	{ type, row, from }: Event<IDataObject>,
	{ event, record, compared }: Settings,
	detectedAt: number,
): IDataObject {
	return {
		id: `${record.id}:${row.id}:${isoOf(row.updatedAt)}:${row.digest}`,
		type: type === 'changed' ? event.id : type,
		resource: record.id,
		detectedAt: isoOf(detectedAt),
		...(type !== 'created' && compared?.details?.(row.record, { from, to: row.compared ?? '' })),
	};
}

/** The items of a poll: one for each record, or one for all. */
export function toItems(records: IDataObject[], { perPoll }: Settings): INodeExecutionData[] {
	if (!perPoll || records.length === 0) return records.map((json) => ({ json }));
	return [{ json: { count: records.length, records } }];
}
