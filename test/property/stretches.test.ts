/** All of a long list, read in parallel while others change it: at first, and again as it was divided then. */
import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import { pages } from '../../nodes/SalesManagement/api/pages';
import { divisionOf } from '../../nodes/SalesManagement/api/stretches/division';
import { sendingBy } from '../../nodes/SalesManagement/api/client';
import {
	knownBy,
	type Known,
	type LongList,
} from '../../nodes/SalesManagement/api/stretches/pageReader';
import { readAsDivided, readInStretches } from '../../nodes/SalesManagement/api/stretches/read';
import type { Client } from '../../nodes/SalesManagement/api/types';
import { RESOURCES } from '../../nodes/SalesManagement/operations';
import { divisibleList } from '../../nodes/SalesManagement/operations/stretches';
import { Kept, type Order } from '../../nodes/SalesManagement/operations/stretches/kept';
import { textOf } from '../../nodes/SalesManagement/values';
import { ChangingList, PAGE, type Habits } from './support/changingList';
import { habits, layout, meanwhile, writes } from './support/changingWorlds';

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

/** What a service may take for the number of records there are, from what there are and what is on the page. */
const TOTALS: ReadonlyArray<(found: number, onPage: number) => number> = [
	(found) => found,
	(found) => Math.floor(found / 3),
	(_, onPage) => onPage,
	(found) => found + 40,
	(found) => found * 7,
	() => 100,
];

/** How much later it is read again; not at all with cursors that only count, since changes make crowds. */
const later = { keyset: fc.constantFrom(0, 150_000, 3_600_000), offset: fc.constant(undefined) };

const world = (times: fc.Arbitrary<number[]>, cursors: Habits['cursors']) =>
	fc.record({
		laterMs: later[cursors],
		meanwhile,
		times,
		writes,
		habits: habits(cursors),
		order: fc.constantFrom(...ORDERS),
		totalOf: fc.constantFrom(...TOTALS),
		sharing: fc.constantFrom(1, 2, 20),
		/** How many records are on a page the second time. */
		pageThen: fc.constantFrom(PAGE, PAGE, PAGE - 3, PAGE / 2),
		turns: fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 1, maxLength: 7 }),
		stepMs: fc.constantFrom(100, 1_000, 20_000),
	});

type World = ReturnType<typeof world> extends fc.Arbitrary<infer Given> ? Given : never;

/** The same client, whose service counts in its own way, and puts so many records on a page. */
function counting({ client }: ChangingList, { totalOf }: World, most: number): Client {
	return sendingBy(client, async (request) => {
		const query = { ...request.query, limit: Math.min(Number(request.query?.limit), most) };
		const answer = await client.send({ ...request, query });
		const body = answer.body as { deals: unknown[]; totalCount: number };
		const totalCount = totalOf(body.totalCount, body.deals.length);
		return { ...answer, body: { ...body, totalCount } };
	});
}

/** What came out, in order, of two readings in a row; nothing where it was not read in stretches. */
async function* read(service: ChangingList, world: World): AsyncGenerator<IDataObject[]> {
	if (!divisible) throw new Error('Deals can be read in stretches');
	const { order, sharing } = world;
	const client = counting(service, world, PAGE);
	const request = { ...REQUEST, query: { sort: order.sort } };
	const first = (await pages(client, request).next()).value;
	if (!first?.nextCursor) return;
	expect(divisible.orderOf(request)).toEqual({ by: order.by, descending: order.descending });
	const listOf = (kept: Kept, known: Known, by = client): LongList => ({
		...{ client: by, known, sharing },
		bounded: (window) => divisible.bounded(request, window),
		take: async (page) => await Promise.resolve(kept.take(page, page)),
	});
	const known = knownBy(first, 1_000);
	const begins = order.by !== 'updatedAt' ? undefined : order.descending ? 'newest' : 'oldest';
	const kept = new Kept(order);
	if (!(await readInStretches(listOf(kept, known), { first, begins }))) return;
	yield kept.inOrder();
	const division = divisionOf(kept.updateTimes, known.pageSize);
	if (!division) return;
	const again = new Kept(order);
	const then = counting(service, world, world.pageThen);
	const list = listOf(again, { ...division, tripMs: Infinity }, then);
	if (!(await readAsDivided(list, division))) return;
	yield again.inOrder();
}

/** @returns how many readings there were. */
async function keepsThePromise(given: World): Promise<number> {
	const service = new ChangingList(
		...([given.times, given.writes, given.turns, given.stepMs, given.habits] as const),
	);
	let readings = 0;
	for await (const came of read(service, given)) {
		readings++;
		const ids = came.map(({ id }) => Number(id));
		expect(new Set(ids).size).toBe(ids.length);
		expect([...service.alwaysThere].filter((id) => !ids.includes(id))).toEqual([]);
		const { by, descending } = given.order;
		const values = came.map((each) => Date.parse(textOf(each[by])) * (descending ? -1 : 1));
		const places = values.map((value, at) => [value, ids[at] ?? 0] as const);
		expect(places).toEqual([...places].sort((a, b) => a[0] - b[0] || a[1] - b[1]));
		if (given.laterMs === undefined) break;
		service.restart(given.laterMs, given.meanwhile);
	}
	return readings;
}

const RUNS = Number(process.env.STRETCHES_RUNS ?? 120);

describe('a list read in stretches while others change it', () => {
	test('gives each record that is there all the time once, in order', async () => {
		const seen = { once: 0, twice: 0 };
		await fc.assert(
			fc.asyncProperty(world(layout(), 'keyset'), async (given) => {
				const readings = await keepsThePromise(given);
				if (readings > 0) seen.once++;
				if (readings > 1) seen.twice++;
			}),
			{ numRuns: RUNS },
		);
		expect(seen.once).toBeGreaterThan(0.8 * RUNS);
		expect(seen.twice).toBeGreaterThan(0.3 * RUNS);
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
