/** The edge: sends what the checks ask, and counts. */
import { ServiceError, UsageError } from '../../api/errors';
import type { Client } from '../../api/types';
import { unclear, type Finding } from './finding';
import type { Answer, BodyForm, Check, Question } from './inquiry';
import type { Known } from './known';
import { TOMORROW, usedUpBy } from './quota';
import { onlyReads } from './onlyReads';
import { isFault, isOutOfOrder } from './passing';
import { ATTACH, LATER, NOT_ACCEPTED } from './words';

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
class Ended extends Error {
	constructor(
		readonly evidence: string,
		readonly advice = '',
	) {
		super(evidence);
	}
}

/** An answer of a form that nobody thought of ends one part of the check, not all of it. */
function judged<Result>(judge: () => Result): Result {
	try {
		return judge();
	} catch {
		throw new Ended('An answer has a form that this check does not know.', ATTACH) as Error;
	}
}

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
	private usedUp?: string;

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
		try {
			const inquiry = judged(() => inquire(this.known));
			if (!('next' in inquiry)) return inquiry;
			let step = judged(() => inquiry.next());
			while (!step.done) {
				const answer = await this.answer(step.value);
				step = judged(() => inquiry.next(answer));
			}
			return step.value;
		} catch (error) {
			if (error instanceof Ended) return [unclear(check, error.evidence, error.advice)];
			throw error as Error;
		}
	}

	private async answer(question: Question): Promise<Answer> {
		if (question.isOwn) return await this.ownAnswer(question);
		if (this.usedUp !== undefined) throw new Ended(`Not asked: ${this.usedUp}.`, TOMORROW);
		if (this.failures >= MOST_FAILURES) {
			throw new Ended('Not asked: the service stopped answering.');
		}
		if (this.refusals >= MOST_FAILURES) {
			throw new Ended(`Not asked: ${NOT_ACCEPTED}.`);
		}
		if (!onlyReads(this.known, question)) {
			const { method, path } = question.route ?? this.known.route(question.operation);
			throw new Ended(`Not asked: ${method} ${path} was entered for it, which may write.`, ENTERED);
		}
		if (!question.isSpelling && this.budget.isUsedUp) {
			throw new Ended(`Not asked: the ${MOST_REQUESTS} requests of a check were used up.`);
		}
		try {
			const answer = await this.told(question);
			this.failures = 0;
			this.refusals = answer.status === 401 ? this.refusals + 1 : 0;
			return answer;
		} catch (error) {
			const hasAnswered = this.known.heard.length > 0;
			if (!(error instanceof ServiceError) || !hasAnswered) throw error as Error;
			this.usedUp = usedUpBy(error);
			if (this.usedUp === undefined) this.failures++;
			throw (
				this.usedUp === undefined
					? new Ended(NO_RESPONSE)
					: new Ended(`Not answered: ${this.usedUp}.`, TOMORROW)
			) as Error;
		}
	}

	/** Asks once more where the service failed, which it may do for a moment. */
	private async told(question: Question): Promise<Answer> {
		const answer = await this.counted(question);
		if (question.isSpelling || !isFault(answer)) return answer;
		if (this.budget.isUsedUp) throw new Ended(`${this.known.told(answer, 1)}.`, LATER) as Error;
		const again = await this.counted(question);
		if (isOutOfOrder(again) && this.known.answers.has(question.operation)) {
			throw new Ended(`${this.known.told(again, 1)}.`, LATER) as Error;
		}
		return again;
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
		const missing = { question, status: 0, body: undefined, form: 'empty', headers: {} } as const;
		const now = this.known.now();
		if (this.usedUp !== undefined && !question.isRemoval) {
			return { ...missing, now, usedUp: this.usedUp };
		}
		try {
			return await this.sent(question);
		} catch (error) {
			// An override may ask for more than there is.
			if (!(error instanceof ServiceError || error instanceof UsageError)) throw error as Error;
			const status = error instanceof ServiceError ? (error.status ?? 0) : 0;
			return { ...missing, status, now, usedUp: usedUpBy(error) };
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

const ENTERED =
	'Correct or remove it under Endpoint Overrides of the credential, then run the check again.';

const NO_RESPONSE = 'No response came, or it broke off, or the rate limit left no time for it.';
