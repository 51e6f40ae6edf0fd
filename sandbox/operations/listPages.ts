import { Type, type TProperties, type TSchema } from '@sinclair/typebox';
import { most, pageSize } from '../contract/limits';
import { badRequest } from '../contract/refusal';
import { closed, integer, oneOf, text } from '../contract/schemas';
import type { BaseRow } from '../domain/properties/property';
import type { SortKey } from '../domain/rules/search/filter';
import type { Service } from '../domain/service';
import { join, raw, sql, type Sql } from '../domain/store/sql';
import type { Table, View } from '../domain/store/table';

/** v2 §4, v1 §4. */
export const pageQuery = { page: Type.Integer({ minimum: 1, default: 1 }) };
/** v2 §8, v1 §8. */
export const limit = Type.Integer({ minimum: 1, maximum: most.limit, default: pageSize });

/** An integer that adds something when it is 1. */
export const oneFlag = Type.Integer({ default: 0 });
/** `true` in a string parameter; everything else is false (itemKeyAsPropertyKey). */
export const textFlag = oneOf(['true', 'false'], { default: 'false' });
/** The id of an owner in a path, or the word `all`. */
export const idOrAll = Type.Unsafe<number | 'all'>({
	type: ['integer', 'string'],
	pattern: '^all$',
});

/** Parameters that filter by time: from a moment on, or up to one (v2 §4). */
export const timeFilters = (...names: string[]): TProperties =>
	Object.fromEntries(names.map((name) => [name, text]));

/** What every action list is narrowed by, in both versions (v2 §4.5, v1 §4). */
export const actionTimes = timeFilters(
	'startDatetime',
	'endDatetime',
	'createdAtFrom',
	'createdAtTo',
	'updatedAtFrom',
	'updatedAtTo',
);

/** `{totalCount, page, <plural>}` (v2 §4, v1 §2). */
export const pageEnvelope = (plural: string, item: TSchema) =>
	closed({ totalCount: integer, page: integer, [plural]: Type.Array(item) });

/** The elements of one page, and the rest of the response's envelope. */
export interface Page<Element> {
	rows: Element[];
	envelope: object;
}

/** A list before its page is chosen. */
export interface List<Row extends BaseRow> {
	table: Table<Row>;
	view?: View;
	/** Which records; conditions on the row `t`. */
	where: Sql[];
	/** What it is sorted by; ids break ties, ascending. */
	order: SortKey[];
}

/** The keys of a sort, separated by commas; a `-` before one means descending (v1 §4). */
export function sortKeys(sort: string, columns: Record<string, string>): SortKey[] {
	return sort.split(',').map((key) => {
		const descending = key.startsWith('-');
		const spelling = key.replace(/^-/, '');
		const column = Object.hasOwn(columns, spelling) ? columns[spelling] : undefined;
		if (column === undefined) {
			throw badRequest(
				`there is no sort key ${spelling}; there are ${Object.keys(columns).join(', ')}`,
			);
		}
		return { name: column, column: raw(column), descending, nullable: false };
	});
}

/** The order that keys make. */
export const orderBy = (keys: SortKey[]): Sql =>
	join(
		[
			...keys.map(({ column, descending }) => sql`${column} ${raw(descending ? 'DESC' : 'ASC')}`),
			raw('t.id ASC'),
		],
		', ',
	);

/**
 * The elements of a page, by their numbers in the whole list. In short pages every second place is
 * empty, as where a page is cut first and what nobody may see is left out then: the places of a page
 * follow from its number and limit alone. A single place is never empty.
 */
export function pageRange(
	{ page = 1, limit = pageSize }: { page?: number; limit?: number },
	isShort: boolean,
): { offset: number; count: number } {
	const taken = (places: number) => (isShort && limit > 1 ? Math.ceil(places / 2) : places);
	const offset = taken((page - 1) * limit);
	return { offset, count: taken(page * limit) - offset };
}

/**
 * One page of a page list; a page behind the last one is empty.
 * @param isFixed whether a page always holds as much as it has room for
 */
export function tablePage<Row extends BaseRow>(
	{ options }: Service,
	{ table, view, where, order }: List<Row>,
	asked: { page?: number; limit?: number },
	isFixed = false,
): Page<Row> {
	const { offset, count } = pageRange(asked, options.shortPages && !isFixed);
	const rows = table.select({ view, where, orderBy: orderBy(order), limit: count, offset });
	const { page: number = 1 } = asked;
	return { rows, envelope: { totalCount: table.count(where, view), page: number } };
}
