/** A saved state is looked at before it is used: nothing in it makes a poll fail or fall silent. */
import fc from 'fast-check';
import {
	poll,
	readState,
	STATE_VERSION,
	type Policy,
	type Row,
	type State,
} from '../../../nodes/SalesManagement/polling';
import { policyWith, QuietService, rowAt } from '../support/quietService';

const NOW = Date.parse('2026-11-21T08:00:00Z');

const policy: Policy = {
	tells: 'createdOrUpdated',
	fingerprint: 'question',
	startFrom: 0,
	lookbackMs: 300_000,
	guardMs: 2_000,
	holdMs: 2_000,
	batchLimit: 10,
	agreeingPasses: 2,
	watches: 'phase',
	room: { ledger: 20_000, seen: 16_000, watched: 24_000 },
	hasTime: () => true,
};

const rows: Array<Row<object>> = Array.from({ length: 30 }, (_, id) => ({
	id: id * 40 + 1,
	createdAt: NOW - 400_000 + id * 10_000,
	updatedAt: NOW - 400_000 + id * 10_000,
	digest: `a${id}`,
	watched: String(id % 3),
	record: {},
}));

const VALUES = { name: 'phase', partial: false, parts: [['a']], digests: '' };

const learning = (changes: object) => {
	const window = { from: NOW - 1e9, at: NOW - 1e9, to: NOW - 9e8 };
	return { watched: { ...VALUES, records: '', learning: { ...window, ...changes } } };
};

const sourceAt = (serverTime: number) => ({
	ordered: true,
	read: async ({ from = 0 }: { from?: number }) => ({
		rows: rows.filter(({ updatedAt }) => updatedAt >= from && updatedAt <= serverTime),
		serverTime,
	}),
	serverTime: async () => serverTime,
});

/** States of a trigger's life, as n8n saves them: in the middle of a backlog, and at rest. */
async function states(): Promise<State[]> {
	const all: State[] = [];
	let state: State | undefined;
	for (const serverTime of [NOW - 200_000, NOW - 150_000, NOW, NOW + 10_000, NOW + 1_000_000]) {
		state = (await poll(state, sourceAt(serverTime), policy)).state;
		all.push(JSON.parse(JSON.stringify(state)) as State);
	}
	return all;
}

test('what the trigger saved itself can be used', async () => {
	const all = await states();
	expect(all.some(({ ledger }) => ledger !== '')).toBe(true);
	expect(all.some(({ pendingPass }) => pendingPass !== undefined)).toBe(true);
	for (const state of all) expect(readState(state)).toEqual({ state });
});

test('so can the state of a poll that ended behind a page of one time', async () => {
	const young = Array.from({ length: 6 }, (_, id) =>
		rowAt(id + 1, NOW - 5_000 + Math.floor(id / 2)),
	);
	const source = new QuietService(true, young, { pageSize: 2 });
	const { state, stopped } = await poll(
		undefined,
		source,
		policyWith({ startFrom: 0, batchLimit: 2 }),
	);
	expect(stopped).toBe('batch limit');
	expect(state.window).toMatchObject({ ms: 0 });
	expect(readState(JSON.parse(JSON.stringify(state))).problem).toBeUndefined();
});

test('nothing saved is a beginning and no problem', () => {
	expect(readState(undefined)).toEqual({});
});

