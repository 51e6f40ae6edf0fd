/** Random histories, and those in which one thing matters more often. */
import fc from 'fast-check';
import type { StartFrom } from '../../../../nodes/SalesManagement/polling';
import { anyQuirks, YEAR, type Quirks } from './quirks';
import type { Content } from './service';
import type { Settings, Watched } from './settings';
import { many } from '../../../support/many';

export type Write =
	| { do: 'create'; content: Content; lag: number }
	| { do: 'update'; index: number; content: Partial<Content>; lag: number }
	| { do: 'delete'; index: number; lag: number }
	/** Many at one moment, so that timestamps repeat for longer than a page. */
	| { do: 'burst'; count: number; create: boolean; content: Content; lag: number }
	| { do: 'wait'; ms: number };

/**
 * What becomes of a batch. The durable engine may refuse it with its state, while the process lives
 * on. The default engine saves the two apart: it may end after either of them. What becomes of its activations that
 * emit nothing, `host.ts` says.
 */
export type Fate = 'kept' | 'refused' | 'events dropped' | 'state dropped';

export interface Poll {
	do: 'poll';
	/** What happens between its requests, one list per request. */
	between: Write[][];
	/** The request that fails, and how. */
	fault?: { request: number; kind: '429' | '500' | 'cursor' };
	/** After how many requests time runs out. */
	requests: number;
	stale: boolean;
	fate: Fate;
	/** How many polls the durable engine runs right after it, with the state that it handed to it. */
	others: number;
	/** More requests than this it may not send. */
	most?: number;
}

/** Polls of which the service gets so few requests done. */
export interface Slow {
	do: 'slow';
	requests: number;
	polls: number;
	/** Milliseconds from one to the next. */
	every: number;
}

/** What becomes of the saved state. */
export type Spoil =
	| 'without a ledger'
	| 'without its creations'
	| 'without its values'
	| 'of another version'
	| 'without a watermark'
	| 'no state at all';

/** The user sets something else and publishes again. */
interface Set {
	do: 'set';
	to: Partial<Settings>;
}

/** What is saved is damaged; perhaps n8n was updated, and so started anew. */
interface Spoils {
	do: 'spoil';
	how: Spoil;
	restart: boolean;
}

export type Step =
	| Set
	| Spoils
	| Write
	| Poll
	| Slow
	| { do: 'restart' }
	| { do: 'rest'; ms: number }
	/** A permission is missing from now on, or there again: the list is empty without it. */
	| { do: 'permit'; isPermitted: boolean }
	/** Replay From is set to so long ago, or cleared. */
	| { do: 'replay'; ago: number | undefined };

/** So many records, made or changed so many milliseconds after each other. */
interface Bulk {
	readonly count: number;
	readonly apart: number;
	readonly create: boolean;
	readonly pageSize: number;
}

export interface History {
	quirks: Quirks;
	engine: 'default' | 'durable';
	delivery: Settings['delivery'];
	watched: Watched;
	startFrom: StartFrom;
	before: Write[];
	steps: Step[];
	batchLimit: number;
	/** Characters for compared values. */
	valuesRoom: number;
	/** Characters for new records. */
	createdRoom: number;
	/** What a variant may make use of. */
	spare: { readonly settings: Array<Set | Spoils>; readonly bulk: Bulk };
	lookbackMs: number;
	/** Whether a change back within one timestamp must be told, which the trigger does not promise. */
	tellsChangesBack?: true;
}

const LOOKBACK = 20_000;
/** The model's guard, within which filters may err. */
export const GUARD = 2_000;
const BEHIND = 90_000;
const MANY_VALUES = 10_000;

/** Room for about eight records' values, one character each, beside the names of the state's parts. */
const FEW_VALUES = 95;

const content: fc.Arbitrary<Content> = fc.record({
	phase: fc.constantFrom('1', '2', '3'),
	field: fc.constantFrom('a', 'b', 'c'),
	part: fc.constantFrom('x', 'x', 'y'),
});

/** One of these, as often as its weight says. */
const weighed = <T>(...choices: ReadonlyArray<readonly [number, fc.Arbitrary<T>]>) =>
	fc.oneof(...choices.map(([weight, arbitrary]) => ({ weight, arbitrary })));

/** A step of this kind. */
const step = <Do extends Step['do'], Rest extends object>(
	kind: Do,
	rest: { [Name in keyof Rest]: fc.Arbitrary<Rest[Name]> },
) => fc.record(rest).map((parts) => ({ do: kind, ...parts }));

