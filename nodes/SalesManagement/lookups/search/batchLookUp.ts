import type { IDataObject } from 'n8n-workflow';
import { sendBulk, type RowResult, type SplittingBudget } from '../../api/bulk/sendAndSplit';
import { pages } from '../../api/paging/pages';
import type { Client } from '../../api/routes';
import { idType, comparisonKey, type ComparisonKey, type Item } from '../../fields';
import { routeOf, type RecordDescription } from '../../records';
import { distinctBy, FILTER_NODES, groupedBy } from '../../shared';
import { composite, conditionFilter, type Condition } from './filter';

/** A value to look up. */
export interface Sought {
	/** The item that asks for it. */
	readonly item: Item;
	readonly value: unknown;
	readonly key: ComparisonKey;
	/** Another value as which it may be stored; records with this one count if none has the value itself. */
	readonly also?: unknown;
}

/** A record that a look-up found, and the comparison key of its value in the field. */
export interface FoundRecord {
	readonly record: IDataObject;
	readonly key?: ComparisonKey;
}

/** A way to find the records that hold a value. */
export interface Finder {
	/** The most values in one request; if absent, as many as one search takes. */
	readonly size?: number;
	/**
	 * Finds the records that hold one of the values, page by page.
	 * @throws UsageError if the answers for these values can't be told apart; with fewer values they may be.
	 */
	find(sought: readonly Sought[]): AsyncIterable<readonly FoundRecord[]>;
}

/** The result of looking up one value. */
export type LookUpOutcome = RowResult<readonly IDataObject[]>;

/** Values in one search: as many as the service's limit on filters allows (v2 §4.4). */
export const VALUES_PER_SEARCH = FILTER_NODES - 1;

/** Searches for records whose field equals one of the values, or compares with it otherwise; yields pages. */
export async function* searchFor(
	client: Client,
	record: RecordDescription,
	{ field, operator = 'equals' }: Pick<Condition, 'field'> & Partial<Condition>,
	sought: readonly Sought[],
): AsyncGenerator<IDataObject[]> {
	const [first] = sought;
	const operation = routeOf(record, 'search');
	if (!first || operation === undefined) return;
	const filters = sought.map(({ value }) =>
		conditionFilter({ field, operator, value, isAsWritten: true }, first.item),
	);
	const body = { filter: composite('OR', filters) };
	for await (const page of pages(client, { operation, body }, { isLookUp: true })) {
		yield page.records;
	}
}

export const BY_ID = { field: { name: 'id' }, label: 'ID', type: idType } as const;

/** Finds records by their IDs, up to 299 with one search. */
export const byId = (record: RecordDescription, client: Client): Finder => ({
	async *find(sought) {
		for await (const page of searchFor(client, record, { field: BY_ID }, sought)) {
			yield page.map((each) => ({ record: each, key: comparisonKey(each.id, BY_ID.type) }));
		}
	},
});

/**
 * The settings of a look-up: whether one failure leaves the rest undone, and how many batches may still be
 * divided.
 */
interface LookingUp {
	readonly continueOnFail: boolean;
	readonly splitting: SplittingBudget;
}

/**
 * Looks up many values, as many in one request as the finder allows, with several requests under way at once.
 * Values that the service may take for equal go into different requests, so that each one gets the service's
 * own answer. A request that is refused, or whose answers can't be told apart, is divided like a batch of
 * rows until the guilty value is found.
 * @returns the outcome of each row, in their order. Without Continue On Fail, rows that were not looked up after
 * another failed are missing.
 */
export async function lookUp<Row extends Sought>(
	{ continueOnFail, splitting }: LookingUp,
	finder: Finder,
	sought: readonly Row[],
): Promise<ReadonlyMap<Row, LookUpOutcome>> {
	const others = sought.filter(({ also }) => also !== undefined);
	const rows = distinctBy(
		[...sought, ...others.map((each) => ({ ...each, value: each.also }))],
		({ key, value }) => JSON.stringify([key.exact, value]),
	);
	const results = await sendBulk<Sought, readonly IDataObject[]>({
		rows,
		splitting,
		size: finder.size ?? VALUES_PER_SEARCH,
		keys: ({ key }) => [key.loose],
		isolate: true,
		stops: !continueOnFail,
		nameOf: ({ length }) => `${length} values that were looked up together`,
		send: async (values) => {
			const found: FoundRecord[] = [];
			for await (const page of finder.find(values)) found.push(...page);
			const byKey = groupedBy(found, ({ key }) => key?.loose);
			return values.map((each) => best(byKey.get(each.key.loose), each));
		},
	});
	const outcomes = new Map<string, LookUpOutcome>();
	for (const [at, { key }] of rows.entries()) {
		const result = results[at];
		const before = outcomes.get(key.exact) ?? { value: [] };
		if (result && 'value' in before && before.value.length === 0) outcomes.set(key.exact, result);
	}
	return new Map(
		sought.flatMap((row) => {
			const outcome = outcomes.get(row.key.exact);
			return outcome ? [[row, outcome]] : [];
		}),
	);
}

/** The records that hold exactly the value; if there are none, those that the service takes for equal. */
function best(found: readonly FoundRecord[] = [], { key }: Sought): IDataObject[] {
	const exact = found.filter((each) => each.key?.exact === key.exact);
	const records = (exact.length > 0 ? exact : found).map(({ record }) => record);
	return distinctBy(records, ({ id }) => id);
}
