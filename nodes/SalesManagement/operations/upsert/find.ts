import type { IDataObject } from 'n8n-workflow';
import { isMissing, UsageError } from '../../api/errors/errors';
import { pages } from '../../api/lists/pages';
import { keyOf, plainDecimal, toSent, type ComparisonKey } from '../../fields';
import { LIST_PARAMETERS } from '../../records/customObject';
import { routeOf, type RecordDescription } from '../../records/record';
import { groupedBy, isObject, textOf } from '../../values';
import { assertAnswer, hasOwnNames } from '../answer';
import type { Run } from '../operation';
import type { InputRow } from '../rows';
import { kindOfItem } from '../rowsTold';
import {
	lookUp,
	searchFor,
	VALUES_PER_SEARCH,
	type Finder,
	type Found,
	type Outcome,
	type Sought,
} from '../search/lookup';
import { givenValue, heldIn, itemIdIn, type Held, type MatchField } from '../search/match';

/** A row with the value that it is matched by. */
export interface MatchRow extends InputRow, Sought {}

/** What rows are matched in: their records, by one field. */
export interface Matching {
	readonly record: RecordDescription;
	readonly field: MatchField;
}

interface FoundRecord extends Found, Held {}

/** Records that were read by themselves and still did not show the field: no use to read more. */
const MOST_IN_VAIN = 3;

/**
 * Reads what found records hold. A search result may leave a field out, or name a custom field only
 * by its item's id (v1 §2.3); such a record is read by itself, by item key, which also tells the id
 * under which the other records have the field.
 */
class HeldReader {
	private itemId?: number;
	private inVain = 0;

	constructor(
		private readonly run: Run,
		private readonly matching: Matching,
		private readonly path: InputRow['parts']['path'],
	) {}

	async read(record: IDataObject): Promise<FoundRecord[]> {
		const { field } = this.matching;
		if (!isId(record.id)) return [{ record, isShown: false, values: [] }];
		const held = heldIn(record, field, this.itemId);
		if (held.isShown || this.inVain >= MOST_IN_VAIN) return [{ record, ...held }];
		const whole = await this.readAlone(record);
		if (whole === undefined) return [];
		this.itemId ??= itemIdIn(whole, field);
		const shown = heldIn(whole, field, this.itemId);
		if (!shown.isShown) this.inVain++;
		return [{ record, ...shown }];
	}

	/** The record by itself; `undefined` when it was deleted since. */
	private async readAlone(record: IDataObject): Promise<IDataObject | undefined> {
		const operation = routeOf(this.matching.record, 'get');
		if (operation === undefined) return record;
		const keyed = this.run.client.version === 'v2' && this.matching.field.customs !== '';
		const ownNames = hasOwnNames(this.matching.record);
		const query = keyed ? { itemKeyAsPropertyKey: 'true' } : {};
		try {
			const { body } = await this.run.client.send({
				operation,
				path: { ...this.path, id: record.id as number },
				query,
			});
			const expected = { route: operation, writes: false, returns: 'any', ownNames } as const;
			assertAnswer(body, expected, this.run.client);
			return isObject(body) ? body : record;
		} catch (error) {
			if (isMissing(error)) return undefined;
			throw error as Error;
		}
	}
}

const isId = (id: unknown): id is number => Number.isSafeInteger(id);

/** One search for up to 299 values. */
function bySearch(run: Run, { record, field }: Matching) {
	return {
		size: VALUES_PER_SEARCH,
		recordsFor: (sought: readonly Sought[]) => searchFor(run.client, record, { field }, sought),
	};
}

/** For records without a search: one list for each value, filtered by the item key (v2 §4.11). */
function byEqualityFilter(run: Run, { record, field }: Matching, path: InputRow['parts']['path']) {
	const operation = routeOf(record, 'getMany');
	const key = textOf(field.field.itemKey ?? field.field.customItemId);
	return {
		size: 1,
		async *recordsFor([sought]: readonly Sought[]): AsyncGenerator<IDataObject[]> {
			if (operation === undefined || !sought) return;
			const { value } = toSent(sought.value, field.type, field.label, sought.item);
			const request = { operation, path, query: { [key]: textOf(value) } };
			for await (const page of pages(run.client, request, { isLookUp: true })) {
				yield page.records;
			}
		},
	};
}

const isSearched = (record: RecordDescription) => routeOf(record, 'search') !== undefined;

