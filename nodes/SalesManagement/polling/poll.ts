import { trustedTime } from './clock';
import { LastValues, isSameValue, type Learning, type SavedValues } from './lastValues';
import { Ledger } from './ledger';
import { NewRecords } from './newRecords';
import { readFrom } from './reader';
import { reasonToBeginAnew, STATE_VERSION, type State } from './state';
import { ServiceTrouble } from './types';
import type { Event, Policy, Row, SetBack, Source, StartFrom, Window } from './types';

export interface Outcome<T> {
	readonly events: ReadonlyArray<Event<T>>;
	readonly state: State;
	/** The service's own time when the poll began, or n8n's if that is earlier. */
	readonly serverTime: number;
	/** Why the poll ended before the end of the list; `undefined` when it reached it. */
	readonly stopped?: 'batch limit' | 'ledger full' | 'out of time' | 'failure';
	/** Up to where it read, and how many records it was shown beyond, if it ended early. */
	readonly reached?: number;
	readonly left?: number;
	/** The failure behind `stopped`, after a stretch that was read in order. */
	readonly failure?: unknown;
	/** Why no more was learned of older records; the next poll tries again. */
	readonly learningFailure?: unknown;
	/** Set when the service's clock was set back, so that some is told once more. */
	readonly setBack?: SetBack;
}

/** The share of the batch limit at which no further page is asked for: most of it would be read in vain. */
const NEARLY = 0.9;

const isoOf = (time: number) => new Date(time).toISOString();

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
	const goesOn = saved && reasonToBeginAnew(saved, policy) === undefined;
	const state = goesOn ? saved : firstState(policy);
	return state ? await new Poll<T>(state, policy).run(source) : await beginNow(source, policy);
}

/** With which state a poll without one begins; none where it begins now. */
export const firstState = (policy: Policy): State | undefined =>
	policy.startFrom === 'now' || policy.tells === 'changed'
		? undefined
		: startAt(policy.startFrom, policy);

/** Begins with every version from a time on; 0 means all. */
export const startAt = (
	time: Exclude<StartFrom, 'now'>,
	{ fingerprint }: Pick<Policy, 'fingerprint'>,
): State => ({
	version: STATE_VERSION,
	fingerprint,
	watermark: isoOf(time),
	createdWatermark: isoOf(time),
	ledger: {},
});

/**
 * Begins now: what is visible inside the lookback is entered as known, so that only what comes to
 * light later is an event. In the middle of a bulk change that does not fit, it begins at this moment.
 */
async function beginNow<T>(source: Source<T>, policy: Policy): Promise<Outcome<T>> {
	const { guardMs, lookbackMs, compares, room } = policy;
	const told = await source.serverTime();
	const { now } = await trustedTime(told, undefined, source, policy);
	const final = now - lookbackMs;
	// What was created just before that may have its first version after it.
	const from = final - guardMs;
	const ledger = new Ledger();
	const values = compares === undefined ? undefined : new LastValues(compares);
	let isWhole = false;
	for await (const { rows, upTo } of readFrom(source, { at: from }, policy)) {
		for (const row of rows) {
			ledger.add(row);
			values?.learn(row);
		}
		isWhole = upTo === Infinity;
	}
	if (!isWhole)
		throw new ServiceTrouble('There was not enough time to find out where the trigger begins');
	let begins = { watermark: final, created: from };
	if (ledger.size > room.ledger) {
		begins = { watermark: now - guardMs, created: now - guardMs };
		ledger.prune(begins.watermark);
		if (ledger.size > room.ledger) ledger.prune(Infinity);
	}
	const learned = await learn(values, { at: isoOf(0), to: isoOf(from) }, { source, policy });
	values?.keep(ledger.ids());
	const state = {
		...startAt(begins.watermark, policy),
		createdWatermark: isoOf(begins.created),
		ledger: ledger.saved(),
		...savedWith(values, policy, learned),
	};
	return { events: [], state, serverTime: now, learningFailure: learned.failure };
}

/** How a poll left the learning. */
interface Learned {
	/** Absent when there is nothing left to learn. */
	readonly learning?: Learning;
	/** Why it stopped, if not for lack of time. The poll is none the worse for it. */
	readonly failure?: unknown;
}

/** Learns the values of older records, for as long as there is time. */
async function learn<T>(
	values: LastValues | undefined,
	learning: Learning | undefined,
	{ source, policy }: { readonly source: Source<T>; readonly policy: Policy },
): Promise<Learned> {
	if (!values || !learning) return {};
	const to = Date.parse(learning.to);
	let { at, window } = learning;
	const open = () => ({ at, to: learning.to, ...(window && { window }) });
	try {
		if (!policy.hasTime()) return { learning };
		for await (const stretch of readFrom(source, { at: Date.parse(at), window }, policy)) {
			values.learnOlder(stretch.rows.filter(({ updatedAt }) => updatedAt < to));
			if (stretch.upTo >= to) return {};
			at = isoOf(stretch.upTo);
			({ window } = stretch);
		}
		return { learning: open() };
	} catch (failure) {
		return { learning: open(), failure };
	}
}

