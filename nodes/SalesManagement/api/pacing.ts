import { unlessCancelled } from './clock';
import { fingerprintOf } from './credential';
import type { Cancellation, Clock } from './transport';

/** The service counts in windows of one second (v2 §8). */
const SECOND = 1000;
const DAY = 86_400_000;
/** Requests sent 5 per 1,000 ms arrive closer together on a busy machine; 5 per 1,025 ms held. */
const MARGIN = 25;
/** The first requests take longer to arrive than those behind them, which then come too close. */
const FIRST_MARGIN = 100;
const WIDEST_MARGIN = SECOND;
/** The part of a margin's excess that each accepted request takes away: halved in about 70. */
const RECOVERY = 0.01;
/** The shortest of this many round trips is the usual one. */
const TRIPS_REMEMBERED = 50;

/** A request that the service may still count. */
interface Begun {
	readonly at: number;
	/** How long its answer took, in milliseconds; absent while it is under way. */
	trip?: number;
}

export interface TurnLimits {
	readonly signal?: Cancellation;
	/** The last moment of the clock's `elapsed` at which the turn may come. */
	readonly deadline?: number;
}

/**
 * Keeps one credential's requests within its rate, first come first served, overlapping as the
 * rate allows. A sliding window: no more than the rate's number of requests arrive in any window.
 * When a request arrived is not known here, only when it began and how long its answer took: one
 * whose answer took longer than usual is taken to have arrived that much later.
 * A 429 widens the window and holds back everyone on the credential; the window recovers slowly.
 */
export class Pacer {
	private begun: Begun[] = [];
	private trips: number[] = [];
	private tail: Promise<unknown> = Promise.resolve();
	private waiting = 0;
	private margin = FIRST_MARGIN;
	private taughtAt = -Infinity;
	private pausedUntil = -Infinity;
	private paused = 0;
	private counted = { day: 0, requests: 0 };

	constructor(
		public rate: number,
		private readonly clock: Clock,
	) {}

	/** How many requests may begin in one window: the rate, or 1 per longer window below 1. */
	private get burst(): number {
		return Math.max(1, Math.floor(this.rate));
	}

	/** The current length of the window, in milliseconds. */
	get window(): number {
		return (SECOND * this.burst) / this.rate + this.margin;
	}

	/** How many requests have begun since midnight UTC, when the service counts anew (v2 §8). */
	get today(): number {
		return this.counted.day === this.day ? this.counted.requests : 0;
	}

	private get day(): number {
		return Math.floor(this.clock.now() / DAY);
	}

	/** How long a request that came now would wait for its turn, in milliseconds. */
	get expectedWait(): number {
		const now = this.clock.elapsed();
		const ahead = Math.floor(this.waiting / this.burst) * this.window;
		return Math.max(0, this.nextTurn() - now) + ahead;
	}

	/**
	 * Resolves when the caller may send, with that time; with `undefined`, and no turn used up, when
	 * it was cancelled or its turn would come after `deadline`, a time of the clock's `elapsed`.
	 */
	async turn({ signal, deadline = Infinity }: TurnLimits = {}): Promise<number | undefined> {
		this.waiting++;
		const mine = this.tail.then(async () => {
			for (;;) {
				const wait = this.nextTurn() - this.clock.elapsed();
				if (signal?.aborted || this.clock.elapsed() + wait > deadline) return undefined;
				if (wait <= 0) return this.start();
				await this.clock.sleep(wait, signal);
			}
		});
		// A sleep that fails must not keep the others from their turn.
		this.tail = mine.catch(() => undefined).then(() => this.waiting--);
		// The one at the head may wait for long; whoever is cancelled leaves the line at once.
		return await unlessCancelled(mine, signal);
	}

	/**
	 * The service accepted a request.
	 * @param startedAt when the request began.
	 */
	accepted(startedAt: number): void {
		this.margin -= (this.margin - MARGIN) * RECOVERY;
		const trip = this.clock.elapsed() - startedAt;
		this.trips = [...this.trips, trip].slice(-TRIPS_REMEMBERED);
		const request = this.begun.find((each) => each.at === startedAt && each.trip === undefined);
		if (request) request.trip = trip;
	}

	/**
	 * The service refused a request for its rate.
	 * @param startedAt when the refused request began: those under way together widen the window once.
	 * @param wait milliseconds for which nobody on this credential sends.
	 */
	refused(startedAt: number, wait: number): void {
		if (startedAt > this.taughtAt) {
			this.margin = Math.min(this.margin * 2, WIDEST_MARGIN);
			this.taughtAt = this.clock.elapsed();
		}
		const now = this.clock.elapsed();
		const until = Math.max(this.pausedUntil, now + wait);
		this.paused += until - Math.max(this.pausedUntil, now);
		this.pausedUntil = until;
	}

	/** For how long refusals have held back everyone on this credential so far, in milliseconds. */
	get heldBackMs(): number {
		return this.paused - this.heldBackFor;
	}

	/** For how long the last refusal still does, in milliseconds. */
	get heldBackFor(): number {
		return Math.max(0, this.pausedUntil - this.clock.elapsed());
	}

	private nextTurn(): number {
		if (this.begun.length < this.burst) return this.pausedUntil;
		// The first requests may all be slow, so nothing is usual before a second burst has been seen.
		const usualTrip = this.trips.length < 2 * this.burst ? 0 : Math.min(...this.trips);
		const arrivals = this.begun
			.map(({ at, trip = 0 }) => at + Math.min(SECOND, Math.max(0, trip - usualTrip)))
			.sort((a, b) => a - b);
		const oldest = arrivals.at(-this.burst) ?? -Infinity;
		return Math.max(oldest + this.window, this.pausedUntil);
	}

	private start(): number {
		const now = this.clock.elapsed();
		// Twice the burst, since a slow request may arrive after those that began behind it.
		this.counted = { day: this.day, requests: this.today + 1 };
		this.begun = [...this.begun, { at: now }].slice(-2 * this.burst);
		return now;
	}
}

/** How many credentials are remembered; a busy n8n has a few. */
const MOST_PACERS = 500;
const pacers = new Map<string, Pacer>();

/** The pacer that all nodes of this process share for one credential. */
export function pacerFor(baseUrl: string, secret: string, rate: number, clock: Clock): Pacer {
	const key = fingerprintOf(baseUrl, secret);
	const known = pacers.get(key);
	if (known) {
		known.rate = rate;
		return known;
	}
	const [oldest] = pacers.keys();
	if (pacers.size >= MOST_PACERS && oldest !== undefined) pacers.delete(oldest);
	const pacer = new Pacer(rate, clock);
	pacers.set(key, pacer);
	return pacer;
}
