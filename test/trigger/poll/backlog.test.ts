/** Whatever a backlog looks like, each change is told once, and requests are few. */
import tables from './backlog.json';
import {
	begun,
	List,
	Trigger,
	MINUTE,
	HOUR,
	NOW,
	SORTED,
	range,
	rowAt,
	rowsAt,
} from './support/list';

const LONG_AGO = NOW - HOUR;
const ALL = { startFrom: 0, batchLimit: 5_000 };

describe.each(SORTED)('a list %s', (_name, ordered) => {
	test.each([
		[50_000, 200, 1.5],
		[10_000, 7, 4],
	])('%i changes, %i ms apart, take at most %d requests a page', async (count, apart, most) => {
		const startFrom = LONG_AGO - count * apart;
		// In another order than that of their ids.
		const times = rowsAt(count, (n) => startFrom + ((n * 7_919) % count) * apart);
		const trigger = new Trigger(new List(times, { ordered }), { startFrom });
		await trigger.drain();
		expect(trigger.notOnce(range(count))).toEqual([]);
		expect(trigger.list.requests).toBeLessThanOrEqual((count / 1_000) * most);
	});

	const SHAPES: Record<string, (n: number) => number> = {
		evenly: (n) => n * 20_000,
		'in bursts': (n) => Math.floor(n / 50) * 900_000 + (n % 50) * 200,
		'most of them within an hour': (n) => (n < 4_000 ? 13 * HOUR + n * 900 : n * 20_000),
		'at both ends': (n) => (n < 2_500 ? n * 400 : 99_000_000 - (5_000 - n) * 400),
	};
	test.each(Object.entries(SHAPES))('5,000 changes made %s, 100 a page', async (_shape, timeOf) => {
		const rows = rowsAt(5_000, (n) => NOW - 100_000_000 + timeOf(n));
		const list = new List(rows, { ordered, pageSize: 100 });
		const trigger = new Trigger(list, { startFrom: NOW - 100_000_000, batchLimit: 10_000 });
		await trigger.poll();
		expect(trigger.notOnce(range(5_000))).toEqual([]);
		expect(list.requests).toBeLessThanOrEqual(ordered ? 60 : 200);
	});

	test.each<[string, number, number, (n: number) => number]>([
		['8,000 of one timestamp', 8_000, 1_000, () => LONG_AGO],
		['2,000 of each of four', 8_000, 100, (n) => LONG_AGO + [0, 1, 1_000, 20_000][n % 4]!],
	])('%s come at once, beyond the Batch Limit', async (_what, count, pageSize, timeOf) => {
		const rows = rowsAt(count, timeOf);
		const trigger = new Trigger(new List(rows, { ordered, pageSize }), { ...ALL, batchLimit: 500 });
		const polls = [];
		for (let n = 0; n < 5; n++) polls.push((await trigger.poll()).ids.length);
		expect(polls.filter((told) => told > 0).length).toBeLessThanOrEqual(4);
		expect(trigger.notOnce(range(count))).toEqual([]);
		expect(trigger.list.requests).toBeLessThan((14 * count) / pageSize + 60);
	});

	test.each<[string, number, (n: number) => number]>([
		['15 ms apart', 100, (n) => n * 15],
		['of one moment', 100, () => 0],
		['101 every 2.1 seconds', 100, (n) => Math.floor(n / 101) * 2_100],
		['20 ms apart', 1_000, (n) => n * 20],
		['101 every 2.1 seconds', 1_000, (n) => Math.floor(n / 101) * 2_100],
	])(
		'3,000 changes made in bulk, %s, take at each poll at most three requests a page and ten (%i a page)',
		async (_what, pageSize, timeOf) => {
			const count = 3_000;
			const list = new List([], { ordered, pageSize });
			const trigger = await begun(list, { batchLimit: 10_000 });
			list.now += MINUTE;
			const began = list.now;
			list.add(...rowsAt(count, (n) => began + timeOf((n * 7_919) % count)));
			list.now += timeOf(count - 1);
			for (let polls = 0; polls < 7; polls++, list.now += MINUTE) {
				list.requests = 0;
				await trigger.poll();
				expect(list.requests).toBeLessThanOrEqual((3 * count) / pageSize + 10);
			}
			expect(trigger.notOnce(range(count))).toEqual([]);
		},
	);

	test('a poll that finds nothing new is one request', async () => {
		const rows = rowsAt(900, (n) => NOW - 5 * MINUTE + n * 100);
		const trigger = await begun(new List(rows, { ordered }));
		trigger.list.requests = 0;
		expect(await trigger.next(0)).toEqual([]);
		expect(trigger.list.requests).toBe(1);
	});

	test('an empty list is one request', async () => {
		const trigger = new Trigger(new List([], { ordered }), ALL);
		const { ids, stopped } = await trigger.poll();
		expect([ids, stopped, trigger.list.requests]).toEqual([[], undefined, 1]);
	});
});

test('a poll asks for no page of which it could tell nearly nothing', async () => {
	const list = new List(
		rowsAt(500, (n) => LONG_AGO + n),
		{ pageSize: 95 },
	);
	await new Trigger(list, { ...ALL, batchLimit: 100 }).poll();
	expect(list.requests).toBe(1);
});

test('a backlog beside a bulk change within the lookback is told once', async () => {
	const scattered = (count: number, first: number, timeOfNth: (n: number) => number) =>
		rowsAt(count, timeOfNth, (n) => (first + n) * 40_000, { compared: 'value' });
	const list = new List(scattered(2_100, 0, (n) => NOW - 280_000 + n * 100));
	const trigger = await begun(list, { compares: 'field', batchLimit: 3_000 });
	list.now += HOUR;
	list.add(...scattered(7_500, 2_100, (n) => list.now - HOUR + 1_000 + n * 300));
	list.add(...scattered(4_000, 9_600, (n) => list.now - 200_000 + n * 10));
	await trigger.drain();
	expect(trigger.notOnce(range(11_500, 2_100).map((n) => n * 40_000))).toEqual([]);
});

/** On a running trigger, within four minutes. */
test.each(tables.growing)(
	'more new records than polls can tell are created once each, where they $how',
	async ({ later, unit }) => {
		const count = 2_500;
		const list = new List([]);
		const trigger = await begun(list, { batchLimit: 300 });
		const cut = (time: number) => Math.floor(time / unit) * unit;
		const due = range(count).map((n) => {
			const at = NOW + MINUTE + n * ((4 * MINUTE) / count);
			return rowAt(1_000 + n * 40 + ((n * 7_919) % 40), cut(at + later), { createdAt: cut(at) });
		});
		const ids = due.map(({ id }) => id);
		for (let polls = 0; polls < 20; polls++) {
			list.now += MINUTE;
			while (due[0] && due[0].updatedAt <= list.now) list.rows.push(due.shift()!);
			list.sort();
			await trigger.poll();
		}
		expect(trigger.notOnce(ids)).toEqual([]);
		expect(trigger.told.filter(([type]) => type !== 'created')).toEqual([]);
	},
);
