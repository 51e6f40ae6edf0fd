/** How the check asks: never more often than it says, once more after a fault, and no more once nothing comes back. */
import { sendingBy } from '../api/client';
import { ServiceError } from '../api/errors/errors';
import type { Client, SendOptions, ServiceAnswer, ServiceRequest } from '../api/types';

/** Of one check, repeated ones included. */
export const MOST_REQUESTS = 150;
/** In a row, each after a second attempt. */
const MOST_FAULTS = 3;

const LATER = 'Run the check again later.';

/** Why nothing can be told of something. */
export class Untold extends Error {
	constructor(
		why: string,
		readonly advice = LATER,
		/** Where no answer came. */
		readonly failure?: ServiceError,
	) {
		super(why);
	}
}

/** Whether it says nothing of what was asked, and may pass. */
const isFault = ({ status, transient }: ServiceError): boolean =>
	status === undefined || (transient && status !== 429);

const inWords = ({ status, serviceMessage }: ServiceError): string =>
	status === undefined ? serviceMessage : `the service answered ${status}`;

export class Requests {
	/** Why nothing more is asked. */
	stopped?: Untold;
	/** Answers with 429. */
	tooMany = 0;
	sent = 0;
	/** The last answer with success; absent where the last request had none. */
	last?: ServiceAnswer;
	/** By how much the service's clock is ahead; `undefined` where no answer has a date. */
	clockAheadMs?: number;
	private faults = 0;

	constructor(private readonly cancelled?: AbortSignal) {}

	/**
	 * The same client, whose requests are these.
	 * Its `send` throws `Untold` where nothing can be told of what was asked.
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
		for (let attempt = 1; ; attempt++) {
			const mostAttempts = MOST_REQUESTS - this.sent;
			if (mostAttempts <= 0) {
				this.stopped ??= new Untold(
					`${MOST_REQUESTS} requests were not enough`,
					'Enter what is proposed, then run the check again.',
				);
			}
			if (this.stopped) throw this.stopped;
			// It is repeated after a 429 alone: whatever else comes back is what was to be found out.
			const once = { ...options, route: { ...route, repeatable: false }, mostAttempts };
			const before = client.usage.requests;
			try {
				this.last = await client.send(request, once);
				this.faults = 0;
				const { serverTime } = this.last;
				if (serverTime !== undefined) this.clockAheadMs = serverTime - Date.now();
				return this.last;
			} catch (error) {
				if (error instanceof ServiceError) this.judge(error, attempt > 1);
				if (!(error instanceof ServiceError) || !isFault(error)) throw error as Error;
			} finally {
				const requests = client.usage.requests - before;
				this.sent += requests;
				this.tooMany += Math.max(0, requests - 1);
			}
		}
	}

	/** @throws Untold for what says nothing, unless it is worth asking once more. */
	private judge(error: ServiceError, isLast: boolean): void {
		const { status, quotaResetsAt } = error;
		if (this.cancelled?.aborted) this.stopped = new Untold('the execution was cancelled');
		else if (quotaResetsAt !== undefined) {
			this.stopped = new Untold(
				`the day’s quota of requests is used up; it resets at ${new Date(quotaResetsAt).toISOString()}`,
				'Run the check again after that time.',
			);
		} else if (status === 429) {
			this.stopped = new Untold('the rate limit let nothing through for a while');
		} else if (!isFault(error)) this.faults = 0;
		else if (isLast) {
			const failure = status === undefined ? error : undefined;
			if (++this.faults >= MOST_FAULTS) this.stopped = new Untold('the service stopped answering');
			throw new Untold(inWords(error), LATER, failure);
		}
		if (this.stopped) throw this.stopped;
	}
}
