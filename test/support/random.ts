/**
 * How many random cases the tests try: by default a tenth of those that CI tries each night, with `RANDOM_RUNS=5`.
 * `RANDOM_RUNS=150 npx jest test/property/trigger/polling` tries 300 times as many. A failure names its seed;
 * `RANDOM_SEED` begins with that one. Where only a part of a list is tried, the failed element may be in another part:
 * `RANDOM_RUNS=5` tries all of them.
 */
import fc from 'fast-check';

const factor = Number(process.env.RANDOM_RUNS ?? 0.5);
const given = process.env.RANDOM_SEED;

/** The first seed of tests that count their seeds themselves. */
export const firstSeed = Number(given ?? 1);
if (given !== undefined) fc.configureGlobal({ seed: firstSeed });

/** How many cases there are of something that has so many with `RANDOM_RUNS=1`; at least one. */
export const runs = (usual: number): number => Math.max(1, Math.round(usual * factor));

let turn = given === undefined ? Math.floor(Math.random() * 1000) : Math.abs(firstSeed);
/**
 * One of so many parts of a list, in turn another and each time from another on; the whole list where three times as
 * many cases are asked for. The message of a failure must name the element.
 */
export const aPart = <Each>(all: readonly Each[], parts: number): Each[] => {
	const first = turn++ % Math.min(parts, Math.max(1, all.length));
	return factor >= 3 ? [...all] : all.filter((_, at) => at % parts === first);
};

/** The same numbers for the same seed (mulberry32). */
export function randomFrom(seed: number): () => number {
	let state = seed;
	return () => {
		state = (state + 0x6d2b79f5) | 0;
		let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
		mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
	};
}
