/** The records of a list of any size, in bounded memory. */
import type { IDataObject } from 'n8n-workflow';
import { readByTime, type TimedList } from '../../../api/paging/byTime';
import type { PagesOptions } from '../../../api/paging/listing';
import { pages } from '../../../api/paging/pages';
import { isNotByTime, NotByTime, updateTimeOf } from '../../../api/paging/timeRange';
import type { Page, ServiceRequest } from '../../../api/routes/types';
import { UsageError } from '../../../shared';
import { assertGoingOn } from '../../model/host';
import type { Run } from '../../model/operation';
import { FIRST_PAGE, placeBehind, type Place } from './resumeCursor';
import { orderOf, rising, within, type TimeFilter } from './timeRanges';

/** What one item reads: a request, and how parts of its list can be asked for, if they can. */
export interface ListAsked {
	readonly request: ServiceRequest;
	readonly times?: TimeFilter;
}

/** Records of a list, none of which came before. The total and the clock are the first page's. */
export interface Batch extends Page {
	/** The place behind its first records, where a later run could go on; absent where the list has no such places. */
	readonly placeBehind?: (count: number) => Place;
}

interface Every extends Pick<PagesOptions, 'limit' | 'pageLimit'> {
	/** The first page, or a place behind records of an earlier run. */
	readonly startAt?: Place;
	/**
	 * Whether the order does not matter: a sort of the request can be left aside, and what is read is
	 * handed out at once. There is no place to go on from then.
	 */
	readonly anyOrder?: boolean;
}

/** Those records of a page that were not handed out before. */
type Fresh = (read: readonly IDataObject[]) => IDataObject[];

/**
 * The records of a list, a page or so at a time, each once, in bounded memory. Without a place, where the
 * list can be asked for by time and no other order is wanted: oldest change first and several pages at
 * once, else page after page.
 * @throws UsageError for a `startAt` that this list can't go on from, and where the run is cancelled.
 */
export async function* everyRecord(
	run: Run,
	asked: ListAsked,
	wanted: Every,
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
	const bounded = startAt && !isByTime ? undefined : inTime(run, asked, anyOrder);
	if (bounded) {
		try {
			return yield* batchesByTime(run, { bounded, anyOrder }, fresh, startAt);
		} catch (error) {
			if (!isNotByTime(error) || (isByTime && !(error instanceof NotByTime))) throw error as Error;
		}
	}
	if (isByTime) throw cantGoOn();
	yield* batchesOfPages(run, asked.request, fresh, wanted);
}

const cantGoOn = () =>
	new UsageError(
		'Start Cursor is one of a list of all records that is read by time, which this list is not: use the same operation, filters and sort as in the run that it comes from, or leave it empty to begin anew.',
	);

/** How a part of the list is asked for by time; `undefined` where it is to be read in another order. */
function inTime(
	{ client }: Run,
	{ request, times }: ListAsked,
	anyOrder: boolean,
): TimedList['bounded'] | undefined {
	if (!times?.sortable || client.route(request.operation).list?.style !== 'cursor')
		return undefined;
	const isFree = anyOrder || request[times.in]?.sort === undefined;
	if (!isFree && orderOf(times, request) !== 1) return undefined;
	return (range) => {
		const part = within(times, request, range);
		return part && rising(times, part);
	};
}

/** A list by time, from its oldest record or the place on, whatever order its request wants. */
async function* batchesByTime(
	{ client, items }: Run,
	wanted: Pick<TimedList, 'bounded' | 'anyOrder'>,
	fresh: Fresh,
	{ time: wantedFrom, emitted }: Place = FIRST_PAGE,
): AsyncGenerator<Batch, void, undefined> {
	const pieces = readByTime({ ...wanted, client, wantedFrom, sharing: items.length });
	let place: Place | undefined;
	for await (const { records: read, readUpTo, ...first } of pieces) {
		const records = fresh(read);
		const before = (place ??= { emitted, time: wantedFrom ?? updateTimeOf(read[0] ?? {}) });
		const behind = (count: number) => placeBehind(before, records, count, readUpTo);
		yield { records, ...first, ...(!wanted.anyOrder && { placeBehind: behind }) };
		if (!wanted.anyOrder) place = behind(records.length);
	}
}

async function* batchesOfPages(
	{ client }: Run,
	request: ServiceRequest,
	fresh: Fresh,
	{ startAt = FIRST_PAGE, ...options }: Every,
): AsyncGenerator<Batch, void, undefined> {
	const hasCursors = client.route(request.operation).list?.style === 'cursor';
	let place = startAt;
	for await (const page of pages(client, request, {
		...options,
		startCursor: startAt.cursor,
	})) {
		const records = fresh(page.records);
		const behind = (count: number) => placeBehind(place, records, count);
		yield { ...page, records, ...(hasCursors && { placeBehind: behind }) };
		place = { cursor: page.nextCursor, emitted: [] };
	}
}
