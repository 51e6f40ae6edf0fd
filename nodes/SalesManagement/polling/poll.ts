import { isoOf, unpackIds } from '../shared';
import { trustedTime } from './clock';
import { Ledger } from './emittedVersions';
import { NewRecords } from './isCreated';
import {
	isSameValue,
	LastValues,
	learn,
	savedWith,
	type Learned,
	type OpenSpan,
} from './lastValues';
import { readFrom } from './listReader';
import { startAt, STATE_VERSION, type State } from './savedState';
import {
	ServiceTrouble,
	type Event,
	type Policy,
	type Row,
	type Source,
	type Stopped,
	type Window,
} from './types';

/** A service clock that was set back: the position before, and the one from which reading went on. */
interface SetBack {
	readonly before: number;
	readonly to: number;
}

/** A trigger that makes no progress. */
interface Stalled {
	/** The service's time at the first poll without progress. */
	readonly since: number;
	/** The time up to which everything was read. */
	readonly at: number;
}

/** The result of one poll. */
export interface PollOutcome<T = unknown> {
	readonly events: ReadonlyArray<Event<T>>;
	readonly state: State;
	/** The service's time when the poll began, or n8n's if that is earlier. */
	readonly serverTime: number;
	/** Why the poll ended before the end of the list; `undefined` if it reached it. */
	readonly stopped?: Stopped;
	/** The time up to which it read, and how many records of the last page lie beyond, if it ended early. */
	readonly reached?: number;
	readonly left?: number;
	/** The error behind `stopped`, if it occurred after some stretch was read. */
	readonly failure?: unknown;
	/** Set if it ended early without progress. */
	readonly stalled?: Stalled;
	/** The error that stopped the learning of older values; the next poll tries again. */
	readonly learningFailure?: unknown;
	/** Set if the service's clock was set back, so that some events come a second time. */
	readonly setBack?: SetBack;
}

/** The share of the batch limit at which no further page is requested: most of it would be read in vain. */
const NEARLY = 0.9;
/** How far a version may usually be ahead of the service's clock. */
const AHEAD_MS = 60_000;

/**
 * One poll: returns the events that the state does not know yet, and the state that knows them. It changes
 * nothing else, so the caller decides when the new state takes effect.
 *
 * @param state one with the policy's fingerprint; without one the trigger begins now.
 * @throws any error of the source before anything was read; the old state then stays valid.
 */
export async function poll<T>(
	state: State | undefined,
	source: Source<T>,
	policy: Policy,
): Promise<PollOutcome<T>> {
	const outcome = await (state ? new Poll(state, policy).run(source) : beginNow(source, policy));
	// The engine never looks into a record, so only its entrance knows of what type records are.
	return outcome as PollOutcome<T>;
}

/** Begins now, by a poll of the lookback of which nothing is wanted: only later versions are events. */
async function beginNow(source: Source, policy: Policy): Promise<PollOutcome> {
	const { now } = await trustedTime(await source.serverTime(), undefined, source, policy);
	// A record created just before the lookback may have its first version within it.
	const start = isoOf(now - policy.lookbackMs - policy.guardMs);
	const before = { ...startAt(start, policy), start };
	const outcome = await new Poll(before, { ...policy, wants: () => false }, Infinity).run(source);
	if (!outcome.stopped) return outcome;
	throw (outcome.failure ??
		new ServiceTrouble('There was not enough time to find out where the trigger begins')) as Error;
}

/**
 * Handles versions in rising order, all of one time together, so that the position reached is always known.
 */
class Poll {
	private readonly ledger: Ledger;

	private readonly newRecords: NewRecords;

	private readonly values?: LastValues;

	/**
	 * The span of older values to learn: all below the watermark if another event or view was watched before.
	 */
	private readonly learning?: OpenSpan;

	/** Whether the same list showed records before, to whatever event and credential. */
	private readonly wasShown: boolean;

	private readonly events: Event[] = [];

	private watermark: number;

	/** Every version before this time was handled, in this poll or an earlier one. */
	private position: number;

	/** The time to go by; -Infinity before the first response. */
	private now = -Infinity;

