/** The saved state of a trigger: plain JSON that a person can read, always replaced as a whole. */
import { isObject, textOf, unpackIds } from '../shared';
import { SWEEP_VERSION, type SweepState } from './deletionSweep';
import { Ledger, type SavedLedger } from './emittedVersions';
import type { SavedNewRecords } from './isCreated';
import type { SavedValues } from './lastValues';
import type { Mark } from './newestState';
import type { Window } from './types';

/** Raised whenever the meaning of a state changes, also if digests are computed differently. */
export const STATE_VERSION = 6;

/** Everything that the next poll needs. Times are ISO 8601 in UTC. */
export interface State extends SavedNewRecords {
	readonly version: typeof STATE_VERSION;
	readonly fingerprint: string;
	/** The view of the last poll, see `Policy`. */
	readonly view: string;
	/** Whether the list showed any record: only a view that showed the records of the ledger can hide them. */
	readonly shows?: boolean;
	/** Every version before it was handled for good. */
	readonly watermark: string;
	/**
	 * The time from which the batch before it was read, if that batch is to be repeated and no state precedes it.
	 */
	readonly start?: string;
	/** Handled versions, from a guard's width before the watermark on. */
	readonly ledger: SavedLedger;
	/** The window that fits into one response; set after a poll that ended early. */
	readonly window?: Window;
	/** The last compared value of each record. */
	readonly values?: SavedValues;
	/** The time since which polls have ended early without progress. */
	readonly stalledSince?: string;
	/** The last date that was replayed. It is the trigger's own, not the engine's, as is `setAside`. */
	readonly replayed?: string;
	/** Unreadable records that were emitted, so that each is emitted once. */
	readonly setAside?: string;
}

/** A saved value: a state, or from one that can't be used its watermark and question. */
export interface Saved<S> {
	readonly state?: S;
	readonly other?: { readonly fingerprint: string; readonly watermark: number };
}

type Check = (value: unknown) => boolean;

const isText: Check = (value) => typeof value === 'string';

/** JavaScript reads nearly any text with a number as a time, so its form is looked at, too. */
const isTime: Check = (value) =>
	typeof value === 'string' &&
	/^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value) &&
	!Number.isNaN(Date.parse(value));

const isListOf =
	(check: Check): Check =>
	(value) =>
		Array.isArray(value) && value.every(check);

const maybe =
	(check: Check): Check =>
	(value) =>
		value === undefined || check(value);

const isObjectOf =
	(properties: Readonly<Record<string, Check>>): Check =>
	(value) =>
		isObject(value) && Object.entries(properties).every(([name, check]) => check(value[name]));

const isWindow = isObjectOf({
	ms: (value) => typeof value === 'number' && value >= 1,
	pageSize: (value) => Number.isSafeInteger(value) && Number(value) >= 0,
});

/** Checks a `State`, but for its ledger. */
const isState = isObjectOf({
	watermark: isTime,
	createdWatermark: isTime,
	view: maybe(isText),
	start: maybe(isTime),
	replayed: maybe(isTime),
	stalledSince: maybe(isTime),
	setAside: maybe(isText),
	window: maybe(isWindow),
	backlog: maybe(isObjectOf({ endedEarlyAt: isTime, seen: isText })),
	values: maybe(
		isObjectOf({
			name: isText,
			parts: isListOf(isListOf(isText)),
			records: isText,
			learning: maybe(
				isObjectOf({ at: isTime, to: isTime, newer: isText, window: maybe(isWindow) }),
			),
		}),
	),
});

const isSweepState = isObjectOf({
	known: isText,
	sweptAt: maybe(isTime),
	pass: maybe(isObjectOf({ startedAt: isTime, unseen: isText, cursor: maybe(isText) })),
});

/**
 * @param isSound checks the parts of the state.
 * @param takeUp throws any error if the rest of it can't be taken up and saved again.
 */
function readSaved<S>(
	saved: unknown,
	version: number,
	isSound: Check,
	takeUp: (state: S) => void,
): Saved<S> {
	if (saved === undefined) return {};
	const { fingerprint, watermark, ...rest } = isObject(saved) ? saved : {};
	try {
		if (rest.version === version && isSound(saved)) {
			takeUp(saved as S);
			return { state: saved as S };
		}
	} catch {
		// The state is damaged.
	}
	return {
		other: {
			fingerprint: textOf(fingerprint),
			watermark: isTime(watermark) ? Date.parse(textOf(watermark)) : NaN,
		},
	};
}

/** Reads the saved state of all events but Deleted. */
export const readState = (saved: unknown): Saved<State> =>
	readSaved<State>(saved, STATE_VERSION, isState, ({ ledger }) => new Ledger(ledger).saved());

/** Reads the saved state of Deleted. */
export const readSweep = (saved: unknown): Saved<SweepState> =>
	readSaved<SweepState>(saved, SWEEP_VERSION, isSweepState, ({ known }) => unpackIds(known));

/** Reads the mark saved with the state; `undefined` if it is unreadable. */
export const readMark = (saved: unknown): Mark | undefined =>
	isObject(saved) && Number.isSafeInteger(saved.poll) && typeof saved.by === 'string'
		? { poll: Number(saved.poll), by: saved.by }
		: undefined;
