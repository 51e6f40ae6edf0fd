/** Where a trigger begins, and how it comes to know what each record was before. */
import tables from './begin.json';
import { resumed, type Policy } from '../../../nodes/SalesManagement/polling';
import {
	DAY,
	HOUR,
	List,
	MINUTE,
	NOW,
	SORTED,
	Trigger,
	begun,
	policyWith,
	range,
	rowAt,
	rowsAt,
} from './support/list';

test('an activation without enough time fails, instead of beginning somewhere', async () => {
	const rows = rowsAt(50, (n) => NOW - 100_000 + n * 1_000);
	const list = new List(rows, { pageSize: 10 });
	await expect(new Trigger(list).poll(3)).rejects.toThrow(/not enough time/);
});

const CHANGED: Partial<Policy> = { reports: 'changed', compares: 'phase' };

/** Deals of three years, the newest a day old, each in the phase that its id says. */
const deals = (count: number) =>
	range(count).map((n) => {
		const age = DAY + Math.floor(((count - n) * 3 * 365 * DAY) / count);
		return rowAt(n + 1, NOW - age, { compared: String(n % 5) });
	});
/** Imported at one time, some others being older. */
const imported = (count: number) =>
	range(count).map((n) =>
		rowAt(n + 1, NOW - 365 * DAY - (n < 20 ? n : 0), { compared: String(n % 5) }),
	);

/** Moves deals of that id, and answers what is told of them. */
async function move(trigger: Trigger, ...ids: number[]) {
	const { list } = trigger;
	for (const id of ids) list.change(id, list.now + 1_000, { compared: 'won' });
	list.now += MINUTE;
	const { events } = await trigger.poll();
	return events.map(({ row, from }) => [row.id, from]).sort(([a], [b]) => Number(a) - Number(b));
}

const phasesOf = (...ids: number[]) => ids.map((id) => [id, String((id - 1) % 5)]);

