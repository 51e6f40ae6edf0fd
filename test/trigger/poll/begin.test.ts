/** Where a trigger begins, and how it comes to know what each record was before. */
import type { Policy } from '../../../nodes/SalesManagement/polling';
import {
	COMPARING,
	DAY,
	List,
	MINUTE,
	NOW,
	SORTED,
	Trigger,
	range,
	rowAt,
	rowsAt,
} from './support/list';

describe.each(SORTED)('activated, of a list %s', (_name, ordered) => {
	test('what is visible within the lookback is known, what comes to light there later is not', async () => {
		const list = new List([rowAt(1, NOW - 301_000), rowAt(2, NOW - 299_000)], { ordered });
		const trigger = new Trigger(list);
		expect((await trigger.poll()).ids).toEqual([]);
		list.add(rowAt(3, NOW - 299_000), rowAt(4, NOW - 306_000));
		list.now += 10_000;
		expect((await trigger.poll()).ids).toEqual([3]);
	});

	test.each([
		['with room for it', undefined, [500, 501]],
		// What does not fit may come as well, once.
		['without', { ledger: 60, seen: 16_000, watched: 0 }, expect.arrayContaining([500, 501])],
	])('inside a bulk change, %s: what joins it later is told', async (_how, room, expected) => {
		const earlier = rowsAt(10, (n) => NOW - 8_000 + n);
		const bulk = rowsAt(
			20,
			() => NOW - 1_000,
			(n) => 101 + n,
		);
		const list = new List([...earlier, ...bulk], { ordered });
		const trigger = new Trigger(list, { lookbackMs: 10_000, ...(room && { room }) });
		expect((await trigger.poll()).ids).toEqual([]);
		list.add(rowAt(500, NOW - 1_000), rowAt(501, NOW - 500));
		for (let polls = 0; polls < 20; polls++) {
			list.now += 5_000;
			await trigger.poll();
		}
		expect(trigger.ids).toEqual(expected);
		expect(new Set(trigger.ids).size).toBe(trigger.ids.length);
	});
});

test('an activation without enough time fails, instead of beginning somewhere', async () => {
	const list = new List(
		rowsAt(50, (n) => NOW - 100_000 + n * 1_000),
		{ pageSize: 10 },
	);
	await expect(new Trigger(list).poll(3)).rejects.toThrow(/not enough time/);
});

const CHANGED: Partial<Policy> = { tells: 'changed', watches: 'phase', room: COMPARING };

/** Deals of three years, the newest a day old, each in the phase that its id says. */
const deals = (count: number) =>
	range(count).map((n) => {
		const age = DAY + Math.floor(((count - n) * 3 * 365 * DAY) / count);
		return rowAt(n + 1, NOW - age, { watched: String(n % 5) });
	});
/** Imported at one time, some others being older. */
const imported = (count: number) =>
	range(count).map((n) =>
		rowAt(n + 1, NOW - 365 * DAY - (n < 20 ? n : 0), { watched: String(n % 5) }),
	);

/** Moves deals of that id, and answers what is told of them. */
async function move(trigger: Trigger, ...ids: number[]) {
	const { list } = trigger;
	for (const id of ids) list.change(id, list.now + 1_000, { watched: 'won' });
	list.now += MINUTE;
	const { events } = await trigger.poll();
	return events.map(({ row, from }) => [row.id, from]).sort(([a], [b]) => Number(a) - Number(b));
}

const phasesOf = (...ids: number[]) => ids.map((id) => [id, String((id - 1) % 5)]);

