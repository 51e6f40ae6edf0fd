/** Which lists can be read by update time, and how a range of one is asked for. */
import type { IDataObject } from 'n8n-workflow';
import type { TimeRange } from '../../api/lists/timeRange';
import type { ServiceRequest } from '../../api/types';
import type { RecordDescription } from '../../records/record';
import { isObject, isoOf, textOf } from '../../values';
import type { Form } from '../operation';
import { standardFields } from '../search/fields';
import { checkedFilter } from '../search/filter';

/** What a list is sorted by. Records that show the same value come by ID, ascending (v2 §4.4). */
export interface Order {
	readonly by: 'updatedAt' | 'createdAt' | 'id';
	readonly descending: boolean;
}

/** A list that can be asked for by update time, and sorted by it both ways. */
export interface Divisible {
	/** The order in which a request wants the list; `undefined` where it can't be made again here. */
	orderOf(request: ServiceRequest): Order | undefined;
	/** The request for a part; `undefined` where the window that the user gave has none of it. */
	bounded(request: ServiceRequest, range: TimeRange): ServiceRequest | undefined;
}

/** Both spellings are the service's own (v2 §2.1). */
const ORDERS: Readonly<Record<string, Order['by']>> = {
	updatedAt: 'updatedAt',
	updated_at: 'updatedAt',
	createdAt: 'createdAt',
	created_at: 'createdAt',
	id: 'id',
};

const [FROM, TO] = ['updatedAtFrom', 'updatedAtTo'] as const;

/** A list whose form has the window of update times, and both orders by it (v2 §4.4, §4.6, §4.9). */
export function divisibleList({ collections }: Pick<Form, 'collections'>): Divisible | undefined {
	const fields = collections.flatMap((collection) => collection.fields);
	const hasWindow = [FROM, TO].every((key) => fields.some((field) => field.key === key));
	const sorts = fields
		.filter(({ key, only }) => key === 'sort' && only !== 'v1')
		.flatMap(({ form }) => form.options ?? [])
		.flatMap((choice) => ('value' in choice ? [textOf(choice.value)] : []));
	const [usual] = sorts;
	if (!hasWindow || !sorts.includes('updatedAt') || !sorts.includes('-updatedAt')) return undefined;
	return {
		orderOf: ({ query = {} }) => {
			const given = [query[FROM], query[TO]].filter((time) => time !== undefined);
			if (given.some((time) => Number.isNaN(momentOf(time)))) return undefined;
			const sort = textOf(query.sort ?? usual);
			const by = ORDERS[sort.replace(/^-/, '')];
			return by && { by, descending: sort.startsWith('-') };
		},
		bounded: (request, { from = -Infinity, to = Infinity }) => {
			const { query = {} } = request;
			const later = from > momentOf(query[FROM] ?? -Infinity) ? isoOf(from) : query[FROM];
			const earlier = to < momentOf(query[TO] ?? Infinity) ? isoOf(to) : query[TO];
			if (momentOf(later ?? -Infinity) > momentOf(earlier ?? Infinity)) return undefined;
			return { ...request, query: { ...query, [FROM]: later, [TO]: earlier, sort: 'updatedAt' } };
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
	const isIndexed = standardFields(record).some(
		({ name, sortable }) => name === 'updatedAt' && sortable,
	);
	if (!isIndexed) return undefined;
	const bounded: Divisible['bounded'] = (request, { from, to }) => {
		const { filter: own, ...body } = request.body ?? {};
		const subFilters = [
			...(isObject(own) ? [own] : []),
			...updated('>=', from),
			...updated('<=', to),
		];
		const filter = { compositeFilter: { logicalOperator: 'AND', subFilters } };
		return { ...request, body: { ...body, filter, sort: { field: UPDATED_AT, order: 'ASC' } } };
	};
	return {
		orderOf: (request) => {
			if (!fits(bounded(request, { from: 0, to: 0 }))) return undefined;
			const { sort } = request.body ?? {};
			if (sort === undefined) return { by: 'updatedAt', descending: true };
			if (!isObject(sort) || !isObject(sort.field)) return undefined;
			const by = ORDERS[textOf(sort.field.name)];
			return by && { by, descending: sort.order === 'DESC' };
		},
		bounded,
	};
}

/** Whether there is room for the window within the 300 nodes of a filter (v2 §4.4). */
function fits(request: ServiceRequest | undefined): boolean {
	try {
		checkedFilter(request?.body?.filter as IDataObject);
		return true;
	} catch {
		return false;
	}
}
