/**
 * Finds deleted records: ids that a list showed once and shows no more. A list that is read page by page may
 * skip records that exist, so each missing id is looked up by itself before it is reported as deleted.
 */
import { isoOf, packIds, unpackIds } from '../shared';
import { CursorRejected, type Stopped } from './types';

/**
 * The result of reading one record: it is there, deleted (`gone`), or no longer readable (`hidden`).
 * `unclear` is an answer that doesn't say; the next sweep asks again.
 */
export type RecordPresence = 'there' | 'gone' | 'hidden' | 'unclear';

/** The source of the ids. */
export interface IdSource {
	/** One page of ids; `cursor` is present exactly when the list goes on. */
	list(cursor?: string): Promise<{ readonly ids: readonly number[]; readonly cursor?: string }>;
	/** @throws an error that would meet any other record as well. */
	look(id: number): Promise<RecordPresence>;
}

interface SweepPolicy {
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

/** A sweep that has not ended yet. */
interface Pass {
	readonly startedAt: string;
	/** Known ids that no page has shown yet; once the list is read, the candidates for deletion. */
	readonly unseen: string;
	/** The cursor of the next page; absent at the list's beginning. */
	readonly cursor?: string;
	/** Set when the list has been read to its end. */
	readonly listed?: true;
}

/** Raised whenever the meaning of a saved sweep changes. */
export const SWEEP_VERSION = 3;

/** The saved state of Deleted, see `State`: times as text, sets of ids as `idSet.ts` packs them. */
export interface SweepState {
	readonly version: typeof SWEEP_VERSION;
	readonly fingerprint: string;
	/** Ids of the records that existed when they were last listed or looked up. */
	readonly known: string;
	/** When the last sweep began; absent before the first has ended. */
	readonly sweptAt?: string;
	readonly pass?: Pass;
}

/** The result of one poll of Deleted. */
export interface SweepOutcome {
	/** Ids of records that are gone, in rising order. */
	readonly gone: readonly number[];
	/** How many records may not be read any more. */
	readonly hidden: number;
	/** How many lookups gave no clear answer; the next sweep repeats them. */
	readonly unclear: number;
	readonly state: SweepState;
	/** Why the poll ended before the sweep did. */
	readonly stopped?: Stopped;
	readonly failure?: unknown;
	readonly stalled?: SweepStalled;
}

/** A sweep that several polls continued without progress: no new id, and no fewer left to look up. */
interface SweepStalled {
	/** When it began, by the caller's clock. */
	readonly since: number;
	/** How many records it has read. */
	readonly read: number;
}

/**
 * One poll: does nothing until the interval has passed; then sweeps, which may take several polls.
 * @throws any error of the source before anything was found out.
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

/**
 * Whether a sweep is due; also if the clock was set back, so that this can't put sweeps off.
 */
function isDue(before: string | undefined, { now, intervalMs }: SweepPolicy): boolean {
	if (before === undefined) return true;
	const sweptAt = Date.parse(before);
	return now < sweptAt || now >= sweptAt + intervalMs;
}

class Sweep {
	private readonly known: Set<number>;
	/** Known ids that no page has shown yet. */
	private readonly unseen: Set<number>;
	private readonly gone: number[] = [];
	private readonly startedAt: string;
	private cursor?: string;
	private listed: boolean;
	private hidden = 0;
	private unclear = 0;
	/** Whether this poll has made progress that the state keeps. */
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

	/**
	 * Changes with every step forward. The cursor is not part of it: the list may have begun again, so pages
	 * alone are no progress.
	 */
	private get progress(): string {
		return `${this.known.size} ${this.unseen.size} ${this.listed}`;
	}

	/** How many records this sweep has seen. */
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
				// The list begins again; ids that were seen before remain seen.
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

	/**
	 * Enters what was found about a missing id. A record that exists and that a filter leaves out is forgotten,
	 * so that not every sweep looks it up.
	 */
	private settle(id: number, found: RecordPresence): void {
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
			cursor,
			listed: listed || undefined,
		};
		return {
			version: state.version,
			fingerprint: state.fingerprint,
			known: packIds(this.known),
			sweptAt,
			pass: goesOn ? pass : undefined,
		};
	}
}
