import type { Finding } from './finding';
import type { Known } from './known';
import type { Answer, Question } from './question';

export { isSuccess, type Answer, type BodyForm, type Question } from './question';

/** Asks one thing after the other, and ends with what it found: it neither sends nor waits itself. */
export type Inquiry = Generator<Question, readonly Finding[], Answer>;

/** One part of the check. */
export interface Check {
	/** The name that its findings begin with, and that of what could not be asked any more. */
	readonly check: string;
	/**
	 * @param known what the parts before it found; it adds what the parts after it need.
	 * @returns the findings by themselves where nothing has to be asked.
	 */
	readonly inquire: (known: Known) => Inquiry | readonly Finding[];
}
