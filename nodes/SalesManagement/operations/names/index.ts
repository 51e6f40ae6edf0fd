/**
 * Names are as good as IDs. Before an operation begins, the names that its items give are looked up,
 * each distinct one once; the fields then read them as they read IDs.
 */
import { distinctBy } from '../../values';
import type { Item } from '../../fields';
import type { NameSources } from '../../lookups';
import { namesAsked, type Asked, type Naming } from './asked';
import { readerOf, type Names } from './known';
import { loadList, perDealType, searchedIn, searchNames, type NamingRun } from './load';
import { dealTypesOf } from './scope';

/** @returns the items, each with a reader for the names that it gives. */
export async function withNames(
	run: NamingRun,
	operation: Naming,
	sourcesOf: () => Promise<NameSources>,
): Promise<readonly Item[]> {
	const asked = namesAsked(operation, run.items);
	if (asked.length === 0) return run.items;
	const sources = await sourcesOf();
	const inDealTypes = asked.filter(({ lookup }) => perDealType(lookup));
	const everywhere = asked.filter(({ lookup }) => !perDealType(lookup));
	const known = new Map([
		...(await searched(run, everywhere)),
		...(await listed(sources, everywhere)),
	]);
	const items = run.items.map((item) => ({
		...item,
		names: readerOf((each) => known.get(keyOf(each)) ?? known.get(keyOf({ lookup: each.lookup }))),
	}));
	return inDealTypes.length === 0 ? items : await inScope({ run, sources, items }, inDealTypes);
}

const keyOf = ({ lookup: { method }, name }: Pick<Asked, 'lookup'> & { name?: string }): string =>
	JSON.stringify([method, name]);

async function searched(run: NamingRun, asked: readonly Asked[]): Promise<Map<string, Names>> {
	const known = new Map<string, Names>();
	for (const { lookup } of distinctBy(asked, (each) => each.lookup.method)) {
		const record = searchedIn(lookup);
		if (!record) continue;
		const names = asked.filter((each) => each.lookup.method === lookup.method);
		for (const [name, list] of await searchNames(run, record, names)) {
			known.set(keyOf({ lookup, name }), list);
		}
	}
	return known;
}

async function listed(sources: NameSources, asked: readonly Asked[]): Promise<Map<string, Names>> {
	const lookups = distinctBy(
		asked.map(({ lookup }) => lookup).filter((lookup) => !searchedIn(lookup)),
		({ method }) => method,
	);
	return new Map(
		await Promise.all(
			lookups.map(async (lookup) => [keyOf({ lookup }), await loadList(sources, lookup)] as const),
		),
	);
}

/** Items that also read the names of their own deal type. */
async function inScope(
	{ run, sources, items }: { run: NamingRun; sources: NameSources; items: readonly Item[] },
	asked: readonly Asked[],
): Promise<Item[]> {
	const concerned = new Set(asked.map(({ item }) => item.index));
	const types = await dealTypesOf(
		run,
		items.filter(({ index }) => concerned.has(index)),
	);
	const known = new Map<string, Names>();
	for (const { item, lookup } of asked) {
		const type = types.get(item.index);
		const key = JSON.stringify([lookup.method, type]);
		if (!known.has(key)) known.set(key, await loadList(sources, lookup, type));
	}
	return items.map((item) => {
		const own = readerOf(({ lookup }) =>
			known.get(JSON.stringify([lookup.method, types.get(item.index)])),
		);
		const { names = own } = item;
		return {
			...item,
			names: {
				idOf: (each) => (perDealType(each.lookup) ? own : names).idOf(each),
				idsOf: (each) => (perDealType(each.lookup) ? own : names).idsOf(each),
			},
		};
	});
}
