/** What a trigger saves: plain JSON that a person can read, replaced as a whole. Looked at before it is used. */
import { isObject } from '../values';
import { isIdSet } from '../idSet';
import { LastValues, type SavedValues } from './lastValues';
import { Ledger, type SavedLedger } from './ledger';
import type { SavedNewRecords } from './newRecords';
import type { Mark } from './n8nSaves';
import { SWEEP_VERSION, type SweepState } from './sweepTypes';
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

/** What was saved, after a look at it: nothing yet, a state, or what can't be used and why. */
export interface Saved<S> {
	readonly state?: S;
	readonly problem?: string;
	/** Of what can't be used: where it had got to, and with which question, if that much can be read. */
	readonly reached?: { readonly fingerprint: string; readonly watermark: number };
}

const isTime = (value: unknown): boolean =>
	typeof value === 'string' && !Number.isNaN(Date.parse(value));

function read<S>(
	saved: unknown,
	version: number,
	isWhole: (saved: Readonly<Record<string, unknown>>) => boolean,
): Saved<S> {
	if (saved === undefined || saved === null) return {};
	if (!isObject(saved)) return { problem: 'it is no object' };
	const { fingerprint } = saved;
	const watermark = new Date(saved.watermark as string | number).getTime();
	const isReached = typeof fingerprint === 'string' && !Number.isNaN(watermark);
	const reached = isReached ? { fingerprint, watermark } : undefined;
	if (saved.version !== version) {
		return { problem: 'another version of this package saved it', reached };
	}
	return isWhole(saved) ? { state: saved as S } : { problem: 'damaged', reached };
}

export const readState = (saved: unknown): Saved<State> =>
	read(
		saved,
		STATE_VERSION,
		({ fingerprint, watermark, createdWatermark, ledger, ...rest }) =>
			typeof fingerprint === 'string' &&
			[watermark, createdWatermark].every(isTime) &&
			isObject(ledger) &&
			isReadable({ ledger, ...rest } as unknown as State),
	);

/** The same for the state of Deleted. */
export const readSweep = (saved: unknown): Saved<SweepState> =>
	read(
		saved,
		SWEEP_VERSION,
		({ known, pass }) =>
			isIdSet(known) && (pass === undefined || (isObject(pass) && isIdSet(pass.unseen))),
	);

/** Whether its parts can be taken up, and saved again. */
function isReadable({ ledger, backlog, values, window, setAside }: State): boolean {
	try {
		new Ledger(ledger).saved();
		new LastValues('', values);
	} catch {
		return false;
	}
	const isBacklogWhole =
		backlog === undefined ||
		(isObject(backlog) &&
			[backlog.startedAt, backlog.endedEarlyAt].every(isTime) &&
			[backlog.seenTo, backlog.forgottenTo].every((time) => time === undefined || isTime(time)) &&
			[backlog.known, backlog.seen].every(isIdSet));
	return (
		isBacklogWhole &&
		(window === undefined || isObject(window)) &&
		(setAside === undefined || typeof setAside === 'string')
	);
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
