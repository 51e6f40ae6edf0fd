/** What a trigger saves: plain JSON that a person can read, replaced as a whole. */
import { isObject, textOf, unpackIds } from '../shared';
import { SWEEP_VERSION, type SweepState } from './deletionSweep';
import { Ledger, type SavedLedger } from './emittedVersions';
import { NewRecords, type SavedNewRecords } from './isCreated';
import { LastValues, type SavedValues } from './lastValues';
import type { Mark } from './newestState';
import type { Window } from './types';

/** Raised whenever a state means something else than before, also when digests are made differently. */
export const STATE_VERSION = 6;

/** What the next poll needs to know. Times are ISO 8601 in UTC. */
export interface State extends SavedNewRecords {
	readonly version: typeof STATE_VERSION;
	readonly fingerprint: string;
	/** The view of the last poll, see `Policy`. */
	readonly view: string;
	/** Whether it was shown any record: a view that never showed what the ledger has doesn't hide it. */
	readonly shows?: boolean;
	/** Every version below it has been dealt with for good. */
	readonly watermark: string;
	/** Versions dealt with, from a guard's width below the watermark on. */
	readonly ledger: SavedLedger;
	/** After a poll that ended early, how wide a window of the list fits into one response. */
	readonly window?: Window;
	/** The last compared value of each record. */
	readonly values?: SavedValues;
	/** Since when polls have ended early and come no further. */
	readonly stalledSince?: string;
	/** The date from which it was begun again last; the caller's own, as is what follows. */
	readonly replayed?: string;
	/** Records that can't be watched, so that each is told once. */
	readonly setAside?: string;
}

/** What was saved: a state, or how far one that can't be used had got, and with which question. */
export interface Saved<S> {
	readonly state?: S;
	readonly other?: { readonly fingerprint: string; readonly watermark: number };
}

/** @param takeUp throws, in whatever way, where the state can't be taken up and saved again. */
function readSaved<S>(saved: unknown, version: number, takeUp: (state: S) => void): Saved<S> {
	if (saved === undefined) return {};
	const { fingerprint, watermark, ...rest } = isObject(saved) ? saved : {};
	try {
		if (rest.version === version) {
			takeUp(saved as S);
			return { state: saved as S };
		}
	} catch {
		// Damaged.
	}
	return { other: { fingerprint: textOf(fingerprint), watermark: Date.parse(textOf(watermark)) } };
}

export const readState = (saved: unknown): Saved<State> =>
	readSaved<State>(saved, STATE_VERSION, (state) => {
		const ledger = new Ledger(state.ledger);
		ledger.saved();
		const watermark = Date.parse(state.watermark);
		const policy = { lookbackMs: 0, guardMs: 0, createdRoom: 0 };
		new NewRecords(state, ledger, policy).saved({ now: 0, watermark, wholePass: true });
		new LastValues('', state.values);
		state.setAside?.split(',');
	});

/** The same for the state of Deleted. */
export const readSweep = (saved: unknown): Saved<SweepState> =>
	readSaved<SweepState>(saved, SWEEP_VERSION, ({ known, pass }) => {
		unpackIds(known);
		unpackIds(pass?.unseen ?? '');
	});

/** The mark beside it: one that can't be read is none. */
export const readMark = (saved: unknown): Mark | undefined =>
	isObject(saved) && Number.isSafeInteger(saved.poll) && typeof saved.by === 'string'
		? { poll: Number(saved.poll), by: saved.by }
		: undefined;
