import { Type } from '@sinclair/typebox';
import { pageSize } from '../contract/limits';
import { oneOf } from '../contract/schemas';
import { inUtc } from '../contract/time';
import { filterSchema, sortSchema } from '../domain/rules/search/columns';
import type { Conventions } from '../operations/versions';
import { actionTimes, oneFlag, placesOf, textFlag, timeFilters } from '../operations/listPages';
import { cursorEnvelope, cursorPage, cursorQuery } from './cursorPages';

/** Any value is allowed and never causes a 400 (v2 §4). */
const skipNotice = Type.Optional(Type.Unknown());

/** The string `1` adds something, `0` or nothing does not (include_files). */
export const oneText = Type.Optional(oneOf(['0', '1'], { default: '0' }));

const sortParameter = (...keys: string[]) =>
	Type.Optional(oneOf(keys.flatMap((key) => [key, `-${key}`])));

/** What the lists of customers, deals and contacts take (v2 §4.4, §4.6, §4.9). */
export const recordList = {
	query: {
		...cursorQuery,
		...timeFilters('updatedAtFrom', 'updatedAtTo'),
		sort: sortParameter('updated_at', 'created_at', 'updatedAt', 'createdAt'),
		itemKeyAsPropertyKey: textFlag,
	},
	sorting: {
		columns: { updatedAt: 't.updatedAt', createdAt: 't.createdAt' },
		usual: '-updated_at',
	},
};

/** What a single customer, deal or contact is read with (v2 §4). */
export const readQuery = { itemKeyAsPropertyKey: textFlag, include_related_objects: oneFlag };

/** What the searches of deals and contacts take (v2 §4.6, §4.9). */
export const searchOptions = {
	query: cursorQuery,
	body: { filter: filterSchema, sort: Type.Optional(sortSchema) },
};

/** What v2 says its own way. */
export const v2Conventions: Conventions = {
	version: 'v2',
	time: inUtc,
	searchCustoms: () => 'compact',
	notice: { skipNotice },
	actionList: {
		query: {
			...cursorQuery,
			sort: sortParameter('startDatetime', 'start_datetime'),
			...actionTimes,
		},
		sorting: { columns: { startDatetime: 't.startAt' }, usual: '-startDatetime' },
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
					? placesOf({ limit }, service.options.shortPages).count
					: pageSize,
		});
	},
};
