import type { State } from './state';
import type { Event } from './types';

/** A clock that was set back: where reading had got to, and where it went on from. */
export interface SetBack {
	readonly before: number;
	readonly to: number;
}

export interface Outcome<T> {
	readonly events: ReadonlyArray<Event<T>>;
	readonly state: State;
	/** The service's own time when the poll began, or n8n's if that is earlier. */
	readonly serverTime: number;
	/**
	 * Why the poll ended before the end of the list; `undefined` when it reached it. A ledger is full under a
	 * clock of n8n's that is behind.
	 */
	readonly stopped?: 'batch limit' | 'ledger full' | 'clock behind' | 'out of time' | 'failure';
	/** Up to where it read, and how many records it was shown beyond, if it ended early. */
	readonly reached?: number;
	readonly left?: number;
	/** The failure behind `stopped`, after a stretch that was read in order. */
	readonly failure?: unknown;
	/** Why no more was learned of older records; the next poll tries again. */
	readonly learningFailure?: unknown;
	/** Set when the service's clock was set back, so that some is told once more. */
	readonly setBack?: SetBack;
}
