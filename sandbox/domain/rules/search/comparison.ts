import { badRequest } from '../../../contract/refusal';
import { anyIn, or, raw, sql, valuesOf, type Sql } from '../../store/sql';
import { inUtc, readDateTime } from '../../../contract/time';
import { decimalOf, isDecimal, isText } from '../../../contract/values';
import type { Service } from '../../service';
import type { Column, ComparedAs, ValueFilter } from './columns';

type Comparable = string | number;
type FilterValue = NonNullable<ValueFilter['value']>;

/**
 * A type of values: `from` lists the properties in which they are given (v1 §4, S3), and `stored`
 * returns one as its column stores it, or undefined if it does not fit.
 */
interface ValueType {
	from: Array<keyof FilterValue>;
	stored(value: unknown): Comparable | undefined;
}
const whole = (value: unknown) => (Number.isInteger(value) ? (value as number) : undefined);
const moments = (stored: (ms: number, text: string) => Comparable): ValueType => ({
	from: ['datetimeValue'],
	stored(value) {
		const ms = readDateTime(value);
		return Number.isNaN(ms) ? undefined : stored(ms, String(value));
	},
});
/** The day of a date as written; of a date-time, its day in UTC. */
const dayOf = (ms: number, text: string) => (text.length === 10 ? text : inUtc(ms).slice(0, 10));

const valueTypes: Record<ComparedAs, ValueType> = {
	integer: { from: ['integerValue', 'decimalValue'], stored: whole },
	list: { from: ['integerValue'], stored: whole },
	decimal: {
		from: ['decimalValue', 'integerValue'],
		stored: (value) => (isDecimal(value) ? decimalOf(value).order : undefined),
	},
	calculated: {
		from: ['decimalValue', 'integerValue'],
		stored: (value) => (isDecimal(value) ? Number(value) : undefined),
	},
	string: { from: ['stringValue'], stored: (value) => (isText(value) ? value : undefined) },
	datetime: moments((ms) => ms),
	isoText: moments(inUtc),
	date: moments(dayOf),
};

/** A column that can be compared: a field of a search, or of a custom object. */
type Compared = Pick<Column, 'name' | 'type' | 'sql'>;

/** Reads a value into the form in which its column stores it. */
function read({ name, type }: Compared, value: unknown): Comparable {
	const stored = valueTypes[type].stored(value);
	if (stored === undefined) {
		throw badRequest(`${name} cannot be compared with ${JSON.stringify(value)}`);
	}
	return stored;
}

/** The column as it is compared for equality: the option may ignore the case of letters. */
const forEquality = ({ options }: Service, { type, sql: stored }: Compared): Sql =>
	type === 'string' && options.equalityIgnoresCase ? sql`${stored} COLLATE NOCASE` : stored;

/**
 * The column has that value.
 * @throws Refusal (BAD_REQUEST) for a value that does not fit
 */
export const equals = (service: Service, column: Compared, value: unknown): Sql =>
	sql`${forEquality(service, column)} = ${read(column, value)}`;

/**
 * The condition of one comparison. For lists, `=` and `IN` find those that contain a value, and
 * `!=` those that do not.
 * @throws Refusal (BAD_REQUEST) for an operator or a value that does not fit
 */
export function comparison(
	service: Service,
	column: Column,
	{ comparisonOperator: operator, value = {} }: ValueFilter,
): Sql {
	const { name, type, sql: stored } = column;
	const isList = type === 'list';
	const takes = operator.endsWith('NULL') ? 0 : 1;
	if (Object.keys(value).length !== takes) {
		throw badRequest(`${operator} takes ${takes} properties in value`);
	}
	const single = () => {
		const { from } = valueTypes[type];
		const property = from.find((one) => value[one] !== undefined);
		if (!property) throw badRequest(`${name} is compared with ${from[0]}`);
		return value[property];
	};
	switch (operator) {
		case '=':
			if (isList) return anyIn(stored, [read(column, single())]);
			return equals(service, column, single());
		case '!=':
			if (isList) return sql`NOT ${anyIn(stored, [read(column, single())])}`;
			// An empty field differs from every value.
			return sql`${forEquality(service, column)} IS NOT ${read(column, single())}`;
		case '<':
		case '<=':
		case '>':
		case '>=':
			if (isList) break;
			return sql`${stored} ${raw(operator)} ${read(column, single())}`;
		case 'LIKE':
			if (type !== 'string') break;
			return isLike(stored, String(read(column, single())));
		case 'IN': {
			// It takes an array in stringValue or integerValue (S3).
			const given = value.stringValue ?? value.integerValue;
			if (!Array.isArray(given)) {
				throw badRequest('IN takes an array in stringValue or integerValue');
			}
			const values = given.map((one) => read(column, one));
			if (isList) return anyIn(stored, values);
			return sql`${forEquality(service, column)} IN ${valuesOf(values)}`;
		}
		case 'IS NULL':
		case 'IS NOT NULL':
			return sql`${stored} ${raw(operator)}`;
		default:
			throw badRequest(`there is no comparisonOperator ${operator}`);
	}
	throw badRequest(`${name} cannot be compared with ${operator}`);
}

/**
 * The column is LIKE the text: it contains it, or if the text has a `%` at its start or end, it
 * begins or ends with it; the case of letters is ignored (S3).
 */
function isLike(column: Sql, text: string): Sql {
	const [, start = '', middle = '', end = ''] = /^(%?)(.*?)(%?)$/s.exec(text) ?? [];
	return start || end ? like(column, `${start}${escaped(middle)}${end}`) : contains(column, middle);
}

const escaped = (text: string) => text.replace(/[\\%_]/g, '\\$&');
const like = (column: Sql, pattern: string) => sql`${column} LIKE ${pattern} ESCAPE '\\'`;

/** The column contains the text, whatever the case of its letters. */
const contains = (column: Sql, text: string): Sql => like(column, `%${escaped(text)}%`);

/** Any of the columns contains the text (`searchWord`). */
export const anyContains = (columns: Sql[], text: string): Sql =>
	or(columns.map((column) => contains(column, text)));
