/** Puts records back to what they held before a run, as its Changes File says. */
import type { IDataObject } from 'n8n-workflow';
import { ServiceError } from '../../../api/errors/errors';
import { pages } from '../../../api/paging/pages';
import { comparisonKey, linksType, toValueList, untypedType, type Item } from '../../../fields';
import { toSearchField } from '../../../lookups/search/recordFields';
import { customsProperty, routeOf, type RecordDescription } from '../../../records';
import { isObject, isoOf, own, setOwn, textOf, timeOf } from '../../../shared';
import { OWN_ID } from '../../form/columns';
import { identifyingFields, identifyingValues } from '../../items/row/identity';
import { readItem } from '../../items/row/row';
import {
	assertGoingOn,
	isFailure,
	isUnwritten,
	sortedByIndex,
	wasSkipped,
	type InputRow,
	type ItemResult,
	type NodeOperation,
	type Run,
} from '../../model';
import { plannedResult, type Previewed } from '../../telling/results';
import { changesLine, readableChanges, unwrittenLine, type Changed } from '../rows/changes';
import { comparedWith, MOMENT } from '../rows/rowComparison';
import { write } from '../rows/write';
import {
	comparisonFor,
	findRecords,
	keptOf,
	toMatchRow,
	type Comparing,
	type MatchRow,
	type RecordMatching,
} from '../upsert/find';

/** The changes of a record, by the names that a Changes File has for its fields. */
export interface Changes {
	/** The values before the first change. */
	readonly from: IDataObject;
	/** The values after each change, with those of the changes before: a run that broke off wrote only the first ones. */
	readonly versions: IDataObject[];
	/** The fields that can't be put back, since no value before is kept. */
	readonly lost: Set<string>;
}

/** A Changes File: when its run began, and the changes of each record. */
export interface ChangesFile {
	readonly record: RecordDescription;
	readonly item: Item;
	readonly since: number;
	readonly ofRecords: ReadonlyMap<number, Changes>;
}

/** The clocks of n8n and of the service may differ, even by the hours of a time zone. */
const MARGIN_MS = 24 * 3_600_000;

/** The most records that are put back between two looks at the list: one request each takes less than two minutes. */
const AT_ONCE = 500;

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

/** Whether a custom field of an unknown type may hold the date that was sent: the service shows it with a time. */
const isSameDay = ({ before, sent, type }: Changed): boolean => {
	const [held, given] = [before, sent].map((each) => (isObject(each) ? own(each, 'value') : each));
	const isMoment = type === untypedType && MOMENT.test(textOf(held));
	return isMoment && comparisonKey(held)?.loose === comparisonKey(given)?.loose;
};

/** A record that is put back. */
interface Planned extends Previewed {
	/** The values that the record then holds. */
	readonly after?: IDataObject;
	readonly changed: readonly Changed[];
	/** The labels of the fields that no request can put back, or that somebody else changed after the run. */
	readonly left: readonly string[];
	/** The values that identify the record. */
	readonly identity: IDataObject;
}

const labelsOf = (fields: readonly Changed[]) => fields.map(({ label }) => label);

/** Plans what is put back of a record, and what is left. */
function plan(
	record: RecordDescription,
	changes: Changes,
	row: MatchRow,
	{ comparison, customs }: Comparing,
): Omit<Planned, 'identity'> {
	const { parts, item, record: now = {} } = row;
	/** The keys of the fields in which the record does not hold these values. */
	const differing = (values: IDataObject) => {
		const { changed } = comparison({ ...parts, body: bodyOf(record, values) }, now, true);
		return new Set(changed.filter((each) => !isSameDay(each)).map(({ key }) => key));
	};
	const versions = changes.versions.map((values) => ({ values, others: differing(values) }));
	const isChangedSince = (key: string) =>
		versions.every(({ values, others }) => !(key in values) || others.has(key));
	const wanted = comparison(parts, now, true).changed;
	const isStray = ({ key }: Changed) => changes.lost.has(key) || isChangedSince(key);
	const isRuled = ({ key }: Changed) => key === 'phase' || record.rule?.names.includes(key);
	const isRuleStray = wanted.some((each) => isRuled(each) && isStray(each));
	// A phase and its reason are left together: without the reason the service would refuse the whole deal (v2 §2.6).
	const strays = wanted.filter((each) => isStray(each) || (isRuleStray && isRuled(each)));
	const isLeft = (key: string) => strays.some((each) => each.key === key);
	const from = Object.entries(changes.from).filter(([key]) => !isLeft(key));
	const toPutBack = { ...parts, body: bodyOf(record, Object.fromEntries(from)) };
	const { left: body, changed, path, after } = comparison(toPutBack, now, true);
	const lost = [...changes.lost].flatMap((key) => {
		const field = record.fields.find((each) => each.key === key);
		// A field that another one sets has no value of its own here.
		const { key: written } = record.fields.find(({ sets }) => sets?.key === key) ?? { key };
		// Lists show no links.
		const isShown = field && field.type !== linksType;
		return isShown && isChangedSince(written) ? [] : (field?.label ?? key);
	});
	return {
		...row,
		parts: { ...parts, path, body: { ...body, id: parts.body.id } },
		changed,
		after,
		changes: readableChanges(changed, item, customs),
		left: [...new Set([...labelsOf(strays), ...lost])],
	};
}

