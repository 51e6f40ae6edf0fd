import { Type, type TProperties, type TSchema } from '@sinclair/typebox';
import { most, pageSize } from '../contract/limits';
import { badRequest } from '../contract/refusal';
import { closed, integer, oneOf, text } from '../contract/schemas';
import type { BaseRow } from '../domain/properties/property';
import type { SortKey } from '../domain/rules/search/filter';
import type { Service } from '../domain/service';
import { join, raw, sql, type Sql } from '../domain/store/sql';
import type { Table, View } from '../domain/store/table';

/** The query of a page list (v2 §4, v1 §4). */
export const pageQuery = { page: Type.Integer({ minimum: 1, default: 1 }) };
/** The schema of `limit` (v2 §8, v1 §8). */
export const limit = Type.Integer({ minimum: 1, maximum: most.limit, default: pageSize });

/** A parameter that adds something if it is 1. */
export const oneFlag = Type.Integer({ default: 0 });
/** A text that means true if it is `true`, and otherwise false (itemKeyAsPropertyKey). */
export const textFlag = oneOf(['true', 'false'], { default: 'false' });
/** The id of an owner in a path, or the word `all`. */
export const idOrAll = Type.Unsafe<number | 'all'>({
	type: ['integer', 'string'],
	pattern: '^all$',
});

/** Parameters that filter by time, either from a moment on or up to one (v2 §4). */
export const timeFilters = (...names: string[]): TProperties =>
	Object.fromEntries(names.map((name) => [name, text]));

/** The time filters of every action list, in both versions (v2 §4.5, v1 §4). */
export const actionTimes = timeFilters(
	'startDatetime',
	'endDatetime',
	'createdAtFrom',
	'createdAtTo',
	'updatedAtFrom',
	'updatedAtTo',
);

/** The schema of a page: `{totalCount, page, <plural>}` (v2 §4, v1 §2). */
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
	/** Conditions on the rows `t` of the list. */
	where: Sql[];
	/** The sort keys; ids break ties, ascending. */
	order: SortKey[];
}

/**
 * Reads a `sort` parameter: keys separated by commas, descending if a `-` precedes them (v1 §4).
 * @param columns the column of each key
 * @throws Refusal (BAD_REQUEST) for an unknown key
 */
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

/** The ORDER BY of these keys. */
export const orderBy = (keys: SortKey[]): Sql =>
	join(
		[
			...keys.map(({ column, descending }) => sql`${column} ${raw(descending ? 'DESC' : 'ASC')}`),
			raw('t.id ASC'),
		],
		', ',
	);

/**
 * The range of a page within the whole list. Short pages hold half of their limit, as if every
 * second element were left out after the page was cut: where a page begins depends on its number
 * and its limit alone. A page of one element is never empty.
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
 * @param isFixed whether pages are full even if the option shortPages is on
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
