import type { IDataObject } from 'n8n-workflow';
import { systemClock } from '../api/http/clock';
import {
	begunAgain,
	isAhead,
	ledgerTimes,
	poll,
	seenAt,
	SteadyClock,
	watchingAnew,
	type Outcome,
	type Policy,
	type State,
} from '../polling';
import type { ListSource } from './source';

/** How many records must be missing at once before an empty list is doubted. */
const FEWEST_MISSING = 3;
/** How long an empty list is doubted: after that, the records are taken to be deleted. */
const DOUBTED_MS = 86_400_000;

export interface Checked {
	readonly outcome: Outcome<IDataObject>;
	/** What the log should say of the doubt. */
	readonly news?: string;
	/** Whether it waits until an empty list shows something again. */
	readonly isWaiting?: true;
}

/** What this process knows of the clock of each service, by its address. */
const clocks = new Map<string, SteadyClock>();

function clockOf(baseUrl: string): SteadyClock {
	const clock = clocks.get(baseUrl) ?? new SteadyClock(systemClock);
	clocks.set(baseUrl, clock);
	return clock;
}

/** A poll whose clock and list are doubted where this process, or the state, knows better. */
export async function pollInDoubt(
	before: State | undefined,
	source: ListSource,
	policy: Policy,
): Promise<Checked> {
	const steady = clockOf(source.baseUrl).over(source);
	const state = before && (await watchingAnew(before, steady, policy));
	const outcome = await poll(state, steady, policy);
	if (!state) return { outcome };
	if (isAhead(state, outcome.serverTime, policy)) {
		const again = begunAgain(state, outcome.serverTime, policy);
		const times = [seenAt(state), outcome.serverTime, again.watermark];
		const [seen, now, from] = times.map((time) => new Date(time).toISOString());
		return {
			outcome: await poll(again, steady, policy),
			news: `knew it was ${seen} or later, but the service’s clock says ${now}: it was set back, or was wrong before. The trigger goes on from ${from}; some changes may come a second time.`,
		};
	}
	const missing = missingFrom(state, source);
	// The watermark stays a lookback behind the last poll that saw them.
	const lastSeen = state.watermark + policy.lookbackMs;
	if (missing < FEWEST_MISSING || outcome.serverTime > lastSeen + DOUBTED_MS) return { outcome };
	// What changes meanwhile is found again from the old watermark, once the list is back.
	return {
		outcome: { ...outcome, state },
		news: `found an empty list, although it has seen ${missing} records there that should still be shown: were they all deleted, or is a permission missing? It stays where it is until records are shown again, for a day at most.`,
		isWaiting: true,
	};
}

/**
 * How many records the state saw where this poll saw none. What lies below the watermark need not be
 * shown (A2).
 */
function missingFrom({ ledger, watermark }: State, { rowsRead }: ListSource): number {
	if (rowsRead > 0) return 0;
	return ledgerTimes(ledger, watermark).filter((time) => time >= watermark).length;
}
