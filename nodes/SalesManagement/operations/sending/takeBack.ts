/** Puts records back to what they held before a run, as its Changes File says. */
import type { IDataObject } from 'n8n-workflow';
import { pages } from '../../api/paging/pages';
import { read, toValueList, type Item } from '../../fields';
import { FileError, rowsIn } from '../../files';
import { toSearchField } from '../../lookups/search/searchableFields';
import { CONTROLS, customsProperty, routeOf, type RecordDescription } from '../../records';
import { isObject, isoOf, recordIdIn, remembered, setOwn, timeOf, UsageError } from '../../shared';
import { OWN_ID } from '../form/bulk';
import { readItem } from '../items/row/row';
import { sortedByIndex, type ItemResult, type NodeOperation, type Run } from '../model';
import { eachFile } from './import/eachFile';
import { comparedWith } from './rows/rowComparison';
import { keptOf } from './upsert/find';
import { upsertRows } from './upsert/upsert';

/** The clocks of n8n and of the service may differ, even by the hours of a time zone. */
const MARGIN_MS = 24 * 3_600_000;

/** The changes of a record, by the names that a Changes File has for its fields. */
interface Changes {
	readonly from: IDataObject;
	readonly to: IDataObject;
	/** The fields of which no value before is kept. */
	readonly lost: Set<string>;
}

/** A Changes File: when its run began, and the changes of each record. */
interface ChangesFile {
	readonly index: number;
	readonly item: Item;
	readonly since: number;
	readonly ofRecords: ReadonlyMap<number, Changes>;
}

/** Reads the file of an item. If a record was written twice, the first `from` and the last `to` count. */
async function readChanges(
	{ files, hint }: Run,
	{ id: kind, many }: RecordDescription,
	item: Item,
): Promise<ChangesFile> {
	const { binaryPropertyName: property = 'data' } = read(CONTROLS.imported, item);
	const ofRecords = new Map<number, Changes>();
	let since = NaN;
	for (const part of files.partsOf(item.index, property)) {
		for await (const { columns } of rowsIn(files.read(item.index, part), {})) {
			if (columns instanceof FileError) throw columns;
			const id = recordIdIn(columns);
			if (columns.record === kind) since = timeOf(columns.since);
			else if (id !== undefined && isObject(columns.changes)) {
				const known = remembered(ofRecords, id, () => ({
					from: {},
					to: {},
					lost: new Set<string>(),
				}));
				addChanges(known, columns.changes);
			}
		}
	}
	if (Number.isNaN(since)) {
		throw new UsageError(
			`${property} is no Changes File of ${many}: choose the file that the option Changes File made.`,
		);
	}
	if (ofRecords.size === 0) hint(`${property} has no changes: nothing is put back.`, 'warning');
	return { index: item.index, item, since, ofRecords };
}

function addChanges({ from, to, lost }: Changes, changes: IDataObject): void {
	for (const [key, change] of Object.entries(changes)) {
		if (!isObject(change) || !('from' in change && 'to' in change)) lost.add(key);
		else {
			if (!Object.hasOwn(from, key)) setOwn(from, key, change.from);
			setOwn(to, key, change.to);
		}
	}
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

/** The labels of fields that are named as in a Changes File. */
const labelsOf = ({ fields }: RecordDescription, keys: ReadonlySet<string>): string[] =>
	Array.from(keys, (key) => fields.find((each) => each.key === key)?.label ?? key);

/** Puts the records of a file back. */
async function putBack(
	run: Run,
	operation: NodeOperation,
	record: RecordDescription,
	{ item, since, ofRecords }: ChangesFile,
): Promise<ItemResult[]> {
	const list = routeOf(record, 'getMany');
	if (!list) return [];
	const { parts } = readItem(operation, item);
	const settings = { field: toSearchField(OWN_ID, record) };
	const rows = Array.from(ofRecords, ([id, { from, to, lost }], index) => ({
		index,
		item,
		settings,
		takesBack: { expected: bodyOf(record, to), lost: labelsOf(record, lost) },
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
	return sortedByIndex(done).map(({ identity, ...each }) => {
		const { id } = rows[each.index]?.parts.body ?? {};
		return { ...each, index: item.index, identity: { id, ...identity } };
	});
}

/**
 * Puts records back as the files of the items say. All files are read first: without Continue On Fail nothing is sent
 * if one of them can't be.
 */
export async function takeBack(run: Run, operation: NodeOperation): Promise<ItemResult[]> {
	const { record } = operation.form.filling ?? {};
	if (!record) return [];
	const given: ChangesFile[] = [];
	const refused = await eachFile(run, run.items, async (item) => {
		given.push(await readChanges(run, record, item));
		return [];
	});
	if (refused.length > 0 && !run.continueOnFail) return refused;
	const done = await eachFile(
		run,
		given,
		async (file) => await putBack(run, operation, record, file),
	);
	return sortedByIndex([...refused, ...done]);
}
