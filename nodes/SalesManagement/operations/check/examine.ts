/** The edge: sends what the checks ask, and counts. */
import { ServiceError, UsageError } from '../../api/errors';
import type { Client } from '../../api/types';
import { unclear, type Finding } from './finding';
import type { Answer, BodyForm, Check, Question } from './inquiry';
import type { Known } from './known';

/** Requests of one check, those for other spellings of missing routes aside. */
export const MOST_REQUESTS = 80;
/** Failures and refusals in a row after which nobody asks on. */
const MOST_FAILURES = 3;

/** What is left to both interfaces together. */
export class Budget {
	spent = 0;
	spellings = 0;

	/** @param most requests in all. */
	constructor(private readonly most = MOST_REQUESTS) {}

	get isUsedUp(): boolean {
		return this.left <= 0;
	}

	/** Requests, repeated ones included. */
	get left(): number {
		return this.most - this.spent;
	}
}

/** Why an inquiry ends before its end. */
class Ended extends Error {}

function bodyOf(body: unknown): { body: unknown; form: BodyForm } {
	if (body === '' || body === null || body === undefined) return { body: undefined, form: 'empty' };
	if (typeof body !== 'string') return { body, form: 'json' };
	if (body.trim() === '') return { body: undefined, form: 'empty' };
	return { body, form: /^\s*</.test(body) ? 'html' : 'text' };
}

/** Carries out checks at one interface, one request after the other. */
export class Examiner {
	private failures = 0;
	private refusals = 0;

	constructor(
		private readonly client: Pick<Client, 'look' | 'usage'>,
		private readonly known: Known,
		private readonly budget: Budget,
	) {}

	/**
	 * @returns the findings, and for what could not be asked one that says so.
	 * @throws ServiceError where the service can't be reached at all.
	 */
	async examine(checks: readonly Check[]): Promise<Finding[]> {
		const findings: Finding[] = [];
		for (const check of checks) findings.push(...(await this.one(check)));
		return findings;
	}

	private async one({ check, inquire }: Check): Promise<readonly Finding[]> {
		const inquiry = inquire(this.known);
		if (!('next' in inquiry)) return inquiry;
		try {
			let step = inquiry.next();
			while (!step.done) step = inquiry.next(await this.answer(step.value));
			return step.value;
		} catch (error) {
			if (error instanceof Ended) return [unclear(check, error.message)];
			throw error as Error;
		}
	}

	private async answer(question: Question): Promise<Answer> {
		if (question.isOwn) return await this.ownAnswer(question);
		if (this.failures >= MOST_FAILURES) {
			throw new Ended('Not asked: the service stopped answering.');
		}
		if (this.refusals >= MOST_FAILURES) {
			throw new Ended('Not asked: the service does not accept the credential.');
		}
		if (!question.isSpelling && this.budget.isUsedUp) {
			throw new Ended(`Not asked: the ${MOST_REQUESTS} requests of a check were used up.`);
		}
		try {
			const answer = await this.counted(question);
			this.failures = 0;
			this.refusals = answer.status === 401 ? this.refusals + 1 : 0;
			return answer;
		} catch (error) {
			this.failures++;
			const hasAnswered = this.known.heard.length > 0;
			const isLast = !(error instanceof ServiceError) || !hasAnswered;
			throw (isLast ? error : new Ended(NO_RESPONSE)) as Error;
		}
	}

	/** Counts what is repeated after a 429, too. */
	private async counted(question: Question): Promise<Answer> {
		const before = this.client.usage.requests;
		try {
			return await this.sent(question);
		} finally {
			const kind = question.isSpelling ? 'spellings' : 'spent';
			this.budget[kind] += this.client.usage.requests - before;
		}
	}

	/** What was made has to be deleted, so that a missing answer is one too. */
	private async ownAnswer(question: Question): Promise<Answer> {
		try {
			return await this.sent(question);
		} catch (error) {
			// An override may ask for more than there is.
			if (!(error instanceof ServiceError || error instanceof UsageError)) throw error as Error;
			const status = error instanceof ServiceError ? (error.status ?? 0) : 0;
			return {
				question,
				status,
				body: undefined,
				form: 'empty',
				headers: {},
				now: this.known.now(),
			};
		}
	}

	private async sent(question: Question): Promise<Answer> {
		const { operation, path, query, body, route } = question;
		const { isOwn, isRemoval, isSpelling } = question;
		const mostAttempts = isOwn || isSpelling ? undefined : this.budget.left;
		const request = { operation, path, query, body };
		const seen = await this.client.look(request, route, { mostAttempts, isRemoval });
		this.known.limited.push(...(seen.refused ?? []));
		const answer = { ...seen, ...bodyOf(seen.body), question, now: this.known.now() };
		this.known.heard.push(answer);
		this.known.names.learn(answer.body);
		return answer;
	}
}

const NO_RESPONSE = 'No response came, or it broke off, or the rate limit left no time for it.';
