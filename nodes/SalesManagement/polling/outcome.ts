import type { State } from './savedState';
import type { Event, Stopped } from './types';

/** A clock that was set back: where reading had got to, and where it went on from. */
export interface SetBack {
	readonly before: number;
	readonly to: number;
}

/** A trigger that comes no further. */
export interface Stalled {
	/** The service's time of the first poll that came no further. */
	readonly since: number;
	/** Where it stands. */
	readonly at: number;
	/** Why each poll ends there, if not for lack of time. */
	readonly failure?: unknown;
}

export interface Outcome<T> {
	readonly events: ReadonlyArray<Event<T>>;
	readonly state: State;
	/** The service's own time when the poll began, or n8n's if that is earlier. */
	readonly serverTime: number;
	/** Why the poll ended before the end of the list; `undefined` when it reached it. */
	readonly stopped?: Stopped;
	/** Up to where it read, and how many records it was shown beyond, if it ended early. */
	readonly reached?: number;
	readonly left?: number;
	/** The failure behind `stopped`, after a stretch that was read in order. */
	readonly failure?: unknown;
	/** Set when it ended early and came no further. */
	readonly stalled?: Stalled;
	/** Why no more was learned of older records; the next poll tries again. */
	readonly learningFailure?: unknown;
	/** Set when the service's clock was set back, so that some is told once more. */
	readonly setBack?: SetBack;
}
