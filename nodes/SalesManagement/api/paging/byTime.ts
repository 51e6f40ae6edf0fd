/**
 * All of a long cursor list by update time, oldest change first, several pages at once. The time up to a
 * lookback before now is cut into slices, one behind the other, each of them read upwards. What promises
 * that no record is missed that is in the list all the while:
 *
 * - A page is asked for by the time at which the page before it ended, not by its cursor. So each is one
 *   moment of the list (A3), and no record moves over a seam between two requests unseen.
 * - Ranges overlap by the guard (A2). Whoever takes the records drops what comes twice.
 * - What is changed meanwhile moves ahead (A4), to times later than a lookback before the beginning (A1).
 *   That newest end is read last of all, one page after the other.
 *
 * Only through a tie, more records of about one time than a page holds, a cursor leads on. Where to cut is
 * guessed from how many records lie ahead; a wrong guess costs requests, never records.
 */
import type { IDataObject } from 'n8n-workflow';
import { LIMITS, SERVICE_RATE } from '../../shared';
import type { Client, ServiceRequest } from '../routes/types';
import { listingOf, pageSizeOf, type PageRead } from './listing';
import { assertEnd, cursorAfter, readPage, smallerThan } from './page';
import {
	GUARD_MS,
	lastTimeOf,
	LOOKBACK_MS,
	NotByTime,
	updateTimeOf,
	type TimeRange,
} from './timeRange';

/** Pages that may wait for their turn, or be on their way to it: it bounds the memory. */
const HORIZON = 32;
/** A page that takes more memory counts as several. */
const PAGE_BYTES = 1024 * 1024;
/** Pages that may wait of the slice whose turn it is, or of a tie: whoever takes them may be slow. */
const MOST_WAITING = 4;
/** Where two would do, a page that takes longer than usual holds one of them up, and the other can't keep the pace. */
const FEWEST_READERS = 3;
/** Cutting narrower than this would read the overlaps more than anything else. */
const NARROWEST_MS = 10 * GUARD_MS;
/** A slice of fewer pages is not worth its end, of which a part of a page is read twice. */
const SHORTEST_PAGES = 2;
/** A slice is cut when it holds this much more than one should. */
const WORTH_CUTTING = 1.5;
/** Passes through a tie that changes while a cursor leads through it. */
const MOST_PASSES = 3;

/** Records in the order of their times. Some were in an earlier piece already. */
export interface Piece {
	readonly records: readonly IDataObject[];
	/** The time up to which all is read, in ms since 1970; that of the piece before while a tie is not at its end. */
	readonly passed: number;
	/** The service's clock, in ms since 1970; with the first piece alone. */
	readonly serverTime?: number;
	/** How many records there are; with the first piece alone. */
	readonly totalCount?: number;
}

export interface TimedList {
	readonly client: Client;
	/** The request for a part of the list; `undefined` where the list's own range has none of it. */
	readonly bounded: (range: TimeRange) => ServiceRequest | undefined;
	/** Whether the order does not matter, so that no page has to wait for another one. */
	readonly anyOrder?: boolean;
	/** Only what is not older is wanted, in ms since 1970: all of the list when absent. */
	readonly wantedFrom?: number;
	/** How many lists share what may be under way. */
	readonly sharing: number;
	/** A clock that only goes forward, in milliseconds; the real one when absent. */
	readonly elapsed?: () => number;
}

/**
 * Reads a list, by its first page and then several pages at once.
 * @throws NotByTime for a list that can only be read page after page.
 * @throws ServiceError of the first request that failed for good.
 */
export async function* readByTime(list: TimedList): AsyncGenerator<Piece, void, undefined> {
	const reading = new Reading(list);
	try {
		yield* reading.all();
	} finally {
		reading.stop();
	}
}

/** A piece, with about the memory that it takes. */
interface Waiting extends Piece {
	readonly bytes: number;
}

/** Times from `from`, up to but without `to`; in ms since 1970. */
interface Slice {
	/** Where its next page begins. */
	from: number;
	to: number;
	/** About how many records that is. */
	left: number;
	isBusy: boolean;
	/** Whether a cursor leads through it: it is not cut then. */
	isTied: boolean;
	/** Pages that wait for their turn. */
	readonly waiting: Waiting[];
}

const sliceOf = (from: number, to: number, left: number): Slice => ({
	from,
	to,
	left,
	isBusy: false,
	isTied: false,
	waiting: [],
});

const isOpen = ({ from, to }: Slice): boolean => from < to;

/** How many pages waiting ones count as. */
const weightOf = (waiting: readonly Waiting[]): number =>
	waiting.reduce((sum, { bytes }) => sum + Math.max(1, bytes / PAGE_BYTES), 0);

