import {
	CursorRejected,
	LookFailed,
	readSweep,
	sweep,
	TooManyIds,
	type IdSource,
	type SweepState,
} from '../../../nodes/SalesManagement/polling';

import { packPart, unpackPart } from '../../../nodes/SalesManagement/polling/idPart';
import { unpackIds } from '../../../nodes/SalesManagement/polling/idSet';

const HOUR = 3_600_000;

/** A list of one page, and how often each id was looked up. */
class Listed implements IdSource {
	readonly looked: number[] = [];
	lists = 0;
	constructor(
		public ids: number[],
		private readonly there = new Set<number>(),
	) {}
	async list() {
		this.lists++;
		return { ids: this.ids };
	}
	async look(id: number) {
		this.looked.push(id);
		return this.there.has(id) ? ('there' as const) : ('gone' as const);
	}
}

const policy = {
	fingerprint: 'question',
	intervalMs: 24 * HOUR,
	now: 0,
	filtered: false,
	batchLimit: 1_000,
	room: 62_000,
	hasTime: () => true,
};
const stateAfter = async (source: IdSource, saved?: SweepState, rest = {}) =>
	(await sweep(saved, source, { ...policy, ...rest })).state;

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

describe('a sweep over several polls', () => {
	/** Pages of 1,000, of which a poll gets eight requests done. */
	class Slow implements IdSource {
		readonly gone = new Set<number>();
		left = 0;
		constructor(private readonly ids: readonly number[]) {}
		async list(cursor = '0') {
			this.left--;
			const ids = this.ids.filter((id) => !this.gone.has(id));
			const end = Number(cursor) + 1_000;
			const page = ids.slice(Number(cursor), end);
			return { ids: page, ...(end < ids.length && { cursor: String(end) }) };
		}
		async look(id: number) {
			this.left--;
			return this.gone.has(id) ? ('gone' as const) : ('there' as const);
		}
		/** The ids that were told by polls a minute apart, until a sweep is at its end. */
		async sweptFrom(now: number, saved?: SweepState) {
			let state = saved;
			const told: number[] = [];
			for (let poll = 0; poll < 10; poll++) {
				this.left = 8;
				const hasTime = () => this.left > 0;
				const at = now + poll * 60_000;
				const outcome = await sweep(state, this, { ...policy, now: at, hasTime });
				({ state } = outcome);
				told.push(...outcome.gone);
				expect(JSON.stringify(state).length).toBeLessThanOrEqual(policy.room);
				if (!outcome.stopped) return { state, told };
			}
			throw new Error('It has no end.');
		}
	}
	const far = (count: number) => Array.from({ length: count }, (_, index) => index * 1_500 + 7);

	it('goes on, also where the ids alone nearly fill the state', async () => {
		const service = new Slow(far(18_000));
		const { state } = await service.sweptFrom(0);
		for (const id of [7, 1_507, 15_000_007]) service.gone.add(id);
		const { told } = await service.sweptFrom(24 * HOUR, state);
		expect(told).toEqual([7, 1_507, 15_000_007]);
	});

	it('is refused at its first poll too many, not begun again', async () => {
		const service = new Slow(far(30_000));
		await expect(service.sweptFrom(0)).rejects.toThrow(TooManyIds);
	});
});

describe('a sweep that comes no further', () => {
	/** Pages of one record, two to a poll; a cursor may end with its poll. */
	const service = (ids: readonly number[]) => {
		let poll = 0;
		let left = 0;
		const source = {
			endsCursors: true,
			async list(cursor?: string) {
				left--;
				const [from = poll, at = 0] = (cursor ?? '').split(' ').filter(Boolean).map(Number);
				if (from !== poll && source.endsCursors) throw new CursorRejected('Ended');
				const next = at + 1 < ids.length && { cursor: `${poll} ${at + 1}` };
				return { ids: ids.slice(at, at + 1), ...next };
			},
			look: async () => 'there' as const,
			async sweep(now: number, saved?: SweepState) {
				poll++;
				left = 2;
				const limits = { now, hasTime: () => left > 0 };
				return await sweep(saved, source, { ...policy, ...limits });
			},
		};
		return source;
	};

	it('says since when and where, until it goes on', async () => {
		const source = service([1, 2, 3, 4, 5]);
		let outcome = await source.sweep(1);
		expect(outcome.standstill).toBeUndefined();
		for (const now of [2, 3]) {
			outcome = await source.sweep(now, outcome.state);
			expect(outcome.standstill).toEqual({ since: 2, read: 2 });
		}
		// A clock that was set back.
		outcome = await source.sweep(1, outcome.state);
		expect(outcome.standstill).toMatchObject({ since: 1 });
		source.endsCursors = false;
		const polls = [];
		for (let now = 4; outcome.stopped && now < 10; now++) {
			outcome = await source.sweep(now, outcome.state);
			polls.push(outcome.standstill);
		}
		expect(polls).toEqual([undefined, undefined]);
		expect(outcome.state.pass).toBeUndefined();
	});

	it('a sweep that begins with nothing new does not stand still', async () => {
		const source = service([1, 2]);
		const { state } = await source.sweep(1);
		let reads = 0;
		const same: IdSource = {
			list: async () => ({ ids: [], cursor: `${++reads}` }),
			look: async () => 'there',
		};
		const limits = { ...policy, now: 24 * HOUR + 1, hasTime: () => false };
		const first = await sweep(state, same, limits);
		expect([first.stopped, first.standstill]).toEqual(['out of time', undefined]);
		expect((await sweep(first.state, same, limits)).standstill).toMatchObject({ read: 0 });
	});

	it('because a poll fails, says how', async () => {
		const source = service([1, 2, 3, 4, 5]);
		const { state } = await source.sweep(1);
		const down = new Error('503');
		let lists = 0;
		const failing: IdSource = {
			async list(cursor) {
				if (lists++ === 0) throw new CursorRejected();
				if (cursor === undefined) return { ids: [1], cursor: 'next' };
				throw down;
			},
			look: async () => 'there',
		};
		const { standstill } = await sweep(state, failing, { ...policy, now: 2 });
		expect(standstill).toEqual({ since: 2, read: 2, failure: down });
	});
});

