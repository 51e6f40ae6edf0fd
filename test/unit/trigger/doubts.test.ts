/** A clock that jumps, a list that is suddenly empty, a list out of a cache: doubted, told, recovered from. */
import type { IDataObject } from 'n8n-workflow';
import { skipWaits } from '../../property/support/hostile/clock';
import { dealAt, idsOf, listOf } from '../support/dealList';
import { TriggerHost } from '../support/triggerHost';

const MINUTE = 60_000;
const YEAR = 365 * 24 * 60 * MINUTE;

let skipping: ReturnType<typeof skipWaits>;
beforeAll(() => (skipping = skipWaits()));
afterAll(() => skipping.restore());

/** A trigger that has polled, over a list that answers in its own way when it is told to. */
async function running(parameters: IDataObject = {}) {
	const deals: IDataObject[] = [];
	const service = { hidden: false, headers: {} as IDataObject };
	const host = new TriggerHost(
		(request) => ({
			...listOf(service.hidden ? [] : deals, request),
			headers: service.headers,
		}),
		parameters,
	);
	await host.poll();
	let id = 0;
	/** One more deal, and a poll once it is old enough to be emitted. */
	const polledAfterChange = async () => {
		deals.push(dealAt(++id, host.now));
		host.now += MINUTE;
		return idsOf(await host.poll());
	};
	return { host, service, polledAfterChange };
}

