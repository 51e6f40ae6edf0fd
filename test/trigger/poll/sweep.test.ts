/** Sweeps for deleted records: when they are due, what they tell, and where they go on. */
import {
	sweep,
	type RecordPresence,
	type IdSource,
	type SweepPolicy,
	type SweepState,
} from '../../../nodes/SalesManagement/polling';
import { DAY, HOUR, MINUTE, range } from './support/list';

/** A list, and what a look at each record finds: there if listed, else gone, unless said otherwise. */
class Ids implements IdSource {
	readonly looked: number[] = [];
	lists = 0;
	found: (id: number) => RecordPresence | Promise<RecordPresence> = (id) =>
		this.ids.includes(id) ? 'there' : 'gone';

	constructor(
		public ids: number[],
		private readonly pageSize = Infinity,
	) {}

	async list(cursor = '0'): ReturnType<IdSource['list']> {
		this.lists++;
		const end = Number(cursor) + this.pageSize;
		const page = this.ids.slice(Number(cursor), end);
		return { ids: page, ...(end < this.ids.length && { cursor: String(end) }) };
	}

	async look(id: number) {
		this.looked.push(id);
		return await this.found(id);
	}
}

class Sweeper {
	state?: SweepState;

	constructor(
		public source: Ids,
		private readonly set: Partial<SweepPolicy> = {},
	) {}

	async poll(now: number, requests = Infinity) {
		const asked = () => this.source.lists + this.source.looked.length;
		const mayAsk = asked() + requests;
		const outcome = await sweep(this.state, this.source, {
			...{ fingerprint: 'question', intervalMs: DAY, now, filtered: false, batchLimit: 1_000 },
			...{ hasTime: () => asked() < mayAsk, ...this.set },
		});
		this.state = JSON.parse(JSON.stringify(outcome.state)) as SweepState;
		return outcome;
	}

	async gone(now: number) {
		return (await this.poll(now)).gone;
	}
}

const begun = async (source: Ids, set?: Partial<SweepPolicy>) => {
	const sweeper = new Sweeper(source, set);
	await sweeper.poll(0);
	return sweeper;
};

describe('a sweep', () => {
	test('is due after the interval, and at once when the clock was set back', async () => {
		const source = new Ids([1]);
		const sweeper = new Sweeper(source);
		for (const now of [100, 101, 123.9, 124, 123]) await sweeper.poll(now * HOUR);
		expect(source.lists).toBe(3);
	});

	test.each([
		['with a filter, once', true, 1],
		['without one, each time', false, 4],
	])('looks at what is there and not listed: %s', async (_when, filtered, looks) => {
		const source = new Ids([1, 2]);
		const sweeper = await begun(source, { filtered });
		source.found = () => 'there';
		source.ids = [2];
		for (let day = 1; day <= 4; day++) expect(await sweeper.gone(day * DAY)).toEqual([]);
		expect(source.looked).toHaveLength(looks);
	});

	test('with a filter: what was left out and listed again is watched again', async () => {
		const source = new Ids([1, 2]);
		const sweeper = await begun(source, { filtered: true });
		source.found = () => 'there';
		for (const [day, ids] of [[2], [1, 2], [2], [1, 2]].entries()) {
			source.ids = ids;
			await sweeper.poll((day + 1) * DAY);
		}
		source.ids = [2];
		source.found = () => 'gone';
		expect(await sweeper.gone(50 * DAY)).toEqual([1]);
	});
});

describe('as many ids as there are', () => {
	test('200,000 in a row take next to nothing, 40,000 that are 1,000 apart 123 KB', async () => {
		const sizeOf = async (ids: number[]) =>
			JSON.stringify((await begun(new Ids(ids))).state).length;
		expect(await sizeOf(range(200_000))).toBeLessThan(1_000);
		const apart = range(40_000).map((n) => n * 1_000 + ((n * 7_919) % 1_000));
		expect(await sizeOf(apart)).toBeLessThan(124_000);
	});

	test.each([
		[40_000, 1_000],
		[30_000, 30_000],
	])(
		'%i that are %i apart are watched, also while a sweep takes several polls',
		async (count, gap) => {
			// In no order, and some further apart than others.
			const ids = range(count).map((n) => n * gap + ((n * 7_919) % gap));
			ids.sort((one, other) => ((one * 31) % 1_009) - ((other * 31) % 1_009));
			const source = new Ids([...ids], 1_000);
			const sweeper = new Sweeper(source);
			const sweepAt = async (now: number) => {
				const told: number[] = [];
				for (let polls = 0; polls < 10; polls++) {
					const { gone, stopped } = await sweeper.poll(now + polls * MINUTE, 8);
					told.push(...gone);
					if (!stopped) return told;
				}
				throw new Error('It has no end.');
			};
			expect(await sweepAt(0)).toEqual([]);
			const lost = [5, 500, 15_000].map((n) => ids[n]!);
			source.ids = ids.filter((id) => !lost.includes(id));
			expect(new Set(await sweepAt(DAY))).toEqual(new Set(lost));
		},
	);
});
