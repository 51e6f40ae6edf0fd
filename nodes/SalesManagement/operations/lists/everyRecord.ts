/** The records of a list of any size, in bounded memory. */
import type { IDataObject } from 'n8n-workflow';
import { UsageError } from '../../api/errors/errors';
import { readByTime, type TimedList } from '../../api/lists/byTime';
import type { PagesOptions } from '../../api/lists/listing';
import { pages } from '../../api/lists/pages';
import { isNotByTime, NotByTime, updateTimeOf } from '../../api/lists/timeRange';
import type { Page, ServiceRequest } from '../../api/types';
import type { Run } from '../operation';
import type { Divisible } from './ranges';
import { FIRST_PAGE, placeBehind, type Place } from './resumeCursor';

/** What one item reads: a request, and how parts of its list can be asked for, if they can. */
export interface ListAsked {
	readonly request: ServiceRequest;
	readonly divisible?: Divisible;
}

/** Records of a list: those that came before are `again` there. The total and the clock are the first page's. */
export interface Batch extends Omit<Page, 'again'> {
	readonly again: readonly IDataObject[];
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

type Reading = Pick<Run, 'client' | 'items' | 'cancelled'>;

/** The records of a page, by whether they were handed out before. */
type Sorted = (read: readonly IDataObject[]) => Pick<Batch, 'records' | 'again'>;

/**
 * The records of a list, a page or so at a time, each once, in bounded memory. Without a place, where the
 * list can be asked for by time and no other order is wanted: oldest change first and several pages at
 * once, else page after page. What changes meanwhile may come `again`.
 * @throws UsageError for a `startAt` that this list can't go on from, and where the run is cancelled.
 */
export async function* everyRecord(
	run: Reading,
	asked: ListAsked,
	wanted: Every,
): AsyncGenerator<Batch, void, undefined> {
	const { anyOrder = false, startAt } = wanted;
	const given = new Set<unknown>(startAt?.emitted.map(({ id }) => id));
	const sorted: Sorted = (read) => {
		// What was read ahead is nobody's any more.
		assertGoingOn(run);
		const records: IDataObject[] = [];
		const again: IDataObject[] = [];
		for (const each of read) {
			// What has no id is never the same.
			const isNew = each.id === undefined || !given.has(each.id);
			(isNew ? records : again).push(each);
			given.add(each.id);
		}
		return { records, again };
	};
	const isByTime = startAt?.time !== undefined;
	const bounded = startAt && !isByTime ? undefined : inTime(run, asked, anyOrder);
	if (bounded) {
		try {
			return yield* batchesByTime(run, { bounded, anyOrder }, sorted, startAt);
		} catch (error) {
			if (!isNotByTime(error) || (isByTime && !(error instanceof NotByTime))) throw error as Error;
		}
	}
	if (isByTime) throw cantGoOn();
	yield* batchesOfPages(run, asked.request, sorted, wanted);
}

/** @throws UsageError where the execution is cancelled; n8n shows nothing of it then. */
export function assertGoingOn({ cancelled }: Pick<Run, 'cancelled'>): void {
	if (cancelled?.aborted) throw new UsageError('The execution was cancelled.');
}

const cantGoOn = () =>
	new UsageError(
		'Start Cursor is one of a list of all records that is read by time, which this list is not: use the same operation, filters and sort as in the run that it comes from, or leave it empty to begin anew.',
	);

/** How a part of the list is asked for by time; `undefined` where it is to be read in another order. */
function inTime(
	{ client }: Reading,
	{ request, divisible }: ListAsked,
	anyOrder: boolean,
): TimedList['bounded'] | undefined {
	const { rising, within, orderOf } = divisible ?? {};
	if (!rising || !within || client.route(request.operation).list?.style !== 'cursor')
		return undefined;
	const isFree =
		anyOrder || (request.query?.sort === undefined && request.body?.sort === undefined);
	if (!isFree && orderOf?.(request) !== 1) return undefined;
	return (range) => {
		const part = within(request, range);
		return part && rising(part);
	};
}

/** A list by time, from its oldest record or the place on, whatever order its request wants. */
async function* batchesByTime(
	{ client, items }: Reading,
	wanted: Pick<TimedList, 'bounded' | 'anyOrder'>,
	sorted: Sorted,
	{ time: wantedFrom, emitted }: Place = FIRST_PAGE,
): AsyncGenerator<Batch, void, undefined> {
	const pieces = readByTime({ ...wanted, client, wantedFrom, sharing: items.length });
	let place: Place | undefined;
	for await (const { records: read, passed, ...first } of pieces) {
		const batch = sorted(read);
		const before = (place ??= { emitted, time: wantedFrom ?? updateTimeOf(read[0] ?? {}) });
		const behind = (count: number) => placeBehind(before, batch.records, count, passed);
		yield { ...batch, ...first, ...(!wanted.anyOrder && { placeBehind: behind }) };
		if (!wanted.anyOrder) place = behind(batch.records.length);
	}
}

async function* batchesOfPages(
	{ client }: Reading,
	request: ServiceRequest,
	sorted: Sorted,
	{ startAt = FIRST_PAGE, ...options }: Every,
): AsyncGenerator<Batch, void, undefined> {
	const hasCursors = client.route(request.operation).list?.style === 'cursor';
	let place = startAt;
	for await (const { again = [], ...page } of pages(client, request, {
		...options,
		startCursor: startAt.cursor,
	})) {
		const batch = sorted([...page.records, ...again]);
		const behind = (count: number) => placeBehind(place, batch.records, count);
		yield { ...page, ...batch, ...(hasCursors && { placeBehind: behind }) };
		place = { cursor: page.nextCursor, emitted: [] };
	}
}
