import type { Cancellation } from './transport';

/**
 * When a request is given up: when its execution is cancelled, or when its time is over. The time-out
 * of n8n's helper ends with the headers of an answer, and after it only a signal closes the connection.
 */
export class Deadline {
	private readonly controller = new AbortController();
	private readonly time: AbortSignal;
	private readonly giveUp = () => this.controller.abort();

	constructor(
		milliseconds: number,
		private readonly cancelled: Cancellation | undefined,
	) {
		this.time = AbortSignal.timeout(milliseconds);
		this.time.addEventListener('abort', this.giveUp);
		cancelled?.addEventListener('abort', this.giveUp);
		if (cancelled?.aborted) this.giveUp();
	}

	get signal(): AbortSignal {
		return this.controller.signal;
	}

	/** The error of a request that ended with this one: one of its own when its time was over. */
	errorOf(error: unknown): unknown {
		if (!this.time.aborted || this.cancelled?.aborted) return error;
		return Object.assign(new Error('The response did not end'), { code: 'ETIMEDOUT' });
	}

	/** The request has ended. */
	release(): void {
		this.time.removeEventListener('abort', this.giveUp);
		this.cancelled?.removeEventListener('abort', this.giveUp);
	}
}
