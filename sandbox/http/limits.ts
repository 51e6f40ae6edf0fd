import type { Caller } from '../contract/operation';
import { Refusal } from '../contract/refusal';
import type { Service } from '../domain/service';

const dayMs = 24 * 60 * 60 * 1000;

/**
 * The request limits (v2 §8, S3): at most `rateLimit` accepted requests in any 1,000 ms, and the
 * daily count, which starts anew at UTC midnight. Refused requests count for neither.
 */
export class Limits {
	private readonly accepted = new Map<string, number[]>();
	private readonly days = new Map<string, { day: number; count: number }>();
	/** How many requests were refused with 429. */
	refused = 0;

	constructor(private readonly service: Service) {}

	/**
	 * Counts a request, or throws TOO_MANY_REQUESTS.
	 * @param credential counted by itself for v1 keys, which have no user
	 */
	accept(caller: Caller, credential: string): void {
		const { options, clock } = this.service;
		const { rateLimit, dailyLimit } = options;
		const bucket = bucketOf(caller, credential);
		const now = performance.now();
		const recent = (this.accepted.get(bucket) ?? []).filter((time) => time > now - 1000);
		const day = Math.floor(clock.now() / dayMs);
		const today = this.days.get(bucket);
		const count = today?.day === day ? today.count : 0;
		if (count >= dailyLimit[caller.kind]) {
			throw this.refuse(
				`The limit of ${dailyLimit[caller.kind]} requests per day is used up until UTC midnight`,
				Math.ceil(((day + 1) * dayMs - clock.now()) / 1000),
			);
		}
		if (rateLimit > 0 && recent.length >= rateLimit) {
			throw this.refuse(`More than ${rateLimit} requests per second`, 1);
		}
		if (rateLimit > 0) this.accepted.set(bucket, [...recent, now]);
		this.days.set(bucket, { day, count: count + 1 });
	}

	reset(): void {
		this.accepted.clear();
		this.days.clear();
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

/** Per user over all personal tokens, per domain over all team tokens (v2 §8), per v1 key (S3). */
function bucketOf(caller: Caller, credential: string): string {
	if (caller.kind === 'personal') return `user ${caller.userId}`;
	return caller.kind === 'team' ? `domain ${caller.domainId}` : `key ${credential}`;
}
