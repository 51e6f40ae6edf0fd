/** From half as long to half as long again, so that processes that met once don't meet again. */
const jittered = (milliseconds: number, random: number) => milliseconds * (0.5 + random);

/**
 * One more place is tried after so long: without any, where each refusal in a row makes it longer, or
 * the tries alone would use up a rate that counts them; and for the part of all that is held.
 */
const TRY = { empty: 1_000, growth: 1.25, longest: 3_000, least: 3_500, all: 7_500 };
/** So many refusals in a row are usual among eight processes. */
const PATIENCE = 8;
/** A place is given up after so long: the only one, and for the part of all that is held. */
const KEEP = { only: 4_000, all: 6_000 };
/** Milliseconds by which a place's next request is late: at least, and for the part that is held. */
const LATE = { least: 20, all: 80 };
const SECOND = 1_000;
/** So many refusals tell of others: fewer come of requests that overtake each other on their way. */
const NEWS = { refusals: 4, within: 10_000 };
/** After so long without a refusal nobody else is there. */
const CALM = 20_000;

/**
 * How many of the rate's places this process holds, once others send with the same token. The
 * service accepts five requests in any second; who had one accepted can count on that place again a
 * second later, if it comes a little sooner than anybody else. All that a process learns of others is
 * a refusal: that place is another's now. Now and then it tries for one more; and it gives places up,
 * the sooner the more it holds, so that all come to equal parts (additive increase, and a decrease
 * with what is held). Times are the clock's `elapsed`, in milliseconds.
 *
 * Chosen by simulation (test/property/pace.test.ts). Evenly spaced requests whose rate falls by a
 * factor and rises by steps reached 3.1 to 4.2 requests a second there, whatever the
 * factor and the step: processes that don't come back at the same moment of each second get in each
 * other's way.
 */
export class Places {
	/** Absent as long as nobody else is noticed. */
	private held?: number;
	private tryAt = Infinity;
	private keptSince = -Infinity;
	private refusals: number[] = [];
	private late = 0;
	private refusedInARow = 0;

	constructor(private readonly random: () => number) {}

	/** Whether others share the rate, as far as refusals told. */
	get areShared(): boolean {
		return this.held !== undefined;
	}

	/** How many of all places may be used now. */
	usable(now: number, all: number): number {
		if (this.held === undefined) return all;
		if (this.held < all && now >= this.tryAt) this.setHeld(this.held + 1, now, all);
		if (this.held >= all && this.isCalm(now)) this.held = undefined;
		return Math.min(all, this.held ?? all);
	}

	/** When one more place is tried; `Infinity` where all are held. */
	nextTry(all: number): number {
		return this.held === undefined || this.held >= all ? Infinity : this.tryAt;
	}

	/** By how many milliseconds the next request is late: who holds much leaves others room. */
	lateness(all: number): number {
		return LATE.least + LATE.all * this.late * this.partOf(all);
	}

	start(): void {
		this.late = this.random();
	}

	/** A request was let through; perhaps it is time to give a place up. */
	accepted(now: number, all: number): void {
		this.refusedInARow = 0;
		if (this.held === undefined || this.held === 0 || this.held >= all) return;
		if (this.isCalm(now)) return;
		const keep = this.held === 1 ? KEEP.only : KEEP.all / this.partOf(all);
		if (now - this.keptSince < jittered(keep, this.late / 2 + 0.25)) return;
		this.keptSince = now;
		this.setHeld(this.held - 1, now, all);
	}

	/** A request was refused: its place is another's now. A few refusals may be an uneven way's. */
	refused(now: number, all: number): void {
		this.refusals = [...this.refusals, now].filter((at) => at > now - NEWS.within);
		this.refusedInARow++;
		if (this.held === undefined) {
			if (this.refusals.length < NEWS.refusals) return;
			this.keptSince = now;
			const lost = this.refusals.filter((at) => at > now - SECOND).length;
			this.setHeld(Math.max(0, all - lost), now, all);
			return;
		}
		this.setHeld(Math.max(0, Math.min(all, this.held) - 1), now, all);
	}

	private isCalm(now: number): boolean {
		return now - (this.refusals.at(-1) ?? -Infinity) > CALM;
	}

	private setHeld(held: number, now: number, all: number): void {
		this.held = held;
		const wait =
			held === 0
				? Math.min(
						TRY.longest,
						TRY.empty * TRY.growth ** Math.max(0, this.refusedInARow - PATIENCE),
					)
				: Math.max(TRY.least, TRY.all * this.partOf(all));
		this.tryAt = now + jittered(wait, this.random());
	}

	private partOf(all: number): number {
		return Math.min(1, (this.held ?? all) / all);
	}
}
