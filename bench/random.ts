export type Chance = () => number;

/** A repeatable source of numbers from 0 to 1. */
export function chance(seed: number): Chance {
	let state = seed;
	return () => {
		state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
		return state / 2 ** 32;
	};
}
