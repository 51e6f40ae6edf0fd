/** Counts that the service gives: one request a group, where that takes fewer than reading everything. */
import type { IDataObject } from 'n8n-workflow';
import { LIMITS } from '../../api/limits';
import { pages } from '../../api/lists/pages';
import type { ServiceRequest } from '../../api/types';
import type { RecordDescription } from '../../records/record';
import { isObject, own } from '../../values';
import type { Run } from '../operation';
import { checkedFilter } from '../search/filter';
import { bothOf } from '../stretches/bounds';
import type { SummaryField } from './field';
import type { Plan } from './plan';
import { Summary } from './summary';

/** How many records a list has, by its first page; `undefined` where that does not say. */
export async function totalOf(
	{ client }: Pick<Run, 'client'>,
	request: ServiceRequest,
): Promise<number | undefined> {
	const first = await pages(client, request, { limit: 1 }).next();
	return first.value?.totalCount;
}

/** An entry of the list that a field refers to; null stands for none. */
type Entry = { readonly id: number; readonly name: string } | null;

/** Asks for the records that hold an entry, besides what is asked already. */
interface Selector {
	readonly field: SummaryField;
	/** Whether records without an entry can be asked for, too. */
	readonly takesNone: boolean;
	of(request: ServiceRequest, entry: Entry): ServiceRequest;
}

/** By a condition on the search's own index: the same that finds the records. */
function bySearch(field: SummaryField): Selector | undefined {
	const { searched } = field;
	if (searched?.type !== 'id' || searched.holdsSeveral) return undefined;
	return {
		...{ field, takesNone: true },
		of: (request, entry) => {
			const condition = {
				field: searched,
				operator: entry ? 'equals' : 'isEmpty',
				value: entry?.id,
			};
			const filter = checkedFilter(bothOf(request.body?.filter, [condition]));
			return { ...request, body: { ...request.body, filter } };
		},
	};
}

/**
 * By a filter of the list itself. A search would know more of them, but its index lags behind the
 * list: what moved a moment ago would be counted where it was.
 */
function byList(field: SummaryField, record: RecordDescription, request: ServiceRequest) {
	const filter = record.filters.find(
		({ key, lookup }) =>
			lookup !== undefined &&
			lookup === field.lookup &&
			[field.name, `${field.name}Id`].includes(key),
	);
	if (!filter || own(request.query ?? {}, filter.key) !== undefined) return undefined;
	const selector: Selector = {
		...{ field, takesNone: false },
		of: (asked, entry) => ({ ...asked, query: { ...asked.query, [filter.key]: entry?.id } }),
	};
	return selector;
}

/** Lists that are short, and known to the node; a customer is one of too many. */
const isShort = ({ lookup }: SummaryField): boolean =>
	lookup?.kind === 'dropdown' ? !('newest' in lookup.names) : lookup?.method === 'searchUsers';

/** Requests that looking up the entries of a list may take. */
const FOR_LIST = 3;

/** All combinations of one entry of each list. */
const combinations = (lists: ReadonlyArray<readonly Entry[]>): Entry[][] =>
	lists.reduce<Entry[][]>(
		(before, list) => before.flatMap((each) => list.map((entry) => [...each, entry])),
		[[]],
	);

/** The entries of the list that a field refers to, and none where that can be asked for. */
async function entriesOf(run: Pick<Run, 'listOf'>, { field, takesNone }: Selector) {
	const list = field.lookup ? await run.listOf(field.lookup) : { error: undefined };
	if ('error' in list) return undefined;
	const entries: Entry[] = list.entries.filter(({ id }) => Number.isSafeInteger(id));
	return takesNone ? [...entries, null] : entries;
}

/** How many records hold each combination, in their order. */
async function countsOf(run: Pick<Run, 'client'>, requests: readonly ServiceRequest[]) {
	const counts: Array<number | undefined> = [];
	for (let at = 0; at < requests.length; at += LIMITS.requestsUnderWay) {
		const part = requests.slice(at, at + LIMITS.requestsUnderWay);
		counts.push(...(await Promise.all(part.map(async (each) => await totalOf(run, each)))));
	}
	return counts;
}

interface Countable {
	readonly record: RecordDescription;
	readonly request: ServiceRequest;
	readonly plan: Plan;
	/** The most records; the totals of groups know none. */
	readonly limit?: number;
}

/**
 * The summary of a list, by the totals that the service gives.
 * @returns `undefined` where it has to be read: something is to be computed, a group can't be asked for
 * or has no total, it takes as many requests, or the groups don't add up to the whole list, so that
 * some are not known or something moved meanwhile.
 */
export async function counted(
	run: Pick<Run, 'client' | 'listOf'>,
	{ record, request, plan, limit = Infinity }: Countable,
): Promise<Summary | undefined> {
	if (plan.values.length > 0 || (plan.groups.length > 0 && limit < Infinity)) return undefined;
	const isSearch = isObject(request.body?.filter);
	const selectors = plan.groups.map(({ field }) =>
		!isShort(field) ? undefined : isSearch ? bySearch(field) : byList(field, record, request),
	);
	if (!selectors.every((each) => each !== undefined)) return undefined;
	const total = await totalOf(run, request);
	if (total === undefined) return undefined;
	const summary = new Summary(plan, limit);
	if (selectors.length === 0) {
		summary.add(summary.taken({}), total);
		return summary;
	}
	const { pageSize = Infinity } = run.client.route(request.operation).list ?? {};
	const most = total / pageSize - FOR_LIST * selectors.length;
	if (most <= 1) return undefined;
	const lists = await Promise.all(selectors.map(async (each) => await entriesOf(run, each)));
	if (!lists.every((each) => each !== undefined)) return undefined;
	if (lists.reduce((product, { length }) => product * length, 1) >= most) return undefined;
	const asked = combinations(lists);
	const requests = requestsFor(asked, selectors, request);
	const counts = requests && (await countsOf(run, requests));
	if (counts?.reduce<number>((sum, count = Number.NaN) => sum + count, 0) !== total)
		return undefined;
	for (const [at, entries] of asked.entries()) {
		const count = counts[at] ?? 0;
		if (count > 0) summary.add(summary.taken(recordWith(selectors, entries)), count);
	}
	return summary;
}

/** None where a filter has no room for another condition (v2 §4.4). */
function requestsFor(asked: Entry[][], selectors: readonly Selector[], request: ServiceRequest) {
	try {
		return asked.map((entries) =>
			selectors.reduce((part, each, at) => each.of(part, entries[at] ?? null), request),
		);
	} catch {
		return undefined;
	}
}

/** A record that holds these entries. */
const recordWith = (selectors: readonly Selector[], entries: readonly Entry[]): IDataObject =>
	selectors.reduce<IDataObject>((record, { field }, at) => {
		const entry = entries[at];
		return { ...record, ...(entry && field.holding?.(record, entry)) };
	}, {});
