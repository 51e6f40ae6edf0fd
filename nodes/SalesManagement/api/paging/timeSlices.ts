/**
 * The plan by which a long list is read by update time: the time is cut into slices, which are read side by side.
 * It decides which slice is read next, where one is cut, and whether another page may wait. It sends nothing.
 */
import type { Page } from '../routes';
import { GUARD_MS } from './timeRange';

/** A page that takes more memory counts as several. */
const PAGE_BYTES = 1024 * 1024;
/** Pages that may wait of the slice whose turn it is, or of a tie, when the reader of the list is slow. */
const MOST_WAITING = 4;
/** Slices narrower than this would consist of overlaps more than of anything else. */
const NARROWEST_MS = 10 * GUARD_MS;
/** A slice of fewer pages is not worth its end, of which a part of a page is read twice. */
const SHORTEST_PAGES = 2;
/** A slice is cut when it holds this much more than one should. */
const WORTH_CUTTING = 1.5;

/**
 * Records in the order of their times. Some were in an earlier piece already. The service's clock, and how many
 * records there are, come with the first piece alone.
 */
export interface Piece extends Pick<Page, 'records' | 'serverTime' | 'totalCount'> {
	/** The time up to which all is read, in ms since 1970; that of the piece before while a tie is not at its end. */
	readonly readUpTo: number;
}

/** A piece, with about the memory that it takes. */
interface WaitingPiece extends Piece {
	readonly bytes: number;
}

/** Times from `from`, up to but without `to`; in ms since 1970. */
export class TimeSlice {
	/** Whether a page of it is being read. */
	isBusy = false;
	/** Whether a cursor leads through it: it is not cut then. */
	isTied = false;
	/** Pages that wait for their turn. */
	readonly waiting: WaitingPiece[] = [];

	constructor(
		/** The time at which its next page begins. */
		public from: number,
		public to: number,
		/** About how many records are left in it. */
		public expected: number,
	) {}

	get isOpen(): boolean {
		return this.from < this.to;
	}

	/** Whether the page after one with this end would begin where that one did. Behind the slice others read on. */
	isTieUpTo(end: number): boolean {
		return end - this.from < 2 * GUARD_MS && end < this.to;
	}

	/**
	 * Goes on behind a page.
	 * @param end its last time; `Infinity` where nothing follows.
	 * @param rest how many records follow it in the range that was asked for.
	 * @param askedTo the end of the slice at that time: it may have been cut meanwhile.
	 */
	advance(end: number, rest: number, askedTo: number): void {
		const isCut = this.to < askedTo;
		const part = isCut ? Math.max(0, this.to - end) / Math.max(1, askedTo - end) : 1;
		this.expected = end === Infinity ? 0 : rest * part;
		this.from = Math.min(end, this.to);
	}
}

/** The pages that waiting ones count as. */
const weightOf = (waiting: readonly WaitingPiece[]) =>
	waiting.reduce((sum, { bytes }) => sum + Math.max(1, bytes / PAGE_BYTES), 0);

/** A slice and those that were cut off it, in the order of their times. */
export class TimeSlices {
	private readonly slices: TimeSlice[];

	constructor(
		all: TimeSlice,
		/** Records that the service puts on a page. */
		private readonly pageSize: number,
		/** Pages that may wait for their turn, or be on their way to it: it bounds the memory. */
		private readonly horizon: number,
		/** Whether the order does not matter, so that no page has to wait for another one. */
		private readonly anyOrder: boolean,
	) {
		this.slices = [all];
	}

	/** Whether all is read and taken. */
	get areDone(): boolean {
		return this.slices.length === 0;
	}

	/** Drops the first slice, if no page of it is left to read. */
	dropFirst(): boolean {
		const [first] = this.slices;
		const isRead = first !== undefined && !first.isBusy && !first.isOpen;
		if (isRead) this.slices.shift();
		return isRead;
	}

	/** Takes the next piece: of the first slice, or of any where the order does not matter. */
	take(): Piece | undefined {
		const ready = this.anyOrder
			? this.slices.find(({ waiting }) => waiting.length > 0)
			: this.slices[0];
		return ready?.waiting.shift();
	}

	/**
	 * The slice to read beside those that are being read: as near as possible, the first that nobody reads, or
	 * a new one, cut off one that holds much more than its share.
	 * @param readers how many slices are read at once.
	 */
	next(readers: number): TimeSlice | undefined {
		const { pageSize } = this;
		const horizon = this.anyOrder ? Infinity : this.horizon;
		const all = this.slices.reduce((sum, { expected }) => sum + expected, 0);
		const fair = Math.min(Math.ceil(all / pageSize / readers), Math.floor(horizon / readers));
		const share = pageSize * Math.max(SHORTEST_PAGES, fair);
		let ahead = 0;
		for (const slice of this.slices) {
			if (!slice.isBusy && slice.isOpen) return slice;
			ahead += Math.min(slice.expected, share);
			if (ahead + share > horizon * pageSize) return undefined;
			const rest = this.cutOff(slice, share);
			if (rest) return rest;
		}
		return undefined;
	}

	/** Cuts off a slice all but a share of its records; `undefined` where that is not worth it, or not possible. */
	private cutOff(slice: TimeSlice, share: number): TimeSlice | undefined {
		const { from, to, expected, isTied } = slice;
		if (isTied || to === Infinity || expected <= WORTH_CUTTING * share) return undefined;
		// A little less than fills the pages, so that it fits them.
		const time = Math.floor(from + ((to - from) * (share - Math.sqrt(share))) / expected);
		if (Math.min(time - from, to - time) <= NARROWEST_MS) return undefined;
		const rest = new TimeSlice(time, to, expected - share);
		slice.to = time;
		slice.expected = share;
		this.slices.splice(this.slices.indexOf(slice) + 1, 0, rest);
		return rest;
	}

	/** Whether another page of a slice may wait. The first slice goes on however many of others wait. */
	hasRoom(slice: TimeSlice): boolean {
		const isFirst = slice === this.slices[0];
		const isFull = weightOf(slice.waiting) >= MOST_WAITING;
		if (isFirst || (slice.isTied && isFull)) return !isFull;
		return weightOf(this.slices.flatMap(({ waiting }) => waiting)) < this.horizon;
	}
}
