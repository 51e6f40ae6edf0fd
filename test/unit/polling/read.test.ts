/** How a list is read: to its end and no further, and never on trust. */
import { CursorRejected, type Query, type Source } from '../../../nodes/SalesManagement/polling';
import { readFrom } from '../../../nodes/SalesManagement/polling/read';
import { NOW, QuietService, rowAt } from '../support/quietService';

const READING = { guardMs: 2_000, lookbackMs: 300_000, agreeingPasses: 2, hasTime: () => true };

async function readAll<T>(source: Source<T>, at: number, reading = READING) {
	const ids = new Set<number>();
	let end: number | undefined;
	for await (const { rows, upTo } of readFrom(source, { at }, reading)) {
		for (const { id } of rows) ids.add(id);
		end = upTo;
	}
	return { ids: [...ids].sort((a, b) => a - b), end };
}

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index);

describe.each([
	['sorted by update time', true],
	['cut into windows', false],
])('a list %s', (_name, ordered) => {
	const TIME = NOW - 600_000;

	test('ends with a run of equal timestamps: nothing is asked beyond it', async () => {
		const rows = numbers(35).map((id) => rowAt(id, TIME));
		const source = new QuietService(ordered, rows, { pageSize: 10 });
		expect(await readAll(source, TIME - 60_000)).toEqual({ ids: numbers(35), end: Infinity });
		for (const { from = 0, to = 0 } of source.asked) {
			expect([from, to].every(Number.isFinite)).toBe(true);
		}
	});

	test('goes on behind a run of equal timestamps', async () => {
		const rows = numbers(60).map((id) => rowAt(id, id < 35 ? TIME : TIME + id * 5_000));
		const source = new QuietService(ordered, rows, { pageSize: 10 });
		expect(await readAll(source, TIME - 60_000)).toEqual({ ids: numbers(60), end: Infinity });
	});

	test('that is empty ends at once', async () => {
		const source = new QuietService(ordered, []);
		expect(await readAll(source, TIME)).toEqual({ ids: [], end: Infinity });
		expect(source.requests).toBe(1);
	});

	test.each([
		['none', () => undefined],
		['zero', () => 0],
		['one', () => 1],
		['half of it', (length: number) => Math.floor(length / 2)],
		['a hundred times as much', (length: number) => length * 100],
	])('is whole whatever the service says about its length: %s (S2)', async (_said, total) => {
		const rows = numbers(300).map((id) => rowAt(id, TIME + ((id * 7) % 300) * 1_500));
		const source = new QuietService(ordered, rows, { pageSize: 20, total });
		expect((await readAll(source, TIME - 60_000)).ids).toEqual(numbers(300));
		expect(source.requests).toBeLessThan(200);
	});

	test('stops where time runs out, and says how far it came', async () => {
		const rows = numbers(300).map((id) => rowAt(id, TIME + id * 1_500));
		const source = new QuietService(ordered, rows, { pageSize: 20 });
		const reading = { ...READING, hasTime: () => source.requests < 8 };
		const { ids, end } = await readAll(source, TIME - 60_000, reading);
		expect(source.requests).toBeLessThanOrEqual(9);
		expect(ids).toEqual(numbers(300).filter((id) => ids.includes(id)));
		expect(end).toBeLessThan(Infinity);
		// Everything below the end was read.
		const below = rows.filter(({ updatedAt }) => updatedAt < end!).map(({ id }) => id);
		expect(ids).toEqual(expect.arrayContaining(below));
	});
});