/** Mostly within the part in which the record was. */
const edit = weighed<Partial<Content>>(
	[5, content.map(({ phase, field }) => ({ phase, field }))],
	[1, content],
);

/** Mostly at once, else any share of what A1 allows, often all of it. */
const lag = weighed(
	[4, fc.constant(0)],
	[2, fc.constant(1)],
	[2, fc.double({ min: 0, max: 1, noNaN: true })],
);

const index = fc.nat(30);

const write = weighed<Write>(
	[3, step('create', { content, lag })],
	[6, step('update', { index, content: edit, lag })],
	[1, step('delete', { index, lag })],
	[
		1,
		step('burst', { count: fc.integer({ min: 2, max: 14 }), create: fc.boolean(), content, lag }),
	],
	[4, step('wait', { ms: fc.constantFrom(1, 40, 300, 700, 1_100, 2_500) })],
);

const poll: fc.Arbitrary<Poll> = step('poll', {
	between: fc.oneof(
		fc.constant<Write[][]>([]),
		fc.array(fc.array(write, { maxLength: 3 }), { maxLength: 7 }),
	),
	fault: fc.option(
		fc.record({
			request: fc.integer({ min: 1, max: 8 }),
			kind: fc.constantFrom('429', '500', 'cursor'),
		}),
		{ nil: undefined, freq: 3 },
	),
	requests: weighed([6, fc.constant(10_000)], [1, fc.integer({ min: 1, max: 12 })]),
	stale: fc.boolean(),
	fate: weighed<Fate>(
		[6, fc.constant('kept')],
		[3, fc.constantFrom('refused', 'events dropped', 'state dropped')],
	),
	others: fc.constantFrom(0, 0, 0, 0, 1, 2),
});

const anyStep = weighed<Step>(
	[8, write],
	[6, poll],
	// The last one is longer than any batch is repeated for.
	[3, step('rest', { ms: fc.constantFrom(1_000, 5_000, 19_000, 20_500, 60_000, 3_700_000) })],
	[1, fc.constant({ do: 'restart' })],
);

const free: fc.Arbitrary<Quirks> = anyQuirks.map((quirks) => {
	const { skew, granularity, shownUnit, filterUnit, staleness } = quirks;
	return {
		...quirks,
		// A2: roundings leave this of the guard, by which a filter may be off.
		filterDrift: Math.min(quirks.filterDrift, GUARD - filterUnit - shownUnit),
		// A1: visible within the lookback, with the clock's skew, its grain and stale replicas in it.
		lag: LOOKBACK - Math.max(0, skew) - granularity - shownUnit - staleness,
	};
});

const watched = fc.constantFrom<Watched>(
	'createdOrUpdated',
	'createdOrUpdated',
	'created',
	'updated',
	'changed',
	'entered',
	'fields',
);
const delivery = fc.constantFrom('once', 'atLeastOnce');

const set = (to: { [Name in keyof Settings]?: fc.Arbitrary<Settings[Name]> }): fc.Arbitrary<Set> =>
	step('set', { to: fc.record(to) });

const change = weighed<Set | Spoils>(
	[4, set({ filter: fc.constantFrom('all', 'x', 'x', 'y', 'none') })],
	[3, set({ watched })],
	[2, set({ credential: fc.constantFrom('of all', 'of some') })],
	[2, set({ users: fc.constantFrom('any', 'some') })],
	[1, set({ address: fc.constantFrom('one', 'another') })],
	[1, set({ delivery })],
	[
		2,
		step('spoil', {
			how: fc.constantFrom<Spoil>(
				'without a ledger',
				'without its creations',
				'without its values',
				'of another version',
				'of another version',
				'without a watermark',
				'no state at all',
			),
			restart: fc.constantFrom(true, true, false),
		}),
	],
);

const plain: fc.Arbitrary<History> = fc.record({
	quirks: free,
	engine: fc.constantFrom('default', 'durable'),
	delivery,
	watched,
	startFrom: fc.constantFrom<StartFrom>('now', 'now', 0, 1_700_000_000_000),
	before: fc.array(write, { maxLength: 12 }),
	steps: fc.array(anyStep, { maxLength: 45, size: 'max' }),
	batchLimit: fc.constantFrom(1, 3, 1_000, 1_000),
	valuesRoom: fc.constantFrom(MANY_VALUES, MANY_VALUES, MANY_VALUES, FEW_VALUES),
	createdRoom: fc.constantFrom(MANY_VALUES, MANY_VALUES, 8),
	spare: fc.record({
		settings: fc.array(change, { minLength: 1, maxLength: 6 }),
		bulk: fc.record({
			count: fc.integer({ min: 60, max: 200 }),
			apart: fc.constantFrom(0, 1, 7, 40, 150, 210, 300, 600),
			create: fc.boolean(),
			pageSize: fc.integer({ min: 2, max: 20 }),
		}),
	}),
	lookbackMs: fc.constant(LOOKBACK),
});

