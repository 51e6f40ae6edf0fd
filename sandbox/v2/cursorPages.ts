import { type TSchema, Type } from '@sinclair/typebox';
import { createHash } from 'node:crypto';
import { badRequest } from '../contract/refusal';
import { closed, integer, text } from '../contract/schemas';
import type { SortKey } from '../domain/rules/search/filter';
import type { Service } from '../domain/service';
import { type Sql, type SqlValue, raw, sql } from '../domain/store/sql';
import type { BaseRow } from '../domain/properties/property';
import { limit, orderBy, type List, type Page } from '../operations/listPages';

/** The content of a cursor, which is base64url of JSON and opaque to the caller. */
interface Cursor {
	/** The sort and the filters of the first page, as a digest. */
	question: string;
	/** The moment at which it was made, in ms of service time. */
	at: number;
	/** The last record read (keyset): its id and the value that the list is sorted by. */
	after?: { value: SqlValue; id: number };
	/** The number of records read (offset). */
	skip?: number;
}

/**
 * Reads a cursor; without one the list begins.
 * @throws Refusal (BAD_REQUEST) for text that is no cursor, another sort or other filters (v2 §4),
 * and a cursor that has expired
 */
function decodeCursor(
	service: Service,
	text: string | undefined,
	question: string,
): Partial<Cursor> {
	if (text === undefined || text === '') return {};
	let cursor: Cursor | null;
	try {
		cursor = JSON.parse(Buffer.from(text, 'base64url').toString()) as Cursor | null;
	} catch {
		throw badRequest('the cursor is not valid');
	}
	if (cursor?.question !== question) {
		throw badRequest('the cursor belongs to another sort or other filters');
	}
	const { cursorTtlMs } = service.options;
	if (cursorTtlMs > 0 && service.clock.now() - cursor.at > cursorTtlMs) {
		throw badRequest('the cursor has expired');
	}
	return cursor;
}

/**
 * The condition on rows after a record, written so that an index can find the first of them. Null
 * comes first in ascending and last in descending order (v2 §4.6).
 */
function rowsAfter(
	{ column, descending, nullable }: SortKey,
	{ value, id }: NonNullable<Cursor['after']>,
): Sql {
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

/** The query of a cursor list (v2 §4, common query parameters). */
export const cursorQuery = {
	limit,
	cursor: text,
};

/** The schema of a page: `{<plural>, hasMore, nextCursor, totalCount}` (v2 §4). */
export const cursorEnvelope = (plural: string, item: TSchema) =>
	closed({
		[plural]: Type.Array(item),
		hasMore: Type.Boolean(),
		nextCursor: Type.Unsafe<string | null>({ type: ['string', 'null'] }),
		totalCount: integer,
	});

interface CursorList<Row extends BaseRow> extends List<Row> {
	/** The operation, its path and its filters: a cursor is valid for the same question only. */
	question: unknown;
	/** The number of records that the page holds at most. */
	count: number;
	cursor?: string | undefined;
}

/** One page of a cursor list. */
export function cursorPage<Row extends BaseRow>(
	service: Service,
	{ table, view, where, order, count, ...list }: CursorList<Row>,
): Page<Row> {
	const [key] = order;
	if (!key) throw new Error('a cursor list is sorted by one key');
	// A digest of everything but cursor and limit that the list depends on.
	const asked = JSON.stringify([list.question, key.name, key.descending]);
	const question = createHash('sha256').update(asked).digest('base64url').slice(0, 16);
	const { after, skip: offset = 0 } = decodeCursor(service, list.cursor, question);
	const found = table.select({
		view,
		where: after ? [...where, rowsAfter(key, after)] : where,
		orderBy: orderBy(order),
		limit: count + 1,
		offset,
	});
	const rows = found.slice(0, count);
	const last = found.length > count ? rows.at(-1) : undefined;
	const next = ({ id }: Row): Cursor => ({
		question,
		at: service.clock.now(),
		...(service.options.cursorKind === 'keyset'
			? { after: { value: table.valueOf(id, key.column, view), id } }
			: { skip: offset + rows.length }),
	});
	const nextCursor = last ? Buffer.from(JSON.stringify(next(last))).toString('base64url') : null;
	const envelope = {
		hasMore: last !== undefined,
		nextCursor,
		totalCount: table.count(where, view),
	};
	return { rows, envelope };
}
