/** The settings of the files that a form asks for. */
import { read, type Item } from '../../fields';
import { CONTROLS } from '../../records';
import { isBlank, UsageError } from '../../shared';

const DEFAULT_RECORDS = 25_000;

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
	} = read(CONTROLS.exported, item);
	const {
		separator = ',',
		decimalMark = '.',
		recordsPerFile = DEFAULT_RECORDS,
		maxFiles = Infinity,
		...given
	} = read(CONTROLS.exportOptions, item);
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
		property: isBlank(property) ? 'data' : property,
		separator: separator === 'tab' ? ('\t' as const) : separator,
		isGuarded: given.keepFormulas !== true,
		timezone: item.timezone,
	};
}

export type FileSettings = ReturnType<typeof fileSettings>;
