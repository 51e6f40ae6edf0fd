import { Type } from '@sinclair/typebox';
import { most, pageSize } from '../contract/limits';
import { flag, text } from '../contract/schemas';
import { inTokyo } from '../contract/time';
import { filterSchema, sortSchema } from '../domain/rules/search/columns';
import type { Conventions, Sorting } from '../operations/versions';
import {
	actionTimes,
	pageEnvelope,
	pageQuery,
	tablePage,
	timeFilters,
} from '../operations/listPages';

/** v1 §8: at most 1000, 100 by default. */
export const limitQuery = {
	...pageQuery,
	limit: Type.Optional(Type.Integer({ minimum: 1, maximum: most.limit, default: pageSize })),
};
export const sortQuery = { sort: Type.Optional(text) };

/** The newest update first, unless a sort is given (v1 §4). */
const usual = '-updatedAt';

/** What the lists of customers, deals and contacts take beside their paging (v1 §4). */
export const recordQuery = {
	...sortQuery,
	...timeFilters('updatedAtFrom', 'updatedAtTo'),
};

/** A list that can be sorted by these columns. */
export const sortedBy = (names: string[] = []): Sorting => ({
	columns: Object.fromEntries(names.map((name) => [name, `t.${name}`])),
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

/** What v1 says its own way. */
export const v1Conventions: Conventions = {
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
			...actionTimes,
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
	listEnvelope: pageEnvelope,
	page: ({ service }, { asked, ...list }) => tablePage(service, list, asked),
};
