import { type TSchema, Type } from '@sinclair/typebox';
import { most, pageSize } from '../contract/limits';
import { badRequest } from '../contract/refusal';
import { closed, flag, integer, text } from '../contract/schemas';
import { inTokyo } from '../contract/time';
import {
	type SearchIndex,
	filterSchema,
	sortSchema,
	toCamelCase,
} from '../domain/rules/search/columns';
import type { Service } from '../domain/service';
import { commas, raw, sql } from '../domain/store/sql';
import { actionFilters } from '../operations/actions';
import type { Asked, Idiom, Order, Sorting } from '../operations/idiom';
import { type Page, pageQuery, placesOf, tablePage } from '../operations/lists';

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

/** The order of elements that are at hand. */
export function sorted<Element extends Record<string, string | number>>(
	elements: Element[],
	sort: string,
	sortable: string[],
): Element[] {
	const keys = [...keysOf(sort, sortable), { name: 'id', descending: false }];
	return elements.toSorted((a, b) => {
		for (const { name, descending } of keys) {
			const [one = 0, other = 0] = [a[name], b[name]];
			if (one !== other) return one < other === descending ? 1 : -1;
		}
		return 0;
	});
}

/** The newest update first, unless a sort is given (v1 §4). */
const usual = '-updatedAt';

/** What the lists of customers, deals and contacts take beside their paging (v1 §4). */
export const recordQuery = {
	searchWord: Type.Optional(text),
	...sortQuery,
	updatedAtFrom: Type.Optional(text),
	updatedAtTo: Type.Optional(text),
};

/** A list is sorted by what a search can be sorted by. */
export const sortingOf = ({ index }: { index?: SearchIndex }): Sorting => ({
	columns: Object.fromEntries((index?.sortable ?? []).map((name) => [name, `t.${name}`])),
	usual,
});

/** The search body of customers and deals (v1 §4). */
export const searchBody = {
	filter: filterSchema,
	sort: Type.Optional(sortSchema),
	...limitQuery,
	compactCustoms: Type.Optional(flag),
	noCustoms: Type.Optional(flag),
};

/** `{totalCount, page, <plural>}` (v1 §2). */
export const pageEnvelope = (plural: string, item: TSchema) =>
	closed({ totalCount: integer, page: integer, [plural]: Type.Array(item) });

/** What v1 says its own way. */
export const v1Idiom: Idiom = {
	version: 'v1',
	// As in the samples (v1 §2).
	time: inTokyo,
	// Both are false by default (v1 §4).
	searchCustoms: ({ noCustoms, compactCustoms }) =>
		noCustoms ? 'none' : compactCustoms ? 'compact' : 'full',
	notice: {},
	actionList: {
		query: {
			...sortQuery,
			...actionFilters,
			...pageQuery,
		},
		sorting: {
			columns: {
				id: 't.id',
				startDatetime: 't.startAt',
				endDatetime: 't.endAt',
				createdAt: 't.createdAt',
				updatedAt: 't.updatedAt',
			},
			usual,
		},
	},
	pageEnvelope,
	listEnvelope: pageEnvelope,
	respond: (plural, elements, envelope) => ({ ...envelope, [plural]: elements }),
	orderOf: (sort, columns) =>
		// Even an empty text has one key.
		keysOf(sort, Object.keys(columns)).map((key) => ({
			...key,
			...{ column: raw(columns[key.name] ?? ''), nullable: true },
		})) as Order,
	page({ service }, { at, table, where, order, asked }) {
		const terms = order.map(({ column, descending }) => {
			return sql`${column} ${raw(descending ? 'DESC' : 'ASC')}`;
		});
		const orderBy = commas([...terms, raw('t.id ASC')]);
		const isShort = service.options.shortPages;
		return tablePage({ table, where, view: service.view(at), orderBy, isShort }, asked);
	},
};
