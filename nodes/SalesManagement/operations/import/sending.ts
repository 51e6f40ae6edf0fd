/** How the parts of one import send their requests. */
import { isForSize } from '../../api/boundedSearch';
import { sendingBy } from '../../api/client';
import { ServiceError } from '../../api/errors';
import { LIMITS } from '../../api/limits';
import { isRead } from '../../api/routes';
import type { Client } from '../../api/types';

/** Lets so many read at once, those of earlier parts first. */
class Turns {
	private free: number = LIMITS.requestsUnderWay;
	private readonly waiting: Array<{ readonly part: number; readonly begin: () => void }> = [];

	/** Takes a turn at once, or waits for one. */
	async take(part: number): Promise<void> {
		if (this.free > 0) {
			this.free--;
			return;
		}
		await new Promise<void>((begin) => {
			const behind = this.waiting.findIndex((each) => each.part > part);
			this.waiting.splice(behind < 0 ? this.waiting.length : behind, 0, { part, begin });
		});
	}

	release(): void {
		const next = this.waiting.shift();
		if (next) next.begin();
		else this.free++;
	}
}

/** Several parts are looked up at once, so that there is always a request to send: earlier ones go first. */
export class Sending {
	private readonly turns = new Turns();
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
