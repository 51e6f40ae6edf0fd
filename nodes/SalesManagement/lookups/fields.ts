import type {
	ILoadOptionsFunctions,
	INodePropertyOptions,
	ResourceMapperFields,
} from 'n8n-workflow';
import { UsageError } from '../api/errors';
import type { ResourceId } from '../api/routes';
import type { ServiceRequest } from '../api/types';
import type { Column } from '../fields';
import type { RecordDescription } from '../records/record';
import { distinctBy } from '../values';
import { allRecords, catalogOf, dealTypesOf } from './catalog';
import { fromDefinition, isWritable, toColumn, type CustomField } from './customFields';
import {
	isFilterable,
	objectFields,
	OBJECTS_PER_PAGE,
	objectsRequest,
	withoutFields,
} from './customObjects';
import type { NameSources } from './directory';
import { objectsAt } from './names';
import { completeOptions } from './options';
import { chosenDealType } from './parameters';
import { recordSource, settingsSource } from './source';

/** What decides which custom fields are meant, and how much is read to find them. */
export interface FieldScope {
	/** The only deal type whose fields are wanted. */
	readonly dealType?: number;
	/** The list of the objects whose fields are wanted, for custom objects. */
	readonly objects?: ServiceRequest;
	/** The records read where no definition can be; the usual ones when absent. */
	readonly within?: { readonly records: readonly ResourceId[]; readonly most: number };
}

/**
 * The custom fields of a record: their definitions where the credential has a v1 key, else what the
 * newest records show of them. Empty for a record without custom fields.
 * @throws ServiceError from the lists they are read from.
 */
export async function customFieldsIn(
	sources: NameSources,
	{ customs }: Pick<RecordDescription, 'customs'>,
	{ dealType, objects, within }: FieldScope,
): Promise<CustomField[]> {
	if (!customs) return [];
	if (customs.property === undefined) {
		return objects ? await objectFields(sources.own, objects, within?.most) : [];
	}
	const { definitions, records } = customs;
	const settings = await sources.settings();
	if (settings && definitions !== undefined) {
		return (await allRecords(settings, definitions)).flatMap(fromDefinition);
	}
	if (settings) {
		const all = await dealTypesOf(settings);
		const chosen = all.filter(({ id }) => dealType === undefined || id === dealType);
		const items = chosen.flatMap((each) => objectsAt(each, 'dealCustomItems'));
		return distinctBy(items.flatMap(fromDefinition), ({ key }) => key);
	}
	const catalogs = await Promise.all(
		(within?.records ?? records).map(
			async (resource) => await catalogOf(sources.own, resource, dealType, within?.most),
		),
	);
	const seen = catalogs.flatMap(({ fields }) => fields);
	return distinctBy(seen, ({ key }) => key);
}

const sourcesIn = async (context: ILoadOptionsFunctions): Promise<NameSources> => ({
	own: await recordSource(context),
	settings: async () => await settingsSource(context),
});

/** The custom fields of a record that the form is about: of the chosen deal type or definition. */
export async function customFieldsOf(
	context: ILoadOptionsFunctions,
	record: Pick<RecordDescription, 'customs'>,
): Promise<CustomField[]> {
	const { customs } = record;
	if (!customs) return [];
	const sources = await sourcesIn(context);
	if (customs.property === undefined) {
		return await customFieldsIn(sources, record, { objects: objectsRequest(context) });
	}
	const ofDealType = customs.definitions === undefined;
	const dealType = ofDealType ? await chosenDealType(context, sources.own) : undefined;
	return await customFieldsIn(sources, record, { dealType });
}

/** Custom fields as columns of a mapper; those that the service calculates are left out. */
async function toColumns(
	{ own }: Pick<NameSources, 'own'>,
	all: readonly CustomField[],
): Promise<Column[]> {
	const fields = all.filter(isWritable);
	const users = fields.some(({ itemType }) => itemType === 'user')
		? await completeOptions(own, 'user.getMany')
		: [];
	return fields.map((each) => toColumn(each, users));
}

/** The columns of a record's custom fields. */
export const customColumnsIn = async (
	sources: NameSources,
	record: RecordDescription,
	scope: FieldScope,
): Promise<Column[]> => await toColumns(sources, await customFieldsIn(sources, record, scope));

/** How much the editor waits for when it opens a mapper of all fields: one page, and the users. */
const ONE_PAGE = 1000;

/** The columns of a record's custom fields, in the editor, from at most two requests. */
export async function quickCustomColumns(
	context: ILoadOptionsFunctions,
	record: RecordDescription,
): Promise<Column[]> {
	const { customs } = record;
	if (!customs) return [];
	const isOfObjects = customs.property === undefined;
	return await customColumnsIn(await sourcesIn(context), record, {
		...(isOfObjects ? { objects: objectsRequest(context) } : {}),
		within: { records: [record.id], most: isOfObjects ? OBJECTS_PER_PAGE : ONE_PAGE },
	});
}

/**
 * What has to change in the form is said where the columns would be: of an error n8n shows no text there.
 */
export const asNotice = async (
	columns: () => Promise<ResourceMapperFields>,
): Promise<ResourceMapperFields> =>
	await columns().catch((error: unknown) => {
		if (!(error instanceof UsageError)) throw error;
		return { fields: [], emptyFieldsNotice: error.message };
	});

/** The columns of a record's custom fields, as the mapper of these alone asks for them. */
export const columnsOf =
	(record: RecordDescription) =>
	async (context: ILoadOptionsFunctions): Promise<ResourceMapperFields> =>
		await asNotice(async () => ({
			fields: await toColumns(
				{ own: await recordSource(context) },
				await customFieldsOf(context, record),
			),
			emptyFieldsNotice: await emptyNotice(context, record),
		}));

async function emptyNotice(
	context: ILoadOptionsFunctions,
	{ customs }: RecordDescription,
): Promise<string> {
	if (customs?.property === undefined) {
		return withoutFields(context);
	}
	return (await settingsSource(context))
		? `There are no custom fields for ${customs.called}.`
		: `The newest ${customs.called} have no custom fields. Enter a V1 API Key and V1 Base URL in the credential to read their definitions.`;
}

/** The item keys that the list of custom objects can be filtered by (v2 §4.11). */
export async function filterFields(
	context: ILoadOptionsFunctions,
): Promise<INodePropertyOptions[]> {
	const fields = await objectFields(await recordSource(context), objectsRequest(context));
	return fields.filter(isFilterable).map(({ key }) => ({ name: key, value: key }));
}

/** The item keys of the custom fields of actions, whose settings only v1 serves (v1 §4). */
export async function actionFieldKeys(
	context: ILoadOptionsFunctions,
): Promise<INodePropertyOptions[]> {
	const settings = await settingsSource(context);
	if (!settings) {
		throw new UsageError('Enter a V1 API Key and V1 Base URL in the credential to see the fields.');
	}
	const fields = (await allRecords(settings, 'actionField.getMany')).flatMap(fromDefinition);
	return fields.map(({ key, name }) => ({ name, value: key, description: key }));
}
