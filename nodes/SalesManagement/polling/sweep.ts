/**
 * Deleted records: ids that a list showed once and shows no more. A list that is read page by page
 * may leave out what exists, so each such id is looked up by itself before it is told.
 */
import { packPart, unpackPart } from './idPart';
import { packIds, unpackIds } from './idSet';
import { CursorRejected } from './types';

/** What a look at one record finds: it is there, it is gone, or it may not be read any more. */
export type Found = 'there' | 'gone' | 'hidden';

/** Where the ids come from. */
export interface IdSource {
	/** One page of ids; `cursor` is present exactly when the list goes on. */
	list(cursor?: string): Promise<{ readonly ids: readonly number[]; readonly cursor?: string }>;
	look(id: number): Promise<Found>;
}

export interface SweepPolicy {
	/** Identifies the question that is asked; a different question has its own state. */
	readonly fingerprint: string;
	/** From the beginning of one sweep to the beginning of the next, in milliseconds. */
	readonly intervalMs: number;
	/** The caller's clock, in milliseconds since 1970. */
	readonly now: number;
	/** Whether records can leave the list without being deleted. */
	readonly filtered: boolean;
	readonly batchLimit: number;
	/** Characters that the state may take. */
	readonly room: number;
	readonly hasTime: () => boolean;
}

/** A sweep under way. */
interface Pass {
	readonly startedAt: number;
	/** What no page has shown yet, as a part of `known`; once the list is read, the candidates. */
	readonly unseen: string;
	/** Where the list goes on; absent at its beginning. */
	readonly cursor?: string;
	/** Set when the list has been read to its end. */
	readonly listed?: true;
}

export const SWEEP_VERSION = 2;

/** What the next poll needs to know: JSON within the room, replaced as a whole. */
export interface SweepState {
	readonly version: typeof SWEEP_VERSION;
	readonly fingerprint: string;
	/** Ids of the records that existed when they were last listed or looked up. */
	readonly known: string;
	/** Where there is a filter: what existed although the list left it out, as a part of `known`. */
	readonly leftOut: string;
	/** When the last sweep began; absent before the first has ended. */
	readonly sweptAt?: number;
	readonly pass?: Pass;
}

export interface SweepOutcome {
	/** Ids of records that are gone, in rising order. */
	readonly gone: readonly number[];
	/** How many records may not be read any more. */
	readonly hidden: number;
	readonly state: SweepState;
	/** Why the poll ended before the sweep did. */
	readonly stopped?: 'batch limit' | 'out of time' | 'failure';
	readonly failure?: unknown;
}

/** There are more records than can be remembered. */
export class TooManyIds extends Error {}

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
	if (!state.pass && !isDue(state, policy)) return { gone: [], hidden: 0, state };
	return await new Sweep(state, policy).run(source);
}

/** A clock that was set back must not put the next sweep off. */
const isDue = ({ sweptAt }: SweepState, { now, intervalMs }: SweepPolicy): boolean =>
	sweptAt === undefined || now < sweptAt || now >= sweptAt + intervalMs;

class Sweep {
	private readonly known: Set<number>;
	private readonly leftOut: Set<number>;
	private readonly unseen: Set<number>;
	private readonly gone: number[] = [];
	private readonly startedAt: number;
	private cursor?: string;
	private listed: boolean;
	private hidden = 0;
	/** Whether anything was found out that the next poll need not find out again. */
	private hasMoved = false;

	constructor(
		private readonly state: SweepState,
		private readonly policy: SweepPolicy,
	) {
		const { pass } = state;
		this.known = unpackIds(state.known);
		this.leftOut = unpackPart(state.leftOut, this.known);
		this.unseen = pass ? unpackPart(pass.unseen, this.known) : new Set(this.known);
		this.startedAt = pass?.startedAt ?? policy.now;
		this.cursor = pass?.cursor;
		this.listed = pass?.listed ?? false;
	}

	async run(source: IdSource): Promise<SweepOutcome> {
		let stopped: SweepOutcome['stopped'];
		let failure: unknown;
		try {
			stopped = (await this.readList(source)) ?? (await this.lookAtUnseen(source));
		} catch (error) {
			if (!this.hasMoved || error instanceof TooManyIds) throw error as Error;
			stopped = 'failure';
			failure = error;
		}
		const state = stopped ? this.paused() : this.ended();
		return { gone: this.gone, hidden: this.hidden, state, stopped, failure };
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
			if (this.hasMoved && !this.policy.hasTime()) return 'out of time';
			const found = await source.look(id);
			this.hasMoved = true;
			this.unseen.delete(id);
			if (found === 'gone') this.gone.push(id);
			if (found === 'hidden') this.hidden++;
			if (found === 'gone' || this.isForgotten(id)) {
				this.known.delete(id);
				this.leftOut.delete(id);
			} else if (this.policy.filtered) this.leftOut.add(id);
		}
		return undefined;
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
	private paused(): SweepState {
		const { startedAt, cursor, listed } = this;
		const base = this.stateWith(this.state.sweptAt);
		const pass = {
			startedAt,
			unseen: packPart(this.unseen, this.known),
			...(cursor !== undefined && { cursor }),
			...(listed && { listed }),
		};
		const state = { ...base, pass };
		return this.assertFits(this.fits(state) || this.gone.length === 0 ? state : base);
	}

	private ended(): SweepState {
		return this.assertFits(this.stateWith(this.startedAt));
	}

	private stateWith(sweptAt?: number): SweepState {
		const { version, fingerprint } = this.state;
		return {
			version,
			fingerprint,
			known: packIds(this.known),
			leftOut: packPart(this.leftOut, this.known),
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
