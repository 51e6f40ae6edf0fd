/** The records of a list of any size, in bounded memory. */
import type { IDataObject } from 'n8n-workflow';
import { readByTime, type TimedList } from '../../../api/paging/byTime';
import type { PagesOptions } from '../../../api/paging/listing';
import { pages } from '../../../api/paging/pages';
import { isNotByTime, NotByTime, updateTimeOf } from '../../../api/paging/timeRange';
import type { Page, ServiceRequest } from '../../../api/routes';
import { UsageError } from '../../../shared';
import { assertGoingOn, type Run } from '../../model';
import { FIRST_PAGE, positionAfter, type ListPosition } from './resumeCursor';
import { orderOf, oldestFirst, requestWithin, type TimeFilter } from './timeRanges';

/** What one item reads: a request, and how parts of its list can be asked for, if they can. */
export interface ListQuery {
	readonly request: ServiceRequest;
	readonly times?: TimeFilter;
}

/** Records of a list, none of which came before. The total and the clock are the first page's. */
export interface Batch extends Page {
	/** The position behind its first records, where a later run could go on; absent where the list has no such places. */
	readonly positionAfter?: (count: number) => ListPosition;
}

interface EveryOptions extends Pick<PagesOptions, 'limit' | 'pageLimit'> {
	/** The first page, or a position behind records of an earlier run. */
	readonly startAt?: ListPosition;
	/**
	 * Whether the order does not matter: a sort of the request can be left aside, and what is read is
	 * handed out at once. There is no position to go on from then.
	 */
	readonly anyOrder?: boolean;
}

/** Those records of a page that were not handed out before. */
type Fresh = (read: readonly IDataObject[]) => IDataObject[];

/**
 * The records of a list, a page or so at a time, each once, in bounded memory. Without a position, where the
 * list can be asked for by time and no other order is wanted: oldest change first and several pages at
 * once, else page after page.
 * @throws UsageError for a `startAt` that this list can't go on from, and where the run is cancelled.
 */
export async function* everyRecord(
	run: Run,
	asked: ListQuery,
	wanted: EveryOptions,
): AsyncGenerator<Batch, void, undefined> {
	const { anyOrder = false, startAt } = wanted;
	const given = new Set<unknown>(startAt?.emitted.map(({ id }) => id));
	const fresh: Fresh = (read) => {
		// What was read ahead is nobody's any more.
		assertGoingOn(run);
		// What has no id is never the same.
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
			return yield* batchesByTime(run, { bounded, anyOrder }, fresh, startAt);
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

/** How a part of the list is asked for by time; `undefined` where it is to be read in another order. */
function timedQuery(
	{ client }: Run,
	{ request, times }: ListQuery,
	anyOrder: boolean,
): TimedList['bounded'] | undefined {
	if (!times?.sortable || client.route(request.operation).list?.style !== 'cursor')
		return undefined;
	const isFree = anyOrder || request[times.in]?.sort === undefined;
	if (!isFree && orderOf(times, request) !== 1) return undefined;
	return (range) => {
		const part = requestWithin(times, request, range);
		return part && oldestFirst(times, part);
	};
}

/** A list by time, from its oldest record or the position on, whatever order its request wants. */
async function* batchesByTime(
	{ client, items }: Run,
	wanted: Pick<TimedList, 'bounded' | 'anyOrder'>,
	fresh: Fresh,
	{ time: wantedFrom, emitted }: ListPosition = FIRST_PAGE,
): AsyncGenerator<Batch, void, undefined> {
	const pieces = readByTime({ ...wanted, client, wantedFrom, sharing: items.length });
	let position: ListPosition | undefined;
	for await (const { records: read, readUpTo, ...first } of pieces) {
		const records = fresh(read);
		const before = (position ??= { emitted, time: wantedFrom ?? updateTimeOf(read[0] ?? {}) });
		const behind = (count: number) => positionAfter(before, records, count, readUpTo);
		yield { records, ...first, ...(!wanted.anyOrder && { positionAfter: behind }) };
		if (!wanted.anyOrder) position = behind(records.length);
	}
}

async function* batchesOfPages(
	{ client }: Run,
	request: ServiceRequest,
	fresh: Fresh,
	{ startAt = FIRST_PAGE, ...options }: EveryOptions,
): AsyncGenerator<Batch, void, undefined> {
	const hasCursors = client.route(request.operation).list?.style === 'cursor';
	let position = startAt;
	for await (const page of pages(client, request, {
		...options,
		startCursor: startAt.cursor,
	})) {
		const records = fresh(page.records);
		const behind = (count: number) => positionAfter(position, records, count);
		yield { ...page, records, ...(hasCursors && { positionAfter: behind }) };
		position = { cursor: page.nextCursor, emitted: [] };
	}
}
