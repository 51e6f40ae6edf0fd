import { Type } from '@sinclair/typebox';
import { most, pageSize } from '../contract/limits';
import { badRequest } from '../contract/refusal';
import { text } from '../contract/schemas';
import { toCamelCase } from '../domain/rules/search/columns';
import type { Service } from '../domain/service';
import { commas, raw, sql, type Sql } from '../domain/store/sql';
import type { Asked, Sorting } from '../operations/idiom';
import { pageQuery, placesOf, type Page } from '../operations/lists';

/** v1 §8: at most 1000, 100 by default. */
export const limitQuery = {
	...pageQuery,
	limit: Type.Optional(Type.Integer({ minimum: 1, maximum: most.limit, default: pageSize })),
};
export const sortQuery = { sort: Type.Optional(text) };

/** One page of elements that are at hand. */
export function arrayPage<Element>(
	{ options }: Service,
	elements: Element[],
	asked: Asked,
): Page<Element> {
	const { offset, count } = placesOf(asked, options.shortPages);
	const rows = elements.slice(offset, offset + count);
	return { rows, envelope: { totalCount: elements.length, page: asked.page ?? 1 } };
}

interface SortTerm {
	name: string;
	descending: boolean;
}

/** The keys of a sort, separated by commas; a `-` before one means descending (v1 §4). */
function keysOf(sort: string, sortable: readonly string[]): SortTerm[] {
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

/** The order of a list: the usual one unless a sort is given (v1 §4). Ids break ties. */
export function orderBy(sort: string, { columns, usual }: Sorting): Sql {
	const keys = keysOf(sort || usual, Object.keys(columns));
	const terms = keys.map(({ name, descending }) => {
		return sql`${raw(columns[name] ?? '')} ${raw(descending ? 'DESC' : 'ASC')}`;
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
