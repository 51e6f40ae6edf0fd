/** Puts records back to what they held before a run, as its Changes File says. */
import type { IDataObject } from 'n8n-workflow';
import { pages } from '../../api/paging/pages';
import { read, toValueList, type Item } from '../../fields';
import { FileError, rowsIn } from '../../files';
import { toSearchField } from '../../lookups/search/searchableFields';
import { CONTROLS, customsProperty, routeOf, type RecordDescription } from '../../records';
import { isObject, isoOf, recordIdIn, setOwn, timeOf, UsageError } from '../../shared';
import { OWN_ID } from '../form/bulk';
import { readItem } from '../items/row/row';
import type { ItemResult, NodeOperation, Run } from '../model';
import { comparedWith } from './rows/rowComparison';
import { keptOf } from './upsert/find';
import { upsertRows } from './upsert/upsert';

/** The clocks of n8n and of the service may differ, even by the hours of a time zone. */
const MARGIN_MS = 24 * 3_600_000;

/** The values of a record's fields, by the names that a Changes File has for them. */
interface Changes {
	readonly from: IDataObject;
	readonly to: IDataObject;
}

/** Reads a file: when its run began, and the changes of each record. If one was written twice, the first `from` and the last `to` count. */
async function readChanges({ files }: Run, { id: kind, many }: RecordDescription, item: Item) {
	const { binaryPropertyName: property = 'data' } = read(CONTROLS.imported, item);
	const ofRecords = new Map<number, Changes>();
	let since: unknown;
	for await (const { columns } of rowsIn(files.read(item.index, property), {})) {
		if (columns instanceof FileError) throw columns;
		const id = recordIdIn(columns);
		if (columns.record === kind) ({ since } = columns);
		else if (id !== undefined && isObject(columns.changes)) {
			const { from = {}, to = {} } = ofRecords.get(id) ?? {};
			for (const [key, change] of Object.entries(columns.changes)) {
				if (!isObject(change)) continue;
				if (!Object.hasOwn(from, key)) setOwn(from, key, change.from);
				setOwn(to, key, change.to);
			}
			ofRecords.set(id, { from, to });
		}
	}
	if (since) return { since: timeOf(since), ofRecords };
	throw new UsageError(
		`${property} is no Changes File of ${many}: choose the file that the option Changes File made.`,
	);
}

/** The body of a request with values of a Changes File. */
function bodyOf(record: RecordDescription, values: IDataObject): IDataObject {
	const property = customsProperty(record);
	const body: IDataObject = {};
	const customs: IDataObject = {};
	for (const [key, value] of Object.entries(values)) {
		const isCustom = property !== '' && key.startsWith(`${property}.`);
		setOwn(isCustom ? customs : body, isCustom ? key.slice(property.length + 1) : key, value);
	}
	const list = toValueList(property, customs);
	return list ? { ...body, [property]: list } : body;
}

/** Puts the records of each file back. */
export async function takeBack(run: Run, operation: NodeOperation): Promise<ItemResult[]> {
	const { record } = operation.form.filling ?? {};
	const list = record && routeOf(record, 'getMany');
	const results: ItemResult[] = [];
	if (!record || !list) return results;
	for (const item of run.items) {
		const { since, ofRecords } = await readChanges(run, record, item);
		const { parts } = readItem(operation, item);
		const settings = { field: toSearchField(OWN_ID, record) };
		const rows = Array.from(ofRecords, ([id, { from, to }], index) => ({
			index,
			item,
			settings,
			expected: bodyOf(record, to),
			parts: { ...parts, body: { ...bodyOf(record, from), id } },
		}));
		const kept = comparedWith(record, rows);
		const held = new Map<unknown, IDataObject>();
		// The search may not show yet what changed since.
		const query = { updatedAtFrom: isoOf(since - MARGIN_MS) };
		const request = { operation: list, path: parts.path, query };
		for await (const { records } of pages(run.client, request)) {
			for (const each of records) {
				if (ofRecords.has(each.id as number)) held.set(each.id, keptOf(each, kept));
			}
		}
		const known = rows.map((row) => ({ ...row, record: held.get(row.parts.body.id) }));
		const done = await upsertRows(run, record, known);
		results.push(...done.map((each) => ({ ...each, index: item.index })));
	}
	return results;
}
