import type { IDataObject } from 'n8n-workflow';
import { FieldsSeen, type CustomField } from './customFields';
import { isObject, named, Names, objectsAt, type Entry } from './names';
import { recordsOf, type Source } from './source';
import { LISTS, RECORDS, type ListName, type NamedList, type RecordKind } from './tables';

/** How many of the newest records names are read from: three full pages. */
export const SAMPLE = 3000;

/** All that the newest records of one kind tell of names and custom fields. */
export interface Catalog {
	readonly lists: Readonly<Partial<Record<ListName, Entry[]>>>;
	readonly fields: readonly CustomField[];
}

/**
 * The names and custom fields in the newest records of a kind, gathered in one pass: the records
 * themselves are not kept.
 * @param dealType reads only deals of this type (v2 §4.6).
 */
export const catalogOf = async (
	source: Source,
	kind: RecordKind,
	dealType?: number,
): Promise<Catalog> =>
	await source.cached(`names in ${kind} ${dealType ?? ''}`, async () => {
		const { customs, ...request } = RECORDS[kind];
		const lists = listsIn(kind).map(([name, { records, ofDealType }]) => ({
			name,
			ofDealType,
			names: new Names(records),
		}));
		const seen = new FieldsSeen();
		const query = { dealTypeId: dealType };
		for await (const record of recordsOf(source, { ...request, query }, SAMPLE)) {
			const dealTypeOf = named(record.dealType);
			for (const { names, ofDealType } of lists) {
				names.add(record, ofDealType ? dealTypeOf : undefined);
			}
			seen.add(record[customs]);
		}
		return {
			lists: Object.fromEntries(lists.map(({ name, names }) => [name, names.entries])),
			fields: seen.fields,
		};
	});

const listsIn = (kind: RecordKind) =>
	(Object.entries(LISTS) as Array<[ListName, NamedList]>).filter(([, { records }]) =>
		records.of.includes(kind),
	);

/** The deal types of v1's domain settings, with everything that belongs to each (v1 §2.1). */
export const dealTypesOf = async (source: Source): Promise<IDataObject[]> =>
	await source.cached('domain settings', async () => {
		const { body } = await source.client.send({ operation: 'domainSetting.get' });
		return isObject(body) ? objectsAt(body, 'dealTypes') : [];
	});

/** A whole list, however many pages it has. */
export const wholeList = async (
	source: Source,
	operation: string,
	query: Readonly<Record<string, number | undefined>> = {},
): Promise<IDataObject[]> =>
	await source.cached(`all of ${operation} ${JSON.stringify(query)}`, async () => {
		const records: IDataObject[] = [];
		for await (const record of recordsOf(source, { operation, query })) records.push(record);
		return records;
	});
