import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { customsByKey, simplified } from '../operations/output';
import type { Event, Row } from '../polling';
import type { EventDescription } from '../records/events';
import { customsProperty } from '../records/record';
import type { Settings } from './settings';

function shaped(each: IDataObject, { record, simplify, customFieldsByKey }: Settings): IDataObject {
	const property = customsProperty(record);
	const keyed =
		customFieldsByKey && Object.hasOwn(each, property)
			? { ...each, [property]: customsByKey(each[property]) as IDataObject }
			: each;
	return simplify ? simplified(keyed, record, record.watch.related) : keyed;
}

/** `detectedAt` is the service's own time in milliseconds since 1970. */
export function toRecord(
	{ type, row, from }: Event<IDataObject>,
	settings: Settings,
	detectedAt: number,
	mark: IDataObject = {},
): IDataObject {
	const { event, record } = settings;
	const version = new Date(row.updatedAt).toISOString();
	const details =
		type === 'changed' ? event.details(row.record, { from, to: row.watched ?? '' }) : {};
	return {
		...shaped(row.record, settings),
		_event: {
			id: `${record.id}:${row.id}:${version}:${row.digest}`,
			type: type === 'changed' ? event.id : type,
			resource: record.id,
			detectedAt: new Date(detectedAt).toISOString(),
			...details,
			...mark,
		},
	};
}

export function toItems(records: IDataObject[], { allInOneItem }: Settings): INodeExecutionData[] {
	if (!allInOneItem) return records.map((json) => ({ json }));
	return [{ json: { count: records.length, records } }];
}

/** What the newest records would have been as events, for a manual test. */
export const likeEvents = (rows: ReadonlyArray<Row<IDataObject>>, { tells }: EventDescription) =>
	rows.map((row): Event<IDataObject> => {
		if (tells !== 'createdOrUpdated' && tells !== 'deleted') return { type: tells, row };
		return { type: row.updatedAt > row.createdAt ? 'updated' : 'created', row };
	});

/** Shown by a manual test of an account that holds no record yet. */
export function sampleRow({ record, event, compared }: Settings, now: number): Row<IDataObject> {
	const sample = {
		id: 0,
		...record.watch.sample,
		...event.sample,
		createdAt: new Date(now).toISOString(),
		updatedAt: new Date(now).toISOString(),
	};
	return {
		id: 0,
		createdAt: now,
		updatedAt: now,
		digest: 'sample',
		...(compared && { watched: compared.valueIn(sample) }),
		record: sample,
	};
}
