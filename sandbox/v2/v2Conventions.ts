import { Type } from '@sinclair/typebox';
import { pageSize } from '../contract/limits';
import { oneOf } from '../contract/schemas';
import { inUtc } from '../contract/time';
import type { Conventions, Sorting } from '../operations/versions';
import { actionTimes, oneFlag, pageRange, textFlag, timeFilters } from '../operations/listPages';
import { cursorEnvelope, cursorPage, cursorQuery } from './cursorPages';

/** Any value is allowed and never causes a 400 (v2 §4). */
const skipNotice = Type.Unknown();

/** A text parameter that adds something if it is `1` (include_files). */
export const oneText = oneOf(['0', '1'], { default: '0' });

const sortParameter = (columns: Sorting['columns']) =>
	oneOf(Object.keys(columns).flatMap((key) => [key, `-${key}`]));

/**
 * The query and the sorting of a list of customers, deals or contacts, whose sort keys differ in
 * spelling (v2 §2.1).
 */
const recordListBy = (columns: Sorting['columns']) => ({
	query: {
		...cursorQuery,
		...timeFilters('updatedAtFrom', 'updatedAtTo'),
		sort: sortParameter(columns),
		itemKeyAsPropertyKey: textFlag,
	},
	sorting: { columns, usual: '-updatedAt' },
});
const camelCase = { updatedAt: 't.updatedAt', createdAt: 't.createdAt' };
/** The list of deals (v2 §4.6). */
export const dealList = recordListBy(camelCase);
/** The lists of customers and contacts (v2 §4.4, §4.9). */
export const recordList = recordListBy({
	...camelCase,
	updated_at: 't.updatedAt',
	created_at: 't.createdAt',
});

/** The sort keys of action lists (v2 §4.5). */
const actionColumns = { startDatetime: 't.startAt', start_datetime: 't.startAt' };

/** The query of reading a single customer, deal or contact (v2 §4). */
export const readQuery = { itemKeyAsPropertyKey: textFlag, include_related_objects: oneFlag };

export const v2Conventions: Conventions = {
	version: 'v2',
	time: inUtc,
	searchCustoms: () => 'compact',
	notice: { skipNotice },
	actionList: {
		query: {
			...cursorQuery,
			sort: sortParameter(actionColumns),
			...actionTimes,
		},
		sorting: { columns: actionColumns, usual: '-startDatetime' },
	},
	listEnvelope: cursorEnvelope,
	page({ service, params }, { id, asked, ...list }) {
		// The pages of one list may differ in size and form, so these are no part of its question.
		const { cursor, limit, itemKeyAsPropertyKey: _, ...filters } = asked;
		return cursorPage(service, {
			...list,
			cursor,
			question: [id, params, filters],
			// Lists of custom objects have no limit, and their pages are full (v2 §4.11).
			count:
				typeof limit === 'number'
					? pageRange({ limit }, service.options.shortPages).count
					: pageSize,
		});
	},
};
