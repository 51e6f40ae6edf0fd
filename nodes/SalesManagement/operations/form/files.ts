/** The controls of the forms that write or read files. */
import {
	choice,
	choicesOf,
	controls,
	dateTime,
	fileOptionControls,
	flag,
	integer,
	read,
	text,
	type Field,
	type FieldOptions,
	type Item,
} from '../../fields';
import { isBlank, UsageError } from '../../shared';
import { OUTPUTS, selectedFields } from './output';

const DEFAULT_RECORDS = 25_000;
const DEFAULT_PROPERTY = 'data';

/** The parameter with the name of the property of an item that holds a file. */
export const fileProperty = (label: string, options: FieldOptions): Field<string> => ({
	...text('binaryPropertyName', label, options),
	form: { type: 'string', default: DEFAULT_PROPERTY },
});

const SEPARATORS = choicesOf({ ',': 'Comma', ';': 'Semicolon', tab: 'Tab' });

export const exportControls = controls({
	fileFormat: choice('fileFormat', 'File Format', [
		{ name: 'CSV', value: 'csv', description: 'A table, for spreadsheets and imports' },
		{ name: 'JSON Lines', value: 'jsonLines', description: 'One record on each line, as JSON' },
	]),
	fileContent: choice('fileContent', 'File Content', OUTPUTS, {
		description: 'Which fields the files contain. Raw needs JSON Lines.',
	}),
	outputFields: selectedFields({ fileContent: ['selectedFields'] }),
	binaryPropertyName: fileProperty('Put Output File in Field', {
		description: 'The output field that holds the file',
	}),
});

const since = dateTime('changesSince', 'Changes Since', {
	description: 'Only records changed since, such as nextStart of the last export; empty for all',
});

export const exportOptions = fileOptionControls({
	/** An empty time means all records: the first run has no earlier one to go on from. */
	changesSince: {
		...since,
		toRequest: (entered, context) => (isBlank(entered) ? '' : since.toRequest(entered, context)),
	} satisfies Field<string>,
	recordsPerFile: integer('recordsPerFile', 'Records per File', {
		min: 1,
		initially: DEFAULT_RECORDS,
		description: 'Max number of records in one file, which is at most 32 MB',
	}),
	maxFiles: integer('maxFiles', 'Max Files', {
		min: 1,
		description: 'Max number of files in this run; the last item says where to continue',
	}),
	fileName: text('fileName', 'File Name', {
		placeholder: 'e.g. deals',
		description: 'The beginning of each file’s name',
	}),
	separator: choice('separator', 'Separator', SEPARATORS, {
		description: 'Between the cells of a CSV file',
	}),
	decimalMark: choice('decimalMark', 'Decimal Mark', choicesOf({ '.': 'Point', ',': 'Comma' }), {
		description: 'The decimal separator in a CSV file',
	}),
	byteOrderMark: flag('byteOrderMark', 'Byte Order Mark', {
		description: 'Whether to begin a CSV file with the mark that Excel needs',
	}),
	keepFormulas: flag('keepFormulas', 'Keep Formulas', {
		description: 'Whether to write text like a formula without an apostrophe',
	}),
});

/**
 * The settings of the files that one item wants.
 * @throws UsageError for settings that exclude each other, before any request is sent.
 */
export function fileSettings(item: Item) {
	const {
		fileFormat: format = 'csv',
		fileContent: output = 'simplified',
		outputFields = [],
		binaryPropertyName: property,
	} = read(exportControls, item);
	const {
		separator = ',',
		decimalMark = '.',
		recordsPerFile = DEFAULT_RECORDS,
		maxFiles = Infinity,
		...given
	} = read(exportOptions, item);
	if (format === 'csv' && output === 'raw') {
		throw new UsageError(
			'A raw record has no columns, so File Content: Raw needs File Format: JSON Lines. Choose that, or Simplified.',
		);
	}
	if (format === 'csv' && separator === ',' && decimalMark === ',') {
		throw new UsageError(
			'Separator and Decimal Mark are both a comma: choose Semicolon or Tab as the Separator.',
		);
	}
	return {
		...given,
		format,
		output,
		outputFields,
		decimalMark,
		recordsPerFile,
		maxFiles,
		property: isBlank(property) ? DEFAULT_PROPERTY : property,
		separator: separator === 'tab' ? ('\t' as const) : separator,
		isGuarded: given.keepFormulas !== true,
		timezone: item.timezone,
	};
}

export type FileSettings = ReturnType<typeof fileSettings>;

export const FROM_FILE = { fieldsFrom: ['file'] };

export const importControls = controls({
	binaryPropertyName: fileProperty('Input Binary Field', {
		traits: ['required'],
		description: 'The field with the CSV or JSON Lines file',
		shownWhen: { fieldsFrom: ['file', 'changes'] },
	}),
});

/** By their names in the Encoding Standard; the first one is the default. */
const ENCODINGS = [
	'UTF-8',
	'EUC-JP',
	'GB18030',
	'Macintosh',
	'Shift_JIS',
	'UTF-16LE',
	'Windows-1250',
	'Windows-1251',
	'Windows-1252',
];

export const importOptions = fileOptionControls({
	separator: choice(
		'separator',
		'Separator',
		[
			{ name: 'Automatic', value: 'auto', description: 'Recognized by the first line' },
			...SEPARATORS,
		],
		{ description: 'Between the cells of a CSV file' },
	),
	encoding: choice(
		'encoding',
		'Encoding',
		ENCODINGS.map((name) => ({ name, value: name })),
		{ description: 'The file’s encoding' },
	),
	headerRow: integer('headerRow', 'Header Row', {
		min: 1,
		max: 100,
		description: 'The line that has the column names',
	}),
	startRow: integer('startRow', 'Start Row', {
		min: 1,
		description: 'The first row to import, from 1 on',
	}),
});
