import type { ServiceError } from './errors';
import { LIMITS } from './limits';

/** What one run of the node may spend on finding what the service refuses, whatever it consists of. */
export class SplittingBudget {
	requestsLeft = LIMITS.splittingRequests;
}

/** How errors speak of what is searched. */
interface Words {
	readonly many: string;
	readonly left: string;
	readonly tried: string;
}

const ROWS: Words = {
	many: 'rows',
	left: 'this row was not sent by itself, since',
	tried: 'tried one by one',
};

export const VALUES: Words = {
	many: 'values',
	left: 'this value was not looked up by itself, since',
	tried: 'looked up one by one',
};

/**
 * How far one job goes to find the rows that the service refuses without naming them. All rows may be
 * guilty for one reason: then splitting would cost two requests a row and find nothing.
 */
export class BoundedSearch<Row> {
	private batch: readonly Row[] = [];
	private isFirst = true;
	/** Whether a row of the current batch passed. */
	private passed = false;
	/** Rows of the current batch that were refused by themselves. */
	private single = 0;
	/** How many rows were tried one by one when none had passed. */
	private hopelessAfter = 0;
	private sampled = false;

	constructor(
		private readonly budget: SplittingBudget,
		private readonly words: Words = ROWS,
	) {}

	/** A new batch of the job, not yet sent. */
	begin(batch: readonly Row[]): void {
		this.batch = batch;
		this.isFirst = true;
		this.passed = false;
		this.single = 0;
		this.sampled = false;
	}

	/** Takes note of a request and of whether its rows passed. */
	tried(rows: readonly Row[], passed: boolean): void {
		if (!this.isFirst) this.budget.requestsLeft--;
		this.isFirst = false;
		this.passed ||= passed;
		if (!passed && rows.length === 1) this.single++;
		if (this.sampled && this.nothingPassed && this.single > LIMITS.sampleRows) {
			this.hopelessAfter = this.single;
		}
	}

	get nothingPassed(): boolean {
		return !this.passed;
	}

	/** Whether no more is spent on it: too much was, or none of a sample passed. */
	get isOver(): boolean {
		return this.budget.requestsLeft <= 0 || (this.hopelessAfter > 0 && this.nothingPassed);
	}

	/** Whether the first row that was tried by itself was refused, and nothing has passed yet. */
	get wantsSample(): boolean {
		return !this.sampled && this.single > 0 && this.nothingPassed && !this.isOver;
	}

	/** Rows from all over the batch; none where trying all of them costs hardly more. */
	sample(isOpen: (row: Row) => boolean): Row[] {
		this.sampled = true;
		const open = this.batch.filter(isOpen);
		if (open.length <= LIMITS.sampleRows) return [];
		const step = (open.length - 1) / (LIMITS.sampleRows - 1);
		const places = Array.from({ length: LIMITS.sampleRows }, (_, each) => Math.round(each * step));
		return places.map((place) => open[place] as Row);
	}

	/** What is said of a row that was refused along with others and not tried by itself. */
	givenUp(error: ServiceError): ServiceError {
		const { many, left, tried } = this.words;
		const [why, advice] =
			this.hopelessAfter > 0
				? [
						`none of ${this.hopelessAfter} ${many} that were ${tried} was accepted`,
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
