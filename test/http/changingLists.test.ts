/** All of a long list, read by time while others change it. */
import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import {
	NotByTime,
	readByTime,
	type Client,
	type TimeRange,
} from '../../nodes/SalesManagement/api';
import { textOf } from '../../nodes/SalesManagement/shared';
import { EXACT } from '../property/trigger/support/service';
import { ChangingList, NOON, type Write } from './support/changingList';
import { habits, layout, writes, type Habits } from './support/changingWorlds';
import { runs } from '../support/random';

/** Fewer writes than a page has records. */
const FEW = 5;

const iso = (time?: number) => (time === undefined ? undefined : new Date(time).toISOString());

const bounded = ({ from, to }: TimeRange) => ({
	operation: 'deal.getMany' as const,
	query: {
		sort: 'updatedAt',
		updatedAtFrom: iso(from),
		updatedAtTo: iso(to),
	},
});

const world = (times: fc.Arbitrary<number[]>, cursor: Habits['cursor']) =>
	fc.record({
		times,
		writes,
		habits: habits(cursor),
		turns: fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 1, maxLength: 7 }),
		stepMs: fc.constantFrom(100, 1_000, 20_000),
		/** How long a page seems to take: it decides how many are under way. */
		tripMs: fc.constantFrom(1, 300, 1_500),
		anyOrder: fc.boolean(),
	});

type World = ReturnType<typeof world> extends fc.Arbitrary<infer Given> ? Given : never;

const serviceOf = ({ times, writes: given, turns, stepMs, habits: own }: World) =>
	new ChangingList(times, given, turns, stepMs, own);

/** What came out, each record as it came first, or nothing where it was not read by time. */
async function read(
	client: Client,
	{ tripMs, anyOrder }: World,
): Promise<IDataObject[] | undefined> {
	let elapsed = 0;
	const came = new Map<unknown, IDataObject>();
	try {
		for await (const { records } of readByTime({
			client,
			sharing: 1,
			bounded,
			anyOrder,
			elapsed: () => (elapsed += tripMs),
		})) {
			for (const each of records) if (!came.has(each.id)) came.set(each.id, each);
		}
	} catch (error) {
		if (error instanceof NotByTime) return undefined;
		throw error as Error;
	}
	return [...came.values()];
}

/** Shrinking a list of hundreds of times would take minutes. */
const OPTIONS = { numRuns: runs(50), endOnFailure: true } as const;

async function keepsThePromise(given: World): Promise<'read' | 'left'> {
	const service = serviceOf(given);
	const came = await read(service.client, given);
	if (!came) return 'left';
	const ids = new Set(came.map(({ id }) => id));
	expect(service.alwaysThere!.filter((id) => !ids.has(id))).toEqual([]);
	return 'read';
}

test('gives each record that is there all the time', async () => {
	const seen = { read: 0, left: 0 };
	const property = fc.asyncProperty(world(layout(), 'keyset'), async (given) => {
		seen[await keepsThePromise(given)]++;
	});
	await fc.assert(property, OPTIONS);
	expect(seen.read).toBeGreaterThan(0.8 * OPTIONS.numRuns);
});

test('does so with cursors that only count, where no page is all of one time', async () => {
	const property = fc.asyncProperty(world(layout([1_000, 60_000]), 'offset'), async (given) => {
		// So many at one time would be a page of it, in which a cursor that counts can skip.
		const single = given.writes.slice(0, FEW).map((each) => ({ ...each, many: 1 }));
		await keepsThePromise({ ...given, writes: single });
	});
	await fc.assert(property, OPTIONS);
});

const MINUTE = 60_000;
const times = (count: number, from: number, stepMs: number) =>
	Array.from({ length: count }, (_, at) => NOON - from - at * stepMs);
const SETTING: Pick<World, 'turns' | 'stepMs' | 'tripMs' | 'anyOrder'> = {
	anyOrder: false,
	turns: [1],
	stepMs: 100,
	tripMs: 1_500,
};

test('gives what stands at the seam of two slices, where windows are off by turns', async () => {
	const off = { ...EXACT, filterDrift: 999 };
	const given = { ...SETTING, times: times(400, 10 * MINUTE, 700), writes: [], habits: off };
	expect(await keepsThePromise(given)).toBe('read');
});

test.each([
	['long ago', 30 * MINUTE],
	['at the newest end', MINUTE],
])(
	'gives all of a tie that records leave while a counting cursor leads through it: %s',
	async (_, ago) => {
		const before = times(20, ago + MINUTE, MINUTE);
		const tie = times(35, ago, 0);
		// One after each answer, in the order in which they are read.
		const leaves = (_: unknown, at: number): Write => ({
			after: at + 1,
			kind: 'update',
			which: before.length + at,
			many: 1,
			late: 0,
		});
		const given = {
			...SETTING,
			times: [...before, ...tie],
			writes: Array.from({ length: 8 }, leaves),
			habits: { ...EXACT, cursor: 'offset' as const },
		};
		expect(await keepsThePromise(given)).toBe('read');
	},
);

test('comes oldest change first, where nothing changes and times are exact', async () => {
	const property = fc.asyncProperty(world(layout([1_000, 60_000]), 'keyset'), async (given) => {
		const quiet = { ...given, writes: [], habits: EXACT, anyOrder: false };
		const came = await read(serviceOf(quiet).client, quiet);
		const times = came?.map(({ updatedAt }) => Date.parse(textOf(updatedAt)));
		expect(times).toEqual([...(times ?? [])].sort((a, b) => a - b));
		expect(came).toHaveLength(given.times.length);
	});
	await fc.assert(property, OPTIONS);
});
