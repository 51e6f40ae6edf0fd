/** Whether a process keeps more and more, by samples that were taken when nobody needed its garbage. */

/** In MiB. */
export interface Sample {
	readonly rss: number;
	readonly heap: number;
}

export interface Levels {
	readonly first: number;
	readonly second: number;
}

/** The share of a day in which n8n still loads what it needs. */
const WARM_UP = 1 / 8;
/** What one half may lie above the other, beside a quarter of it. */
const SLACK_MIB = 64;

function median(values: readonly number[]): number {
	const sorted = [...values].sort((one, other) => one - other);
	const middle = Math.floor(sorted.length / 2);
	const [low = 0, high = 0] = [sorted[Math.ceil(sorted.length / 2) - 1], sorted[middle]];
	return Math.round((low + high) / 2);
}

/** The level of the first half of a day, without its beginning, and that of the second. */
export function levelsOf(values: readonly number[]): Levels {
	const half = Math.ceil(values.length / 2);
	const [from, to] = [Math.floor(values.length * WARM_UP), half];
	return { first: median(values.slice(from, to)), second: median(values.slice(half)) };
}

export const mostFor = ({ first }: Levels): number => 1.25 * first + SLACK_MIB;

export const isFlat = (levels: Levels): boolean => levels.second <= mostFor(levels);
