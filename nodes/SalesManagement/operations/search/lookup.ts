import type { IDataObject } from 'n8n-workflow';
import { pages } from '../../api/lists/pages';
import type { Client } from '../../api/types';
import { routeOf, type RecordDescription } from '../../records/record';
import { distinctBy } from '../../values';
import { mapItems } from '../mapItems';
import type { Run } from '../operation';
import { Division } from './division';
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
	const distinct = distinctBy(sought, ({ key }) => key.exact);
	const size = Math.min(finder.size, splitting.valuesPerSearch);
	const batches = batchesOf(distinct, size);
	// An item may ask for several values, so the requests are counted, not the items that began them.
	const items = batches.flatMap(([first], index) => (first ? [{ ...first.item, index }] : []));
	const division = new Division(finder, splitting, continueOnFail);
	await mapItems({ items, continueOnFail }, async ({ index }) => {
		await division.settle(batches[index] ?? []);
		return [];
	});
	return division.outcomes;
}

/** Values in the order of their items, none in one batch with another of the same loose key. */
function batchesOf(sought: readonly Sought[], size: number): Sought[][] {
	const layers: Sought[][] = [];
	const times = new Map<string, number>();
	for (const each of sought) {
		const layer = times.get(each.key.loose) ?? 0;
		times.set(each.key.loose, layer + 1);
		(layers[layer] ??= []).push(each);
	}
	return layers.flatMap((layer) =>
		Array.from({ length: Math.ceil(layer.length / size) }, (_, part) =>
			layer.slice(part * size, (part + 1) * size),
		),
	);
}
