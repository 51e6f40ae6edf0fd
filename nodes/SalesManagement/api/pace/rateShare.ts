/** From half as long to half as long again, so that processes that met once don't meet again. */
const jittered = (milliseconds: number, random: number) => milliseconds * (0.5 + random);

interface Rules {
	/** One more place is tried after so long. */
	readonly tries: number;
	/** One of them is given up after so long. */
	readonly keeps: number;
	/** A place's next request comes later than it could: by so much at most, and `LATE` at least. */
	readonly late: number;
}

/**
 * For each number of places held, of five, in milliseconds. Who holds more comes later, so that who
 * tries for a place takes it sooner from one who has more than from one who has few.
 */
const RULES: readonly Rules[] = [
	{ tries: 1_000, keeps: Infinity, late: 0 },
	{ tries: 3_500, keeps: 6_000, late: 10 },
	{ tries: 4_000, keeps: 30_000, late: 60 },
	{ tries: 4_700, keeps: 13_000, late: 85 },
	{ tries: 6_000, keeps: 9_000, late: 110 },
	{ tries: 7_500, keeps: 4_500, late: 200 },
];
const LATE = 20;
/** Whoever gave the only place up lets others have it first. */
const REST = 2_400;
/**
 * So many refusals in a row are usual among eight processes. After more, each makes the next try
 * later, or the tries alone would use up a rate that counts them.
 */
const TIRED = { after: 8, growth: 1.15, longest: 2_600 };
/** Tries come sooner, down to this part of their time, where they were refused less often than that. */
const EAGER = { least: 0.27, refusals: 2.5 };
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
 * or loses them to those who try, the sooner the more it holds, so that all come to equal parts
 * (additive increase, and a decrease with what is held). Times are the clock's `elapsed`, in
 * milliseconds.
 *
 * Chosen by simulation (test/property/pace.test.ts). Evenly spaced requests whose rate falls by a
 * factor and rises by steps reached 3.1 to 4.2 requests a second there, whatever the
 * factor and the step: processes that don't come back at the same moment of each second get in each
 * other's way.
 */
export class RateShare {
	/** Absent as long as nobody else is noticed. */
	private held?: number;
	private tryAt = Infinity;
	private keptSince = -Infinity;
	private refusals: number[] = [];
	private late = 0;
	private refusedInARow = 0;
	/** The only place is a new one: nothing sent in it was let through yet. */
	private isNew = false;

	constructor(private readonly random: () => number) {}

	/** Whether others share the rate, as far as refusals told. */
	get areShared(): boolean {
		return this.held !== undefined;
	}

	/** How many of all places may be used now. */
	usable(now: number, all: number): number {
		if (this.held === undefined) return all;
		if (this.held < all && now >= this.tryAt) this.setHeld(this.held + 1, now, all);
		if (this.isCalm(now)) this.held = undefined;
		return Math.min(all, this.held ?? all);
	}

	/** When one more place is tried; `Infinity` where all are held. */
	nextTry(all: number): number {
		return this.held === undefined || this.held >= all ? Infinity : this.tryAt;
	}

	/** By how many milliseconds the next request is late: who holds much leaves others room. */
	lateness(all: number): number {
		return LATE + this.late * this.rules(all).late;
	}

	start(): void {
		this.late = this.random();
	}

	/** A request was let through; perhaps it is time to give a place up. */
	accepted(now: number, all: number): void {
		this.refusedInARow = 0;
		if (this.isNew && this.held === 1) {
			this.isNew = false;
			this.keptSince = now;
		}
		if (this.held === undefined || this.held === 0 || this.held >= all) return;
		if (this.isCalm(now)) return;
		if (now - this.keptSince < jittered(this.rules(all).keeps, this.late / 2 + 0.25)) return;
		this.keptSince = now;
		this.setHeld(this.held - 1, now, all);
		if (this.held === 0) this.tryAt = now + jittered(REST, this.random());
	}

	/** A request was refused: its place is another's now. A few refusals may be an uneven way's. */
	refused(now: number, all: number): void {
		this.refusals = [...this.refusals, now];
		this.refusals = this.refusedWithin(NEWS.within, now);
		this.refusedInARow++;
		if (this.held === undefined) {
			if (this.refusals.length < NEWS.refusals) return;
			this.keptSince = now;
			const lost = this.refusedWithin(SECOND, now).length;
			this.setHeld(Math.max(0, all - lost), now, all);
			return;
		}
		this.setHeld(Math.max(0, Math.min(all, this.held) - 1), now, all);
	}

	private refusedWithin(milliseconds: number, now: number): number[] {
		return this.refusals.filter((at) => at > now - milliseconds);
	}

	private isCalm(now: number): boolean {
		return now - (this.refusals.at(-1) ?? -Infinity) > CALM;
	}

	private setHeld(held: number, now: number, all: number): void {
		this.held = held;
		if (held !== 1) this.isNew = held === 0;
		const { tries } = this.rules(all);
		const wait = held === 0 ? this.tired(tries) : tries * this.eager(now);
		this.tryAt = now + jittered(wait, this.random());
	}

	private tired(wait: number): number {
		const more = Math.max(0, this.refusedInARow - TIRED.after);
		return Math.min(TIRED.longest, wait * TIRED.growth ** more);
	}

	private eager(now: number): number {
		const refused = this.refusedWithin(NEWS.within, now).length;
		return Math.min(1, EAGER.least + ((1 - EAGER.least) * refused) / EAGER.refusals);
	}

	private rules(all: number): Rules {
		const held = Math.min(all, this.held ?? all);
		const ofFive = held === 0 ? 0 : Math.max(1, Math.round((held / all) * 5));
		return RULES[ofFive] as Rules;
	}
}