function savedWith(
	values: LastValues | undefined,
	{ room }: Policy,
	{ learning }: Learned,
): Pick<State, 'values'> {
	if (!values) return {};
	const saved: SavedValues = { ...values.saved(room.values), ...(learning && { learning }) };
	return { values: saved };
}

/** Takes the versions in rising order, all of one time at once, and always knows how far it has come. */
class Poll<T> {
	private readonly ledger: Ledger;

	private readonly newRecords: NewRecords;

	private readonly values?: LastValues;

	/** What is to be learned of older records: all below the watermark, where another event was watched before. */
	private readonly learning?: Learning;

	private readonly events: Event<T>[] = [];

	private watermark: number;

	/** Every version below it has been dealt with, in this poll or before. */
	private position: number;

	/** The time to go by, once it is known. */
	private now = -Infinity;

	private setBack?: SetBack;

	/** Whether the list showed any record that is not below the watermark. */
	private isShown = false;

	/** How many records of the last page are left for the next poll. */
	private left = 0;

	private window?: Window;

	constructor(
		private readonly state: State,
		private readonly policy: Policy,
	) {
		this.watermark = Date.parse(state.watermark);
		this.position = this.watermark;
		this.window = state.window;
		this.ledger = new Ledger(state.ledger);
		this.newRecords = new NewRecords(state, this.watermark, this.ledger, policy);
		const { compares } = policy;
		if (compares === undefined) return;
		const saved = state.values?.name === compares ? state.values : undefined;
		this.values = new LastValues(compares, saved);
		const isAnew = !saved && this.watermark > 0;
		this.learning = isAnew ? { at: isoOf(0), to: state.watermark } : saved?.learning;
	}

	async run(source: Source<T>): Promise<Outcome<T>> {
		const { policy, learning } = this;
		let stopped: Outcome<T>['stopped'];
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
		const isHidden = !stopped && !this.isShown && this.ledger.reaches(this.watermark);
		if (isHidden && !setBack) return { events, state: before, serverTime };
		// What happened comes first; the time that is left is for learning what was there before.
		const learned = stopped ? { learning } : await learn(this.values, learning, { source, policy });
		if (learning) this.values?.keep(this.ledger.ids());
		const state = this.nextState(stopped === undefined, learned);
		const reached = Math.min(this.position, serverTime);
		const ended = stopped === undefined ? {} : { stopped, failure, reached, left };
		return { events, state, serverTime, ...ended, learningFailure: learned.failure, setBack };
	}

	private async read(source: Source<T>): Promise<Outcome<T>['stopped']> {
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
	 * over: then all is read from a lookback before it. A Start Date in the future is where the user wants
	 * to begin.
	 */
	private async wasSetBack(told: number, source: Source<T>): Promise<boolean> {
		const { watermark, policy } = this;
		const isChosen = watermark === policy.startFrom;
		const passed = isChosen ? undefined : watermark;
		const { service, now } = await trustedTime(told, passed, source, policy);
		this.now = now;
		if (isChosen || service >= watermark) return false;
		const to = Math.max(0, service - policy.lookbackMs);
		this.setBack = { before: watermark, to };
		this.watermark = to;
		this.position = to;
		this.newRecords.lower(to);
		return true;
	}

	/** All new versions of one time, or none of them, so that no poll ends between them. */
	private take(tied: ReadonlyArray<Row<T>>): Outcome<T>['stopped'] {
		const { ledger, policy } = this;
		const unknown = tied.filter((row) => !ledger.knows(row));
		// Of what was dealt with before something was compared, the value is not known yet.
		this.values?.learnOlder(tied.filter((row) => ledger.holds(row)));
		const [first] = unknown;
		if (!first) return undefined;
		const isRoomy =
			this.isFinal(first) || ledger.size + ledger.costOf(unknown) <= policy.room.ledger;
		const isFull = this.events.length >= policy.batchLimit;
		if (isFull || !isRoomy) {
			this.position = first.updatedAt;
			return isFull ? 'batch limit' : 'ledger full';
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
		const { tells, newChanges } = this.policy;
		const from = this.values?.of(row.id);
		const isUnchanged = from !== undefined && isSameValue(from, row.compared);
		const isFirst = this.newRecords.isFirst(row);
		if (tells === 'changed') {
			const isNew = isFirst && newChanges;
			if (isUnchanged || (from === undefined && !isNew)) return undefined;
			return { type: 'changed', row, from };
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

	/** The watermark rises to what is read and final, and never falls. */
	private nextState(wholePass: boolean, learned: Learned): State {
		const { policy, state, now, window } = this;
		const watermark = Math.max(this.watermark, Math.min(this.position, now - policy.lookbackMs));
		this.ledger.prune(watermark - policy.guardMs);
		return {
			version: STATE_VERSION,
			fingerprint: state.fingerprint,
			watermark: isoOf(watermark),
			...this.newRecords.saved({ now, watermark, wholePass }),
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
