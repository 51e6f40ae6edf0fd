/** What a trigger saves: plain JSON that a person can read, replaced as a whole. */
import { isObject, textOf } from '../values';
import type { SavedValues } from './lastValues';
import type { SavedLedger } from './ledger';
import type { SavedNewRecords } from './newRecords';
import type { Mark } from './n8nSaves';
import type { Policy, Window } from './types';

/** Raised whenever a state means something else than before, also when digests are made differently. */
export const STATE_VERSION = 4;

/** What the next poll needs to know. Times are ISO 8601 in UTC. */
export interface State extends SavedNewRecords {
	readonly version: typeof STATE_VERSION;
	readonly fingerprint: string;
	/** Every version below it has been dealt with for good. */
	readonly watermark: string;
	/** Versions dealt with, from a guard's width below the watermark on. */
	readonly ledger: SavedLedger;
	/** After a poll that ended early, how wide a window of the list fits into one response. */
	readonly window?: Window;
	/** The last compared value of each record. */
	readonly values?: SavedValues;
	/** Since when polls have ended early and come no further; the caller's own, as are those below. */
	readonly stalledSince?: string;
	/** The date from which it was begun again last. */
	readonly replayed?: string;
	/** Records that can't be watched, so that each is told once. */
	readonly setAside?: string;
}

/** What was saved: a state, or how far one of another version had got, and with which question. */
export interface Saved<S> {
	readonly state?: S;
	readonly other?: { readonly fingerprint: string; readonly watermark: number };
}

export function readSaved<S>(saved: unknown, version: number): Saved<S> {
	if (!isObject(saved)) return {};
	if (saved.version === version) return { state: saved as S };
	const { fingerprint, watermark } = saved;
	return { other: { fingerprint: textOf(fingerprint), watermark: Date.parse(textOf(watermark)) } };
}

/** The mark beside it: one that can't be read is none. */
export const readMark = (saved: unknown): Mark | undefined =>
	isObject(saved) && Number.isSafeInteger(saved.poll) && typeof saved.by === 'string'
		? { poll: Number(saved.poll), by: saved.by }
		: undefined;

/** Whether a state can answer for this policy. A change needs values that were learned before it. */
export const canAnswer = (
	{ fingerprint, values }: State,
	policy: Pick<Policy, 'fingerprint' | 'tells' | 'compares'>,
): boolean =>
	fingerprint === policy.fingerprint &&
	(policy.tells !== 'changed' || values?.name === policy.compares);
