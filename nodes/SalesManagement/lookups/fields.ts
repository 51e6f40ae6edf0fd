import type {
	ILoadOptionsFunctions,
	INodePropertyOptions,
	ResourceMapperFields,
} from 'n8n-workflow';
import { UsageError } from '../api/errors';
import type { RecordDescription } from '../records/record';
import { distinctBy } from '../values';
import { allRecords, catalogOf, dealTypesOf } from './catalog';
import { fromDefinition, isWritable, toColumn, type CustomField } from './customFields';
import { isFilterable, objectFields, withoutFields } from './customObjects';
import { objectsAt } from './names';
import { completeOptions } from './options';
import { chosenDealType } from './parameters';
import { recordSource, settingsSource } from './source';

/**
 * The custom fields of a record: their definitions where the credential has a v1 key, else what the
 * newest records show of them. Empty for a record without custom fields.
 * @throws ServiceError from the lists they are read from.
 */
export async function customFieldsOf(
	context: ILoadOptionsFunctions,
	{ customs }: Pick<RecordDescription, 'customs'>,
): Promise<CustomField[]> {
	if (!customs) return [];
	const source = await recordSource(context);
	if (customs.property === undefined) return await objectFields(context, source);
	const { definitions, records } = customs;
	const ofDealType = definitions === undefined;
	const dealType = ofDealType ? await chosenDealType(context, source) : undefined;
	const settings = await settingsSource(context);
	if (settings && !ofDealType) {
		return (await allRecords(settings, definitions)).flatMap(fromDefinition);
	}
	if (settings) {
		const all = await dealTypesOf(settings);
		const chosen = all.filter(({ id }) => dealType === undefined || id === dealType);
		const items = chosen.flatMap((each) => objectsAt(each, 'dealCustomItems'));
		return distinctBy(items.flatMap(fromDefinition), ({ key }) => key);
	}
	const catalogs = await Promise.all(
		records.map(async (resource) => await catalogOf(source, resource, dealType)),
	);
	const seen = catalogs.flatMap(({ fields }) => fields);
	return distinctBy(seen, ({ key }) => key);
}

/**
 * The columns of a record's custom fields; those that the service calculates are left out. What has to
 * change in the form is said where the columns would be: of an error n8n shows no text there.
 */
export const columnsOf =
	(record: RecordDescription) =>
	async (context: ILoadOptionsFunctions): Promise<ResourceMapperFields> =>
		await writableColumns(context, record).catch((error: unknown) => {
			if (!(error instanceof UsageError)) throw error;
			return { fields: [], emptyFieldsNotice: error.message };
		});

async function writableColumns(
	context: ILoadOptionsFunctions,
	record: RecordDescription,
): Promise<ResourceMapperFields> {
	const fields = (await customFieldsOf(context, record)).filter(isWritable);
	const users = fields.some(({ itemType }) => itemType === 'user')
		? await completeOptions(await recordSource(context), 'user.getMany')
		: [];
	return {
		fields: fields.map((each) => toColumn(each, users)),
		emptyFieldsNotice: await emptyNotice(context, record),
	};
}

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
	const fields = await objectFields(context, await recordSource(context));
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
