/** How a trigger is: each poll in n8n's log, an item of its own when that changes, and a failure when it can't move. */
import type { IDataObject } from 'n8n-workflow';
import { DAY, dealAt, Host, HOUR, iso, listOf, MINUTE, START, type Json } from './support/host';

const isHealth = ({ _event }: Partial<Json>) => _event?.type === 'health';

function watching(options: IDataObject = {}, parameters: IDataObject = {}) {
	const host = new Host(parameters, { health: true, ...options });
	/** What is emitted a minute later, health apart from the rest. */
	const poll = async (milliseconds = MINUTE) => {
		const all = await host.next(milliseconds);
		return { health: all.filter(isHealth), rest: all.filter((each) => !isHealth(each)) };
	};
	/** After how many minutes it is emitted. */
	const minutes = async (count: number) => {
		const times: number[] = [];
		for (let minute = 1; minute <= count; minute++) {
			if ((await poll()).health.length > 0) times.push(minute);
		}
		return times;
	};
	return { host, poll, minutes };
}

test('it is off unless it is wanted; the log has it at each poll', async () => {
	const { host, poll } = watching({ health: false });
	for (let polls = 0; polls < 2; polls++)
		expect(await poll(HOUR)).toEqual({ health: [], rest: [] });
	expect(host.details).toHaveLength(2);
	expect(host.details[1]).toMatch(
		/Trigger: \{"condition":"working","lagSeconds":0,"backlog":0,"recordsRead":0,"requests":1,/,
	);
	expect(host.said()).toEqual([]);
});

test('it is emitted at the first poll, and then once an hour, whatever the service’s clock', async () => {
	const { host, poll, minutes } = watching();
	expect((await poll(0)).health).toEqual([
		{
			...{ condition: 'working', lagSeconds: 0, backlog: 0, recordsRead: 0, events: 0 },
			...{ requests: expect.any(Number), requestsToday: expect.any(Number) },
			recovered: false,
			_event: {
				id: `deal:health:${iso(START)}`,
				...{ type: 'health', resource: 'deal', detectedAt: iso(START) },
			},
		},
	]);
	expect(await minutes(125)).toEqual([60, 120]);
	host.jump(-2 * HOUR);
	expect((await minutes(70)).length).toBeLessThanOrEqual(2);
});

test.each(['perRecord', 'perPoll'])(
	'falling behind and catching up are news, behind the events (%s)',
	async (emit) => {
		const { host, poll } = watching({ emit, batchLimit: 10 });
		await poll();
		for (let id = 1; id <= 15; id++) host.write(id, {}, host.now + MINUTE + id * 1_000);
		const all = await host.next(10 * MINUTE);
		expect(all.map(isHealth)).toEqual([
			...Array<boolean>(emit === 'perPoll' ? 1 : 10).fill(false),
			true,
		]);
		const lagSeconds = (host.now - Date.parse(host.deals[9]!.updatedAt as string)) / 1_000;
		expect(all.at(-1)).toMatchObject({
			condition: 'behind',
			backlog: 5,
			events: 10,
			recordsRead: 15,
		});
		expect(Math.abs(Number(all.at(-1)!.lagSeconds) - lagSeconds)).toBeLessThanOrEqual(1);
		expect((await poll(0)).health).toMatchObject([{ condition: 'working', backlog: 0, events: 5 }]);
		expect((await poll(0)).health).toEqual([]);
	},
);

test('what the service doesn’t count is not guessed', async () => {
	const { host, poll } = watching({ batchLimit: 10 });
	host.answers = (request) => {
		const { body } = listOf(host.deals, request);
		return { body: { ...(body as IDataObject), totalCount: undefined } };
	};
	await poll();
	for (let id = 1; id <= 15; id++) host.write(id, {}, host.now + id * 1_000);
	expect((await poll(10 * MINUTE)).health).toMatchObject([{ condition: 'behind', backlog: null }]);
});

test('working again after a failure is news, whatever failed', async () => {
	const { host, poll } = watching();
	await poll();
	const down = () => (host.answers = () => ({ statusCode: 400, body: { error: 'Down' } }));
	const wrong = () => (host.parameters.resource = 'x');
	for (const fail of [down, wrong]) {
		fail();
		await expect(host.poll()).rejects.toThrow(/Down|no resource "x"/);
		Object.assign(host, { answers: () => undefined });
		host.parameters.resource = 'deal';
		expect((await poll()).health).toMatchObject([{ condition: 'working', recovered: true }]);
		expect((await poll()).health).toEqual([]);
	}
	host.mode = 'manual';
	wrong();
	await expect(host.poll()).rejects.toThrow();
	host.mode = 'trigger';
	host.parameters.resource = 'deal';
	expect((await poll()).health).toEqual([]);
});

test('requests are counted by the day', async () => {
	const { host, poll } = watching();
	await poll();
	for (let polls = 0; polls < 9; polls++) await poll(0);
	const asked = host.asked.length;
	expect((await poll(HOUR)).health).toMatchObject([{ requestsToday: asked + 1 }]);
	expect((await poll(DAY)).health).toMatchObject([{ requestsToday: 1 }]);
});

test('it does not take the place of the batch that At Least Once repeats', async () => {
	const { host, poll } = watching({ delivery: 'atLeastOnce' });
	await poll();
	host.write(1);
	expect((await poll(59 * MINUTE)).rest).toMatchObject([{ id: 1 }]);
	expect((await poll(2 * MINUTE)).health).toHaveLength(1);
	host.restart();
	expect((await poll()).rest).toMatchObject([{ id: 1 }]);
});

describe('a trigger that can’t move', () => {
	/** More deals at one time than a page holds, at a service that gets one page done in a poll. */
	async function stalled(options: IDataObject = {}) {
		const watched = watching(options);
		const { host, poll } = watched;
		host.budgetMs = 45_000;
		await poll(0);
		const at = host.now + 1_000;
		for (let id = 1; id <= 1_200; id++) host.deals.push(dealAt(id, at));
		host.tripMs = 35_000;
		const { health, rest } = await poll(10 * MINUTE);
		expect(health).toMatchObject([{ condition: 'behind' }]);
		let emitted = rest.length;
		/** Until it says that it stands. */
		let told = await poll();
		for (let polls = 0; told.health.length === 0 && polls < 9; polls++) {
			emitted += told.rest.length;
			told = await poll();
		}
		return { ...watched, at, emitted, told };
	}

	test('says so in log and item, where and since when, once an hour; then it moves again', async () => {
		const { host, poll, minutes, at, emitted, told } = await stalled({ failAfterMinutes: 0 });
		const stands = new RegExp(
			`can’t move: since 2026-11-21T08:\\S+Z it stands at ${iso(at)}, because each poll runs out of time.*Filters`,
		);
		expect(told.health).toMatchObject([
			{ condition: 'stalled', events: 0, problem: expect.stringMatching(stands) },
		]);
		expect(host.said().at(-1)).toMatch(stands);
		expect((await minutes(40)).length).toBe(1);
		host.tripMs = 0;
		const { rest, health } = await poll();
		expect(emitted + rest.length).toBe(1_200);
		expect(health).toMatchObject([{ condition: 'working', recovered: false }]);
		expect(health[0]).not.toHaveProperty('problem');
	});

	test('fails after Fail When Stalled, at each poll, and tries all the same', async () => {
		const { host, poll } = await stalled({ failAfterMinutes: 5 });
		host.pass(5 * MINUTE);
		for (let polls = 0; polls < 2; polls++) {
			const before = host.asked.length;
			await expect(host.next()).rejects.toMatchObject({
				name: 'NodeOperationError',
				message: expect.stringMatching(/^The trigger can’t move: since/),
				failure: { cause: 'temporarily-unavailable' },
			});
			expect(host.asked.length).toBeGreaterThan(before);
		}
		host.tripMs = 0;
		expect((await poll()).health).toMatchObject([{ condition: 'working', recovered: true }]);
	});
});