describe('an event that compares values', () => {
	test.each([1, 50_000, 1_000_000, undefined])(
		'knows the oldest record of a list that is said to be %p long',
		async (said) => {
			const list = new List(deals(1), { total: () => said });
			const trigger = new Trigger(list, CHANGED);
			await trigger.poll();
			expect(await move(trigger, 1)).toEqual(phasesOf(1));
		},
	);

	describe.each(SORTED)('of a list %s', (_name, ordered) => {
		test.each([
			['three years old', deals(12_000), 7],
			['imported at one time', imported(12_000), 8],
		])(
			'learns deals %s over several polls, all of them, and tells nothing',
			async (_age, rows, requests) => {
				const trigger = new Trigger(new List(rows, { ordered }), CHANGED);
				for (let polls = 0; polls < 40; polls++, trigger.list.now += MINUTE)
					await trigger.poll(requests);
				expect(trigger.told).toEqual([]);
				const some = range(100).map((n) => 1 + n * 119);
				expect(await move(trigger, ...some)).toEqual(phasesOf(...some));
				trigger.list.requests = 0;
				await trigger.poll();
				expect(trigger.list.requests).toBe(1);
			},
		);
	});

	test('learns the newest first, and tells nothing of one that it does not know yet', async () => {
		const trigger = new Trigger(new List(deals(12_000)), CHANGED);
		await trigger.poll(7);
		expect(await move(trigger, 1, 12_000)).toEqual(phasesOf(12_000));
	});

	test('learns them with about a request for each full page', async () => {
		const trigger = new Trigger(new List(deals(15_000)), CHANGED);
		await trigger.poll();
		await trigger.poll();
		expect(trigger.list.requests).toBeLessThan(15 * 2 + 12);
	});

	test('of more than it can remember knows those that changed last', async () => {
		const room = { ...COMPARING, watched: 4_000 };
		const trigger = new Trigger(new List(deals(30_000)), { ...CHANGED, room });
		for (let polls = 0; polls < 20; polls++) await trigger.poll(5);
		expect(trigger.list.requests).toBeLessThan(60);
		expect(await move(trigger, 1, 30_000)).toEqual(phasesOf(30_000));
	});

	test('knows the newer value of a record that a stale page shows as it was', async () => {
		const trigger = new Trigger(new List(deals(12_000)), { ...CHANGED, newChanges: true });
		await trigger.poll(3);
		const { list } = trigger;
		list.add({ ...list.rows[0]!, updatedAt: NOW + 1_000, watched: 'offer' });
		list.now += MINUTE;
		for (let polls = 0; polls < 9; polls++) await trigger.poll();
		list.rows.shift();
		expect(await move(trigger, 1)).toEqual([[1, 'offer']]);
	});

	test('is none the worse for a failure while it learns, and for a backlog', async () => {
		const trigger = new Trigger(new List(deals(12_000)), { ...CHANGED, newChanges: true });
		const { list } = trigger;
		await trigger.poll(3);
		list.add(...range(3, 20_000).map((id) => rowAt(id, NOW + id, { watched: '1' })));
		list.now += MINUTE;
		trigger.set = { ...trigger.set, batchLimit: 1 };
		expect(await trigger.poll()).toMatchObject({ ids: [20_000], stopped: 'batch limit' });
		trigger.set = { ...trigger.set, batchLimit: 100 };
		const failure = new Error('503');
		list.before = ({ from = 0 }) => {
			if (from < NOW - DAY) throw failure;
		};
		const failed = await trigger.poll();
		expect(failed).toMatchObject({ ids: [20_001, 20_002], learningFailure: failure });
		expect(failed.stopped).toBeUndefined();
		list.before = () => {};
		await trigger.poll();
		expect(await move(trigger, 1)).toEqual(phasesOf(1));
	});

	test('begins anew when it is to compare something else', async () => {
		const trigger = new Trigger(new List(deals(5)), CHANGED);
		await trigger.poll();
		trigger.set = { ...CHANGED, watches: 'amount' };
		trigger.list.change(2, NOW - 10_000, { watched: '7' });
		expect((await trigger.poll()).ids).toEqual([]);
		expect(await move(trigger, 2)).toEqual([[2, '7']]);
	});
});

test('deals whose ids have few gaps: the phases of 20,000 fit into the trigger’s room', async () => {
	const room = { ...COMPARING, watched: 24_000 };
	const trigger = new Trigger(new List(deals(20_000)), { ...CHANGED, room });
	for (let polls = 0; polls < 9; polls++) await trigger.poll();
	expect(await move(trigger, 1, 20_000)).toEqual(phasesOf(1, 20_000));
});

test('values too long for the room are remembered in part: whether they changed is still known', async () => {
	const long = (n: number) => `"${n} ${'x'.repeat(60)}"`;
	const rows = rowsAt(1_200, (n) => NOW - 2 * DAY + n).map((row) => ({
		...row,
		watched: long(row.id),
	}));
	const room = { ...COMPARING, watched: 24_000 };
	const trigger = new Trigger(new List(rows), { watches: 'fields', room, startFrom: 0 });
	await trigger.poll();
	const { list } = trigger;
	for (const id of [0, 1_199]) list.change(id, NOW + 1_000, { watched: long(id) });
	for (const id of [1, 1_198]) list.change(id, NOW + 1_000, { watched: 'other' });
	list.now += MINUTE;
	const { events } = await trigger.poll();
	const from = new Map(events.map((event) => [event.row.id, event.from]));
	expect([...from.keys()].sort((a, b) => a - b)).toEqual([1, 1_198]);
	expect(from.get(1_198)).toBe(long(1_198));
	expect(from.get(1)).not.toBe(long(1));
});
