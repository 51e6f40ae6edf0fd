/** The custom fields that a form shows, in lists and as columns of a mapper. */
import type {
	ILoadOptionsFunctions,
	INodePropertyOptions,
	ResourceMapperFields,
} from 'n8n-workflow';
import type { Column, CustomField } from '../fields';
import { recordOf } from '../records';
import { customerAction } from '../records/customerAction';
import { customObject } from '../records/customObject';
import { hasOwnNames, type RecordDescription } from '../records/record';
import { distinctBy, UsageError } from '../shared';
import { isWritable, toColumn } from './customFields';
import { isFilterable, objectsRequest, withoutFields } from './customObjects';
import { definedFields, type Described } from './knownFields';
import { textIn } from './formValues';
import { chosenDealType } from './dealTypeScope';
import { hasCredential, sourcesIn } from './source';

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

/** The item keys of the custom fields of actions, of which all kinds have the same. */
export async function actionFieldKeys(
	context: ILoadOptionsFunctions,
): Promise<INodePropertyOptions[]> {
	const fields = await customFieldsOf(context, customerAction);
	return fields.map(({ key, name }) => ({ name, value: key, description: key }));
}

/**
 * A record's custom fields as columns of a mapper, without those that the service calculates.
 * @param isOfOneType as in `customFieldsOf`.
 */
export const columnsOf = async (
	context: ILoadOptionsFunctions,
	record: RecordDescription,
	isOfOneType?: boolean,
): Promise<Column[]> => {
	const fields = await customFieldsOf(context, record, isOfOneType);
	return fields.filter(isWritable).map(toColumn);
};

const noColumns = (emptyFieldsNotice: string): ResourceMapperFields => ({
	fields: [],
	emptyFieldsNotice,
});

/** What has to change in the form is said where the columns would be: of an error n8n shows no text there. */
export async function asNotice(
	context: ILoadOptionsFunctions,
	columns: () => Promise<ResourceMapperFields>,
): Promise<ResourceMapperFields> {
	if (!hasCredential(context)) {
		return noColumns('With a credential chosen, open the node again to list the fields here.');
	}
	return await columns().catch((error: unknown) => {
		if (!(error instanceof UsageError)) throw error;
		return noColumns(error.message);
	});
}

/** The columns of the custom fields of the chosen resource, as the mapper of these alone asks for them. */
export async function customColumns(context: ILoadOptionsFunctions): Promise<ResourceMapperFields> {
	const record = recordOf(textIn(context, 'resource'));
	if (!record) return { fields: [] };
	return await asNotice(context, async () => ({
		fields: await columnsOf(context, record),
		emptyFieldsNotice: await emptyNotice(context, record),
	}));
}

async function emptyNotice(
	context: ILoadOptionsFunctions,
	record: RecordDescription,
): Promise<string> {
	if (hasOwnNames(record)) return withoutFields(context);
	const { settings } = await sourcesIn(context);
	return (await settings())
		? `There are no custom fields for ${record.many}.`
		: `The newest ${record.many} have no custom fields. Enter a V1 API Key and V1 Base URL in the credential to read their definitions.`;
}
