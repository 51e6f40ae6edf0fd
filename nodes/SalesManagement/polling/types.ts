/**
 * The vocabulary of the polling engine. It knows neither n8n nor HTTP nor a clock: times are the service's
 * own, in milliseconds since 1970, and the caller supplies the pages.
 */
/** One version of one record, as one response of the service showed it. */
export interface Row<T = unknown> {
	readonly id: number;
	readonly createdAt: number;
	readonly updatedAt: number;
	/** A few characters that differ if the record's own content differs. */
	readonly digest: string;
	/**
	 * The value that the event compares with the one of the record's last version: its phase, or some fields
	 * (`lastValues.ts`).
	 */
	readonly compared?: string;
	readonly record: T;
}

/** A list request: the window of `updatedAt`, and the cursor of the previous response, if any. */
export interface Query {
	readonly from?: number;
	readonly to?: number;
	readonly cursor?: string;
}

/** One response: the beginning of the window as it was at one moment, or from a cursor a later part (A3). */
export interface VersionPage<T = unknown> {
	readonly rows: ReadonlyArray<Row<T>>;
	/** How many further records it held that can't be read; none if absent. */
	readonly unreadable?: number;
	/** How many records the whole window holds, if the service says so: a hint, on which nothing relies. */
	readonly total?: number;
	/** Present exactly when the list goes on. */
	readonly cursor?: string;
	/** The service's own time (`Date` header). */
	readonly serverTime: number;
}

/** The source of pages. */
export interface Source<T = unknown> {
	/** Whether `read` returns rows in rising order of `updatedAt`; if not, windows are cut. */
	readonly ordered: boolean;
	/** @throws CursorRejected when the service no longer accepts the cursor, or any other failure. */
	read(query: Query): Promise<VersionPage<T>>;
	/** The service's own time, for when it is needed before a page or once more. */
	serverTime(): Promise<number>;
}

/** The service refused a cursor that it issued itself: expired, or no longer recognised. */
export class CursorRejected extends Error {}

/** A behaviour of the service with which no poll can go on; a later one may. */
export class ServiceTrouble extends Error {
	/** The kind of failure that n8n reads from a failed poll. */
	readonly failure = { cause: 'temporarily-unavailable' } as const;
}

/** Which versions are events; `changed` is one whose compared value differs. */
export type EventKind = 'created' | 'updated' | 'createdOrUpdated' | 'changed';

/** The start of a trigger without state: now, or with every version from a time on (0 = all). */
export type StartFrom = 'now' | number;

/** The user's choices, and the assumptions that the promise rests on. */
export interface Policy {
	readonly reports: EventKind;
	/** Identifies the question that is asked; a different question has its own state. */
	readonly fingerprint: string;
	readonly startFrom: StartFrom;
	/**
	 * The lookback: a change is visible at most this long after its `updatedAt`, clock skew included (A1), in
	 * milliseconds.
	 */
	readonly lookbackMs: number;
	/** How far the service's window filter may be off, ends included or not (A2), in milliseconds. */
	readonly guardMs: number;
	/** The number of events after which a poll ends, once it has emitted all of one time. */
	readonly batchLimit: number;
	/** How many consecutive passes over a list by cursor must agree. */
	readonly agreeingPasses: number;
	/** Names what `Row.compared` holds; absent if the event compares nothing. */
	readonly compares?: string;
	/** Names the list that is read, of those that answer the question: its filters. */
	readonly list: string;
	/** Names what is watched: the filters, the event, the credential. A state goes on with another view. */
	readonly view: string;
	/** Whether a record's first event may be a change, from nothing. */
	readonly newChanges?: boolean;
	/** Whether an event about this version is wanted; if absent, each one is. */
	readonly wants?: (row: Row) => boolean;
	/** Characters that the compared values may take up in the state, permanently. */
	readonly valuesRoom: number;
	/** Characters that new records may take up in the state after a poll that read to the end. */
	readonly createdRoom: number;
	/** Whether an activation begins now, instead of going on where the trigger stopped. */
	readonly skipsDowntime?: boolean;
	/** Whether a new process repeats the last batch, instead of going on after it. */
	readonly repeatsBatch?: boolean;
	/** The time from which to begin again, once, as `isoOf` writes it. */
	readonly replayFrom?: string;
	/** Whether there is time for another request. */
	readonly hasTime: () => boolean;
	/** The time by the caller's own clock. */
	readonly ownTime: () => number;
}

/** Why a poll ended early. */
export type Stopped = 'batch limit' | 'out of time' | 'failure';

/** The width of a window of update times that fits into one response. */
export interface Window {
	readonly ms: number;
	readonly pageSize: number;
}

export interface Event<T = unknown> {
	readonly type: 'created' | 'updated' | 'changed';
	readonly row: Row<T>;
	/** The previous compared value; absent if it is unknown, or nothing is compared. */
	readonly from?: string;
}
