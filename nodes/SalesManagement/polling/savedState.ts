/** The saved state of a trigger: plain JSON that a person can read, always replaced as a whole. */
import { isObject, isoOf, textOf, unpackIds } from '../shared';
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

/** Finds properties, at any depth, that are not of their kind or not whole, in the JSON of a state. */
const DAMAGE = [
	/"(start|replayed|stalledSince|at|to|\w+(At|atermark))":(?!"\d{4}-\d\d-\d\dT[\d:.]+Z")/,
	/"(view|name|records|newer|seen|setAside|known|unseen|cursor)":(?!")/,
	/"window":(?!{"ms":[1-9][\d.]*,"pageSize":\d+})/,
	/"values":(?!{"name":.*"parts":\[(\]|\[(\]|")).*"records":)/,
	/"learning":(?!{"at":.*"to":.*"newer":)/,
	/"backlog":(?!{"endedEarlyAt":.*"seen":)/,
	/"pass":(?!{"startedAt":.*"unseen":)/,
];

/** @param takeUp throws any error if the state can't be taken up and saved again. */
function readSaved<S>(saved: unknown, version: number, takeUp: (state: S) => void): Saved<S> {
	if (saved === undefined) return {};
	const { fingerprint, watermark, ...rest } = isObject(saved) ? saved : {};
	try {
		if (rest.version === version && !DAMAGE.some((each) => each.test(JSON.stringify(saved)))) {
			takeUp(saved as S);
			return { state: saved as S };
		}
	} catch {
		// The state is damaged.
	}
	// JavaScript reads nearly any text with a number as a time.
	return {
		other: {
			fingerprint: textOf(fingerprint),
			watermark: Date.parse(textOf(watermark).replace(/^(?!\d{4}-).*/, '')),
		},
	};
}

/** Reads the saved state of all events but Deleted. */
export const readState = (saved: unknown): Saved<State> =>
	readSaved<State>(saved, STATE_VERSION, (state) => {
		new Ledger(state.ledger).saved();
		[state.watermark, state.createdWatermark].map(Date.parse).map(isoOf);
	});

/** Reads the saved state of Deleted. */
export const readSweep = (saved: unknown): Saved<SweepState> =>
	readSaved<SweepState>(saved, SWEEP_VERSION, ({ known }) => unpackIds(known));

/** Reads the mark saved with the state; `undefined` if it is unreadable. */
export const readMark = (saved: unknown): Mark | undefined =>
	isObject(saved) && Number.isSafeInteger(saved.poll) && typeof saved.by === 'string'
		? { poll: Number(saved.poll), by: saved.by }
		: undefined;