function finderOf(
	run: Run,
	matching: Matching,
	{ rows, kept }: { readonly rows: readonly MatchRow[]; readonly kept: ReadonlySet<string> },
): Finder<Found> {
	const path = rows[0]?.parts.path ?? {};
	const { size, recordsFor } = isSearched(matching.record)
		? bySearch(run, matching)
		: byEqualityFilter(run, matching, path);
	const reader = new HeldReader(run, matching, path);
	return {
		size,
		async *find(sought) {
			const wanted = new Set(sought.map(({ key }) => key.loose));
			for await (const page of recordsFor(sought)) {
				const found: Found[] = [];
				for (const record of page) {
					for (const each of await reader.read(record)) {
						if (!each.key || !wanted.has(each.key.loose)) throw stray(matching, each, sought);
						const shown = Object.entries(each.record).filter(([name]) => kept.has(name));
						found.push({ key: each.key, record: Object.fromEntries(shown) });
					}
				}
				yield found;
			}
		},
	};
}

const shown = (value: unknown) => JSON.stringify(value);

/** The service takes what a record holds for a value that was looked up, and the node does not. */
function stray(
	{ record, field }: Matching,
	{ record: { id }, isShown, values }: FoundRecord,
	[{ item, value } = {} as Partial<Sought>, ...others]: readonly Partial<Sought>[],
): UsageError {
	const the = isId(id) ? `the ${record.one} with the ID ${id}` : `a ${record.one} without an ID`;
	const undone = `this ${kindOfItem(item)} is neither created nor updated`;
	if (others.length > 0) {
		return new UsageError(
			`The service found ${the}, which holds none of the values that were looked up: ${undone}. Run it with fewer items, or match by another field.`,
		);
	}
	const holds = isShown
		? `holds ${shown(values[0] ?? null)} there, and whether the two are the same can't be told`
		: "does not show what it holds there, so they can't be compared";
	return new UsageError(
		`For the ${field.label} ${shown(value)} the service found ${the}${isId(id) ? `, which ${holds}` : ''}: ${undone}. Correct the value, or match by another field.`,
	);
}

/** Rows for which this is the same are looked up together and matched with each other. */
export const within = ({ record }: Matching, { parts }: InputRow): string =>
	isSearched(record) ? '' : JSON.stringify(parts.path);

/**
 * The value by which a row is matched.
 * @throws UsageError when the row has none, or one that is none of the field's type.
 */
export function toMatchRow(row: InputRow, field: MatchField): MatchRow {
	const given = givenValue(row.parts.body, field);
	// What the body holds is no text of a person any more.
	const isDecimal = field.type === 'decimal' && typeof given === 'string';
	const value = isDecimal ? plainDecimal(given) : given;
	if (textOf(value).trim() === '') {
		throw new UsageError(
			`Match By is ${field.label}, but this ${kindOfItem(row.item)} has no value for it.`,
		);
	}
	const sent = toSent(value, field.type, field.label, row.item);
	const key: ComparisonKey | undefined = keyOf(sent.value, field.type);
	if (key) return { ...row, value, key };
	throw new UsageError(`${field.label} is ${shown(value)}, which no record can be matched by.`);
}

/** @throws UsageError for a field that can't tell one record from the others, or not be asked for. */
export function assertMatchable({ record, field }: Matching): void {
	const { label } = field;
	if (field.holdsSeveral) {
		throw new UsageError(
			`Match By can't be ${label}: it holds several values. Match by a field with one.`,
		);
	}
	if ('reference' in field.field) {
		throw new UsageError(
			`Match By can't be ${label}: it belongs to another record. Match by a field of the ${record.one}.`,
		);
	}
	if (!isSearched(record) && LIST_PARAMETERS.includes(textOf(field.field.itemKey))) {
		throw new UsageError(
			`Match By can't be ${label}: the list uses this name for itself. Match by another field.`,
		);
	}
}

/**
 * Looks up the records of all rows.
 * @param kept the properties of them that are kept.
 * @returns what came of each row, where it was looked for.
 */
export async function findRecords(
	run: Run,
	matching: Matching,
	rows: readonly MatchRow[],
	kept: ReadonlySet<string>,
): Promise<(row: MatchRow) => Outcome | undefined> {
	const found = new Map<string, ReadonlyMap<string, Outcome>>();
	const groups = groupedBy(rows, (row) => within(matching, row));
	for (const [group, members] of groups) {
		const finder = finderOf(run, matching, { rows: members, kept });
		const outcomes = await lookUp(run, finder, members);
		found.set(group, outcomes);
		const failed = [...outcomes.values()].some((outcome) => 'error' in outcome);
		if (failed && !run.continueOnFail) break;
	}
	return (row) => found.get(within(matching, row))?.get(row.key.exact);
}
