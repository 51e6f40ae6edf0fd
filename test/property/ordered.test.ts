/** All of a long list, read in order while others change it, and gone on from where a run stopped. */
import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import { pages } from '../../nodes/SalesManagement/api/pages';
import { OddList } from '../../nodes/SalesManagement/api/stretches/odd';
import { readInOrder } from '../../nodes/SalesManagement/api/stretches/inOrder';
import { asTheyCame } from '../support/asTheyCame';
import type { Client } from '../../nodes/SalesManagement/api/types';
import type { Item } from '../../nodes/SalesManagement/fields';
import { RESOURCES } from '../../nodes/SalesManagement/operations';
import { GUARD_MS } from '../../nodes/SalesManagement/api/stretches/shown';
import { divisibleList, everyRecord } from '../../nodes/SalesManagement/operations/stretches';
import { placeIn } from '../../nodes/SalesManagement/operations/stretches/place';
import { textOf } from '../../nodes/SalesManagement/values';
import { ChangingList, NOON, type Habits } from './support/changingList';
import { habits, layout, seam, writes } from './support/changingWorlds';

const HOUR = 3_600_000;
/** Fewer writes than a page has records. */
const FEW = 5;
const REQUEST = { operation: 'deal.getMany' } as const;
const form = RESOURCES.find(({ id }) => id === 'deal')?.operations.find(
	({ id }) => id === 'getMany',
);
const divisible = form && divisibleList(form.form);

const world = (times: fc.Arbitrary<number[]>, cursors: Habits['cursors']) =>
	fc.record({
		times,
		writes,
		habits: habits(cursors),
		turns: fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 1, maxLength: 7 }),
		stepMs: fc.constantFrom(100, 1_000, 20_000),
		/** How long a page seems to take: it decides how many are under way. */
		tripMs: fc.constantFrom(1, 300, 1_500),
	});

type World = ReturnType<typeof world> extends fc.Arbitrary<infer Given> ? Given : never;

const serviceOf = ({ times, writes: given, turns, stepMs, habits: own }: World) =>
	new ChangingList(times, given, turns, stepMs, own);

/** What came out, each record as it came first, or nothing where it was not read by time. */
async function read(client: Client, { tripMs }: World): Promise<IDataObject[] | undefined> {
	const opening = divisible?.bounded(REQUEST, { newestFirst: false });
	if (!opening) throw new Error('Deals can be read by time');
	const first = (await pages(client, opening).next()).value;
	if (!first) return undefined;
	let elapsed = 0;
	const came = new Map<unknown, IDataObject>();
	try {
		for await (const { records } of readInOrder({
			...{ client, first, tripMs, sharing: 1, hold: asTheyCame },
			elapsed: () => (elapsed += tripMs),
			bounded: (window) => divisible?.bounded(REQUEST, window),
		})) {
			for (const each of records) if (!came.has(each.id)) came.set(each.id, each);
		}
	} catch (error) {
		if (error instanceof OddList) return undefined;
		throw error as Error;
	}
	return [...came.values()];
}

const missing = (service: ChangingList, ids: ReadonlySet<unknown>) =>
	[...service.alwaysThere].filter((id) => !ids.has(id));

/** Shrinking a list of hundreds of times would take minutes. */
const ENDING = { endOnFailure: true } as const;
const RUNS = Number(process.env.STRETCHES_RUNS ?? 150);

describe('a list read in order while others change it', () => {
	const keepsThePromise = async (given: World): Promise<'read' | 'left'> => {
		const service = serviceOf(given);
		const came = await read(service.client, given);
		if (!came) return 'left';
		expect(missing(service, new Set(came.map(({ id }) => id)))).toEqual([]);
		return 'read';
	};

	test('gives each record that is there all the time', async () => {
		const seen = { read: 0, left: 0 };
		await fc.assert(
			fc.asyncProperty(world(layout(), 'keyset'), async (given) => {
				seen[await keepsThePromise(given)]++;
			}),
			{ numRuns: RUNS, ...ENDING },
		);
		expect(seen.read).toBeGreaterThan(0.8 * RUNS);
	});

	test('does so with cursors that only count, where no page is all of one time', async () => {
		await fc.assert(
			fc.asyncProperty(world(layout([1_000, 60_000]), 'offset'), async (given) => {
				// So many at one time would be a page of it, in which a cursor that counts can skip.
				const single = given.writes.slice(0, FEW).map((each) => ({ ...each, many: 1 }));
				await keepsThePromise({ ...given, writes: single });
			}),
			{ numRuns: RUNS, ...ENDING },
		);
	});

	test('comes oldest change first, where nothing changes and times are exact', async () => {
		const exact: Habits = {
			...{ exclusiveEnds: false, granularityMs: 1, shownMs: 1, lagMs: 0 },
			...{ cursors: 'keyset', offMs: 0 },
		};
		await fc.assert(
			fc.asyncProperty(world(layout([1_000, 60_000]), 'keyset'), async (given) => {
				const quiet = { ...given, writes: [], habits: exact };
				const came = await read(serviceOf(quiet).client, quiet);
				const times = came?.map(({ updatedAt }) => Date.parse(textOf(updatedAt)));
				expect(times).toEqual([...(times ?? [])].sort((a, b) => a - b));
				expect(came).toHaveLength(given.times.length);
			}),
			{ numRuns: RUNS, ...ENDING },
		);
	});
});

/** More than records, with all their versions, in the largest of these worlds: each run brings one. */
const MOST_RUNS = 5_000;

/** What a place is held against: itself, and the ids of all that was handed out before it. */
type Judge = (place: string, handedOut: ReadonlySet<unknown>) => void;

interface Looking {
	readonly asked?: { readonly divisible?: typeof divisible };
	/** Told each place behind each record. */
	readonly judge?: Judge;
}

