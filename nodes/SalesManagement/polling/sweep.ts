/**
 * Deleted records: ids that a list showed once and shows no more. A list that is read page by page
 * may leave out what exists, so each such id is looked up by itself before it is told.
 */
import { packIds, unpackIds } from '../idSet';
import {
	LookFailed,
	SWEEP_VERSION,
	TooManyIds,
	type Found,
	type IdSource,
	type SweepOutcome,
	type SweepPolicy,
	type SweepState,
} from './sweepTypes';
import { CursorRejected } from './types';
import { isoOf } from '../values';

/**
 * One poll: nothing until the interval has passed, then a sweep, which may take several polls.
 * @throws TooManyIds, and whatever the source throws before anything was found out.
 */
export async function sweep(
	saved: SweepState | undefined,
	source: IdSource,
	policy: SweepPolicy,
): Promise<SweepOutcome> {
	const state: SweepState =
		saved?.fingerprint === policy.fingerprint
			? saved
			: { version: SWEEP_VERSION, fingerprint: policy.fingerprint, known: '', leftOut: '' };
	if (!state.pass && !isDue(state.sweptAt, policy)) {
		return { gone: [], hidden: 0, unclear: 0, failed: [], state };
	}
	return await new Sweep(state, policy).run(source);
}

/** A clock that was set back must not put the next sweep off. */
function isDue(before: string | undefined, { now, intervalMs }: SweepPolicy): boolean {
	if (before === undefined) return true;
	const sweptAt = Date.parse(before);
	return now < sweptAt || now >= sweptAt + intervalMs;
}

class Sweep {
	private readonly known: Set<number>;
	private readonly leftOut: Set<number>;
	private unseen: Set<number>;
	private readonly gone: number[] = [];
	private readonly failed = new Map<number, unknown>();
	private startedAt: string;
	private cursor?: string;
	private listed: boolean;
	private hidden = 0;
	private unclear = 0;
	/** The sizes at the beginning of this poll. */
	private readonly began: string;
	/** Whether anything was found out that the next poll need not find out again. */
	private hasMoved = false;

	constructor(
		private readonly state: SweepState,
		private readonly policy: SweepPolicy,
	) {
		const { pass } = state;
		this.known = unpackIds(state.known);
		this.leftOut = unpackIds(state.leftOut);
		this.unseen = pass ? unpackIds(pass.unseen) : new Set(this.known);
		this.startedAt = pass?.startedAt ?? isoOf(policy.now);
		this.cursor = pass?.cursor;
		this.listed = pass?.listed ?? false;
		this.began = this.sizes();
	}

	async run(source: IdSource): Promise<SweepOutcome> {
		let stopped: SweepOutcome['stopped'];
		let failure: unknown;
		try {
			stopped = await this.goOn(source);
		} catch (error) {
			stopped = 'failure';
			failure = error;
		}
		const failed = [...this.failed].map(([id, reason]) => ({ id, reason }));
		if (!this.hasMoved && stopped) throw (failure ?? failed[0]?.reason) as Error;
		const { gone, hidden, unclear } = this;
		const found = { gone, hidden, unclear, failed };
		if (!stopped) return { ...found, state: this.ended() };
		const since = this.stalledSince();
		const state = this.paused(since);
		const stalled = since !== undefined && { since, read: this.read, failure };
		return { ...found, state, stopped, failure, ...(stalled && { stalled }) };
	}

	/** What can't be looked up must not keep the next sweep from beginning. */
	private async goOn(source: IdSource): Promise<SweepOutcome['stopped']> {
		const stopped = await this.readAndLook(source);
		if (stopped !== 'failure' || this.hasMoved || !isDue(this.startedAt, this.policy)) {
			return stopped;
		}
		this.startedAt = isoOf(this.policy.now);
		this.unseen = new Set(this.known);
		this.cursor = undefined;
		this.listed = false;
		return await this.readAndLook(source);
	}

	private async readAndLook(source: IdSource): Promise<SweepOutcome['stopped']> {
		return (await this.readList(source)) ?? (await this.lookAtUnseen(source));
	}

