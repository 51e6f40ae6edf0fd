import type { IDataObject } from 'n8n-workflow';
import { isOfKind } from '../../../api/errors/errors';
import { pages } from '../../../api/paging/pages';
import type { Client, ServiceRequest } from '../../../api/routes';
import {
	decimalType,
	comparisonKey,
	plainDecimal,
	toSent,
	type ComparisonKey,
} from '../../../fields';
import type { CustomFieldIndex } from '../../../lookups/customsLookup';
import {
	lookUp,
	searchFor,
	type Finder,
	type FoundRecord,
	type LookUpOutcome,
	type Sought,
} from '../../../lookups/search/batchLookUp';
import type { RecordField } from '../../../lookups/search/recordFields';
import { givenValue, heldIn, itemIdIn, type Held } from '../../../lookups/search/valueInRecord';
import { customsProperty, routeOf, type RecordDescription } from '../../../records';
import {
	groupedBy,
	isBlank,
	isObject,
	quoted,
	recordIdIn,
	setOwn,
	textOf,
	trimmed,
	UsageError,
} from '../../../shared';
import { OWN_ID } from '../../form/columns';
import { itemName, kindOfItem } from '../../items/row/identity';
import { enteredFor } from '../../items/row/row';
import {
	unusedColumns,
	type InputRow,
	type ItemResult,
	type RequestParts,
	type Run,
} from '../../model';
import { numberRanges } from '../../telling/results';
import { comparedWith, comparisonWith } from '../rows/rowComparison';

/** A row with the value that it is matched by. */
export interface MatchRow extends InputRow, Sought {}

/** The fields by which rows are matched. A row without an ID to be matched by is created. */
export interface Matching {
	readonly field: RecordField;
	/** A second field, whose value must agree. */
	readonly also?: RecordField;
	/** Whether rows are written as they are, even those that change nothing. */
	readonly writesAll?: boolean;
	/** The advice where there is no record with an ID; if absent, the row can be made one that creates it. */
	readonly ifMissing?: string;
}

/** A record with the fields by which its rows are matched. */
export interface RecordMatching extends Matching {
	readonly record: RecordDescription;
	/** The properties of found records to keep; if absent, those that the rows are compared with. */
	readonly kept?: ReadonlySet<string>;
}

export const isByOwnId = ({ name }: RecordField): boolean => name === OWN_ID;

const isSearched = (record: RecordDescription) => routeOf(record, 'search') !== undefined;

/**
 * The records that hold one of the values: from one search for up to 299 values, or, for records without a search,
 * from one list for each value, filtered by the item key (v2 §4.11), or by their IDs.
 */
async function* recordsHolding(
	client: Client,
	{ record, field, path }: RecordMatching & Pick<RequestParts, 'path'>,
	sought: readonly Sought[],
	alone: (id: unknown) => Promise<IDataObject>,
): AsyncGenerator<IDataObject[]> {
	const shown = new Set<unknown>();
	for await (const page of searchFor(client, record, { field }, sought)) {
		for (const { id } of page) shown.add(id);
		yield page;
	}
	// The search may not show yet what was just created.
	for (const { value: id } of isByOwnId(field) ? sought : []) {
		if (!shown.has(id)) yield [await alone(id)].filter(recordIdIn);
	}
	if (isByOwnId(field) || isSearched(record)) return;
	const operation = routeOf(record, 'getMany');
	const [first] = sought;
	if (operation === undefined || !first) return;
	const { value } = toSent(first.value, field.type, field.label, first.item);
	const request = { operation, path, query: { [field.name]: textOf(value) } };
	for await (const page of pages(client, request, { isLookUp: true })) yield page.records;
}

/**
 * Makes a finder of records by the field that rows are matched by.
 * @param kept the properties of found records to keep: with all of them 60,000 unchanged rows take 570 MiB, not
 * 294.
 */
