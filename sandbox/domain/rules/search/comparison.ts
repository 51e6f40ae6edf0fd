import { badRequest } from '../../../contract/refusal';
import { and, or, raw, sql, valuesOf, type Sql } from '../../store/sql';
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

/** The column as its values are held against others. */
const comparedIn = (service: Service, { type, sql: column }: Column): Sql =>
	type === 'string' ? equalText(service, column) : column;

/** One comparison; BAD_REQUEST for an operator or a value that does not fit. */
export function comparison(
	service: Service,
	column: Column,
	{ comparisonOperator, value = {} }: ValueFilter,
): Sql {
	if (column.type === 'list') return listComparison(column, comparisonOperator, value);
	const compared = comparedIn(service, column);
	switch (comparisonOperator) {
		case '=':
			return sql`${compared} = ${single(column, value)}`;
		case '!=':
			// An empty field differs from every value.
			return sql`${compared} IS NOT ${single(column, value)}`;
		case '<':
		case '<=':
		case '>':
		case '>=':
			return sql`${column.sql} ${raw(comparisonOperator)} ${single(column, value)}`;
		case 'LIKE':
			return likeComparison(column, value);
		case 'IN':
			return sql`${compared} IN ${valuesOf(many(column, value))}`;
		case 'IS NULL':
			return sql`${column.sql} IS NULL`;
		case 'IS NOT NULL':
			return sql`${column.sql} IS NOT NULL`;
		default:
			throw badRequest(`there is no comparisonOperator ${comparisonOperator}`);
	}
}

/** A text to be compared for equality, which ignores the case of letters where the option says so. */
export const equalText = ({ options }: Service, text: Sql): Sql =>
	options.equalityIgnoresCase ? sql`${text} COLLATE NOCASE` : text;

/** `=` and `IN` find a value in the list, `!=` finds lists without it. */
function listComparison(column: Column, operator: string, value: FilterValue): Sql {
	const holds = (values: Comparable[]) =>
		sql`EXISTS (SELECT 1 FROM json_each(${column.sql}) WHERE value IN ${valuesOf(values)})`;
	switch (operator) {
		case '=':
			return holds([single(column, value)]);
		case '!=':
			return sql`NOT ${holds([single(column, value)])}`;
		case 'IN':
			return holds(many(column, value));
		case 'IS NULL':
			return sql`${column.sql} IS NULL`;
		case 'IS NOT NULL':
			return sql`${column.sql} IS NOT NULL`;
		default:
			throw badRequest(`${column.name} cannot be compared with ${operator}`);
	}
}

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
	and([or(columns.map((column) => contains(column, text)))]);

function single(column: Column, value: FilterValue): Comparable {
	return read(column, definedOnly(column, value));
}

/** `IN` takes an array in stringValue or integerValue (S3). */
function many(column: Column, value: FilterValue): Comparable[] {
	const values = value.stringValue ?? value.integerValue;
	if (!Array.isArray(values)) {
		throw badRequest('IN takes an array in stringValue or integerValue');
	}
	return values.map((one) => read(column, one));
}

function definedOnly(column: Column, value: FilterValue): unknown {
	for (const property of properties[column.type]) {
		if (value[property] !== undefined) return value[property];
	}
	throw badRequest(`${column.name} is compared with ${properties[column.type][0]}`);
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
