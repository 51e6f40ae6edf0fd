/** All records of a list of any size, in bounded memory. */
import { UsageError } from '../../api/errors/errors';
import { readByTime, type Hold, type Piece, type TimedList } from '../../api/lists/byTime';
import { pages } from '../../api/lists/pages';
import {
	GUARD_MS,
	isNotByTime,
	NotByTime,
	updateTimeOf,
	type Listed,
	type TimeRange,
} from '../../api/lists/timeRange';
import type { Page, ServiceRequest } from '../../api/types';
import type { Run } from '../operation';
import type { Divisible } from './ranges';
import { TimePassed, type Place } from './resumeCursor';

/** What one item reads: a request, and how parts of its list can be asked for, if they can. */
export interface ListAsked {
	readonly request: ServiceRequest;
	readonly divisible?: Divisible;
}

export interface Batch<Each extends Listed> {
	/** Each of them for the first time. */
	readonly records: readonly Each[];
	/** The place before them, where a later run could go on; absent where the list has no such places. */
	readonly before?: Place;
	/** The service's clock when the first batch was read, in ms since 1970; absent where it is not sent. */
	readonly serverTime?: number;
}

interface Every<Each extends Listed> {
	readonly hold: Hold<Each>;
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

/**
 * All records of a list, a page or so at a time, each once, in bounded memory: where the list can be
 * asked for by time and no other order is wanted, oldest change first and several pages at once, else
 * page after page. What changes meanwhile comes once, as it was when it was read. Of each page only what
 * `hold` makes of it is kept, and that as soon as it is read.
 * @throws UsageError for a `startAt` that this list can't go on from, and where the run is cancelled.
 */
export async function* everyRecord<Each extends Listed>(
	run: Reading,
	asked: ListAsked,
	options: Every<Each>,
): AsyncGenerator<Batch<Each>, void, undefined> {
	for await (const batch of batchesOf(run, asked, options)) {
		// What was read ahead is nobody's any more.
		assertGoingOn(run);
		yield batch;
	}
}

/** @throws UsageError where the execution is cancelled; n8n shows nothing of it then. */
export function assertGoingOn({ cancelled }: Pick<Run, 'cancelled'>): void {
	if (cancelled?.aborted) throw new UsageError('The execution was cancelled.');
}

async function* batchesOf<Each extends Listed>(
	run: Reading,
	asked: ListAsked,
	{ inPages = false, startAt: place, anyOrder = false, hold }: Every<Each>,
): AsyncGenerator<Batch<Each>, void, undefined> {
	const given = new Set<unknown>(place?.ids);
	const byTime = inPages ? undefined : inTime(run, asked, anyOrder);
	const isByTime = place?.time !== undefined;
	if (byTime && (isByTime || place === undefined)) {
		try {
			const wanted = { bounded: byTime, anyOrder, hold };
			return yield* batchesInOrder(run, wanted, given, place);
		} catch (error) {
			if (!isNotByTime(error) || isByTime) throw toldOf(error);
		}
	} else if (isByTime) throw cantGoOn();
	yield* batchesOfPages(run, asked.request, { given, place, hold });
}

const cantGoOn = () =>
	new UsageError(
		'Start Cursor is one of a list of all records that is read by time, which this list is not: use the same operation, sort and Max Records as in the run that it comes from, or leave it empty to begin anew.',
	);

const toldOf = (error: unknown): Error =>
	error instanceof NotByTime ? cantGoOn() : (error as Error);

/** How a part of the list is asked for by time; `undefined` where it is to be read in another order. */
function inTime(
	{ client }: Reading,
	{ request, divisible }: ListAsked,
	anyOrder: boolean,
): ((range: TimeRange) => ServiceRequest | undefined) | undefined {
	if (!divisible || client.route(request.operation).list?.style !== 'cursor') return undefined;
	const { query: { sort: inQuery, ...query } = {}, body } = request;
	const { sort: inBody, ...rest } = body ?? {};
	const isFree = anyOrder || (inQuery === undefined && inBody === undefined);
	const asked = anyOrder ? { ...request, query, ...(body && { body: rest }) } : request;
	const order = divisible.orderOf(asked);
	if (!order || !(isFree || (order.by === 'updatedAt' && !order.descending))) return undefined;
	return (range) => divisible.bounded(asked, range);
}

interface ByTime<Each extends Listed> extends Pick<
	TimedList<Each>,
	'bounded' | 'anyOrder' | 'hold' | 'wantedFrom' | 'known'
> {
	/** Called with the first page, which has the oldest records. */
	readonly opened?: (first: Page) => void;
}

/** A list by time, from its oldest record on or a later time, whatever order its request wants. */
export async function* piecesByTime<Each extends Listed>(
	{ client, items }: Pick<Run, 'client' | 'items'>,
	{ opened, ...wanted }: ByTime<Each>,
): AsyncGenerator<Piece<Each>, void, undefined> {
	const { bounded, wantedFrom } = wanted;
	const from = wantedFrom === undefined ? undefined : wantedFrom - GUARD_MS;
	const opening = bounded({ from });
	if (!opening) return;
	const began = performance.now();
	const { value: first } = await pages(client, opening).next();
	if (!first) return;
	const tripMs = performance.now() - began;
	opened?.(first);
	yield* readByTime({ ...wanted, client, first, tripMs, sharing: items.length });
}

async function* batchesInOrder<Each extends Listed>(
	run: Reading,
	wanted: ByTime<Each>,
	given: Set<unknown>,
	place?: Place,
): AsyncGenerator<Batch<Each>, void, undefined> {
	let passage: TimePassed | undefined;
	let serverTime: number | undefined;
	const opened = (first: Page) => {
		const time = place?.time ?? updateTimeOf(first.records[0] ?? {});
		if (!wanted.anyOrder) passage = new TimePassed({ ids: place?.ids ?? [], time });
		({ serverTime } = first);
	};
	const pieces = piecesByTime(run, { ...wanted, wantedFrom: place?.time, opened });
	for await (const { records: read, passed } of pieces) {
		const records = fresh(read, given);
		const before = passage?.before;
		passage?.emitted(records, passed);
		yield { records, before, serverTime };
		serverTime = undefined;
	}
}

/** Records that were not handed out yet. What has no id is never the same. */
const fresh = <Each extends Listed>(records: readonly Each[], given: Set<unknown>): Each[] =>
	records.filter(({ id }) => {
		const isNew = id === undefined || !given.has(id);
		given.add(id);
		return isNew;
	});

interface InPages<Each extends Listed> extends Pick<Every<Each>, 'hold'> {
	readonly given: Set<unknown>;
	readonly place?: Place;
}

async function* batchesOfPages<Each extends Listed>(
	{ client }: Reading,
	request: ServiceRequest,
	{ given, place = { ids: [] }, hold }: InPages<Each>,
): AsyncGenerator<Batch<Each>, void, undefined> {
	const hasCursors = client.route(request.operation).list?.style === 'cursor';
	let before = place;
	for await (const page of pages(client, request, { startCursor: place.cursor })) {
		const { nextCursor: cursor, serverTime } = page;
		const records = fresh((await hold(page.records)).records, given);
		yield { records, ...(hasCursors && { before }), serverTime };
		before = { ids: [], ...(cursor !== undefined && { cursor }) };
	}
}
