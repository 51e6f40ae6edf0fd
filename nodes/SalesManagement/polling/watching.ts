/** Fields to watch of which nothing is known yet: what was before is learned, as at an activation. */
import { below } from './learning';
import { keptWith } from './start';
import { STEPS, type Steps } from './steps';
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
	steps: Steps = STEPS,
): Promise<State> {
	const { watches, tells } = policy;
	if (watches === undefined || tells === 'changed' || state.watched?.name === watches) return state;
	const { watermark } = state;
	const watched = new WatchedValues(watches);
	if (state.ledger !== '') {
		const ledger = new steps.Ledger(watermark, state.ledger);
		for await (const { rows } of steps.readFrom(source, { at: watermark }, policy)) {
			for (const row of rows) {
				// It also knows whatever is older, with any digest.
				if (ledger.knows(row) && !ledger.knows({ ...row, digest: '' })) watched.learn(row);
			}
		}
	}
	// Nothing changed before 1970.
	const learning = watermark > 0 ? below(watermark, policy.lookbackMs) : undefined;
	return { ...state, watched: keptWith(watched, policy, { learning }) };
}
