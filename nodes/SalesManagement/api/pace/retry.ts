import { LIMITS } from '../../shared';
import { isOfKind, ServiceError } from '../errors/errors';
import type { Clock } from '../http/transport';
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

/** The wait after so many faults, in milliseconds. Half of it is jitter, so that several machines do not retry in step. */
const backoff = (faults: number): number =>
	Math.min(LIMITS.backoffMs.longest, LIMITS.backoffMs.first * 2 ** (faults - 1)) *
	(0.75 + Math.random() / 2);

/**
 * Sends at the credential's pace, and again where that is safe and may help. A request that got a 429 was not
 * carried out, nor was one that never arrived, so both are always repeated; after a fault or a broken connection,
 * only a request that is safe to repeat. Faults are counted. A 429 is repeated until the deadline; without one as long as requests of
 * this process get through, and for two minutes after that.
 * @param once sends one request, and gives up after the time it is told, if any.
 * @throws ServiceError of the last attempt; in doubt if any attempt of a write was.
 */
export async function withRetry<T>(
	once: (timeoutMs?: number) => Promise<T>,
	rules: RetryRules,
): Promise<T> {
	const {
		repeatable,
		pacer,
		clock,
		signal,
		purpose = 'run',
		reserve,
		maxWaitMs,
		timeLeftMs,
	} = rules;
	const began = clock.elapsed();
	const deadline = began + Math.min(maxWaitMs ?? Infinity, timeLeftMs ?? Infinity);
	const isPatient = purpose === 'run' || deadline < Infinity;
	const lastRepeat = isPatient ? deadline : began + LIMITS.retryWaitMs;
	const timeout = () =>
		timeLeftMs === undefined
			? undefined
			: Math.max(LIMITS.shortestRequestMs, began + timeLeftMs - clock.elapsed());
	let faults = 0;
	let last: ServiceError | undefined;
	let inDoubt = false;
	for (;;) {
		const isTooLate = clock.elapsed() + pacer.expectedWait(purpose) > deadline;
		const startedAt = isTooLate
			? undefined
			: await pacer.turn({ purpose, signal, deadline, mostToday: reserve?.mostToday });
		if (startedAt === undefined) {
			// There is no other attempt, so the failure of the last one is the result.
			const isTold = !signal?.aborted || last?.outcome === 'unknown';
			throw last && isTold ? last : notSent(rules);
		}
		const result = await once(timeout()).catch(failureIn);
		if (isLetThrough(result)) pacer.accepted(startedAt);
		if (!(result instanceof ServiceError)) return result;
		const isForRate = isOfKind(result, 'rate', 'quota');
		if (!isForRate) faults++;
		const wait = result.retryAfterMs ?? (isForRate ? pacer.window : backoff(faults));
		const isSafe = repeatable || isForRate || result.outcome === 'unreachable';
		const isRepeated =
			result.transient &&
			isSafe &&
			faults < LIMITS.attempts &&
			wait <= LIMITS.retryWaitMs &&
			(!isForRate || wait + pacer.shutOutMs <= LIMITS.shutOutMs) &&
			clock.elapsed() + wait <= lastRepeat;
		// A wait that is too long for this request holds nobody else back.
		if (isForRate) pacer.refused(startedAt, isRepeated ? wait : pacer.window);
		inDoubt ||= result.isInDoubt;
		const told = isForRate ? withReset(result, clock.now()) : result;
		last = inDoubt ? stillInDoubt(told) : told;
		if (!isRepeated) throw last;
		await clock.sleep(wait, signal);
	}
}

/** Whether the rate allowed the request: the service answered it, if only with a refusal. */
const isLetThrough = (result: unknown): boolean =>
	!(result instanceof ServiceError) ||
	(result.status !== undefined && !isOfKind(result, 'rate', 'quota', 'fault'));

/** Keeps the doubt of an earlier attempt: the answer to a later one does not say whether it was carried out. */
function stillInDoubt(error: ServiceError): ServiceError {
	if (error.isInDoubt) return error;
	const advice = `${error.advice}; an earlier attempt had no clear response`;
	return error.with({ outcome: 'unknown', advice });
}

/** @throws any other error. */
function failureIn(error: unknown): ServiceError {
	if (error instanceof ServiceError) return error;
	throw error as Error;
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