describe('the service’s clock', () => {
	test('a year ahead for one poll: what changes after it is emitted all the same', async () => {
		const { host, polledAfterChange } = await running();
		expect(await polledAfterChange()).toEqual([1]);
		host.now += YEAR;
		host.clockError = YEAR;
		await host.poll();
		host.now -= YEAR;
		host.clockError = 0;
		expect(await polledAfterChange()).toContain(2);
		expect(host.warnings).toEqual([expect.stringMatching(/clock says 2026-.*goes on from/)]);
		expect(await polledAfterChange()).toEqual([3]);
		expect(await host.poll()).toBeNull();
		expect(host.warnings).toHaveLength(1);
	});

	test('set back by an hour: every change after it is emitted, and the log says so once', async () => {
		const { host, polledAfterChange } = await running();
		host.now += 90 * MINUTE;
		for (let id = 1; id <= 3; id++) expect(await polledAfterChange()).toEqual([id]);
		host.now -= 60 * MINUTE;
		host.clockError = -60 * MINUTE;
		const seen = new Set<unknown>();
		for (let count = 0; count < 60; count++) {
			for (const id of await polledAfterChange()) seen.add(id);
		}
		for (let id = 4; id <= 63; id++) expect(seen).toContain(id);
		expect(host.warnings).toHaveLength(1);
	});

	test.each<[string, IDataObject]>([
		['phaseChanged', { id: 5, name: 'C', status: 1 }],
		['won', { id: 6, name: 'Yes', status: 2 }],
		['lost', { id: 7, name: 'No', status: 3 }],
	])('set back by an hour: %s still knows what was before', async (event, phase) => {
		const first = { id: 1, name: 'A', status: 1 };
		const deals: IDataObject[] = [];
		const host = new TriggerHost((request) => listOf(deals, request), { event });
		for (let id = 1; id <= 3; id++)
			deals.push(dealAt(id, host.now - 30 * MINUTE, { phase: first }));
		await host.poll();
		host.now += 90 * MINUTE;
		await host.poll();
		host.now -= 60 * MINUTE;
		host.clockError = -60 * MINUTE;
		const { createdAt } = deals[1]!;
		deals[1] = dealAt(2, host.now + MINUTE, { phase, createdAt });
		const seen: unknown[] = [];
		for (let polls = 0; polls < 80; polls++) {
			host.now += MINUTE;
			seen.push(...((await host.poll()) ?? []).map(({ json }) => json._event));
		}
		expect(seen).toEqual([
			expect.objectContaining({ id: expect.stringMatching(/^deal:2:/), type: event }),
		]);
		if (event === 'phaseChanged')
			expect(seen).toEqual([
				expect.objectContaining({ from: { id: 1 }, to: { id: 5, name: 'C' } }),
			]);
		expect(host.warnings).toHaveLength(1);
	});

	test('a year ahead for one poll of a backlog: what came to light late is emitted, and created once', async () => {
		const deals: IDataObject[] = [];
		const host = new TriggerHost((request) => listOf(deals, request), {
			options: { batchLimit: 2_900 },
		});
		await host.poll();
		host.now += 10 * MINUTE;
		const began = host.now;
		for (let i = 0; i < 3_000; i++) deals.push(dealAt(i + 1, began - 500_000 + i * 165));
		host.now += YEAR;
		host.clockError = YEAR;
		const events = [...((await host.poll()) ?? [])];
		host.now -= YEAR;
		host.clockError = 0;
		deals.push(dealAt(9_999, began - 100_000));
		const pollOn = async (polls: number) => {
			for (let count = 0; count < polls; count++) {
				host.now += MINUTE;
				events.push(...((await host.poll()) ?? []));
			}
		};
		await pollOn(10);
		const fresh = Array.from({ length: 1_000 }, (_, i) => 100_000 + i * 39);
		for (const id of fresh) deals.push(dealAt(id, host.now));
		await pollOn(8);
		const edited = new Date(host.now).toISOString();
		for (const deal of deals.slice(-1_000))
			Object.assign(deal, { name: 'edited', updatedAt: edited });
		await pollOn(8);
		const created = events.filter(({ json }) => (json._event as IDataObject).type === 'created');
		const ids = created.map(({ json }) => json.id);
		expect(ids).toContain(9_999);
		expect(ids).toHaveLength(3_001 + 1_000);
		expect(new Set(ids).size).toBe(ids.length);
		expect(host.state.polling).not.toHaveProperty('pendingPass');
		expect(host.warnings).toEqual([expect.stringMatching(/clock says 2026-.*goes on from/)]);
	});

	/** Each response in turn says the time so many milliseconds off, those after them the right one. */
	function tellingWrong({ host, service }: Awaited<ReturnType<typeof running>>, off: number[]) {
		Object.defineProperty(service, 'headers', {
			configurable: true,
			get: () => ({ date: new Date(host.now + (off.shift() ?? 0)).toUTCString() }),
		});
	}

	test.each<[string, number]>([
		['behind', -80 * MINUTE],
		['a little behind', -2 * MINUTE],
		['a little ahead', 2 * MINUTE],
		['a year ahead', YEAR],
	])('%s in a lone response changes nothing', async (_what, off) => {
		const trigger = await running();
		const { host, polledAfterChange } = trigger;
		host.now += 90 * MINUTE;
		expect(await polledAfterChange()).toEqual([1]);
		const before = JSON.stringify(host.state.polling);
		tellingWrong(trigger, [off]);
		const requests = host.asked.length;
		expect(await host.poll()).toBeNull();
		expect(JSON.stringify(host.state.polling)).toBe(before);
		expect(host.asked.length - requests).toBe(3);
		expect(host.warnings).toEqual([]);
		expect(await polledAfterChange()).toEqual([2]);
	});

	test.each([-YEAR, YEAR])('%i ms off in the response with which it begins', async (off) => {
		const deals = [dealAt(1, Date.parse('2026-11-21T07:00:00Z'))];
		const wrong = [off];
		const host: TriggerHost = new TriggerHost((request) => ({
			...listOf(deals, request),
			headers: { date: new Date(host.now + (wrong.shift() ?? 0)).toUTCString() },
		}));
		expect(await host.poll()).toBeNull();
		deals.push(dealAt(2, host.now));
		host.now += MINUTE;
		expect(idsOf(await host.poll())).toEqual([2]);
	});

	test('is right where n8n’s own is wrong: one request more, once', async () => {
		const deals: IDataObject[] = [];
		const right = new TriggerHost((request) => listOf(deals, request));
		await right.poll();
		const host = new TriggerHost((request) => listOf(deals, request));
		host.clockError = 5 * YEAR;
		await host.poll();
		const afterFirst = host.asked.length;
		expect(afterFirst).toBe(right.asked.length + 1);
		deals.push(dealAt(1, host.now));
		host.now += MINUTE;
		expect(idsOf(await host.poll())).toEqual([1]);
		expect(host.asked.length - afterFirst).toBe(1);
		expect(host.warnings).toEqual([]);
	});

	test('that no two responses agree on fails the poll, and the state stays', async () => {
		const trigger = await running();
		const { host, polledAfterChange } = trigger;
		expect(await polledAfterChange()).toEqual([1]);
		const before = JSON.stringify(host.state.polling);
		tellingWrong(trigger, [YEAR, -YEAR, 2 * YEAR, -2 * YEAR, 3 * YEAR, -3 * YEAR]);
		const failed = host.poll();
		await expect(failed).rejects.toThrow(
			/clock can’t be relied on.*2027-.*2025-.*stays where it is/,
		);
		await expect(failed).rejects.toMatchObject({ failure: { cause: 'temporarily-unavailable' } });
		expect(JSON.stringify(host.state.polling)).toBe(before);
		expect(await polledAfterChange()).toEqual([2]);
	});

	test('behind a Start Date in the future is what the user wants', async () => {
		const startDate = '2026-11-21T10:00:00Z';
		const { host, polledAfterChange } = await running({
			options: { startFrom: 'date', startDate },
		});
		expect(await polledAfterChange()).toEqual([]);
		host.now = Date.parse(startDate) + MINUTE;
		expect(await polledAfterChange()).toEqual([2]);
		expect(host.warnings).toEqual([]);
	});
});

