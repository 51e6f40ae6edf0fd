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
	/** What the event compares with the record's last version: its phase, or some fields (`lastValues.ts`). */
	readonly compared?: string;
	readonly record: T;
}

/** A list request: the window of `updatedAt`, and the cursor of the previous response, if any. */
export interface Query {
	readonly from?: number;
	readonly to?: number;
	readonly cursor?: string;
}

/** One response: a prefix of the window as it was at one moment, or from a cursor a piece (A3). */
export interface Page<T> {
	readonly rows: ReadonlyArray<Row<T>>;
	/** How many records it held besides, which can't be read; none when absent. */
	readonly unreadable?: number;
	/** Present exactly when the list goes on. */
	readonly cursor?: string;
	/** The service's own time (`Date` header). */
	readonly serverTime: number;
}

/** Where pages come from. */
export interface Source<T> {
	/** Whether `read` returns rows in rising order of `updatedAt`; if not, windows are cut. */
	readonly ordered: boolean;
	/** @throws CursorRejected when the service no longer accepts the cursor, or any other failure. */
	read(query: Query): Promise<Page<T>>;
	/** The service's own time, where it is needed before a page, or once more. */
	serverTime(): Promise<number>;
}

/** The service refused a cursor that it issued itself: expired, or no longer recognised. */
export class CursorRejected extends Error {}

/** What the service does that no poll can go on with; a later one may. */
export class ServiceTrouble extends Error {
	/** What n8n reads of a poll that failed. */
	readonly failure = { cause: 'temporarily-unavailable' } as const;
}

/** Which versions are events; `changed` is one whose compared value differs. */
export type Tells = 'created' | 'updated' | 'createdOrUpdated' | 'changed';

/** Where a trigger without state begins: `now`, or with every version from a time on (0 = all). */
export type StartFrom = 'now' | number;

/** What the user chose, and what the promise rests on. */
export interface Policy {
	readonly tells: Tells;
	/** Identifies the question that is asked; a different question has its own state. */
	readonly fingerprint: string;
	readonly startFrom: StartFrom;
	/** L: a commit is visible at most this long after its `updatedAt`, clock skew included (A1). */
	readonly lookbackMs: number;
	/** By how much the service's window filter may be off, including its ends or not (A2). */
	readonly guardMs: number;
	/** At so many events a poll ends, once it has told all of one time. */
	readonly batchLimit: number;
	/** How many passes in a row over a list by cursor must agree. */
	readonly agreeingPasses: number;
	/** Names what `Row.compared` holds; absent when the event needs none. */
	readonly compares?: string;
	/** Names what is looked at: the filters, the event, the credential. The state goes on with another view. */
	readonly view: string;
	/** Whether a record's first event may be a change, from nothing. */
	readonly newChanges?: boolean;
	/** Whether an event of this version is wanted; each is when absent. */
	readonly wants?: (row: Row<unknown>) => boolean;
	/** Characters that the compared values may take in the state, where they stay. */
	readonly valuesRoom: number;
	/** Characters that new records may take in it beyond a pass that read to the end. */
	readonly createdRoom: number;
	/** Whether there is time for another request. */
	readonly hasTime: () => boolean;
	/** The time by the caller's own clock. */
	readonly ownTime: () => number;
}

/** Why a poll ended before it was through. */
export type Stopped = 'batch limit' | 'out of time' | 'failure';

/** How wide a window of the list fits into one response. */
export interface Window {
	readonly ms: number;
	readonly pageSize: number;
}

export interface Event<T> {
	readonly type: 'created' | 'updated' | 'changed';
	readonly row: Row<T>;
	/** The compared value before; absent when it is not known, or nothing is compared. */
	readonly from?: string;
}