	/** Absent when this poll came further. The list may have begun again: pages alone are no progress. */
	private stalledSince(): number | undefined {
		const { pass } = this.state;
		const isFurther =
			!pass ||
			this.startedAt !== pass.startedAt ||
			this.sizes() !== this.began ||
			this.listed !== (pass.listed ?? false);
		if (isFurther) return undefined;
		const { now } = this.policy;
		return pass.stalledSince === undefined ? now : Math.min(Date.parse(pass.stalledSince), now);
	}

	private sizes(): string {
		return `${this.known.size} ${this.unseen.size}`;
	}

	/** How many records this sweep was shown. */
	private get read(): number {
		return this.known.size - this.unseen.size;
	}

	private async readList(source: IdSource): Promise<SweepOutcome['stopped']> {
		let isAnew = false;
		while (!this.listed) {
			if (this.hasMoved && !this.policy.hasTime()) return 'out of time';
			try {
				const { ids, cursor } = await source.list(this.cursor);
				for (const id of ids) this.see(id);
				this.cursor = cursor;
				this.listed = cursor === undefined;
				this.hasMoved = true;
			} catch (error) {
				if (!(error instanceof CursorRejected) || isAnew) throw error as Error;
				// From the beginning; what was seen is not unseen by that.
				isAnew = true;
				this.cursor = undefined;
			}
		}
		return undefined;
	}

	private see(id: number): void {
		this.known.add(id);
		this.unseen.delete(id);
		this.leftOut.delete(id);
	}

	private async lookAtUnseen(source: IdSource): Promise<SweepOutcome['stopped']> {
		for (const id of [...this.unseen].sort((a, b) => a - b)) {
			if (this.gone.length >= this.policy.batchLimit) return 'batch limit';
			if ((this.hasMoved || this.failed.size > 0) && !this.policy.hasTime()) return 'out of time';
			try {
				if (!this.failed.has(id)) this.settle(id, await source.look(id));
			} catch (error) {
				if (!(error instanceof LookFailed)) throw error as Error;
				this.failed.set(id, error.reason);
			}
		}
		return this.unseen.size > 0 ? 'failure' : undefined;
	}

	private settle(id: number, found: Found): void {
		this.hasMoved = true;
		this.unseen.delete(id);
		if (found === 'gone') this.gone.push(id);
		if (found === 'hidden') this.hidden++;
		if (found === 'unclear') this.unclear++;
		if (found === 'gone' || (found !== 'unclear' && this.isForgotten(id))) {
			this.known.delete(id);
			this.leftOut.delete(id);
		} else if (this.policy.filtered && found !== 'unclear') this.leftOut.add(id);
	}

	/**
	 * One page may have left it out. Where a filter can leave it out for good, twice is enough: else
	 * every sweep would look at each record that has ever matched.
	 */
	private isForgotten(id: number): boolean {
		return this.policy.filtered && this.leftOut.has(id);
	}

	/**
	 * A sweep too large to be kept half done begins anew if it told something, which is not told
	 * again; without that it would do so for ever.
	 */
	private paused(since?: number): SweepState {
		const { startedAt, cursor, listed } = this;
		const base = this.stateWith(this.state.sweptAt);
		const pass = {
			startedAt,
			unseen: packIds(this.unseen),
			...(cursor !== undefined && { cursor }),
			...(listed && { listed }),
			...(since !== undefined && { stalledSince: isoOf(since) }),
		};
		const state = { ...base, pass };
		return this.assertFits(this.fits(state) || this.gone.length === 0 ? state : base);
	}

	private ended(): SweepState {
		return this.assertFits(this.stateWith(this.startedAt));
	}

	private stateWith(sweptAt?: string): SweepState {
		const { version, fingerprint } = this.state;
		return {
			version,
			fingerprint,
			known: packIds(this.known),
			leftOut: packIds(this.leftOut),
			...(sweptAt !== undefined && { sweptAt }),
		};
	}

	private assertFits(state: SweepState): SweepState {
		if (this.fits(state)) return state;
		throw new TooManyIds(`${this.known.size} records`);
	}

	private fits(state: SweepState): boolean {
		return JSON.stringify(state).length <= this.policy.room;
	}
}
