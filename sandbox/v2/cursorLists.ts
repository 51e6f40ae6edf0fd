import { Type, type TSchema } from '@sinclair/typebox';
import { most, pageSize } from '../contract/limits';
import { badRequest } from '../contract/refusal';
import { closed, integer, text } from '../contract/schemas';
import { toCamelCase } from '../domain/rules/search/columns';
import type { Service } from '../domain/service';
import { raw, type Sql } from '../domain/store/sql';
import type { Table, View } from '../domain/store/table';
import type { Page } from '../operations/lists';
import { makeCursor, openCursor, orderTerms, questionOf, type Order } from './cursor';

/** v2 §4, common query parameters. */
export const cursorQuery = {
	limit: Type.Optional(Type.Integer({ minimum: 1, maximum: most.limit, default: pageSize })),
	cursor: Type.Optional(text),
};

/** `{<plural>, hasMore, nextCursor, totalCount}` (v2 §4). */
export const cursorEnvelope = (plural: string, item: TSchema) =>
	closed({
		[plural]: Type.Array(item),
		hasMore: Type.Boolean(),
		nextCursor: Type.Unsafe<string | null>({ type: ['string', 'null'] }),
		totalCount: integer,
	});

interface CursorList<Row extends { id: number }> {
	service: Service;
	table: Table<Row>;
	view: View;
	/** Which records; conditions on the row `t`. */
	where: Sql[];
	order: Order;
	/** The operation, its path and its filters: the cursor of one list is no cursor of another. */
	question: unknown;
	/** How many records the page holds at most. */
	count: number;
	cursor?: string;
}

/** One page of a cursor list. */
export function cursorPage<Row extends { id: number }>(list: CursorList<Row>): Page<Row> {
	const { service, table, view, where, order, count, cursor } = list;
	const question = questionOf([list.question, order.name, order.descending]);
	const position = openCursor(service, cursor, question, order);
	const found = table.select({
		view,
		where: [...where, ...position.conditions],
		orderBy: orderTerms(order),
		limit: count + 1,
		offset: position.offset,
	});
	const rows = found.slice(0, count);
	const hasMore = found.length > count;
	const lastId = rows.at(-1)?.id;
	const nextCursor =
		hasMore && lastId !== undefined
			? makeCursor(
					service,
					question,
					{ value: table.valueOf(lastId, order.column, view), id: lastId },
					position.offset + rows.length,
				)
			: null;
	return { rows, envelope: { hasMore, nextCursor, totalCount: table.count(where, view) } };
}

/** The order that a `sort` parameter asks for: one key in either spelling, `-` = descending. */
export function orderOf(sort: string, columns: Record<string, string>): Order {
	const descending = sort.startsWith('-');
	const name = toCamelCase(descending ? sort.slice(1) : sort);
	const column = Object.hasOwn(columns, name) ? columns[name] : undefined;
	if (!column) {
		const keys = Object.keys(columns).join(', ');
		throw badRequest(`sort must be one of ${keys}, with - for descending order`);
	}
	return { name, column: raw(column), descending, nullable: false };
}
