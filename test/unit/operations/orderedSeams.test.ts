/** Where the parts of an ordered reading meet, each with what it once did wrong. */
import type { IDataObject } from 'n8n-workflow';
import type { Client } from '../../../nodes/SalesManagement/api/types';
import type { Item } from '../../../nodes/SalesManagement/fields';
import { RESOURCES } from '../../../nodes/SalesManagement/operations';
import {
	divisibleList,
	everyRecord,
	type Asked,
} from '../../../nodes/SalesManagement/operations/stretches';
import { nextStartOf } from '../../../nodes/SalesManagement/operations/export/changes';
import { placeIn } from '../../../nodes/SalesManagement/operations/stretches/place';
import { ChangingList, NOON, type Habits, type Write } from '../../property/support/changingList';
import { textOf } from '../../../nodes/SalesManagement/values';
import { asTheyCame } from '../../support/asTheyCame';
import { clientOf } from '../support/testClient';
import { clientFor, inOrder, timesOf } from '../support/manyDeals';

const request = { operation: 'deal.getMany' } as const;
const form = RESOURCES.find(({ id }) => id === 'deal')?.operations.find(
	({ id }) => id === 'getMany',
)?.form;
const divisible = form && divisibleList(form);
const SETTLED = NOON - 5 * 60_000;

const HABITS: Habits = {
	...{ exclusiveEnds: true, granularityMs: 1, shownMs: 1, lagMs: 0 },
	...{ cursors: 'keyset', offMs: 0 },
};
const batchesOf = (
	client: Client,
	startAt?: string,
	asked: Omit<Asked, 'request'> = { divisible },
) =>
	everyRecord(
		{ client, items: [{}] as Item[] },
		{ request, ...asked },
		{ startAt, hold: asTheyCame },
	);

/** In runs that each stop after so many records; the last number holds for the rest of them. */
async function inRuns(
	client: Client,
	stops: readonly number[],
	most: number,
	asked: Omit<Asked, 'request'> = { divisible },
): Promise<unknown[]> {
	const came: unknown[] = [];
	let startAt: string | undefined;
	for (let run = 0; run < most; run++) {
		let left = stops[run] ?? stops.at(-1) ?? 0;
		let next: string | undefined;
		for await (const { records, positionAfter } of batchesOf(client, startAt, asked)) {
			const taken = records.slice(0, left);
			came.push(...taken.map(({ id }) => id));
			left -= taken.length;
			next = positionAfter(taken.length);
			if (left === 0 && next !== undefined) break;
		}
		if (next === undefined) return came;
		startAt = next;
	}
	return came;
}

test('a run that begins within a crowd brings nothing that the one before it brought', async () => {
	// A filter that is off by a second brings records of three seconds before the place again.
	// Seconds in which records lie at random; found by the property test.
	const times = [
		...[4705, 1401, 10348, 6556, -4905, 1182, 8276, 6526, 5560, 1476, 3697],
		...[3157, 11842, 8579, 2161, 11033, -2989, 3713, 9614, 4694, 7614, 6747],
		...[-2891, 4260, 8407, 2861, 9722, -3072, 6710, -881, 1267, -4966, 7164],
		...[3227, -321, 3690, 9512, 10588, 3726, 9404, 9071, 357, 9782, 5369],
	].map((offset) => SETTLED + offset);
	const habits = { ...HABITS, exclusiveEnds: false, offMs: 999 };
	const { client } = new ChangingList(times, [], [7], 20_000, habits);
	const came = await inRuns(client, [4, 2, 4, 2], 60);
	expect(came).toEqual([...new Set(came)]);
	expect(came).toHaveLength(times.length);
});

test('many records that are changed at once while they are read are no cursor that leads back', async () => {
	const times = Array.from({ length: 100 }, () => SETTLED + 1_000);
	const writes: Write[] = [{ after: 6, kind: 'update', which: 0, many: 50, late: 0 }];
	const { client, requests } = new ChangingList(times, writes, [0], 1_000, HABITS);
	const came = new Set<unknown>();
	for await (const { records } of batchesOf(client)) records.forEach(({ id }) => came.add(id));
	expect(came.size).toBe(times.length);
	expect(requests.every(({ sort }) => sort === 'updatedAt')).toBe(true);
});

test.each([0, 600, 1_000, 1_400, 2_900, 3_300])(
	'no place is behind what the window of what settled surely holds: %d ms',
	async (shift) => {
		// Up to four seconds behind what settled, the window may hold one record and lack an earlier one.
		const times = [
			...Array.from({ length: 11 }, (_, at) => SETTLED - 90_000 + at * 5_000),
			...Array.from({ length: 40 }, (_, at) => SETTLED - 9_000 + shift + at * 450),
		];
		const { client } = new ChangingList(times, [], [0], 0, { ...HABITS, offMs: 999 });
		const handedOut = new Set<number>();
		const lacking = (time: number) =>
			times.flatMap((each, at) => (each < time && !handedOut.has(at + 1) ? [at + 1] : []));
		for await (const { records, positionAfter } of batchesOf(client)) {
			for (const [at, { id }] of records.entries()) {
				handedOut.add(Number(id));
				const place = positionAfter(at + 1);
				if (place !== undefined) expect(lacking(placeIn(place).time ?? 0)).toEqual([]);
			}
		}
		expect(handedOut.size).toBe(times.length);
	},
);

test('a part of the list that was written in minutes is read once, however many read it', async () => {
	// 20,000 a minute, 1,000 a page: no page covers as much time as windows overlap.
	const minute = 1 / 1440;
	const times = timesOf(
		Array.from({ length: 300_000 }, (_, at) =>
			at < 100_000 ? 400 - at / 1_000 : 100 + ((at - 100_000) / 20_000) * minute,
		),
	);
	const client = clientFor(times, 800);
	const { count, isRising } = await inOrder(client);
	expect({ count, isRising }).toEqual({ count: times.length, isRising: true });
	expect(client.requests.length).toBeLessThan(1.3 * 300);
});

test('a list that tells no total is read page after page from its first page on', async () => {
	const list = new ChangingList(
		Array.from({ length: 30 }, (_, at) => SETTLED - 600_000 + at * 10_000),
		[],
		[0],
		0,
		HABITS,
	);
	const client = {
		...list.client,
		send: async (...given: Parameters<Client['send']>) => {
			const answer = await list.client.send(...given);
			return { ...answer, body: { ...(answer.body as IDataObject), totalCount: undefined } };
		},
	} as Client;
	expect(new Set(await inRuns(client, [4, 20], 20))).toEqual(
		new Set(Array.from({ length: 30 }, (_, at) => at + 1)),
	);
});

test('the next export of changes begins a guard before what may have become visible late', () => {
	const then = Date.parse('2026-11-20T12:00:00Z');
	expect(nextStartOf(then)).toBe('2026-11-20T11:54:58.000Z');
});

test('a place within a page knows also what came on an earlier page already', async () => {
	const pages: Readonly<Record<string, readonly number[]>> = { 0: [1, 2], 1: [2, 3, 4] };
	const client = clientOf(({ query: { cursor = '0' } }) => {
		const deals = pages[textOf(cursor)]?.map((id) => ({ id }));
		return { body: { deals, hasMore: cursor === '0', nextCursor: cursor === '0' ? '1' : null } };
	});
	expect(await inRuns(client, [3], 2, {})).toEqual([1, 2, 3, 4]);
});
