import { Type, type TSchema } from '@sinclair/typebox';
import { closed, flag, integer, text } from '../contract/schemas';
import { inTokyo } from '../contract/time';
import { filterCondition, searchSort } from '../domain/rules/search/filter';
import type { SearchIndex } from '../domain/rules/search/columns';
import { filterSchema, sortSchema } from '../domain/rules/search/body';
import { raw, sql } from '../domain/store/sql';
import { actionFilters } from '../operations/actions';
import type { Idiom, Sorting } from '../operations/idiom';
import { pageQuery, tablePage } from '../operations/lists';
import { limitQuery, orderBy, sortQuery } from './lists';

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
	summary: (verb, one) => `${one[0]?.toUpperCase()}${one.slice(1)} ${verb.toLowerCase()}`,
	// As in the samples (v1 §2).
	time: inTokyo,
	contactCustoms: 'full',
	// v1 §2.3.
	itemKeysOnContactsAndActions: false,
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
	hasFixedPages: false,
	hasMemberInPath: true,
	listEnvelope: pageEnvelope,
	respond: (plural, elements, envelope) => ({ ...envelope, [plural]: elements }),
	listPage({ service }, { table, where, sorting, asked }) {
		const { sort } = asked;
		const list = { table, where, view: service.view('list'), isShort: service.options.shortPages };
		const order = orderBy(typeof sort === 'string' ? sort : '', sorting);
		return tablePage({ ...list, orderBy: order }, asked);
	},
	searchPage(call, { table, where, index, asked }) {
		const { column, descending } = searchSort(call, index, asked.sort);
		const conditions = [...where, filterCondition(call, index, asked.filter)];
		const byColumn = sql`${column} ${raw(descending ? 'DESC' : 'ASC')}, t.id ASC`;
		const { service } = call;
		const list = { table, where: conditions, view: service.view('search') };
		const isShort = service.options.shortPages;
		return tablePage({ ...list, orderBy: byColumn, isShort }, asked);
	},
};
