/**
 * Deleted records: ids that a list showed once and shows no more. A list that is read page by page
 * may leave out what exists, so each such id is looked up by itself before it is told.
 */
import { isoOf, packIds, unpackIds } from '../shared';
import { CursorRejected, type Stopped } from './types';

/**
 * What a look at one record finds: it is there, it is gone, or it may not be read any more. `unclear`
 * is an answer that doesn't say; another one is to be had at the next sweep at best.
 */
export type Found = 'there' | 'gone' | 'hidden' | 'unclear';

/** Where the ids come from. */
export interface IdSource {
	/** One page of ids; `cursor` is present exactly when the list goes on. */
	list(cursor?: string): Promise<{ readonly ids: readonly number[]; readonly cursor?: string }>;
	/** @throws what would fail for any other record as well. */
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
	readonly hasTime: () => boolean;
}

/** A sweep under way. */
interface Pass {
	readonly startedAt: string;
	/** What no page has shown yet; once the list is read, the candidates. */
	readonly unseen: string;
	/** Where the list goes on; absent at its beginning. */
	readonly cursor?: string;
	/** Set when the list has been read to its end. */
	readonly listed?: true;
}

export const SWEEP_VERSION = 3;

/** What the next poll needs to know, see `State`: times as text, sets of ids as `idSet.ts` packs them. */
export interface SweepState {
	readonly version: typeof SWEEP_VERSION;
	readonly fingerprint: string;
	/** Ids of the records that existed when they were last listed or looked up. */
	readonly known: string;
	/** When the last sweep began; absent before the first has ended. */
	readonly sweptAt?: string;
	readonly pass?: Pass;
}

export interface SweepOutcome {
	/** Ids of records that are gone, in rising order. */
	readonly gone: readonly number[];
	/** How many records may not be read any more. */
	readonly hidden: number;
	/** How many may be gone or not; they are looked up again by the next sweep. */
	readonly unclear: number;
	readonly state: SweepState;
	/** Why the poll ended before the sweep did. */
	readonly stopped?: Stopped;
	readonly failure?: unknown;
	readonly stalled?: SweepStalled;
}

/** A sweep that polls went on with and brought no further: no new id, none less to be looked up. */
export interface SweepStalled {
	/** When it began, by the caller's clock. */
	readonly since: number;
	/** How many records it has read. */
	readonly read: number;
}

/**
 * One poll: nothing until the interval has passed, then a sweep, which may take several polls.
 * @throws whatever the source throws before anything was found out.
 */
export async function sweep(
	saved: SweepState | undefined,
	source: IdSource,
	policy: SweepPolicy,
): Promise<SweepOutcome> {
	const { fingerprint } = policy;
	const state: SweepState =
		saved?.fingerprint === fingerprint ? saved : { version: SWEEP_VERSION, fingerprint, known: '' };
	if (!state.pass && !isDue(state.sweptAt, policy)) {
		return { gone: [], hidden: 0, unclear: 0, state };
	}
	return await new Sweep(state, policy).run(source);
}

/** A clock that was set back must not put the next sweep off, nor a time that is none. */
function isDue(before: string | undefined, { now, intervalMs }: SweepPolicy): boolean {
	if (before === undefined) return true;
	const sweptAt = Date.parse(before);
	return !(now >= sweptAt && now < sweptAt + intervalMs);
}

class Sweep {
	private readonly known: Set<number>;
	/** What no page has shown yet. */
	private readonly unseen: Set<number>;
	private readonly gone: number[] = [];
	private readonly startedAt: string;
	private cursor?: string;
	private listed: boolean;
	private hidden = 0;
	private unclear = 0;
	/** Whether anything was found out that the next poll need not find out again. */
	private hasMoved = false;

	constructor(
		private readonly state: SweepState,
		private readonly policy: SweepPolicy,
	) {
		const { known, pass } = state;
		this.known = unpackIds(known);
		this.unseen = unpackIds(pass?.unseen ?? known);
		this.startedAt = pass?.startedAt ?? isoOf(policy.now);
		this.cursor = pass?.cursor;
		this.listed = pass?.listed ?? false;
	}

	async run(source: IdSource): Promise<SweepOutcome> {
		const began = this.progress;
		let stopped: Stopped | undefined;
		let failure: unknown;
		try {
			stopped = (await this.readList(source)) ?? (await this.lookAtUnseen(source));
		} catch (error) {
			if (!this.hasMoved) throw error as Error;
			stopped = 'failure';
			failure = error;
		}
		const { gone, hidden, unclear, startedAt: since } = this;
		const isStalled = stopped && this.state.pass && this.progress === began;
		return {
			gone,
			hidden,
			unclear,
			stopped,
			failure,
			state: this.nextState(stopped !== undefined),
			...(isStalled && { stalled: { since: Date.parse(since), read: this.read } }),
		};
	}

	/** What differs after a poll that came further. The list may have begun again: pages are no progress. */
	private get progress(): string {
		return `${this.known.size} ${this.unseen.size} ${this.listed}`;
	}

	/** How many records this sweep was shown. */
	private get read(): number {
		return this.known.size - this.unseen.size;
	}

	private async readList(source: IdSource): Promise<Stopped | undefined> {
		let isAnew = false;
		while (!this.listed) {
			if (this.hasMoved && !this.policy.hasTime()) return 'out of time';
			try {
				const { ids, cursor } = await source.list(this.cursor);
				for (const id of ids) {
					this.known.add(id);
					this.unseen.delete(id);
				}
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

	private async lookAtUnseen(source: IdSource): Promise<Stopped | undefined> {
		for (const id of [...this.unseen].sort((a, b) => a - b)) {
			if (this.gone.length >= this.policy.batchLimit) return 'batch limit';
			if (this.hasMoved && !this.policy.hasTime()) return 'out of time';
			this.settle(id, await source.look(id));
		}
		return undefined;
	}

	/** Where a filter leaves a record out for good, not every sweep must look at it. */
	private settle(id: number, found: Found): void {
		this.hasMoved = true;
		this.unseen.delete(id);
		if (found === 'gone') this.gone.push(id);
		if (found === 'hidden') this.hidden++;
		if (found === 'unclear') this.unclear++;
		else if (found === 'gone' || this.policy.filtered) this.known.delete(id);
	}

	private nextState(goesOn: boolean): SweepState {
		const { startedAt, cursor, listed, state } = this;
		const sweptAt = goesOn ? state.sweptAt : startedAt;
		const pass = {
			startedAt,
			unseen: packIds(this.unseen),
			...(cursor !== undefined && { cursor }),
			...(listed && { listed }),
		};
		return {
			version: state.version,
			fingerprint: state.fingerprint,
			known: packIds(this.known),
			...(sweptAt !== undefined && { sweptAt }),
			...(goesOn && { pass }),
		};
	}
}
