import { sleep } from 'n8n-workflow';

/** Time, so that tests need not wait for it. */
export interface Clock {
	/** Milliseconds since 1970, for dates. It may be set back. */
	now(): number;
	/** Milliseconds since some moment, for waits and time-outs. It only goes forward. */
	elapsed(): number;
	/** Ends early when the execution is cancelled. */
	sleep(milliseconds: number, signal?: AbortSignal): Promise<unknown>;
}

/** Settles with the promise, or resolves to `undefined` as soon as the execution is cancelled. */
export async function unlessCancelled<Value>(
	promise: Promise<Value>,
	signal: AbortSignal | undefined,
): Promise<Value | undefined> {
	if (!signal) return await promise;
	// A caller that no longer waits for it must not get its failure.
	promise.catch(() => undefined);
	if (signal.aborted) return undefined;
	let stop: () => void = () => undefined;
	const cancelled = new Promise<undefined>((resolve) => {
		stop = () => resolve(undefined);
		signal.addEventListener('abort', stop, { once: true });
	});
	try {
		return await Promise.race([promise, cancelled]);
	} finally {
		// A signal outlives many waits, and must not keep a listener of each.
		signal.removeEventListener('abort', stop);
	}
}

/** Aborted as soon as one of these is. */
export const anySignal = (...signals: ReadonlyArray<AbortSignal | undefined>): AbortSignal =>
	AbortSignal.any(signals.filter((signal) => signal !== undefined));

/** The real time. */
export const systemClock: Clock = {
	now: () => Date.now(),
	elapsed: () => performance.now(),
	sleep: async (milliseconds, signal) => await unlessCancelled(sleep(milliseconds), signal),
};

/** Entries that are dealt with in one go, which takes some milliseconds. */
const AT_ONCE = 500;

/**
 * The entries of a long list one by one. Now and then timers and answers that are due come first: a run of many
 * rows would hold up the requests of others, and its own.
 */
export async function* inTimeSlices<Each>(list: readonly Each[]): AsyncGenerator<Each> {
	for (const [at, each] of list.entries()) {
		if (at > 0 && at % AT_ONCE === 0) await systemClock.sleep(0);
		yield each;
	}
}
