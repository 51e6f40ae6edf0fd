import type { IDataObject } from 'n8n-workflow';
import { systemClock } from '../api/clock';
import {
	againFrom,
	CONFIRMED_AFTER_MS,
	isAhead,
	poll,
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
}

/** A poll whose clock and list are doubted where the state knows better. */
export async function pollInDoubt(
	state: State | undefined,
	source: ListSource,
	policy: Policy,
): Promise<Checked> {
	const outcome = await poll(state, source, policy);
	if (!state) return { outcome };
	if (isAhead(state, outcome.serverTime, policy)) {
		return await withConfirmedClock(state, source, policy, outcome.serverTime);
	}
	const missing = missingFrom(state, source);
	if (missing < FEWEST_MISSING || outcome.serverTime > state.watermark + DOUBTED_MS) {
		return { outcome };
	}
	// What changes meanwhile is found again from the old watermark, once the list is back.
	return {
		outcome: { ...outcome, state },
		news: `found an empty list, although it has seen ${missing} records there that should still be shown: were they all deleted, or is a permission missing? It stays where it is until records are shown again, for a day at most.`,
	};
}

/** A lone response with another time moves nothing (S7). */
async function withConfirmedClock(
	state: State,
	source: ListSource,
	policy: Policy,
	first: number,
): Promise<Checked> {
	await systemClock.sleep(CONFIRMED_AFTER_MS);
	const second = await source.serverTime();
	if (!isAhead(state, second, policy)) return { outcome: await poll(state, source, policy) };
	const startFrom = againFrom([first, second], policy);
	const times = [state.watermark, second, startFrom].map((time) => new Date(time).toISOString());
	return {
		outcome: await poll(undefined, source, { ...policy, startFrom }),
		news: `had reached ${times[0]}, but the service’s clock says ${times[1]}, twice: it was set back, or was wrong before. The trigger goes on from ${times[2]}; some changes may come a second time.`,
	};
}

/**
 * How many records the state saw where this poll saw none. What lies below the watermark need not be
 * shown (A2).
 */
function missingFrom({ ledger }: State, { rowsRead }: ListSource): number {
	if (rowsRead > 0 || ledger === '') return 0;
	let aboveWatermark = 0;
	const isShown = ([, step = '0']: string[]) => (aboveWatermark += parseInt(step, 36)) >= 0;
	return ledger.split(',').filter((entry) => isShown(entry.split(':'))).length;
}