const control: fc.Arbitrary<Step> = fc.oneof(
	step('replay', {
		ago: fc.constantFrom(3_500, 10_000, 21_000, 70_000, 200_000, YEAR, undefined),
	}),
	step('slow', {
		requests: fc.constantFrom(1, 1, 2, 3, 5),
		polls: fc.constantFrom(2, 2, 5, 5, 20, 100),
		every: fc.constantFrom(1_000, 5_000, 30_000),
	}),
);

/** In half of the histories up to five of these, and where they are put in. */
const controlled = fc.oneof(
	fc.constant([]),
	fc.array(fc.record({ at: fc.nat(45), step: control }), { minLength: 1, maxLength: 5 }),
);

/** Stands behind the last step. */
const END: Step = { do: 'rest', ms: 0 };

/** In half of them Replay From is set, and the service is slow for a while. Variants say which settings change. */
export const histories: fc.Arbitrary<History> = fc
	.tuple(plain, controlled)
	.map(([given, controls]) => ({
		...given,
		// A stale replica may show less than what has been emitted.
		createdRoom: given.quirks.staleness > 0 ? MANY_VALUES : given.createdRoom,
		steps: [...given.steps, END].flatMap((each, index) => [
			...controls
				.filter(({ at }) => at % (given.steps.length + 1) === index)
				.map(({ step: it }) => it),
			each,
		]),
	}));

type Shape = (history: History) => History;

const withQuirks = (history: History, quirks: Partial<Quirks>): History => ({
	...history,
	quirks: { ...history.quirks, ...quirks },
});

/** What becomes of each poll. */
const withPolls = (history: History, to: (poll: Poll, index: number) => Step[]): History => ({
	...history,
	steps: history.steps.flatMap((each, index) => (each.do === 'poll' ? to(each, index) : [each])),
});

/** More of what only many records with one timestamp can show. */
const withTies: Shape = (history) =>
	withQuirks(
		{ ...history, watched: 'createdOrUpdated' },
		{ ordered: true, cursor: 'offset', pageSize: 2, granularity: 1 },
	);

/**
 * Ties that move while they are read, at an age at which the lookback is about to pass them: what is
 * overlooked in younger ones is found again by the next poll. The cursor may be rejected in between.
 */
const withMovingTies =
	(rejectedAt?: number): Shape =>
	(history) => {
		const first = rejectedAt === undefined ? 4 : rejectedAt + 2;
		const usual = { requests: 10_000, fate: 'kept', others: 0 } as const;
		const kind = 'cursor' as const;
		const fault = rejectedAt === undefined ? undefined : { request: rejectedAt, kind };
		const moved = withPolls({ ...withTies(history), before: [] }, (poll, index) => {
			const move: Write = { do: 'update', index, content: {}, lag: 0 };
			const content: Content = { phase: '1', field: 'a', part: 'x' };
			return [
				{ do: 'burst', count: 9, create: true, content, lag: 0 },
				{ do: 'rest', ms: 20_900 },
				{ ...poll, ...usual, fault, between: [...Array<[]>(first - 1).fill([]), [move], [move]] },
			];
		});
		return {
			...moved,
			steps: moved.steps.filter((each) => each.do !== 'rest' || each.ms === 20_900),
		};
	};

/** Edits within the second in which polls see them, there and back. */
export const withTwins: Shape = (history) => {
	const edit = (at: number, field: string): Write[] => [
		{ do: 'update', index: at % 3, content: { phase: '1', field }, lag: 0 },
		{ do: 'wait', ms: 40 },
	];
	const twins = withPolls({ ...history, watched: 'createdOrUpdated' }, (poll, at) => [
		...edit(at, 'a'),
		poll,
		...edit(at, 'b'),
		{ ...poll, fault: undefined, requests: 10_000 },
		...edit(at, 'a'),
	]);
	const lag = history.quirks.lag - 1_000;
	return withQuirks(twins, { granularity: 1_000, lag, digestsContent: true });
};

/** Many records at one time, and a service that gets one page of them done in a poll. */
const withStandstills: Shape = (history) =>
	withPolls(withTies(history), (poll) => [
		{ do: 'rest', ms: 60_000 },
		{ do: 'slow', requests: 1, polls: 3, every: 5_000 },
		poll,
	]);

