import type { SeenGroup } from './seenIds';

/**
 * The vocabulary of the polling engine. Nothing here knows n8n, HTTP or a clock: times are the
 * service's own, in milliseconds since 1970, and the caller supplies the pages.
 */
/** One version of one record, as one response of the service showed it. */
export interface Row<T> {
	readonly id: number;
	readonly createdAt: number;
	readonly updatedAt: number;
	/** A few characters that differ when the record's own content differs. */
	readonly digest: string;
	/** What the event compares with the record's last version: its phase, or some fields (`value.ts`). */
	readonly watched?: string;
	readonly record: T;
}

/** A list request: the window of `updatedAt`, and the cursor of the previous response, if any. */
export interface Query {
	readonly from?: number;
	readonly to?: number;
	readonly cursor?: string;
}

/** One response: a prefix of the window as it was at one moment, or from a cursor a piece (A3). */
export interface View<T> {
	readonly rows: ReadonlyArray<Row<T>>;
	/** How many records it held besides, which can't be read; none when absent. */
	readonly unreadable?: number;
	/** Present exactly when the list goes on. */
	readonly cursor?: string;
	/** How many rows the whole window holds; a hint for cutting windows, nothing more (S2). */
	readonly total?: number;
	/** The service's own time (`Date` header). */
	readonly serverTime: number;
}

/** Where pages come from. */
export interface Source<T> {
	/** Whether `read` returns rows in rising order of `updatedAt`; if not, windows are cut. */
	readonly ordered: boolean;
	/** @throws CursorRejected when the service no longer accepts the cursor, or any other failure. */
	read(query: Query): Promise<View<T>>;
	/** The service's own time, for the first poll, which needs it before it can choose a window. */
	serverTime(): Promise<number>;
}

/** The service refused a cursor that it issued itself: expired, or no longer recognised. */
export class CursorRejected extends Error {}

/** What the service does that no poll can go on with; a later one may. */
export class ServiceTrouble extends Error {
	/** What n8n reads of a poll that failed. */
	readonly failure = { cause: 'temporarily-unavailable' } as const;
}

export type Tells = 'created' | 'updated' | 'createdOrUpdated' | 'changed';

/** Where a trigger without state begins: `now`, or with every version from a time on (0 = all). */
export type StartFrom = 'now' | number;

/** What the user chose, and what the promise rests on. */
export interface Policy {
	/** Which versions are events; `changed` is one whose watched value differs. */
	readonly tells: Tells;
	/** Identifies the question that is asked; a different question has its own state. */
	readonly fingerprint: string;
	readonly startFrom: StartFrom;
	/** L: a commit is visible at most this long after its `updatedAt`, clock skew included (A1). */
	readonly lookbackMs: number;
	/** By how much the service's window filter may be off, including its ends or not (A2). */
	readonly guardMs: number;
	/** How long a moment stays open: younger versions wait, since their timestamp may repeat. */
	readonly holdMs: number;
	/** The most events that one poll emits. */
	readonly batchLimit: number;
	/** How many passes over a cursor list must agree before it is believed. */
	readonly agreeingPasses: number;
	/** Names what `Row.watched` holds; absent when the event needs none. */
	readonly watches?: string;
	/** Whether a record's first event may be a change, from nothing. */
	readonly newChanges?: boolean;
	/** Characters that the parts of the state may take. */
	readonly room: Room;
	/** Whether there is time for another request. */
	readonly hasTime: () => boolean;
}

export interface Room {
	readonly ledger: number;
	readonly seen: number;
	readonly watched: number;
}

/** Raised whenever a state means something else than before, also when digests are made differently. */
export const STATE_VERSION = 3;

/** How wide a window of the list fits into one response. */
export interface WindowHint {
	readonly ms: number;
	readonly pageSize: number;
	/** Up to where a window held too many. */
	readonly tooWide?: number;
}

/** Where the next poll goes on in a long run. */
export interface RunPlace {
	/** The cursor of the last page that was read; absent where that is the first. */
	readonly page?: string;
	/** The cursor of the page after it. */
	readonly next: string;
	/** How many records the last page held, and the first ids of them, packed. */
	readonly count: number;
	readonly shown: string;
}

