import type { SlidingWindow } from './slidingWindow';
import { contention, leastLate, probeBackoff, probeSpeedup, rest, rules } from './slotRules.json';

/** From half as long to half as long again, so that processes that met once don't meet again. */
const jittered = (milliseconds: number, random: number) => milliseconds * (0.5 + random);

const SECOND = 1_000;

/**
 * The number of the rate's slots that this process holds, once others send with the same token. The
 * service accepts five requests in any second; a process whose request was accepted can count on that slot
 * again a second later, if it sends a little sooner than the others. A refusal is all that it learns of
 * others: that slot is another's now. Now and then it tries for one more; and it gives slots up,
 * or loses them to those that try, the sooner the more it holds, so that all come to equal parts
 * (additive increase, and a decrease with what is held). Times are the clock's `elapsed`, in
 * milliseconds.
 *
 * Chosen by simulation (test/property/pace.test.ts). Evenly spaced requests whose rate falls by a
 * factor and rises by steps reached 3.1 to 4.2 requests a second there, whatever the
 * factor and the step: processes that don't come back at the same moment of each second get in each
 * other's way.
 */
export class RateShare {
	/** Absent as long as no other process is noticed. */
	private held?: number;
	private tryAt = Infinity;
	private keptSince = -Infinity;
	private refusals: number[] = [];
	private late = 0;
	private refusedInARow = 0;
	/** Whether the only slot is new: no request in it was let through yet. */
	private isNew = false;

	/** @param window whose slots, all of the rate's, are shared. */
	constructor(
		private readonly window: Pick<SlidingWindow, 'capacity'>,
		private readonly random: () => number,
	) {}

	/** Whether others share the rate, as far as refusals told. */
	get areShared(): boolean {
		return this.held !== undefined;
	}

	/** The slots that may be used now, of all. */
	usable(now: number): number {
		if (now >= this.nextTry) this.setHeld(this.slots + 1, now);
		if (this.isAlone(now)) this.held = undefined;
		return this.slots;
	}

	/** The slots that this process holds: all of the rate's, as long as it is alone. */
	private get slots(): number {
		return Math.min(this.window.capacity, this.held ?? Infinity);
	}

	/** The time at which one more slot is tried; `Infinity` where all are held. */
	get nextTry(): number {
		return this.slots < this.window.capacity ? this.tryAt : Infinity;
	}

	/** The milliseconds by which the next request is late, so that a process with many slots leaves others room. */
	get lateness(): number {
		return leastLate + this.late * this.rules.late;
	}

	start(): void {
		this.late = this.random();
	}

	/** A request was let through; perhaps it is time to give a slot up. */
	accepted(now: number): void {
		this.refusedInARow = 0;
		if (this.isNew && this.held === 1) {
			this.isNew = false;
			this.keptSince = now;
		}
		const { slots } = this;
		if (slots === 0 || slots === this.window.capacity || this.isAlone(now)) return;
		if (now - this.keptSince < jittered(this.rules.keeps, this.late / 2 + 0.25)) return;
		this.keptSince = now;
		this.setHeld(slots - 1, now);
		if (this.held === 0) this.tryAt = now + jittered(rest, this.random());
	}

	/** A request was refused: its slot is another's now. A few refusals may come of an uneven network. */
	refused(now: number): void {
		this.refusals = [...this.refusals, now];
		this.refusals = this.refusedWithin(contention.within, now);
		this.refusedInARow++;
		let lost = 1;
		if (!this.areShared) {
			if (this.refusals.length < contention.refusals) return;
			this.keptSince = now;
			lost = this.refusedWithin(SECOND, now).length;
		}
		this.setHeld(Math.max(0, this.slots - lost), now);
	}

	private refusedWithin(milliseconds: number, now: number): number[] {
		return this.refusals.filter((at) => at > now - milliseconds);
	}

	private isAlone(now: number): boolean {
		return now - (this.refusals.at(-1) ?? -Infinity) > contention.ends;
	}

	private setHeld(held: number, now: number): void {
		this.held = held;
		if (held !== 1) this.isNew = held === 0;
		const { tries } = this.rules;
		const wait = held === 0 ? this.backedOff(tries) : tries * this.speedup(now);
		this.tryAt = now + jittered(wait, this.random());
	}

	private backedOff(wait: number): number {
		const more = Math.max(0, this.refusedInARow - probeBackoff.after);
		return Math.min(probeBackoff.longest, wait * probeBackoff.growth ** more);
	}

	private speedup(now: number): number {
		const refused = this.refusedWithin(contention.within, now).length;
		return Math.min(
			1,
			probeSpeedup.least + ((1 - probeSpeedup.least) * refused) / probeSpeedup.refusals,
		);
	}

	private get rules() {
		const ofFive = Math.round((this.slots / this.window.capacity) * 5);
		return rules[this.slots === 0 ? 0 : Math.max(1, ofFive)] as (typeof rules)[number];
	}
}
