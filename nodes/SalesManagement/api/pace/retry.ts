import { LIMITS } from '../../shared';
import { failureIn, isOfKind, ServiceError } from '../errors/errors';
import type { Clock } from '../http/clock';
import type { SendOptions } from '../routes';
import type { Pacer } from './pacer';
import type { Purpose } from './priorityQueue';
import { reservedError, withReset, type Reserve } from './quota';

export interface RetryRules extends Pick<SendOptions, 'maxWaitMs' | 'timeLeftMs'> {
	readonly operation: string;
	/** Whether sending it twice does no more than sending it once. */
	readonly repeatable: boolean;
	readonly pacer: Pacer;
	readonly clock: Clock;
	/** Polls and forms go ahead of runs; a run by default. */
	readonly purpose?: Purpose;
	/** A part of the day's quota that this request may not use. */
	readonly reserve?: Reserve;
	readonly signal?: AbortSignal;
}

/**
 * The wait after so many faults, in milliseconds. It doubles with each fault; a random factor from 0.75 to 1.25 keeps
 * several machines from retrying in step.
 */
const backoff = (faults: number) =>
	Math.min(LIMITS.backoffMs.longest, LIMITS.backoffMs.first * 2 ** (faults - 1)) *
	(0.75 + Math.random() / 2);

/**
 * Sends a request at the credential's pace, and sends it again after a failure, if that may help and does no harm
 * (`isWorthRepeating`). Each of these limits ends the attempts by itself:
 *
 * | limit                | what it ends                                                                         |
 * | -------------------- | ------------------------------------------------------------------------------------ |
 * | `deadline`           | attempts that would begin after it: `maxWaitMs` or `timeLeftMs`, whichever is less   |
 * | `timeLeftMs`         | also the attempt under way: its time-out is the time left, or `shortestRequestMs`    |
 * | `LIMITS.attempts`    | all attempts after so many faults; any failure but a 429 is a fault                  |
 * | `LIMITS.retryWaitMs` | an attempt before which the `wait` would be longer                                   |
 * | the same             | attempts of a poll or a form without a deadline, so long after its beginning         |
 * | `LIMITS.shutOutMs`   | attempts after a 429, where no request of the process would get through for so long  |
 *
 * The `wait` before the next attempt is the `Retry-After` of the response. Without one it is the length of the rate's
 * window after a 429, and the backoff after a fault.
 * @param once sends one request, and gives up after the time it is given.
 * @throws ServiceError of the last attempt; in doubt if any attempt of a write was.
 */
export async function withRetry<T>(
	once: (timeoutMs: number) => Promise<T>,
	rules: RetryRules,
): Promise<T> {
	const { pacer, clock, signal, purpose = 'run', reserve } = rules;
	const { maxWaitMs = Infinity, timeLeftMs = Infinity } = rules;
	const began = clock.elapsed();
	const deadline = began + Math.min(maxWaitMs, timeLeftMs);
	// A poll or a form without a deadline is not patient: the next poll tries again, and somebody waits for the form.
	const isPatient = purpose === 'run' || deadline < Infinity;
	const lastRepeat = isPatient ? deadline : began + LIMITS.retryWaitMs;
	let faults = 0;
	let last: ServiceError | undefined;
	let inDoubt = false;
	for (;;) {
		// The pacer looks at a request's deadline only when it is the first in the line. A request whose turn would come
		// too late does not join the line, and fails at once.
		const isTooLate = clock.elapsed() + pacer.expectedWait(purpose) > deadline;
		const startedAt = isTooLate
			? undefined
			: await pacer.turn({ purpose, signal, deadline, mostToday: reserve?.mostToday });
		if (startedAt === undefined) {
			// The failure of the attempt before, if there was one, is the error. But if the execution was cancelled, that
			// is the error, unless the attempt before may have been carried out.
			const isLastTold = !signal?.aborted || last?.outcome === 'unknown';
			throw last && isLastTold ? last : notSent(rules);
		}
		const timeLeft = began + timeLeftMs - clock.elapsed();
		const result = await once(Math.max(LIMITS.shortestRequestMs, timeLeft)).catch(failureIn);
		if (isLetThrough(result)) pacer.accepted(startedAt);
		if (!(result instanceof ServiceError)) return result;
		const isForRate = isOfKind(result, 'rate', 'quota');
		if (!isForRate) faults++;
		const wait = result.retryAfterMs ?? (isForRate ? pacer.windowMs : backoff(faults));
		const isRepeated =
			faults < LIMITS.attempts &&
			clock.elapsed() + wait <= lastRepeat &&
			isWorthRepeating(result, wait, rules);
		// A wait that is too long for this request holds nobody else back.
		if (isForRate) pacer.refused(startedAt, isRepeated ? wait : pacer.windowMs);
		inDoubt ||= result.isInDoubt;
		const failure = isForRate ? withReset(result, clock.now()) : result;
		last = inDoubt ? stillInDoubt(failure) : failure;
		if (!isRepeated) throw last;
		await clock.sleep(wait, signal);
	}
}

/**
 * Whether another attempt may help, does no harm, and is near enough. A request that got a 429 was not carried out,
 * nor was one that never arrived; after any other failure only a request that is safe to repeat is sent again.
 */
function isWorthRepeating(
	error: ServiceError,
	wait: number,
	{ repeatable, pacer }: RetryRules,
): boolean {
	const isForRate = isOfKind(error, 'rate', 'quota');
	const isHarmless = repeatable || isForRate || error.outcome === 'unreachable';
	const isShutOut = isForRate && wait + pacer.shutOutMs > LIMITS.shutOutMs;
	return error.transient && isHarmless && !isShutOut && wait <= LIMITS.retryWaitMs;
}

/** Whether the rate allowed the request: the service answered it, if only with a refusal. */
const isLetThrough = (result: unknown) =>
	!(result instanceof ServiceError) ||
	(result.status !== undefined && !isOfKind(result, 'rate', 'quota', 'fault'));

/** Keeps the doubt of an earlier attempt: the answer to a later one does not say whether it was carried out. */
function stillInDoubt(error: ServiceError): ServiceError {
	if (error.isInDoubt) return error;
	const advice = `${error.advice}; an earlier attempt had no clear response`;
	return error.with({ outcome: 'unknown', advice });
}

/** A request with a shorter expected wait than this is not held up by the rate. */
const A_TURN_MS = 2_000;

/** The error of a request that was not sent. It is one of the rate only where the rate made it wait: n8n reads that. */
function notSent(rules: RetryRules): ServiceError {
	const { operation, purpose, reserve, signal, pacer, clock } = rules;
	const failure = { operation, outcome: 'unreachable' } as const;
	if (signal?.aborted) {
		return new ServiceError({
			...failure,
			kind: 'cancelled',
			serviceMessage: 'The execution was cancelled',
			advice: 'this request was not sent',
		});
	}
	if (reserve && pacer.today >= reserve.mostToday) {
		return reservedError(operation, reserve, clock.now());
	}
	const wait = pacer.expectedWait(purpose);
	if (wait < A_TURN_MS) {
		return new ServiceError({
			...failure,
			serviceMessage: 'No time is left for this request',
			advice: 'the responses before it took too long',
		});
	}
	return new ServiceError({
		...failure,
		kind: 'rate',
		serviceMessage: 'The rate limit leaves no time for this request',
		advice: 'run it again later, or let fewer nodes share the credential at once',
		retryAfterMs: Math.ceil(wait),
	});
}
