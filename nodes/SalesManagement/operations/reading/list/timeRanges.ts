/** Which lists can be read by update time, and how a range of one is asked for. */
import type { IDataObject } from 'n8n-workflow';
import type { TimeRange } from '../../../api/paging/timeRange';
import type { ServiceRequest } from '../../../api/routes/types';
import type { RecordDescription } from '../../../records/record';
import { isObject, isoOf, textOf } from '../../../shared';
import type { Form } from '../../model/operation';

/** A list that can be asked for by update time. */
export interface Divisible {
	/** The request for a part; `undefined` where the window that the user gave has none of it. */
	readonly within: (request: ServiceRequest, range: TimeRange) => ServiceRequest | undefined;
	/** The request, sorted by update time, oldest change first; absent where the list can't be. */
	readonly rising?: (request: ServiceRequest) => ServiceRequest;
	/** Whether a request wants the oldest change first, 1, or the newest, -1; `undefined` for any other order. */
	readonly orderOf: (request: ServiceRequest) => 1 | -1 | undefined;
}

const [FROM, TO] = ['updatedAtFrom', 'updatedAtTo'] as const;

/** A list whose form has the window of update times; some are sorted by them too (v2 §4.4, §4.6, §4.9). */
export function divisibleList(
	{ watch }: RecordDescription,
	{ collections }: Pick<Form, 'collections'>,
): Divisible | undefined {
	const keys = collections.flatMap(({ fields }) => fields.map(({ key }) => key));
	if (!keys.includes(FROM) || !keys.includes(TO)) return undefined;
	return {
		within: (request, { from = -Infinity, to = Infinity }) => {
			const { query = {} } = request;
			const later = from > momentOf(query[FROM] ?? -Infinity) ? isoOf(from) : query[FROM];
			const earlier = to < momentOf(query[TO] ?? Infinity) ? isoOf(to) : query[TO];
			if (momentOf(later ?? -Infinity) > momentOf(earlier ?? Infinity)) return undefined;
			return { ...request, query: { ...query, [FROM]: later, [TO]: earlier } };
		},
		...(watch?.sortable && {
			rising: (request: ServiceRequest) => ({
				...request,
				query: { ...request.query, sort: 'updatedAt' },
			}),
		}),
		orderOf: ({ query: { sort = '-updatedAt' } = {} }) => {
			if (sort === 'updatedAt') return 1;
			return sort === '-updatedAt' ? -1 : undefined;
		},
	};
}

const momentOf = (time: unknown): number =>
	typeof time === 'number' ? time : Date.parse(textOf(time));

const UPDATED_AT = { name: 'updatedAt' };

/** One end of a range, as a search has it (v1 §4, search body). */
const updated = (comparisonOperator: '>=' | '<=', ms: number | undefined): IDataObject[] =>
	ms === undefined
		? []
		: [
				{
					valueFilter: {
						field: UPDATED_AT,
						comparisonOperator,
						value: { datetimeValue: isoOf(ms) },
					},
				},
			];

/** A search: the index holds the update time of all records that can be searched, and sorts by it (v2 §4.4, §4.6). */
export const divisibleSearch: Divisible = {
	// Beyond 300 nodes the service refuses the filter (v2 §4.4): then the list is read page after page.
	within: (request, { from, to }) => {
		const { filter: own, ...body } = request.body ?? {};
		const subFilters = [
			...(isObject(own) ? [own] : []),
			...updated('>=', from),
			...updated('<=', to),
		];
		const filter = { compositeFilter: { logicalOperator: 'AND', subFilters } };
		return { ...request, body: { ...body, filter } };
	},
	rising: (request) => ({
		...request,
		body: { ...request.body, sort: { field: UPDATED_AT, order: 'ASC' } },
	}),
	orderOf: ({ body: { sort } = {} }) => {
		if (sort === undefined) return -1;
		const { field, order } = isObject(sort) ? sort : {};
		if (!isObject(field) || field.name !== 'updatedAt') return undefined;
		return order === 'DESC' ? -1 : 1;
	},
};
