import { LIMITS } from '../limits';

/** Lets so many work at once, and no more: the pace sets the speed, this bounds the memory. */
export class Semaphore {
	private readonly waiting: Array<() => void> = [];

	constructor(private free: number = LIMITS.requestsUnderWay) {}

	/**
	 * Takes a place; who came first gets the next one.
	 * @returns nothing where a place was free, else what to wait for.
	 */
	take(): Promise<void> | undefined {
		if (this.free > 0) {
			this.free--;
			return undefined;
		}
		return new Promise<void>((begin) => this.waiting.push(begin));
	}

	release(): void {
		const next = this.waiting.shift();
		if (next) next();
		else this.free++;
	}
}
