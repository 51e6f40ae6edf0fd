import { isoOf, unpackIds } from '../shared';
import { trustedTime } from './clock';
import { Ledger } from './emittedVersions';
import { beginNow } from './firstState';
import { NewRecords } from './isCreated';
import {
	isSameValue,
	LastValues,
	learn,
	savedWith,
	type Learned,
	type Unlearned,
} from './lastValues';
import { readFrom } from './listReader';
import type { Outcome, SetBack, Stalled } from './outcome';
import { STATE_VERSION, type State } from './savedState';
import type { Event, Policy, Row, Source, Stopped, Window } from './types';

/** The share of the batch limit at which no further page is asked for: most of it would be read in vain. */
const NEARLY = 0.9;
/** By how much a version may be ahead of the service's clock; later ones wait until it gets there. */
const AHEAD_MS = 60_000;

/**
 * One poll: the events that the state does not know yet, and the state that knows them. Nothing
 * else changes, so the caller decides when the new state takes effect.
 *
 * @param state one with the policy's fingerprint; without one the trigger begins now.
 * @throws whatever the source throws before anything was read in order; the state then stays valid.
 */
export async function poll<T>(
	state: State | undefined,
	source: Source<T>,
	policy: Policy,
): Promise<Outcome<T>> {
	return state ? await new Poll<T>(state, policy).run(source) : await beginNow(source, policy);
}

/** Takes the versions in rising order, all of one time at once, and always knows how far it has come. */
class Poll<T> {
	private readonly ledger: Ledger;

	private readonly newRecords: NewRecords;

	private readonly values?: LastValues;

	/** What is to be learned of older records: all below the watermark, where another event or list was watched before. */
	private readonly learning?: Unlearned;

	/** Whether another event, other filters or another credential are set than before. */
	private readonly isOtherView: boolean;

	private readonly events: Event<T>[] = [];

	private watermark: number;

	/** Every version below it has been dealt with, in this poll or before. */
	private position: number;

	/** The time to go by, once it is known. */
	private now = -Infinity;

	/** Versions above it wait. */
	private ceiling = Infinity;

	private setBack?: SetBack;

	/** Whether the list showed any record that is not below the watermark. */
	private isShown = false;

	/** How many records of the last page are left for the next poll. */
	private left = 0;

	/** When the first of those was created that wait and have had no event yet. */
	private waitsSince = Infinity;

	private window?: Window;

	constructor(
		private readonly state: State,
		private readonly policy: Policy,
	) {
		this.isOtherView = state.view !== policy.view;
		this.watermark = Date.parse(state.watermark);
		this.position = this.watermark;
		this.window = state.window;
		this.ledger = new Ledger(state.ledger);
		this.newRecords = new NewRecords(state, this.ledger, policy);
		const { compares } = policy;
		if (compares === undefined) return;
		const saved = state.values?.name === compares ? state.values : undefined;
		const isAnew = (!saved || this.isOtherView) && this.watermark > 0;
		this.learning = isAnew ? { at: isoOf(0), to: state.watermark } : saved?.learning;
		const newer = isAnew
			? this.ledger.ids(this.watermark)
			: unpackIds(saved?.learning?.newer ?? '');
		this.values = new LastValues(compares, saved, new Set(newer));
	}

	async run(source: Source<T>): Promise<Outcome<T>> {
		const { policy, learning } = this;
		let stopped: Stopped | undefined;
		let failure: unknown;
		try {
			stopped = await this.read(source);
		} catch (error) {
			const hasProgressed = this.events.length > 0 || this.position > this.watermark;
			if (!hasProgressed) throw error as Error;
			stopped = 'failure';
			failure = error;
		}
		const { events, now: serverTime, left, setBack, state: before } = this;
		// Perhaps all was deleted, perhaps a permission is missing: the service doesn't say.
		const wasShown = !this.isOtherView && before.shows === true;
		const isHidden = !stopped && wasShown && !this.isShown && this.ledger.reaches(this.watermark);
		// What happened comes first; the time that is left is for learning what was there before.
		const learned = stopped ? { learning } : await learn(this.values, learning, source, policy);
		const outcome = { events, serverTime, learningFailure: learned.failure, setBack };
		if (isHidden && !setBack) {
			const values = savedWith(this.values, policy, learned);
			return { ...outcome, state: { ...before, ...values, stalledSince: undefined } };
		}
		const next = this.nextState(stopped === undefined, learned);
		if (!stopped) return { ...outcome, state: next };
		const stalled = this.stalledAt(next.watermark, failure);
		const state = { ...next, ...(stalled && { stalledSince: isoOf(stalled.since) }) };
		const reached = Math.min(this.position, serverTime);
		return { ...outcome, state, stopped, failure, stalled, reached, left };
	}

	private async read(source: Source<T>): Promise<Stopped | undefined> {
		const start = { at: this.position, window: this.window };
		for await (const { rows, upTo, window, serverTime } of readFrom(source, start, this.policy)) {
			if (this.now === -Infinity && (await this.wasSetBack(serverTime, source))) {
				return await this.read(source);
			}
			this.window = window;
			this.isShown ||= rows.length > 0;
			for (const tied of tiesOf(rows)) {
				const stopped = this.take(tied);
				if (!stopped) continue;
				this.left = rows.filter(({ updatedAt }) => updatedAt >= this.position).length;
				return stopped;
			}
			this.position = upTo;
			const isNearlyFull = this.events.length >= NEARLY * this.policy.batchLimit;
			if (upTo < Infinity && isNearlyFull) return 'batch limit';
		}
		return this.position === Infinity ? undefined : 'out of time';
	}

