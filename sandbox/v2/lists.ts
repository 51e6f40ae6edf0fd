import { Type, type TSchema } from '@sinclair/typebox';
import { badRequest } from '../contract/refusal';
import { closed, integer } from '../contract/schemas';
import type { Service } from '../domain/service';
import { toCamelCase } from '../domain/rules/search/fields';
import { raw, sql, type Sql, type SqlValue } from '../domain/store/sql';
import type { Table, View } from '../domain/store/table';
import { makeCursor, openCursor, orderTerms, questionOf, type Order } from './cursor';

/** v2 §4, common query parameters. */
export const cursorQuery = {
	limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000, default: 100 })),
	cursor: Type.Optional(Type.String()),
};
export const pageQuery = { page: Type.Optional(Type.Integer({ minimum: 1, default: 1 })) };

/** The records of one page of a page list (v2 §8). */
export const pageSize = 100;

/** `{<plural>, hasMore, nextCursor, totalCount}` (v2 §4). */
export const cursorEnvelope = (plural: string, item: TSchema) =>
	closed({
		[plural]: Type.Array(item),
		hasMore: Type.Boolean(),
		nextCursor: Type.Unsafe<string | null>({ type: ['string', 'null'] }),
		totalCount: integer,
	});

/** `{<plural>, totalCount, page}` (v2 §4). */
export const pageEnvelope = (plural: string, item: TSchema) =>
	closed({ [plural]: Type.Array(item), totalCount: integer, page: integer });

interface CursorList<Row extends { id: number }> {
	service: Service;
	table: Table<Row>;
	view: View;
	/** Which records; conditions on the row `t`. */
	where: Sql[];
	order: Order;
	/** The operation, its path and its filters: the cursor of one list is no cursor of another. */
	question: unknown;
	limit?: number;
	cursor?: string;
}

export interface CursorPage<Row> {
	rows: Row[];
	/** The rest of the envelope. */
	envelope: { hasMore: boolean; nextCursor: string | null; totalCount: number };
}

/** One page of a cursor list. */
export function cursorPage<Row extends { id: number }>(list: CursorList<Row>): CursorPage<Row> {
	const { service, table, view, where, order, limit = 100, cursor } = list;
	const question = questionOf([list.question, order.name, order.descending]);
	const position = openCursor(service, cursor, question, order);
	const found = table.select({
		view,
		where: [...where, ...position.conditions],
		orderBy: orderTerms(order),
		limit: limit + 1,
		offset: position.offset,
	});
	const rows = found.slice(0, limit);
	const hasMore = found.length > limit;
	const last = rows.at(-1);
	const nextCursor =
		hasMore && last
			? makeCursor(service, question, placeOf(list, last), position.offset + rows.length)
			: null;
	return { rows, envelope: { hasMore, nextCursor, totalCount: table.count(where, view) } };
}

/** The value that the order compares, and the id. */
function placeOf<Row extends { id: number }>(
	{ table, view, order }: CursorList<Row>,
	{ id }: Row,
): { value: SqlValue; id: number } {
	return { value: table.valueOf(id, order.column, view), id };
}

/** One page of a page list. */
export function page<Row extends { id: number }>(
	table: Table<Row>,
	where: Sql[],
	number = 1,
): { rows: Row[]; envelope: { totalCount: number; page: number } } {
	const rows = table.select({
		where,
		orderBy: raw('t.id'),
		limit: pageSize,
		offset: (number - 1) * pageSize,
	});
	return { rows, envelope: { totalCount: table.count(where), page: number } };
}

/** The order that a `sort` parameter asks for: one key in either spelling, `-` = descending. */
export function orderOf(sort: string, sortable: Record<string, string>): Order {
	const descending = sort.startsWith('-');
	const name = toCamelCase(descending ? sort.slice(1) : sort);
	const column = Object.hasOwn(sortable, name) ? sortable[name] : undefined;
	if (!column) {
		const keys = Object.keys(sortable).join(', ');
		throw badRequest(`sort must be one of ${keys}, with - for descending order`);
	}
	return { name, column: sql`${raw(column)}`, descending, nullable: false };
}

/** The sort keys of customers, deals and contacts (v2 §4.4, §4.6, §4.9). */
export const byTime = { updatedAt: 't.updatedAt', createdAt: 't.createdAt' };
export const timeSort = Type.Optional(
	Type.Union(
		['updated_at', 'created_at', 'updatedAt', 'createdAt']
			.flatMap((key) => [key, `-${key}`])
			.map((key) => Type.Literal(key)),
	),
);

/** `true` in a string parameter; everything else is false. */
export const textFlag = Type.Optional(
	Type.Union([Type.Literal('true'), Type.Literal('false')], { default: 'false' }),
);
/** An integer that adds something when it is 1. */
export const oneFlag = Type.Optional(Type.Integer({ default: 0 }));
/** Any value is allowed and never causes a 400 (v2 §4). */
export const skipNotice = Type.Optional(Type.Unknown());
/** The string `1` adds something, `0` or nothing does not. */
export const oneText = Type.Optional(
	Type.Union([Type.Literal('0'), Type.Literal('1')], { default: '0' }),
);
/** The id of an owner in a path, or the word `all`. */
export const allOr = Type.Union([integer, Type.Literal('all')]);
