import { SERVICE_RATE } from '../../shared';

/** Leaves one slot free for 1.2 s every 15 s, which costs a lone process 1.5 %. */
const GAP = { every: 15_000, lasts: 1_200 };
/** A request after so many milliseconds without one begins a new run. */
const IDLE = 2_000;

/**
 * In a long run, one of the rate's slots is left free for a little more than a second now and then.
 * A process that uses all of them all the time would let others with the same token in by chance alone: they
 * get refusals, which the busy process does not see. Times are the clock's `elapsed`.
 */
export class YieldingGap {
	private busySince = -Infinity;
	private startedAt = -Infinity;

	/** A request begins. */
	start(now: number): void {
		if (this.isIdle(now)) this.busySince = now;
		this.startedAt = now;
	}

	/** The slots that may be used now, of so many. */
	besides(now: number, slots: number): number {
		const { every, lasts } = GAP;
		const isFree = !this.isIdle(now) && (now - this.busySince) % (every + lasts) >= every;
		return isFree && slots >= SERVICE_RATE ? slots - 1 : slots;
	}

	private isIdle(now: number): boolean {
		return now - this.startedAt > IDLE;
	}
}
