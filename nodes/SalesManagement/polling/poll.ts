import { isFinal } from './anchor';
import { CreatedTracker } from './createdTracker';
import { Ledger } from './ledger';
import { learn, type Learned } from './learning';
import { readFrom } from './read';
import { baseline, keptWith, startAt } from './start';
import { reasonToBeginAnew } from './state';
import {
	STATE_VERSION,
	type Event,
	type OpenRun,
	type Outcome,
	type Policy,
	type Row,
	type Source,
	type State,
} from './types';
import { isSameValue } from './value';
import { WatchedValues } from './watchedValues';

/** The share of the batch limit at which no further page is asked for. */
const NEARLY = 0.9;

/** The share of the ledger's room that versions may take; the rest is kept for a long run. */
const ENTRIES = 0.8;

/** The share of the room for watched values that a long run may take, as it could never go on otherwise. */
const YIELDED = 0.5;

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
): Promise<Outcome<T>> {
	if (saved && reasonToBeginAnew(saved, policy) === undefined) {
		return await new Drain<T>(saved, policy).poll(source);
	}
	if (policy.startFrom === 'now' || policy.tells === 'changed') {
		return { events: [], ...(await baseline(source, policy)) };
	}
	return await new Drain<T>(startAt(policy.startFrom, policy), policy).poll(source);
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

	/** How many records of the last page are left for the next poll. */
	private left = 0;

	private window?: State['window'];

	/** The long run that begins at the position, and where to go on in it. */
	private run?: State['run'];

	constructor(
		private readonly state: State,
		private readonly policy: Policy,
	) {
		this.position = state.watermark;
		this.run = state.run;
		this.ledger = new Ledger(
			state.watermark,
			state.ledger,
			state.settled,
			Math.max(state.watermark, state.run?.until ?? 0),
		);
		this.created = new CreatedTracker(state, this.ledger, policy);
		if (policy.watches !== undefined) {
			const kept = state.watched?.name === policy.watches ? state.watched : undefined;
			this.watched = new WatchedValues(policy.watches, kept);
		}
	}

	async poll(source: Source<T>): Promise<Outcome<T>> {
		let stopped: Outcome<T>['stopped'];
		let failure: unknown;
		try {
			stopped = await this.take(source);
		} catch (error) {
			if (!this.hasProgressed()) throw error as Error;
			stopped = 'failure';
			failure = error;
		}
		const wholePass = stopped === undefined;
		const learned = await this.learnOn(source, wholePass);
		const state = this.nextState(wholePass, learned);
		// Within a long run of a list without order one piece may be older than the one before.
		const events = this.events.sort((a, b) => a.row.updatedAt - b.row.updatedAt);
		const { serverTime, left } = this;
		const reached = Math.min(this.position, serverTime);
		const ended = stopped === undefined ? {} : { stopped, failure, reached, left };
		return { events, state, serverTime, ...ended, learningFailure: learned.failure };
	}

	private hasProgressed(): boolean {
		const { position, run, events, state } = this;
		return position !== state.watermark || run !== state.run || events.length > 0;
	}

	/** What happened comes first; the time that is left is for learning what was there before. */
	private async learnOn(source: Source<T>, wholePass: boolean): Promise<Learned> {
		const { name, learning } = this.state.watched ?? {};
		const { watched, policy } = this;
		if (!watched || !learning || name !== policy.watches) return {};
		// The state has room for one place in a long run.
		if (!wholePass) return { learning: this.run ? { ...learning, run: undefined } : learning };
		return await learn(learning, { watched, source, policy });
	}

	private async take(source: Source<T>): Promise<Outcome<T>['stopped']> {
		const { watermark, settled, window, run } = this.state;
		const isRead = settled === '' ? undefined : this.ledger.settledNow();
		const start = { at: watermark, isRead, window, run };
		for await (const stretch of readFrom(source, start, this.policy)) {
			this.serverTime = stretch.serverTime;
			this.window = stretch.window ?? this.window;
			if (stretch.run) this.enter(stretch.run);
			for (const [index, row] of stretch.rows.entries()) {
				if (this.isStillOpen(row)) {
					this.held.push(row);
					continue;
				}
				if (this.ledger.knows(row)) {
					if (stretch.run && this.ledger.cover(row)) this.created.forgotten(row.id);
					continue;
				}
				const stopped = this.reasonToStop(row);
				if (stopped) {
					this.left = stretch.rows.length - index;
					this.stopAt(row, source);
					return stopped;
				}
				this.dealWith(row);
			}
			this.run = stretch.upTo === this.position ? (stretch.run ?? this.run) : stretch.run;
			this.position = stretch.upTo;
			if (this.position < Infinity && this.isNearlyFull()) return 'batch limit';
		}
		return this.position === Infinity ? undefined : 'out of time';
	}

	/** Its place is that behind the last piece that was dealt with as a whole. */
	private enter({ at, until, to }: OpenRun): void {
		this.ledger.span(this.position, Math.max(this.position, until));
		if (this.run?.at !== at || this.run.to !== to) this.run = { at, until, to };
	}

	/** Inside a long run the position stays where it is. */
	private stopAt(row: Row<T>, { ordered }: Source<T>): void {
		if (this.run && row.updatedAt <= Math.max(this.position, this.run.until)) return;
		this.run = undefined;
		this.position = row.updatedAt;
		// Windows have no order within one shown time: what was read there proves nothing.
		if (!ordered && this.ledger.endsAt(row.updatedAt)) this.window = undefined;
	}

	/** A timestamp may repeat while its moment lasts: such a version waits for the next poll. */
	private isStillOpen(row: Row<T>): boolean {
		return row.updatedAt >= this.serverTime - this.policy.holdMs;
	}

	/**
	 * Older than the lookback: no other version of that time can come to light any more (A1). Those
	 * of the last guard's width before it stay in the ledger, where `isFirst` looks for them.
	 */
	private isFinal({ updatedAt }: Row<T>): boolean {
		return isFinal(updatedAt, this.serverTime, this.policy);
	}

	/** Most of another page would be read in vain. */
	private isNearlyFull(): boolean {
		return this.events.length >= NEARLY * this.policy.batchLimit;
	}

	private reasonToStop(row: Row<T>): Outcome<T>['stopped'] {
		if (this.events.length >= this.policy.batchLimit) return 'batch limit';
		const { ledger: room, watched } = this.policy.room;
		const { length, settledLength } = this.ledger;
		const yielded = this.watched ? YIELDED * watched : 0;
		const isFull = this.isFinal(row)
			? this.run !== undefined && settledLength > room + yielded - length
			: length > ENTRIES * room;
		return isFull ? 'ledger full' : undefined;
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
		if (tells === 'updated' && this.isAsCreated(row)) return undefined;
		return { type: 'updated', row, from: before };
	}

	/** Its two stamps need not be the same; and no poll sees a version that lasted less than the hold. */
	private isAsCreated({ createdAt, updatedAt }: Row<T>): boolean {
		return Math.abs(updatedAt - createdAt) <= this.policy.holdMs;
	}

	/** The watermark rises to what is read and final, and never falls. */
	private nextState(wholePass: boolean, learned: Learned): State {
		const { policy, state, serverTime } = this;
		const final = serverTime - Math.max(policy.lookbackMs, policy.holdMs);
		const watermark = Math.max(state.watermark, Math.min(this.position, final));
		for (const id of this.ledger.prune(watermark, watermark - policy.guardMs)) {
			this.created.forgotten(id);
		}
		const known = this.ledger.pack(watermark);
		return {
			version: STATE_VERSION,
			fingerprint: state.fingerprint,
			watermark,
			...known,
			...this.created.next({ serverTime, watermark, wholePass }, this.held, policy.room),
			...(!wholePass && this.window && { window: this.window }),
			...(this.run && { run: this.run }),
			...(this.watched && { watched: keptWith(this.watched, this.besides(known), learned) }),
		};
	}

	/** What a long run has taken is not left for watched values. */
	private besides({ ledger, settled }: Pick<State, 'ledger' | 'settled'>): Policy {
		const { policy } = this;
		const taken = Math.max(0, ledger.length + settled.length - policy.room.ledger);
		return { ...policy, room: { ...policy.room, watched: policy.room.watched - taken } };
	}
}