describe('an event that compares values', () => {
	describe.each(SORTED)('of a list %s', (_name, ordered) => {
		test.each([
			['three years old', deals(12_000), 7],
			['imported at one time', imported(12_000), 60],
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

	test('learns the oldest first, and tells nothing of one that it does not know yet', async () => {
		const trigger = new Trigger(new List(deals(12_000)), CHANGED);
		await trigger.poll(7);
		expect(await move(trigger, 1, 12_000)).toEqual(phasesOf(1));
	});
});

test('the deal that moved last is remembered, however many older ones are learned after it', async () => {
	const count = 15_000;
	const list = new List(deals(count));
	const trigger = new Trigger(list, { ...CHANGED, valuesRoom: 5_000 });
	await trigger.poll(5);
	// Its phase before is not known yet.
	list.change(count, list.now, { compared: 'won' });
	// A thousand at a time, for longer than the lookback.
	for (let polls = 0; polls < 12; polls++, list.now += MINUTE) await trigger.poll(2);
	expect(trigger.state?.values).not.toHaveProperty('learning');
	list.change(count, list.now, { compared: 'lost' });
	expect((await trigger.poll()).events).toMatchObject([{ from: 'won', row: { id: count } }]);
});

test('after other filters, too, the deals that changed last are remembered', async () => {
	const count = 15_000;
	const all = deals(count);
	const list = new List(all);
	const trigger = new Trigger(list, { ...CHANGED, valuesRoom: 20_000 });
	await trigger.poll();
	list.rows = all.filter(({ id }) => id % 2 === 0);
	trigger.set = { ...trigger.set, view: 'others' };
	await trigger.poll();
	expect(trigger.state?.values).toMatchObject({ partial: true });
	expect(await move(trigger, count)).toEqual(phasesOf(count));
});

test('a restart with other filters reads the values of the last batch again, also if its first poll is cut off', async () => {
	const compared = 'open';
	const list = new List([rowAt(1, NOW - HOUR, { compared })], { pageSize: 2 });
	const trigger = await begun(list, { ...CHANGED, newChanges: true });
	const before = trigger.state!;
	for (const n of range(4)) list.add(rowAt(11 + n, NOW + MINUTE / 2 + n * 3_000, { compared }));
	list.change(1, NOW + MINUTE, { compared: 'won' });
	expect(await trigger.next()).toEqual([11, 12, 13, 14, 1]);
	// As with At Least Once: the values are those before the batch.
	const set = { repeatsBatch: true, view: 'others' };
	const batch = { ...trigger.state!, values: undefined };
	trigger.state = resumed({ ...before, batch }, policyWith(set));
	trigger.set = { ...trigger.set, ...set };
	expect(await trigger.poll(1)).toMatchObject({ events: [], stopped: 'out of time' });
	await trigger.poll();
	list.now += MINUTE;
	list.change(1, list.now, { compared });
	expect((await trigger.poll()).events).toMatchObject([{ from: 'won', row: { id: 1 } }]);
});

/** Other filters, whose polls have no limit. */
const OTHERS = { view: 'others', batchLimit: 5_000 };

test('a new deal is told as won, also if other filters are polled amid a backlog, and the service shows what it was', async () => {
	const at = NOW + MINUTE;
	const compared = 'open';
	const list = new List([], { pageSize: 2 });
	const trigger = await begun(list, { ...CHANGED, newChanges: true, batchLimit: 2 });
	list.now += HOUR;
	for (const n of range(5)) list.add(rowAt(n, at + n * 5_000, { compared }));
	list.change(1, at + 5_000, { compared: 'won' });
	const stale = [...list.rows];
	list.before = () => {
		if (list.requests === 1) list.change(1, list.now, { compared });
	};
	list.requests = 0;
	expect(await trigger.poll()).toMatchObject({ ids: [0, 2], stopped: 'batch limit' });
	trigger.set = { ...trigger.set, ...OTHERS };
	const { rows } = list;
	list.rows = stale;
	expect(await trigger.next(0)).toEqual([3, 4]);
	list.rows = rows;
	list.change(1, list.now + MINUTE, { compared: 'won' });
	expect(await trigger.next()).toEqual([1]);
});

test('amid a backlog, a new deal that other filters let in is told at its next edit, also if it was won before', async () => {
	const compared = 'won';
	const list = new List([], { pageSize: 2 });
	const trigger = await begun(list, { ...CHANGED, newChanges: true, batchLimit: 1 });
	list.now += HOUR;
	const add = (id: number, minutesAgo: number) =>
		list.add(rowAt(id, list.now - minutesAgo * MINUTE, { compared }));
	for (const n of range(3)) add(n, 20 - n);
	expect(await trigger.poll()).toMatchObject({ ids: [0], stopped: 'batch limit' });
	for (const id of [8, 9]) add(id, 40);
	trigger.set = { ...trigger.set, ...OTHERS };
	expect(await trigger.next(0)).toEqual([1, 2]);
	list.change(8, list.now + MINUTE, { compared });
	expect(await trigger.next()).toEqual([8]);
	await trigger.next(HOUR);
	list.change(9, list.now, { compared });
	expect(await trigger.next(0)).toEqual([]);
});

test('filters that show nothing let the trigger move on, also if their first poll is cut off amid a backlog', async () => {
	const list = new List([], { ordered: false, pageSize: 2 });
	const trigger = await begun(list, { batchLimit: 1 });
	list.now += MINUTE;
	const changedUntilThen = rowsAt(40, (n) => list.now - 200_000 + n * 5_000);
	list.add(...changedUntilThen);
	expect(await trigger.poll()).toMatchObject({ ids: [0], stopped: 'batch limit' });
	list.rows = [];
	trigger.set = { list: 'none', view: 'none', batchLimit: 1 };
	expect(await trigger.poll(1)).toMatchObject({ stopped: 'out of time' });
	await trigger.poll();
	await trigger.next(HOUR);
	// What changed an hour ago is not within the lookback any more.
	list.add(...changedUntilThen, rowAt(9, list.now));
	trigger.set = {};
	expect(await trigger.next()).toEqual([9]);
});

/** A reference, as it is compared, and as it reads. */
const reference = (id: number, name: string) => `${id}\t${JSON.stringify({ id, name })}`;

/** Fields as they are compared. */
const VALUES: Record<string, (n: number) => string> = {
	'a phase': (n) => String(n % 8),
	'a number': (n) => String(1_000_000 + 17 * n),
	'five fields, of which two are mostly different': (n) =>
		[
			n % 8,
			`"2026-11-${1 + (n % 28)}"`,
			reference(n % 20, `User ${n % 20}`),
			1_000_000 + 17 * n,
			reference(n, `Customer number ${n}`),
		].join('\n'),
	'texts of sixty characters': (n) => `"${n} ${'x'.repeat(60)}"`,
};

// What docs/trigger.md says.
test.each(tables.remembered)(
	'of records that are compared by $what the last $count are remembered',
	async ({ what, count }) => {
		const valueOf = VALUES[what]!;
		const rows = rowsAt(
			count + 3_000,
			(n) => NOW - 9 * DAY + n * 1_000,
			(n) => 100_000 + n * 37,
		).map((row, n) => ({ ...row, compared: valueOf(n) }));
		const last = rows.slice(-count).map(({ id }) => id);
		const trigger = new Trigger(new List(rows), CHANGED);
		for (let polls = 0; polls < 4; polls++) await trigger.poll();
		const { list } = trigger;
		const before = new Map(rows.map(({ id, compared }) => [id, compared]));
		list.now += MINUTE;
		for (const id of [rows[0]!.id, last[0]!, last.at(-1)!])
			list.change(id, list.now, { compared: '?' });
		const { events } = await trigger.poll();
		const told = new Map(events.map(({ row, from }) => [row.id, from]));
		expect(told).toEqual(new Map([last[0]!, last.at(-1)!].map((id) => [id, before.get(id)])));
	},
);
