import type { ILoadOptionsFunctions, INodePropertyOptions } from 'n8n-workflow';
import { customFieldsOf, isFilterable, method, type CustomField } from '../../lookups';
import { customFieldValue, RELATED, standardFields } from './fields';

/** The types of custom fields whose value can tell one record from the others. */
const IDENTIFYING_TYPES = ['text', 'url', 'number', 'decimal_number'];

/** Standard texts that say something about a record, but not which one it is. */
const DESCRIBING = ['address', 'memo', 'reason', 'dept', 'position'];

const resourceOf = (context: ILoadOptionsFunctions): string =>
	context.getCurrentNodeParameter('resource') as string;

const asOption = ({ key, name, itemType = '' }: CustomField): INodePropertyOptions => ({
	name,
	value: customFieldValue(key, itemType),
	description: 'Custom field',
});

const titled = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);

/** What a search of the chosen resource can compare: standard, related and custom fields. */
async function searchFields(context: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	const resource = resourceOf(context);
	const customs = await customFieldsOf(context, resource);
	return [
		...standardFields(resource).map(({ name, label }) => ({ name: label, value: name })),
		...(RELATED[resource] ?? []).flatMap((related) =>
			standardFields(related).map(({ name, label }) => ({
				name: `${titled(related)}: ${label}`,
				value: `${related}.${name}`,
			})),
		),
		...customs.map(asOption),
	];
}

const identifies = ({ itemType }: CustomField) =>
	itemType === undefined || IDENTIFYING_TYPES.includes(itemType);

/** What Create or Update can match by. Custom objects are matched by their item keys alone. */
async function matchFields(context: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	const resource = resourceOf(context);
	const customs = (await customFieldsOf(context, resource)).filter(identifies);
	if (resource === 'customObject') {
		return customs.filter(isFilterable).map(({ key, name }) => ({ name, value: key }));
	}
	const standard = standardFields(resource).filter(
		({ name, type }) => type === 'text' && !DESCRIBING.includes(name),
	);
	return [
		...standard.map(({ name, label }) => ({ name: label, value: name })),
		...customs.map(asOption),
	];
}

export const getSearchFields = method(searchFields);
export const getMatchFields = method(matchFields);
