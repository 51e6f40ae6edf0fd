/** Fields to watch of which nothing is known yet: what was before is learned, as at an activation. */
import { ledgerTimes } from './checks';
import { below } from './learning';
import { Ledger } from './ledger';
import { readFrom } from './read';
import { keptWith } from './start';
import type { Policy, Source, State } from './types';
import { WatchedValues } from './watchedValues';

/**
 * The state with what is to be watched now. The next polls learn all below the watermark; of what lies
 * above it, the versions that were dealt with are learned here, and no other: they are still to be told.
 * An event that only tells changes begins anew instead.
 */
export async function watchingAnew<T>(
	state: State,
	source: Source<T>,
	policy: Policy,
): Promise<State> {
	const { watches, tells } = policy;
	if (watches === undefined || tells === 'changed' || state.watched?.name === watches) return state;
	const { watermark } = state;
	const watched = new WatchedValues(watches);
	await learnDealtWith(watched, { state, source, policy });
	// Nothing changed before 1970.
	const learning = watermark > 0 ? below(watermark, policy.lookbackMs) : undefined;
	return { ...state, watched: keptWith(watched, policy, { learning }) };
}

/** Changes within a lookback fit on few pages; the values of more are not worth a poll's time. */
const MOST_STRETCHES = 5;

interface Means<T> {
	readonly state: State;
	readonly source: Source<T>;
	readonly policy: Policy;
}

/**
 * Reads what the ledger may hold, and not what came after it: the poll that follows needs its time.
 * What can't be read stays unknown.
 */
async function learnDealtWith<T>(
	watched: WatchedValues,
	{ state, source, policy }: Means<T>,
): Promise<void> {
	const { watermark, ledger: entries, settled, run } = state;
	if (entries === '' && settled === '') return;
	const settledUntil = Math.max(watermark, run?.until ?? 0);
	const ledger = new Ledger(watermark, entries, settled, settledUntil);
	const isSettled = ledger.settledNow();
	const last = Math.max(settledUntil, ...ledgerTimes(entries, watermark));
	let stretches = 0;
	try {
		for await (const { rows, upTo } of readFrom(source, { at: watermark }, policy)) {
			for (const row of rows) {
				// The ledger also knows whatever is older, with any digest.
				const isKnown = ledger.knows(row) && !ledger.knows({ ...row, digest: '' });
				if (isSettled(row) || isKnown) watched.learn(row);
			}
			if (upTo > last || ++stretches >= MOST_STRETCHES) return;
		}
	} catch {
		// The poll meets the same, and says so.
	}
}
