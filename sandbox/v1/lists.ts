import { Type, type TSchema } from '@sinclair/typebox';
import { badRequest } from '../contract/refusal';
import { integer, text } from '../contract/schemas';
import { toCamelCase } from '../domain/rules/search/fields';
import { commas, raw, sql, type Sql } from '../domain/store/sql';
import type { Table, View } from '../domain/store/table';

/** The elements of a page where no limit can be given (v1 §8, S3). */
const pageSize = 100;

const page = Type.Optional(Type.Integer({ minimum: 1, default: 1 }));
export const pageQuery = { page };
/** v1 §8: at most 1000, 100 by default. */
export const limitQuery = {
	page,
	limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000, default: pageSize })),
};
export const sortQuery = { sort: Type.Optional(text) };
/** Adds something when it is 1. */
export const oneFlag = Type.Optional(Type.Integer({ default: 0 }));
/** v1 §4, `itemKeyAsPropertyKey`. */
export const textFlag = Type.Optional(
	Type.Union([Type.Literal('true'), Type.Literal('false')], { default: 'false' }),
);

/** `{totalCount, page, <plural>}` (v1 §2). */
export const pageEnvelope = (plural: string, item: TSchema) =>
	Type.Object(
		{ totalCount: integer, page: integer, [plural]: Type.Array(item) },
		{ additionalProperties: false },
	);

export interface Paging {
	page?: number;
	limit?: number;
}

interface PageList<Row extends { id: number }> {
	table: Table<Row>;
	view?: View;
	/** Which records; conditions on the row `t`. */
	where: Sql[];
	orderBy: Sql;
}

/** One page of a list; a page behind the last one is empty. */
export function tablePage<Row extends { id: number }>(
	{ table, view, where, orderBy }: PageList<Row>,
	{ page: number = 1, limit = pageSize }: Paging,
): { rows: Row[]; envelope: { totalCount: number; page: number } } {
	const rows = table.select({ view, where, orderBy, limit, offset: (number - 1) * limit });
	return { rows, envelope: { totalCount: table.count(where, view), page: number } };
}

/** The same of elements that are at hand. */
export function arrayPage<Element>(
	elements: Element[],
	{ page: number = 1, limit = pageSize }: Paging,
): { rows: Element[]; envelope: { totalCount: number; page: number } } {
	const rows = elements.slice((number - 1) * limit, number * limit);
	return { rows, envelope: { totalCount: elements.length, page: number } };
}

interface SortKey {
	name: string;
	descending: boolean;
}

/** The keys of a sort, separated by commas; a `-` before one means descending (v1 §4). */
function keysOf(sort: string, sortable: readonly string[]): SortKey[] {
	return sort.split(',').map((part) => {
		const key = part.trim();
		const descending = key.startsWith('-');
		const name = toCamelCase(descending ? key.slice(1) : key);
		if (!sortable.includes(name)) {
			throw badRequest(`there is no sort key ${name}; there are ${sortable.join(', ')}`);
		}
		return { name, descending };
	});
}

/**
 * The order of a list: the newest update first unless a sort is given (v1 §4). Ids break ties.
 * @param columns the columns of the row `t`, by sort key
 */
export function orderBy(sort: string | undefined, columns: Record<string, string>): Sql {
	const keys = keysOf(sort || '-updatedAt', Object.keys(columns));
	const terms = keys.map(({ name, descending }) => {
		return sql`${raw(`t.${columns[name]}`)} ${raw(descending ? 'DESC' : 'ASC')}`;
	});
	return commas([...terms, raw('t.id ASC')]);
}

/** The same of elements that are at hand; what is empty comes first when ascending. */
export function sorted<Element extends { id: number }>(
	elements: Element[],
	sort: string,
	sortable: ReadonlyArray<keyof Element & string>,
): Element[] {
	const keys = [...keysOf(sort, sortable), { name: 'id', descending: false }];
	const valueOf = (element: Element, name: string) => element[name as keyof Element];
	return [...elements].sort((a, b) => {
		for (const { name, descending } of keys) {
			const order = compare(valueOf(a, name), valueOf(b, name));
			if (order !== 0) return descending ? -order : order;
		}
		return 0;
	});
}

function compare(a: unknown, b: unknown): number {
	if (a === b) return 0;
	if (a === null || a === undefined) return -1;
	if (b === null || b === undefined) return 1;
	return a < b ? -1 : 1;
}
