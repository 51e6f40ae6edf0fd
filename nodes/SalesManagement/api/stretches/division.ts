import { GUARD_MS, isCrowd } from './shown';

/**
 * As many as are under way at once at a latency of a second. With more, each of them that has lost some
 * records would end in a page that is not full.
 */
const MOST_PARTS = 6;
/** What the first and the last page of a reading hold together: a little less than both. */
const NEWEST_PAGES = 1.9;

/** A time at which a part begins, in ms since 1970, and how many records are not newer. */
export interface Bound {
	readonly time: number;
	readonly rank: number;
}

/**
 * How a long list can be divided, as it was when it was read last. What is changed since then moves to
 * the newest end, so no part grows, and what is remembered costs requests at most, never records.
 */
export interface Division {
	/** Where the parts begin, the newest first; each is as many whole pages as it had records for. */
	readonly bounds: readonly [Bound, ...Bound[]];
	/** How many records the service puts on a page. */
	readonly pageSize: number;
	/** How many records there were. */
	readonly count: number;
}

/**
 * Divides a list of which the update times of all records are known.
 * @param times in ms since 1970, in any order.
 * @returns `undefined` for a list of too few pages to be divided.
 */
export function divisionOf(times: readonly number[], pageSize: number): Division | undefined {
	const sorted = Float64Array.from(times).sort().reverse();
	const timeAt = (at: number): number => sorted[at] ?? -Infinity;
	const pages: Bound[] = [];
	let begin = 0;
	// Each page begins with the last record of the one before, and with what the guard brings again.
	for (let top = Math.floor(NEWEST_PAGES * pageSize); top < sorted.length;) {
		const time = timeAt(top);
		pages.push({ time, rank: sorted.length - top });
		while (timeAt(begin) > time + GUARD_MS) begin++;
		let end = begin + pageSize - 1;
		for (let first = begin; isCrowd({ first: timeAt(first), last: timeAt(end) });) {
			[first, end] = [end + 1, end + pageSize];
		}
		top = end;
	}
	const each = Math.ceil(pages.length / MOST_PARTS);
	const [first, ...others] = pages.filter((_, page) => page % each === 0);
	if (!first || others.length === 0) return undefined;
	return { bounds: [first, ...others], pageSize, count: sorted.length };
}
