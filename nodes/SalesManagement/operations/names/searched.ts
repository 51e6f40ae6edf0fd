/** Names in lists that are too long for a dropdown: searched for, or found in the list read whole. */
import { pages } from '../../api/lists/pages';
import type { NameList } from '../../lookups';
import { routeOf, type RecordDescription } from '../../records/record';
import { distinctBy } from '../../values';
import { VALUES_PER_SEARCH } from '../search/lookup';
import type { Asked } from './asked';
import { listOf, type Names } from './known';
import type { NamingRun } from './load';
import { searchEach } from './search';

/** Where so many searches would do, they are made: the list may be longer, and asking costs one more. */
const SEARCHES_AT_ONCE = 2;

/**
 * The records that have the names. Each distinct name is looked for once, up to 299 with one search;
 * or all of them in the list, where that has fewer pages.
 */
export async function searchNames(
	run: NamingRun,
	record: RecordDescription,
	asked: readonly Asked[],
): Promise<ReadonlyMap<string, Names>> {
	const distinct = distinctBy(asked, ({ name }) => name);
	const whole = await wholeList(run, record, Math.ceil(distinct.length / VALUES_PER_SEARCH));
	if (whole) return new Map(distinct.map(({ name }) => [name, whole]));
	return await searchEach(run, record, distinct);
}

/**
 * The list, if it has no more pages than there would be searches. Its first page tells how long it is.
 * Nothing for a list that can't be read, and for one that moved while it was read: something may have
 * gone from a page that was still to come to one that was read already.
 */
async function wholeList(
	{ client }: NamingRun,
	record: RecordDescription,
	searches: number,
): Promise<NameList | undefined> {
	const operation = routeOf(record, 'getMany');
	if (searches <= SEARCHES_AT_ONCE || operation === undefined) return undefined;
	const { pageSize = 1 } = client.route(operation).list ?? {};
	// An update moves nothing in this order, and what is new comes last.
	const isSortable = record.watch?.sortable ?? false;
	const query = isSortable ? { sort: 'createdAt' } : {};
	const entries: NameList['entries'][number][] = [];
	let read = 0;
	let before: number | undefined;
	try {
		for await (const page of pages(client, { operation, query }, { isLookUp: true })) {
			const isWhole = read === 0 && page.nextCursor === undefined;
			const total = page.totalCount ?? (isWhole ? page.records.length : Infinity);
			const isTooLong = total > searches * pageSize || ++read > searches;
			if (isTooLong || (!isWhole && !isSortable)) return undefined;
			// Where something is deleted, what follows moves up, and the next page begins too late.
			if (total < (before ?? 0)) return undefined;
			before = total;
			entries.push(...listOf(record, page.records).entries);
		}
	} catch {
		return undefined;
	}
	const once = distinctBy(entries, ({ id, name }) => id || name);
	const isWhole = read === 1 || once.length === before;
	return isWhole ? { entries: once, isComplete: true, searched: record.one } : undefined;
}
