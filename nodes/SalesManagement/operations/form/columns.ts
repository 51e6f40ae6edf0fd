import { choice, controls, field, whenSet, type Field } from '../../fields';
import type { RecordDescription } from '../../records/record';
import type { Filling, Form } from '../model/operation';
import { importControls, importOptions } from './files';

/** Parameters that several kinds of forms have, by their names. */
export const CUSTOM_FIELDS = 'customFields';
export const FIELDS_TO_CLEAR = 'fieldsToClear';

const FORM = { name: 'Form', value: 'form', description: 'The fields below, one by one' };

const CUSTOM = {
	name: 'Form with Custom Fields',
	value: 'custom',
	description: 'The same, with your custom fields',
};

const INPUT = {
	name: 'Input',
	value: 'input',
	description: 'The columns of the input, such as those of a spreadsheet',
};

const FILE = {
	name: 'File',
	value: 'file',
	description: 'A CSV or JSON Lines file in the input’s binary data',
};

/** Custom fields are asked for, so that no form loads them before; those of a custom object are all it has. */
const asksForCustoms = ({ customs }: RecordDescription): boolean => customs?.property !== undefined;

/** Fixed, since it decides what the form shows. */
function sourceControls(record: RecordDescription, takesFiles: boolean): Filling['from'] {
	const customs = asksForCustoms(record) ? [CUSTOM] : [];
	const sources = [FORM, ...customs, INPUT, ...(takesFiles ? [FILE] : [])];
	const fieldsFrom = choice('fieldsFrom', 'Fields From', sources, {
		description: 'Where the values of the record come from',
	});
	const form = { ...fieldsFrom.form, noDataExpression: true };
	return controls({ fieldsFrom: { ...fieldsFrom, form } });
}

/** Where a field of the form is shown: the values of Fields From. */
export function sourcesOf({ record, mapper }: Filling, name: string): string[] {
	if (name === mapper.name) return ['input'];
	const isAskedFor = name === CUSTOM_FIELDS && asksForCustoms(record);
	return isAskedFor ? ['custom'] : ['form', 'custom'];
}

const HELP =
	'Which column fills which field. An empty cell leaves a field as it is, but clears a custom one. A warning names unused columns.';

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

/** The same form, whose fields can come from the columns of the input as well, or from those of a file. */
export function withColumns(
	form: Omit<Form, 'controls'>,
	record: RecordDescription,
	{ takesFiles = false }: { readonly takesFiles?: boolean },
): Form {
	const definition = form.fields.filter(isOfDefinition).map(({ name }) => name);
	const mapper = field(
		'columns',
		'Columns',
		{ form: mapperForm(definition), wire: whenSet((entered) => entered) },
		{ description: HELP },
	);
	const filling: Filling = {
		record,
		from: sourceControls(record, takesFiles),
		takesFiles,
		mapper,
		definition,
		collection: form.changes === undefined ? 'additionalFields' : 'updateFields',
	};
	return { ...form, filling, controls: takesFiles ? [importControls, importOptions] : [] };
}

/** Whether a parameter at the top is one that columns stand for. */
export const isFromColumns = ({ definition }: Filling, name: string): boolean =>
	name !== FIELDS_TO_CLEAR && !definition.includes(name);