	/** Versions with a later time wait. */
	private ceiling = Infinity;

	private setBack?: SetBack;

	/** Whether the list showed any record from the watermark on. */
	private isShown = false;

	/** How many records of the last page the next poll has to read. */
	private left = 0;

	/** The earliest creation time of the waiting records that have had no event yet. */
	private waitsSince = Infinity;

	private window?: Window;

	/** @param aheadMs how far a version may be ahead of the service's clock; later ones wait until the clock gets there. */
	constructor(
		private readonly state: State,
		private readonly policy: Policy,
		private readonly aheadMs = AHEAD_MS,
	) {
		const isOtherView = state.view !== policy.view;
		this.wasShown = state.shows === policy.list;
		this.watermark = Date.parse(state.watermark);
		this.position = this.watermark;
		this.window = state.window;
		this.ledger = new Ledger(state.ledger);
		this.newRecords = new NewRecords(state, this.ledger, policy);
		const { compares } = policy;
		if (compares === undefined) return;
		const saved = state.values?.name === compares ? state.values : undefined;
		const isAnew = (!saved || isOtherView) && this.watermark > 0;
		this.learning = isAnew ? { at: isoOf(0), to: state.watermark } : saved?.learning;
		const newer = isAnew
			? this.ledger.ids(this.watermark)
			: unpackIds(saved?.learning?.newer ?? '');
		const partial = isAnew ? undefined : saved?.partial;
		this.values = new LastValues(compares, { ...saved, partial }, new Set(newer));
	}

	async run(source: Source): Promise<PollOutcome> {
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
		const { events, now: serverTime, left, setBack, state: before, wasShown, isShown } = this;
		// The records that were shown before may have been deleted, or a permission may be missing: the service
		// doesn't say which.
		const isHidden = !stopped && wasShown && !isShown && this.ledger.reaches(this.watermark);
		// Events come first; the remaining time is for learning older values.
		const learned = stopped ? { learning } : await learn(this.values, learning, source, policy);
		const outcome = { events, serverTime, learningFailure: learned.failure, setBack };
		if (isHidden && !setBack) {
			const values = savedWith(this.values, policy, learned);
			const rest = { view: policy.view, ...values, stalledSince: undefined };
			return { ...outcome, state: { ...before, ...rest } };
		}
		const next = this.nextState(stopped === undefined, learned);
		if (!stopped) return { ...outcome, state: next };
		const stalled = this.stalledAt(next.watermark);
		const state = { ...next, stalledSince: stalled && isoOf(stalled.since) };
		const reached = Math.min(this.position, serverTime);
		return { ...outcome, state, stopped, failure, stalled, reached, left };
	}

