import { anyContains } from '../rules/search/comparison';
import { raw, sql, type Sql } from '../store/sql';

export const customerName = '(SELECT c.name FROM customer AS c WHERE c.id = t.customerId)';

/** A part of any of these texts; an empty word filters nothing. */
export const isPartOf =
	(...texts: string[]) =>
	(word: string): Sql =>
		word === '' ? raw('1') : anyContains(texts.map(raw), word);

export const is =
	(column: string) =>
	(value: number): Sql =>
		sql`${raw(column)} = ${value}`;
