import type { ILoadOptionsFunctions, INodePropertyOptions } from 'n8n-workflow';
import { UsageError } from '../api/errors/errors';
import type { ServiceRequest } from '../api/types';
import type { CustomField, CustomFieldRef, CustomFields } from '../fields';
import { recordOf } from '../records';
import type { RecordDescription } from '../records/record';
import { distinctBy } from '../values';
import { sourcesIn, type NameSources } from './directory';
import { allRecords, catalogOf, dealTypesOf, ONE_PAGE } from './catalog';
import { fromDefinition } from './customFields';
import { isFilterable, objectFields, OBJECTS_PER_PAGE, objectsRequest } from './customObjects';
import { objectsAt } from './namedEntry';
import { chosenDealType } from './scope';
import { hasCredential, recordSource, settingsSource } from './source';

/** What decides which custom fields are meant. */
export interface FieldScope {
	/** The only deal type whose fields are wanted. */
	readonly dealType?: number;
	/** The list of the objects whose fields are wanted, for custom objects. */
	readonly objects?: ServiceRequest;
}

/** The custom fields of a record, as far as they are known. */
export interface FieldList {
	/** A field that several deal types have occurs once for each. */
	readonly fields: readonly CustomField[];
	/** Whether these are all; else those that the newest records show. */
	readonly isComplete: boolean;
}

type Described = Pick<RecordDescription, 'customs'> & Partial<Pick<RecordDescription, 'id'>>;

/**
 * The custom fields of a record: their definitions where there is a v1 key, else what the newest
 * records show of them; of several kinds that share their custom fields those of its own, or the first.
 * Empty for a record without custom fields of its own.
 * @throws ServiceError from the lists they are read from.
 */
export async function definedFields(
	{ own, settings, most }: NameSources,
	{ id, customs }: Described,
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
		const chosen = all.filter((each) => dealType === undefined || each.id === dealType);
		const items = chosen.flatMap((each) => objectsAt(each, 'dealCustomItems'));
		return { fields: items.flatMap(fromDefinition), isComplete: true };
	}
	const [kind] = records.filter((each) => each === id).concat(records);
	const fields = kind ? (await catalogOf(own, kind, dealType, most)).fields : [];
	return { fields, isComplete: false };
}

/** The same, each once, and also those of custom objects. */
export async function customFieldsIn(
	sources: NameSources,
	record: Described,
	{ objects, dealType }: FieldScope,
): Promise<CustomField[]> {
	if (objects) return await objectFields(sources.own, objects, sources.most);
	const { fields } = await definedFields(sources, record, dealType);
	return distinctBy(fields, ({ key }) => key);
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

/** Whether each deal type has custom fields of its own. */
const isByDealType = ({ property, definitions }: CustomFields): boolean =>
	property !== undefined && definitions === undefined;

/**
 * The custom fields of a record that the form is about, of the chosen definition, from what n8n waits
 * for when it opens a form: one page.
 * @param isOfOneType whether only those of the chosen deal type are wanted.
 */
export async function customFieldsOf(
	context: ILoadOptionsFunctions,
	record: Described,
	isOfOneType = true,
): Promise<CustomField[]> {
	const { customs } = record;
	if (!customs || !hasCredential(context)) return [];
	const sources = await sourcesIn(context);
	if (customs.property === undefined) {
		return await objectFields(sources.own, objectsRequest(context), OBJECTS_PER_PAGE);
	}
	const onePage = { ...sources, most: ONE_PAGE };
	const byType = isOfOneType && isByDealType(customs);
	const dealType = byType ? await chosenDealType(context, onePage) : undefined;
	return await customFieldsIn(onePage, record, { dealType });
}

/** The item keys that the list of custom objects can be filtered by (v2 §4.11). */
export async function filterFields(
	context: ILoadOptionsFunctions,
): Promise<INodePropertyOptions[]> {
	const fields = await objectFields(
		await recordSource(context),
		objectsRequest(context),
		OBJECTS_PER_PAGE,
	);
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
