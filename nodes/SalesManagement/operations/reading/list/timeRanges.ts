/** Which lists can be read by update time, and how a range of one is asked for. */
import type { IDataObject } from 'n8n-workflow';
import type { TimeRange } from '../../../api/paging/timeRange';
import type { ServiceRequest } from '../../../api/routes';
import type { RecordDescription } from '../../../records';
import { isObject, isoOf, textOf } from '../../../shared';
import type { Form } from '../../model';

/** How a list is asked for by update time. */
export interface TimeFilter {
	/** Where the window and the order go: parameters of the query, or the filter in the body of a search. */
	readonly in: 'query' | 'body';
	/** Whether the list can be sorted by update time. */
	readonly sortable: boolean;
}

const FROM = 'updatedAtFrom';
const TO = 'updatedAtTo';

/** A list whose form has the window of update times; some are sorted by them too (v2 §4.4, §4.6, §4.9). */
export function timeFilterOf(
	{ watch }: RecordDescription,
	{ collections }: Form,
): TimeFilter | undefined {
	const keys = collections.flatMap(({ fields }) => fields.map(({ key }) => key));
	const hasWindow = keys.includes(FROM) && keys.includes(TO);
	return hasWindow ? { in: 'query', sortable: watch?.sortable === true } : undefined;
}

/** A search: the index holds the update time of all records that can be searched, and sorts by it (v2 §4.4, §4.6). */
export const SEARCHED_BY_TIME: TimeFilter = { in: 'body', sortable: true };

const momentOf = (time: unknown): number =>
	typeof time === 'number' ? time : Date.parse(textOf(time));

const UPDATED_AT = { name: 'updatedAt' };

/** One end of a range, as a search has it (v1 §4, search body). */
const updateCondition = (comparisonOperator: '>=' | '<=', ms: number): IDataObject => ({
	valueFilter: {
		field: UPDATED_AT,
		comparisonOperator,
		value: { datetimeValue: isoOf(ms) },
	},
});

/** The request for a part of a list; `undefined` where the window that the user gave has none of it. */
export function requestWithin(
	times: TimeFilter,
	request: ServiceRequest,
	{ from = -Infinity, to = Infinity }: TimeRange,
): ServiceRequest | undefined {
	if (times.in === 'body') return searchWithin(request, { from, to });
	const { query = {} } = request;
	const later = from > momentOf(query[FROM] ?? -Infinity) ? isoOf(from) : query[FROM];
	const earlier = to < momentOf(query[TO] ?? Infinity) ? isoOf(to) : query[TO];
	if (momentOf(later ?? -Infinity) > momentOf(earlier ?? Infinity)) return undefined;
	return { ...request, query: { ...query, [FROM]: later, [TO]: earlier } };
}

/** Beyond 300 nodes the service refuses the filter (v2 §4.4): then the list is read page after page. */
function searchWithin(request: ServiceRequest, { from, to }: Required<TimeRange>): ServiceRequest {
	const { filter, ...body } = request.body ?? {};
	const subFilters = isObject(filter) ? [filter] : [];
	if (from > -Infinity) subFilters.push(updateCondition('>=', from));
	if (to < Infinity) subFilters.push(updateCondition('<=', to));
	const all = { compositeFilter: { logicalOperator: 'AND', subFilters } };
	return { ...request, body: { ...body, filter: all } };
}

/** The request, sorted by update time, oldest change first. */
export function oldestFirst({ in: place }: TimeFilter, request: ServiceRequest): ServiceRequest {
	const sort = place === 'query' ? 'updatedAt' : { field: UPDATED_AT, order: 'ASC' };
	return { ...request, [place]: { ...request[place], sort } };
}

/** Whether a request wants the oldest change first, 1, or the newest, -1; `undefined` for any other order. */
export function orderOf({ in: place }: TimeFilter, request: ServiceRequest): 1 | -1 | undefined {
	const sort = request[place]?.sort ?? '-updatedAt';
	if (sort === 'updatedAt') return 1;
	if (sort === '-updatedAt') return -1;
	if (!isObject(sort)) return undefined;
	const { field, order } = sort;
	if (!isObject(field) || field.name !== UPDATED_AT.name) return undefined;
	return order === 'DESC' ? -1 : 1;
}
