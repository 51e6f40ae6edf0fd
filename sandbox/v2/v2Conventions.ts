import { Type } from '@sinclair/typebox';
import { pageSize } from '../contract/limits';
import { oneOf } from '../contract/schemas';
import { inUtc } from '../contract/time';
import type { Conventions, Sorting } from '../operations/versions';
import { actionTimes, oneFlag, pageRange, textFlag, timeFilters } from '../operations/listPages';
import { cursorEnvelope, cursorPage, cursorQuery } from './cursorPages';

/** Any value is allowed and never causes a 400 (v2 §4). */
const skipNotice = Type.Unknown();

/** The string `1` adds something, `0` or nothing does not (include_files). */
export const oneText = oneOf(['0', '1'], { default: '0' });

const sortParameter = (columns: Sorting['columns']) =>
	oneOf(Object.keys(columns).flatMap((key) => [key, `-${key}`]));

/** A list of customers, deals or contacts, sorted by keys that are spelt in this way (v2 §2.1). */
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
/** v2 §4.6. */
export const dealList = recordListBy(camelCase);
/** v2 §4.4, §4.9. */
export const recordList = recordListBy({
	...camelCase,
	updated_at: 't.updatedAt',
	created_at: 't.createdAt',
});

/** v2 §4.5. */
const actionColumns = { startDatetime: 't.startAt', start_datetime: 't.startAt' };

/** What a single customer, deal or contact is read with (v2 §4). */
export const readQuery = { itemKeyAsPropertyKey: textFlag, include_related_objects: oneFlag };

/** What v2 says its own way. */
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
		// A list may be read on in other pages and in another form.
		const { cursor, limit, itemKeyAsPropertyKey: _, ...filters } = asked;
		return cursorPage(service, {
			...list,
			cursor,
			question: [id, params, filters],
			// Custom objects have no limit: as many as there is room for (v2 §4.11).
			count:
				typeof limit === 'number'
					? pageRange({ limit }, service.options.shortPages).count
					: pageSize,
		});
	},
};
