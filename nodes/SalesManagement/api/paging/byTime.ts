/**
 * All of a long cursor list by update time, oldest change first, several pages at once. The time up to a
 * lookback before now is cut into slices (`timeSlices.ts`), one behind the other, each of them read upwards.
 * No record that is in the list all the while is missed, since:
 *
 * - A page is asked for by the time at which the page before it ended, not by its cursor. So each is one
 *   moment of the list (A3), and no record moves over a seam between two requests unseen.
 * - Ranges overlap by the guard (A2). The caller drops records that come twice.
 * - Records that are changed meanwhile move ahead (A4), to times later than a lookback before the beginning
 *   (A1). That newest end is read last of all, one page after the other.
 *
 * Only through a tie, more records of about one time than a page holds, a cursor leads on. The places to cut
 * at are guessed from how many records lie ahead; a wrong guess costs requests, never records.
 */
import { LIMITS, SERVICE_RATE } from '../../shared';
import type { Client, Page, ServiceRequest } from '../routes';
import { assertEnd, cursorAfter, listingOf, pageSizeOf, readPage, smallerThan } from './page';
import {
	GUARD_MS,
	lastTimeOf,
	LOOKBACK_MS,
	NotByTime,
	updateTimeOf,
	type TimeRange,
} from './timeRange';
import { TimeSlice, TimeSlices, type Piece } from './timeSlices';

/** Pages that may wait for their turn, or be on their way to it, of all lists that are read at once. */
const HORIZON = 32;
/** At least three readers, so that one slow page doesn't halve the rate. */
const FEWEST_READERS = 3;
/** Passes through a tie that changes while a cursor leads through it. */
const MOST_PASSES = 3;

export interface TimedList {
	readonly client: Client;
	/** The request for a part of the list; `undefined` where the list's own range contains none of that part. */
	readonly bounded: (range: TimeRange) => ServiceRequest | undefined;
	/** Whether the order does not matter, so that no page has to wait for another one. */
	readonly anyOrder?: boolean;
	/** Records older than this are not wanted, in ms since 1970; all are when it is absent. */
	readonly wantedFrom?: number;
	/** How many lists share the requests and pages that may be under way. */
	readonly sharing: number;
	/** A clock that only goes forward, in milliseconds; the real one when absent. */
	readonly elapsed?: () => number;
}

/**
 * Reads a list, by its first page and then several pages at once.
 * @throws NotByTime for a list that can only be read page after page.
 * @throws ServiceError of the first request that failed for good.
 */
export async function* readByTime(list: TimedList): AsyncGenerator<Piece> {
	const reading = new Reading(list);
	try {
		yield* reading.all();
	} finally {
		reading.stop();
	}
}

interface PageShown extends Pick<Page, 'records' | 'totalCount' | 'serverTime'> {
	/** The cursor of the page after it. */
	readonly next?: string;
	/** The time of its last record; `Infinity` where nothing follows. */
	readonly end: number;
}

class Reading {
	private slices?: TimeSlices;
	private underWay = 0;
	private listeners: Array<() => void> = [];
	private failure?: Error;
	private readonly stopped = new AbortController();
	/** Records that are asked for at once, where the list's own pages would be too large. */
	private limit = Infinity;
	/** The time that the fastest page took: the others may have waited for their turn. */
	private shortestMs = Infinity;
	/** More requests would show that the service does not filter, sort or count as it says. */
	private requestsLeft = 50;

	constructor(private readonly list: TimedList) {}

	/** Ends the reading: no page is asked for any more, nor one that waits for its turn. */
	stop(): void {
		this.stopped.abort();
		this.notify();
	}

	async *all(): AsyncGenerator<Piece> {
		const { wantedFrom } = this.list;
		const begin = wantedFrom === undefined ? undefined : wantedFrom - GUARD_MS;
		const { records, end, totalCount, serverTime } = await this.page({ from: begin });
		const first = { records, readUpTo: end, serverTime, totalCount };
		if (end === Infinity) {
			yield first;
			return;
		}
		// An error comes before any record does, so that nobody holds a place in a list that has none.
		if (serverTime === undefined || totalCount === undefined) throw new NotByTime();
		yield first;
		const pageSize = records.length;
		this.requestsLeft += Math.min(LIMITS.pagesOfList, 3 * Math.ceil(totalCount / pageSize));
		const settled = Math.min(serverTime, Date.now()) - LOOKBACK_MS;
		const from = Math.max(end, wantedFrom ?? end);
		const newest = new TimeSlice(Math.max(from, settled), Infinity, 0);
		const before = new TimeSlice(from, settled, totalCount - pageSize);
		for (const slice of [before, newest]) yield* this.inTurn(slice, pageSize);
	}

	/** All of a slice and of those that are cut off it, in their order unless any will do. */
	private async *inTurn(all: TimeSlice, pageSize: number): AsyncGenerator<Piece> {
		const { anyOrder = false } = this.list;
		const slices = new TimeSlices(all, pageSize, this.partOf(HORIZON), anyOrder);
		this.slices = slices;
		while (!slices.areDone) {
			this.begin(slices);
			if (this.failure) throw this.failure;
			const piece = slices.take();
			if (piece) {
				this.notify();
				yield piece;
			} else if (!slices.dropFirst()) await this.changed();
		}
	}

