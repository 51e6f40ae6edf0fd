/** How the check asks: never more often than it says, once more after a fault, and no more once nothing comes back. */
import { sendingBy } from '../api/client';
import { ServiceError } from '../api/errors/errors';
import type { Client, SendOptions, ServiceAnswer, ServiceRequest } from '../api/routes/types';

/** Of one check, those that the rate refuses not counted. */
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

export class Requests {
	/** Why nothing more is asked. */
	stopped?: Untold;
	/** Answers with 429. */
	tooMany = 0;
	sent = 0;
	/** The last answer with success; absent where the last request had none. */
	last?: ServiceAnswer;
	/** By how much the service's clock is ahead: NaN where an answer has no date, `undefined` before the first one. */
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
		for (let isLast = false; ; isLast = true) {
			if (this.stopped) throw this.stopped;
			if (this.sent - this.tooMany >= MOST_REQUESTS) {
				this.stop(
					`${MOST_REQUESTS} requests were not enough`,
					'Follow all other advice, then run the check again.',
				);
			}
			// It is repeated after a 429 alone: whatever else comes back is what was to be found out.
			const once = { ...options, route: { ...route, repeatable: false } };
			const before = client.usage.requests;
			const result = await client.send(request, once).catch((error: unknown) => error as Error);
			const requests = client.usage.requests - before;
			this.sent += requests;
			if (result instanceof Error) {
				this.judge(result, isLast);
				continue;
			}
			this.clockAheadMs = (result.serverTime ?? Number.NaN) - Date.now();
			this.tooMany += requests - 1;
			this.faults = 0;
			this.last = result;
			return result;
		}
	}

	/** @throws Untold for what says nothing, unless it is worth asking once more; the error itself for an answer. */
	private judge(error: Error, isLast: boolean): void {
		if (!(error instanceof ServiceError)) throw error;
		const { status, transient, serviceMessage, quotaResetsAt, advice } = error;
		if (this.cancelled?.aborted) this.stop('the execution was cancelled');
		if (status === 429 || quotaResetsAt !== undefined) {
			this.stop(`the service takes no more requests: ${advice}`);
		}
		// All else that does not pass says something of what was asked.
		if (status !== undefined && !transient) {
			this.faults = 0;
			throw error;
		}
		if (!isLast) return;
		if (++this.faults >= MOST_FAULTS) this.stopped = new Untold('the service stopped answering');
		if (status === undefined) throw new Untold(serviceMessage, LATER, error);
		throw new Untold(`the service answered ${status}`);
	}

	private stop(why: string, advice = LATER): never {
		this.stopped = new Untold(why, advice);
		throw this.stopped;
	}
}
