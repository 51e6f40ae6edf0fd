import type { IPollFunctions } from 'n8n-workflow';
import { systemClock } from '../api/http/clock';
import type { SendOptions } from '../api/routes/types';

/** Where n8n names no budget, it has none; its newer engines give five minutes. */
const DEFAULT_BUDGET_MS = 300_000;
/** The share of the budget in which pages are asked for; the rest is for what follows. */
const READING_SHARE = 0.7;
/** The share in which anything is asked for; the rest is for n8n, which saves what is emitted. */
const ASKING_SHARE = 0.9;

/** How long a request may wait for its turn, and until it is answered. */
type Waits = Required<Pick<SendOptions, 'maxWaitMs' | 'timeLeftMs'>>;

/** The time that n8n allows a poll, from now on. Older versions of n8n don't name it. */
export function budgetOf(context: Partial<Pick<IPollFunctions, 'getPollBudgetMs'>>) {
	const began = systemClock.elapsed();
	const whole = context.getPollBudgetMs?.() ?? DEFAULT_BUDGET_MS;
	const left = (share: number) => Math.max(0, began + whole * share - systemClock.elapsed());
	const waitsFor = (share: number): Waits => ({
		maxWaitMs: left(share),
		timeLeftMs: left(ASKING_SHARE),
	});
	return {
		/** Whether there is time left for asking for further pages. */
		hasTime: () => left(READING_SHARE) > 0,
		/** For a request that is sent now. */
		waits: () => waitsFor(READING_SHARE),
		/** The same for one that follows the reading, such as a look-up. */
		waitsToShow: () => waitsFor(ASKING_SHARE),
	};
}

export type Budget = ReturnType<typeof budgetOf>;
