/** What the dropdowns of fields offer, and that of the values of one. */
import type { ILoadOptionsFunctions, INodePropertyOptions } from 'n8n-workflow';
import { customFieldValue, typeOfItem, type CustomField } from '../fields';
import { customFieldsOf, dropdownOptions, isFilterable } from './index';
import { recordOf } from '../records';
import { customsProperty, hasOwnNames, type RecordDescription } from '../records/record';
import { distinctBy } from '../shared';
import { customType, type RecordField } from './search/recordFields';
import { indexedFields, searchables, toSearchField } from './search/searchableFields';
import { isDate, isNumber, summaryFields } from './search/summaryFields';

/** The fields of the chosen record, standard ones first, then the custom ones that fit. */
const fieldsOf =
	(
		standard: (record: RecordDescription) => ReadonlyArray<Pick<RecordField, 'label' | 'value'>>,
		fits: (custom: CustomField, record: RecordDescription) => boolean = () => true,
	) =>
	async (context: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> => {
		const record = recordOf(context.getCurrentNodeParameter('resource') as string);
		if (!record) return [];
		const customs = await customFieldsOf(context, record);
		return [
			...standard(record).map(({ label, value }) => ({ name: label, value })),
			...customs
				.filter((each) => fits(each, record))
				.map(({ key, name, itemType = '' }) => ({
					name,
					value: customFieldValue(key, itemType),
					description: 'Custom field',
				})),
		];
	};

/** What a search can compare: standard, related and custom fields. */
export const getSearchFields = fieldsOf(searchables);

/** Whether the value of a custom field can tell one record from the others. */
const identifies = ({ itemType }: CustomField) =>
	['text', 'integer', 'decimal', 'untyped'].includes(typeOfItem(itemType));

/** What Create or Update can match by. Records without a search are matched by what their list can be filtered by. */
export const getMatchFields = fieldsOf(
	(record) => indexedFields(record).filter(({ described: { is } }) => is.includes('identifying')),
	(each, record) => identifies(each) && (!hasOwnNames(record) || isFilterable(each)),
);

const summarized = (fits: (field: Pick<RecordField, 'type'>) => boolean) =>
	fieldsOf(
		(record) => distinctBy(summaryFields(record), ({ value }) => value).filter(fits),
		({ itemType }, record) => fits({ type: customType(itemType, customsProperty(record)) }),
	);

/** What a summary can group by. */
export const getGroupFields = summarized(() => true);

/** What it can compute with: numbers and dates. */
export const getValueFields = summarized((each) => isNumber(each) || isDate(each));

/** The values of the field that a condition compares, where there is a list of them. */
export async function getSearchValues(
	context: ILoadOptionsFunctions,
): Promise<INodePropertyOptions[]> {
	const record = recordOf(context.getCurrentNodeParameter('resource') as string);
	const chosen = context.getCurrentNodeParameter('&field');
	if (!record || typeof chosen !== 'string' || chosen === '') return [];
	const { lookup, choices } = toSearchField(chosen, record);
	if (lookup?.kind === 'dropdown') return await dropdownOptions(context, lookup);
	const fields = choices ? await customFieldsOf(context, record) : [];
	return [...(fields.find(({ key }) => key === choices?.key)?.options ?? [])];
}
