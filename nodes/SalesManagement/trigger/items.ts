import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import type { ServiceError } from '../api/errors/errors';
import { customsByKey } from '../operations/telling/output';
import type { Event } from '../polling';
import { customsProperty } from '../records/record';
import type { Poll } from './pollContext';
import { relatedTo } from './relatedObjects';
import type { Settings } from './settings';
import { customsLookup } from './customsLookup';
import { isoOf } from '../shared';

/** Events as they are emitted. */
export interface Shown {
	readonly records: IDataObject[];
	/** Why related objects are missing, for each record that lacks them. */
	readonly failures: readonly ServiceError[];
}

/**
 * Makes records of events: what is related to them is read, and they are shaped as the user wants them.
 * @param detectedAt the service's own time in milliseconds since 1970.
 * @param markOf what else `_event` says.
 */
export async function recordsOf(
	poll: Poll,
	events: ReadonlyArray<Event<IDataObject>>,
	detectedAt: number,
	markOf: (event: Event<IDataObject>) => IDataObject = () => ({}),
): Promise<Shown> {
	const { settings } = poll;
	const related = await Promise.all(events.map(async (event) => await relatedTo(poll, event)));
	const whole = events.map(({ row }, at) => ({
		...keyed(row.record, settings),
		...related[at]?.objects,
	}));
	const shaped = await settings.shape(whole, customsLookup(poll));
	const records = events.map((event, at) => ({
		...shaped[at],
		_event: {
			...described(event, settings, detectedAt),
			...related[at]?.mark,
			...markOf(event),
		},
	}));
	return { records, failures: related.flatMap(({ failure }) => failure ?? []) };
}

/** With custom values by their keys, if the user wants them so. */
function keyed(each: IDataObject, { record, customFieldsByKey }: Settings): IDataObject {
	const property = customsProperty(record);
	return customFieldsByKey && Object.hasOwn(each, property)
		? { ...each, [property]: customsByKey(each[property]) }
		: each;
}

function described(
	{ type, row, from }: Event<IDataObject>,
	{ event, record, compared }: Settings,
	detectedAt: number,
): IDataObject {
	const isChanged = type === 'changed';
	return {
		id: `${record.id}:${row.id}:${isoOf(row.updatedAt)}:${row.digest}`,
		type: isChanged ? event.id : type,
		resource: record.id,
		detectedAt: isoOf(detectedAt),
		...(isChanged && event.details(row.record, { from, to: row.compared ?? '' })),
		...(type === 'updated' && compared?.changes && { changes: compared.changes(row.record, from) }),
	};
}

export function toItems(records: IDataObject[], { perPoll }: Settings): INodeExecutionData[] {
	if (!perPoll || records.length === 0) return records.map((json) => ({ json }));
	return [{ json: { count: records.length, records } }];
}
