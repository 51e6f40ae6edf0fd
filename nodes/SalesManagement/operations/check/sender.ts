/** Sends what the check asks, once more where that may help, and counts. */
import { ServiceError, UsageError } from '../../api/errors/errors';
import { isRead } from '../../api/routes/routes';
import type { Client } from '../../api/types';
import type { Budget } from './budget';
import type { Answer, BodyForm, Question } from './inquiry';
import type { Known } from './known';
import { onlyReads } from './onlyReads';
import { isFault } from './passing';
import { usedUpBy } from './quota';

function bodyOf(body: unknown): { body: unknown; form: BodyForm } {
	if (body === '' || body === null || body === undefined) return { body: undefined, form: 'empty' };
	if (typeof body !== 'string') return { body, form: 'json' };
	if (body.trim() === '') return { body: undefined, form: 'empty' };
	return { body, form: /^\s*</.test(body) ? 'html' : 'text' };
}

/** How often a read is sent whose connection breaks: a service that is just being found may need a moment. */
const ATTEMPTS = { first: 3, later: 2 };

/** A connection that broke, or on which nothing came in time: the next one may hold. */
const isBroken = (error: unknown): boolean =>
	error instanceof ServiceError && error.transient && error.outcome === 'unknown';

export interface Sending {
	readonly client: Pick<Client, 'look' | 'usage'>;
	readonly known: Known;
	readonly budget: Budget;
	/** Tells when the execution is cancelled. */
	readonly cancelled?: AbortSignal;
}

export class Sender {
	constructor(private readonly given: Sending) {}

	/**
	 * Asks once more where the service failed, which it may do for a moment.
	 * @returns the answer, and whether nothing was left to ask once more with.
	 * @throws ServiceError where nothing came back.
	 */
	async read(question: Question): Promise<{ answer: Answer; isLast: boolean }> {
		const { budget } = this.given;
		const answer = await this.throughBreaks(question);
		if (!isFault(answer)) return { answer, isLast: false };
		if (budget.isUsedUp) return { answer, isLast: true };
		return { answer: await this.counted(question, true), isLast: false };
	}

	private async throughBreaks(question: Question): Promise<Answer> {
		const { budget, known } = this.given;
		for (let attempt = 1; ; attempt++) {
			try {
				return await this.counted(question, attempt > 1);
			} catch (error) {
				const most = known.heard.length === 0 ? ATTEMPTS.first : ATTEMPTS.later;
				const mayHelp = isBroken(error) && attempt < most && !budget.isUsedUp;
				if (!mayHelp || this.given.cancelled?.aborted) throw error as Error;
			}
		}
	}

	/**
	 * Counts what is sent once more, after a 429 too. The first request at another address of a missing
	 * route is not one of those that the check has; whatever it takes besides is.
	 */
	private async counted(question: Question, isAgain: boolean): Promise<Answer> {
		const { client, budget } = this.given;
		const free = question.isSpelling && !isAgain ? 1 : 0;
		const before = client.usage.requests;
		try {
			return await this.sent(question);
		} finally {
			const requests = client.usage.requests - before;
			budget.spend(requests - Math.min(free, requests));
		}
	}

	/** What was made has to be deleted, so that a missing answer is one too. */
	async own(question: Question): Promise<Answer> {
		const { known, cancelled } = this.given;
		const missing = { question, status: 0, body: undefined, form: 'empty', headers: {} } as const;
		const now = known.now();
		if (isRead(question.operation) && !onlyReads(known, question)) return { ...missing, now };
		try {
			return await this.sent(question);
		} catch (error) {
			// An override may ask for more than there is.
			if (!(error instanceof ServiceError || error instanceof UsageError)) throw error as Error;
			const { status = 0, outcome } = error instanceof ServiceError ? error : {};
			const isUnsent = cancelled?.aborted && outcome === 'unreachable';
			return { ...missing, status, now, isUnsent, usedUp: usedUpBy(error) };
		}
	}

	private async sent(question: Question): Promise<Answer> {
		const { client, known } = this.given;
		const { operation, path, query, body, route, isRemoval } = question;
		const request = { operation, path, query, body };
		const seen = await client.look(request, route, { isRemoval });
		known.limited.push(...(seen.refused ?? []));
		const answer = { ...seen, ...bodyOf(seen.body), question, now: known.now() };
		known.heard.push(answer);
		known.names.learn(answer.body);
		return answer;
	}
}
