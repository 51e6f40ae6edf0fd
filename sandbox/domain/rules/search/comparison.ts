import { badRequest } from '../../../contract/refusal';
import { or, raw, sql, valuesOf, type Sql } from '../../store/sql';
import { inUtc, readDateTime } from '../../../contract/time';
import { isDecimal, isText } from '../../../contract/values';
import type { Service } from '../../service';
import type { Column, ComparedAs, ValueFilter } from './columns';

type Comparable = string | number;
type FilterValue = NonNullable<ValueFilter['value']>;

/** The value property that each kind of column takes (v1 §4, S3). */
const properties: Record<ComparedAs, ReadonlyArray<keyof FilterValue>> = {
	integer: ['integerValue', 'decimalValue'],
	decimal: ['decimalValue', 'integerValue'],
	string: ['stringValue'],
	datetime: ['datetimeValue'],
	date: ['datetimeValue'],
	isoText: ['datetimeValue'],
	list: ['integerValue'],
};

/**
 * One comparison; BAD_REQUEST for an operator or a value that does not fit. Of a list, `=` and `IN`
 * find a value in it, and `!=` finds lists without it.
 */
export function comparison(
	service: Service,
	column: Column,
	{ comparisonOperator: operator, value = {} }: ValueFilter,
): Sql {
	const { type, sql: stored } = column;
	const isList = type === 'list';
	const compared = type === 'string' ? equalText(service, stored) : stored;
	const isOneOf = (values: Comparable[]) =>
		isList
			? sql`EXISTS (SELECT 1 FROM json_each(${stored}) WHERE value IN ${valuesOf(values)})`
			: sql`${compared} IN ${valuesOf(values)}`;
	switch (operator) {
		case '=':
			if (isList) return isOneOf([single(column, value)]);
			return sql`${compared} = ${single(column, value)}`;
		case '!=':
			if (isList) return sql`NOT ${isOneOf([single(column, value)])}`;
			// An empty field differs from every value.
			return sql`${compared} IS NOT ${single(column, value)}`;
		case '<':
		case '<=':
		case '>':
		case '>=':
			if (isList) break;
			return sql`${stored} ${raw(operator)} ${single(column, value)}`;
		case 'LIKE':
			return likeComparison(column, value);
		case 'IN':
			return isOneOf(many(column, value));
		case 'IS NULL':
		case 'IS NOT NULL':
			return sql`${stored} ${raw(operator)}`;
		default:
			throw badRequest(`there is no comparisonOperator ${operator}`);
	}
	throw badRequest(`${column.name} cannot be compared with ${operator}`);
}

/** A text to be compared for equality, which ignores the case of letters where the option says so. */
export const equalText = ({ options }: Service, text: Sql): Sql =>
	options.equalityIgnoresCase ? sql`${text} COLLATE NOCASE` : text;

/** A case-insensitive part of the text, with `%` allowed at its ends (S3). */
function likeComparison(column: Column, value: FilterValue): Sql {
	if (column.type !== 'string') throw badRequest(`${column.name} is no text to compare with LIKE`);
	const text = String(single(column, value));
	const [start, middle, end] = [
		text.startsWith('%'),
		text.replace(/^%|%$/g, ''),
		text.length > 1 && text.endsWith('%'),
	];
	return start || end
		? like(column.sql, `${start ? '%' : ''}${escaped(middle)}${end ? '%' : ''}`)
		: contains(column.sql, middle);
}

const escaped = (text: string) => text.replace(/[\\%_]/g, '\\$&');
const like = (column: Sql, pattern: string) => sql`${column} LIKE ${pattern} ESCAPE '\\'`;

/** A part of the text, whatever the case of its letters. */
export const contains = (column: Sql, text: string): Sql => like(column, `%${escaped(text)}%`);

/** Any of the columns holds the text (`searchWord`). */
export const anyContains = (columns: Sql[], text: string): Sql =>
	or(columns.map((column) => contains(column, text)));

function single(column: Column, value: FilterValue): Comparable {
	const names = properties[column.type];
	const name = names.find((one) => value[one] !== undefined);
	if (!name) throw badRequest(`${column.name} is compared with ${names[0]}`);
	return read(column, value[name]);
}

/** `IN` takes an array in stringValue or integerValue (S3). */
function many(column: Column, value: FilterValue): Comparable[] {
	const values = value.stringValue ?? value.integerValue;
	if (!Array.isArray(values)) {
		throw badRequest('IN takes an array in stringValue or integerValue');
	}
	return values.map((one) => read(column, one));
}

/** A value in the form in which its column stores it. */
function read(column: Column, value: unknown): Comparable {
	switch (column.type) {
		case 'string':
			if (isText(value)) return value;
			break;
		case 'integer':
		case 'list':
			if (Number.isInteger(value)) return value as number;
			break;
		case 'decimal':
			if (isDecimal(value)) return Number(value);
			break;
		default: {
			const ms = readDateTime(value);
			if (Number.isNaN(ms)) break;
			if (column.type === 'datetime') return ms;
			return column.type === 'isoText' ? inUtc(ms) : dayOf(String(value), ms);
		}
	}
	throw badRequest(`${column.name} cannot be compared with ${JSON.stringify(value)}`);
}

/** The day as it is written; a date-time that names its offset counts by its UTC day. */
const dayOf = (text: string, ms: number) =>
	/^\d{4}-\d{2}-\d{2}$/.test(text) ? text : inUtc(ms).slice(0, 10);
