/** All records of a list of any size, in bounded memory. */
import type { IDataObject } from 'n8n-workflow';
import { UsageError } from '../../api/errors/errors';
import { readByTime, type TimedList } from '../../api/lists/byTime';
import { pages } from '../../api/lists/pages';
import { isNotByTime, NotByTime, updateTimeOf } from '../../api/lists/timeRange';
import type { ServiceRequest } from '../../api/types';
import type { Run } from '../operation';
import { risingWithin, type Divisible } from './ranges';
import { passageFrom, passing, placeOf, type Passage, type Place } from './resumeCursor';

/** What one item reads: a request, and how parts of its list can be asked for, if they can. */
export interface ListAsked {
	readonly request: ServiceRequest;
	readonly divisible?: Divisible;
}

export interface Batch {
	/** Each of them for the first time. */
	readonly records: readonly IDataObject[];
	/** Those that came before. */
	readonly again: readonly IDataObject[];
	/** The place before them, where a later run could go on; absent where the list has no such places. */
	readonly before?: Place;
	/** The service's clock when the first batch was read, in ms since 1970; absent where it is not sent. */
	readonly serverTime?: number;
}

interface Every {
	/** Whether only the first records are wanted, which are those of the list's own order: page after page. */
	readonly inPages?: boolean;
	/** A place behind records of an earlier run. */
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
 * All records of a list, a page or so at a time, each once, in bounded memory: where the list can be
 * asked for by time and no other order is wanted, oldest change first and several pages at once, else
 * page after page. What changes meanwhile may come `again`.
 * @throws UsageError for a `startAt` that this list can't go on from, and where the run is cancelled.
 */
export async function* everyRecord(
	run: Reading,
	asked: ListAsked,
	{ inPages = false, startAt, anyOrder = false }: Every,
): AsyncGenerator<Batch, void, undefined> {
	const given = new Set<unknown>(startAt?.ids);
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
	const bounded = inPages ? undefined : inTime(run, asked, anyOrder);
	const isByTime = startAt?.time !== undefined;
	if (bounded && (isByTime || !startAt)) {
		try {
			return yield* batchesInOrder(run, { bounded, anyOrder }, sorted, startAt);
		} catch (error) {
			if (!isNotByTime(error)) throw error as Error;
			if (isByTime) throw error instanceof NotByTime ? cantGoOn() : (error as Error);
		}
	} else if (isByTime) throw cantGoOn();
	yield* batchesOfPages(run, asked.request, sorted, startAt);
}

/** @throws UsageError where the execution is cancelled; n8n shows nothing of it then. */
export function assertGoingOn({ cancelled }: Pick<Run, 'cancelled'>): void {
	if (cancelled?.aborted) throw new UsageError('The execution was cancelled.');
}

const cantGoOn = () =>
	new UsageError(
		'Start Cursor is one of a list of all records that is read by time, which this list is not: use the same operation, sort and Max Records as in the run that it comes from, or leave it empty to begin anew.',
	);

/** How a part of the list is asked for by time; `undefined` where it is to be read in another order. */
function inTime(
	{ client }: Reading,
	{ request, divisible }: ListAsked,
	anyOrder: boolean,
): ByTime['bounded'] | undefined {
	if (!divisible || client.route(request.operation).list?.style !== 'cursor') return undefined;
	const isFree =
		anyOrder || (request.query?.sort === undefined && request.body?.sort === undefined);
	const order = divisible.orderOf(isFree ? divisible.rising(request) : request);
	if (order?.by !== 'updatedAt' || order.descending) return undefined;
	return (range) => risingWithin(divisible, request, range);
}

type ByTime = Pick<TimedList, 'bounded' | 'anyOrder'>;

/** A list by time, from its oldest record on or from a place. */
async function* batchesInOrder(
	{ client, items }: Reading,
	wanted: ByTime,
	sorted: Sorted,
	place?: Place,
): AsyncGenerator<Batch, void, undefined> {
	const sharing = items.length;
	const pieces = readByTime({ ...wanted, client, wantedFrom: place?.time, sharing });
	let passage: Passage | undefined;
	for await (const { records: read, passed, serverTime } of pieces) {
		const batch = sorted(read);
		if (!wanted.anyOrder)
			passage ??= passageFrom(place?.time ?? updateTimeOf(read[0] ?? {}), place);
		yield { ...batch, ...(passage && { before: placeOf(passage) }), serverTime };
		passage &&= passing(passage, batch.records, passed);
	}
}

async function* batchesOfPages(
	{ client }: Reading,
	request: ServiceRequest,
	sorted: Sorted,
	place: Place = { ids: [] },
): AsyncGenerator<Batch, void, undefined> {
	const hasCursors = client.route(request.operation).list?.style === 'cursor';
	let before = place;
	for await (const page of pages(client, request, { startCursor: place.cursor })) {
		const { records, again = [], nextCursor: cursor, serverTime } = page;
		yield { ...sorted([...records, ...again]), ...(hasCursors && { before }), serverTime };
		before = { ids: [], ...(cursor !== undefined && { cursor }) };
	}
}
