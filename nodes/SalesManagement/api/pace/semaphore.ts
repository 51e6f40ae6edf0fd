import { LIMITS } from '../limits';

/** Lets so many work at once, and no more: the pace sets the speed, this bounds the memory. */
export class Semaphore {
	private readonly waiting: Array<{ readonly rank: number; readonly begin: () => void }> = [];

	constructor(private free: number = LIMITS.requestsUnderWay) {}

	/**
	 * Takes a place.
	 * @param rank of those that wait, the lowest comes first; of equal ones, who came first.
	 * @returns nothing where a place was free, else what to wait for.
	 */
	take(rank = 0): Promise<void> | undefined {
		if (this.free > 0) {
			this.free--;
			return undefined;
		}
		return new Promise<void>((begin) => {
			const behind = this.waiting.findIndex((each) => each.rank > rank);
			this.waiting.splice(behind < 0 ? this.waiting.length : behind, 0, { rank, begin });
		});
	}

	release(): void {
		const next = this.waiting.shift();
		if (next) next.begin();
		else this.free++;
	}
}