describe('polls that get one request each, of a list cut into windows', () => {
	const QUARTER = 900_000;

	/** The last stretch of each poll, which goes on from the one before. */
	async function pollsOver(rows: ReturnType<typeof rowAt>[], at: number, count: number) {
		const source = new QuietService(false, rows, { pageSize: 10 });
		const reading = { ...READING, hasTime: () => false };
		const ids = new Set<number>();
		let place: Parameters<typeof readFrom>[1] = { at };
		for (let poll = 0; poll < count && place.at < Infinity; poll++) {
			for await (const { rows: found, upTo, window } of readFrom(source, place, reading)) {
				for (const { id } of found) ids.add(id);
				place = { at: upTo, window: window ?? place.window };
			}
		}
		return { ids: [...ids].sort((a, b) => a - b), at: place.at };
	}

	test('cut it in less and less, until pieces fit', async () => {
		const rows = numbers(40).map((id) => rowAt(id, NOW - QUARTER + id * 10_000));
		const { ids, at } = await pollsOver(rows, 0, 200);
		expect(ids).toEqual(numbers(40));
		expect(at).toBeGreaterThan(NOW);
	});

	test('cross a gap behind a dense stretch in longer and longer windows', async () => {
		const dense = numbers(9).map((id) => rowAt(id, NOW - 4 * QUARTER + id));
		const rows = [...dense, ...numbers(9).map((id) => rowAt(9 + id, NOW - QUARTER + id))];
		const source = new QuietService(false, rows, { pageSize: 10 });
		const reading = { ...READING, hasTime: () => false };
		const narrow = { at: NOW - 3 * QUARTER, window: { ms: 4_001, pageSize: 10 } };
		for await (const { upTo, window } of readFrom(source, narrow, reading)) {
			if (!window) continue;
			// As far as a window of that width reaches surely, and the next one is wider.
			expect(upTo - narrow.at).toBeGreaterThan(READING.guardMs);
			expect(window.ms).toBeGreaterThan(4_001);
		}
		expect((await pollsOver(rows, NOW - 3 * QUARTER, 60)).at).toBeGreaterThan(NOW);
	});

	test.each([
		['keeps a next poll that side of it', 1],
		['is known to a poll that goes on, too', 2],
	])('the end of what was too wide %s', async (_what, requests) => {
		const at = NOW - 4 * QUARTER;
		const tooWide = at + QUARTER;
		const source = new QuietService(false, [rowAt(1, NOW - QUARTER)], { pageSize: 10 });
		const reading = { ...READING, hasTime: () => source.requests < requests };
		let end = at;
		const start = { at, window: { ms: QUARTER / 4, pageSize: 10, tooWide } };
		for await (const { upTo, window } of readFrom(source, start, reading)) {
			if (window) end = upTo + window.ms;
		}
		expect(end).toBeLessThan(tooWide);
		expect(source.asked.filter(({ to = Infinity }) => to >= tooWide)).toEqual([]);
		expect(source.asked).toHaveLength(requests);
	});
});

describe('a service that breaks its word', () => {
	const list = (read: (query: Query) => Awaited<ReturnType<Source<number>['read']>>) => ({
		ordered: true,
		read: async (query: Query) => read(query),
		serverTime: async () => NOW,
	});
	const run = (source: Source<number>) => readAll(source, NOW - 60_000);
	const row = (id: number) => rowAt(id, NOW - 30_000);

	test('by another order is noticed, since a prefix of such a list proves nothing (A3)', async () => {
		const rows = [rowAt(1, NOW - 10_000), rowAt(2, NOW - 20_000)];
		await expect(run(list(() => ({ rows, serverTime: NOW })))).rejects.toThrow(/did not sort/);
	});

	test('by an empty page with more announced', async () => {
		const source = list(() => ({ rows: [], cursor: 'more', serverTime: NOW }));
		await expect(run(source)).rejects.toThrow(/announced more records and sent none/);
	});

	test('by a page that repeats', async () => {
		const source = list(() => ({ rows: [row(1), row(2)], cursor: 'same', serverTime: NOW }));
		await expect(run(source)).rejects.toThrow(/repeated a page/);
	});

	test('by a list that is different each time it is read', async () => {
		let passes = 0;
		const source = list(({ cursor }) => {
			if (cursor === undefined) passes++;
			const id = passes * 10 + (cursor === undefined ? 0 : 5);
			const more = cursor === undefined ? { cursor: `of ${passes}` } : {};
			return {
				rows: [rowAt(id, NOW - 60_000), rowAt(id + 1, NOW - 60_000)],
				...more,
				serverTime: NOW,
			};
		});
		await expect(run(source)).rejects.toThrow(/changes too fast/);
		expect(passes).toBeLessThan(20);
	});

	test('by a cursor that it never takes back', async () => {
		const source = list(({ cursor }) => {
			if (cursor !== undefined) throw new CursorRejected('400');
			return { rows: [rowAt(1, NOW - 60_000)], cursor: 'next', serverTime: NOW };
		});
		await expect(run(source)).rejects.toThrow(/changes too fast/);
	});

	test('by a failure, which is passed on as it is', async () => {
		const failure = new Error('500');
		const source = list(({ cursor }) => {
			if (cursor !== undefined) throw failure;
			return { rows: [rowAt(1, NOW - 60_000)], cursor: 'next', serverTime: NOW };
		});
		await expect(run(source)).rejects.toBe(failure);
	});
});

