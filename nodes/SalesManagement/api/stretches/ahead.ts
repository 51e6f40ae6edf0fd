/**
 * Where to read next so that a list comes out in the order of its update times, oldest first, while
 * several pages are under way. Pure: it is told what was read.
 *
 * The list is cut into stretches, one behind the other, each of about as many pages. What is read
 * ahead waits for its turn, so the list is never cut further ahead than may wait. How many records lie
 * behind a time is told by the pages, and between and behind these guessed. A wrong guess costs
 * requests, never records.
 */

/** Times from `from`, up to but without `to`; in ms since 1970. */
export interface Stretch {
	/** Where its next page begins. */
	from: number;
	to: number;
	/** Whether more records of about one time than a page holds are being read: it is not cut then. */
	isCrowded: boolean;
}

/** How many records are not older than a time. */
interface Mark {
	readonly time: number;
	readonly left: number;
}

interface Opening {
	/** What is left to read: later than this, up to then. */
	readonly from: number;
	readonly to: number;
	readonly pageSize: number;
	/** The narrowest stretch that is worth reading by itself. */
	readonly narrowest: number;
	/** The most pages that may be cut off ahead of the first one that is still to be read. */
	readonly horizon: number;
}

/** A stretch is cut when it holds this much more than one should. */
const WORTH_CUTTING = 1.5;
/** A stretch of fewer pages is not worth its end, of which a part of a page is read twice. */
const SHORTEST = 2;

export class Ahead {
	readonly stretches: Stretch[];
	private marks: Mark[] = [];

	constructor(private readonly opening: Opening) {
		const { from, to } = opening;
		this.stretches = [{ from, to, isCrowded: false }];
	}

	/** Up to which time is read. */
	get end(): number {
		return this.opening.to;
	}

	/** Takes note of how many records a page showed to be left from a time on. */
	learn(time: number, left: number): void {
		const place = this.marks.findIndex((mark) => mark.time >= time);
		const end = place < 0 ? this.marks.length : place;
		this.marks.splice(end, this.marks[end]?.time === time ? 1 : 0, { time, left });
	}

	/** The first stretch is read; marks are kept as far back as guesses look. */
	passed(): void {
		this.stretches.shift();
		const [front] = this.stretches;
		const now = front ? this.marks.filter(({ time }) => time < front.from).length : 0;
		this.marks.splice(0, Math.max(0, now - 2 * this.opening.horizon));
	}

	/**
	 * Cuts off a stretch to be read beside the others.
	 * @param readers how many stretches are read at once.
	 * @returns the new one, or nothing where there is no need for it.
	 */
	cut(readers: number): Stretch | undefined {
		const front = this.stretches.find(({ from, to }) => from < to);
		if (!front || this.marks.length < 2) return undefined;
		const { pageSize, narrowest, horizon } = this.opening;
		const all = this.leftAt(front.from);
		const share = Math.ceil(all / pageSize / readers);
		const most = Math.floor(horizon / readers);
		const pages = Math.max(SHORTEST, Math.min(share, most));
		const full = pages * pageSize;
		for (const [at, stretch] of this.stretches.entries()) {
			if (stretch.isCrowded) continue;
			const left = this.leftAt(stretch.from);
			if (left - this.leftAt(stretch.to) <= WORTH_CUTTING * full) continue;
			// A little less than fills the pages, so that it fits them.
			const rest = left - full + Math.sqrt(full);
			if (all - rest > horizon * pageSize) return undefined;
			const time = Math.floor(this.timeAt(rest));
			if (!(time - stretch.from > narrowest && stretch.to - time > narrowest)) continue;
			const cut: Stretch = { from: time, to: stretch.to, isCrowded: false };
			stretch.to = time;
			this.stretches.splice(at + 1, 0, cut);
			return cut;
		}
		return undefined;
	}

	private leftAt(time: number): number {
		const { to } = this.opening;
		if (time >= to) return 0;
		const [before, after] = this.around((mark) => mark.time > time);
		const part = (time - before.time) / (after.time - before.time);
		return Math.max(0, before.left - part * (before.left - after.left));
	}

	private timeAt(left: number): number {
		const [before, after] = this.around((mark) => mark.left < left);
		const part = (before.left - left) / (before.left - after.left);
		return before.time + part * (after.time - before.time);
	}

	/** The marks on either side of what is looked for. */
	private around(isAfter: (mark: Mark) => boolean): readonly [Mark, Mark] {
		const place = this.marks.findIndex(isAfter);
		if (place < 0) return this.beyond(isAfter);
		const at = Math.max(1, place);
		return [this.marks[at - 1] as Mark, this.marks[at] as Mark];
	}

	/**
	 * Behind the last mark records are taken to be as dense as in as long a part before it: so the
	 * days of the week and their nights are averaged as they come.
	 */
	private beyond(isAfter: (mark: Mark) => boolean): readonly [Mark, Mark] {
		const { to } = this.opening;
		const last = this.marks.at(-1) as Mark;
		const end: Mark = { time: to, left: 0 };
		for (const mark of this.marks.slice(0, -1).reverse()) {
			const then = { time: 2 * last.time - mark.time, left: 2 * last.left - mark.left };
			if (then.time >= to || then.left <= 0) break;
			if (isAfter(then)) return [last, then];
		}
		const [first] = this.marks;
		const furthest = first && {
			time: 2 * last.time - first.time,
			left: 2 * last.left - first.left,
		};
		if (furthest && furthest.time < to && furthest.left > 0 && furthest.left < last.left) {
			const times = last.left / (last.left - furthest.left);
			const empty = { time: last.time + times * (furthest.time - last.time), left: 0 };
			if (empty.time < to) return [last, empty];
		}
		return [last, end];
	}
}