interface PageShown extends Pick<PageRead, 'records' | 'totalCount' | 'serverTime'> {
	/** The cursor of the page after it. */
	readonly next?: string;
	/** The time of its last record; `Infinity` where nothing follows. */
	readonly end: number;
}

class Reading {
	private slices: Slice[] = [];
	private underWay = 0;
	private listeners: Array<() => void> = [];
	private failure?: Error;
	private readonly stopped = new AbortController();
	/** Records that are asked for at once, where the list's own pages would be too large. */
	private limit = Infinity;
	/** Records that the service puts on a page. */
	private pageSize = 1;
	/** How long the fastest page took: the others may have waited for their turn. */
	private shortestMs = Infinity;
	/** More requests would show that the service does not filter, sort or count as it says. */
	private requestsLeft = 50;

	constructor(private readonly list: TimedList) {}

	/** From now on no page is asked for any more, nor one that waits for its turn. */
	stop(): void {
		this.stopped.abort();
		this.tell();
	}

	async *all(): AsyncGenerator<Piece, void, undefined> {
		const { wantedFrom } = this.list;
		const begin = wantedFrom === undefined ? undefined : wantedFrom - GUARD_MS;
		const { records, end, totalCount, serverTime } = await this.page({ from: begin });
		if (end === Infinity) {
			yield { records, passed: end, serverTime, totalCount };
			return;
		}
		// Said before anything is handed out, so that nobody holds a place in a list that has none.
		if (serverTime === undefined || totalCount === undefined) throw new NotByTime();
		yield { records, passed: end, serverTime, totalCount };
		this.pageSize = records.length;
		this.requestsLeft += 3 * Math.ceil(totalCount / this.pageSize);
		const settled = Math.min(serverTime, Date.now()) - LOOKBACK_MS;
		const from = Math.max(end, wantedFrom ?? end);
		const left = totalCount - records.length;
		if (from < settled) yield* this.inTurn(sliceOf(from, settled, left));
		yield* this.inTurn(sliceOf(Math.max(from, settled), Infinity, 0));
	}

	/** All of a slice and of those that are cut off it, in their order unless any will do. */
	private async *inTurn(all: Slice): AsyncGenerator<Piece, void, undefined> {
		const slices = [all];
		this.slices = slices;
		for (let [slice] = slices; slice; [slice] = slices) {
			this.begin();
			if (this.failure) throw this.failure;
			const ready = this.list.anyOrder ? slices.find(({ waiting }) => waiting.length > 0) : slice;
			const piece = ready?.waiting.shift();
			if (piece) {
				this.tell();
				yield piece;
			} else if (!slice.isBusy && !isOpen(slice)) slices.shift();
			else await this.change();
		}
	}

	/** What this list has of something that several share. */
	private partOf(all: number): number {
		return Math.max(1, Math.floor(all / this.list.sharing));
	}

	/** Begins as many pages as keep the pace and have room to wait. */
	private begin(): void {
		const enough = Math.ceil((SERVICE_RATE * this.shortestMs) / 1000) + 1;
		const most = Math.min(LIMITS.requestsUnderWay, Math.max(FEWEST_READERS, enough));
		const readers = this.partOf(most);
		while (!this.failure && !this.stopped.signal.aborted && this.underWay < readers) {
			const slice = this.next(readers);
			if (!slice || !this.hasRoom(slice)) return;
			slice.isBusy = true;
			this.underWay++;
			void this.readOn(slice)
				.catch((error: unknown) => (this.failure ??= error as Error))
				.finally(() => {
					slice.isBusy = false;
					this.underWay--;
					this.begin();
					this.tell();
				});
		}
	}

	/**
	 * What to read beside what is being read: as near as possible, the first slice that nobody reads, or what
	 * is cut off one that holds much more than its share.
	 * @param readers how many slices are read at once.
	 */
	private next(readers: number): Slice | undefined {
		const { slices, pageSize } = this;
		const horizon = this.list.anyOrder ? Infinity : this.partOf(HORIZON);
		const all = slices.reduce((sum, { left }) => sum + left, 0);
		const fair = Math.min(Math.ceil(all / pageSize / readers), Math.floor(horizon / readers));
		const share = pageSize * Math.max(SHORTEST_PAGES, fair);
		let ahead = 0;
		for (const [at, slice] of slices.entries()) {
			if (!slice.isBusy && isOpen(slice)) return slice;
			const { from, to, left } = slice;
			ahead += Math.min(left, share);
			if (ahead + share > horizon * pageSize) return undefined;
			if (slice.isTied || to === Infinity || left <= WORTH_CUTTING * share) continue;
			// A little less than fills the pages, so that it fits them.
			const time = Math.floor(from + ((to - from) * (share - Math.sqrt(share))) / left);
			if (!(time - from > NARROWEST_MS && to - time > NARROWEST_MS)) continue;
			const rest = sliceOf(time, to, left - share);
			Object.assign(slice, { to: time, left: share });
			slices.splice(at + 1, 0, rest);
			return rest;
		}
		return undefined;
	}