	/** This list's part of something that several share. */
	private partOf(all: number): number {
		return Math.max(1, Math.floor(all / this.list.sharing));
	}

	/** Begins as many pages as keep the pace and have room to wait. */
	private begin(slices: TimeSlices): void {
		const enough = Math.ceil((SERVICE_RATE * this.shortestMs) / 1000) + 1;
		const most = Math.min(LIMITS.requestsUnderWay, Math.max(FEWEST_READERS, enough));
		const readers = this.partOf(most);
		while (!this.failure && !this.stopped.signal.aborted && this.underWay < readers) {
			const slice = slices.next(readers);
			if (!slice || !slices.hasRoom(slice)) return;
			slice.isBusy = true;
			this.underWay++;
			void this.readOn(slice)
				.catch((error: unknown) => (this.failure ??= error as Error))
				.finally(() => {
					slice.isBusy = false;
					this.underWay--;
					this.begin(slices);
					this.notify();
				});
		}
	}

	/** Reads the next page of a slice, or as many as it takes through a tie. */
	private async readOn(slice: TimeSlice): Promise<void> {
		const { from, to } = slice;
		const range = { from: from - GUARD_MS, to: to < Infinity ? to + GUARD_MS : undefined };
		const first = await this.page(range);
		slice.isTied = slice.isTieUpTo(first.end);
		const { page, count } = slice.isTied
			? await this.throughTie(slice, first, range)
			: { page: first, count: first.records.length };
		// The records of a tie were handed on page by page.
		this.enqueue(slice, slice.isTied ? [] : page.records, Math.min(page.end, to));
		slice.isTied = false;
		const rest = Math.max(0, (page.totalCount ?? 0) - count);
		slice.advance(page.end, rest, to);
	}

	/**
	 * Follows the cursor through a tie, of which the first page is read, and again while records may be missing: a
	 * cursor that only counts skips records when others leave the tie.
	 * @returns the page behind the last records of the tie, and how many records the last pass read.
	 */
	private async throughTie(slice: TimeSlice, first: PageShown, range: TimeRange) {
		/** The time of each record that was read so far. */
		const times = new Map<unknown, number>();
		let page = first;
		for (let passes = 1; ; passes++) {
			let count = 0;
			let hasNews = false;
			let hasShrunk = false;
			for (;;) {
				this.enqueue(slice, page.records, slice.from);
				count += page.records.length;
				for (const record of page.records) {
					const time = updateTimeOf(record);
					hasNews ||= times.get(record.id) !== time;
					times.set(record.id, time);
				}
				if (!slice.isTieUpTo(page.end)) break;
				const { totalCount = 0, next } = page;
				page = await this.page(range, next, slice);
				hasShrunk ||= (page.totalCount ?? 0) < totalCount;
			}
			// At the newest end a record that leaves the tie comes back, so the total tells nothing there.
			const isWhole = slice.to < Infinity ? !hasShrunk : !hasNews;
			if (isWhole || passes >= MOST_PASSES) return { page, count };
			page = await this.page(range, undefined, slice);
		}
	}

	/**
	 * Asks for one page.
	 * @param slice the one that it is for, where it has to have room first.
	 * @throws NotByTime for a page that is not what was asked for, and for one too many.
	 */
	private async page(range: TimeRange, cursor?: string, slice?: TimeSlice): Promise<PageShown> {
		const { client, bounded, elapsed = () => performance.now() } = this.list;
		const { signal } = this.stopped;
		while (slice && !signal.aborted && !this.slices?.hasRoom(slice)) await this.changed();
		const request = bounded(range);
		if (!request) return { records: [], end: Infinity };
		const listing = listingOf(client, request, { signal });
		for (;;) {
			if (signal.aborted || --this.requestsLeft < 0) throw new NotByTime();
			const limit = Math.min(this.limit, pageSizeOf(listing));
			const began = elapsed();
			const page = await readPage(listing, { limit, cursor });
			if (!page) {
				this.limit = smallerThan(limit);
				continue;
			}
			this.shortestMs = Math.min(this.shortestMs, elapsed() - began);
			const next = cursorAfter(listing, page);
			const last = lastTimeOf(page.records, range);
			if (next === undefined) assertEnd(listing, { limit, cursor }, page);
			return { ...page, next, end: next === undefined ? Infinity : (last ?? Infinity) };
		}
	}

	private enqueue(slice: TimeSlice, records: PageShown['records'], readUpTo: number): void {
		// Each record takes about as much memory as the first one.
		const bytes = records.length * JSON.stringify(records[0] ?? {}).length;
		slice.waiting.push({ records, readUpTo, bytes });
		this.notify();
	}

	private async changed(): Promise<void> {
		await new Promise<void>((resolve) => this.listeners.push(resolve));
	}

	private notify(): void {
		for (const listener of this.listeners.splice(0)) listener();
	}
}
