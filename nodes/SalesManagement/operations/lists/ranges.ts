/** Which lists can be read by update time, and how a range of one is asked for. */
import type { IDataObject } from 'n8n-workflow';
import type { TimeRange } from '../../api/lists/timeRange';
import type { ServiceRequest } from '../../api/types';
import type { RecordDescription } from '../../records/record';
import { isObject, isoOf, textOf } from '../../values';
import type { Form } from '../operation';
import { indexedFields } from '../search/fields';

const ORDERS = ['updatedAt', 'createdAt', 'id'] as const;

/** What a list is sorted by. Records that show the same value come by ID, ascending (v2 §4.4). */
export interface Order {
	readonly by: (typeof ORDERS)[number];
	readonly descending: boolean;
}

/** A list that can be asked for by update time. */
export interface Divisible {
	/** The request for a part; `undefined` where the window that the user gave has none of it. */
	readonly within: (request: ServiceRequest, range: TimeRange) => ServiceRequest | undefined;
	/** The request, sorted by update time, oldest change first; absent where the list can't be. */
	readonly rising?: (request: ServiceRequest) => ServiceRequest;
	/** The order in which a request wants the list; `undefined` where that can't be made again here. */
	readonly orderOf: (request: ServiceRequest) => Order | undefined;
}

function orderBy(name: unknown, descending: boolean): Order | undefined {
	const by = ORDERS.find((each) => each === name);
	return by && { by, descending };
}

const [FROM, TO] = ['updatedAtFrom', 'updatedAtTo'] as const;

/** A list whose form has the window of update times; of some, both orders by them too (v2 §4.4, §4.6, §4.9). */
export function divisibleList({ collections }: Pick<Form, 'collections'>): Divisible | undefined {
	const fields = collections.flatMap((collection) => collection.fields);
	if (![FROM, TO].every((key) => fields.some((field) => field.key === key))) return undefined;
	const sorts = fields
		.filter(({ key, only }) => key === 'sort' && only !== 'v1')
		.flatMap(({ form }) => form.options ?? [])
		.flatMap((choice) => ('value' in choice ? [textOf(choice.value)] : []));
	const isSorted = ['updatedAt', '-updatedAt'].every((order) => sorts.includes(order));
	return {
		within: (request, { from = -Infinity, to = Infinity }) => {
			const { query = {} } = request;
			const later = from > momentOf(query[FROM] ?? -Infinity) ? isoOf(from) : query[FROM];
			const earlier = to < momentOf(query[TO] ?? Infinity) ? isoOf(to) : query[TO];
			if (momentOf(later ?? -Infinity) > momentOf(earlier ?? Infinity)) return undefined;
			return { ...request, query: { ...query, [FROM]: later, [TO]: earlier } };
		},
		...(isSorted && {
			rising: (request: ServiceRequest) => ({
				...request,
				query: { ...request.query, sort: 'updatedAt' },
			}),
		}),
		orderOf: ({ query = {} }) => {
			const sort = textOf(query.sort ?? sorts[0]);
			return orderBy(sort.replace(/^-/, ''), sort.startsWith('-'));
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
						...{ field: UPDATED_AT, comparisonOperator },
						value: { datetimeValue: isoOf(ms) },
					},
				},
			];

/** A search of records whose update time the index holds and sorts by (v2 §4.4, §4.6). */
export function divisibleSearch(record: RecordDescription): Divisible | undefined {
	const isIndexed = indexedFields(record).some(
		({ value, described: { is } }) => value === 'updatedAt' && !is.includes('unsortable'),
	);
	if (!isIndexed) return undefined;
	return {
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
			if (sort === undefined) return { by: 'updatedAt', descending: true };
			return isObject(sort) && isObject(sort.field)
				? orderBy(sort.field.name, sort.order === 'DESC')
				: undefined;
		},
	};
}