function finderOf(
	{ client }: Run,
	matching: RecordMatching,
	path: RequestParts['path'],
	kept: ReadonlySet<string>,
): Finder {
	const { record, field, also } = matching;
	const operation = routeOf(record, 'get');
	/** A record by its ID, shown as a query asks for; empty if it does not exist. */
	const shownBy = async (query: ServiceRequest['query'], { id }: { readonly id?: unknown }) => {
		if (operation === undefined) return {};
		const request = { operation, path: { ...path, id: id as number }, query };
		const { body } = await client.send(request).catch((error: unknown) => {
			if (isOfKind(error, 'missing')) return { body: {} };
			throw error;
		});
		return isObject(body) ? body : {};
	};
	const alone = async (id: unknown) => await shownBy({}, { id });
	/**
	 * The ID of the custom field's item: records may show the field by this ID and not by its key (v1 §2.3), but a
	 * get by keys shows both.
	 */
	const itemIdBy = async (one: IDataObject, by: RecordField) =>
		by.field.itemKey === undefined
			? undefined
			: itemIdIn(await shownBy({ itemKeyAsPropertyKey: 'true' }, one), by);
	const itemIds = new Map<RecordField, ReturnType<typeof itemIdBy>>();
	const heldBy = async (one: IDataObject, by: RecordField): Promise<Held> => {
		const held = heldIn(one, by);
		if (held.isShown) return held;
		const itemId = itemIds.get(by) ?? itemIdBy(one, by);
		itemIds.set(by, itemId);
		return heldIn(one, by, await itemId);
	};
	// Only a get by ID shows associations (v2 §2).
	const areLinked = record.watch?.related.some((name) => kept.has(name));
	return {
		size: isSearched(record) ? undefined : 1,
		async *find(sought) {
			const wanted = new Set(sought.map((each) => keyOf(each, field)?.loose));
			for await (const page of recordsHolding(client, { ...matching, path }, sought, alone)) {
				const found: FoundRecord[] = [];
				for (const each of page) {
					const { key, values } = await heldBy(each, field);
					if (!key || !wanted.has(key.loose)) {
						throw mismatchError(matching, each.id, values, sought);
					}
					const links = areLinked && (await shownBy({ include_related_objects: 1 }, each));
					const second = also && (await heldBy(each, also)).key;
					found.push({ key: both(key, second), record: keptOf(Object.assign(each, links), kept) });
				}
				yield found;
			}
		},
	};
}

/** A record with those of its properties that are compared. */
export function keptOf(record: IDataObject, kept: ReadonlySet<string>): IDataObject {
	const some: IDataObject = {};
	for (const name of kept) if (Object.hasOwn(record, name)) setOwn(some, name, record[name]);
	return some;
}

/** The error for a record that the service finds for a value, but that does not show this value. */
function mismatchError(
	{ record, field: { label } }: RecordMatching,
	id: unknown,
	values: Held['values'],
	[first, ...others]: readonly Sought[],
): UsageError {
	const what = others.length > 0 ? 'one of several values' : quoted(first?.value);
	const holds = values.length > 0 ? `holds ${quoted(values[0])}` : 'does not show what it holds';
	return new UsageError(
		`For the ${label} ${what} the service found the ${record.one} with the ID ${textOf(id)}, which ${holds} there, so whether the two are the same can't be told: this ${kindOfItem(first?.item)} is neither created nor updated. Correct the value, or match by another field.`,
	);
}

/**
 * The group in which a row is looked up and compared with other rows: its path, for records that are not searched.
 */
export const parentKey = ({ record }: RecordMatching, { parts }: InputRow): string =>
	isSearched(record) ? '' : JSON.stringify(parts.path);

/** The key of a given value. */
const keyOf = ({ value, item }: Pick<Sought, 'value' | 'item'>, { type, label }: RecordField) =>
	comparisonKey(toSent(value, type, label, item).value, type);

/** The key of two values, the second of which may be missing. */
const both = (first: ComparisonKey, second?: ComparisonKey): ComparisonKey =>
	second
		? {
				exact: JSON.stringify([first.exact, second.exact]),
				loose: JSON.stringify([first.loose, second.loose]),
			}
		: first;

/**
 * Adds the value by which a row is matched.
 * @throws UsageError if the row has none, or one of another type.
 */
