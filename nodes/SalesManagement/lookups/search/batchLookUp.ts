import type { IDataObject } from 'n8n-workflow';
import { sendBulk, type RowResult, type SplittingBudget } from '../../api/bulk/sendAndSplit';
import { pages } from '../../api/paging/pages';
import type { Client } from '../../api/routes/types';
import { keyOf, type ComparisonKey, type Item } from '../../fields';
import { routeOf, type RecordDescription } from '../../records/record';
import { distinctBy, FILTER_NODES, groupedBy } from '../../shared';
import { composite, conditionFilter, type Condition } from './filter';

/** A value that is looked for. */
export interface Sought {
	/** The item that asks for it. */
	readonly item: Item;
	readonly value: unknown;
	readonly key: ComparisonKey;
	/** What else it may be stored as: what holds this counts where nothing holds the value. */
	readonly also?: unknown;
}

/** A record that a look-up found, and what it holds in the field. */
export interface Found {
	readonly record: IDataObject;
	readonly key?: ComparisonKey;
}

/** How the records that hold a value are found. */
export interface Finder {
	/** The most values that one request looks for: as many as one search can, when absent. */
	readonly size?: number;
	/**
	 * The records that hold one of the values, page by page.
	 * @throws UsageError for what can't be told of these values; of fewer it may be.
	 */
	find(sought: readonly Sought[]): AsyncIterable<readonly Found[]>;
}

/** What came of looking for one value. */
export type Outcome = RowResult<readonly IDataObject[]>;

/** Values for one search: as many as the service's limit on filters allows (v2 §4.4). */
export const VALUES_PER_SEARCH = FILTER_NODES - 1;

/** The pages of one search for the records in which a field equals one of the values, or compares otherwise. */
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

export const BY_ID = { field: { name: 'id' }, label: 'ID', type: 'id' } as const;

/** Finds records by their IDs, up to 299 with one search. */
export const byId = (record: RecordDescription, client: Client): Finder => ({
	async *find(sought) {
		for await (const page of searchFor(client, record, { field: BY_ID }, sought)) {
			yield page.map((each) => ({ record: each, key: keyOf(each.id, BY_ID.type) }));
		}
	},
});

/** Whether one failure leaves the rest undone, and how many batches may still be divided. */
interface LookingUp {
	readonly continueOnFail: boolean;
	readonly splitting: SplittingBudget;
}

/**
 * Looks for many values, as many in one request as the finder allows, several requests under way at
 * once. Values that the service may take for the same are asked in different requests, so that each
 * gets the service's own answer. A request that is refused, or that finds what can't be told apart,
 * is divided like a batch of rows until the guilty value is known.
 * @returns what came of each value, by its exact key. Without Continue On Fail there is nothing of those that
 * were not looked for, since another failed.
 */
export async function lookUp(
	{ continueOnFail, splitting }: LookingUp,
	finder: Finder,
	sought: readonly Sought[],
): Promise<ReadonlyMap<string, Outcome>> {
	const all = sought.flatMap((each) => [each, { ...each, value: each.also ?? each.value }]);
	const rows = distinctBy(all, ({ key, value }) => JSON.stringify([key.exact, value]));
	const results = await sendBulk<Sought, readonly IDataObject[]>({
		rows,
		splitting,
		size: finder.size ?? VALUES_PER_SEARCH,
		keys: ({ key }) => [key.loose],
		isolate: true,
		stops: !continueOnFail,
		nameOf: ({ length }) => `${length} values that were looked up together`,
		send: async (values) => {
			const found: Found[] = [];
			for await (const page of finder.find(values)) found.push(...page);
			const byKey = groupedBy(found, ({ key }) => key?.loose);
			return values.map((each) => best(byKey.get(each.key.loose), each));
		},
	});
	const outcomes = new Map<string, Outcome>();
	for (const [at, { key }] of rows.entries()) {
		const result = results[at];
		const before = outcomes.get(key.exact) ?? { value: [] };
		if (result && 'value' in before && before.value.length === 0) outcomes.set(key.exact, result);
	}
	return outcomes;
}

/** Records that hold exactly the value; if there are none, those that the service takes for equal. */
function best(found: readonly Found[] = [], { key }: Sought): IDataObject[] {
	const exact = found.filter((each) => each.key?.exact === key.exact);
	const records = (exact.length > 0 ? exact : found).map(({ record }) => record);
	return distinctBy(records, ({ id }) => id);
}
