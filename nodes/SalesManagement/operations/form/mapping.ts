/** The controls for what columns of the input, or of a file, fill. */
import type { INodeProperties } from 'n8n-workflow';
import {
	choice,
	choicesOf,
	columnOptionControls,
	controls,
	dropdownForm,
	field,
	flag,
	rowsForm,
	whenSet,
} from '../../fields';
import { jsonIn, textOf, trimmed } from '../../shared';
import { rowsField } from './conditions';

export const FROM_COLUMNS = { fieldsFrom: ['input', 'file'] };

const severalTexts = (button: string) =>
	({
		type: 'string',
		typeOptions: { multipleValues: true, multipleValueButtonText: button },
		default: [],
	}) satisfies Partial<INodeProperties>;

/** Names of columns: a list, its JSON, or one name, which may have commas. */
export function columnNames(entered: unknown): string[] {
	const given = typeof entered === 'string' ? (jsonIn(entered) ?? entered) : entered;
	return [given]
		.flat()
		.map((each) => trimmed(textOf(each)))
		.filter((name) => name !== '');
}

const fieldColumn: INodeProperties = {
	...dropdownForm('Field', 'getColumnFields'),
	name: 'field',
};

const textColumn = (displayName: string, name: string, description?: string): INodeProperties => ({
	displayName,
	name,
	type: 'string',
	default: '',
	...(description && { description }),
});

export const mappingControls = controls({
	columnMapping: rowsField(
		'columnMapping',
		'Column Mapping',
		rowsForm('Field', [
			fieldColumn,
			{
				displayName: 'Columns',
				name: 'columns',
				...severalTexts('Add Column'),
				description: 'Several texts are joined; other types take the first filled',
			},
			textColumn('Value', 'value', 'For rows whose columns are empty. Names work.'),
		]),
		{
			description: 'Only exceptions: other columns go by their names',
			shownWhen: FROM_COLUMNS,
		},
	),
});

export const columnOptions = columnOptionControls({
	dateOrder: choice(
		'dateOrder',
		'Date Order',
		choicesOf({ day: 'Day First', month: 'Month First', refuse: 'Refuse Ambiguous' }),
		{ description: 'Of dates such as 01/02/2026' },
	),
	ifNameNotFound: choice('ifNameNotFound', 'If a Name Isn’t Found', [
		{ name: 'Return Error', value: 'error' },
		{
			name: 'Skip the Field',
			value: 'skip',
			description: 'Leave that field as it is and say so',
		},
	]),
	ignoreColumns: field('ignoreColumns', 'Ignore Columns', {
		form: severalTexts('Add Column'),
		toRequest: whenSet(columnNames),
	}),
	onlyMappedColumns: flag('onlyMappedColumns', 'Only Mapped Columns', {
		description: 'Whether to ignore all columns not under Column Mapping',
	}),
	replaceValues: rowsField(
		'replaceValues',
		'Replace Values',
		rowsForm('Value', [fieldColumn, textColumn('From', 'from'), textColumn('To', 'to')]),
		{ description: 'Words of the input that have another name here' },
	),
});
