import { LOOK_FIRST } from '../errors/advice';
import { ServiceError } from '../errors/errors';
import { LIMITS } from '../limits';
import type { Purpose } from './priorityQueue';
import type { Pacer } from './pacer';
import { isOfDay, reservedError, withReset, type Reserve } from './quota';
import type { Cancellation, Clock } from '../http/transport';

export interface RetryRules {
	readonly operation: string;
	/** Whether sending it twice does no more than sending it once. */
	readonly repeatable: boolean;
	readonly pacer: Pacer;
	readonly clock: Clock;
	/** A run by default. */
	readonly purpose?: Purpose;
	/** No request is sent once this process has sent so many today. */
	readonly reserve?: Reserve;
	/** The longest wait for the rate limit and for retries together; see `SendOptions`. */
	readonly maxWaitMs?: number;
	/** The longest time until the last answer has come; see `SendOptions`. */
	readonly timeLeftMs?: number;
	/** Attempts in all, whatever ended them; see `SendOptions`. */
	readonly mostAttempts?: number;
	readonly signal?: Cancellation;
	/** Whether requests before this one waited for the rate more than for anything else. */
	readonly heldBack?: () => boolean;
	readonly random?: () => number;
}

/**
 * How long to wait before another attempt, in milliseconds; `undefined` when there is to be none.
 * What got a 429 was not carried out, nor was what never arrived, so both are always repeated; after
 * a fault or a broken connection, only what is safe to repeat.
 * @param attempt how many attempts ended like this one, in a refusal by the rate or in a fault, from 1.
 * @param window the rate limit's current window, in milliseconds.
 */
function delayBeforeRetry(
	error: ServiceError,
	attempt: number,
	{ repeatable, window, random }: { repeatable: boolean; window: number; random: () => number },
): number | undefined {
	const rateLimited = error.status === 429;
	const safe = repeatable || rateLimited || error.outcome === 'unreachable';
	if (!error.transient || !safe) return undefined;
	if (attempt >= (rateLimited ? LIMITS.attempts.rate : LIMITS.attempts.fault)) return undefined;
	if (error.retryAfterMs !== undefined) return error.retryAfterMs;
	// Half of a back-off is jitter, so that several machines do not retry in step.
	const backoff = (doublings: number, first: number, longest: number) =>
		Math.min(longest, first * 2 ** doublings) * (0.75 + random() / 2);
	const { first, longest, longestForRate } = LIMITS.backoffMs;
	if (!rateLimited) return backoff(attempt - 1, first, longest);
	return attempt === 1 ? window : backoff(attempt - 1, window, longestForRate);
}

/**
 * Sends at the credential's pace, and again where that is safe and may help.
 * @param once sends one request, and gives up after the time it is told, if any.
 * @throws ServiceError of the last attempt; in doubt if any attempt of a write was.
 */
export async function withRetry<T>(
	once: (timeoutMs?: number) => Promise<T>,
	rules: RetryRules,
): Promise<T> {
	const { repeatable, pacer, clock, signal, maxWaitMs, random = Math.random } = rules;
	const { purpose = 'run', reserve, timeLeftMs, mostAttempts = Infinity } = rules;
	const isPatient = purpose === 'run' && maxWaitMs === undefined && timeLeftMs === undefined;
	const longest = maxWaitMs ?? LIMITS.retryWaitMs;
	const began = clock.elapsed();
	const deadline = began + Math.min(maxWaitMs ?? Infinity, timeLeftMs ?? Infinity);
	const timeout = () =>
		timeLeftMs === undefined
			? undefined
			: Math.max(LIMITS.shortestRequestMs, began + timeLeftMs - clock.elapsed());
	const attempts = { rate: 0, fault: 0 };
	let made = 0;
	let waited = 0;
	let last: ServiceError | undefined;
	let inDoubt = false;
	let refusedAt: number | undefined;
	for (;;) {
		const hopeless = clock.elapsed() + pacer.expectedWait(purpose) > deadline;
		const startedAt = hopeless
			? undefined
			: await pacer.turn({ purpose, signal, deadline, mostToday: reserve?.mostToday });
		if (startedAt === undefined) {
			// There is no other attempt: what ended the last one is what happened.
			const isTold = !signal?.aborted || last?.outcome === 'unknown';
			throw last && isTold ? last : notSent(rules);
		}
		made++;
		const result = await settled(async () => await once(timeout()));
		if (isLetThrough(result)) pacer.accepted(startedAt);
		if (!(result instanceof ServiceError)) return result;
		const { window } = pacer;
		const rateLimited = result.status === 429;
		attempts[rateLimited ? 'rate' : 'fault']++;
		const ofDay = rateLimited && isOfDay(result);
		// As long as others of this process get through, each refusal is like the first.
		if (rateLimited && !ofDay && isPatient && pacer.hasProgressed(LIMITS.progressMs)) {
			attempts.rate = 1;
			waited = 0;
		}
		const now = clock.elapsed();
		if (rateLimited) refusedAt ??= now;
		const attempt = rateLimited ? attempts.rate : attempts.fault;
		const wait = delayBeforeRetry(result, attempt, { repeatable, window, random });
		const fits =
			wait !== undefined &&
			made < mostAttempts &&
			waited + wait <= longest &&
			!isShutOut(pacer, now - (refusedAt ?? now) + wait) &&
			now + wait <= deadline;
		// A wait for the daily quota holds nobody else back: each request finds out for itself.
		const holdBackMs = fits ? wait : window;
		if (ofDay) pacer.holdBack(holdBackMs);
		else if (rateLimited) pacer.refused(startedAt, holdBackMs);
		inDoubt ||= result.isInDoubt;
		const told = rateLimited ? withReset(result, clock.now()) : result;
		last = inDoubt ? stillInDoubt(told) : told;
		if (!fits) throw last;
		waited += wait;
		if (!ofDay) await clock.sleep(wait, signal);
	}
}