describe('what it costs to read 5,000 changes, 100 a response', () => {
	const START = NOW - 100_000_000;
	const HOUR = 3_600_000;
	/** When the n-th of them was made, in milliseconds after the start. */
	const SHAPES = {
		evenly: (n: number) => n * 20_000,
		'ever closer': (n: number) => Math.floor(Math.sqrt(n) * 1_000_000),
		'in bursts': (n: number) => Math.floor(n / 50) * 900_000 + (n % 50) * 200,
		'most of them within an hour': (n: number) => (n < 4_000 ? 13 * HOUR + n * 900 : n * 20_000),
		'at both ends': (n: number) => (n < 2_500 ? n * 400 : 99_000_000 - (5_000 - n) * 400),
	};
	const TOTALS = {
		right: (length: number) => length,
		none: () => undefined,
		'too high': (length: number) => length * 5,
	};
	const cost = async (ordered: boolean, shape: keyof typeof SHAPES, total: keyof typeof TOTALS) => {
		const rows = Array.from({ length: 5_000 }, (_, n) => rowAt(n, START + SHAPES[shape](n)));
		const source = new QuietService(ordered, rows, { pageSize: 100, total: TOTALS[total] });
		expect((await readAll(source, START - 1_000)).ids).toHaveLength(5_000);
		return source.requests;
	};

	test.each(Object.keys(SHAPES) as Array<keyof typeof SHAPES>)(
		'made %s, in a sorted list: one response after the other',
		async (shape) => {
			for (const total of ['right', 'none', 'too high'] as const) {
				expect(await cost(true, shape, total)).toBe(51);
			}
		},
	);

	// Measured; more would mean that windows are cut worse than they could be.
	test.each([
		['evenly', { right: 55, none: 60, 'too high': 57 }],
		['ever closer', { right: 73, none: 94, 'too high': 108 }],
		['in bursts', { right: 90, none: 102, 'too high': 113 }],
		['most of them within an hour', { right: 75, none: 119, 'too high': 92 }],
		['at both ends', { right: 72, none: 184, 'too high': 87 }],
	] as const)('made %s, in a list that is cut into windows: at most %j', async (shape, most) => {
		for (const total of ['right', 'none', 'too high'] as const) {
			expect(await cost(false, shape, total)).toBeLessThanOrEqual(most[total]);
		}
	});

	test('a cursor is followed through a run of equal timestamps, and not beyond it', async () => {
		const rows = numbers(535).map((n) => rowAt(n, n < 35 ? START : START + n * 1_000));
		const source = new QuietService(true, rows, { pageSize: 10 });
		expect((await readAll(source, START - 1_000)).ids).toHaveLength(535);
		expect(source.requests).toBeLessThan(75);
	});

	test('a later poll goes on with the width that an earlier one learned', async () => {
		const rows = Array.from({ length: 5_000 }, (_, n) => rowAt(n, START + n * 20_000));
		const source = new QuietService(false, rows, { pageSize: 100 });
		let at = START;
		let window: { ms: number; pageSize: number } | undefined;
		const polls: number[] = [];
		while (at < Infinity) {
			const before = source.requests;
			const reading = { ...READING, hasTime: () => source.requests < before + 10 };
			for await (const stretch of readFrom(source, { at, window }, reading)) {
				at = stretch.upTo;
				window = stretch.window ?? window;
			}
			polls.push(source.requests - before);
			expect(polls.length).toBeLessThan(12);
		}
		expect(polls.reduce((sum, each) => sum + each)).toBeLessThanOrEqual(60);
	});
});

test('a window read by cursor counts to a guard below its end, since each pass may end elsewhere (A2)', async () => {
	const at = NOW - 600_000;
	const to = at + 4_001;
	// Only the second pass shows the last two, and skips the first of them: another has just moved.
	const timeOf = (id: number) => (id === 10 ? to + 500 : id === 20 ? to + 1_000 : at + 500);
	const rows = numbers(30).map((id) => rowAt(id, timeOf(id)));
	let passes = -1;
	const source: Source<number> = {
		ordered: false,
		serverTime: async () => NOW,
		read: async ({ from = 0, to: end = Infinity, cursor }) => {
			if (cursor === undefined) passes++;
			else if (passes === 2) rows[0] = rowAt(0, NOW - 60_000);
			const off = end === to && passes < 2 ? 0 : 1_500;
			const found = rows.filter(({ updatedAt: time }) => time >= from && time <= end + off);
			const first = Number(cursor ?? 0);
			const more = first + 10 < found.length && { cursor: String(first + 10) };
			return { rows: found.slice(first, first + 10), serverTime: NOW, ...more };
		},
	};
	const ids = new Set<number>();
	const start = { at, window: { ms: 6_001, pageSize: 10 } };
	for await (const stretch of readFrom(source, start, READING)) {
		for (const { id, updatedAt } of stretch.rows) {
			expect(updatedAt).toBeLessThanOrEqual(stretch.run?.until ?? stretch.upTo);
			ids.add(id);
		}
	}
	expect([...ids].sort((a, b) => a - b)).toEqual(numbers(30));
});
