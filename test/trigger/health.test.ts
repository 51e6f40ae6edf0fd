/** How a trigger is: each poll in n8n's log, an item of its own when that changes, and a failure when it can't move. */
import type { IDataObject } from 'n8n-workflow';
import { many } from '../support/many';
import { DAY, dealAt, Host, HOUR, iso, listOf, MINUTE, START, type Json } from './support/host';

const isHealth = ({ _event }: Partial<Json>) => _event?.type === 'health';

/** A trigger that has begun; `first` is its first health item. */
async function watching(options: IDataObject = {}) {
	const host = new Host({}, { health: true, ...options });
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
	/** So many deals, a second apart. */
	const write = (count: number) => {
		for (let id = 1; id <= count; id++) host.write(id, {}, host.now + id * 1_000);
	};
	const [first] = (await poll(0)).health;
	return { host, poll, minutes, write, first };
}

test('it is off unless it is wanted; the log has it at each poll', async () => {
	const { host, poll, first } = await watching({ health: false });
	expect(first).toBeUndefined();
	expect(await poll(HOUR)).toEqual({ health: [], rest: [] });
	expect(host.details).toHaveLength(2);
	expect(host.details[1]).toMatch(
		/Trigger: \{"condition":"working","lagSeconds":0,"backlog":0,"recordsRead":0,"requests":1,/,
	);
	host.saysOnly();
});

test('it is emitted at the first poll, and then once an hour, whatever the service’s clock', async () => {
	const { host, minutes, first } = await watching();
	expect(first).toEqual({
		...{ condition: 'working', lagSeconds: 0, backlog: 0, recordsRead: 0, events: 0 },
		...{ requests: expect.any(Number), requestsToday: expect.any(Number) },
		recovered: false,
		_event: {
			id: `deal:health:${iso(START)}`,
			...{ type: 'health', resource: 'deal', detectedAt: iso(START) },
		},
	});
	expect(await minutes(125)).toEqual([60, 120]);
	host.jump(-2 * HOUR);
	expect((await minutes(70)).length).toBeLessThanOrEqual(2);
});

test.each([
	['perRecord', 10],
	['perPoll', 1],
])('falling behind and catching up are news, behind the events (%s)', async (emit, items) => {
	const { host, poll, write } = await watching({ emit, batchLimit: 10 });
	write(15);
	const all = await host.next(10 * MINUTE);
	expect(all.map(isHealth)).toEqual([...Array<boolean>(items).fill(false), true]);
	// The eleventh deal is next.
	const lagSeconds = 10 * 60 - 11;
	const behind = { condition: 'behind', lagSeconds, backlog: 5, events: 10, recordsRead: 15 };
	expect(all.at(-1)).toMatchObject(behind);
	expect((await poll(0)).health).toMatchObject([{ condition: 'working', backlog: 0, events: 5 }]);
	expect((await poll(0)).health).toEqual([]);
});

test('what the service doesn’t count is not guessed', async () => {
	const { host, poll, write } = await watching({ batchLimit: 10 });
	host.answers = (request) => {
		const { body } = listOf(host.deals, request);
		return { body: { ...(body as IDataObject), totalCount: undefined } };
	};
	write(15);
	expect((await poll(10 * MINUTE)).health).toMatchObject([{ condition: 'behind', backlog: null }]);
});

test.each<[string, Partial<Host>]>([
	['the service', { answers: () => ({ statusCode: 400, body: { error: 'Down' } }) }],
	['the form', { parameters: { resource: 'x' } }],
])(
	'working again after a failure is news, whatever failed (%s), but not of a test',
	async (_what, broken) => {
		const { host, poll } = await watching();
		const { answers, parameters } = host;
		for (const mode of ['trigger', 'manual'] as const) {
			Object.assign(host, broken, { mode });
			await expect(host.poll()).rejects.toThrow(/Down|no resource "x"/);
			Object.assign(host, { answers, parameters, mode: 'trigger' });
			expect((await poll()).health).toMatchObject(
				mode === 'trigger' ? [{ condition: 'working', recovered: true }] : [],
			);
			expect((await poll()).health).toEqual([]);
		}
	},
);

test('requests are counted by the day', async () => {
	const { host, poll } = await watching();
	for (let polls = 0; polls < 9; polls++) await poll(0);
	const asked = host.asked.length;
	expect((await poll(HOUR)).health).toMatchObject([{ requestsToday: asked + 1 }]);
	expect((await poll(DAY)).health).toMatchObject([{ requestsToday: 1 }]);
});

test('it does not take the place of the batch that At Least Once repeats', async () => {
	const { host, poll, write } = await watching({ delivery: 'atLeastOnce' });
	write(1);
	expect((await poll(59 * MINUTE)).rest).toMatchObject([{ id: 1 }]);
	expect((await poll(2 * MINUTE)).health).toHaveLength(1);
	host.restart();
	expect((await poll()).rest).toMatchObject([{ id: 1 }]);
});

describe('a trigger that can’t move', () => {
	/** More deals at one time than a page holds, at a service that gets one page done in a poll. */
	async function stalled(failAfterMinutes: number) {
		const watched = await watching({ failAfterMinutes });
		const { host, poll } = watched;
		const at = host.now + 1_000;
		host.deals = many(1_200, (id) => dealAt(id, at));
		Object.assign(host, { budgetMs: 45_000, tripMs: 35_000 });
		let told = await poll(10 * MINUTE);
		expect(told.health).toMatchObject([{ condition: 'behind' }]);
		const emitted = [...told.rest];
		/** Until it says that it stands. */
		do {
			told = await poll();
			emitted.push(...told.rest);
		} while (told.health.length === 0);
		return { ...watched, at, emitted, told };
	}

	test('says so in log and item, where and since when, once an hour; then it moves again', async () => {
		const { host, poll, minutes, at, emitted, told } = await stalled(0);
		const stands = RegExp(
			`can’t move: since 2026-11-21T08:\\S+Z it stands at ${iso(at)}, because each poll runs out of time.*Filters`,
		);
		expect(told.health).toMatchObject([
			{ condition: 'stalled', events: 0, problem: expect.stringMatching(stands) },
		]);
		expect(host.said().at(-1)).toMatch(stands);
		expect(await minutes(40)).toHaveLength(1);
		host.tripMs = 0;
		const { rest, health } = await poll();
		expect([...emitted, ...rest]).toHaveLength(1_200);
		expect(health).toMatchObject([{ condition: 'working', recovered: false }]);
		expect(health[0]).not.toHaveProperty('problem');
	});

	test('fails after Fail When Stalled, at each poll, and tries all the same', async () => {
		const { host, poll } = await stalled(5);
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
