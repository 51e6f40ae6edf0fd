import type { Caller } from '../contract/operationContract';
import { Refusal } from '../contract/refusal';
import type { Service } from '../domain/service';

const dayMs = 24 * 60 * 60 * 1000;

/** The accepted requests that count towards one limit. */
interface Accepted {
	/** The times of those within the last second, in ms of real time. */
	times: number[];
	/** The UTC day of the last one, in days since 1970. */
	day: number;
	/** The number of requests on that day. */
	count: number;
}

/**
 * The request limits (v2 §8, S3): at most `rateLimit` accepted requests in any 1,000 ms, and the
 * daily count, which starts anew at UTC midnight. Refused requests count for neither.
 */
export class Limits {
	private readonly buckets = new Map<string, Accepted>();
	/** How many requests were refused with 429. */
	refused = 0;

	constructor(private readonly service: Service) {}

	/**
	 * Counts a request.
	 * @param credential each v1 key is counted by itself, since it has no user
	 * @throws Refusal (TOO_MANY_REQUESTS) above a limit
	 */
	accept(caller: Caller, credential: string): void {
		const { options, clock } = this.service;
		const { rateLimit, dailyLimit } = options;
		const bucket = bucketOf(caller, credential);
		const now = performance.now();
		const day = Math.floor(clock.now() / dayMs);
		const before = this.buckets.get(bucket) ?? { times: [], day, count: 0 };
		const times = before.times.filter((time) => time > now - 1000);
		const count = before.day === day ? before.count : 0;
		if (count >= dailyLimit[caller.kind]) {
			throw this.refuse(
				`The limit of ${dailyLimit[caller.kind]} requests per day is used up until UTC midnight`,
				Math.ceil(((day + 1) * dayMs - clock.now()) / 1000),
			);
		}
		if (rateLimit > 0 && times.length >= rateLimit) {
			throw this.refuse(`More than ${rateLimit} requests per second`, 1);
		}
		if (rateLimit > 0) times.push(now);
		this.buckets.set(bucket, { times, day, count: count + 1 });
	}

	reset(): void {
		this.buckets.clear();
		this.refused = 0;
	}

	private refuse(message: string, retryAfterSeconds: number): Refusal {
		this.refused++;
		const headers = this.service.options.retryAfterHeader
			? { 'retry-after': String(retryAfterSeconds) }
			: undefined;
		return new Refusal('TOO_MANY_REQUESTS', [message], [], headers);
	}
}

/**
 * The name of the count: one for all personal tokens of a user, one for all team tokens of a domain
 * (v2 §8), one for each v1 key (S3).
 */
function bucketOf(caller: Caller, credential: string): string {
	if (caller.kind === 'personal') return `user ${caller.userId}`;
	return caller.kind === 'team' ? `domain ${caller.domainId}` : `key ${credential}`;
}
