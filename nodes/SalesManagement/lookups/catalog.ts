import type { IDataObject } from 'n8n-workflow';
import { pageIn } from '../api/paging/page';
import { pages } from '../api/paging/pages';
import type { ListRules, OperationId, ResourceId, ServiceRequest } from '../api/routes';
import type { Dropdown } from '../fields';
import { customsIn, dropdowns, recordOf, routeOf, type RecordDescription } from '../records';
import { objectsAt } from '../shared';
import { CustomFieldCollector, fromDefinition } from './customFields';
import { ofDefinition } from './customObjects';
import { idAndName, NameCollector, type NamedEntry } from './namedEntry';
import { readRecords, type LookupSource, type NameSources } from './source';

/** How many full pages of the newest records are read for names. */
const PAGES_READ = 3;

/** The records that are read: they decide which custom fields are found. */
interface CatalogScope {
	/** Only deals of this type (v2 §4.6). */
	readonly dealType?: number;
	/** The list of the custom objects of one definition. */
	readonly objects?: ServiceRequest;
}

/**
 * An empty list of names for each dropdown whose names occur in the records of a resource, by the dropdown's
 * method.
 */
function listsIn(resource: ResourceId) {
	const lists = new Map<string, NameCollector>();
	for (const { method, names } of Object.values<Dropdown>(dropdowns)) {
		if (!('records' in names) || !names.records.of.includes(resource)) continue;
		const dealTypeOf = ({ dealType }: IDataObject) => idAndName(dealType);
		lists.set(method, new NameCollector(names.records, names.ofDealType && dealTypeOf));
	}
	return lists;
}

/**
 * The names and custom fields in the newest records of a resource, collected in one pass that doesn't keep
 * the records.
 * @returns the names of each list, by its method, and the fields.
 */
export async function catalogOf(
	{ own: source, onePage = false }: NameSources,
	resource: ResourceId,
	{ dealType, objects }: CatalogScope,
) {
	const described = recordOf(resource);
	const operation = routeOf(described, 'getMany');
	if (!operation) return { lists: listsIn(resource), fields: [] };
	// Actions can be listed for one owner, or for all.
	const all = Object.fromEntries(described.listParentParams.map(({ key }) => [key, 'all']));
	const query = { dealTypeId: resource === 'deal' ? dealType : undefined };
	const request = { operation, path: objects?.path ?? all, query };
	const count = onePage ? 1 : PAGES_READ;
	return await source.cached(`names in ${count} of ${JSON.stringify(request)}`, async () => {
		const lists = listsIn(resource);
		const seen = new CustomFieldCollector();
		const { pageSize = 0 } = source.client.route(operation).list ?? {};
		for await (const { records } of pages(source.client, request, { limit: count * pageSize })) {
			for (const record of records) {
				for (const names of lists.values()) names.add(record);
				seen.add(customsIn(record, described));
			}
		}
		return { lists, fields: seen.fields };
	});
}

/** The deal types in v1's domain settings, with everything that belongs to each (v1 §2.1). */
export const dealTypesOf = async (source: LookupSource): Promise<IDataObject[]> =>
	await source.cached('domain settings', async () => {
		const request = { operation: 'domainSetting.get' } as const;
		const { client } = source;
		const answer = await client.send(request);
		// The settings are one answer; its deal types are read as a list.
		const rules: ListRules = {
			style: 'whole',
			plural: 'dealTypes',
			pageSize: Infinity,
			takesLimit: false,
			pagingIn: 'query',
		};
		return pageIn({ client, request, rules, options: {} }, answer).records;
	});

/** A whole list, with all its pages. */
export const allRecords = async (
	source: LookupSource,
	operation: OperationId,
	query: ServiceRequest['query'] = {},
): Promise<IDataObject[]> =>
	await source.cached(
		`all of ${operation} ${JSON.stringify(query)}`,
		async () => await readRecords(source.client, { operation, query }),
	);

/** All users, roles or groups; a user can also be found by the email address. */
export async function listedNames(
	source: LookupSource,
	operation: OperationId,
	query?: ServiceRequest['query'],
): Promise<NamedEntry[]> {
	const names = new NameCollector({ at: '', also: 'email' });
	for (const record of await allRecords(source, operation, query)) names.add(record);
	return names.entries;
}

/**
 * Loads the custom fields of a record: with a v1 key their definitions, else what the newest records show. If
 * several kinds of records share their fields, records of its own kind are read, or of the first one. Custom
 * objects have the fields of their definition. A record without custom fields has none.
 * @returns the fields, in which a field of several deal types occurs once for each, and whether they are
 * complete, not only what the newest records show.
 * @throws ServiceError from the lists that are read.
 */
export async function loadCustomFields(
	sources: NameSources,
	{ id, customs, valuesDefinedBy }: Partial<RecordDescription>,
	scope: CatalogScope = {},
) {
	const { dealType, objects } = scope;
	if (objects) {
		const read = async () => await catalogOf(sources, 'customObject', scope);
		return { fields: (await ofDefinition(objects, read)).fields, isComplete: false };
	}
	if (customs?.property === undefined && !valuesDefinedBy) return { fields: [], isComplete: true };
	const { definitions = valuesDefinedBy, records = [] } = customs ?? {};
	const { settings: v1 } = sources;
	if (v1) {
		const items = definitions
			? await allRecords(v1, definitions)
			: (await dealTypesOf(v1))
					.filter(({ id: type }) => dealType === undefined || type === dealType)
					.flatMap((type) => objectsAt(type, 'dealCustomItems'));
		return { fields: items.flatMap(fromDefinition), isComplete: true };
	}
	const [kind] = records.filter((each) => each === id).concat(records);
	const fields = kind ? (await catalogOf(sources, kind, scope)).fields : [];
	return { fields, isComplete: false };
}
