import { choice, controls, field, mapperForm, whenSet, type Field } from '../../fields';
import type { RecordDescription } from '../../records';
import { columnOptionsIf, fileOptions, type Filling, type Form } from '../model';
import { limitControls, previewControls } from './bulk';
import { FROM_FILE, importControls, importOptions } from './files';
import { columnOptions, FROM_COLUMNS, mappingControls } from './mapping';

/** The names of parameters that several kinds of forms have. */
export const CUSTOM_FIELDS = 'customFields';
export const FIELDS_TO_CLEAR = 'fieldsToClear';

/** The places besides the form and the input from which fields may come. */
export interface Sources {
	readonly takesFiles?: boolean;
	readonly takesChanges?: boolean;
}

const FILE = {
	name: 'File',
	value: 'file',
	description: 'A CSV or JSON Lines file in the input’s binary data',
};

const CHANGES = {
	name: 'Changes File',
	value: 'changes',
	description: 'Put back what the file says the records held before',
};

/** The parameter Fields From. It takes no expression, since it decides what the form shows. */
function sourceControls({ takesFiles, takesChanges }: Sources): Filling['from'] {
	const sources = [
		{ name: 'Form', value: 'form', description: 'The fields below, one by one' },
		{
			name: 'Input',
			value: 'input',
			description: 'The columns of the input, such as those of a spreadsheet',
		},
		...(takesFiles ? [FILE] : []),
		...(takesChanges ? [CHANGES] : []),
	];
	const fieldsFrom = choice('fieldsFrom', 'Fields From', sources);
	const form = { ...fieldsFrom.form, noDataExpression: true };
	return controls({ fieldsFrom: { ...fieldsFrom, form } });
}

const columnsForm = (definition: readonly string[]): Field['form'] =>
	mapperForm(['resource', 'operation', 'authentication', 'matchBy', ...definition], {
		resourceMapperMethod: 'getInputColumns',
		valuesLabel: 'Columns',
		fieldWords: { singular: 'field', plural: 'fields' },
		multiKeyMatch: false,
		supportAutoMap: true,
	});

/** The same form, whose fields can also come from the columns of the input, or of a file. */
export function withColumns(
	form: Omit<Form, 'controls'>,
	record: RecordDescription,
	sources: Sources,
): Form {
	const { takesFiles = false } = sources;
	// A parameter on which the custom fields depend can't be one of the columns.
	const definition = form.fields
		.filter((each) => each.in === 'path' && each.lookup === undefined)
		.map(({ name }) => name);
	const mapper = field(
		'columns',
		'Columns',
		{ form: columnsForm(definition), toRequest: whenSet((entered) => entered) },
		{ description: 'Which column fills which field' },
	);
	const filling: Filling = {
		record,
		from: sourceControls(sources),
		mapper,
		definition,
		collection: form.changes === undefined ? 'additionalFields' : 'updateFields',
	};
	return {
		...form,
		filling,
		collections: [
			...form.collections,
			...(takesFiles ? [fileOptions(FROM_FILE), columnOptionsIf(FROM_COLUMNS)] : []),
		],
		controls: takesFiles
			? [
					importControls,
					importOptions,
					mappingControls,
					columnOptions,
					previewControls,
					limitControls,
				]
			: [],
	};
}

/** Whether columns can fill a parameter at the top of the form. */
export const isFromColumns = ({ definition }: Filling, name: string): boolean =>
	name !== FIELDS_TO_CLEAR && !definition.includes(name);
