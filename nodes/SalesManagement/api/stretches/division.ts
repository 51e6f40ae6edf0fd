import { GUARD_MS, isCrowd } from './shown';

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
	/** Where its pages begin, the newest first. */
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
	const [first, ...others] = pages;
	if (!first || others.length === 0) return undefined;
	return { bounds: [first, ...others], pageSize, count: sorted.length };
}
