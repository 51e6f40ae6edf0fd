/** The lists that can be read by update time, and the requests for their ranges. */
import type { IDataObject } from 'n8n-workflow';
import type { TimeRange } from '../../../api/paging/timeRange';
import type { ServiceRequest } from '../../../api/routes';
import { comparison, composite } from '../../../lookups/search/filter';
import type { RecordDescription, Watch } from '../../../records';
import { isObject, isoOf, textOf } from '../../../shared';
import type { Form } from '../../model';

/** How a list with a filter by update time can be sorted. */
export type TimeFilter = Pick<Watch, 'sortable' | 'newestFirst'>;

const FROM = 'updatedAtFrom';
const TO = 'updatedAtTo';

/**
 * How a list can be sorted whose form has both ends of a window of update times (v2 §4.4, §4.6, §4.9); `undefined` for
 * any other list.
 */
export function timeFilterOf(
	{ watch }: RecordDescription,
	{ collections }: Form,
): TimeFilter | undefined {
	const keys = collections.flatMap(({ fields }) => fields.map(({ key }) => key));
	const hasWindow = keys.includes(FROM) && keys.includes(TO);
	return hasWindow ? watch : undefined;
}

const momentOf = (time: unknown) => (typeof time === 'number' ? time : Date.parse(textOf(time)));

const UPDATED_AT = { name: 'updatedAt' };

/** The condition for one end of a range in a search. */
const updateCondition = (operator: '>=' | '<=', ms: number): IDataObject =>
	comparison({ field: UPDATED_AT }, operator, { datetimeValue: isoOf(ms) });

/** The request for a range of a list; `undefined` if the user's own window has no part of it. */
export function requestWithin(
	request: ServiceRequest,
	{ from = -Infinity, to = Infinity }: TimeRange,
): ServiceRequest | undefined {
	if (request.body) return searchWithin(request, { from, to });
	const { query = {} } = request;
	const later = from > momentOf(query[FROM] ?? -Infinity) ? isoOf(from) : query[FROM];
	const earlier = to < momentOf(query[TO] ?? Infinity) ? isoOf(to) : query[TO];
	if (momentOf(later ?? -Infinity) > momentOf(earlier ?? Infinity)) return undefined;
	return { ...request, query: { ...query, [FROM]: later, [TO]: earlier } };
}

/**
 * The search for a range. If its filter then has more than 300 nodes, the service refuses it (v2 §4.4), and the
 * list is read page after page.
 */
function searchWithin(request: ServiceRequest, { from, to }: Required<TimeRange>): ServiceRequest {
	const { filter, ...body } = request.body ?? {};
	const subFilters = isObject(filter) ? [filter] : [];
	if (from > -Infinity) subFilters.push(updateCondition('>=', from));
	if (to < Infinity) subFilters.push(updateCondition('<=', to));
	return { ...request, body: { ...body, filter: composite('AND', subFilters) } };
}

/** The request, sorted by update time, oldest change first. */
export function oldestFirst(request: ServiceRequest): ServiceRequest {
	const { query, body } = request;
	return body
		? { ...request, body: { ...body, sort: { field: UPDATED_AT, order: 'ASC' } } }
		: { ...request, query: { ...query, sort: 'updatedAt' } };
}

/** The order that a request wants: of lists only a search has a body. */
export const sortOf = ({ query, body }: ServiceRequest): unknown => (body ?? query)?.sort;

/**
 * The order by update time that a request wants: 1 for oldest first, -1 for newest first; `undefined` for any
 * other order. Without a sort it is that of the list: newest first, where it can be (v2 §4.4, §4.11).
 */
export function orderOf(request: ServiceRequest, { newestFirst }: TimeFilter): 1 | -1 | undefined {
	const sort = sortOf(request) ?? (newestFirst ? '-updatedAt' : 'updatedAt');
	if (sort === 'updatedAt') return 1;
	if (sort === '-updatedAt') return -1;
	if (!isObject(sort)) return undefined;
	const { field, order } = sort;
	if (!isObject(field) || field.name !== UPDATED_AT.name) return undefined;
	return order === 'DESC' ? -1 : 1;
}
