/**
 * Names are as good as IDs. Before an operation begins, the names that its items give are looked up,
 * each distinct one once; the fields then read them as they read IDs.
 */
import type { ResourceId } from '../../api/routes/routes';
import type { Client } from '../../api/types';
import type { Item, Lookup, NameAsked } from '../../fields';
import { definedFields, type LookupSource, type NameSources } from '../../lookups';
import { recordOf } from '../../records';
import { distinctBy, groupedBy } from '../../values';
import { inBreaths } from '../breath';
import { namesAsked, type Asked, type Naming } from './asked';
import { readerOf } from './known';
import { loadList, perDealType, searchedIn, type NamingRun } from './load';
import { scopesOf, type Scope } from './scope';
import type { Names } from './match';
import { SearchedList } from './search';

/** As many names as are remembered from one chunk of a file to the next. */
const MOST_NAMES = 50_000;

/** The names that were searched for, by their lists. */
export type SearchedNames = Map<string, SearchedList>;

/**
 * @param before what was searched for already, for a run whose items come in parts; more is added.
 * @returns the items, each with a reader for the names that it gives.
 */
export async function withNames(
	run: NamingRun,
	operation: Naming,
	sources: NameSources,
	before: SearchedNames = new Map(),
): Promise<readonly Item[]> {
	const { asked, fieldsOf } = await askedBy(run, operation, sources);
	if (asked.length === 0 && !fieldsOf) return run.items;
	// Beside an ID, which is of one deal type, a name may be that of any.
	const isInType = ({ lookup, isBeside }: Asked) => !isBeside && perDealType(lookup) !== undefined;
	const inDealTypes = asked.filter(isInType);
	const everywhere = asked.filter((each) => !isInType(each));
	const lists = await listed(sources, everywhere);
	const searched = await search(run, everywhere, before);
	const names = {
		...readerOf(
			({ lookup: { method }, name }) => searched.get(method)?.namesFor(name) ?? lists.get(method),
		),
		...(fieldsOf && { fieldsOf }),
	};
	const items = run.items.map((item) => ({ ...item, names }));
	return inDealTypes.length === 0 ? items : await inScope({ run, sources, items }, inDealTypes);
}

/** The names that are asked for, and the custom fields by whose names a search condition goes. */
async function askedBy(run: NamingRun, operation: Naming, sources: NameSources) {
	const resources = new Set<ResourceId>();
	const asked = await askedByAll(operation, run.items, (resource) => {
		resources.add(resource);
		return undefined;
	});
	if (resources.size === 0) return { asked };
	const known = new Map<ResourceId, Awaited<ReturnType<typeof fieldsIn>>>();
	for (const resource of resources) known.set(resource, await fieldsIn(sources, resource));
	const fieldsOf = (resource: ResourceId) => {
		const list = known.get(resource);
		if (list && 'error' in list) throw list.error as Error;
		return list?.fields ?? [];
	};
	// What a field is decides what its values are, so these are only asked for now.
	return { asked: await askedByAll(operation, run.items, fieldsOf), fieldsOf };
}

async function askedByAll(...[operation, items, fieldsOf]: Parameters<typeof namesAsked>) {
	const asked: Asked[] = [];
	for await (const some of inBreaths(items)) asked.push(...namesAsked(operation, some, fieldsOf));
	return asked;
}

async function fieldsIn(sources: NameSources, resource: ResourceId) {
	try {
		return await definedFields(sources, recordOf(resource) ?? {});
	} catch (error) {
		return { error };
	}
}

async function search(
	run: NamingRun,
	asked: readonly Asked[],
	before: SearchedNames,
): Promise<SearchedNames> {
	for (const [method, names] of groupedBy(asked, ({ lookup }) => lookup.method)) {
		const record = names[0] && searchedIn(names[0].lookup);
		if (!record) continue;
		const known = before.get(method);
		const list = known && known.size <= MOST_NAMES ? known : new SearchedList(record);
		before.set(method, list);
		await list.search(run, names);
	}
	return new Map(before);
}

async function listed(sources: NameSources, asked: readonly Asked[]): Promise<Map<string, Names>> {
	const lookups = distinctBy(
		asked.map(({ lookup }) => lookup).filter((lookup) => !searchedIn(lookup)),
		({ method }) => method,
	);
	return new Map(
		await Promise.all(
			lookups.map(async (lookup) => [lookup.method, await loadList(sources, lookup)] as const),
		),
	);
}

/** Items that also read the names of their own deal type. */
async function inScope(
	{ run, sources, items }: { run: NamingRun; sources: NameSources; items: readonly Item[] },
	asked: readonly Asked[],
): Promise<Item[]> {
	const concerned = new Set(asked.map(({ item }) => item.index));
	const scopes = await scopesOf(
		run,
		items.filter(({ index }) => concerned.has(index)),
	);
	const known = new Map<string, Names>();
	for (const { item, lookup } of asked) {
		const scope = scopes.get(item.index) ?? {};
		const key = scopedKey(lookup, scope);
		if ('error' in scope || known.has(key)) continue;
		known.set(key, await loadList(sources, lookup, scope.dealType));
	}
	return items.map((item) => {
		const scope = scopes.get(item.index) ?? {};
		const own = readerOf(({ lookup }) =>
			'error' in scope ? scope : known.get(scopedKey(lookup, scope)),
		);
		const { names = own } = item;
		const readerFor = ({ lookup }: NameAsked) => (perDealType(lookup) ? own : names);
		return {
			...item,
			names: {
				...names,
				idOf: (each) => readerFor(each).idOf(each),
				idsOf: (each) => readerFor(each).idsOf(each),
			},
		};
	});
}

const scopedKey = ({ method }: Lookup, scope: Scope): string =>
	JSON.stringify([method, 'error' in scope ? null : scope.dealType]);

/**
 * Each list once a run, also where it fails. What the dropdowns remember is no use here: a run would
 * write by names as they were before the last one changed them.
 */
function askedOnce(client: Client): LookupSource {
	const asked = new Map<string, Promise<unknown>>();
	return {
		client,
		cached: async <Value>(key: string, load: () => Promise<Value>) => {
			const before = asked.get(key) ?? load();
			asked.set(key, before);
			return (await before) as Value;
		},
	};
}

/** @param settings opens version 1, when a list is only there. */
export function sourcesOf(
	client: Client,
	settings: () => Promise<Client | undefined>,
): NameSources {
	let opened: Promise<LookupSource | undefined> | undefined;
	return {
		own: askedOnce(client),
		settings: async () => await (opened ??= settings().then((v1) => v1 && askedOnce(v1))),
	};
}
