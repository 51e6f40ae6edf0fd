/** How the parts of one import send their requests. */
import { isForSize } from '../../api/bulk/isolate';
import { sendingBy } from '../../api/client';
import { ServiceError } from '../../api/errors/errors';
import { Semaphore } from '../../api/pace/semaphore';
import { isRead } from '../../api/routes/routes';
import type { Client } from '../../api/types';

/** Several parts are looked up at once, so that there is always a request to send: earlier ones go first. */
export class Sending {
	private readonly turns = new Semaphore();
	private readonly ending = new AbortController();

	/** @param stops whether nothing is sent any more once a request to write has failed. */
	constructor(
		private readonly client: Client,
		private readonly stops: boolean,
	) {}

	/** Whether nothing is sent any more. */
	get isOver(): boolean {
		return this.ending.signal.aborted;
	}

	/**
	 * @param part its place in the file: parts are numbered in their order.
	 * @param abandoned tells that nothing of the part will be written.
	 */
	clientOf(part: number, abandoned: AbortSignal): Client {
		const send: Client['send'] = async (request, options = {}) => {
			const isReading = isRead(request.operation);
			// One of its own each: so many requests would be too many listeners to one signal.
			const unwanted = AbortSignal.any([
				this.ending.signal,
				abandoned,
				...(options.unwanted ? [options.unwanted] : []),
			]);
			if (isReading) await this.turns.take(part);
			try {
				return await this.client.send(request, { ...options, unwanted });
			} catch (error) {
				if (!isReading && this.stops && isFailure(error)) this.ending.abort();
				throw error as Error;
			} finally {
				if (isReading) this.turns.release();
			}
		};
		return sendingBy(this.client, send);
	}
}

/** What is only too large is sent again in smaller requests. */
const isFailure = (error: unknown): boolean => error instanceof ServiceError && !isForSize(error);
