import { WatchedValues } from './watchedValues';
import type { CreatedTracker } from './createdTracker';
import type { Ledger } from './ledger';
import { learn, type Learned } from './learning';
import { baseline, keptWith, startAt } from './start';
import { STEPS, type Steps } from './steps';
import { reasonToBeginAnew } from './state';
import {
	STATE_VERSION,
	type Event,
	type Outcome,
	type Policy,
	type Row,
	type Source,
	type State,
} from './types';
import { isSameValue } from './value';

/** The share of the batch limit at which no further page is asked for. */
const NEARLY = 0.9;

/**
 * One poll: the events that the state does not know yet, and the state that knows them. Nothing
 * else changes, so the caller decides when the new state takes effect.
 *
 * @throws whatever the source throws before anything was read in order; the state then stays valid.
 */
export async function poll<T>(
	saved: State | undefined,
	source: Source<T>,
	policy: Policy,
	steps: Steps = STEPS,
): Promise<Outcome<T>> {
	if (saved && reasonToBeginAnew(saved, policy) === undefined) {
		return await new Drain<T>(saved, policy, steps).run(source);
	}
	if (policy.startFrom === 'now' || policy.tells === 'changed') {
		return { events: [], ...(await baseline(source, policy, steps)) };
	}
	return await new Drain<T>(startAt(policy.startFrom, policy), policy, steps).run(source);
}

/** Takes the versions in rising order, and always knows how far it has come. */
class Drain<T> {
	private readonly ledger: Ledger;

	private readonly created: CreatedTracker;

	private readonly watched?: WatchedValues;

	private readonly events: Event<T>[] = [];

	private readonly held: Row<T>[] = [];

	/** Every version below it has been dealt with, in this poll or before. */
	private position: number;

	private serverTime = -Infinity;

	private window?: State['window'];

	constructor(
		private readonly state: State,
		private readonly policy: Policy,
		private readonly steps: Steps,
	) {
		this.position = state.watermark;
		this.ledger = new steps.Ledger(state.watermark, state.ledger, state.settled);
		this.created = new steps.CreatedTracker(state, this.ledger, policy);
		if (policy.watches !== undefined) {
			const kept = state.watched?.name === policy.watches ? state.watched : undefined;
			this.watched = new WatchedValues(policy.watches, kept);
		}
	}

	async run(source: Source<T>): Promise<Outcome<T>> {
		let stopped: Outcome<T>['stopped'];
		let failure: unknown;
		try {
			stopped = await this.take(source);
		} catch (error) {
			if (this.position === this.state.watermark && this.events.length === 0) {
				throw error as Error;
			}
			stopped = 'failure';
			failure = error;
		}
		const wholePass = stopped === undefined;
		const learned = await this.learnOn(source, wholePass);
		const state = this.nextState(wholePass, learned);
		const { events, serverTime } = this;
		return { events, state, serverTime, stopped, failure, learningFailure: learned.failure };
	}

	/** What happened comes first; the time that is left is for learning what was there before. */
	private async learnOn(source: Source<T>, wholePass: boolean): Promise<Learned> {
		const { name, learning } = this.state.watched ?? {};
		const { watched, policy, steps } = this;
		if (!watched || !learning || name !== policy.watches) return {};
		if (!wholePass) return { learning };
		return await learn(learning, { watched, source, policy, steps });
	}

	private async take(source: Source<T>): Promise<Outcome<T>['stopped']> {
		const { watermark, settled, window } = this.state;
		const isRead = settled === '' ? undefined : this.ledger.settledNow();
		const start = { at: watermark, isRead, window };
		for await (const stretch of this.steps.readFrom(source, start, this.policy)) {
			this.serverTime = stretch.serverTime;
			this.window = stretch.window ?? this.window;
			for (const row of stretch.rows) {
				if (this.isStillOpen(row)) {
					this.held.push(row);
					continue;
				}
				if (this.ledger.knows(row)) continue;
				const stopped = this.reasonToStop(row);
				if (stopped) {
					this.position = row.updatedAt;
					// Windows have no order within one shown time: what was read there proves nothing.
					if (!source.ordered && this.ledger.endsAt(row.updatedAt)) this.window = undefined;
					return stopped;
				}
				this.dealWith(row);
			}
			this.position = stretch.upTo;
			if (this.position < Infinity && this.isNearlyFull()) return 'batch limit';
		}
		return this.position === Infinity ? undefined : 'out of time';
	}

	/** A timestamp may repeat while its moment lasts: such a version waits for the next poll. */
	private isStillOpen(row: Row<T>): boolean {
		return row.updatedAt >= this.serverTime - this.policy.holdMs;
	}

	/**
	 * Older than the lookback: no other version of that time can come to light any more (A1). Those
	 * of the last guard's width before it stay in the ledger, where `isFirst` looks for them.
	 */
	private isFinal(row: Row<T>): boolean {
		return row.updatedAt < this.serverTime - this.policy.lookbackMs - this.policy.guardMs;
	}

	/** Most of another page would be read in vain. */
	private isNearlyFull(): boolean {
		return this.events.length >= NEARLY * this.policy.batchLimit;
	}

	private reasonToStop(row: Row<T>): Outcome<T>['stopped'] {
		if (this.events.length >= this.policy.batchLimit) return 'batch limit';
		if (!this.isFinal(row) && this.ledger.length > this.policy.room.ledger) return 'ledger full';
		return undefined;
	}

	private dealWith(row: Row<T>): void {
		const event = this.eventFor(row);
		if (event) this.events.push(event);
		this.watched?.learn(row);
		this.created.handle(row);
		if (this.isFinal(row)) this.ledger.settle(row);
		else this.ledger.add(row);
	}

	private eventFor(row: Row<T>): Event<T> | undefined {
		const { tells } = this.policy;
		const before = this.watched?.of(row.id);
		const unchanged = before !== undefined && isSameValue(before, row.watched);
		const first = this.created.isFirst(row);
		if (tells === 'changed') {
			const isNew = first && this.policy.newChanges;
			if (unchanged || (before === undefined && !isNew)) return undefined;
			return { type: 'changed', row, from: before };
		}
		if (first && tells !== 'updated') return { type: 'created', row };
		if (tells === 'created' || unchanged) return undefined;
		return first && this.isAsCreated(row) ? undefined : { type: 'updated', row, from: before };
	}

	/** Its two stamps need not be the same; and no poll sees a version that lasted less than the hold. */
	private isAsCreated({ createdAt, updatedAt }: Row<T>): boolean {
		return updatedAt - createdAt <= this.policy.holdMs;
	}

	/** The watermark rises to what is read and final, and never falls. */
	private nextState(wholePass: boolean, learned: Learned): State {
		const { policy, state, serverTime } = this;
		const final = serverTime - Math.max(policy.lookbackMs, policy.holdMs);
		const watermark = Math.max(state.watermark, Math.min(this.position, final));
		for (const id of this.ledger.prune(watermark, watermark - policy.guardMs)) {
			this.created.forgotten(id);
		}
		return {
			version: STATE_VERSION,
			fingerprint: state.fingerprint,
			watermark,
			...this.ledger.pack(watermark),
			...this.created.next({ serverTime, watermark, wholePass }, this.held, policy.room),
			...(!wholePass && this.window && { window: this.window }),
			...(this.watched && { watched: keptWith(this.watched, policy, learned) }),
		};
	}
}
