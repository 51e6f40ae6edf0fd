/** What sweeps for deleted records work with, see `deletionSweep.ts`. */

/**
 * What a look at one record finds: it is there, it is gone, or it may not be read any more. `unclear`
 * is an answer that doesn't say; another one is to be had at the next sweep at best.
 */
export type Found = 'there' | 'gone' | 'hidden' | 'unclear';

/** Where the ids come from. */
export interface IdSource {
	/** One page of ids; `cursor` is present exactly when the list goes on. */
	list(cursor?: string): Promise<{ readonly ids: readonly number[]; readonly cursor?: string }>;
	/** @throws what would fail for any other record as well. */
	look(id: number): Promise<Found>;
}

export interface SweepPolicy {
	/** Identifies the question that is asked; a different question has its own state. */
	readonly fingerprint: string;
	/** From the beginning of one sweep to the beginning of the next, in milliseconds. */
	readonly intervalMs: number;
	/** The caller's clock, in milliseconds since 1970. */
	readonly now: number;
	/** Whether records can leave the list without being deleted. */
	readonly filtered: boolean;
	readonly batchLimit: number;
	readonly hasTime: () => boolean;
}

/** A sweep under way. */
interface Pass {
	readonly startedAt: string;
	/** What no page has shown yet; once the list is read, the candidates. */
	readonly unseen: string;
	/** Where the list goes on; absent at its beginning. */
	readonly cursor?: string;
	/** Set when the list has been read to its end. */
	readonly listed?: true;
}

export const SWEEP_VERSION = 3;

/** What the next poll needs to know, see `State`: times as text, sets of ids as `idSet.ts` packs them. */
export interface SweepState {
	readonly version: typeof SWEEP_VERSION;
	readonly fingerprint: string;
	/** Ids of the records that existed when they were last listed or looked up. */
	readonly known: string;
	/** When the last sweep began; absent before the first has ended. */
	readonly sweptAt?: string;
	readonly pass?: Pass;
}

export interface SweepOutcome {
	/** Ids of records that are gone, in rising order. */
	readonly gone: readonly number[];
	/** How many records may not be read any more. */
	readonly hidden: number;
	/** How many may be gone or not; they are looked up again by the next sweep. */
	readonly unclear: number;
	readonly state: SweepState;
	/** Why the poll ended before the sweep did. */
	readonly stopped?: 'batch limit' | 'out of time' | 'failure';
	readonly failure?: unknown;
	readonly stalled?: SweepStalled;
}

/** A sweep that polls went on with and brought no further: no new id, none less to be looked up. */
export interface SweepStalled {
	/** When it began, by the caller's clock. */
	readonly since: number;
	/** How many records it has read. */
	readonly read: number;
}
