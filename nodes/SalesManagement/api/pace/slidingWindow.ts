import { SERVICE_RATE } from '../../shared';

/** The length of the service's own windows (v2 §8). */
const SECOND = 1000;
/** Requests sent 5 per 1,000 ms arrive closer together on a busy machine; 5 per 1,025 ms held. */
const MARGIN = 25;
/** The first requests take longer to arrive than those behind them, which then come too close. */
const FIRST_MARGIN = 40;
const WIDEST_MARGIN = SECOND;
/** A first request arrives at most this much later, since its connection has to be made; the rest is the service's work. */
const CONNECTING = 250;
/** The part of a margin's excess that each answered request takes away: halved in about 70. */
const RECOVERY = 0.01;
/** The shortest of this many round trips is the usual one. */
const ROUND_TRIPS_REMEMBERED = 50;

/** A request that the service may still count. */
interface Begun {
	readonly at: number;
	/** The time from its beginning to its answer, in milliseconds; absent while it is under way. */
	roundTrip?: number;
}

/**
 * A sliding window: no more than the rate's number of requests arrive in any second. The time of arrival is
 * not known here, only when a request began and how long its answer took: a request whose answer took
 * longer than usual is taken to have arrived that much later. Times are the clock's `elapsed`.
 */
export class SlidingWindow {
	private begun: Begun[] = [];
	private roundTrips: number[] = [];
	private margin = FIRST_MARGIN;

	constructor(public rate: number) {}

	/**
	 * The requests that may begin in one window: the rate, or 1 per longer window below 1. For a fraction
	 * windows are shorter than a second, or longer where two of them would not fit into the service's one.
	 */
	get capacity(): number {
		const whole = Math.max(1, Math.floor(this.rate));
		return 2 * whole > SERVICE_RATE ? Math.ceil(this.rate) : whole;
	}

	/** The window's current length, in milliseconds. */
	get length(): number {
		return this.least + this.margin;
	}

	private get least(): number {
		return (SECOND * this.capacity) / this.rate;
	}

	/**
	 * The time at which the next request may begin; in the past or `-Infinity` if at once, `Infinity` without slots.
	 * @param slots the requests that may be in one window.
	 * @param margin the milliseconds by which it is longer than the service's.
	 */
	next(slots = this.capacity, margin = this.margin): number {
		if (slots <= 0) return Infinity;
		if (this.begun.length < slots) return -Infinity;
		// The first requests may all be slow, so nothing is usual before a second window full of them has been seen.
		const isUsualKnown = this.roundTrips.length >= 2 * this.capacity;
		const usualRoundTrip = isUsualKnown ? Math.min(...this.roundTrips) : 0;
		const latest = isUsualKnown ? SECOND : CONNECTING;
		const arrivals = this.begun
			.map(
				({ at, roundTrip = 0 }) => at + Math.min(latest, Math.max(0, roundTrip - usualRoundTrip)),
			)
			.sort((a, b) => a - b);
		return (arrivals.at(-slots) ?? -Infinity) + this.least + margin;
	}

	/** A request begins. */
	start(now: number): void {
		// Twice the capacity, since a slow request may arrive after those that began behind it.
		this.begun = [...this.begun, { at: now }].slice(-2 * this.capacity);
	}

	/** A request was let through. */
	accepted(startedAt: number, now: number): void {
		this.margin -= (this.margin - MARGIN) * RECOVERY;
		const roundTrip = now - startedAt;
		this.roundTrips = [...this.roundTrips, roundTrip].slice(-ROUND_TRIPS_REMEMBERED);
		const request = this.underWay(startedAt);
		if (request) request.roundTrip = roundTrip;
	}

	/** A request was refused, so it takes no slot. */
	refused(startedAt: number): void {
		const request = this.underWay(startedAt);
		this.begun = this.begun.filter((each) => each !== request);
	}

	private underWay(startedAt: number): Begun | undefined {
		return this.begun.find(({ at, roundTrip }) => at === startedAt && roundTrip === undefined);
	}

	/** Requests came closer together than the service allows. */
	widen(): void {
		this.margin = Math.min(this.margin * 2, WIDEST_MARGIN);
	}
}
