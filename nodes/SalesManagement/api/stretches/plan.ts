import type { Bound } from './division';

/**
 * Which part of a list to read next, so that several parts are under way at once and few requests
 * bring what is known. Pure: it is told what was read, and says from which time to read downwards.
 *
 * The list is taken as sorted by update time. The rank of a time is how many records are not newer;
 * each page tells two, that of where it begins (`totalCount`) and that of its last record. Times
 * between are guessed from them. A wrong rank costs requests, never records: what was read counts.
 */

/** Times in which nothing is read yet: later than `from`, up to `to`. All times are in ms since 1970. */
interface Gap {
	from: number;
	to: number;
	fromRank: number;
	toRank: number;
	/** Whether its newest end is being read. */
	isTaken: boolean;
	/** Whether that end has more records of about one time than a page holds. */
	isCrowded: boolean;
}

/** A page to ask for: the newest records that are not newer than `top`. */
export interface Task {
	readonly top: number;
	readonly gap: Gap;
}

/** What a page, or several in a row, showed of the times from its top downwards. */
export interface Shown {
	/** The time of the last record; absent where nothing older follows. */
	readonly last?: number;
	/** The ranks of the top and of the last record, where the service says so. */
	readonly topRank?: number;
	readonly lastRank?: number;
}

interface Opening {
	/**
	 * Where pages begin, the newest first: the first bound is the newest time to be read. Of a list that
	 * was not read before it is the only one.
	 */
	readonly bounds: readonly [Bound, ...Bound[]];
	/** About when the list begins; absent while nothing says so. */
	readonly oldest?: number;
	readonly pageSize: number;
	/** The narrowest gap that is worth dividing. */
	readonly narrowest: number;
}

/** A gap of fewer pages than this takes as many requests undivided, where nobody knows its pages. */
const WORTH_DIVIDING = 2;
/**
 * Parts to begin with, where pages are known: until the first answer shows how many it takes, this keeps
 * the pace for almost two seconds.
 */
const FIRST_PARTS = 9;

export class Plan {
	private gaps: Gap[];

	constructor(private readonly opening: Opening) {
		const { bounds } = opening;
		const each = Math.ceil(bounds.length / FIRST_PARTS);
		const parts = bounds.filter((_, page) => page % each === 0);
		this.gaps = parts.map((to, at) => gapBetween(parts[at + 1] ?? BEGINNING, to));
	}

	/** Whether it can be divided between two pages, as they were when the list was read last. */
	get knowsPages(): boolean {
		return this.opening.bounds.length > 1;
	}

	/** There is more to read: what is newer than one bound, up to another. */
	add(from: Bound, to: Bound): void {
		if (from.time < to.time) this.gaps.push(gapBetween(from, to));
	}

	/**
	 * The next page to ask for; nothing while all that is left is under way, or all is read.
	 * @param mayDivide whether a part that is being read can be divided for it.
	 */
	next(mayDivide = true): Task | undefined {
		const open = largest(this.gaps.filter(({ isTaken }) => !isTaken));
		if (!open) return mayDivide ? this.divided() : undefined;
		open.isTaken = true;
		return { gap: open, top: open.to };
	}

	/** Down to where the task has to read. */
	endOf({ gap }: Task): number {
		return gap.from;
	}

	/** The task's page can't be continued by its time: for now the gap is not divided. */
	crowded({ gap }: Task): void {
		gap.isCrowded = true;
	}

	/** Takes note of what a task read. */
	read({ gap, top }: Task, { last = -Infinity, topRank, lastRank = 0 }: Shown): void {
		gap.isTaken = false;
		gap.isCrowded = false;
		for (const each of this.gaps) {
			if (topRank === undefined) break;
			if (each.to === top) each.toRank = topRank;
			if (each.from === top) each.fromRank = topRank;
		}
		this.covered(last, top, lastRank);
	}

	/**
	 * Nothing of the times later than `from`, up to `to`, has to be read any more.
	 * @param rank that of the end at which what is left begins.
	 */
	covered(from: number, to: number, rank: number): void {
		for (const gap of this.gaps) {
			if (gap.from >= from && gap.from < to) Object.assign(gap, { from: to, fromRank: rank });
			else if (gap.to > from && gap.to <= to) Object.assign(gap, { to: from, toRank: rank });
		}
		this.gaps = this.gaps.filter((gap) => gap.from < gap.to);
	}

	/** The largest gap of those that are being read, its lower half as a gap of its own. */
	private divided(): Task | undefined {
		const gap = largest(this.gaps.filter((each) => this.divisionOf(each) !== undefined));
		const division = gap && this.divisionOf(gap);
		if (!division) return undefined;
		const { at, rank } = division;
		const lower = { ...gap, to: at, toRank: rank, isTaken: true };
		Object.assign(gap, { from: at, fromRank: rank });
		this.gaps.push(lower);
		return { gap: lower, top: at };
	}

	/** How many records a page had that the one before it did not have, when the list was read last. */
	private get newOfPage(): number {
		const { bounds } = this.opening;
		return bounds[0].rank / bounds.length;
	}

	/**
	 * Where to divide: the upper part fills whole pages, a little less so that it fits them. What the last
	 * page of both lacks anyway is shared between them; dividing a part that just fits costs a page.
	 */
	private divisionOf({ from, to, fromRank, toRank, isCrowded }: Gap) {
		const { pageSize, narrowest, oldest } = this.opening;
		const count = toRank - fromRank;
		if (isCrowded || count <= pageSize) return undefined;
		const seams = this.opening.bounds.filter(({ time }) => time > from && time < to);
		const middle = seams.length >> 1;
		const seam = seams[middle];
		// Where a part has lost records since then, its pages are others.
		if (seam && count > seams.length * this.newOfPage) {
			return { at: seam.time, rank: toRank - (count * (middle + 1)) / (seams.length + 1) };
		}
		const low = from === -Infinity ? (oldest ?? Number.NaN) : from;
		if (!(count > WORTH_DIVIDING * pageSize)) return undefined;
		const pages = Math.ceil(count / pageSize);
		const full = pageSize * Math.max(1, Math.floor(pages / 2));
		const spare = pages * pageSize - count;
		const upper = full - Math.max(spare / 2, 2 * Math.sqrt(full));
		const at = Math.floor(to - ((to - low) * upper) / count);
		const isWide = at - low > narrowest && to - at > narrowest;
		return isWide ? { at, rank: toRank - upper } : undefined;
	}
}

/** Older than all. */
const BEGINNING: Bound = { time: -Infinity, rank: 0 };

const gapBetween = (from: Bound, to: Bound): Gap => ({
	...{ from: from.time, fromRank: from.rank, to: to.time, toRank: to.rank },
	...{ isTaken: false, isCrowded: false },
});

const countOf = ({ toRank, fromRank }: Gap): number => toRank - fromRank;

const largest = (gaps: readonly Gap[]): Gap | undefined =>
	gaps.reduce<Gap | undefined>(
		(best, gap) => (best && countOf(best) >= countOf(gap) ? best : gap),
		undefined,
	);
