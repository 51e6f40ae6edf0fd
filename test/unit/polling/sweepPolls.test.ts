/** Sweeps that don't come to their end in one poll: for lack of time, or since something fails. */
import {
	CursorRejected,
	LookFailed,
	sweep,
	TooManyIds,
	type IdSource,
	type SweepState,
} from '../../../nodes/SalesManagement/polling';
import { HOUR, Listed, policy, stateAfter } from '../support/listedIds';

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

	it.each([
		[30_000, 1_000],
		[21_000, 30_000],
	])('goes on, also where %i ids that are %i apart nearly fill the state', async (count, gap) => {
		// In no order, and some further apart than others.
		const ids = Array.from({ length: count }, (_, i) => i * gap + ((i * 7_919) % gap));
		ids.sort((one, other) => ((one * 31) % 1_009) - ((other * 31) % 1_009));
		const service = new Slow(ids);
		const { state } = await service.sweptFrom(0);
		const lost = [ids[5]!, ids[500]!, ids[15_000]!];
		for (const id of lost) service.gone.add(id);
		const { told } = await service.sweptFrom(24 * HOUR, state);
		expect(new Set(told)).toEqual(new Set(lost));
	});

	it('is refused at its first poll too many, not begun again', async () => {
		const service = new Slow(far(40_000));
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
