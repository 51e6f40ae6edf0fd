/** How a list is read: to its end and no further, and never on trust. */
import { CursorRejected, type Query, type Source } from '../../../nodes/SalesManagement/polling';
import { readFrom } from '../../../nodes/SalesManagement/polling/read';
import { NOW, QuietService, rowAt } from '../support/quietService';

const READING = { guardMs: 2_000, agreeingPasses: 2, hasTime: () => true };

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
