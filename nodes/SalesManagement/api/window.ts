/** The service counts in windows of one second (v2 §8). */
const SECOND = 1000;
/** Requests sent 5 per 1,000 ms arrive closer together on a busy machine; 5 per 1,025 ms held. */
const MARGIN = 25;
/** The first requests take longer to arrive than those behind them, which then come too close. */
const FIRST_MARGIN = 100;
const WIDEST_MARGIN = SECOND;
/** The part of a margin's excess that each answered request takes away: halved in about 70. */
const RECOVERY = 0.01;
/** The shortest of this many round trips of a kind is the usual one. */
const TRIPS_REMEMBERED = 50;
/** The first requests are not taken to be held up on their way for longer: their answers may take long. */
const LONGEST_FIRST_DELAY = 250;

/** An answered request. Times are in milliseconds. */
interface Trip {
	readonly kind: string;
	readonly took: number;
	/** For how long of that this process was at work, and so could not see what had come. */
	readonly worked: number;
}

/** A request that the service may still count. */
interface Begun {
	readonly at: number;
	/** How long this process had been at work by then. */
	readonly worked: number;
	/** Absent while it is under way. */
	trip?: Trip;
}

/**
 * A sliding window: no more than the rate's number of requests arrive in any second. When a request
 * arrived is not known here, only when it began and how long its answer took: one whose answer took
 * longer than usual is taken to have arrived that much later, but for the time in which this process
 * was at work. Times are the clock's `elapsed`, in milliseconds.
 */
export class Window {
	private begun: Begun[] = [];
	/** The last round trips of each kind of request, in milliseconds. */
	private readonly trips = new Map<string, number[]>();
	private margin = FIRST_MARGIN;

	constructor(public rate: number) {}

	/** How many requests may begin in one window: the rate, or 1 per longer window below 1. */
	get burst(): number {
		return Math.max(1, Math.floor(this.rate));
	}

	/** Its current length, in milliseconds. */
	get length(): number {
		return this.least + this.margin;
	}

	private get least(): number {
		return (SECOND * this.burst) / this.rate;
	}

	/**
	 * When the next request may begin; in the past or `-Infinity` if at once, `Infinity` without places.
	 * @param places how many requests may be in one window.
	 * @param margin by how many milliseconds it is longer than the service's.
	 */
	next(places = this.burst, margin = this.margin): number {
		if (places <= 0) return Infinity;
		if (this.begun.length < places) return -Infinity;
		const arrivals = this.begun
			.map(({ at, trip }) => at + (trip ? this.delayOf(trip) : 0))
			.sort((a, b) => a - b);
		return (arrivals.at(-places) ?? -Infinity) + this.least + margin;
	}

	/** By how much later than usual a request arrived, at most. */
	private delayOf({ took, worked, kind }: Trip): number {
		const trips = this.trips.get(kind) ?? [];
		// The first requests may all be slow, so nothing is usual before a second burst has been seen.
		if (trips.length < this.unusual) return Math.min(LONGEST_FIRST_DELAY, took);
		return Math.min(SECOND, Math.max(0, took - worked - Math.min(...trips)));
	}

	/** A request begins. */
	start(now: number, worked: number): void {
		// Twice the burst, since a slow request may arrive after those that began behind it.
		this.begun = [...this.begun, { at: now, worked }].slice(-this.unusual);
	}

	/**
	 * A request was let through.
	 * @param kind requests of one kind take about as long.
	 * @param worked how long this process has been at work by now, in milliseconds.
	 */
	accepted(startedAt: number, now: number, kind: string, worked: number): void {
		this.margin -= (this.margin - MARGIN) * RECOVERY;
		const took = now - startedAt;
		const trips = [...(this.trips.get(kind) ?? []), took].slice(-TRIPS_REMEMBERED);
		this.trips.set(kind, trips);
		const request = this.begun.find((each) => each.at === startedAt && each.trip === undefined);
		if (request) request.trip = { kind, took, worked: worked - request.worked };
	}

	/** So many requests are not yet known to be usual. */
	private get unusual(): number {
		return 2 * this.burst;
	}

	/** A request was refused, so it takes no place. */
	refused(startedAt: number): void {
		const place = this.begun.findIndex((each) => each.at === startedAt && each.trip === undefined);
		if (place >= 0) this.begun = this.begun.filter((_, index) => index !== place);
	}

	/** Requests came closer together than the service allows. */
	widen(): void {
		this.margin = Math.min(this.margin * 2, WIDEST_MARGIN);
	}
}
