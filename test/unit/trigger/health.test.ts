/** How a trigger is: each poll in n8n's log, and an item of its own when it changes. */
import type { IDataObject } from 'n8n-workflow';
import { Pacer } from '../../../nodes/SalesManagement/api/pacing';
import { Budget } from '../../../nodes/SalesManagement/trigger/budget';
import { skipWaits } from '../../property/support/hostile/clock';
import { dealAt, listOf } from '../support/dealList';
import { TriggerHost } from '../support/triggerHost';

const MINUTE = 60_000;

afterEach(() => jest.restoreAllMocks());

function watching(options: IDataObject = {}) {
	const deals: IDataObject[] = [];
	const service = { isDown: false };
	const host = new TriggerHost(
		(request) =>
			service.isDown ? { statusCode: 400, body: { error: 'Down' } } : listOf(deals, request),
		{ options: { health: true, ...options } },
	);
	/** What is emitted, health apart from the rest. */
	const poll = async () => {
		const all = ((await host.poll()) ?? []).map(({ json }) => json);
		const isHealth = ({ _event }: IDataObject) =>
			(_event as IDataObject | undefined)?.type === 'health';
		return { health: all.filter(isHealth), rest: all.filter((each) => !isHealth(each)) };
	};
	return { host, deals, service, poll };
}

test('is off unless it is wanted; the log has it at each poll', async () => {
	const { host, poll } = watching({ health: false });
	expect(await poll()).toEqual({ health: [], rest: [] });
	expect(await poll()).toEqual({ health: [], rest: [] });
	expect(host.details).toHaveLength(2);
	expect(host.details[1]).toMatch(
		/is working: lag 0 s, backlog 0, 1 requests, 0 records read, [\d.]+ of 300 s used/,
	);
	expect(host.warnings).toEqual([]);
});

test('is emitted at the first poll, and then once an hour', async () => {
	const { host, poll } = watching();
	const first = await poll();
	expect(first.health).toMatchObject([
		{
			condition: 'working',
			lagSeconds: 0,
			backlog: 0,
			events: 0,
			requests: expect.any(Number),
			quotaNearlyUsed: false,
			recovered: false,
			_event: {
				id: 'deal:health:2026-11-21T08:00:00.000Z',
				type: 'health',
				resource: 'deal',
				detectedAt: '2026-11-21T08:00:00.000Z',
			},
		},
	]);
	const times: number[] = [];
	for (let minute = 1; minute <= 125; minute++) {
		host.now += MINUTE;
		if ((await poll()).health.length > 0) times.push(minute);
	}
	expect(times).toEqual([60, 120]);
});

test('is emitted once an hour also after the service’s clock was set back by more than that', async () => {
	const skipping = skipWaits();
	try {
		const { host, poll } = watching();
		host.now += 600 * MINUTE;
		await poll();
		host.now -= 120 * MINUTE;
		host.clockError = -120 * MINUTE;
		const times: number[] = [];
		for (let minute = 1; minute <= 70; minute++) {
			host.now += MINUTE;
			if ((await poll()).health.length > 0) times.push(minute);
		}
		expect(times).toEqual([1, 61]);
	} finally {
		skipping.restore();
	}
});

test.each(['perRecord', 'perPoll'])(
	'falling behind and catching up are news; events come first (%s)',
	async (emit) => {
		const { host, deals, poll } = watching({ emit, batchLimit: 10 });
		await poll();
		for (let id = 1; id <= 15; id++) deals.push(dealAt(id, host.now + MINUTE + id * 1_000));
		host.now += 10 * MINUTE;
		const behind = await poll();
		expect(behind.health).toMatchObject([
			{ condition: 'behind', backlog: 5, events: 10, recordsRead: 15, lagSeconds: 529 },
		]);
		expect(behind.rest).toHaveLength(emit === 'perPoll' ? 1 : 10);
		const after = await poll();
		expect(after.health).toMatchObject([{ condition: 'working', backlog: 0, events: 5 }]);
		expect((await poll()).health).toEqual([]);
	},
);

test('what the service doesn’t count is not guessed', async () => {
	const { host, deals, poll } = watching({ batchLimit: 10 });
	await poll();
	const withoutTotal = (request: Parameters<typeof listOf>[1]) => {
		const { body } = listOf(deals, request);
		return { body: { ...(body as IDataObject), totalCount: undefined } };
	};
	Object.assign(host, { answer: withoutTotal });
	for (let id = 1; id <= 15; id++) deals.push(dealAt(id, host.now + MINUTE + id * 1_000));
	host.now += 10 * MINUTE;
	expect((await poll()).health).toMatchObject([{ condition: 'behind', backlog: null }]);
});

test('working again after a failure is news', async () => {
	const { service, poll } = watching();
	await poll();
	service.isDown = true;
	await expect(poll()).rejects.toThrow(/Down/);
	service.isDown = false;
	expect((await poll()).health).toMatchObject([{ condition: 'working', recovered: true }]);
	expect((await poll()).health).toEqual([]);
});

test('waiting for a list that is suddenly empty is news, with the reason', async () => {
	const { host, deals, poll } = watching();
	await poll();
	for (let id = 1; id <= 4; id++) deals.push(dealAt(id, host.now));
	host.now += MINUTE;
	await poll();
	deals.length = 0;
	host.now += MINUTE;
	expect((await poll()).health).toMatchObject([
		{ condition: 'waiting', problem: expect.stringMatching(/^It found an empty list/) },
	]);
});

