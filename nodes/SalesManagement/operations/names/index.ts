/**
 * Names are as good as IDs. Before an operation begins, the names that its items give are looked up,
 * each distinct one once; the fields then read them as they read IDs.
 */
import type { ResourceId } from '../../api/routes/routes';
import type { Client } from '../../api/types';
import type { CustomField, Item } from '../../fields';
import {
	definedFields,
	PromiseCache,
	rememberedIn,
	type LookupSource,
	type NameSources,
} from '../../lists';
import { recordOf } from '../../records';
import { inBreaths } from '../breath';
import { namesAsked, type Asked, type Naming, type NamingRun } from './asked';
import { isInType, KnownLists, type SearchedNames } from './known';
import { scopesOf } from './scope';

export type { SearchedNames } from './known';

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
	const known = new Map<ResourceId, readonly CustomField[]>();
	let asked = await askedByAll(operation, run.items, (resource) => {
		known.set(resource, []);
		return undefined;
	});
	if (asked.length === 0 && known.size === 0) return run.items;
	const fieldsOf = (resource: ResourceId) => known.get(resource) ?? [];
	if (known.size > 0) {
		for (const resource of known.keys()) {
			const { fields } = await definedFields(sources, recordOf(resource) ?? {});
			known.set(resource, fields);
		}
		// What a field is decides what its values are, so these are only asked for now.
		asked = await askedByAll(operation, run.items, fieldsOf);
	}
	const lists = new KnownLists(run, sources, before);
	await lists.load(asked.filter((each) => !isInType(each)));
	const names = { ...lists.reader(), fieldsOf };
	const items = run.items.map((item): Item => ({ ...item, names }));
	const inTypes = asked.filter(isInType);
	const concerned = new Set(inTypes.map(({ item }) => item.index));
	const scopes = await scopesOf(
		run,
		items.filter(({ index }) => concerned.has(index)),
	);
	await lists.load(inTypes, ({ item }) => scopes.get(item.index) ?? {});
	return items.map((item) => {
		const scope = scopes.get(item.index);
		return scope ? { ...item, names: { ...names, ...lists.reader(scope) } } : item;
	});
}

async function askedByAll(...[operation, items, fieldsOf]: Parameters<typeof namesAsked>) {
	const asked: Asked[] = [];
	for await (const some of inBreaths(items)) asked.push(...namesAsked(operation, some, fieldsOf));
	return asked;
}

/**
 * @param settings opens version 1, when a list is only there.
 * @param sourceFor remembers what was read; when absent, each list once a run: what the dropdowns remember is no
 * use here, since a run would write by names as they were before the last one changed them.
 */
export function sourcesOf(
	client: Client,
	settings: () => Promise<Client | undefined>,
	sourceFor: (client: Client) => LookupSource = rememberedIn(new PromiseCache(Infinity)),
): NameSources {
	let opened: Promise<LookupSource | undefined> | undefined;
	return {
		own: sourceFor(client),
		settings: async () => await (opened ??= settings().then((v1) => v1 && sourceFor(v1))),
	};
}
