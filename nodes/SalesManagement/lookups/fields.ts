import type {
	ILoadOptionsFunctions,
	INodePropertyOptions,
	ResourceMapperFields,
} from 'n8n-workflow';
import { UsageError } from '../api/errors';
import type { CustomFieldRef } from '../fields';
import { recordOf } from '../records';
import type { RecordDescription } from '../records/record';
import { distinctBy } from '../values';
import { allRecords, catalogOf, dealTypesOf, sharedCatalogOf } from './catalog';
import { fromDefinition, isWritable, toColumn, type CustomField } from './customFields';
import { isFilterable, objectFields } from './customObjects';
import type { NameSources } from './directory';
import { objectsAt } from './names';
import { completeOptions } from './complete';
import { chosenDealType } from './parameters';
import { recordSource, settingsSource } from './source';

/** The custom fields of a record, as far as they are known. */
export interface FieldList {
	/** A field that several deal types have occurs once for each. */
	readonly fields: readonly CustomField[];
	/** Whether these are all; else those that the newest records show. */
	readonly isComplete: boolean;
}

/**
 * The custom fields of a record: their definitions where there is a v1 key, else what the newest
 * records show of them. Empty for a record without custom fields of its own.
 * @throws ServiceError from the lists they are read from.
 */
export async function definedFields(
	{ own, settings, catalog = catalogOf }: NameSources,
	{ customs }: Pick<RecordDescription, 'customs'>,
	dealType?: number,
): Promise<FieldList> {
	if (customs?.property === undefined) return { fields: [], isComplete: true };
	const { definitions, records } = customs;
	const v1 = await settings();
	if (v1 && definitions !== undefined) {
		const all = await allRecords(v1, definitions);
		return { fields: all.flatMap(fromDefinition), isComplete: true };
	}
	if (v1) {
		const all = await dealTypesOf(v1);
		const chosen = all.filter(({ id }) => dealType === undefined || id === dealType);
		const items = chosen.flatMap((each) => objectsAt(each, 'dealCustomItems'));
		return { fields: items.flatMap(fromDefinition), isComplete: true };
	}
	const catalogs = await Promise.all(
		records.map(async (resource) => await catalog(own, resource, dealType)),
	);
	return { fields: catalogs.flatMap(({ fields }) => fields), isComplete: false };
}

/** The options of one custom field, each once. */
export async function optionsOf(
	sources: NameSources,
	{ resource, key }: CustomFieldRef,
): Promise<{ options: INodePropertyOptions[]; isComplete: boolean }> {
	const record = recordOf(resource);
	const { fields, isComplete } = await definedFields(sources, record ?? {});
	const options = fields.filter((each) => each.key === key).flatMap((each) => each.options);
	return { options: distinctBy(options, ({ value }) => value), isComplete };
}

/** The custom fields that the form is about, each once. */
export async function customFieldsOf(
	context: ILoadOptionsFunctions,
	record: Pick<RecordDescription, 'customs'>,
): Promise<CustomField[]> {
	const { customs } = record;
	if (!customs) return [];
	const own = await recordSource(context);
	if (customs.property === undefined) return await objectFields(context, own);
	const dealType =
		customs.definitions === undefined ? await chosenDealType(context, own) : undefined;
	const settings = async () => await settingsSource(context);
	const { fields } = await definedFields(
		{ own, settings, catalog: sharedCatalogOf },
		record,
		dealType,
	);
	return distinctBy(fields, ({ key }) => key);
}

/** The columns of a record's custom fields; those that the service calculates are left out. */
export const columnsOf =
	(record: RecordDescription) =>
	async (context: ILoadOptionsFunctions): Promise<ResourceMapperFields> => {
		const fields = (await customFieldsOf(context, record)).filter(isWritable);
		const users = fields.some(({ itemType }) => itemType === 'user')
			? await completeOptions(await recordSource(context), 'user.getMany')
			: [];
		return {
			fields: fields.map((each) => toColumn(each, users)),
			emptyFieldsNotice: await emptyNotice(context, record),
		};
	};

async function emptyNotice(
	context: ILoadOptionsFunctions,
	{ customs }: RecordDescription,
): Promise<string> {
	if (customs?.property === undefined) {
		return 'The service names the fields of custom objects only in the objects themselves, and this definition has no objects yet. Give the values as an object by item key in an expression.';
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
