import { choice, field, whenSet, type Field, type Item } from '../../fields';
import type { RecordDescription } from '../../records/record';
import type { Filling, Form } from '../operation';

/** Parameters that several kinds of forms have, by their names. */
export const CUSTOM_FIELDS = 'customFields';
export const FIELDS_TO_CLEAR = 'fieldsToClear';

const SOURCES = [
	{ name: 'Form', value: 'form', description: 'The fields below, one by one' },
	{
		name: 'Input',
		value: 'input',
		description: 'The columns of the input, such as those of a spreadsheet',
	},
] as const;

const FILE = {
	name: 'File',
	value: 'file',
	description: 'A CSV or JSON Lines file in the input’s binary data',
} as const;

const description =
	'Where the values of the record come from. Options and what is not a field of the record stay in the form.';

/** Fixed, since it decides what the form shows. */
const fixed = <Each extends Field>(each: Each): Each => ({
	...each,
	form: { ...each.form, noDataExpression: true },
});

export const fieldsFrom = fixed(choice('fieldsFrom', 'Fields From', SOURCES, { description }));

/** The same where a file may hold the rows. */
export const fieldsFromAny = fixed(
	choice('fieldsFrom', 'Fields From', [...SOURCES, FILE], { description }),
);

/** Whether an item's fields come from the columns of the input. */
export const isFromInput = (item: Item): boolean => item.get('fieldsFrom') === 'input';

const HELP =
	'Which column of the input fills which field. Map Automatically takes every column whose name is that of a field: its key, or its label in any case, with or without “ID”. Names are as good as IDs, and values are read as in the form. An empty cell leaves a field as it is, or without a value in a new record; that of a custom field clears it. To clear other fields, use Fields to Clear. Columns that no field has the name of are not sent; a hint names them.';

const mapperForm = (dependsOn: readonly string[]): Field['form'] => ({
	type: 'resourceMapper',
	noDataExpression: true,
	default: { mappingMode: 'autoMapInputData', value: null },
	typeOptions: {
		loadOptionsDependsOn: ['resource', 'operation', 'authentication', ...dependsOn],
		resourceMapper: {
			resourceMapperMethod: 'getInputColumns',
			mode: 'add',
			valuesLabel: 'Columns',
			fieldWords: { singular: 'field', plural: 'fields' },
			addAllFields: false,
			multiKeyMatch: false,
			supportAutoMap: true,
			allowEmptyValues: true,
			hideNoDataError: true,
		},
	},
});

/** A parameter on which the custom fields depend can't be one of the columns. */
const isOfDefinition = ({ place, lookup }: Field): boolean =>
	place === 'path' && lookup === undefined;

/** The same form, whose fields can come from the columns of the input as well. */
export function withColumns(form: Form, record: RecordDescription): Form {
	const definition = form.fields.filter(isOfDefinition).map(({ name }) => name);
	const changes = form.collections.some(({ name }) => name === 'updateFields');
	const mapper = field(
		'columns',
		'Columns',
		{ form: mapperForm(definition), wire: whenSet((entered) => entered) },
		{ description: HELP },
	);
	const filling: Filling = {
		record,
		from: fieldsFrom,
		mapper,
		definition,
		collection: changes ? 'updateFields' : 'additionalFields',
		changes,
	};
	return { ...form, filling };
}

/** Whether a parameter at the top is one that columns stand for. */
export const isFromColumns = ({ definition }: Filling, name: string): boolean =>
	name !== FIELDS_TO_CLEAR && !definition.includes(name);
