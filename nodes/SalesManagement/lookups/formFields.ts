/** The fields that a form offers: in dropdowns, and as columns of a mapper. */
import type {
	ILoadOptionsFunctions,
	INodePropertyOptions,
	ResourceMapperFields,
} from 'n8n-workflow';
import {
	customFieldValue,
	typeOfItem,
	type MapperColumn,
	type CustomField,
	type FieldListMethod,
} from '../fields';
import { customsProperty, hasOwnNames, recordOf, type RecordDescription } from '../records';
import { distinctBy, UsageError } from '../shared';
import { loadCustomFields } from './catalog';
import { isWritable, toColumn } from './customFields';
import { isFilterable, objectsRequest, withoutFields } from './customObjects';
import { chosenDealType } from './dealTypeScope';
import { dropdownOptions } from './dropdownEntries';
import { hasCredential, recordIn, sourcesIn, type FormMethod } from './form';
import { customType, indexedFields, searchables, toSearchField } from './search/recordFields';
import { figures, groupings, summaryFields, type ListedField } from './search/summaryFields';

/**
 * The custom fields of the form's record; for custom objects those of the chosen definition.
 * @param onlyChosenType whether only those of the chosen deal type are wanted.
 * @throws UsageError while no definition is chosen, and for a deal type that can't be found; ServiceError from the
 * lists that are read.
 */
async function formCustomFields(
	context: ILoadOptionsFunctions,
	record: RecordDescription,
	onlyChosenType = true,
): Promise<CustomField[]> {
	const { customs } = record;
	if (!customs || !hasCredential(context)) return [];
	const sources = await sourcesIn(context);
	// Records whose fields are all in one list of definitions have the same fields for every deal type.
	const needsDealType = onlyChosenType && customs.definitions === undefined;
	const scope = hasOwnNames(record)
		? { objects: objectsRequest(context) }
		: { dealType: needsDealType ? await chosenDealType(context, sources) : undefined };
	const { fields } = await loadCustomFields(sources, record, scope);
	// A field of several deal types occurs once for each of them.
	return distinctBy(fields, ({ key }) => key);
}

/**
 * Makes a method that lists the fields of the chosen record: standard ones first, then the custom ones that
 * fit.
 * @param entriesOf the dropdown's entries for each field.
 */
