import type { IDataObject } from 'n8n-workflow';
import { pageIn } from '../api/paging/page';
import { pages } from '../api/paging/pages';
import type { OperationId, ResourceId } from '../api/routes/routes';
import type { ListRules, ServiceRequest } from '../api/routes/types';
import type { Dropdown } from '../fields';
import { recordOf } from '../records';
import { dropdowns } from '../records/dropdownSources';
import { customsIn, routeOf, type RecordDescription } from '../records/record';
import { objectsAt } from '../shared';
import { FieldsSeen, fromDefinition } from './customFields';
import { ofDefinition } from './customObjects';
import { named, Names, type NamedEntry } from './namedEntry';
import { recordsOf, type LookupSource, type NameSources } from './source';

/** How many full pages of the newest records names are read from. */
const PAGES_READ = 3;

/** Which records of a resource are read: they decide which custom fields are meant. */
interface CatalogScope {
	/** Only deals of this type (v2 §4.6). */
	readonly dealType?: number;
	/** The list of one definition, of custom objects. */
	readonly objects?: ServiceRequest;
}

const dealTypeOf = ({ dealType }: IDataObject) => named(dealType);

/** The lists whose names occur in the records of a resource, by their methods; no names yet. */
const listsIn = (resource: ResourceId) =>
	new Map(
		Object.values<Dropdown>(dropdowns).flatMap(({ method, names }) =>
			'records' in names && names.records.of.includes(resource)
				? [[method, new Names(names.records, names.ofDealType && dealTypeOf)] as const]
				: [],
		),
	);

/**
 * The names and custom fields in the newest records of a resource, gathered in one pass: the
 * records themselves are not kept.
 * @returns the names of each list, by its method, and the fields.
 */
export async function catalogOf(
	{ own: source, onePage = false }: NameSources,
	resource: ResourceId,
	{ dealType, objects }: CatalogScope,
) {
	const described = recordOf(resource);
	const operation = described && routeOf(described, 'getMany');
	if (!operation) return { lists: listsIn(resource), fields: [] };
	// Actions are listed of one owner, or of all.
	const all = Object.fromEntries(described.listedWithin.map(({ key }) => [key, 'all']));
	const query = { dealTypeId: resource === 'deal' ? dealType : undefined };
	const request = { operation, path: objects?.path ?? all, query };
	const count = onePage ? 1 : PAGES_READ;
	return await source.cached(`names in ${count} of ${JSON.stringify(request)}`, async () => {
		const lists = listsIn(resource);
		const seen = new FieldsSeen();
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

/** The deal types of v1's domain settings, with everything that belongs to each (v1 §2.1). */
export const dealTypesOf = async (source: LookupSource): Promise<IDataObject[]> =>
	await source.cached('domain settings', async () => {
		const request = { operation: 'domainSetting.get' } as const;
		const { client } = source;
		const answer = await client.send(request);
		// The settings are one answer, of which the deal types are read as a list.
		const rules: ListRules = {
			style: 'whole',
			plural: 'dealTypes',
			pageSize: Infinity,
			takesLimit: false,
			pagingIn: 'query',
		};
		return pageIn({ client, request, rules, options: {} }, answer).records;
	});

/** A whole list, however many pages it has. */
export const allRecords = async (
	source: LookupSource,
	operation: OperationId,
	query: ServiceRequest['query'] = {},
): Promise<IDataObject[]> =>
	await source.cached(
		`all of ${operation} ${JSON.stringify(query)}`,
		async () => await recordsOf(source.client, { operation, query }),
	);

/** All users, roles or groups; a user goes by the email address as well. */
export async function listedNames(
	source: LookupSource,
	operation: OperationId,
	query?: ServiceRequest['query'],
): Promise<NamedEntry[]> {
	const names = new Names({ at: '', also: 'email' });
	for (const record of await allRecords(source, operation, query)) names.add(record);
	return names.entries;
}

/**
 * The custom fields of a record: their definitions where there is a v1 key, else what the newest
 * records show of them; of several kinds that share their custom fields those of its own, or the first.
 * Custom objects have those of their definition. A record without custom fields of its own has none.
 * @returns the fields, of which one that several deal types have occurs once for each, and whether these are
 * all, else those that the newest records show.
 * @throws ServiceError from the lists they are read from.
 */
export async function definedFields(
	sources: NameSources,
	{
		id,
		customs,
		valuesDefinedBy,
	}: Partial<Pick<RecordDescription, 'id' | 'customs' | 'valuesDefinedBy'>>,
	scope: CatalogScope = {},
) {
	const { dealType, objects } = scope;
	if (objects) {
		const read = async () => await catalogOf(sources, 'customObject', scope);
		return { fields: (await ofDefinition(objects, read)).fields, isComplete: false };
	}
	if (customs?.property === undefined && !valuesDefinedBy) return { fields: [], isComplete: true };
	const { definitions = valuesDefinedBy, records = [] } = customs ?? {};
	const v1 = await sources.settings();
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
