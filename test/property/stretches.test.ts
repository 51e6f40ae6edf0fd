/** All of a long list, read in parallel while others change it. */
import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import { pages } from '../../nodes/SalesManagement/api/pages';
import { readInStretches } from '../../nodes/SalesManagement/api/stretches/read';
import { RESOURCES } from '../../nodes/SalesManagement/operations';
import { divisibleList } from '../../nodes/SalesManagement/operations/stretches';
import { Kept, type Order } from '../../nodes/SalesManagement/operations/stretches/kept';
import { textOf } from '../../nodes/SalesManagement/values';
import { ChangingList, type Habits } from './support/changingList';
import { habits, layout, writes } from './support/changingWorlds';

const REQUEST = { operation: 'deal.getMany' } as const;
const form = RESOURCES.find(({ id }) => id === 'deal')?.operations.find(
	({ id }) => id === 'getMany',
);
const divisible = form && divisibleList(form.form);

const ORDERS: ReadonlyArray<Order & { sort: string | undefined }> = [
	{ sort: undefined, by: 'updatedAt', descending: true },
	{ sort: 'updatedAt', by: 'updatedAt', descending: false },
	{ sort: '-createdAt', by: 'createdAt', descending: true },
];

const world = (times: fc.Arbitrary<number[]>, cursors: Habits['cursors']) =>
	fc.record({
		times,
		writes,
		habits: habits(cursors),
		order: fc.constantFrom(...ORDERS),
		turns: fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 1, maxLength: 7 }),
		stepMs: fc.constantFrom(100, 1_000, 20_000),
	});

type World = ReturnType<typeof world> extends fc.Arbitrary<infer Given> ? Given : never;

/** What came out, in order, or nothing where it was not read in stretches. */
async function read(service: ChangingList, { order }: World): Promise<IDataObject[] | undefined> {
	if (!divisible) throw new Error('Deals can be read in stretches');
	const { client } = service;
	const request = { ...REQUEST, query: { sort: order.sort } };
	const first = (await pages(client, request).next()).value;
	if (!first?.nextCursor) return undefined;
	expect(divisible.orderOf(request)).toEqual({ by: order.by, descending: order.descending });
	const kept = new Kept(order);
	const isWhole = await readInStretches({
		...{ client, first, tripMs: 1_000, sharing: 1 },
		begins: order.by !== 'updatedAt' ? undefined : order.descending ? 'newest' : 'oldest',
		bounded: (window) => divisible.bounded(request, window),
		take: async (page) => await Promise.resolve(kept.take(page, page)),
	});
	return isWhole ? kept.inOrder() : undefined;
}

async function keepsThePromise(given: World): Promise<'read' | 'left'> {
	const service = new ChangingList(
		...([given.times, given.writes, given.turns, given.stepMs, given.habits] as const),
	);
	const came = await read(service, given);
	if (!came) return 'left';
	const ids = came.map(({ id }) => Number(id));
	expect(new Set(ids).size).toBe(ids.length);
	expect([...service.alwaysThere].filter((id) => !ids.includes(id))).toEqual([]);
	const { by, descending } = given.order;
	const values = came.map((each) => Date.parse(textOf(each[by])) * (descending ? -1 : 1));
	const places = values.map((value, at) => [value, ids[at] ?? 0] as const);
	expect(places).toEqual([...places].sort((a, b) => a[0] - b[0] || a[1] - b[1]));
	return 'read';
}

const RUNS = Number(process.env.STRETCHES_RUNS ?? 120);

describe('a list read in stretches while others change it', () => {
	test('gives each record that is there all the time once, in order', async () => {
		const seen = { read: 0, left: 0 };
		await fc.assert(
			fc.asyncProperty(world(layout(), 'keyset'), async (given) => {
				seen[await keepsThePromise(given)]++;
			}),
			{ numRuns: RUNS },
		);
		expect(seen.read).toBeGreaterThan(0.8 * RUNS);
	});

	test('does so with cursors that only count, where no page is all of one time', async () => {
		await fc.assert(
			fc.asyncProperty(world(layout([1_000, 60_000]), 'offset'), async (given) => {
				await keepsThePromise(given);
			}),
			{ numRuns: RUNS },
		);
	});
});
