import type { ILoadOptionsFunctions, INodePropertyOptions } from 'n8n-workflow';
import { UsageError } from '../api/errors/errors';
import type { CustomField } from '../fields';
import type { RecordDescription } from '../records/record';
import { customObject } from '../records/customObject';
import { distinctBy } from '../values';
import { sourcesIn, type NameSources } from './directory';
import { allRecords, catalogOf, dealTypesOf, type CatalogScope } from './catalog';
import { fromDefinition } from './customFields';
import { isFilterable, objectsRequest, ofDefinition } from './customObjects';
import { objectsAt } from './namedEntry';
import { chosenDealType } from './scope';
import { hasCredential, settingsSource } from './source';

/** What decides which custom fields are meant: a deal type, or a definition of custom objects. */
type FieldScope = Pick<CatalogScope, 'dealType' | 'objects'>;

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
 * Of custom objects those of a definition; empty for a record without custom fields of its own.
 * @throws ServiceError from the lists they are read from.
 */
export async function definedFields(
	{ own, settings, onePage }: NameSources,
	{ id, customs }: Described,
	{ objects, dealType }: FieldScope = {},
): Promise<FieldList> {
	if (objects) {
		const read = async () => await catalogOf(own, 'customObject', { objects, onePage });
		return { fields: (await ofDefinition(objects, read)).fields, isComplete: false };
	}
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
	const fields = kind ? (await catalogOf(own, kind, { dealType, onePage })).fields : [];
	return { fields, isComplete: false };
}

/**
 * The custom fields of a record that the form is about, each once; of custom
 * objects those of the chosen definition.
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
	const ofOneType = isOfOneType && customs.definitions === undefined;
	const scope =
		customs.property === undefined
			? { objects: objectsRequest(context) }
			: { dealType: ofOneType ? await chosenDealType(context, sources) : undefined };
	const { fields } = await definedFields(sources, record, scope);
	return distinctBy(fields, ({ key }) => key);
}

/** The item keys that the list of custom objects can be filtered by (v2 §4.11). */
export async function filterFields(
	context: ILoadOptionsFunctions,
): Promise<INodePropertyOptions[]> {
	const fields = await customFieldsOf(context, customObject);
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
