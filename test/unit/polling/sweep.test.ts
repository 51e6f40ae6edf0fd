import {
	readSweep,
	sweep,
	TooManyIds,
	type IdSource,
	type SweepState,
} from '../../../nodes/SalesManagement/polling';
import { packPart, unpackPart } from '../../../nodes/SalesManagement/polling/idPart';
import { unpackIds } from '../../../nodes/SalesManagement/polling/idSet';
import { HOUR, Listed, policy, stateAfter } from '../support/listedIds';

it('is due after the interval, and at once when the clock was set back', async () => {
	const source = new Listed([1]);
	const now = 100 * HOUR;
	const state = await stateAfter(source, undefined, { now });
	expect(await stateAfter(source, state, { now: now + 24 * HOUR - 1 })).toBe(state);
	expect(source.lists).toBe(1);
	await stateAfter(source, state, { now: now + 24 * HOUR });
	await stateAfter(source, state, { now: now - 1 });
	expect(source.lists).toBe(3);
});

it('a time in the future, as a damaged state may have it, puts no sweep off', async () => {
	const FAR = Date.parse('3000-01-01');
	const both = new Set([1, 2]);
	const state = await stateAfter(new Listed([1, 2]));
	for (const damaged of [
		{ ...state, sweptAt: FAR },
		{ ...state, pass: { startedAt: FAR, unseen: packPart(both, both), stuckSince: FAR } },
	]) {
		const source = new Listed([2]);
		const outcome = await sweep(readSweep(damaged).state, source, { ...policy, now: HOUR });
		expect(outcome.gone).toEqual([1]);
		const next = await stateAfter(source, outcome.state, { now: 2 * HOUR });
		expect(next.sweptAt).toBeLessThanOrEqual(2 * HOUR);
	}
});

it('another question begins anew: what was known of the other is not told', async () => {
	const state = await stateAfter(new Listed([1, 2]));
	const other = { ...policy, fingerprint: 'other', now: 24 * HOUR };
	expect((await sweep(state, new Listed([2]), other)).gone).toEqual([]);
});

it('with a filter, what is there and twice not listed is forgotten; without one, never', async () => {
	for (const [filtered, looks] of [
		[true, 2],
		[false, 4],
	] as const) {
		const source = new Listed([1, 2], new Set([1]));
		let state = await stateAfter(source, undefined, { filtered });
		source.ids = [2];
		for (let day = 1; day <= 4; day++) {
			state = await stateAfter(source, state, { filtered, now: day * 24 * HOUR });
		}
		expect(source.looked).toHaveLength(looks);
	}
});

it('an answer that doesn’t say whether a record is gone leaves all as it was, until the next sweep', async () => {
	for (const filtered of [true, false]) {
		const source = new Listed([1, 2]);
		let state = await stateAfter(source, undefined, { filtered });
		source.ids = [2];
		const unclear = Object.assign(new Listed([2]), { look: async () => 'unclear' as const });
		for (let day = 1; day <= 4; day++) {
			const now = day * 24 * HOUR;
			const outcome = await sweep(state, unclear, { ...policy, filtered, now });
			expect(outcome).toMatchObject({ gone: [], unclear: 1, failed: [] });
			expect(outcome.stopped).toBeUndefined();
			state = outcome.state;
		}
		const last = await sweep(state, source, { ...policy, filtered, now: 500 * HOUR });
		expect(last).toMatchObject({ gone: [1], unclear: 0 });
	}
});

it('what was left out once and listed again is not half forgotten', async () => {
	const source = new Listed([1, 2], new Set([1]));
	let state = await stateAfter(source, undefined, { filtered: true });
	for (const [day, ids] of [[2], [1, 2], [2], [1, 2]].entries()) {
		source.ids = ids;
		state = await stateAfter(source, state, { filtered: true, now: (day + 1) * 24 * HOUR });
	}
	source.ids = [];
	const last = await sweep(state, new Listed([2]), { ...policy, filtered: true, now: 500 * HOUR });
	expect(last.gone).toEqual([1]);
});

it('more ids than fit into the state are refused, and a million in a row do fit', async () => {
	const sparse = Array.from({ length: 60_000 }, (_, index) => index * 37);
	await expect(stateAfter(new Listed(sparse))).rejects.toThrow(TooManyIds);
	const dense = Array.from({ length: 1_000_000 }, (_, index) => index);
	const state = await stateAfter(new Listed(dense));
	expect(JSON.stringify(state).length).toBeLessThan(10_000);
});

it('a sweep that is too large to be kept half done tells what it found, and then says that it is', async () => {
	const dense = Array.from({ length: 400_000 }, (_, index) => index);
	const state = await stateAfter(new Listed(dense));
	const [gone, left] = [dense.slice(0, 50), dense.filter((id) => id > 49 && id % 2 === 0)];
	const rest = new Set(dense.slice(50));
	let looks = 0;
	const source: IdSource = {
		list: async () => ({ ids: left }),
		look: async (id) => {
			looks++;
			return rest.has(id) ? 'there' : 'gone';
		},
	};
	const limits = { now: 24 * HOUR, hasTime: () => looks < 60 };
	const first = await sweep(state, source, { ...policy, ...limits });
	expect(first).toMatchObject({ gone, stopped: 'out of time' });
	expect(first.state.pass).toBeUndefined();
	expect(JSON.stringify(first.state).length).toBeLessThanOrEqual(62_000);
	looks = 0;
	const second = sweep(first.state, source, { ...policy, ...limits });
	await expect(second).rejects.toThrow(TooManyIds);
});

it('half a sweep remembers what it has not seen, and what is new, once', async () => {
	const state = await stateAfter(new Listed([1, 2, 3]));
	const source: IdSource = {
		list: async () => ({ ids: [2, 9], cursor: 'next' }),
		look: async () => 'there',
	};
	const half = await stateAfter(source, state, { now: 24 * HOUR, hasTime: () => false });
	const known = unpackIds(half.known);
	expect([...known]).toEqual([1, 2, 3, 9]);
	expect([...unpackPart(half.pass?.unseen ?? 'none', known)]).toEqual([1, 3]);
});

describe('a saved state is checked when it is read', () => {
	const paused = async () => {
		let pages = 0;
		const source: IdSource = {
			list: async () => ({ ids: [++pages], cursor: 'next' }),
			look: async () => 'there',
		};
		return await stateAfter(source, undefined, { hasTime: () => false });
	};

	it('takes what a sweep leaves, whole or half done, and nothing', async () => {
		for (const state of [await stateAfter(new Listed([1, 5_000])), await paused()]) {
			expect(readSweep(JSON.parse(JSON.stringify(state)))).toEqual({ state });
		}
		expect(readSweep(undefined)).toEqual({});
	});

	it.each<[string, (state: SweepState) => unknown]>([
		['a text', () => 'state'],
		['another version', (state) => ({ ...state, version: 1 })],
		['no question', (state) => ({ ...state, fingerprint: 1 })],
		['ids that are none', (state) => ({ ...state, known: '9zz' })],
		['ids left out that are none', (state) => ({ ...state, leftOut: [1] })],
		['a time that is none', (state) => ({ ...state, sweptAt: 'noon' })],
		['half a sweep that is none', (state) => ({ ...state, pass: { ...state.pass, unseen: 1 } })],
		[
			'a standstill that is none',
			(state) => ({ ...state, pass: { ...state.pass, stuckSince: '' } }),
		],
		['a cursor that is none', (state) => ({ ...state, pass: { ...state.pass, cursor: {} } })],
	])('refuses %s', async (_what, damage) => {
		expect(readSweep(damage(await paused())).problem).toBeDefined();
	});
});
