import type { ServiceError } from '../errors/errors';
import { LIMITS } from '../limits';

/** What one run of the node may spend on finding what the service refuses, whatever it consists of. */
export class SplittingBudget {
	requestsLeft = LIMITS.splittingRequests;
}

/** Whether it was refused for its size, so that fewer rows or values at once may pass. */
export const isForSize = ({ outcome, status }: ServiceError): boolean =>
	outcome === 'refused' && (status === 413 || status === 414);

/**
 * What a request came to. `refused`: for its content, which shows something of what else is like it.
 * `failed`: for any other reason, such as the rate limit, or nobody knows.
 */
type Verdict = 'accepted' | 'refused' | 'failed';

/** How errors speak of what is searched. */
export interface Words {
	readonly many: string;
	readonly left: string;
	readonly tried: string;
	/** What is said of one that is too large by itself. */
	readonly alone: string;
}

/** What is left to be done where even one value is too large, however short. */
const TAKE_LARGER = 'have the service or what stands before it take larger requests';

export const ROWS: Words = {
	many: 'rows',
	left: 'this row was not sent by itself, since',
	tried: 'tried one by one',
	alone: 'this row alone is larger than a request may be, so shorten its values',
};

export const VALUES: Words = {
	many: 'values',
	left: 'this value was not looked up by itself, since',
	tried: 'looked up one by one',
	alone: `this value was looked up by itself, and even that is more than the service takes: shorten it if it is long, else ${TAKE_LARGER}`,
};

/**
 * How far one job goes to find the rows that the service refuses without naming them. All rows of a
 * batch may be guilty for one reason: then splitting would cost two requests a row and find nothing.
 */
export class BoundedSearch<Row> {
	private batch: readonly Row[] = [];
	private isFirst = true;
	/** Whether a row of the current batch passed. */
	private passed = false;
	/** Rows of the current batch that were refused by themselves, for their content. */
	private single = 0;
	private sampled = false;
	/** How many rows refused by themselves show that the rest would be, too. */
	private enough = Infinity;
	/** Whether an earlier batch was given up, and nothing has passed since. */
	private isSuspicious = false;

	constructor(
		private readonly budget: SplittingBudget,
		private readonly words: Words,
	) {}

	/** A new batch of the job, not yet sent: its first request is none of the search. */
	begin(batch: readonly Row[]): void {
		this.batch = batch;
		this.isFirst = true;
		this.passed = false;
		this.single = 0;
		this.sampled = false;
		this.enough = Infinity;
	}

	/** Takes note of a request and of what became of its rows. */
	tried(rows: readonly Row[], verdict: Verdict): void {
		if (!this.isFirst) this.budget.requestsLeft--;
		this.isFirst = false;
		this.passed ||= verdict === 'accepted';
		if (verdict === 'refused' && rows.length === 1) this.single++;
		if (verdict === 'accepted') this.isSuspicious = false;
		else if (this.isHopeless) this.isSuspicious = true;
	}

	private get nothingPassed(): boolean {
		return !this.passed;
	}

	/** Whether none of a sample passed. */
	get isHopeless(): boolean {
		return this.nothingPassed && this.single >= this.enough;
	}

	/** Whether no more is spent on the batch: the run spent too much, or none of a sample passed. */
	get isOver(): boolean {
		return this.budget.requestsLeft <= 0 || this.isHopeless;
	}

	/** Whether nothing has passed yet, and a row by itself or all of an earlier batch were refused. */
	private get wantsSample(): boolean {
		const hasReason = this.single > 0 || this.isSuspicious;
		return hasReason && !this.sampled && this.nothingPassed && !this.isOver;
	}

	/**
	 * Tries rows from all over the batch one by one, until one passes, if a sample is wanted.
	 * @param candidates those of the batch's rows that may be sent next.
	 */
	async trySample(
		candidates: (batch: readonly Row[]) => readonly Row[],
		attempt: (row: Row) => Promise<unknown>,
	): Promise<void> {
		if (!this.wantsSample) return;
		for (const row of this.sample(candidates)) {
			await attempt(row);
			if (this.isOver || !this.nothingPassed) return;
		}
	}

	/** Rows from all over the batch; none where trying all of them costs hardly more. */
	private sample(candidates: (batch: readonly Row[]) => readonly Row[]): Row[] {
		this.sampled = true;
		const { first, next } = LIMITS.sampleRows;
		const count = this.isSuspicious ? next : first;
		const open = candidates(this.batch);
		if (open.length <= count) return [];
		this.enough = this.single + count;
		const step = (open.length - 1) / (count - 1);
		const places = Array.from({ length: count }, (_, each) => Math.round(each * step));
		return places.map((place) => open[place] as Row);
	}

	/** What is said of a row that was refused along with others and not tried by itself. */
	givenUp(error: ServiceError): ServiceError {
		const { many, left, tried } = this.words;
		const [why, advice] = this.isHopeless
			? [
					`none of ${this.single} ${many} that were ${tried} was accepted`,
					`correct what all ${many} have in common, then run it again`,
				]
			: [
					`${LIMITS.splittingRequests} requests of this run were not enough to find all that is refused`,
					`correct the ${many} with an error of their own, then run all that failed again`,
				];
		return error.with({
			serviceMessage: `${error.serviceMessage}; ${left} ${why}`,
			bulkErrors: [],
			advice,
		});
	}
}
