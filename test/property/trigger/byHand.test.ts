/** Histories by hand: what the trigger does not promise, and the model must not ask for. */
import type { History, Poll, Step } from './support/histories';
import { runHistory } from './support/model';

const PLAIN: History = {
	quirks: {
		granularity: 1,
		filterUnit: 1,
		filterRounds: 'down',
		exclusiveEnds: false,
		filterDrift: 0,
		shownUnit: 1,
		shownRounds: 'down',
		createdBefore: 0,
		dateUnit: 1,
		skew: 0,
		jump: 0,
		cursor: 'keyset',
		cursorsExpire: false,
		ties: 'rising',
		digestsContent: false,
		ordered: true,
		pageSize: 2,
		shortPages: false,
		staleness: 0,
		unreadable: 0,
		lag: 0,
	},
	engine: 'durable',
	delivery: 'once',
	watched: 'createdOrUpdated',
	startFrom: 'now',
	before: [],
	steps: [],
	batchLimit: 1,
	valuesRoom: 10_000,
	createdRoom: 0,
	spare: { settings: [], bulk: { count: 0, apart: 0, create: false, pageSize: 2 } },
	lookbackMs: 20_000,
};

const POLL: Poll = {
	do: 'poll',
	between: [],
	requests: 10_000,
	stale: false,
	fate: 'kept',
	others: 0,
};
const create: Step = { do: 'create', content: { phase: '1', field: 'a', part: 'x' }, lag: 0 };
const remove: Step = { do: 'delete', index: 0, lag: 0 };
const second: Step = { do: 'rest', ms: 1_000 };

test.each<[string, Step[]]>([
	[
		'created, of what was there at the start, where a state was lost that knew it',
		[
			...[create, second, create, second, create],
			POLL,
			{ ...POLL, fault: { request: 2, kind: '429' } },
			{ do: 'spoil', how: 'without a ledger', restart: true },
		],
	],
	[
		'that a backlog is forgotten while the list is suddenly empty',
		[POLL, create, second, create, POLL, remove, remove, POLL],
	],
])('not promised is %s', async (_what, steps) => {
	await expect(runHistory({ ...PLAIN, steps })).resolves.toBeUndefined();
});
