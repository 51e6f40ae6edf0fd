/** Puts records back to what they held before a run, as its Changes File says. */
import type { IDataObject } from 'n8n-workflow';
import { pages } from '../../api/paging/pages';
import { read, type Item } from '../../fields';
import { FileError, rowsIn } from '../../files';
import { toSearchField } from '../../lookups/search/searchableFields';
import { CONTROLS, routeOf, type RecordDescription } from '../../records';
import {
	isObject,
	isoOf,
	own,
	recordIdIn,
	remembered,
	setOwn,
	timeOf,
	UsageError,
} from '../../shared';
import { OWN_ID } from '../form/bulk';
import { readItem } from '../items/row/row';
import {
	assertGoingOn,
	isFailure,
	sortedByIndex,
	type ItemResult,
	type NodeOperation,
	type Run,
} from '../model';
import { numberRanges, Outcomes } from '../telling/results';
import { eachFile } from './import/eachFile';
import { comparedWith } from './rows/rowComparison';
import { keptOf } from './upsert/find';
import { bodyOf } from './upsert/restoring';
import { upsertRows } from './upsert/upsert';

/** The clocks of n8n and of the service may differ, even by the hours of a time zone. */
const MARGIN_MS = 24 * 3_600_000;

/** The most records that are put back between two looks at the list: one request each takes less than two minutes. */
const AT_ONCE = 500;

/** The changes of a record, by the names that a Changes File has for its fields. */
interface Changes {
	/** The values before the first change. */
	readonly from: IDataObject;
	/** The values after each change, of which a run that broke off wrote the first ones. */
	readonly to: Record<string, unknown[]>;
	/** The values after changes that can't be put back, since no value before is kept. */
	readonly lost: IDataObject;
}

/** A Changes File: when its run began, and the changes of each record. */
interface ChangesFile {
	readonly index: number;
	readonly item: Item;
	readonly since: number;
	readonly ofRecords: ReadonlyMap<number, Changes>;
}

/** Reads the file of an item. */
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
				const known = remembered(ofRecords, id, () => ({ from: {}, to: {}, lost: {} }));
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
		if (!isObject(change)) continue;
		if (!('from' in change && 'to' in change) || key in lost) setOwn(lost, key, change.to);
		else {
			if (!Object.hasOwn(from, key)) setOwn(from, key, change.from);
			setOwn(to, key, [...((own(to, key) as unknown[] | undefined) ?? []), change.to]);
		}
	}
}

/** The rows that put the records of a file back. */
function rowsOf(
	operation: NodeOperation,
	record: RecordDescription,
	{ item, ofRecords }: ChangesFile,
) {
	const { parts } = readItem(operation, item);
	const settings = { field: toSearchField(OWN_ID, record) };
	return Array.from(ofRecords, ([id, { from, to, lost }], index) => {
		const times = Math.max(0, ...Object.values(to).map((values) => values.length));
		const after = (time: number) =>
			Object.entries(to).map(([key, values]) => [key, values[Math.min(time, values.length - 1)]]);
		const expected = Array.from({ length: times }, (_, time) =>
			bodyOf(record, Object.fromEntries(after(time)) as IDataObject),
		);
		return {
			index,
			item,
			settings,
			takesBack: { expected, lost },
			parts: { ...parts, body: { ...bodyOf(record, from), id } },
		};
	});
}

/**
 * Puts the records of a file back, some at a time. Those that somebody changes meanwhile are read from the list before
 * each time, since the search may not show them yet.
 */
async function putBack(
	run: Run,
	operation: NodeOperation,
	record: RecordDescription,
	file: ChangesFile,
): Promise<ItemResult[]> {
	const list = routeOf(record, 'getMany');
	if (!list) return [];
	const rows = rowsOf(operation, record, file);
	const kept = comparedWith(record, rows);
	const held = new Map<unknown, IDataObject>();
	const results: ItemResult[] = [];
	let since = file.since - MARGIN_MS;
	for (let start = 0; start < rows.length; start += AT_ONCE) {
		assertGoingOn(run);
		const some = rows.slice(start, start + AT_ONCE);
		const query = { updatedAtFrom: isoOf(since) };
		const request = { operation: list, path: some[0]?.parts.path, query };
		for await (const { records } of pages(run.client, request)) {
			for (const each of records) {
				since = Math.max(since, timeOf(each.updatedAt) || since);
				if (file.ofRecords.has(each.id as number)) held.set(each.id, keptOf(each, kept));
			}
		}
		const known = some.map((row) => ({ ...row, record: held.get(row.parts.body.id) }));
		results.push(...(await upsertRows(run, record, known)));
	}
	return sortedByIndex(results).map(({ identity, ...each }) => {
		const { id } = rows[each.index]?.parts.body ?? {};
		return { ...each, index: file.index, identity: { id, ...identity } };
	});
}

/**
 * Puts records back as the files of the items say, the newest first. All files are read before: without Continue On
 * Fail nothing is sent if one of them can't be. A record that can't be put back keeps no other from it.
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
	const latestFirst = given.toReversed().sort((one, other) => other.since - one.since);
	const going = { ...run, continueOnFail: true };
	const done = await eachFile(
		going,
		latestFirst,
		async (file) => await putBack(going, operation, record, file),
	);
	const failed = done.filter(isFailure);
	const [first] = failed;
	if (!first || run.continueOnFail) return sortedByIndex([...refused, ...done]);
	const outcomes = new Outcomes(operation);
	for (const each of done) outcomes.count(each);
	const ids = numberRanges(failed.flatMap(({ identity }) => identity?.id ?? []));
	const which = ids && ` Not put back: IDs ${ids}.`;
	return [
		{
			...first,
			advice: `Of the records, ${outcomes.text}.${which} It can be run again without harm.`,
		},
	];
}
