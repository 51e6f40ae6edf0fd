/** A value that a statement can bind; flags are bound as 0 and 1. */
export type SqlValue = string | number | null;

/** A piece of SQL with the values of its question marks, in order. */
export interface Sql {
	text: string;
	params: SqlValue[];
}

/**
 * Makes a piece of SQL: `` sql`amount > ${5} AND ${other}` ``. Values become parameters, pieces are
 * put in as they are, so that no value is ever part of a statement's text.
 */
export function sql(strings: TemplateStringsArray, ...values: Array<SqlValue | Sql>): Sql {
	let text = strings[0] ?? '';
	const params: SqlValue[] = [];
	values.forEach((value, index) => {
		if (typeof value === 'object' && value !== null) {
			text += value.text;
			params.push(...value.params);
		} else {
			text += '?';
			params.push(value);
		}
		text += strings[index + 1] ?? '';
	});
	return { text, params };
}

/** Fixed text, such as a column's name. Never call it with text from a request. */
export const raw = (text: string): Sql => ({ text, params: [] });

export function join(pieces: Sql[], separator: string): Sql {
	return {
		text: pieces.map((piece) => piece.text).join(separator),
		params: pieces.flatMap((piece) => piece.params),
	};
}

/** All of the conditions hold; true if there are none. */
export const and = (conditions: Sql[]): Sql =>
	conditions.length === 0 ? raw('1') : sql`(${join(conditions, ' AND ')})`;

/** Any of the conditions holds; false if there are none. */
export const or = (conditions: Sql[]): Sql =>
	conditions.length === 0 ? raw('0') : sql`(${join(conditions, ' OR ')})`;

/** The condition that a value sets, as a list; empty if there is no value. */
export const when = <T>(value: T | undefined, condition: (value: T) => Sql): Sql[] =>
	value === undefined ? [] : [condition(value)];

/** The values of a list as a one-column select, for `IN`. It takes one parameter for any length. */
export const valuesOf = (values: ReadonlyArray<string | number>): Sql =>
	sql`(SELECT value FROM json_each(${JSON.stringify(values)}))`;

/** The JSON list that the column holds has any of these values. */
export const anyIn = (column: Sql, values: ReadonlyArray<string | number>): Sql =>
	sql`EXISTS (SELECT 1 FROM json_each(${column}) WHERE value IN ${valuesOf(values)})`;
