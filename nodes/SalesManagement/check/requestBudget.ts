/**
 * Sends the requests of a check: never more than the limit, one more attempt after a fault, and none once the
 * service stops answering.
 */
import { sendingBy } from '../api/client';
import { failureIn, isOfKind, ServiceError } from '../api/errors/errors';
import type { Client, SendOptions, ServiceAnswer, ServiceRequest } from '../api/routes';

/** The most requests of one check; requests that the rate limit refuses don't count. */
export const MOST_REQUESTS = 150;
/** Faults in a row, each with its second attempt, after which the check stops. */
const MOST_FAULTS = 3;

const LATER = 'Run the check again later.';

/** A question that can't be answered; the message says why. */
export class Inconclusive extends Error {
	constructor(
		why: string,
		readonly advice = LATER,
		/** The error, if no answer came at all. */
		readonly failure?: ServiceError,
	) {
		super(why);
	}
}

/** The requests of one check. */
export class Requests {
	/** Set once no more requests are sent; says why. */
	stopped?: Inconclusive;
	/** How many answers had the status 429. */
	tooMany = 0;
	sent = 0;
	/** The last answer, if it was a success. */
	last?: ServiceAnswer;
	/** How far the service's clock is ahead of this machine's, by the last answer with a date. */
	clockAheadMs?: number;
	/** The same by the first one. */
	firstAheadMs?: number;
	/** The lists of which any answer had no date. */
	readonly undated = new Set<string>();
	private faults = 0;

	constructor(private readonly cancelled?: AbortSignal) {}

	/**
	 * A client that sends its requests within the budget. Its `send` throws `Inconclusive` for requests that
	 * say nothing about what was asked.
	 */
	by(client: Client): Client {
		return sendingBy(client, async (request, options) => await this.send(client, request, options));
	}

	private async send(
		client: Client,
		request: ServiceRequest,
		options: SendOptions = {},
	): Promise<ServiceAnswer> {
		const { route = client.route(request.operation) } = options;
		this.last = undefined;
		for (let isLast = false; ; isLast = true) {
			if (this.stopped) throw this.stopped;
			if (this.sent - this.tooMany >= MOST_REQUESTS) {
				this.stop(
					`${MOST_REQUESTS} requests were not enough`,
					'Follow all other advice, then run the check again.',
				);
			}
			// Only a 429 is repeated: any other answer is what the check wants to know.
			const once = { ...options, route: { ...route, repeatable: false } };
			const before = client.usage.requests;
			const result = await client.send(request, once).catch(failureIn);
			const requests = client.usage.requests - before;
			this.sent += requests;
			if (result instanceof ServiceError) {
				this.judge(result, isLast);
				continue;
			}
			const { serverTime } = result;
			if (serverTime !== undefined) {
				this.clockAheadMs = serverTime - Date.now();
				this.firstAheadMs ??= this.clockAheadMs;
			} else if (route.list) this.undated.add(request.operation);
			this.tooMany += requests - 1;
			this.faults = 0;
			this.last = result;
			return result;
		}
	}

	/**
	 * @throws Inconclusive for a failure that says nothing, after its second attempt; the error itself if it is
	 * an answer.
	 */
	private judge(error: ServiceError, isLast: boolean): void {
		const { status, transient, serviceMessage, advice } = error;
		if (this.cancelled?.aborted) this.stop('the execution was cancelled');
		if (isOfKind(error, 'rate', 'quota')) {
			this.stop(`the service takes no more requests: ${advice}`);
		}
		// An answer that will not change by itself says something about the request.
		if (status !== undefined && !transient) {
			this.faults = 0;
			throw error;
		}
		if (!isLast) return;
		if (++this.faults >= MOST_FAULTS)
			this.stopped = new Inconclusive('the service stopped answering');
		if (status === undefined) throw new Inconclusive(serviceMessage, LATER, error);
		throw new Inconclusive(`the service answered ${status}`);
	}

	private stop(why: string, advice = LATER): never {
		this.stopped = new Inconclusive(why, advice);
		throw this.stopped;
	}
}
