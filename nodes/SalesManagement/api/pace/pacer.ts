import { DAY, LIMITS, remembered } from '../../shared';
import { fingerprintOf } from '../credential/credential';
import { unlessCancelled, type Clock } from '../http/clock';
import { PriorityQueue, type Purpose } from './priorityQueue';
import { RateShare } from './rateShare';
import { SlidingWindow } from './slidingWindow';
import { YieldingGap } from './yieldingGap';

/** One second and the margins around it: a wait for the rate, not for anything else. */
const LONGEST_OWN_WAIT = 1_500;

/** The next time at which the service counts anew, in milliseconds since 1970 (v2 §8, v1 §8). */
export const midnightAfter = (now: number): number => (Math.floor(now / DAY) + 1) * DAY;

interface TurnLimits {
	/** Polls and forms go ahead of runs. */
	readonly purpose?: Purpose;
	readonly signal?: AbortSignal;
	/** The last moment of the clock's `elapsed` at which the turn may come. */
	readonly deadline?: number;
	/** The requests of a day after which there is no turn. */
	readonly mostToday?: number;
}

interface Waiting extends TurnLimits {
	readonly purpose: Purpose;
	readonly resolve: (startedAt: number | undefined) => void;
	readonly reject: (error: unknown) => void;
}

/**
 * Keeps one credential's requests within its rate, overlapping as the rate allows: in a sliding
 * window as long as this process is alone, in a shared pace from the first refusal on. A refusal
 * holds back all requests of the credential. Polls and forms go ahead of runs.
 */
export class Pacer {
	private readonly sliding: SlidingWindow;
	private readonly share: RateShare;
	private readonly gap = new YieldingGap();
	private readonly line = new PriorityQueue<Waiting>();
	private isServing = false;
	private taughtAt = -Infinity;
	private acceptedAt = -Infinity;
	private pausedUntil = -Infinity;
	private refusedAt = -Infinity;
	private shutOutSince = -Infinity;
	private counted = { until: 0, requests: 0 };

	constructor(
		rate: number,
		private readonly clock: Clock,
		random: () => number = Math.random,
	) {
		this.sliding = new SlidingWindow(rate);
		this.share = new RateShare(this.sliding, random);
	}

	/** @param rate requests per second, from now on. */
	setRate(rate: number): void {
		this.sliding.rate = rate;
	}

	/** The current length of the sliding window, in milliseconds. */
	get windowMs(): number {
		return this.sliding.length;
	}

	/** The requests that have begun since midnight UTC, when the service counts anew (v2 §8). */
	get today(): number {
		return this.clock.now() < this.counted.until ? this.counted.requests : 0;
	}

	/** The time for which a request that came now would wait for its turn, in milliseconds. */
	expectedWait(purpose: Purpose = 'run'): number {
		const now = this.clock.elapsed();
		const slots = Math.max(1, this.share.usable(now));
		const windows = Math.floor(this.line.before(purpose) / slots);
		return Math.max(0, this.nextTurn() - now) + windows * this.windowMs;
	}

	/**
	 * Resolves when the caller may send, with that time; with `undefined`, and no turn used up, when
	 * it was cancelled, its turn would come after `deadline`, or `mostToday` is reached.
	 */
	async turn({ purpose = 'run', ...limits }: TurnLimits = {}): Promise<number | undefined> {
		const mine = new Promise<number | undefined>((resolve, reject) => {
			this.line.join({ ...limits, purpose, resolve, reject });
		});
		void this.serve();
		// The first request may wait for long; a cancelled one leaves the line at once.
		return await unlessCancelled(mine, limits.signal);
	}

	/**
	 * The service let a request through.
	 * @param startedAt when the request began.
	 */
	accepted(startedAt: number): void {
		this.acceptedAt = this.clock.elapsed();
		this.sliding.accepted(startedAt, this.acceptedAt);
		this.share.accepted(this.acceptedAt);
	}

	/**
	 * The time for which requests have been refused for their rate and none was let through, in milliseconds; 0
	 * where none was refused lately.
	 */
	get shutOutMs(): number {
		const now = this.clock.elapsed();
		const isLately = now - this.refusedAt <= LIMITS.retryWaitMs;
		return isLately && this.acceptedAt < this.refusedAt ? now - this.shutOutSince : 0;
	}

	/**
	 * The service refused a request for its rate. No other request of this credential is sent until it is repeated,
	 * unless others are known to be there: then each request has a slot, and only this one lost it.
	 * @param startedAt when the refused request began: requests under way together widen the window once.
	 * @param wait milliseconds until it is repeated.
	 */
	refused(startedAt: number, wait: number): void {
		const now = this.clock.elapsed();
		if (this.shutOutMs === 0) this.shutOutSince = now;
		this.refusedAt = now;
		this.share.refused(now);
		if (this.share.areShared) this.sliding.refused(startedAt);
		else if (startedAt > this.taughtAt) {
			this.taughtAt = now;
			this.sliding.widen();
		}
		const isOwnWait = this.share.areShared && wait <= LONGEST_OWN_WAIT;
		if (!isOwnWait) this.pausedUntil = Math.max(this.pausedUntil, now + wait);
	}

	private nextTurn(): number {
		const now = this.clock.elapsed();
		const usable = this.share.usable(now);
		const next = this.share.areShared
			? Math.min(this.sliding.next(usable, this.share.lateness), this.share.nextTry)
			: this.sliding.next(this.gap.besides(now, usable));
		return Math.max(next, this.pausedUntil);
	}

	/** Gives the requests in the line their turns, one after the other, until none is left. */
	private async serve(): Promise<void> {
		if (this.isServing) return;
		this.isServing = true;
		// Requests of the same moment are in the line before the first one gets its turn.
		await Promise.resolve();
		for (let first = this.line.first; first; first = this.line.first) {
			const { signal, deadline = Infinity, mostToday = Infinity, resolve, reject } = first;
			const now = this.clock.elapsed();
			const wait = Math.max(0, this.nextTurn() - now);
			const isOver = signal?.aborted || now + wait > deadline || this.today >= mostToday;
			if (isOver || wait === 0) {
				this.line.leave(first);
				resolve(isOver ? undefined : this.start());
				continue;
			}
			// A request that comes meanwhile may go ahead, so the first one is looked up again.
			await this.clock.sleep(wait).catch((error: unknown) => {
				this.line.leave(first);
				reject(error);
			});
		}
		this.isServing = false;
	}

	private start(): number {
		const now = this.clock.elapsed();
		this.counted = { until: midnightAfter(this.clock.now()), requests: this.today + 1 };
		this.sliding.start(now);
		this.share.start();
		this.gap.start(now);
		return now;
	}
}

const pacers = new Map<string, Pacer>();

/** The pacer that all nodes of this process share for one credential. */
export function pacerFor(baseUrl: string, secret: string, rate: number, clock: Clock): Pacer {
	const pacer = remembered(pacers, fingerprintOf(baseUrl, secret), () => new Pacer(rate, clock));
	pacer.setRate(rate);
	return pacer;
}