const fieldsOf =
	(
		standard: (record: RecordDescription) => readonly ListedField[],
		fits: (custom: CustomField, record: RecordDescription) => boolean = () => true,
		entriesOf: (field: ListedField) => INodePropertyOptions[] = ({ label: name, value }) => [
			{ name, value },
		],
	) =>
	async (context: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> => {
		const record = recordIn(context);
		if (!record) return [];
		const customs = await formCustomFields(context, record);
		const listed = ({ key, name: label, itemType = '' }: CustomField) => ({
			label,
			value: customFieldValue(key, itemType),
			type: customType(itemType, customsProperty(record)),
		});
		return [
			...standard(record).flatMap(entriesOf),
			...customs
				.filter((each) => fits(each, record))
				.flatMap((each) => entriesOf(listed(each)))
				.map((entry) => ({ ...entry, description: 'Custom field' })),
		];
	};

const summarized = (entriesOf: (field: ListedField) => INodePropertyOptions[]) =>
	fieldsOf(
		(record) => distinctBy(summaryFields(record), ({ value }) => value),
		undefined,
		entriesOf,
	);

/** Fills each dropdown of fields. */
export const fieldDropdowns: Readonly<
	Record<Exclude<FieldListMethod, 'getColumnFields'>, FormMethod>
> = {
	/** The fields that a search can compare: standard, related and custom ones. */
	getSearchFields: fieldsOf(searchables),

	/** The values of the field that a condition compares, where there is a list of them. */
	getSearchValues: async (context) => {
		const record = recordIn(context);
		const chosen = context.getCurrentNodeParameter('&field');
		if (!record || typeof chosen !== 'string' || chosen === '') return [];
		const { lookup, choices } = toSearchField(chosen, record);
		if (lookup?.kind === 'dropdown') return await dropdownOptions(lookup)(context);
		const fields = choices ? await formCustomFields(context, record) : [];
		return [...(fields.find(({ key }) => key === choices?.key)?.options ?? [])];
	},

	/**
	 * The fields that Create or Update can match by, since their values tell one record from the others.
	 * Records without a search are matched by what their list can be filtered by.
	 */
	getMatchFields: fieldsOf(
		(record) =>
			indexedFields(record).filter(
				({ value, described: { traits } }) => value === 'id' || traits.includes('identifying'),
			),
		(each, record) =>
			typeOfItem(each.itemType).isMatchable === true &&
			(!hasOwnNames(record) || isFilterable(each)),
		({ label: name, value }) => [
			{
				name,
				value,
				...(value === 'id' && {
					description:
						'This service’s own ID. Rows without one are created at every run, unless Also Match By finds them.',
				}),
			},
		],
	),

	/** The further fields that may have to agree. */
	getAlsoMatchFields: fieldsOf(
		(record) => indexedFields(record).filter(({ described }) => !described.writableIn),
		({ itemType }) => !typeOfItem(itemType).isList,
	),

	/** The fields that a summary can group by, dates by each period. */
	getGroupFields: summarized(groupings),

	/** The figures that a summary can compute of numbers and dates. */
	getValueFields: summarized(figures),

	/** The item keys that the list of custom objects can be filtered by (v2 §4.11). */
	getCustomObjectFilterFields: async (context) => {
		const fields = await formCustomFields(context, recordOf('customObject'));
		return fields.filter(isFilterable).map(({ key }) => ({ name: key, value: key }));
	},

	/** The item keys of the custom fields of actions, which all kinds of actions share. */
	getActionFieldKeys: async (context) => {
		const fields = await formCustomFields(context, recordOf('customerAction'));
		return fields.map(({ key, name }) => ({ name, value: key, description: key }));
	},
};

/**
 * A record's custom fields as columns of a mapper, without those that the service calculates.
 * @param onlyChosenType as in `formCustomFields`.
 */
export const customFieldColumns = async (
	context: ILoadOptionsFunctions,
	record: RecordDescription,
	onlyChosenType?: boolean,
): Promise<MapperColumn[]> => {
	const fields = await formCustomFields(context, record, onlyChosenType);
	return fields.filter(isWritable).map(toColumn);
};

/** Shows a UsageError as a notice in place of the columns: n8n shows no text of an error there. */
export async function asNotice(
	context: ILoadOptionsFunctions,
	columns: () => Promise<ResourceMapperFields>,
): Promise<ResourceMapperFields> {
	if (!hasCredential(context)) {
		const emptyFieldsNotice =
			'With a credential chosen, open the node again to list the fields here.';
		return { fields: [], emptyFieldsNotice };
	}
	return await columns().catch((error: unknown) => {
		if (!(error instanceof UsageError)) throw error;
		return { fields: [], emptyFieldsNotice: error.message };
	});
}

/** The custom fields of the chosen resource as columns, for the mapper of custom fields alone. */
export async function customColumns(context: ILoadOptionsFunctions): Promise<ResourceMapperFields> {
	const record = recordIn(context);
	if (!record) return { fields: [] };
	return await asNotice(context, async () => ({
		fields: await customFieldColumns(context, record),
		emptyFieldsNotice: await emptyNotice(context, record),
	}));
}

async function emptyNotice(
	context: ILoadOptionsFunctions,
	record: RecordDescription,
): Promise<string> {
	if (hasOwnNames(record)) return withoutFields(context);
	const { settings } = await sourcesIn(context);
	return settings
		? `There are no custom fields for ${record.many}.`
		: `The newest ${record.many} have no custom fields. Enter a V1 API Key and V1 Base URL in the credential to read their definitions.`;
}
