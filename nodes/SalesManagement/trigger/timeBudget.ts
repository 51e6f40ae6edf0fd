import type { IPollFunctions } from 'n8n-workflow';
import { sendingBy } from '../api/client';
import { systemClock } from '../api/http/clock';
import type { Client } from '../api/routes/types';

/** Where n8n names no budget, it has none; its newer engines give five minutes. */
const DEFAULT_BUDGET_MS = 300_000;
/** The share of the budget in which pages are asked for; the rest is for what follows. */
const READING_SHARE = 0.7;
/** The share in which anything is asked for; the rest is for n8n, which saves what is emitted. */
const ASKING_SHARE = 0.9;

/** The time that n8n allows a poll, from now on. Older versions of n8n don't name it. */
export function budgetOf(context: Partial<Pick<IPollFunctions, 'getPollBudgetMs'>>) {
	const began = systemClock.elapsed();
	const whole = context.getPollBudgetMs?.() ?? DEFAULT_BUDGET_MS;
	const left = (share: number) => Math.max(0, began + whole * share - systemClock.elapsed());
	/** The same client, whose requests wait no longer than until so much of the budget is used up. */
	const within = (share: number) => (client: Client) =>
		sendingBy(client, async (request, options) => {
			const waits = { maxWaitMs: left(share), timeLeftMs: left(ASKING_SHARE) };
			// One that follows the reading says so by its own.
			return await client.send(request, { ...waits, ...options });
		});
	return {
		/** Whether there is time left for asking for further pages. */
		hasTime: () => left(READING_SHARE) > 0,
		/** A client that reads. */
		reading: within(READING_SHARE),
		/** One whose requests follow the reading, such as look-ups. */
		showing: within(ASKING_SHARE),
	};
}

export type Budget = ReturnType<typeof budgetOf>;