/** The result of a record, with the fields that are left as they are. */
function told(
	{ parts, changed, changes, left, identity }: Planned,
	result: ItemResult,
): ItemResult {
	if (isFailure(result)) return { ...result, identity };
	const isRestored = changed.length > 0 && !wasSkipped(result);
	const all = isRestored ? left : [...left, ...labelsOf(changed)];
	const action = isRestored ? 'restored' : all.length > 0 ? 'left' : 'unchanged';
	const outcome = { action, left: all, ...(isRestored && { changes }) };
	const { id } = parts.body;
	const records = result.records.map((each) => ({ id, ...each, ...outcome }));
	return { ...result, identity, records };
}

/** Writes records. Deals that a bulk update skips as locked are sent one by one (v2 §3). */
async function writeBack(run: Run, record: RecordDescription, rows: readonly Planned[]) {
	const results = await write(run, record, { kind: 'update', rows });
	const skipped = new Set(results.filter(wasSkipped).map(({ index }) => index));
	const locked = rows.filter(({ index }) => skipped.has(index));
	const again = await write(run, record, { kind: 'update', rows: locked, oneByOne: true });
	const refused = again.map((result): ItemResult => {
		const error = isFailure(result) ? result.error : undefined;
		if (!(error instanceof ServiceError) || error.status !== 400) return result;
		return { index: result.index, records: [{ error: error.message, skipped: true }] };
	});
	return [...results.filter(({ index }) => !skipped.has(index)), ...refused];
}

interface Restoring extends RecordMatching {
	/** The values that records would hold, by their IDs, after all that a dry run has planned so far. */
	readonly planned: Map<unknown, IDataObject>;
}

/** Puts some records back, of which those that the list did not show are looked up. */
async function putBackSome(
	run: Run,
	matching: Restoring,
	rows: readonly InputRow[],
	changes: readonly Changes[],
): Promise<ItemResult[]> {
	const { record } = matching;
	const results: ItemResult[] = [];
	const given = rows.map((row) => toMatchRow(row, matching));
	const found = await findRecords(run, matching, given, results);
	const comparing = await comparisonFor(run, matching, found);
	const identify = identifyingValues(record);
	const planned = found.map((row): Planned => {
		const each = plan(record, changes[row.index] as Changes, row, comparing);
		const body = { ...row.record, ...each.parts.body };
		return { ...each, identity: identify({ ...each.parts, body }) };
	});
	for (const { parts, changed, item, record: now, after } of planned) {
		if (run.isDryRun) matching.planned.set(parts.body.id, { ...now, ...after });
		const line = changesLine(parts.body.id, changed, item);
		if (line) await run.changes?.add(line);
	}
	const isChanged = ({ changed }: Planned) => changed.length > 0;
	const written = run.isDryRun
		? planned.map((each) => plannedResult('update', each))
		: await writeBack(run, record, planned.filter(isChanged));
	const resultAt = new Map(written.map((each) => [each.index, each]));
	for (const each of planned) {
		const { index } = each;
		const result = resultAt.get(index) ?? (!isChanged(each) && { index, records: [{}] });
		if (!result) continue;
		if (isUnwritten(result)) await run.changes?.add(unwrittenLine(each.parts.body.id));
		results.push(told(each, result));
	}
	return results;
}

/**
 * Puts the records of a file back, some at a time. Those that somebody changes meanwhile are read from the list before
 * each time, and once more after the first, since the search may not show them yet.
 */
export async function putBack(
	run: Run,
	operation: NodeOperation,
	{ record, item, since: begin, ofRecords }: ChangesFile,
	planned: Restoring['planned'],
): Promise<ItemResult[]> {
	const list = routeOf(record, 'getMany');
	if (!list) return [];
	const { parts } = readItem(operation, item);
	const changes = [...ofRecords.values()];
	const rows = Array.from(ofRecords, ([id, { from }], at): InputRow => {
		const body = { ...bodyOf(record, from), id };
		return { index: at, item, settings: undefined, parts: { ...parts, body } };
	});
	const named: IDataObject = {};
	for (const { key } of identifyingFields(record)) named[key] = null;
	for (const { versions } of changes) Object.assign(named, versions.at(-1));
	const kept = comparedWith(record, [bodyOf(record, named)]);
	const field = toSearchField(OWN_ID, record);
	const matching = {
		record,
		field,
		kept,
		planned,
		ifMissing: 'it was deleted since, or the file is of another account or definition',
	};
	const held = new Map<unknown, IDataObject>();
	const results: ItemResult[] = [];
	const failed: ItemResult[] = [];
	try {
		let [since, newest] = [begin - MARGIN_MS, begin - MARGIN_MS];
		for (let start = -AT_ONCE; start < rows.length; start += AT_ONCE) {
			assertGoingOn(run);
			const request = { operation: list, path: parts.path, query: { updatedAtFrom: isoOf(since) } };
			// The next look begins where this one does: what changes meanwhile may be on a page that was read before.
			since = newest;
			for await (const { records } of pages(run.client, request)) {
				for (const each of records) {
					newest = Math.max(newest, timeOf(each.updatedAt) || newest);
					if (ofRecords.has(each.id as number)) held.set(each.id, keptOf(each, kept));
				}
			}
			// The first look may take minutes, so that a second one comes before the first request that writes.
			if (start < 0) continue;
			const known = rows.slice(start, start + AT_ONCE).map((row) => {
				const { id } = row.parts.body;
				const now = held.get(id);
				return { ...row, record: now && { ...now, ...planned.get(id) } };
			});
			results.push(...(await putBackSome(run, matching, known, changes)));
		}
	} catch (error) {
		// The records that were put back before are told nevertheless.
		failed.push({ index: item.index, error });
	}
	const done = sortedByIndex(results).map(({ identity, ...each }) => ({
		...each,
		index: item.index,
		identity: { id: rows[each.index]?.parts.body.id, ...identity },
	}));
	return [...done, ...failed];
}
