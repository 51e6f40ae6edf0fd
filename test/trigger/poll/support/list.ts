/** A list at rest, asked and counted, and a trigger that polls it. */
import {
	firstState,
	poll,
	type Event,
	type PollOutcome,
	type Policy,
	type Query,
	type Row,
	type Source,
	type State,
	type VersionPage,
} from '../../../../nodes/SalesManagement/polling';
import { many } from '../../../support/many';

export const NOW = 1_800_000_000_000;
export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

interface Quirks {
	/** Sorted by update time; otherwise it is read in windows of time. */
	readonly ordered?: boolean;
	readonly pageSize?: number;
}

export const SORTED = [
	['sorted by update time', true],
	['that can’t be sorted so', false],
] as const;

export class List implements Source<number> {
	requests = 0;
	now = NOW;
	readonly ordered: boolean;

	/** Happens before each request. */
	before: (query: Query) => void = () => {};

	constructor(
		public rows: Array<Row<number>>,
		private readonly quirks: Quirks = {},
	) {
		this.ordered = quirks.ordered ?? true;
		this.sort();
	}

	/** Must be called when rows were added or changed. */
	sort(): void {
		const keyOf = this.ordered ? timeOf : scattered;
		this.rows.sort((a, b) => keyOf(a) - keyOf(b));
	}

	add(...rows: Array<Row<number>>): void {
		this.rows.push(...rows);
		this.sort();
	}

	/** Another version of a record. */
	change(id: number, updatedAt: number, rest: Partial<Row<number>> = {}): void {
		const at = this.rows.findIndex((row) => row.id === id);
		const digest = `changed-at-${updatedAt}`;
		this.rows[at] = { ...this.rows[at]!, updatedAt, digest, ...rest };
		this.sort();
	}

	async read(query: Query): Promise<VersionPage<number>> {
		this.before(query);
		this.requests++;
		const { from = 0, to = 8.64e15, cursor = '0' } = query;
		// A time that is none can't be sent.
		const [low, high] = [from, to].map((time) => Date.parse(new Date(time).toISOString()));
		const { pageSize = 1_000 } = this.quirks;
		const next = Number(cursor) + pageSize;
		const within = this.rows.filter(({ updatedAt }) => updatedAt >= low! && updatedAt <= high!);
		return {
			rows: within.slice(Number(cursor), next),
			total: within.length,
			...(next < within.length && { cursor: String(next) }),
			serverTime: this.now,
		};
	}

	async serverTime(): Promise<number> {
		return this.now;
	}
}

const timeOf = ({ updatedAt }: Row<number>) => updatedAt;
const scattered = ({ id }: Row<number>) => (id * 7919) % 1009;

/** A record that was created at its only change. */
export const rowAt = (
	id: number,
	updatedAt: number,
	rest: Partial<Row<number>> = {},
): Row<number> => ({ id, createdAt: updatedAt, updatedAt, digest: 'abcde', record: id, ...rest });

/** So many, the n-th of which changed then. */
export const rowsAt = (
	count: number,
	timeOfNth: (n: number) => number,
	idOfNth = (n: number) => n,
	rest: Partial<Row<number>> = {},
) => many(count, (n) => rowAt(idOfNth(n), timeOfNth(n), rest));

export const range = (count: number, from = 0) => many(count, (n) => from + n);

/** As the trigger sets it, unless a test says otherwise. */
export const policyWith = (rest: Partial<Policy> = {}): Policy => ({
	reports: 'createdOrUpdated',
	fingerprint: 'question',
	list: 'all',
	view: 'all',
	startFrom: 'now',
	lookbackMs: 5 * MINUTE,
	guardMs: 2_000,
	batchLimit: 5_000,
	agreeingPasses: 2,
	valuesRoom: 144_000,
	createdRoom: 20_000,
	hasTime: () => true,
	ownTime: () => NOW,
	...rest,
});

type Told = PollOutcome<number> & { readonly ids: number[] };

export class Trigger {
	/** All that it told, as `[type, id]`. */
	readonly told: Array<[Event<number>['type'], number]> = [];

	state?: State;

	constructor(
		readonly list: List,
		/** What the user set; a test may change it. */
		public set: Partial<Policy> = {},
	) {}

	/** With time for so many requests. */
	async poll(requests = Infinity): Promise<Told> {
		const mayAsk = this.list.requests + requests;
		const hasTime = () => this.list.requests < mayAsk;
		const policy = policyWith({ hasTime, ownTime: () => this.list.now, ...this.set });
		const outcome = await poll(this.state ?? firstState(policy), this.list, policy);
		this.state = JSON.parse(JSON.stringify(outcome.state)) as State;
		const { events } = outcome;
		const times = events.map(({ row }) => row.updatedAt);
		expect(times.every((time, n) => n === 0 || time >= times[n - 1]!)).toBe(true);
		for (const { type, row } of events) this.told.push([type, row.id]);
		return { ...outcome, ids: events.map(({ row }) => row.id) };
	}

	/** The ids that the poll a minute later tells of. */
	async next(milliseconds = MINUTE): Promise<number[]> {
		this.list.now += milliseconds;
		return (await this.poll()).ids;
	}

	/** Polls once a minute until twice nothing is left. */
	async drain(): Promise<void> {
		for (let [quiet, polls] = [0, 0]; quiet < 2 && polls < 400; polls++) {
			const { stopped, events } = await this.poll();
			quiet = stopped === undefined && events.length === 0 ? quiet + 1 : 0;
			this.list.now += MINUTE;
		}
	}

	/** Whom it told of, in rising order, as often as it did. */
	get ids(): number[] {
		return this.told.map(([, id]) => id).sort((a, b) => a - b);
	}

	/** Some of those that it did not tell exactly once. */
	notOnce(ids: readonly number[]): number[] {
		const counts = new Map(ids.map((id) => [id, 0]));
		for (const [, id] of this.told) counts.set(id, (counts.get(id) ?? -9) + 1);
		return [...counts]
			.filter(([, count]) => count !== 1)
			.map(([id]) => id)
			.slice(0, 9);
	}
}

/** A trigger that has begun over this list. */
export async function begun(list: List, set: Partial<Policy> = {}): Promise<Trigger> {
	const trigger = new Trigger(list, set);
	await trigger.poll();
	return trigger;
}