describe('a trigger that can’t move', () => {
	/** More deals at one time than a page holds, and polls that get one page done. */
	async function stuck(options: IDataObject = {}) {
		const watched = watching(options);
		const { host, deals, poll } = watched;
		await poll();
		const at = host.now + 1_000;
		for (let id = 1; id <= 1_200; id++) deals.push(dealAt(id, at));
		host.now += 10 * MINUTE;
		jest.spyOn(Budget.prototype, 'readingMs', 'get').mockReturnValue(0);
		const waits = { maxWaitMs: 1_000, timeLeftMs: 1_000 };
		jest.spyOn(Budget.prototype, 'waits', 'get').mockReturnValue(waits);
		const behind = await poll();
		expect(behind.health).toMatchObject([{ condition: 'behind', events: 1_000 }]);
		expect(behind.health[0]).not.toHaveProperty('problem');
		// One more finds the place at which the rest of them begins.
		host.now += MINUTE;
		expect(await poll()).toEqual({ health: [], rest: [] });
		host.now += MINUTE;
		return { ...watched, at, since: host.now };
	}
	const iso = (time: number) => new Date(time).toISOString();

	test('is stuck at once and once an hour, with where it stands and since when', async () => {
		const { host, poll, at, since } = await stuck({ failAfterMinutes: 0 });
		const item = {
			condition: 'stuck',
			events: 0,
			backlog: 200,
			problem: expect.stringMatching(
				new RegExp(
					`^It can’t move: since ${iso(since)} it stands at ${iso(at)}, because each poll`,
				),
			),
		};
		expect((await poll()).health).toMatchObject([{ ...item, lagSeconds: 719 }]);
		const times: number[] = [];
		for (let minute = 1; minute <= 61; minute++) {
			host.now += MINUTE;
			const { health } = await poll();
			if (health.length === 0) continue;
			expect(health).toMatchObject([item]);
			times.push(minute);
		}
		expect(times).toEqual([60]);
	});

	test('is working again as soon as it moves', async () => {
		const { poll } = await stuck();
		expect((await poll()).health).toMatchObject([{ condition: 'stuck' }]);
		jest.restoreAllMocks();
		const { rest, health } = await poll();
		expect(rest).toHaveLength(200);
		expect(health).toMatchObject([{ condition: 'working', events: 200, recovered: false }]);
		expect(health[0]).not.toHaveProperty('problem');
	});

	test('that has failed for it says that it has recovered', async () => {
		const { host, poll } = await stuck({ failAfterMinutes: 5 });
		await poll();
		host.now += 5 * MINUTE;
		await expect(poll()).rejects.toThrow(/^The trigger can’t move: since/);
		jest.restoreAllMocks();
		expect((await poll()).health).toMatchObject([{ condition: 'working', recovered: true }]);
	});
});

test('a quota that is nearly used up is news, and so is the next day’s', async () => {
	const { poll } = watching();
	const today = jest.spyOn(Pacer.prototype, 'today', 'get').mockReturnValue(44_999);
	const before = { requestsToday: 44_999, quotaNearlyUsed: false };
	expect((await poll()).health).toMatchObject([before]);
	today.mockReturnValue(45_000);
	const nearly = { condition: 'working', requestsToday: 45_000, quotaNearlyUsed: true };
	expect((await poll()).health).toMatchObject([nearly]);
	today.mockReturnValue(50_000);
	expect((await poll()).health).toEqual([]);
	today.mockReturnValue(1);
	expect((await poll()).health).toMatchObject([{ requestsToday: 1, quotaNearlyUsed: false }]);
});

test('says so when a poll succeeds after one that could not even read its settings', async () => {
	const { host, poll } = watching();
	await poll();
	const failsOnce = async (parameters: IDataObject) => {
		const before = { ...host.parameters };
		Object.assign(host.parameters, parameters);
		await expect(host.poll()).rejects.toThrow(/no resource "x"/);
		host.mode = 'trigger';
		Object.assign(host.parameters, { resource: 'deal', ...before });
	};
	await failsOnce({ resource: 'x' });
	expect((await poll()).health).toMatchObject([{ condition: 'working', recovered: true }]);
	// A manual test is no poll.
	host.mode = 'manual';
	await failsOnce({ resource: 'x' });
	expect((await poll()).health).toEqual([]);
});

test('of Deleted is that of its sweeps', async () => {
	const { host, poll } = watching();
	host.parameters.event = 'deleted';
	expect((await poll()).health).toMatchObject([{ condition: 'working', recordsRead: null }]);
});

test('does not take the place of the batch that At Least Once repeats', async () => {
	const { host, deals, poll } = watching({ delivery: 'atLeastOnce' });
	await poll();
	host.now += 59 * MINUTE;
	deals.push(dealAt(1, host.now - MINUTE));
	expect((await poll()).rest).toMatchObject([{ id: 1 }]);
	host.now += 2 * MINUTE;
	expect((await poll()).health).toHaveLength(1);
	host.forget();
	expect((await poll()).rest).toMatchObject([{ id: 1 }]);
});

test('a lookback that costs more than three requests a poll is told, once a day', async () => {
	const { host, deals, poll } = watching({ health: false, lookbackMinutes: 1_440 });
	// A list of 100 a page, as custom objects are.
	const answer = ({ path, query }: Parameters<typeof listOf>[1]) =>
		listOf(deals, { path, query: { ...query, limit: 100 } });
	Object.assign(host, { answer });
	for (let id = 1; id <= 450; id++) deals.push(dealAt(id, host.now - 60 * MINUTE + id * 1_000));
	await poll();
	for (let minute = 1; minute <= 3; minute++) {
		host.now += MINUTE;
		await poll();
	}
	expect(host.warnings).toEqual([
		expect.stringMatching(
			/takes 5 requests for each poll.*7,\d\d\d a day at one poll every 60 s.*Shorten/,
		),
	]);
	for (let hour = 1; hour <= 22; hour++) {
		host.now += 60 * MINUTE;
		await poll();
	}
	expect(host.warnings).toHaveLength(1);
});
