/** The saved state of a trigger: plain JSON that a person can read, always replaced as a whole. */
import { attempt, isObject, unpackIds } from '../shared';
import { SWEEP_VERSION, type SweepState } from './deletionSweep';
import { Ledger, type SavedLedger } from './emittedVersions';
import type { SavedNewRecords } from './isCreated';
import type { SavedValues } from './lastValues';
import type { Mark } from './newestState';
import shapes from './savedShapes.json';
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

const isText = (value: unknown): value is string => typeof value === 'string';

/** JavaScript reads nearly any text with a number as a time, so its form is looked at, too. */
const isTime = (value: unknown): value is string =>
	isText(value) && /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value) && !Number.isNaN(Date.parse(value));

/** The meaning of each word in `savedShapes.json`. */
const WORDS: Readonly<Record<string, (value: unknown) => boolean>> = {
	text: isText,
	time: isTime,
	ids: (value) => isText(value) && attempt(() => unpackIds(value)) !== undefined,
	'1 or more': (value) => typeof value === 'number' && value >= 1,
	'whole number': Number.isSafeInteger,
	'whole number from 1': (value) => Number.isSafeInteger(value) && Number(value) >= 1,
	'lists of text': (value) => Array.isArray(value) && value.flat().every(isText),
	ledger: (value) => attempt(() => new Ledger(value as SavedLedger).saved()) !== undefined,
	window: (value) => fits(value, shapes.window),
	state: (value) => fits(value, shapes.state),
};

/** A word, or the properties of an object: one whose name ends with `?` may be missing. */
type Shape = string | { readonly [property: string]: Shape };

/** Whether a saved value has a shape of `savedShapes.json`. It may have further properties. */
function fits(value: unknown, shape: Shape): boolean {
	if (typeof shape === 'string') return WORDS[shape]?.(value) === true;
	return (
		isObject(value) &&
		Object.entries(shape).every(([property, part]) => {
			const held = value[property.replace('?', '')];
			return (property.endsWith('?') && held === undefined) || fits(held, part);
		})
	);
}

function readSaved<S>(saved: unknown, version: number, shape: Shape): Saved<S> {
	if (saved === undefined) return {};
	const isUsable = isObject(saved) && saved.version === version && fits(saved, shape);
	return isUsable ? { state: saved as S } : { isUnusable: true };
}

/**
 * Reads the saved state of all events but Deleted.
 * @param asked the question that is asked, which that of a damaged state most likely was, too.
 */
export function readState(saved: unknown, asked: string): Saved<State> {
	const read = readSaved<State>(saved, STATE_VERSION, shapes.state);
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
		...(fits(saved, shapes.backlog) && { createdWatermark, backlog }),
		batch: remains(saved.batch, asked),
	} as State;
}

/** Reads the saved state of Deleted. */
export const readSweep = (saved: unknown): Saved<SweepState> =>
	readSaved(saved, SWEEP_VERSION, shapes.sweep);

/** Reads the mark saved with the state; `undefined` if it is unreadable. */
export const readMark = (saved: unknown): Mark | undefined =>
	fits(saved, shapes.mark) ? (saved as Mark) : undefined;