test('a list that is empty for eight minutes while a right is missing: told, and nothing is lost', async () => {
	const { host, service, polledAfterChange } = await running();
	for (let id = 1; id <= 4; id++) expect(await polledAfterChange()).toEqual([id]);
	service.hidden = true;
	for (let minute = 0; minute < 8; minute++) expect(await polledAfterChange()).toEqual([]);
	expect(host.warnings).toContainEqual(expect.stringMatching(/empty list.*permission/));
	service.hidden = false;
	expect(await polledAfterChange()).toEqual([5, 6, 7, 8, 9, 10, 11, 12, 13]);
	expect(await host.poll()).toBeNull();
});

test.each([5, 1_440])(
	'with a lookback of %i minutes, a list that stays empty is doubted for a day, and no longer',
	async (lookbackMinutes) => {
		const { host, service, polledAfterChange } = await running({ options: { lookbackMinutes } });
		for (let id = 1; id <= 4; id++) expect(await polledAfterChange()).toEqual([id]);
		service.hidden = true;
		const doubts = () => host.warnings.filter((each) => /empty list/.test(each)).length;
		const before = JSON.stringify(host.state.polling);
		host.now += 23 * 60 * MINUTE;
		expect(await host.poll()).toBeNull();
		expect(doubts()).toBe(1);
		expect(JSON.stringify(host.state.polling)).toBe(before);
		host.now += 62 * MINUTE;
		expect(await host.poll()).toBeNull();
		expect(doubts()).toBe(1);
		expect(JSON.stringify(host.state.polling)).not.toBe(before);
	},
);

test.each([
	['two of them lie below the watermark, where the list need not show them', 2_000, 0],
	['all of them lie above it', 1_000, 1],
])('of three records, %s', async (_what, age, doubted) => {
	const deals: IDataObject[] = [];
	const host = new TriggerHost((request) => listOf(deals, request));
	await host.poll();
	const at = host.now + 1_000;
	for (const [id, later] of [0, 500, 1_500].entries()) deals.push(dealAt(id + 1, at + later));
	host.now += MINUTE;
	await host.poll();
	// The watermark lies a lookback behind.
	host.now = at + 5 * MINUTE - 1_000 + age;
	await host.poll();
	deals.length = 0;
	host.now += 1_000;
	await host.poll();
	expect(host.warnings.length).toBe(doubted);
});

test('a list out of a cache is refused, and leaves the state as it was', async () => {
	const { host, service, polledAfterChange } = await running();
	expect(await polledAfterChange()).toEqual([1]);
	const before = JSON.stringify(host.state.polling);
	service.headers = { age: '1200' };
	await expect(polledAfterChange()).rejects.toThrow(/came from a cache and is 1200 s old/);
	expect(JSON.stringify(host.state.polling)).toBe(before);
	service.headers = { age: '0' };
	expect(await polledAfterChange()).toEqual([2, 3]);
});
