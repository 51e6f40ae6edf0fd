import type { ILoadOptionsFunctions, INodePropertyOptions } from 'n8n-workflow';
import { customFieldValue, typeOfItem, type CustomField } from '../../fields';
import { customFieldsOf, dropdownOptions, isFilterable, method } from '../../lists';
import { recordOf } from '../../records';
import { hasOwnNames, type RecordDescription } from '../../records/record';
import { searchables, indexedFields, toSearchField } from './fields';

const chosenRecord = (context: ILoadOptionsFunctions): RecordDescription | undefined =>
	recordOf(context.getCurrentNodeParameter('resource') as string);

/** Which fields of a record a list offers. */
interface Offer {
	readonly standard: (
		record: RecordDescription,
	) => ReadonlyArray<{ readonly label: string; readonly value: string }>;
	readonly customs?: (field: CustomField, record: RecordDescription) => boolean;
}

/** The fields of the chosen record that fit, standard ones first. */
export async function fieldOptions(
	context: ILoadOptionsFunctions,
	{ standard, customs = () => true }: Offer,
): Promise<INodePropertyOptions[]> {
	const record = chosenRecord(context);
	if (!record) return [];
	const known = await customFieldsOf(context, record);
	return [
		...standard(record).map(({ label, value }) => ({ name: label, value })),
		...known
			.filter((each) => customs(each, record))
			.map(({ key, name, itemType = '' }) => ({
				...{ name, value: customFieldValue(key, itemType), description: 'Custom field' },
			})),
	];
}

/** The values of the field that a condition compares, where there is a list of them. */
async function searchValues(context: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	const record = chosenRecord(context);
	const chosen = context.getCurrentNodeParameter('&field');
	if (!record || typeof chosen !== 'string' || chosen === '') return [];
	const { lookup } = toSearchField(chosen, record);
	return lookup?.kind === 'dropdown' ? await dropdownOptions(context, lookup) : [];
}

/** Whether the value of a custom field can tell one record from the others. */
const identifies = ({ itemType }: CustomField) =>
	['text', 'integer', 'decimal', 'untyped'].includes(typeOfItem(itemType));

/** What Create or Update can match by. Records without a search are matched by what their list can be filtered by. */
async function matchFields(context: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	const standard = (of: RecordDescription) =>
		indexedFields(of).filter(({ described: { is } }) => is.includes('identifying'));
	return await fieldOptions(context, {
		standard,
		customs: (each, record) => identifies(each) && (!hasOwnNames(record) || isFilterable(each)),
	});
}

/** What a search can compare: standard, related and custom fields. */
export const getSearchFields = method(
	async (context) => await fieldOptions(context, { standard: searchables }),
);
export const getSearchValues = method(searchValues);
export const getMatchFields = method(matchFields);
