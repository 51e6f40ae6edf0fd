import { flag, text } from '../contract/schemas';
import { inTokyo } from '../contract/time';
import type { Conventions, Sorting } from '../operations/versions';
import {
	actionTimes,
	limit,
	pageEnvelope,
	pageQuery,
	tablePage,
	timeFilters,
} from '../operations/listPages';

/** The paging of a list: a limit of at most 1000, 100 by default (v1 §8). */
export const limitQuery = { ...pageQuery, limit };
export const sortQuery = { sort: text };

/** The newest update first, unless a sort is given (v1 §4). */
const usual = '-updatedAt';

/** The query of the lists of customers, deals and contacts, without their paging (v1 §4). */
export const recordQuery = {
	...sortQuery,
	...timeFilters('updatedAtFrom', 'updatedAtTo'),
};

/** The sorting of a list by these columns. */
export const sortedBy = (names: string[] = []): Sorting => ({
	columns: Object.fromEntries(names.map((name) => [name, `t.${name}`])),
	usual,
});

/** The search body of customers and deals, without filter and sort (v1 §4). */
export const searchBody = {
	...limitQuery,
	compactCustoms: flag,
	noCustoms: flag,
};

export const v1Conventions: Conventions = {
	version: 'v1',
	// The samples show this offset (v1 §2).
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