describe('a look-up that fails for one record alone', () => {
	const broken = new Error('500');
	/** An empty list, whose look-ups of some ids fail. */
	class Poisoned extends Listed {
		poison = new Set([2]);
		override async look(id: number) {
			if (this.poison.has(id)) {
				this.looked.push(id);
				throw new LookFailed(broken);
			}
			return await super.look(id);
		}
	}
	const begin = async () => {
		const source = new Poisoned([1, 2, 3, 4]);
		const state = await stateAfter(source);
		source.ids = [];
		return { source, state };
	};
	const day = 24 * HOUR;

	it('does not keep the others, and is tried again by the next poll', async () => {
		const { source, state } = await begin();
		const first = await sweep(state, source, { ...policy, now: day });
		const failed = [{ id: 2, reason: broken }];
		expect(first).toMatchObject({ gone: [1, 3, 4], failed, stopped: 'failure' });
		const second = sweep(first.state, source, { ...policy, now: day + 1 });
		await expect(second).rejects.toBe(broken);
		source.poison.clear();
		const third = await sweep(first.state, source, { ...policy, now: day + 1 });
		expect(third).toMatchObject({ gone: [2], failed: [] });
		expect(third.state.pass).toBeUndefined();
		expect(source.lists).toBe(2);
	});

	it('does not keep the next sweep, which asks for it once', async () => {
		const { source, state } = await begin();
		source.ids = [3, 4];
		const first = await sweep(state, source, { ...policy, now: day });
		expect(first.gone).toEqual([1]);
		source.ids = [4];
		source.looked.length = 0;
		const early = sweep(first.state, source, { ...policy, now: 2 * day - 1 });
		await expect(early).rejects.toBe(broken);
		expect(source.looked).toEqual([2]);
		const next = await sweep(first.state, source, { ...policy, now: 2 * day });
		expect(next).toMatchObject({ gone: [3], failed: [{ id: 2 }], stopped: 'failure' });
		expect(next.standstill).toBeUndefined();
		expect(source.looked).toEqual([2, 2, 3]);
		expect(next.state.pass?.startedAt).toBe(2 * day);
	});

	it('ends a poll that has no time for more', async () => {
		const { source, state } = await begin();
		source.poison = new Set([1, 2, 3, 4]);
		const half = await sweep(state, source, { ...policy, now: day, hasTime: () => false });
		expect(half).toMatchObject({ gone: [], stopped: 'out of time' });
		const rest = sweep(half.state, source, { ...policy, now: day, hasTime: () => false });
		await expect(rest).rejects.toBe(broken);
		expect(source.looked).toEqual([1]);
	});
});

it('a list whose every cursor is refused is begun again once in a poll, and fails it', async () => {
	let lists = 0;
	const source: IdSource = {
		async list(cursor) {
			if (++lists > 20) throw new Error('It goes on for ever.');
			if (cursor !== undefined) throw new CursorRejected('Refused');
			return { ids: [1], cursor: 'next' };
		},
		look: async () => 'there',
	};
	const first = await sweep(undefined, source, policy);
	expect(first).toMatchObject({ stopped: 'failure', failure: new CursorRejected('Refused') });
	expect(lists).toBe(4);
	const second = await sweep(first.state, source, policy);
	expect(second.standstill).toMatchObject({ read: 1, failure: new CursorRejected('Refused') });
});
