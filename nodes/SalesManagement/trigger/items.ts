import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { customsByKey } from '../operations/output';
import { type Event, type Row } from '../polling';
import type { EventDescription } from '../records/events';
import { customsProperty } from '../records/record';
import type { Settings } from './settings';
import { isoOf } from '../values';

const DAY = 86_400_000;

function shaped(
	each: IDataObject,
	{ record, shape, known, customFieldsByKey }: Settings,
): IDataObject {
	const property = customsProperty(record);
	const keyed =
		customFieldsByKey && Object.hasOwn(each, property)
			? { ...each, [property]: customsByKey(each[property]) }
			: each;
	return shape(keyed, known);
}

/** `detectedAt` is the service's own time in milliseconds since 1970. */
export function toRecord(
	{ type, row, from }: Event<IDataObject>,
	settings: Settings,
	detectedAt: number,
	mark: IDataObject = {},
): IDataObject {
	const { event, record, compared } = settings;
	const version = isoOf(row.updatedAt);
	const details =
		type === 'changed' ? event.details(row.record, { from, to: row.compared ?? '' }) : {};
	const changes =
		type === 'updated' && compared?.changes ? { changes: compared.changes(row.record, from) } : {};
	return {
		...shaped(row.record, settings),
		_event: {
			id: `${record.id}:${row.id}:${version}:${row.digest}`,
			type: type === 'changed' ? event.id : type,
			resource: record.id,
			detectedAt: isoOf(detectedAt),
			...details,
			...changes,
			...mark,
		},
	};
}

export function toItems(records: IDataObject[], { perPoll }: Settings): INodeExecutionData[] {
	if (!perPoll) return records.map((json) => ({ json }));
	return [{ json: { count: records.length, records } }];
}

/** What the newest records would have been as events, for a manual test. */
export const likeEvents = (rows: ReadonlyArray<Row<IDataObject>>, { tells }: EventDescription) =>
	rows.map((row): Event<IDataObject> => {
		if (tells !== 'createdOrUpdated' && tells !== 'deleted') return { type: tells, row };
		return { type: row.updatedAt > row.createdAt ? 'updated' : 'created', row };
	});

/** What a manual test adds to an update of compared fields: the form of its changes. */
export function changesLike(
	{ type, row }: Event<IDataObject>,
	{ compared }: Settings,
): IDataObject {
	if (type !== 'updated' || !compared?.sampleChanges) return {};
	const note = 'The changes are made up: the present value stands for the one before, too.';
	return { changes: compared.sampleChanges(row.record), sample: true, note };
}

/**
 * Shown by a manual test where no record fits.
 * @param like a record whose other properties it has, so that a workflow can be built on them.
 */
export function sampleRow(
	{ record, event, compared }: Settings,
	now: number,
	like: IDataObject = {},
): Row<IDataObject> {
	// Only an update has changes to be shown.
	const createdAt = compared?.changes ? now - DAY : now;
	const sample = {
		...like,
		id: 0,
		...record.watch.sample,
		...event.sample,
		createdAt: isoOf(createdAt),
		updatedAt: isoOf(now),
	};
	return {
		id: 0,
		createdAt,
		updatedAt: now,
		digest: 'sample',
		...(compared && { compared: compared.valueIn(sample) }),
		record: sample,
	};
}
