/** The saved state of a trigger: plain JSON that a person can read, always replaced as a whole. */
import { attempt, isObject, unpackIds } from '../shared';
import { SWEEP_VERSION, type SweepState } from './deletionSweep';
import { Ledger, type SavedLedger } from './emittedVersions';
import type { SavedNewRecords } from './isCreated';
import type { SavedValues } from './lastValues';
import type { Mark } from './newestState';
import type { Policy, Window } from './types';

/** Raised whenever the meaning of a state changes, also if digests are computed differently. */
export const STATE_VERSION = 6;

/** Everything that the next poll needs. Times are ISO 8601 in UTC. */
export interface State extends SavedNewRecords {
	readonly version: typeof STATE_VERSION;
	readonly fingerprint: string;
	/** The view of the last poll, see `Policy`. */
	readonly view: string;
	/** The list, if it showed any record: only one that showed the records of the ledger can hide them. */
	readonly shows?: string;
	/** Every version before it was handled for good. */
	readonly watermark: string;
	/** The watermark with which the user made the trigger begin, until it rises: it may lie in the future. */
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
	/** If a restart is to repeat the last batch, before which this state was: the state after it, without values. */
	readonly batch?: State;
}

/** The state of a trigger that begins with every version from a time on. */
export const startAt = (
	watermark: string,
	{ fingerprint, view }: Pick<Policy, 'fingerprint' | 'view'>,
): State => ({
	version: STATE_VERSION,
	fingerprint,
	view,
	watermark,
	createdWatermark: watermark,
	ledger: {},
});

/** A saved value. */
export interface Saved<S> {
	/** The state, or what can be gone on from of one that can't be used. */
	readonly state?: S;
	/** Whether it is damaged or of another version. */
	readonly isUnusable?: true;
}

type Check = (value: unknown) => boolean;

const isText = (value: unknown): value is string => typeof value === 'string';

const isIds: Check = (value) => isText(value) && attempt(() => unpackIds(value)) !== undefined;

/** JavaScript reads nearly any text with a number as a time, so its form is looked at, too. */
const isTime = (value: unknown): value is string =>
	isText(value) && /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value) && !Number.isNaN(Date.parse(value));

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
	pageSize: (value) => Number.isSafeInteger(value) && Number(value) >= 1,
});

const BACKLOG = {
	createdWatermark: isTime,
	backlog: isObjectOf({ endedEarlyAt: isTime, seen: isIds }),
};

/** Checks a `State`. */
const isState: Check = isObjectOf({
	...BACKLOG,
	backlog: maybe(BACKLOG.backlog),
	fingerprint: isText,
	watermark: isTime,
	ledger: (value) => attempt(() => new Ledger(value as SavedLedger).saved()) !== undefined,
	view: isText,
	batch: maybe((value) => isState(value)),
	replayed: maybe(isTime),
	stalledSince: maybe(isTime),
	setAside: maybe(isText),
	window: maybe(isWindow),
	values: maybe(
		isObjectOf({
			name: isText,
			parts: (value) => Array.isArray(value) && value.flat().every(isText),
			records: isText,
			learning: maybe(
				isObjectOf({ at: isTime, to: isTime, newer: isIds, window: maybe(isWindow) }),
			),
		}),
	),
});

const isSweepState = isObjectOf({
	fingerprint: isText,
	known: isIds,
	sweptAt: maybe(isTime),
	pass: maybe(isObjectOf({ startedAt: isTime, unseen: isIds, cursor: maybe(isText) })),
});

function readSaved<S>(saved: unknown, version: number, isSound: Check): Saved<S> {
	if (saved === undefined) return {};
	const isUsable = isObject(saved) && saved.version === version && isSound(saved);
	return isUsable ? { state: saved as S } : { isUnusable: true };
}

/**
 * Reads the saved state of all events but Deleted.
 * @param asked the question that is asked, which that of a damaged state most likely was, too.
 */
export function readState(saved: unknown, asked: string): Saved<State> {
	const read = readSaved<State>(saved, STATE_VERSION, isState);
	return read.isUnusable ? { ...read, state: remains(saved, asked) } : read;
}

/**
 * The remains of a state that can't be used: how far it had come, before its last batch and after it, for which view
 * that batch was, and in a backlog which records were new.
 */
function remains(saved: unknown, asked: string): State | undefined {
	if (!isObject(saved) || !isTime(saved.watermark)) return undefined;
	const { watermark, createdWatermark, backlog, replayed } = saved;
	const fingerprint = isText(saved.fingerprint) ? saved.fingerprint : asked;
	const view = isText(saved.view) ? saved.view : '';
	return {
		...startAt(watermark, { fingerprint, view }),
		replayed: isTime(replayed) ? replayed : undefined,
		...(isObjectOf(BACKLOG)(saved) && { createdWatermark, backlog }),
		batch: remains(saved.batch, asked),
	} as State;
}

/** Reads the saved state of Deleted. */
export const readSweep = (saved: unknown): Saved<SweepState> =>
	readSaved(saved, SWEEP_VERSION, isSweepState);

const isMark = isObjectOf({ poll: Number.isSafeInteger, by: isText });

/** Reads the mark saved with the state; `undefined` if it is unreadable. */
export const readMark = (saved: unknown): Mark | undefined =>
	isMark(saved) ? (saved as Mark) : undefined;
