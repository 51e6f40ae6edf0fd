import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import type { Event, EventKind, Row } from '../polling';
import { isObject, textOf } from '../resources/fields';
import { picked, readableCustoms } from '../resources/output';
import { digestOf } from './records';
import type { Watched } from './resources';
import type { Settings } from './settings';

/** Custom values keyed by itemKey; one without a key by the id of its item (v1 §2.7). */
function customsByKey(customs: unknown): unknown {
	if (!Array.isArray(customs)) return customs;
	return Object.fromEntries(
		(customs as IDataObject[]).map((custom) => {
			const itemId = Object.entries(custom).find(([name]) => name.endsWith('CustomItemId'))?.[1];
			return [textOf(custom.itemKey ?? itemId ?? custom.id), custom];
		}),
	);
}

function shaped(record: IDataObject, { watched, simplify, customFieldsByKey }: Settings) {
	const { customs, summary } = watched;
	const related = watched.related?.properties ?? [];
	const keep = summary && [...summary, ...related];
	const output = simplify && keep ? picked(record, keep) : { ...record };
	if (customs === undefined || !(customs in record)) return output;
	const values = customFieldsByKey ? customsByKey(record[customs]) : record[customs];
	output[customs] = (simplify ? readableCustoms(values) : values) as IDataObject;
	return output;
}

/** The phase by its id, with its name where the deal's own list of phases tells it. */
function phaseOf(record: IDataObject, id: string): IDataObject {
	const others: unknown = record.phaseStayDays;
	const phases: unknown[] = [record.phase, ...(Array.isArray(others) ? (others as unknown[]) : [])];
	const phase = phases.filter(isObject).find((each) => textOf(each.id) === id);
	return { id: Number(id), ...(phase && { name: phase.name }) };
}

/** `detectedAt` is the service's own time in milliseconds since 1970. */
export function toRecord(
	{ type, row, from }: Event<IDataObject>,
	settings: Settings,
	detectedAt: number,
	mark: IDataObject = {},
): IDataObject {
	const { resource } = settings;
	const version = new Date(row.updatedAt).toISOString();
	const phases =
		type === 'phaseChanged'
			? {
					from: from === undefined ? null : phaseOf(row.record, from),
					to: phaseOf(row.record, row.facet ?? ''),
				}
			: {};
	return {
		...shaped(row.record, settings),
		_event: {
			id: `${resource}:${row.id}:${version}:${row.digest}`,
			type,
			resource,
			detectedAt: new Date(detectedAt).toISOString(),
			...phases,
			...mark,
		},
	};
}

export function toItems(records: IDataObject[], { allInOneItem }: Settings): INodeExecutionData[] {
	if (!allInOneItem) return records.map((json) => ({ json }));
	return [{ json: { count: records.length, records } }];
}

/** What the newest records would have been as events, for a manual test. */
export const likeEvents = (rows: ReadonlyArray<Row<IDataObject>>, event: EventKind) =>
	rows.map((row): Event<IDataObject> => {
		if (event === 'phaseChanged') return { type: event, row };
		if (event !== 'createdOrUpdated') return { type: event, row };
		return { type: row.updatedAt > row.createdAt ? 'updated' : 'created', row };
	});

/** The value of a row's facet: the phase, or a digest of the fields to watch. */
export function facetOf({ event, fieldsToWatch, watched }: Settings) {
	if (event === 'phaseChanged') {
		return {
			facetName: 'phase',
			facetOf: ({ phase }: IDataObject) => textOf(isObject(phase) ? phase.id : phase),
		};
	}
	if (fieldsToWatch.length === 0) return {};
	return {
		facetName: `fields ${fieldsToWatch.join(',')}`,
		facetOf: (record: IDataObject) =>
			digestOf(picked(withReadable(record, watched), fieldsToWatch)),
	};
}

const withReadable = (record: IDataObject, { customs }: Watched): IDataObject =>
	customs === undefined || !(customs in record)
		? record
		: { ...record, [customs]: readableCustoms(customsByKey(record[customs])) };

/** Shown by a manual test of an account that holds no record yet. */
export const sampleRow = ({ watched, event }: Settings, now: number): Row<IDataObject> => ({
	id: 0,
	createdAt: now,
	updatedAt: now,
	digest: 'sample',
	...(event === 'phaseChanged' && { facet: '1' }),
	record: {
		id: 0,
		...(watched.sortable ? { name: `Sample ${watched.name.toLowerCase()}` } : { active: true }),
		...(event === 'phaseChanged' && { phase: { id: 1, name: 'Sample phase', status: 1 } }),
		createdAt: new Date(now).toISOString(),
		updatedAt: new Date(now).toISOString(),
	},
});
