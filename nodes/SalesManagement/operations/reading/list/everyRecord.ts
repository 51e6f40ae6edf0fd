/** Reads the records of a list of any size in bounded memory. */
import type { IDataObject } from 'n8n-workflow';
import { readByTime, type TimedList } from '../../../api/paging/byTime';
import type { PagesOptions } from '../../../api/paging/page';
import { pages } from '../../../api/paging/pages';
import { isNotByTime, NotByTime, updateTimeOf } from '../../../api/paging/timeRange';
import type { Page, ServiceRequest } from '../../../api/routes';
import { UsageError } from '../../../shared';
import { assertGoingOn, type Run } from '../../model';
import { FIRST_PAGE, positionAfter, type ListPosition } from './resumeCursor';
import { orderOf, oldestFirst, requestWithin, sortOf, type TimeFilter } from './timeRanges';

/** The list that one item reads: its request, and the filter by update time if it has one. */
export interface ListQuery {
	readonly request: ServiceRequest;
	readonly times?: TimeFilter;
}

/** New records of a list. The total and the server time are those of the first page. */
export interface Batch extends Page {
	/**
	 * The position behind its first `count` records, where a later run can continue; absent if the list has no such
	 * positions.
	 */
	readonly positionAfter?: (count: number) => ListPosition;
}

interface EveryOptions extends Pick<PagesOptions, 'limit' | 'pageLimit'> {
	/** The position where reading starts: the first page, or behind the records of an earlier run. */
	readonly startAt?: ListPosition;
	/**
	 * Whether the order does not matter, so that the request's own order is ignored, and pages are handed out as
	 * they come. Such a list can't be continued.
	 */
	readonly anyOrder?: boolean;
}

/** Filters the records that were not handed out before. */
type Fresh = (read: readonly IDataObject[]) => IDataObject[];

/**
 * The records of a list in batches, each record once, in bounded memory. A list that can be filtered by time is
 * read oldest change first and several pages at once, if no other order and no position of another kind is wanted;
 * any other list is read page after page.
 * @throws UsageError for a `startAt` at which this list can't be continued, and if the run is cancelled.
 */
export async function* everyRecord(
	run: Run,
	asked: ListQuery,
	wanted: EveryOptions,
): AsyncGenerator<Batch> {
	const { anyOrder = false, startAt } = wanted;
	const given = new Set<unknown>(startAt?.emitted.map(({ id }) => id));
	const fresh: Fresh = (read) => {
		// Pages that were read ahead are not handed out after cancelling.
		assertGoingOn(run);
		// Records without an ID are all taken for different.
		return read.filter(({ id }) => {
			const isNew = id === undefined || !given.has(id);
			given.add(id);
			return isNew;
		});
	};
	const isByTime = startAt?.time !== undefined;
	const bounded = startAt && !isByTime ? undefined : timedQuery(run, asked, anyOrder);
	if (bounded) {
		try {
			yield* batchesByTime(run, { bounded, anyOrder }, fresh, startAt);
			return;
		} catch (error) {
			if (!isNotByTime(error) || (isByTime && !(error instanceof NotByTime))) throw error as Error;
		}
	}
	if (isByTime) {
		throw new UsageError(
			'Start Cursor is one of a list of all records that is read by time, which this list is not: use the same operation, filters and sort as in the run that it comes from, or leave it empty to begin anew.',
		);
	}
	yield* batchesOfPages(run, asked.request, fresh, wanted);
}

/** Makes the requests for parts of a list by time; `undefined` if the list must be read in another order. */
function timedQuery(
	{ client }: Run,
	{ request, times }: ListQuery,
	anyOrder: boolean,
): TimedList['bounded'] | undefined {
	if (!times?.sortable || client.route(request.operation).list?.style !== 'cursor')
		return undefined;
	const isFree = anyOrder || sortOf(request) === undefined;
	if (!isFree && orderOf(request, times) !== 1) return undefined;
	return (range) => {
		const part = requestWithin(request, range);
		return part && oldestFirst(part);
	};
}

/** The batches of a list by time, from its oldest record or a position. */
async function* batchesByTime(
	{ client, items }: Run,
	wanted: Pick<TimedList, 'bounded' | 'anyOrder'>,
	fresh: Fresh,
	{ time: wantedFrom, emitted }: ListPosition = FIRST_PAGE,
): AsyncGenerator<Batch> {
	const pieces = readByTime({ ...wanted, client, wantedFrom, sharing: items.length });
	let position: ListPosition | undefined;
	for await (const { records: read, readUpTo, ...first } of pieces) {
		const records = fresh(read);
		const before = (position ??= { emitted, time: wantedFrom ?? updateTimeOf(read[0] ?? {}) });
		const behind = (count: number) => positionAfter(before, records, count, readUpTo);
		yield { records, ...first, positionAfter: wanted.anyOrder ? undefined : behind };
		if (!wanted.anyOrder) position = behind(records.length);
	}
}

async function* batchesOfPages(
	{ client }: Run,
	request: ServiceRequest,
	fresh: Fresh,
	{ startAt = FIRST_PAGE, ...options }: EveryOptions,
): AsyncGenerator<Batch> {
	const hasCursors = client.route(request.operation).list?.style === 'cursor';
	let position = startAt;
	for await (const page of pages(client, request, {
		...options,
		// The records that are left out don't count.
		limit: options.limit && options.limit + startAt.emitted.length,
		startCursor: startAt.cursor,
	})) {
		const records = fresh(page.records);
		const behind = (count: number) => positionAfter(position, records, count);
		yield { ...page, records, positionAfter: hasCursors ? behind : undefined };
		position = { cursor: page.nextCursor, emitted: [] };
	}
}
