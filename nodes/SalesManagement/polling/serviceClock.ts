import { byClock } from './createdTracker';
import { below } from './learning';
import { replayedFrom } from './start';
import type { Learning, Policy, State } from './types';

/** Clocks of several servers may differ by this much before a time counts as one of the future. */
const TOLERANCE_MS = 60_000;

/** The latest time that the state has surely seen on the service's clock. */
export const seenAt = ({ watermark, pendingPass }: Pick<State, 'watermark' | 'pendingPass'>) =>
	Math.max(watermark, (pendingPass?.partAt ?? -Infinity) - TOLERANCE_MS);

/**
 * Whether the state knows a time ahead of the service's own. A watermark stays a lookback behind that
 * time, so either the clock was set back, or a wrong one was believed before. In the middle of a backlog
 * only the time of the last poll shows it. A Start Date in the future is where the user wants to begin.
 */
export const isAhead = (
	state: Pick<State, 'watermark' | 'pendingPass'>,
	serverTime: number,
	{ startFrom }: Pick<Policy, 'startFrom'>,
): boolean => serverTime < seenAt(state) && state.watermark !== startFrom;

/**
 * Reads again by the clock as it is now: whatever changes from here on, or came to light within the
 * lookback, is above the new watermark. Some of that may have been emitted under the other clock. What
 * each record was before is still known, and so is who has had a first event.
 */
export function begunAgain(state: State, serverTime: number, policy: Policy): State {
	const { watched, pendingPass, createdSeen, createdAhead } = state;
	const from = Math.max(0, Math.min(state.watermark, serverTime - policy.lookbackMs));
	return {
		...replayedFrom(from, state, policy),
		createdWatermark: Math.min(state.createdWatermark, from),
		createdSeen,
		...(createdAhead && { createdAhead }),
		...(pendingPass && { pendingPass: byClock(pendingPass, serverTime) }),
		...(watched && { watched: { ...watched, learning: learningBelow(from, watched, policy) } }),
	};
}

/** What lies above the new watermark is read anyway, and not all of it has been dealt with. */
function learningBelow(
	time: number,
	{ learning }: NonNullable<State['watched']>,
	{ lookbackMs }: Policy,
): Learning | undefined {
	return !learning || learning.to <= time ? learning : below(time, lookbackMs);
}
