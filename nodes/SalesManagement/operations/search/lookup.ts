import type { IDataObject } from 'n8n-workflow';
import { BoundedSearch, VALUES } from '../../api/bulk/isolationBudget';
import { pages } from '../../api/lists/pages';
import type { Client } from '../../api/types';
import { routeOf, type RecordDescription } from '../../records/record';
import { distinctBy } from '../../values';
import { mapItems } from '../mapItems';
import type { Run } from '../operation';
import { layered } from '../rows';
import { Division, type InTurn } from './division';
import { filterTree, FILTER_NODES, type SearchField } from './filter';
import type { Finder, Found, Outcome, Sought } from './finder';

export type { Finder, Found, Outcome, Sought } from './finder';

/** Values for one search: as many as the service's limit on filters allows (v2 §4.4). */
export const VALUES_PER_SEARCH = FILTER_NODES - 1;

/** The pages of one search for the records in which a field equals one of the values. */
export async function* searchFor(
	client: Client,
	record: RecordDescription,
	{ field }: { readonly field: SearchField },
	sought: readonly Sought[],
): AsyncGenerator<IDataObject[]> {
	const [first] = sought;
	if (!first) return;
	const operation = routeOf(record, 'search');
	if (operation === undefined) return;
	const conditions = sought.map(({ value }) => ({ field, operator: 'equals', value }));
	const body = { filter: filterTree({ match: 'any', conditions }, first.item) };
	for await (const page of pages(client, { operation, body }, { isLookUp: true })) {
		yield page.records;
	}
}

/**
 * Looks for many values, as many in one request as the finder allows, several requests under way at
 * once. Values that the service may take for the same are asked in different requests, so that each
 * gets the service's own answer. A request that is refused, or that finds what can't be told apart,
 * is divided until the guilty value is known, within bounds: one such request after the other, so
 * that what the first one shows of all values spares the others.
 * @returns what came of each value, by its exact key. Without Continue On Fail values after the first
 * failure may have nothing: they were not looked for.
 */
export async function lookUp<Each extends Found>(
	run: Pick<Run, 'continueOnFail' | 'splitting'>,
	finder: Finder<Each>,
	sought: readonly Sought[],
): Promise<ReadonlyMap<string, Outcome>> {
	const { continueOnFail, splitting } = run;
	const outcomes = new Map<string, Outcome>();
	const distinct = distinctBy(sought, ({ key }) => key.exact);
	const size = Math.min(finder.size, splitting.valuesPerSearch);
	const batches = batchesOf(distinct, size);
	// An item may ask for several values, so the requests are counted, not the items that began them.
	const items = batches.flatMap(([first], index) => (first ? [{ ...first.item, index }] : []));
	const search = new BoundedSearch<Sought>(splitting, VALUES);
	const inTurn = oneAfterTheOther();
	const asked = { finder, outcomes, search, splitting, continueOnFail };
	await mapItems({ items, continueOnFail }, async ({ index }) => {
		const division = new Division(asked, batches[index] ?? []);
		const failure = await division.settle(inTurn);
		if (failure) throw failure.error as Error;
		return [];
	});
	return outcomes;
}

function oneAfterTheOther(): InTurn {
	let last: Promise<unknown> = Promise.resolve();
	return async (work) => {
		const mine = last.then(work);
		last = mine.catch(() => undefined);
		return await mine;
	};
}

/** Values in the order of their items, none in one batch with another of the same loose key. */
const batchesOf = (sought: readonly Sought[], size: number): Sought[][] =>
	layered(sought, ({ key }) => key.loose).flatMap((layer) =>
		Array.from({ length: Math.ceil(layer.length / size) }, (_, part) =>
			layer.slice(part * size, (part + 1) * size),
		),
	);
