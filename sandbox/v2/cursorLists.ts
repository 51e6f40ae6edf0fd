import { type TSchema, Type } from '@sinclair/typebox';
import { createHash } from 'node:crypto';
import { most, pageSize } from '../contract/limits';
import { badRequest } from '../contract/refusal';
import { closed, integer, text } from '../contract/schemas';
import { toCamelCase } from '../domain/rules/search/columns';
import type { Service } from '../domain/service';
import { type Sql, type SqlValue, commas, raw, sql } from '../domain/store/sql';
import type { Table, View } from '../domain/store/table';
import type { Page } from '../operations/lists';

/** What a cursor list is sorted by; ids break ties, ascending. */
export interface Order {
	/** One spelling of the sort, to which a cursor is bound. */
	name: string;
	column: Sql;
	descending: boolean;
	/** Whether the column may be empty: null comes first ascending, last descending (v2 §4.6). */
	nullable: boolean;
}

/** The last record of a page: the value that the list is sorted by, and its id. */
export interface LastRecord {
	value: SqlValue;
	id: number;
}

/** What a cursor holds, as base64url of JSON: opaque to the caller. */
interface Cursor {
	/** The sort and the filters of the first page, as a digest. */
	question: string;
	/** When it was made, service time in ms. */
	at: number;
	/** The last record read (keyset), or the number of records read (offset). */
	after?: LastRecord;
	skip?: number;
}

/** Where a page begins. */
export interface Position {
	conditions: Sql[];
	offset: number;
}

/** A digest of everything but cursor and limit that a list depends on. */
export const questionOf = (parts: unknown): string =>
	createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, 16);

/** Reads a cursor; one of another sort or other filters is a 400 (v2 §4), a stale one too. */
export function openCursor(
	service: Service,
	text: string | undefined,
	question: string,
	order: Order,
): Position {
	if (text === undefined || text === '') return { conditions: [], offset: 0 };
	const cursor = decode(text);
	if (cursor.question !== question) {
		throw badRequest('the cursor belongs to another sort or other filters');
	}
	const { cursorTtlMs } = service.options;
	if (cursorTtlMs > 0 && service.clock.now() - cursor.at > cursorTtlMs) {
		throw badRequest('the cursor has expired');
	}
	if (cursor.after) return { conditions: [behind(order, cursor.after)], offset: 0 };
	return { conditions: [], offset: cursor.skip ?? 0 };
}

/** The cursor of the page that begins behind `last`. */
export function makeCursor(
	service: Service,
	question: string,
	last: LastRecord,
	read: number,
): string {
	const position = service.options.cursorKind === 'keyset' ? { after: last } : { skip: read };
	const cursor: Cursor = { question, at: service.clock.now(), ...position };
	return Buffer.from(JSON.stringify(cursor)).toString('base64url');
}

function decode(text: string): Cursor {
	try {
		const cursor: unknown = JSON.parse(Buffer.from(text, 'base64url').toString());
		if (typeof cursor === 'object' && cursor !== null && 'question' in cursor) {
			return cursor as Cursor;
		}
	} catch {
		// Falls through: anything unreadable is the same wrong input.
	}
	throw badRequest('the cursor is not valid');
}

/** The rows behind a record, written so that an index can find the first of them. */
function behind({ column, descending, nullable }: Order, { value, id }: LastRecord): Sql {
	const idBehind = sql`t.id > ${id}`;
	if (value === null) {
		const tied = sql`(${column} IS NULL AND ${idBehind})`;
		return descending ? tied : sql`(${tied} OR ${column} IS NOT NULL)`;
	}
	const beyond = raw(descending ? '<' : '>');
	const tiedOrBehind = sql`(${column} ${beyond} ${value} OR ${idBehind})`;
	const ranged = sql`(${column} ${beyond}= ${value} AND ${tiedOrBehind})`;
	return nullable && descending ? sql`(${ranged} OR ${column} IS NULL)` : ranged;
}

export const orderTerms = ({ column, descending }: Order): Sql =>
	commas([sql`${column} ${raw(descending ? 'DESC' : 'ASC')}`, raw('t.id ASC')]);

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
