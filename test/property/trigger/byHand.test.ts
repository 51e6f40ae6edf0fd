/**
 * Histories by hand: what random ones never meet, and what the trigger does not promise, so that the model must not
 * ask for it.
 */
import type { History, Poll, Step } from './support/histories';
import { runHistory } from './support/model';
import { EXACT } from './support/service';
import type { Settings } from './support/settings';

const PLAIN: History = {
	quirks: EXACT,
	engine: 'durable',
	delivery: 'once',
	watched: 'createdOrUpdated',
	startFrom: 'now',
	before: [],
	steps: [],
	batchLimit: 1,
	valuesRoom: 10_000,
	createdRoom: 10_000,
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
const update = { do: 'update', index: 0, content: { field: 'b' }, lag: 0 } satisfies Step;
const updateBack: Step = { ...update, content: { field: 'a' } };
const move = (phase: string): Step => ({ ...update, content: { phase } });
const remove: Step = { do: 'delete', index: 0, lag: 0 };
const second: Step = { do: 'rest', ms: 1_000 };
const spoil: Step = { do: 'spoil', how: 'without a ledger', restart: true };
const ofAnotherVersion: Step = { ...spoil, how: 'of another version' };

test.each<[string, Partial<History>]>([
	[
		'created, of what was there at the start, where a state was lost that knew it',
		{
			steps: [
				...[create, second, create, second, create],
				POLL,
				{ ...POLL, fault: { request: 2, kind: '429' } },
				spoil,
			],
		},
	],
	[
		'created, of what had another event before, where a state was lost that knew it',
		{
			watched: 'entered',
			steps: [
				...[POLL, second, create, second, create, POLL],
				{ do: 'set', to: { watched: 'createdOrUpdated' } },
				...[POLL, spoil],
			],
		},
	],
	[
		'created, of what only Updated had seen, where a state was lost that knew it',
		{
			watched: 'updated',
			steps: [
				...[POLL, second, create, second, create, second, create],
				{ ...POLL, fault: { request: 2, kind: '429' } },
				{ do: 'set', to: { watched: 'createdOrUpdated' } },
				spoil,
			],
		},
	],
	[
		'that no first version comes after a created one, where a state was lost and the service shows what is old',
		{
			quirks: { ...EXACT, staleness: 3_000 },
			steps: [
				...[POLL, second, create, second, second, second, update, create, second, create, POLL],
				...[spoil, { ...POLL, stale: true }],
			],
		},
	],
	[
		'a change that filters hid for longer than the lookback, after a state was lost',
		{
			steps: [
				...[POLL, second, create, POLL, spoil, POLL, update],
				{ do: 'rest', ms: 60_000 },
				...[{ do: 'set', to: { filter: 'y' } } as const, POLL],
				...[{ do: 'set', to: { filter: 'all' } } as const, POLL],
			],
		},
	],
	[
		'the newer phase of two with one timestamp, where the service shows what is old',
		{
			watched: 'changed',
			quirks: { ...EXACT, granularity: 1_000, staleness: 3_000 },
			steps: [
				...[create, POLL, second, move('2'), { do: 'wait', ms: 700 } as const, move('1'), POLL],
				...[{ do: 'rest', ms: 2_500 } as const, { ...POLL, stale: true }],
			],
		},
	],
	[
		'a former value that is newer than the last event, after a change back within one timestamp',
		{
			watched: 'created',
			quirks: { ...EXACT, granularity: 1_000, digestsContent: true },
			steps: [
				...[POLL, second, create, update, POLL, updateBack, POLL],
				{ do: 'set', to: { watched: 'fields' } },
				POLL,
			],
		},
	],
	[
		'that a backlog is forgotten while the list is suddenly empty',
		{ createdRoom: 0, steps: [POLL, second, create, second, create, POLL, remove, remove, POLL] },
	],
])('not promised is %s', async (_what, history) => {
	await expect(runHistory({ ...PLAIN, ...history })).resolves.toBeUndefined();
});

test.each<[string, Partial<Settings>]>([
	['Once', { delivery: 'once' }],
	['other filters', { filter: 'x' }],
	['another credential', { credential: 'of some' }],
])('with %s, a state of another version emits its last batch not again', async (_what, to) => {
	const minute: Step = { do: 'rest', ms: 60_000 };
	const steps: Step[] = [POLL, POLL, minute, { do: 'set', to }, ofAnotherVersion, POLL];
	const given = { startFrom: 0, batchLimit: 1_000, delivery: 'atLeastOnce' } as const;
	for (const engine of ['default', 'durable'] as const) {
		const history = {
			...PLAIN,
			...given,
			engine,
			steps: [create, second, create, minute, ...steps],
		};
		await expect(runHistory(history)).resolves.toBeUndefined();
	}
});

const threeOld: Step[] = [create, second, create, second, create, { do: 'rest', ms: 60_000 }];
const hidden: Step[] = [{ do: 'permit', isPermitted: false }, POLL, POLL];
const shownAgain: Step = { do: 'permit', isPermitted: true };

test.each<[string, Partial<History>]>([
	[
		'of a list that is sorted',
		{ steps: [...threeOld, { ...POLL, requests: 3 }, ...hidden, shownAgain] },
	],
	[
		'of one that can’t be sorted',
		{
			quirks: { ...EXACT, ordered: false },
			steps: [...threeOld, { ...POLL, requests: 6 }, ...hidden, shownAgain],
		},
	],
	[
		'also where it had no time to begin',
		{ steps: [...threeOld, { ...POLL, requests: 2 }, ...hidden, shownAgain] },
	],
	[
		'also after another event',
		{
			watched: 'createdOrUpdated',
			steps: [
				...[...threeOld, POLL, { do: 'set', to: { watched: 'changed' } } as const],
				...[...hidden, shownAgain],
			],
		},
	],
])('a list that is suddenly empty ends no learning, %s', async (_when, history) => {
	await expect(runHistory({ ...PLAIN, watched: 'changed', ...history })).resolves.toBeUndefined();
});

test.each<[string, Step[]]>([
	['the same credential', []],
	['another one', [{ do: 'set', to: { credential: 'of some' } }]],
	['another event', [{ do: 'set', to: { watched: 'updated' } }]],
])('what changes while a list is suddenly empty is not lost, with %s', async (_what, change) => {
	const steps = [
		...[POLL, second, create, POLL, ...change, ...hidden],
		...[update, { do: 'rest', ms: 60_000 } as const, POLL, shownAgain],
	];
	await expect(runHistory({ ...PLAIN, steps })).resolves.toBeUndefined();
});
