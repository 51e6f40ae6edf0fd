/** The plan of a summary: the fields that it groups by and the figures that it computes. */
import { read, type Item } from '../../../fields';
import type { RecordField } from '../../../lookups/search/recordFields';
import {
	capital,
	COUNT,
	FIGURES,
	isDate,
	isNumber,
	PERIODS,
	summaryField,
	summaryFields,
} from '../../../lookups/search/summaryFields';
import { CONTROLS, idName, type RecordDescription } from '../../../records';
import { UsageError } from '../../../shared';
import { needsNumber, type Computation } from './measures';
import type { Unit } from './periods';

/**
 * Splits `createdAt:month` or `Created At: Month` into the field and the word after the colon, if it is a known
 * word.
 */
function splitWord<Word extends string>(text: string, words: readonly Word[]) {
	const [, field = '', last = ''] = /^(.*\S)\s*:\s*(\w+)$/.exec(text) ?? [];
	const word = words.find((each) => each === last.toLowerCase());
	// `custom:month` is a field whose key is `month`.
	return word === undefined || field === 'custom' ? { field: text } : { field, word };
}

/** A column of a summary; its name is unique there. */
export interface Column {
	readonly field: RecordField;
	readonly name: string;
}

export interface GroupedBy extends Column {
	/** The period for dates; other fields ignore it. */
	readonly unit: Unit;
}

/**
 * The plan of the summary that an item wants.
 * @throws UsageError for an unknown field, and for a figure that the field does not allow.
 */
export function planOf(record: RecordDescription, item: Item) {
	const entered = read(CONTROLS.summary, item);
	const standard = summaryFields(record);
	const fieldOf = (text: string) => summaryField(text, record, standard, item.names?.fieldsOf);
	const groups = (entered.groupBy ?? []).map((text) => {
		const { field, word: unit = 'month' } = splitWord(text, PERIODS);
		return { unit, field: fieldOf(field) };
	});
	const values = (entered.values ?? []).map((text) => {
		const { field: name, word = 'sum' } = splitWord(
			text,
			Object.keys(FIGURES) as Array<keyof typeof FIGURES>,
		);
		const field = fieldOf(name);
		const computation = FIGURES[word];
		assertComputable(field, computation, standard);
		return { field, computation };
	});
	const used = new Set([COUNT]);
	/** Makes a column's name unique, also among the columns of IDs. */
	const unused = (wanted: string): string => {
		const both = [wanted, idName(wanted)];
		if (both.some((each) => used.has(each))) return unused(`${wanted}_`);
		for (const each of both) used.add(each);
		return wanted;
	};
	return {
		timeZone: item.timezone,
		groups: groups.map(({ field, unit }) => {
			const times = groups.filter((other) => other.field.value === field.value).length;
			const name = times > 1 && isDate(field) ? extendedName(field, unit) : columnOf(field);
			return { field, unit, name: unused(name) };
		}),
		values: values.map(({ field, computation }) => ({
			field,
			computation,
			name: unused(extendedName(field, computation)),
		})),
	};
}

/** The plan of a summary. */
export type Plan = ReturnType<typeof planOf>;

/** @throws UsageError for a figure that the field does not allow. */
function assertComputable(
	field: RecordField,
	computation: Computation,
	all: readonly RecordField[],
): void {
	const isOfNumbers = needsNumber(computation);
	const fits = (each: RecordField) => isNumber(each) || (!isOfNumbers && isDate(each));
	if (fits(field)) return;
	const names = all.filter(fits).map(({ name }) => name);
	throw new UsageError(
		`${capital(computation)} needs a field of ${isOfNumbers ? 'numbers' : 'numbers or dates'}, and ${field.label} is none: use ${[...names, 'a custom field of such a type'].join(', ')}.`,
	);
}

/** The name of a field in records; a custom field goes by its label. */
const columnOf = ({ described, name, label }: RecordField) => (described ? name : label);

/** A column's name with a further word: `createdAtMonth` after a key, `Key Date Month` after a label. */
const extendedName = (field: RecordField, rest: string) =>
	`${columnOf(field)}${field.described ? '' : ' '}${capital(rest)}`;