	/** Whether another page of a slice may wait. The first one's go on whatever the others brought. */
	private hasRoom(slice: Slice): boolean {
		const isFirst = slice === this.slices[0];
		const isFull = weightOf(slice.waiting) >= MOST_WAITING;
		if (isFirst || (slice.isTied && isFull)) return !isFull;
		return weightOf(this.slices.flatMap(({ waiting }) => waiting)) < this.partOf(HORIZON);
	}

	/** Reads the next page of a slice, or as many as it takes through a tie. */
	private async readOn(slice: Slice): Promise<void> {
		const { from, to } = slice;
		const range = { from: from - GUARD_MS, ...(to < Infinity && { to: to + GUARD_MS }) };
		// The next page would begin where this one did. Behind the slice others read on.
		const isTied = ({ end }: PageShown) => end - from < 2 * GUARD_MS && end < slice.to;
		let page = await this.page(range);
		let count = page.records.length;
		slice.isTied = isTied(page);
		if (slice.isTied) ({ page, count } = await this.throughTie(slice, page, range, isTied));
		this.hand(slice, slice.isTied ? [] : page.records, Math.min(page.end, to));
		slice.isTied = false;
		const rest = Math.max(0, (page.totalCount ?? 0) - count);
		// Meanwhile it may have been cut.
		const part = slice.to < to ? Math.max(0, slice.to - page.end) / (to - page.end) : 1;
		slice.left = page.end === Infinity ? 0 : rest * part;
		slice.from = Math.min(page.end, slice.to);
	}

	/**
	 * Follows the cursor through a tie, of which the first page is read. One that only counts would skip records
	 * when others leave the tie: then all of it is read once more.
	 * @returns the last page, and how many records the last pass had.
	 */
	private async throughTie(
		slice: Slice,
		first: PageShown,
		range: TimeRange,
		isTied: (page: PageShown) => boolean,
	): Promise<{ page: PageShown; count: number }> {
		const times = new Map<unknown, number>();
		let page = first;
		for (let pass = 1; ; pass++) {
			if (pass > 1) page = await this.page(range, undefined, slice);
			let count = 0;
			let news = 0;
			let isFewer = false;
			for (;;) {
				this.hand(slice, page.records, slice.from);
				count += page.records.length;
				for (const each of page.records) {
					const time = updateTimeOf(each);
					if (times.get(each.id) !== time) news++;
					times.set(each.id, time);
				}
				if (!isTied(page)) break;
				const { totalCount = 0, next } = page;
				page = await this.page(range, next, slice);
				isFewer ||= (page.totalCount ?? 0) < totalCount;
			}
			// At the newest end whoever leaves comes back, so the total tells nothing there.
			const isWhole = slice.to < Infinity ? !isFewer : pass > 1 && news === 0;
			if (isWhole || pass >= MOST_PASSES) return { page, count };
		}
	}

	/**
	 * Asks for one page.
	 * @param slice the one that it is for, where it has to have room first.
	 * @throws NotByTime for a page that is not what was asked for, and for one too many.
	 */
	private async page(range: TimeRange, cursor?: string, slice?: Slice): Promise<PageShown> {
		const { client, bounded, elapsed = () => performance.now() } = this.list;
		const { signal: unwanted } = this.stopped;
		while (slice && !unwanted.aborted && !this.hasRoom(slice)) await this.change();
		const request = bounded(range);
		if (!request) return { records: [], end: Infinity };
		const listing = listingOf(client, request, { unwanted });
		for (;;) {
			if (unwanted.aborted || --this.requestsLeft < 0) throw new NotByTime();
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

	private hand(slice: Slice, records: readonly IDataObject[], passed: number): void {
		// About as much as the first takes, each.
		const bytes = records.length * JSON.stringify(records[0] ?? {}).length;
		slice.waiting.push({ records, passed, bytes });
		this.tell();
	}

	private async change(): Promise<void> {
		await new Promise<void>((resolve) => this.listeners.push(resolve));
	}

	private tell(): void {
		for (const listener of this.listeners.splice(0)) listener();
	}
}