/**
 * Whether the rate has let nothing of this process through for too long. How long a request waits for
 * its turn among others that are refused, its own waits don't tell.
 * @param sinceRefused milliseconds since the request was refused first.
 */
const isShutOut = (pacer: Pacer, sinceRefused: number): boolean =>
	Math.min(sinceRefused, pacer.withoutProgressMs) > LIMITS.progressMs + LIMITS.retryWaitMs;

/** Whether the rate allowed it: what the service answers to a request it does not carry out, too. */
const isLetThrough = (result: unknown): boolean =>
	!(result instanceof ServiceError) ||
	(result.status !== undefined && result.status < 500 && result.status !== 429);

/** What a later attempt is answered does not say whether an earlier one was carried out. */
function stillInDoubt(error: ServiceError): ServiceError {
	if (error.advice.endsWith(LOOK_FIRST)) return error;
	const why = error.isInDoubt ? '' : 'an earlier attempt had no clear response, and ';
	return error.with({ outcome: 'unknown', advice: `${error.advice}; ${why}${LOOK_FIRST}` });
}

const settled = async <T>(once: () => Promise<T>): Promise<T | ServiceError> =>
	await once().catch((error: unknown) => {
		if (error instanceof ServiceError) return error;
		throw error;
	});

/** Who has to wait for less is not held up by others. */
const A_TURN_MS = 2_000;

const CANCELLED = {
	serviceMessage: 'The execution was cancelled',
	advice: 'this request was not sent',
};

const OUT_OF_TIME = {
	serviceMessage: 'No time is left for this request',
	advice: 'the responses before it took too long; it is tried again with the next poll',
};

const IN_LINE = {
	serviceMessage: 'The rate limit leaves no time for this request',
	advice: 'run it again later, or let fewer nodes share the credential at once',
};

/** Only a wait for the rate is told as one: by it n8n takes a failure for a matter of the rate. */
function notSent(rules: RetryRules): ServiceError {
	const { operation, purpose, reserve, signal, pacer, clock, heldBack } = rules;
	const failure = { operation, outcome: 'unreachable' } as const;
	if (signal?.aborted) return new ServiceError({ ...failure, ...CANCELLED });
	if (reserve && pacer.today >= reserve.mostToday)
		return reservedError(operation, reserve, clock.now());
	const wait = pacer.expectedWait(purpose);
	const isForRate = wait >= A_TURN_MS || pacer.heldBackFor > 0 || heldBack?.();
	return new ServiceError(
		isForRate
			? { ...failure, ...IN_LINE, retryAfterMs: Math.ceil(wait) }
			: { ...failure, ...OUT_OF_TIME },
	);
}

/** Tells whether more than half of the time from now on was spent waiting after a 429. */
export function heldBackSince(pacer: Pacer, clock: Clock): () => boolean {
	const [began, before] = [clock.elapsed(), pacer.heldBackMs];
	return () => pacer.heldBackMs - before > (clock.elapsed() - began) / 2;
}
