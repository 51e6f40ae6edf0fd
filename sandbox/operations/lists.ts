import { Type } from '@sinclair/typebox';
import { pageSize } from '../contract/limits';
import { integer, oneOf } from '../contract/schemas';
import type { Sql } from '../domain/store/sql';
import type { Table, View } from '../domain/store/table';

const page = Type.Optional(Type.Integer({ minimum: 1, default: 1 }));
/** v2 §4, v1 §4. */
export const pageQuery = { page };

/** An integer that adds something when it is 1. */
export const oneFlag = Type.Optional(Type.Integer({ default: 0 }));
/** `true` in a string parameter; everything else is false (itemKeyAsPropertyKey). */
export const textFlag = Type.Optional(oneOf(['true', 'false'], { default: 'false' }));
/** The id of an owner in a path, or the word `all`. */
export const idOrAll = Type.Union([integer, Type.Literal('all')]);

/** The elements of one page, and the rest of the response's envelope. */
export interface Page<Element> {
	rows: Element[];
	envelope: object;
}

interface PageOfTable<Row extends { id: number }> {
	table: Table<Row>;
	view?: View;
	/** Which records; conditions on the row `t`. */
	where: Sql[];
	orderBy: Sql;
	/** Whether a page may hold less than it has room for. */
	isShort: boolean;
}

/**
 * The elements of a page, by their numbers in the whole list. In short pages every second place is
 * empty, as where a page is cut first and what nobody may see is left out then: the places of a page
 * follow from its number and limit alone. A single place is never empty.
 */
export function placesOf(
	{ page = 1, limit = pageSize }: { page?: number; limit?: number },
	isShort: boolean,
): { offset: number; count: number } {
	const taken = (places: number) => (isShort && limit > 1 ? Math.ceil(places / 2) : places);
	const offset = taken((page - 1) * limit);
	return { offset, count: taken(page * limit) - offset };
}

/** One page of a page list; a page behind the last one is empty. */
export function tablePage<Row extends { id: number }>(
	{ table, view, where, orderBy, isShort }: PageOfTable<Row>,
	asked: { page?: number; limit?: number },
): Page<Row> {
	const { offset, count } = placesOf(asked, isShort);
	const rows = table.select({ view, where, orderBy, limit: count, offset });
	const { page: number = 1 } = asked;
	return { rows, envelope: { totalCount: table.count(where, view), page: number } };
}