/** Every record, in runs that each stop after so many records at the most, or go to the end. */
async function inRuns(
	client: Client,
	stops: readonly number[],
	{ asked = { divisible }, judge }: Looking = {},
) {
	const came: Array<{ id: unknown; run: number }> = [];
	const handedOut = new Set<unknown>();
	let startAt: string | undefined;
	for (let run = 0; run < MOST_RUNS; run++) {
		const most = stops[run % stops.length] ?? Infinity;
		let count = 0;
		let next: string | undefined;
		const items = [{}] as Item[];
		for await (const batch of everyRecord(
			{ client, items },
			{ request: REQUEST, ...asked },
			{ startAt, hold: asTheyCame },
		)) {
			const place = batch.positionAfter(most - count);
			const taken = batch.records.slice(0, place === undefined ? Infinity : most - count);
			for (const [at, { id }] of taken.entries()) {
				came.push({ id, run });
				handedOut.add(id);
				const here = batch.positionAfter(at + 1);
				if (here !== undefined) judge?.(here, handedOut);
			}
			count += taken.length;
			next = batch.positionAfter(taken.length);
			if (count >= most && next !== undefined) break;
		}
		if (next === undefined) return came;
		startAt = next;
	}
	throw new Error('The runs come to no end');
}

describe('a list read in several runs, each from where the one before stopped', () => {
	const stopsUpTo = (max: number) =>
		fc.array(fc.integer({ min: 1, max }), { minLength: 1, maxLength: 4 });
	const [stops, few] = [stopsUpTo(40), stopsUpTo(9)];
	/** Windows that are off, and half of the lists are at rest. */
	const atSeams = fc.tuple(world(seam(), 'keyset'), fc.boolean()).map(([given, isQuiet]) => ({
		...given,
		...(isQuiet && { writes: [] }),
		habits: { ...given.habits, offMs: 999 },
	}));

	test('comes whole where each run brings a single record', async () => {
		const given: World = {
			times: Array.from({ length: 230 }, (_, at) => NOON - HOUR - at * 10),
			writes: [],
			habits: {
				...{ exclusiveEnds: true, granularityMs: 1_000, shownMs: 1, lagMs: 0 },
				...{ cursors: 'keyset', offMs: 0 },
			},
			...{ turns: [0], stepMs: 1_000, tripMs: 1 },
		};
		const came = await inRuns(serviceOf(given).client, [1]);
		expect(new Set(came.map(({ id }) => id)).size).toBe(given.times.length);
		expect(came).toHaveLength(given.times.length);
	});

	test('comes whole and once, where nothing changes', async () => {
		await fc.assert(
			fc.asyncProperty(world(layout(), 'keyset'), stops, async (given, after) => {
				const service = serviceOf({ ...given, writes: [] });
				const came = await inRuns(service.client, after);
				expect(came.map(({ id }) => Number(id)).sort((a, b) => a - b)).toEqual(
					given.times.map((_, at) => at + 1),
				);
			}),
			{ numRuns: RUNS, ...ENDING },
		);
	});

	test('no place lacks a record that is older, nor an id that may come again', async () => {
		const worlds = fc.oneof(world(layout(), 'keyset'), atSeams);
		await fc.assert(
			fc.asyncProperty(worlds, few, async (given, after) => {
				const { granularityMs, shownMs } = given.habits;
				const shown = given.times
					.map((time) => time - (time % granularityMs))
					.map((time) => time - (time % shownMs));
				const judge: Judge = (text, handedOut) => {
					const { time = -Infinity, ids } = placeIn(text);
					const kept = new Set(ids);
					const isWrong = (at: number) => {
						const each = shown[at] ?? 0;
						const isOut = handedOut.has(at + 1);
						return isOut ? each > time - 2 * GUARD_MS && !kept.has(at + 1) : each < time;
					};
					expect(shown.flatMap((_, at) => (isWrong(at) ? [at + 1] : []))).toEqual([]);
				};
				await inRuns(serviceOf({ ...given, writes: [] }).client, after, { judge });
			}),
			{ numRuns: Math.ceil(RUNS / 2), ...ENDING },
		);
	});

	test('comes whole and once page after page, where nothing changes', async () => {
		await fc.assert(
			fc.asyncProperty(world(layout(), 'keyset'), stops, async (given, after) => {
				const service = serviceOf({ ...given, writes: [] });
				const came = await inRuns(service.client, after, { asked: {} });
				expect(came.map(({ id }) => Number(id)).sort((a, b) => a - b)).toEqual(
					given.times.map((_, at) => at + 1),
				);
			}),
			{ numRuns: RUNS, ...ENDING },
		);
	});

	test('comes whole, and once in each run, while others change it', async () => {
		await fc.assert(
			fc.asyncProperty(world(layout(), 'keyset'), stops, async (given, after) => {
				const service = serviceOf(given);
				const came = await inRuns(service.client, after);
				expect(missing(service, new Set(came.map(({ id }) => id)))).toEqual([]);
				const once = new Set(came.map(({ id, run }) => `${run}:${String(id)}`));
				expect(once.size).toBe(came.length);
			}),
			{ numRuns: RUNS, ...ENDING },
		);
	});

	test('comes whole also around the time up to which all has settled', async () => {
		await fc.assert(
			fc.asyncProperty(atSeams, few, async (given, after) => {
				const service = serviceOf(given);
				const came = await inRuns(service.client, after);
				expect(missing(service, new Set(came.map(({ id }) => id)))).toEqual([]);
				if (given.writes.length === 0) expect(came).toHaveLength(given.times.length);
			}),
			{ numRuns: RUNS, ...ENDING },
		);
	});
});
