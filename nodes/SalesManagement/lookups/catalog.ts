import type { IDataObject } from 'n8n-workflow';
import { pageIn } from '../api/paging/page';
import type { OperationId, ResourceId } from '../api/routes/routes';
import type { ListRules, ServiceRequest } from '../api/routes/types';
import type { Dropdown } from '../fields';
import { recordOf } from '../records';
import { dropdowns } from '../records/dropdownSources';
import { customsIn, routeOf } from '../records/record';
import { FieldsSeen } from './customFields';
import { named, Names, type NamedEntry } from './namedEntry';
import { recordsOf } from './source';
import type { LookupSource } from './cache';

/** How many full pages of the newest records names are read from. */
const PAGES_READ = 3;

/** Which records of a resource are read. */
export interface CatalogScope {
	/** Only deals of this type (v2 §4.6). */
	readonly dealType?: number;
	/** The list of one definition, of custom objects. */
	readonly objects?: ServiceRequest;
	/** No more than a page, where n8n waits for it to open a form. */
	readonly onePage?: boolean;
}

/** The lists whose names occur in the records of a resource. */
const listsIn = (resource: ResourceId) =>
	Object.values<Dropdown>(dropdowns).flatMap(({ method, names }) =>
		'records' in names && names.records.of.includes(resource) ? [{ method, names }] : [],
	);

/**
 * The names and custom fields in the newest records of a resource, gathered in one pass: the
 * records themselves are not kept.
 * @returns the names of each list, by its method, and the fields.
 */
export async function catalogOf(
	source: LookupSource,
	resource: ResourceId,
	{ dealType, objects, onePage = false }: CatalogScope,
) {
	const described = recordOf(resource);
	const operation = described && routeOf(described, 'getMany');
	if (!operation) return { lists: new Map<string, NamedEntry[]>(), fields: [] };
	// Whoever they belong to.
	const all = Object.fromEntries(described.listedWithin.map(({ key }) => [key, 'all']));
	const request = { operation, path: objects?.path ?? all, query: { dealTypeId: dealType } };
	const pages = onePage ? 1 : PAGES_READ;
	return await source.cached(`names in ${pages} of ${JSON.stringify(request)}`, async () => {
		const lists = listsIn(resource).map(({ method, names: { records, ofDealType } }) => ({
			method,
			ofDealType,
			names: new Names(records),
		}));
		const seen = new FieldsSeen();
		const { list } = source.client.route(operation);
		for await (const record of recordsOf(source, request, pages * (list?.pageSize ?? 0))) {
			const dealTypeOf = named(record.dealType);
			for (const { names, ofDealType } of lists) {
				names.add(record, ofDealType ? dealTypeOf : undefined);
			}
			seen.add(customsIn(record, described));
		}
		return {
			lists: new Map(lists.map(({ method, names }) => [method, names.entries])),
			fields: seen.fields,
		};
	});
}

/** The domain settings are one answer, of which the deal types are read. */
const SETTINGS: ListRules = {
	style: 'whole',
	plural: 'dealTypes',
	pageSize: Infinity,
	takesLimit: false,
	pagingIn: 'query',
};

/** The deal types of v1's domain settings, with everything that belongs to each (v1 §2.1). */
export const dealTypesOf = async (source: LookupSource): Promise<IDataObject[]> =>
	await source.cached('domain settings', async () => {
		const request = { operation: 'domainSetting.get' } as const;
		const { client } = source;
		const listing = { client, request, rules: SETTINGS, options: {} };
		return pageIn(listing, await client.send(request)).records;
	});

/** A whole list, however many pages it has. */
export const allRecords = async (
	source: LookupSource,
	operation: OperationId,
	query: Readonly<Record<string, number | undefined>> = {},
): Promise<IDataObject[]> =>
	await source.cached(`all of ${operation} ${JSON.stringify(query)}`, async () => {
		const records: IDataObject[] = [];
		for await (const record of recordsOf(source, { operation, query })) records.push(record);
		return records;
	});

/** All users, roles or groups; a user goes by the email address as well. */
export async function listedNames(
	source: LookupSource,
	operation: OperationId,
	query: Readonly<Record<string, number>> = {},
): Promise<NamedEntry[]> {
	const names = new Names({ at: '', also: 'email' });
	for (const record of await allRecords(source, operation, query)) names.add(record);
	return names.entries;
}
