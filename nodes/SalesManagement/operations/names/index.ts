/**
 * Names are as good as IDs. Before an operation begins, the names that its items give are looked up,
 * each distinct one once; the fields then read them as they read IDs.
 */
import type { ResourceId } from '../../api/routes/routes';
import type { Client } from '../../api/types';
import type { CustomField, Item } from '../../fields';
import { definedFields, type LookupSource, type NameSources } from '../../lists';
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
	const { asked, fieldsOf } = await askedBy(run, operation, sources);
	if (asked.length === 0 && !fieldsOf) return run.items;
	const lists = new KnownLists(run, sources, before);
	await lists.load(asked.filter((each) => !isInType(each)));
	const names = { ...lists.reader(), ...(fieldsOf && { fieldsOf }) };
	const items = run.items.map((item): Item => ({ ...item, names }));
	const inTypes = asked.filter(isInType);
	if (inTypes.length === 0) return items;
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

/** The names that are asked for, and the custom fields by whose names a search condition goes. */
async function askedBy(run: NamingRun, operation: Naming, sources: NameSources) {
	const resources = new Set<ResourceId>();
	const asked = await askedByAll(operation, run.items, (resource) => {
		resources.add(resource);
		return undefined;
	});
	if (resources.size === 0) return { asked };
	const known = new Map<ResourceId, readonly CustomField[]>();
	for (const resource of resources) {
		const { fields } = await definedFields(sources, recordOf(resource) ?? {});
		known.set(resource, fields);
	}
	const fieldsOf = (resource: ResourceId) => known.get(resource) ?? [];
	// What a field is decides what its values are, so these are only asked for now.
	return { asked: await askedByAll(operation, run.items, fieldsOf), fieldsOf };
}

async function askedByAll(...[operation, items, fieldsOf]: Parameters<typeof namesAsked>) {
	const asked: Asked[] = [];
	for await (const some of inBreaths(items)) asked.push(...namesAsked(operation, some, fieldsOf));
	return asked;
}

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

/**
 * @param settings opens version 1, when a list is only there.
 * @param sourceFor remembers what was read; within this run when absent.
 */
export function sourcesOf(
	client: Client,
	settings: () => Promise<Client | undefined>,
	sourceFor: (client: Client) => LookupSource = askedOnce,
): NameSources {
	let opened: Promise<LookupSource | undefined> | undefined;
	return {
		own: sourceFor(client),
		settings: async () => await (opened ??= settings().then((v1) => v1 && sourceFor(v1))),
	};
}
