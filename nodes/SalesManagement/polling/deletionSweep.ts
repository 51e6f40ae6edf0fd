/**
 * Deleted records: ids that a list showed once and shows no more. A list that is read page by page
 * may leave out what exists, so each such id is looked up by itself before it is told.
 */
import {
	SWEEP_VERSION,
	type Found,
	type IdSource,
	type SweepOutcome,
	type SweepPolicy,
	type SweepState,
} from './deletionSweepTypes';
import { CursorRejected } from './types';
import { isoOf, packIds, unpackIds } from '../shared';

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
		let stopped: SweepOutcome['stopped'];
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

	private async readList(source: IdSource): Promise<SweepOutcome['stopped']> {
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

	private async lookAtUnseen(source: IdSource): Promise<SweepOutcome['stopped']> {
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
