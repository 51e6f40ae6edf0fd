/** The fields of a record that a summary can use, and the field that a text means. */
import type { INodePropertyOptions } from 'n8n-workflow';
import { type Field, type NameReader } from '../../fields';
import type { RecordDescription } from '../../records';
import { quoted, UsageError } from '../../shared';
import { recordField, standardFields, type RecordField, type StandardField } from './recordFields';

export const COUNT = 'count';

/**
 * Whether records show a field: one that only requests have, such as the parent of a new customer, they
 * don't.
 */
const isShown = ({ traits, writableIn }: Field) =>
	traits.includes('main') ||
	writableIn === undefined ||
	writableIn.length === 0 ||
	writableIn.includes('update');

/**
 * The standard fields of a record that a summary can use, by the properties that show them. Fields that share
 * a property count once.
 */
export const summaryFields = (record: RecordDescription): StandardField[] =>
	standardFields(record)
		.filter(({ described, type }) => isShown(described) && type.valueKind !== undefined)
		.map((each) => ({ ...each, value: each.name }));

type Typed = Pick<RecordField, 'type'>;

const mayHold =
	(held: 'date' | 'number') =>
	({ type }: Typed) =>
		[held, 'anything'].includes(type.valueKind ?? '');

/** The periods by which dates are grouped. */
export const PERIODS = ['day', 'week', 'month', 'quarter', 'year'] as const;

/** The figures of a summary by their names: numbers are largest, dates latest. */
export const FIGURES = {
	sum: 'sum',
	average: 'average',
	largest: 'largest',
	smallest: 'smallest',
	latest: 'largest',
	earliest: 'smallest',
} as const;

const OF_DATES = ['latest', 'earliest'];

/** A field as an entry of a dropdown. */
export type ListedField = Pick<RecordField, 'label' | 'value' | 'type'>;

/** An entry of a dropdown: `Created At: Month` is `createdAt:month`. */
const entryOf = ({ label, value }: ListedField, word: string) => ({
	name: `${label}: ${capital(word)}`,
	value: `${value}:${word}`,
});

/** The ways of grouping by a field. */
export function groupings(field: ListedField): INodePropertyOptions[] {
	const plain = { name: field.label, value: field.value };
	const periods = PERIODS.map((each) => entryOf(field, each));
	if (!isDate(field)) return [plain];
	return isNumber(field) ? [plain, ...periods] : periods;
}

/** The figures of a field; none for one with neither numbers nor dates. */
export const figures = (field: ListedField): INodePropertyOptions[] =>
	Object.keys(FIGURES)
		.filter((each) => (OF_DATES.includes(each) ? isDate : isNumber)(field))
		.map((each) => entryOf(field, each));

export const isDate = mayHold('date');

export const isNumber = mayHold('number');

/**
 * Finds the field that a text means.
 * @param fieldsOf reads the names of custom fields.
 * @throws UsageError for a text that names no field, or several.
 */
export function summaryField(
	text: string,
	record: RecordDescription,
	standard: readonly StandardField[],
	fieldsOf: NameReader['fieldsOf'],
): RecordField {
	const who = `The summary field ${quoted(text)}`;
	const found = recordField(text, record, { standard, fieldsOf, who });
	if (found) return found;
	const names = [...new Set(standard.map(({ name }) => name))].join(', ');
	const others = record.customs ? ' and custom fields, by their labels or as custom:itemKey' : '';
	throw new UsageError(
		`${capital(record.many)} have no field ${quoted(text)} for a summary; they have ${names}${others}.`,
	);
}

export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
