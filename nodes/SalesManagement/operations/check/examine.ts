/** The edge: what is asked, and when nobody asks on. */
import { ServiceError, UsageError } from '../../api/errors/errors';
import { MOST_REQUESTS } from './budget';
import { Ended, judged } from './ended';
import type { Finding } from './finding';
import type { Answer, Check, Question } from './inquiry';
import { onlyReads } from './onlyReads';
import { isOutOfOrder } from './passing';
import { TOMORROW, usedUpBy } from './quota';
import { isForbidden, routeText } from './routes/state';
import { Sender, type Sending } from './sender';
import { CORRECT_ENTERED, LATER, NOT_ACCEPTED, notAskedFor } from './words';

/** Failures and refusals in a row after which nobody asks on. */
const MOST_FAILURES = 3;

/** Carries out checks at one interface, one request after the other. */
export class Examiner {
	private readonly sender: Sender;
	private failures = 0;
	private refusals = 0;
	private usedUp?: string;

	constructor(private readonly given: Sending) {
		this.sender = new Sender(given);
	}

	/**
	 * @returns the findings, and for what could not be asked one that says so.
	 * @throws ServiceError where the service can't be reached at all, or the execution is cancelled.
	 */
	async examine(checks: readonly Check[]): Promise<Finding[]> {
		const findings: Finding[] = [];
		for (const check of checks) findings.push(...(await this.one(check)));
		return findings;
	}

	private async one({ check, inquire }: Check): Promise<readonly Finding[]> {
		try {
			const inquiry = judged(() => inquire(this.given.known));
			if (!('next' in inquiry)) return inquiry;
			let step = judged(() => inquiry.next());
			while (!step.done) {
				const answer = await this.answer(step.value);
				step = judged(() => inquiry.next(answer));
			}
			return step.value;
		} catch (error) {
			if (error instanceof Ended) return [error.finding(check)];
			throw error as Error;
		}
	}

	private async answer(question: Question): Promise<Answer> {
		if (question.isOwn) return await this.ownAnswer(question);
		this.mayAsk(question);
		const answer = await this.read(question);
		this.failures = 0;
		this.refusals = answer.status === 401 ? this.refusals + 1 : 0;
		this.saysSomething(answer);
		return answer;
	}

	/** @throws Ended where it is not asked. */
	private mayAsk(question: Question): void {
		const { known, budget } = this.given;
		if (this.usedUp !== undefined) throw notAsked(this.usedUp, TOMORROW);
		if (this.failures >= MOST_FAILURES) throw notAsked('the service stopped answering');
		if (this.refusals >= MOST_FAILURES) throw notAsked(NOT_ACCEPTED);
		if (!onlyReads(known, question)) {
			const route = question.route ?? known.route(question.operation);
			throw notAsked(`${routeText(route)} was entered for it, which may write`, CORRECT_ENTERED);
		}
		if (!question.isSpelling && budget.isUsedUp) {
			throw notAsked(`the ${MOST_REQUESTS} requests of a check were used up`);
		}
	}

	private async read(question: Question): Promise<Answer> {
		const { known, cancelled } = this.given;
		try {
			const { answer, isLast } = await this.sender.read(question);
			if (isLast && !question.isSpelling) throw new Ended(`${known.told(answer, 1)}.`, BUSY);
			return answer;
		} catch (error) {
			const isKnown = known.heard.length > 0 && !cancelled?.aborted;
			// The first address has no part that could be wrong: any other may have a key of the account.
			if (error instanceof UsageError && isKnown) throw new Ended(ODD_KEY, CHECK_KEY) as Error;
			if (!(error instanceof ServiceError) || !isKnown) throw error as Error;
			this.usedUp = usedUpBy(error);
			if (this.usedUp !== undefined) {
				throw new Ended(`Not answered: ${this.usedUp}.`, { advice: TOMORROW }) as Error;
			}
			this.failures++;
			throw new Ended(NO_RESPONSE) as Error;
		}
	}

	/**
	 * What has answered before is there and was understood: a failure or a refusal says nothing else of it.
	 * @throws Ended for one.
	 */
	private saysSomething(answer: Answer): void {
		const { known } = this.given;
		const { operation, mayBeRefused, isSpelling } = answer.question;
		if (isSpelling || !known.answers.has(operation)) return;
		const told = known.told(answer, 1);
		if (isOutOfOrder(answer)) throw new Ended(`${told}.`, BUSY);
		if (!isForbidden(answer) || mayBeRefused) return;
		const where = `${told} to one question, although others were answered`;
		throw answer.status === 401
			? new Ended(`${where}.`, { advice: ONCE_REFUSED })
			: new Ended(where, { advice: MAY_NOT_ASK, isRefused: true });
	}

	private async ownAnswer(question: Question): Promise<Answer> {
		if (this.usedUp === undefined || question.isRemoval) return await this.sender.own(question);
		const missing = { question, status: 0, body: undefined, form: 'empty', headers: {} } as const;
		return { ...missing, now: this.given.known.now(), usedUp: this.usedUp };
	}
}

const notAsked = (why: string, advice?: string): Error => new Ended(notAskedFor(why), { advice });

const BUSY = { advice: LATER };

const NO_RESPONSE = 'No response came, or it broke off, or the rate limit left no time for it.';

const ODD_KEY = notAskedFor('what it is asked of has a key that no address can have');
const CHECK_KEY = { advice: 'If you entered a Definition Key, check it.' };

const MAY_NOT_ASK =
	'This credential may read some of it and not this. If a workflow needs it, ask whoever administers the service for the permission, then run the check again.';

const ONCE_REFUSED =
	'The service did not accept the credential for a moment: run this check again later. If this comes back, ask whoever administers the service what the credential may do.';