export function toMatchRow(row: InputRow, { record, field, also }: RecordMatching): MatchRow {
	if (isByOwnId(field) && row.parts.body.id === undefined) {
		const name = itemName(row.item);
		return { ...row, value: undefined, key: { exact: name, loose: name } };
	}
	const given = givenValue(row.parts.body, field);
	// In the body a decimal is already a plain decimal, not a text that a person wrote.
	const isDecimal = field.type === decimalType && typeof given === 'string';
	const value = isDecimal ? plainDecimal(given) : given;
	const lacks = (parameter: string, { label }: RecordField) =>
		new UsageError(
			`${parameter} is ${label}, but this ${kindOfItem(row.item)} has no value for it.${unusedColumns(row.item.unused, record.one)}`,
			row.item.skipped && 'Under Column Mapping, give it a column or a value.',
		);
	if (isBlank(trimmed(value))) throw lacks('Match By', field);
	const key = keyOf({ value, item: row.item }, field);
	if (key) {
		const { path, body } = row.parts;
		// A value that all rows of a request share is in the path.
		const shared = record.bulk.map(({ name, key: inPath }) => [name, path[inPath]] as const);
		const second = also && givenValue({ ...body, ...Object.fromEntries(shared) }, also);
		if (also && isBlank(second)) throw lacks('Also Match By', also);
		return {
			...row,
			value,
			key: both(key, comparisonKey(second, also?.type)),
			also: asWritten(row, field, value),
		};
	}
	throw new UsageError(`${field.label} is ${quoted(value)}, which no record can be matched by.`);
}

/**
 * The value as it was entered, if it has blanks at its ends, since an earlier run may have stored it like that.
 */
function asWritten({ item }: InputRow, { described, name }: RecordField, value: unknown): unknown {
	const entered = enteredFor(item, described?.name ?? name);
	return entered !== value && trimmed(entered) === value ? entered : undefined;
}

/**
 * The one record that a look-up found; `undefined` if it found none.
 * @throws the error of the look-up, or a UsageError if it found several.
 */
function onlyRecord(
	{ record: { one }, field, also, ifMissing }: RecordMatching,
	outcome: LookUpOutcome,
	{ value }: MatchRow,
): IDataObject | undefined {
	if ('error' in outcome) throw outcome.error as Error;
	const [record, ...others] = outcome.value;
	if (!record && isByOwnId(field)) {
		const advice = ifMissing ?? `correct it, or empty it to create the ${one}`;
		throw new UsageError(`No ${one} has the ID ${textOf(value)}: ${advice}.`);
	}
	if (others.length === 0) return record;
	const ids = outcome.value.map(({ id }) => Number(id)).sort((a, b) => a - b);
	throw new UsageError(
		`${ids.length} records have this ${field.label}${also ? ` and ${also.label}` : ''} (IDs ${numberRanges(ids)}): match by a field that only one record has${also ? '' : ', or set Also Match By'}.`,
	);
}

/**
 * Looks up the records of all rows; without Continue On Fail not those after the first failure.
 * @param results gets the failures of rows.
 * @returns the rows that can be written.
 */
export async function findRecords(
	run: Run,
	matching: RecordMatching,
	rows: readonly MatchRow[],
	results: ItemResult[],
): Promise<readonly MatchRow[]> {
	let found: MatchRow[] = [];
	const bodies = rows.map(({ parts }) => parts.body);
	const { kept = comparedWith(matching.record, bodies) } = matching;
	for (const members of groupedBy(rows, (row) => parentKey(matching, row)).values()) {
		const path = members[0]?.parts.path ?? {};
		const isKnown = (row: MatchRow) => row.value === undefined || row.record !== undefined;
		found = found.concat(members.filter(isKnown));
		const sought = members.filter((row) => !isKnown(row));
		const outcomes = await lookUp(run, finderOf(run, matching, path, kept), sought);
		for (const [row, outcome] of outcomes) {
			try {
				found.push({ ...row, record: onlyRecord(matching, outcome, row) });
			} catch (error) {
				results.push({ index: row.index, error });
			}
		}
		if (results.length > 0 && !run.continueOnFail) break;
	}
	return found;
}

/** A comparison with found records, and the custom fields, if rows have values of them. */
export interface Comparing {
	readonly comparison: ReturnType<typeof comparisonWith>;
	readonly customs?: CustomFieldIndex;
}

/**
 * The comparison with found records. It needs the custom fields if rows have custom values, to compare these by
 * their types.
 */
export async function comparisonFor(
	run: Run,
	{ record, writesAll }: RecordMatching,
	rows: readonly MatchRow[],
): Promise<Comparing> {
	const property = customsProperty(record);
	const areSent = rows.some((row) => row.record && property in row.parts.body);
	const customs =
		record.customs && areSent ? await run.customs.fieldsOf(record.customs) : undefined;
	if (customs?.fields.length === 0) {
		run.hint(
			`Without a V1 API Key, nobody tells the types of the custom fields of ${record.many}: what is the same, but written in another way, is written again.`,
		);
	}
	return { comparison: comparisonWith(record, customs, writesAll), customs };
}
