/** One poll after the other: what is told, where a poll stops, and where the next one goes on. */
import tables from './poll.json';
import type { VersionPage, Query, Row } from '../../../nodes/SalesManagement/polling';
import { CursorRejected } from '../../../nodes/SalesManagement/polling';
import { begun, HOUR, List, MINUTE, NOW, Trigger, range, rowAt, rowsAt } from './support/list';

const LONG_AGO = NOW - HOUR;
const since = NOW - 2 * MINUTE;

describe('what is told', () => {
	const rows = [
		rowAt(1, NOW - 60_000),
		rowAt(2, NOW - 50_000, { createdAt: NOW - 60_000 }),
		rowAt(3, NOW - 40_000, { createdAt: LONG_AGO }),
		// Made under a clock that was ahead.
		rowAt(4, NOW - 30_000, { createdAt: NOW + HOUR }),
	];

	test.each(tables.reports)('of $reports, once', async ({ reports, expected }) => {
		const trigger = new Trigger(new List([...rows]), {
			reports: reports as 'created',
			startFrom: since,
		});
		await trigger.drain();
		expect(trigger.told.map((each) => each.join(' '))).toEqual(expected);
	});
});

test.each([
	['when the trigger began', 0],
	['when the watermark has moved on', 10_000],
])(
	'new is what was created just before the watermark, and comes to light after it: %s',
	async (_when, later) => {
		const lookback = 5 * MINUTE;
		const list = new List([]);
		const trigger = await begun(list);
		await trigger.next(later);
		const at = list.now - lookback + 500;
		list.now = at + lookback;
		list.add(rowAt(1, at, { createdAt: at - 1_000 }));
		await trigger.poll();
		expect(trigger.told).toEqual([['created', 1]]);
	},
);

describe('where a poll stops', () => {
	const fifty = () =>
		new List(
			rowsAt(50, (n) => LONG_AGO + n * 1_000),
			{ pageSize: 10 },
		);

	test('at a failure, with what was read before; a failure before that is thrown', async () => {
		const trigger = new Trigger(fifty(), { startFrom: 0 });
		const failure = new Error('503');
		trigger.list.before = () => {
			if (trigger.list.requests >= 2) throw failure;
		};
		expect(await trigger.poll()).toMatchObject({ stopped: 'failure', failure });
		expect(trigger.ids.length).toBeGreaterThan(0);
		const saved = JSON.stringify(trigger.state);
		await expect(trigger.poll()).rejects.toBe(failure);
		expect(JSON.stringify(trigger.state)).toBe(saved);
		trigger.list.before = () => {};
		await trigger.drain();
		expect(trigger.told.map(([, id]) => id)).toEqual(range(50));
	});
});

test('what a cursor by number skips in two passes is not lost, where those it had passed moved ahead', async () => {
	const list = new List(
		rowsAt(8, () => LONG_AGO),
		{ pageSize: 2 },
	);
	// Behind the first two pages of one pass, and behind the first page of the next.
	const moved: Record<number, number[]> = { 4: [2, 3], 7: [1] };
	list.before = () => {
		for (const id of moved[list.requests] ?? []) list.change(id, NOW + list.requests);
	};
	const trigger = new Trigger(list, { startFrom: 0 });
	await trigger.drain();
	expect([...new Set(trigger.ids)]).toEqual(range(8));
});

describe('a service that breaks its word', () => {
	const AT = NOW - 30_000;
	let passes = 0;
	const answers: Record<string, [(query: Query) => Partial<VersionPage<number>>, RegExp]> = {
		'by another order': [
			() => ({ rows: [rowAt(1, NOW - 10_000), rowAt(2, NOW - 20_000)] }),
			/did not sort/,
		],
		'by an empty page with more announced': [
			() => ({ rows: [], cursor: 'more' }),
			/announced more records and sent none/,
		],
		'by a page that repeats': [
			() => ({ rows: [rowAt(1, AT), rowAt(2, AT)], cursor: 'same' }),
			/repeated a page/,
		],
		'by a list that is different each time it is read': [
			({ cursor }) => {
				if (cursor === undefined) passes++;
				const rows: Array<Row<number>> = [0, 1].map((n) => rowAt(passes * 10 + n, AT));
				return cursor === undefined ? { rows, cursor: `of ${passes}` } : { rows: [rows[1]!] };
			},
			/changes too fast/,
		],
		'by a cursor that it never takes back': [
			({ cursor }) => {
				if (cursor !== undefined) throw new CursorRejected('400');
				return { rows: [rowAt(1, AT)], cursor: 'next' };
			},
			/changes too fast/,
		],
	};

	test.each(Object.keys(answers))('%s is noticed after some requests', async (what) => {
		const [answer, message] = answers[what]!;
		const list = new List([]);
		list.read = async (query) => {
			list.requests++;
			return { rows: [], serverTime: NOW, ...answer(query) };
		};
		const poll = new Trigger(list, { startFrom: NOW - HOUR }).poll();
		// Thrown, or beside what was read before.
		const said: unknown = await poll.then(
			({ failure }) => failure,
			(error: unknown) => error,
		);
		expect(String(said)).toMatch(message);
		expect(list.requests).toBeLessThan(60);
	});
});
