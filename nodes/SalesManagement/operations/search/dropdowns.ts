import type { ILoadOptionsFunctions, INodePropertyOptions } from 'n8n-workflow';
import { customFieldValue, typeOfItem, type CustomField } from '../../fields';
import { customFieldsOf, dropdownOptions, isFilterable, method } from '../../lists';
import { recordOf } from '../../records';
import type { RecordDescription } from '../../records/record';
import { searchables, standardFields, toSearchField } from './fields';

const chosenRecord = (context: ILoadOptionsFunctions): RecordDescription | undefined =>
	recordOf(context.getCurrentNodeParameter('resource') as string);

/** A custom field in a list of fields. */
export const asOption = ({ key, name, itemType = '' }: CustomField): INodePropertyOptions => ({
	name,
	value: customFieldValue(key, itemType),
	description: 'Custom field',
});

/** What a search of the chosen record can compare: standard, related and custom fields. */
async function searchFields(context: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	const record = chosenRecord(context);
	if (!record) return [];
	const customs = await customFieldsOf(context, record);
	return [
		...searchables(record).map(({ label, value }) => ({ name: label, value })),
		...customs.map(asOption),
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

/** What Create or Update can match by. Records without a search are matched by their item keys alone. */
async function matchFields(context: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	const record = chosenRecord(context);
	if (!record) return [];
	const customs = (await customFieldsOf(context, record)).filter(identifies);
	if (record.customs?.property === undefined) {
		return customs.filter(isFilterable).map(({ key, name }) => ({ name, value: key }));
	}
	return [
		...standardFields(record)
			.filter((each) => each.identifies)
			.map(({ name, label }) => ({ name: label, value: name })),
		...customs.map(asOption),
	];
}

export const getSearchFields = method(searchFields);
export const getSearchValues = method(searchValues);
export const getMatchFields = method(matchFields);