	private async read(source: Source): Promise<Stopped | undefined> {
		const start = { at: this.position, window: this.window };
		for await (const { rows, upTo, window, serverTime } of readFrom(source, start, this.policy)) {
			if (this.now === -Infinity && (await this.wasSetBack(serverTime, source))) {
				return await this.read(source);
			}
			this.window = window;
			this.isShown ||= rows.length > 0;
			for (const tied of tiesOf(rows)) {
				const stopped = this.accept(tied);
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
	 * Sets the time to go by. If the service's time lies before the watermark, changes from now on would be
	 * missed: then everything is read again from a lookback before that time. Ledger entries later than the
	 * service's time are dropped, since an edit of such a record would look older than its entry. A Start Date
	 * in the future is not a clock that was set back: the user wanted to begin there.
	 */
	private async wasSetBack(told: number, source: Source): Promise<boolean> {
		const { watermark, policy, state } = this;
		const isChosen = state.watermark === state.start;
		const passed = isChosen ? undefined : watermark;
		const { service, now } = await trustedTime(told, passed, source, policy);
		this.now = now;
		this.ceiling = service + this.aheadMs;
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

	/** Handles all new versions of one time, or none of them, so that no poll ends between them. */
	private accept(tied: readonly Row[]): Stopped | undefined {
		const { ledger, ceiling, newRecords, values } = this;
		const unknown = tied.filter((row) => row.updatedAt <= ceiling && !ledger.knows(row));
		for (const row of tied) {
			const waits = row.updatedAt > ceiling && newRecords.isFirst(row);
			if (waits) this.waitsSince = Math.min(this.waitsSince, row.createdAt);
			// The version was handled, but its value is not known, or until all is learned perhaps an older one (see
			// `resumed`).
			if ((this.learning || values?.of(row.id) === undefined) && ledger.holds(row)) {
				values?.keepNewest(row);
			}
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
	 * Whether a version is older than the lookback, so that no other one of its time can appear any more (A1).
	 * Versions within a guard's width before that stay in the ledger, where `isFirst` looks for them.
	 */
	private isFinal({ updatedAt }: Row): boolean {
		const { lookbackMs, guardMs } = this.policy;
		return updatedAt < this.now - lookbackMs - guardMs;
	}

	private dealWith(row: Row): void {
		const event = this.eventFor(row);
		if (event) this.events.push(event);
		this.values?.keepNewest(row);
		this.newRecords.dealtWith(row);
		if (!this.isFinal(row)) this.ledger.add(row);
	}

	private eventFor(row: Row): Event | undefined {
		const { wants = () => true } = this.policy;
		const event = this.changeIn(row);
		return event && wants(row) ? event : undefined;
	}

	private changeIn(row: Row): Event | undefined {
		const { reports, newChanges } = this.policy;
		const from = this.values?.of(row.id);
		const isUnchanged = from !== undefined && isSameValue(from, row.compared);
		const isFirst = this.newRecords.isFirst(row);
		if (reports === 'changed') {
			// Amid a backlog, the value of a new record may be one that a stale replica showed before its first event.
			const mayBeStale = isUnchanged && this.state.backlog !== undefined;
			if (isFirst && newChanges && (mayBeStale || from === undefined))
				return { type: 'changed', row };
			return from === undefined || isUnchanged ? undefined : { type: 'changed', row, from };
		}
		if (isFirst && reports !== 'updated') return { type: 'created', row };
		if (reports === 'created' || isUnchanged) return undefined;
		if (reports === 'updated' && this.isAsCreated(row)) return undefined;
		return { type: 'updated', row, from };
	}

	/** Whether a version is the created one: its two timestamps may differ by the guard. */
	private isAsCreated({ id, createdAt, updatedAt }: Row): boolean {
		return Math.abs(updatedAt - createdAt) <= this.policy.guardMs && !this.ledger.has(id);
	}

	/** Reports a poll that ended early without progress: it has no event, and the watermark stays. */
	private stalledAt(watermark: string): Stalled | undefined {
		const { state, events, now } = this;
		if (events.length > 0 || watermark !== state.watermark) return undefined;
		const before = state.stalledSince === undefined ? now : Date.parse(state.stalledSince);
		return { since: Math.min(before, now), at: Date.parse(watermark) };
	}

	/**
	 * The state after the poll. The watermark rises to the end of what was read and is final; it never falls.
	 */
	private nextState(wholePass: boolean, learned: Learned): State {
		const { policy, state, now, window } = this;
		const watermark = Math.max(this.watermark, Math.min(this.position, now - policy.lookbackMs));
		this.ledger.prune(watermark - policy.guardMs);
		// Waiting records were read, but have not had their first event.
		const isSeen = wholePass && this.waitsSince >= watermark - policy.guardMs;
		return {
			version: STATE_VERSION,
			fingerprint: state.fingerprint,
			view: policy.view,
			shows: this.isShown || (!wholePass && this.wasShown) ? policy.list : undefined,
			watermark: isoOf(watermark),
			start: state.start === isoOf(watermark) ? state.start : undefined,
			...this.newRecords.saved({ now, watermark, wholePass: isSeen }),
			ledger: this.ledger.saved(),
			window: wholePass ? undefined : window,
			...savedWith(this.values, policy, learned),
		};
	}
}

/** Groups consecutive rows with the same time. */
function tiesOf(rows: readonly Row[]): Row[][] {
	const ties: Row[][] = [];
	for (const row of rows) {
		const tie = ties.at(-1);
		if (tie?.[0]?.updatedAt === row.updatedAt) tie.push(row);
		else ties.push([row]);
	}
	return ties;
}