const of =
	(watched: Watched): Shape =>
	(history) => ({ ...history, watched });

/** Something is set otherwise, or damaged, before each poll. */
const withChanges =
	(isOne: (step: Set | Spoils) => boolean): Shape =>
	(history) => {
		const some = history.spare.settings.filter(isOne);
		// What a replay owes is only held where the settings stay: a filter may hide the rest of it.
		const steps = history.steps.filter((step) => step.do !== 'replay');
		return withPolls({ ...history, steps }, (poll, index) => [
			...some.slice(index % 3, (index % 3) + 1),
			poll,
		]);
	};

const sets =
	(...keys: Array<keyof Settings>) =>
	(step: Set | Spoils) =>
		step.do === 'set' && keys.some((key) => key in step.to);

/** So far that the newest versions have to wait. To that clock, what is replayed must not lie ahead. */
const withClockBehind: Shape = (history) => {
	const steps = history.steps.filter(
		(step) => step.do !== 'replay' || step.ago === undefined || step.ago > 2 * BEHIND,
	);
	return withQuirks({ ...history, steps }, { skew: -BEHIND, jump: 0 });
};

/** Many records at once, and what becomes of them while polls read the lookback again. */
const withBulk: Shape = (history) => {
	const { count, apart, create, pageSize } = history.spare.bulk;
	const content: Content = { phase: '1', field: 'a', part: 'x' };
	const made: Write[] = many(count, () => ({ do: 'create', content, lag: 0 }));
	const each = (n: number): Write =>
		create ? made[n]! : { do: 'update', index: n, content: { phase: '2', field: 'b' }, lag: 0 };
	const usual = { between: [], requests: 10_000, stale: false, others: 0 };
	const poll: Step = { ...usual, do: 'poll', fate: 'kept' };
	// Three requests a page, or five with filters and clocks that err. Of a list that can't be sorted (v2 §4.5), two passes
	// over a window agree only if the filter cuts it alike both times.
	const { ordered, filterDrift } = history.quirks;
	const most = ordered || filterDrift === 0 ? (5 * count) / pageSize + 10 : Infinity;
	const bound: Step = { ...poll, most };
	const rest: Step = { do: 'rest', ms: 5_000 };
	return withQuirks(
		{
			...history,
			startFrom: 'now',
			before: create ? [] : made,
			steps: [
				...(create ? [] : [{ do: 'rest', ms: 60_000 } as const]),
				poll,
				...many(count, (n) => n).flatMap((n): Step[] => [each(n), { do: 'wait', ms: apart }]),
				...Array<Step[]>(4).fill([bound, rest]).flat(),
				...history.steps,
			],
			batchLimit: 1_000,
		},
		{ pageSize, shortPages: false, counts: true },
	);
};

export const VARIANTS: Readonly<Record<string, Shape>> = {
	'created or updated': of('createdOrUpdated'),
	created: of('created'),
	updated: of('updated'),
	'phase changed': of('changed'),
	'won or lost': of('entered'),
	'only when fields change': of('fields'),
	'ties that move while they are read': withMovingTies(),
	'ties whose cursor is rejected in between': withMovingTies(4),
	'ties to which nothing is added any more': (history) =>
		withPolls(withTies(history), (poll) => [{ do: 'rest', ms: 60_000 }, poll]),
	'two versions with one timestamp': withTwins,
	'a slow service': withStandstills,
	'a slow service whose cursors expire': (history) =>
		withQuirks(withStandstills(history), { cursorsExpire: true }),
	'a replay after each poll': (history) =>
		withPolls(
			{ ...history, watched: history.watched === 'created' ? 'created' : 'createdOrUpdated' },
			(poll, index) => [poll, { do: 'replay', ago: 3_500 + 10_000 * (index % 3) }],
		),
	'filters and credentials that change': withChanges(sets('filter', 'credential')),
	'Users that change': withChanges(sets('users')),
	'events that change': withChanges(sets('watched')),
	'filters and events that change': withChanges(sets('filter', 'watched')),
	'another address': withChanges(sets('address')),
	'a state that is damaged or of another version': withChanges(
		(step) => step.do === 'spoil' || sets('delivery')(step),
	),
	'all settings change': withChanges(() => true),
	'phases while filters change': (history) =>
		withChanges(sets('filter', 'credential'))({
			...history,
			watched: history.watched === 'changed' ? 'changed' : 'entered',
		}),
	'a clock that is behind': withClockBehind,
	'made in bulk': withBulk,
};
