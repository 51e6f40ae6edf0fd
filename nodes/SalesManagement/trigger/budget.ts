import type { IPollFunctions } from 'n8n-workflow';
import { systemClock } from '../api/http/clock';
import type { SendOptions } from '../api/types';

/** Where n8n names no budget, it has none; its newer engines give five minutes. */
const DEFAULT_BUDGET_MS = 300_000;
/** The share of the budget in which pages are asked for; the rest is for what follows. */
const READING_SHARE = 0.7;
/** The share in which anything is asked for; the rest is for n8n, which saves what is emitted. */
const ASKING_SHARE = 0.9;

/** The time that n8n allows a poll, from the moment this is made. */
export class Budget {
	private readonly began = systemClock.elapsed();

	constructor(private readonly wholeMs: number) {}

	/** The time left for asking for further pages. */
	get readingMs(): number {
		return this.until(READING_SHARE);
	}

	/** The time left in which answers must have come. */
	private get leftMs(): number {
		return this.until(ASKING_SHARE);
	}

	/** For a request that is sent now: how long it may wait for its turn, and until it is answered. */
	get waits(): Pick<SendOptions, 'maxWaitMs' | 'timeLeftMs'> {
		return { maxWaitMs: this.readingMs, timeLeftMs: this.leftMs };
	}

	/** The same for one that follows the reading, such as a look-up. */
	get waitsToShow(): Pick<SendOptions, 'maxWaitMs' | 'timeLeftMs'> {
		return { maxWaitMs: this.leftMs, timeLeftMs: this.leftMs };
	}

	private until(share: number): number {
		return Math.max(0, this.began + this.wholeMs * share - systemClock.elapsed());
	}
}

/** Older versions of n8n don't name a budget. */
export const budgetOf = (context: Partial<Pick<IPollFunctions, 'getPollBudgetMs'>>): Budget =>
	new Budget(context.getPollBudgetMs?.() ?? DEFAULT_BUDGET_MS);
