/** Which lists can be read by update time, and how a range of one is asked for. */
import type { TimeRange } from '../../api/lists/timeRange';
import type { ServiceRequest } from '../../api/types';
import type { RecordDescription } from '../../records/record';
import { isObject, textOf } from '../../values';
import type { Form } from '../operation';
import { standardFields } from '../search/fields';
import { checkedFilter, filterTree, type Condition } from '../search/filter';

/** What a list is sorted by. Records that show the same value come by ID, ascending (v2 §4.4). */
export interface Order {
	readonly by: 'updatedAt' | 'createdAt' | 'id';
	readonly descending: boolean;
}

/** A list that can be asked for by update time, and sorted by it. */
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

const isoOf = (ms: number): string => new Date(ms).toISOString();

/** A list whose form has the window of update times, and the order by it (v2 §4.4, §4.6, §4.9). */
export function divisibleList({ collections }: Pick<Form, 'collections'>): Divisible | undefined {
	const fields = collections.flatMap((collection) => collection.fields);
	const hasWindow = [FROM, TO].every((key) => fields.some((field) => field.key === key));
	const sorts = fields
		.filter(({ key, only }) => key === 'sort' && only !== 'v1')
		.flatMap(({ form }) => form.options ?? [])
		.flatMap((choice) => ('value' in choice ? [textOf(choice.value)] : []));
	const [usual] = sorts;
	if (!hasWindow || !sorts.includes('updatedAt')) return undefined;
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

const FIELD: Condition['field'] = {
	field: { name: 'updatedAt' },
	label: 'Updated At',
	type: 'dateTime',
};

/** The times of a window are moments already, so no item changes how they are read. */
const CONTEXT = { input: {}, version: 'v2', timezone: 'UTC' } as const;

/** A search of records whose update time the index holds and sorts by (v2 §4.4, §4.6). */
export function divisibleSearch(record: RecordDescription): Divisible | undefined {
	const isIndexed = standardFields(record).some(
		({ name, sortable }) => name === 'updatedAt' && sortable,
	);
	if (!isIndexed) return undefined;
	const bounded: Divisible['bounded'] = (request, { from, to }) => {
		const conditions = [
			...(from === undefined ? [] : [condition('greaterOrEqual', from)]),
			...(to === undefined ? [] : [condition('lessOrEqual', to)]),
		];
		const sort = { field: { name: 'updatedAt' }, order: 'ASC' };
		const filter = bothOf(request.body?.filter, conditions);
		return { ...request, body: { ...request.body, filter, sort } };
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

const condition = (operator: string, ms: number): Condition => ({
	...{ field: FIELD, operator },
	value: isoOf(ms),
});

/** The user's filter, and the conditions as well. */
function bothOf(filter: unknown, conditions: readonly Condition[]) {
	const { compositeFilter } = filterTree({ match: 'all', conditions }, CONTEXT);
	const { subFilters = [] } = (compositeFilter ?? {}) as { subFilters?: unknown[] };
	const all = [...(filter === undefined ? [] : [filter]), ...subFilters];
	return { compositeFilter: { logicalOperator: 'AND', subFilters: all } } as ReturnType<
		typeof filterTree
	>;
}

/** Whether there is room for the window within the 300 nodes of a filter (v2 §4.4). */
function fits(request: ServiceRequest | undefined): boolean {
	try {
		checkedFilter((request?.body?.filter ?? {}) as Parameters<typeof checkedFilter>[0]);
		return true;
	} catch {
		return false;
	}
}