	/**
	 * Finds out the time. Where it lies behind the watermark, whatever changes from here on would be passed
	 * over: then all is read from a lookback before it. What was emitted of times that come once more is
	 * forgotten, since an edit of it would look older. A Start Date in the future is where the user wants to
	 * begin.
	 */
	private async wasSetBack(told: number, source: Source<T>): Promise<boolean> {
		const { watermark, policy } = this;
		const isChosen = watermark === policy.startFrom;
		const passed = isChosen ? undefined : watermark;
		const { service, now } = await trustedTime(told, passed, source, policy);
		this.now = now;
		this.ceiling = service + AHEAD_MS;
		if (isChosen || service >= watermark) return false;
		const to = Math.max(0, service - policy.lookbackMs);
		this.setBack = { before: watermark, to };
		this.watermark = to;
		this.position = to;
		this.ceiling = service;
		this.ledger.prune(-Infinity, service);
		this.newRecords.lower(to);
		return true;
	}

	/** All new versions of one time, or none of them, so that no poll ends between them. */
	private take(tied: ReadonlyArray<Row<T>>): Stopped | undefined {
		const { ledger, ceiling, newRecords, values } = this;
		const unknown = tied.filter((row) => row.updatedAt <= ceiling && !ledger.knows(row));
		for (const row of tied) {
			const waits = row.updatedAt > ceiling && newRecords.isFirst(row);
			if (waits) this.waitsSince = Math.min(this.waitsSince, row.createdAt);
			// The value of a record that was dealt with before something was compared is not known yet.
			if (values && values.of(row.id) === undefined && ledger.holds(row)) values.learn(row);
		}
		const [first] = unknown;
		if (!first) return undefined;
		if (this.events.length >= this.policy.batchLimit) {
			this.position = first.updatedAt;
			return 'batch limit';
		}
		for (const row of unknown) this.dealWith(row);
		return undefined;
	}

	/**
	 * Older than the lookback: no other version of that time can come to light any more (A1). Those
	 * of the last guard's width before it stay in the ledger, where `isFirst` looks for them.
	 */
	private isFinal({ updatedAt }: Row<T>): boolean {
		const { lookbackMs, guardMs } = this.policy;
		return updatedAt < this.now - lookbackMs - guardMs;
	}

	private dealWith(row: Row<T>): void {
		const event = this.eventFor(row);
		if (event) this.events.push(event);
		this.values?.learn(row);
		this.newRecords.dealtWith(row);
		if (!this.isFinal(row)) this.ledger.add(row);
	}

	private eventFor(row: Row<T>): Event<T> | undefined {
		const { wants = () => true } = this.policy;
		const event = this.changeIn(row);
		return event && wants(row) ? event : undefined;
	}

	private changeIn(row: Row<T>): Event<T> | undefined {
		const { tells, newChanges } = this.policy;
		const from = this.values?.of(row.id);
		const isUnchanged = from !== undefined && isSameValue(from, row.compared);
		const isFirst = this.newRecords.isFirst(row);
		if (tells === 'changed') {
			const isNew = isFirst && newChanges;
			const isKnown = from !== undefined || isNew;
			return isKnown && !isUnchanged ? { type: 'changed', row, from } : undefined;
		}
		if (isFirst && tells !== 'updated') return { type: 'created', row };
		if (tells === 'created' || isUnchanged) return undefined;
		if (tells === 'updated' && this.isAsCreated(row)) return undefined;
		return { type: 'updated', row, from };
	}

	/** Its two stamps need not be the same. */
	private isAsCreated({ id, createdAt, updatedAt }: Row<T>): boolean {
		return Math.abs(updatedAt - createdAt) <= this.policy.guardMs && !this.ledger.has(id);
	}

	/** Of a poll that ended early: it came no further where it told nothing and the watermark stays. */
	private stalledAt(watermark: string, failure: unknown): Stalled | undefined {
		const { state, events, now } = this;
		if (events.length > 0 || watermark !== state.watermark) return undefined;
		const before = state.stalledSince === undefined ? now : Date.parse(state.stalledSince);
		return { since: Math.min(before, now), at: Date.parse(watermark), failure };
	}

	/** The watermark rises to what is read and final, and never falls. */
	private nextState(wholePass: boolean, learned: Learned): State {
		const { policy, state, now, window } = this;
		const watermark = Math.max(this.watermark, Math.min(this.position, now - policy.lookbackMs));
		this.ledger.prune(watermark - policy.guardMs);
		// What waits was read, and has not had its first event.
		const isSeen = wholePass && this.waitsSince >= watermark - policy.guardMs;
		return {
			version: STATE_VERSION,
			fingerprint: state.fingerprint,
			view: policy.view,
			...((this.isShown || (!wholePass && state.shows)) && { shows: true }),
			watermark: isoOf(watermark),
			...this.newRecords.saved({ now, watermark, wholePass: isSeen }),
			ledger: this.ledger.saved(),
			...(!wholePass && window && { window }),
			...savedWith(this.values, policy, learned),
		};
	}
}

/** The rows of each time, in the order in which they come. */
function tiesOf<T>(rows: ReadonlyArray<Row<T>>): Array<Array<Row<T>>> {
	const ties: Array<Array<Row<T>>> = [];
	for (const row of rows) {
		const tie = ties.at(-1);
		if (tie?.[0]?.updatedAt === row.updatedAt) tie.push(row);
		else ties.push([row]);
	}
	return ties;
}
