import type { State } from './savedState';
import type { Event, Stopped } from './types';

/** A service clock that was set back: the position before, and the one from which reading went on. */
export interface SetBack {
	readonly before: number;
	readonly to: number;
}

/** A trigger that makes no progress. */
export interface Stalled {
	/** The service's time at the first poll without progress. */
	readonly since: number;
	/** The time up to which everything was read. */
	readonly at: number;
}

/** The result of one poll. */
export interface PollOutcome<T = unknown> {
	readonly events: ReadonlyArray<Event<T>>;
	readonly state: State;
	/** The service's time when the poll began, or n8n's if that is earlier. */
	readonly serverTime: number;
	/** Why the poll ended before the end of the list; `undefined` if it reached it. */
	readonly stopped?: Stopped;
	/** The time up to which it read, and how many records of the last page lie beyond, if it ended early. */
	readonly reached?: number;
	readonly left?: number;
	/** The error behind `stopped`, if it occurred after some stretch was read. */
	readonly failure?: unknown;
	/** Set if it ended early without progress. */
	readonly stalled?: Stalled;
	/** The error that stopped the learning of older values; the next poll tries again. */
	readonly learningFailure?: unknown;
	/** Set if the service's clock was set back, so that some events come a second time. */
	readonly setBack?: SetBack;
}
