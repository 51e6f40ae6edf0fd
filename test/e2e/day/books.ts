/** What became of each version at the output of one trigger. */
import type { Arrived } from '../figures';

/** Times are milliseconds since 1970 by the service's clock. */
export interface Expected {
	/** What nothing else that is expected is called. */
	readonly name: string;
	/** When it had been written. */
	readonly at: number;
	/** When something was about to take its place, or to delete it; what is there in the end has none. */
	readonly until?: number;
}

export interface Poll {
	readonly began: number;
	readonly ended: number;
	/** Whether it was answered, was shown what there is, and came to the end of it. */
	readonly isWhole: boolean;
}

interface Compared {
	readonly expected: readonly Expected[];
	readonly polls: readonly Poll[];
	/** How often each was handed out, by its name. */
	readonly told: ReadonlyMap<string, number>;
	/** Whatever may be handed out. */
	readonly possible: ReadonlySet<string>;
}

export interface Books {
	readonly arrived: Arrived;
	readonly lost: readonly Expected[];
	/** What was handed out though it may not be. */
	readonly invented: readonly string[];
}

/** The trigger holds the last two seconds back, and takes the service's time from a header of whole seconds. */
const HELD_BACK_MS = 3_000;

/**
 * What is there in the end is due, and so is each version that stood while a whole poll went by: the last
 * of its record between that poll and the one before. One that was replaced before a poll is in the later one.
 */
const isDue = ({ at, until }: Expected, polls: readonly Poll[]): boolean =>
	until === undefined ||
	polls.some(
		({ began, ended, isWhole }) => isWhole && at + HELD_BACK_MS <= began && ended <= until,
	);

export function compared({ expected, polls, told, possible }: Compared): Books {
	const silent = expected.filter(({ name }) => !told.has(name));
	const lost = silent.filter((each) => isDue(each, polls));
	const doubled = [...told.values()].reduce((sum, count) => sum + count - 1, 0);
	return {
		arrived: {
			...{ written: expected.length, handedOut: expected.length - silent.length },
			...{ lost: lost.length, doubled, replacedBeforeAPoll: silent.length - lost.length },
		},
		lost,
		invented: [...told.keys()].filter((name) => !possible.has(name)),
	};
}
