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
/** How many where n8n waits for them to open a form: one page. */
export const ONE_PAGE = 1000;

/** The names and custom fields that occur in the newest records of one resource. */
export interface Catalog {
	/** The names of each list, by its method. */
	readonly lists: ReadonlyMap<string, NamedEntry[]>;
	readonly fields: readonly CustomField[];
	/** Those of the deals of each type. */
	readonly fieldsOfType: ReadonlyMap<number, readonly CustomField[]>;
	/** Whether these are all records, not only the newest. */
	readonly isWhole: boolean;
}

const isScattered = (names: Dropdown['names']): names is ScatteredNames => 'records' in names;

/** The lists whose names occur in the records of a resource. */
const listsIn = (resource: ResourceId) =>
	Object.values<Dropdown>(dropdowns).flatMap(({ method, names }) =>
		isScattered(names) && names.records.of.includes(resource) ? [{ method, names }] : [],
	);

/** The list of all records of a resource, whoever they belong to. */
function wholeListOf(resource: ResourceId) {
	const record = recordOf(resource);
	const operation = record && routeOf(record, 'getMany');
	if (!operation) return undefined;
	const path = Object.fromEntries(record.listedWithin.map(({ key }) => [key, 'all']));
	return { record, request: { operation, path } };
}

/**
 * The names and custom fields in the newest records of a resource, gathered in one pass: the
 * records themselves are not kept.
 * @param dealType reads only deals of this type (v2 §4.6).
 * @param most how many records are read.
 */
export const catalogOf = async (
	source: LookupSource,
	resource: ResourceId,
	dealType?: number,
	most = RECORDS_READ,
): Promise<Catalog> =>
	await source.cached(`names in ${most} of ${resource} ${dealType ?? ''}`, async () => {
		const lists = listsIn(resource).map(({ method, names: { records, ofDealType } }) => ({
			method,
			ofDealType,
			names: new Names(records),
		}));
		const seen = new FieldsSeen();
		const seenOfType = new Map<number, FieldsSeen>();
		let read = 0;
		const list = wholeListOf(resource);
		const request = list && { ...list.request, query: { dealTypeId: dealType } };
		for await (const record of request ? recordsOf(source, request, most) : []) {
			const dealTypeOf = named(record.dealType);
			for (const { names, ofDealType } of lists) {
				names.add(record, ofDealType ? dealTypeOf : undefined);
			}
			read++;
			if (!list) continue;
			const customs = record[customsProperty(list.record)];
			seen.add(customs);
			if (!dealTypeOf) continue;
			const ofType = seenOfType.get(dealTypeOf.id) ?? new FieldsSeen();
			ofType.add(customs);
			seenOfType.set(dealTypeOf.id, ofType);
		}
		return {
			lists: new Map(lists.map(({ method, names }) => [method, names.entries])),
			fields: seen.fields,
			fieldsOfType: new Map([...seenOfType].map(([id, { fields }]) => [id, fields])),
			isWhole: read < most,
		};
	});

/**
 * The same for a list that somebody opened, after others of the form: where all deals can be read,
 * those of every type are read once for all lists, the list of types included.
 */
export async function sharedCatalogOf(
	source: LookupSource,
	resource: ResourceId,
	dealType?: number,
): Promise<Catalog> {
	const all = await catalogOf(source, resource);
	if (dealType === undefined) return all;
	if (!all.isWhole) return await catalogOf(source, resource, dealType);
	return { ...all, fields: all.fieldsOfType.get(dealType) ?? [] };
}

/**
 * The same for what n8n loads when it opens a form: one page. Where the deals of all types were read
 * to find a type by its name, these do for its fields.
 */
export function onePageCatalog(): typeof catalogOf {
	let ofAllTypes: Promise<Catalog> | undefined;
	return async (source, resource, dealType) => {
		const read = async (type?: number) => await catalogOf(source, resource, type, ONE_PAGE);
		if (resource !== 'deal') return await read();
		if (dealType === undefined) return await (ofAllTypes ??= read());
		if (!ofAllTypes) return await read(dealType);
		const all = await ofAllTypes;
		return { ...all, fields: all.fieldsOfType.get(dealType) ?? [] };
	};
}

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