test.each<[string, object, RegExp]>([
	['another version', { version: 1 }, /another version/],
	['no version', { version: undefined }, /another version/],
	['a watermark past the calendar', { watermark: 8.7e15 }, /watermark/],
	['a watermark as text', { watermark: '2026' }, /watermark/],
	['a ledger of another form', { ledger: 'all of them' }, /ledger/],
	['a ledger that is a list', { ledger: [] }, /ledger/],
	[
		'sets that are none',
		{ settled: 5, createdSeen: [{ to: 5, ids: 'x' }] },
		/settled, createdSeen/,
	],
	['a window of negative width', { window: { ms: -1, pageSize: 5 } }, /window/],
	['a window past the calendar', { window: { ms: 1e300, pageSize: 5 } }, /window/],
	['values by nothing', { watched: { name: 'phase', partial: false } }, /watched/],
	[
		'a creation watermark above the watermark',
		{ createdWatermark: NOW + 1e12 },
		/createdWatermark/,
	],
	['a ledger of the year 9999', { ledger: '7:0:abcde,8:6zzzzzzz:abcde' }, /ledger/],
	['a ledger that ends before it was full of such', { ledger: '7:zzzzzz:a,8:-zzzzzz:a' }, /ledger/],
	['a long run without an end in sight', { run: { at: NOW - 400_000, until: NOW + 1e12 } }, /run/],
	['a long run in the future', { run: { at: NOW + 1e12, until: NOW + 1e12 } }, /run/],
	['a long run that ends before it begins', { run: { at: NOW, until: NOW - 1 } }, /run/],
	[
		'a long run of a window in the future',
		{ run: { at: NOW - 400_000, until: NOW - 400_000, to: NOW + 1e12 } },
		/run/,
	],
	['learning of what is yet to come', learning({ from: NOW - 1e9, to: NOW + 1e9 }), /watched/],
	['learning in a window without width', learning({ from: NOW - 1e9, to: NOW - 1e9 }), /watched/],
	['learning below its window', learning({ at: NOW - 2e9 }), /watched/],
	['learning above its window', learning({ at: NOW }), /watched/],
	[
		'learning in a long run of the future',
		learning({ run: { at: NOW + 1e12, until: NOW + 1e12 } }),
		/watched/,
	],
	[
		'values of records that are no such text',
		{ watched: { ...VALUES, records: '"\\' } },
		/watched/,
	],
])('%s can’t be used', async (_what, changes, problem) => {
	const [state] = await states();
	const read = readState({ ...state, ...changes });
	expect(read.problem).toMatch(problem);
});

test('a damaged state still says where it had got to, if that much can be read', async () => {
	const [state] = await states();
	const { watermark } = state!;
	const reached = { fingerprint: 'question', watermark };
	expect(readState({ ...state, ledger: 5 })).toMatchObject({ reached });
	expect(readState({ fingerprint: 'question', watermark, version: 1 })).toMatchObject({ reached });
	expect(readState({ ...state, watermark: NaN }).problem).toBeDefined();
	expect(readState({ ...state, watermark: NaN })).toMatchObject({ reached: undefined });
	for (const saved of ['text', 7, []])
		expect(readState(saved)).toEqual({ problem: expect.any(String) });
});

test('what it says of the future that no event depends on is put right by the next poll', async () => {
	const FAR = Date.parse('3000-01-01');
	const [, state] = await states();
	const { state: expected } = await poll(state, sourceAt(NOW), policy);
	for (const changes of [
		{ createdOwed: { at: FAR, ids: '' } },
		{ window: { ms: FAR, pageSize: 5, tooWide: FAR } },
		{ stuckSince: FAR },
	]) {
		const saved = readState({ ...state, ...changes }).state;
		expect(saved).toBeDefined();
		const { state: next } = await poll(saved, sourceAt(NOW), policy);
		expect(JSON.stringify(next)).not.toContain(String(FAR));
		expect(next.watermark).toBe(expected.watermark);
	}
});

test('whatever became of its parts, a poll reads it or it is refused', async () => {
	const all = await states();
	const parts = [
		'watermark',
		'ledger',
		'settled',
		'createdWatermark',
		'createdSeen',
		'createdOwed',
	];
	const more = ['pendingPass', 'window', 'watched', 'fingerprint', 'version'];
	const damage = fc.record({
		state: fc.constantFrom(...all),
		part: fc.constantFrom(...parts, ...more),
		value: fc.oneof(
			fc.jsonValue(),
			fc.constantFrom(-1, 8.64e15, -8.64e15, '1:0:a', '-5:zz:a', '0:', '0*', 'zz=AA', '0:1.2,1*'),
		),
	});
	await fc.assert(
		fc.asyncProperty(damage, async ({ state, part, value }) => {
			const saved = readState({ ...state, [part]: value });
			if (!saved.state) {
				expect(saved.problem).toBeDefined();
				return;
			}
			expect(saved.state.version).toBe(STATE_VERSION);
			const { state: next } = await poll(saved.state, sourceAt(NOW + 2_000_000), policy);
			expect(readState(JSON.parse(JSON.stringify(next)))).toEqual({
				state: JSON.parse(JSON.stringify(next)),
			});
		}),
		{ numRuns: 400 },
	);
});
