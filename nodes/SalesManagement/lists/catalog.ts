import type { IDataObject } from 'n8n-workflow';
import { reportedError } from '../api/errors/errorBody';
import { ServiceError } from '../api/errors/errors';
import type { OperationId, ResourceId } from '../api/routes/routes';
import type { CustomField, Dropdown, ScatteredNames } from '../fields';
import { recordOf } from '../records';
import { dropdowns } from '../records/lookups';
import { customsProperty, routeOf } from '../records/record';
import { isObject } from '../values';
import { FieldsSeen } from './customFields';
import { named, Names, objectsAt, type NamedEntry } from './namedEntry';
import { recordsOf, type LookupSource } from './source';

/** How many of the newest records names are read from: three full pages. */
export const RECORDS_READ = 3000;
/** How many where n8n waits for them to open a form. */
const ONE_PAGE = 1000;

/** The names and custom fields that occur in the newest records of one resource. */
export interface Catalog {
	/** The names of each list, by its method. */
	readonly lists: ReadonlyMap<string, NamedEntry[]>;
	readonly fields: readonly CustomField[];
}

const isScattered = (names: Dropdown['names']): names is ScatteredNames => 'records' in names;

/** The lists whose names occur in the records of a resource. */
const listsIn = (resource: ResourceId) =>
	Object.values<Dropdown>(dropdowns).flatMap(({ method, names }) =>
		isScattered(names) && names.records.of.includes(resource) ? [{ method, names }] : [],
	);

/**
 * The names and custom fields in the newest records of a resource, gathered in one pass: the
 * records themselves are not kept.
 * @param dealType reads only deals of this type (v2 §4.6).
 * @param onePage reads no more than a page.
 */
export const catalogOf = async (
	source: LookupSource,
	resource: ResourceId,
	dealType?: number,
	onePage = false,
): Promise<Catalog> => {
	const most = onePage ? ONE_PAGE : RECORDS_READ;
	return await source.cached(`names in ${most} of ${resource} ${dealType ?? ''}`, async () => {
		const lists = listsIn(resource).map(({ method, names: { records, ofDealType } }) => ({
			method,
			ofDealType,
			names: new Names(records),
		}));
		const seen = new FieldsSeen();
		const described = recordOf(resource);
		const operation = described && routeOf(described, 'getMany');
		if (!operation) return { lists: new Map(), fields: [] };
		// Whoever they belong to.
		const path = Object.fromEntries(described.listedWithin.map(({ key }) => [key, 'all']));
		const request = { operation, path, query: { dealTypeId: dealType } };
		for await (const record of recordsOf(source, request, most)) {
			const dealTypeOf = named(record.dealType);
			for (const { names, ofDealType } of lists) {
				names.add(record, ofDealType ? dealTypeOf : undefined);
			}
			seen.add(record[customsProperty(described)]);
		}
		return {
			lists: new Map(lists.map(({ method, names }) => [method, names.entries])),
			fields: seen.fields,
		};
	});
};

/** The deal types of v1's domain settings, with everything that belongs to each (v1 §2.1). */
export const dealTypesOf = async (source: LookupSource): Promise<IDataObject[]> =>
	await source.cached('domain settings', async () => {
		const operation = 'domainSetting.get';
		const { body } = await source.client.send({ operation });
		const error = reportedError(body);
		if (!error && isObject(body) && Array.isArray(body.dealTypes)) {
			return objectsAt(body, 'dealTypes');
		}
		throw new ServiceError({
			operation,
			outcome: 'unknown',
			serviceMessage:
				error?.message ?? error?.details[0] ?? 'The response does not hold the domain settings',
			advice: 'the service reported success, but sent this in their place, so try again later',
		});
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
