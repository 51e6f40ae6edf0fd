import { SERVICE_RATE } from '../../shared';

/** In milliseconds. What it costs whoever is alone: a fifth of `lasts` in each of these times. */
const GAP = { every: 15_000, lasts: 1_200 };
/** After so long without a request it is a new run that begins. */
const IDLE = 2_000;

/**
 * In a long run, one of the rate's places is left free for a little more than a second now and then.
 * Whoever uses all of them all the time would let others with the same token in by chance alone: what
 * they hear is refusals, and of these the busy process hears nothing. Times are the clock's `elapsed`.
 */
export class YieldingGap {
	private busySince = -Infinity;
	private startedAt = -Infinity;

	/** A request begins. */
	start(now: number): void {
		if (this.isIdle(now)) this.busySince = now;
		this.startedAt = now;
	}

	/** How many of so many places may be used now. */
	besides(now: number, places: number): number {
		const { every, lasts } = GAP;
		const isFree = !this.isIdle(now) && (now - this.busySince) % (every + lasts) >= every;
		return isFree && places >= SERVICE_RATE ? places - 1 : places;
	}

	private isIdle(now: number): boolean {
		return now - this.startedAt > IDLE;
	}
}