/** A long run of the list in which a poll stopped: more records at one time than it could read. */
export interface OpenRun {
	/** Where the run begins, and the last time of it. */
	readonly at: number;
	readonly until: number;
	/** The end of the window that was requested, where windows are cut. */
	readonly to?: number;
	/** Absent when the run has to be begun again. */
	readonly place?: RunPlace;
}

/** What the next poll needs to know: JSON, at most 64 KB, replaced as a whole. */
export interface State {
	readonly version: typeof STATE_VERSION;
	readonly fingerprint: string;
	/** Every version below it has been dealt with for good. */
	readonly watermark: number;
	/** Versions dealt with, from a guard's width below the watermark on: `id:time step:digest`, packed. */
	readonly ledger: string;
	/** Ids dealt with exactly at the watermark, whose timestamp a bulk change may repeat. */
	readonly settled: string;
	/** Every record created before it has had its first event, or is owed one. */
	readonly createdWatermark: number;
	/** Records created since then that have had theirs and left the ledger, the earliest first. */
	readonly createdSeen: readonly SeenGroup[];
	/** Records created before it whose first event is still held back, and when that was seen last. */
	readonly createdOwed?: { readonly at: number; readonly ids: string };
	/** Those that were created after the time of the update they had theirs for, `to` at the latest. */
	readonly createdAhead?: SeenGroup;
	/** Set while a pass over the list spans several polls: who changed no later than a lookback before
	 * `startedAt` is surely read for the first time in it; `partAt` is the last poll that ended early.
	 * `known` had been dealt with when it began. Of those dealt with since, some who were created until
	 * `forgottenTo` no longer fit among the seen. */
	readonly pendingPass?: {
		readonly startedAt: number;
		readonly partAt: number;
		readonly known: string;
		readonly forgottenTo?: number;
	};
	/** After a poll that ended early, how wide a window of the list fits into one response. */
	readonly window?: WindowHint;
	/** After a poll that ended inside a long run; `settled` then holds who was dealt with in it. */
	readonly run?: OpenRun;
	/** Since when polls have ended early and come no further; the caller's own, as are those below. */
	readonly stuckSince?: number;
	/** The date from which it was begun again last. */
	readonly replayed?: number;
	/** Records that were set aside as unreadable, so that each is told once; the caller's own. */
	readonly setAside?: string;
	/** The last known watched value of each record; of some only a digest. */
	readonly watched?: PackedValues & {
		readonly name: string;
		/** Whether some were forgotten for lack of room. */
		readonly partial: boolean;
		readonly digests: string;
		/** Set while older records are still being learned. */
		readonly learning?: Learning;
	};
}

/**
 * The watched values of many records as short text. Records share most of the parts of their values,
 * so each distinct part is kept once, and a record names it by its place.
 */
export interface PackedValues {
	/** The distinct parts of each field, the most frequent first. */
	readonly parts: ReadonlyArray<readonly string[]>;
	/** By rising id: the gap to the id before, then the place of each part. */
	readonly records: string;
}

/**
 * What is still to be learned: all below a time, in windows from the newest back, since those that
 * changed last are the likeliest to change next. This is the window that is being read.
 */
export interface Learning {
	readonly from: number;
	/** Where reading goes on; `from` at its beginning. */
	readonly at: number;
	readonly to: number;
	/** Where it stopped within it, as a poll does. */
	readonly window?: WindowHint;
	readonly run?: OpenRun;
}

export interface Event<T> {
	readonly type: 'created' | 'updated' | 'changed';
	readonly row: Row<T>;
	/** The watched value before, or its digest; absent when it is not known, or nothing is watched. */
	readonly from?: string;
}

export interface Outcome<T> {
	readonly events: ReadonlyArray<Event<T>>;
	readonly state: State;
	/** The service's own time when the poll began. */
	readonly serverTime: number;
	/** Why the poll ended before the end of the list; `undefined` when it reached it. */
	readonly stopped?: 'batch limit' | 'ledger full' | 'out of time' | 'failure';
	/** Up to where it read, and how many records it was shown beyond, if it ended early. */
	readonly reached?: number;
	readonly left?: number;
	/** The failure behind `stopped`, after a stretch that was read in order. */
	readonly failure?: unknown;
	/** Why no more was learned of older records; the next poll tries again. */
	readonly learningFailure?: unknown;
}
