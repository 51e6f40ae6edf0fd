/**
 * The pace of a credential: never more than its rate in any second, shared by all clients of a
 * process, held back by a 429. How processes share it is in test/property/pace.test.ts.
 */
import fc from 'fast-check';
import tables from './pacing.json';
import type { Client, ServiceError } from '../../nodes/SalesManagement/api';
import {
	clientOf,
	clientWith,
	failureOf,
	TestClock,
	type Latency,
	type TestClient,
} from './support/client';
import { runs } from '../support/random';
import { many } from '../support/many';

const READ = { operation: 'deal.get', path: { id: 1 } } as const;
const CREATE = { operation: 'deal.create', body: { name: 'A' } } as const;
const done = { body: { id: 1 } };
const DAY_ENDS = Date.parse('2026-11-22T00:00:00Z');

/** When requests began, by a clock that begins at 0. */
function paced(rate: number, latency: Latency = 0) {
	const begun: number[] = [];
	const clock = new TestClock(0);
	const timed = (now: number) => {
		begun.push(now);
		return typeof latency === 'number' ? latency : latency(now);
	};
	const client = clientWith(clock, () => done, { rate, latency: timed });
	return { client, clock, begun };
}

const sendMany = (client: Client, count: number) =>
	Promise.all(many(count, () => client.send(READ)));

async function begunOf(rate: number, count: number) {
	const { client, begun } = paced(rate);
	await sendMany(client, count);
	return begun;
}

/** In tens of milliseconds: the margin shrinks a little with each answer. */
const roughly = (times: readonly number[]) => times.map((at) => Math.round(at / 10));

/** The most in any window of one second. */
const mostInASecond = (times: readonly number[]): number =>
	Math.max(...times.map((from) => times.filter((at) => at >= from && at < from + 1000).length));

test.each([0.5, 1, 1.5, 2.5, 3.5, 4, 4.5, 4.9, 5])(
	'at %d a second no second has more than the service takes, and a long run as many as that',
	async (rate) => {
		const begun = await begunOf(rate, 100);
		expect(mostInASecond(begun)).toBeLessThanOrEqual(5);
		const seconds = 10 * Math.ceil(1 / rate);
		const whole = begun.filter((at) => at < 1_000 * seconds);
		expect(whole.length - Math.ceil(rate)).toBeLessThanOrEqual(rate * seconds);
		expect(whole.length).toBeGreaterThan(0.85 * rate * seconds);
	},
);

test('in no second do more begin than the rate, whenever they come, nor any before its turn', async () => {
	await fc.assert(
		fc.asyncProperty(
			fc.integer({ min: 1, max: 12 }),
			fc.array(fc.integer({ min: 0, max: 700 }), { minLength: 1, maxLength: 60 }),
			async (rate, pauses) => {
				const { client, clock, begun } = paced(rate);
				const sent: Array<Promise<unknown>> = [];
				for (const pause of pauses) {
					if (pause > 300) await clock.sleep(pause);
					sent.push(client.send(READ));
				}
				await Promise.all(sent);
				expect(begun).toHaveLength(pauses.length);
				expect(mostInASecond(begun)).toBeLessThanOrEqual(rate);
			},
		),
		{ numRuns: runs(20) },
	);
});

test('in no second do more arrive than the rate, although some are held up on their way', async () => {
	await fc.assert(
		fc.asyncProperty(
			fc.integer({ min: 1, max: 6 }),
			fc.array(fc.integer({ min: 0, max: 500 }), { minLength: 10, maxLength: 50 }),
			async (rate, delays) => {
				const arrivals: number[] = [];
				const { client } = paced(rate, (now) => {
					const at = arrivals.length;
					// A cold start may be slow, within the time that a connection takes to be made; the
					// usual way must show before the next slow one.
					const cold = at < rate ? Math.min(delays[at] ?? 0, 250) : 0;
					const held = at < 2 * rate ? cold : (delays[at] ?? 0);
					arrivals.push(now + 20 + held);
					return 40 + held;
				});
				await sendMany(client, delays.length);
				expect(mostInASecond(arrivals)).toBeLessThanOrEqual(rate);
			},
		),
		{ numRuns: runs(35) },
	);
});

test('a 429 holds everyone on the credential back, those in the queue too', async () => {
	const headers = { 'retry-after': '3' };
	const begun: number[] = [];
	const clock = new TestClock(0);
	const client = clientWith(
		clock,
		(_request, number) => {
			begun.push(clock.elapsed());
			return number === 1 ? { status: 429, headers } : done;
		},
		{ rate: 1 },
	);
	await sendMany(client, 4);
	expect(begun[0]).toBe(0);
	for (const at of begun.slice(1)) expect(at).toBeGreaterThanOrEqual(3_000);
});

test('a 429 widens the second once for all that were under way, and success narrows it again', async () => {
	const begun: number[] = [];
	const clock = new TestClock(0);
	const client = clientWith(clock, (_request, number) => (number > 5 ? done : { status: 429 }), {
		rate: 5,
		latency: (now) => begun.push(now) && 10,
	});
	await sendMany(client, 5);
	await clock.sleep(30_000);
	const from = begun.length;
	await sendMany(client, 3_000);
	const windows = begun.slice(from).map((at, index, all) => at - (all[index - 5] ?? at));
	expect(windows[5]).toBeGreaterThan(1_060);
	expect(windows[5]).toBeLessThan(1_100);
	expect(windows.at(-1)).toBeLessThan(1_030);
});

test.each([-3_600_000, 3_600_000])(
	'n8n’s clock set by %d ms neither holds requests back nor lets them through',
	async (change) => {
		const { client, clock, begun } = paced(5);
		await sendMany(client, 5);
		clock.set = change;
		await sendMany(client, 5);
		expect(roughly(begun.slice(5))).toEqual([104, 104, 104, 104, 104]);
	},
);

test('a client beside another keeps one pace with it; each of the others has its own', async () => {
	const begun: Record<string, number[]> = {};
	const clock = new TestClock(0);
	const named = (name: string, beside?: TestClient) =>
		clientWith(
			clock,
			() => {
				(begun[name] ??= []).push(clock.elapsed());
				return done;
			},
			{ rate: 2, pacer: beside?.pacer },
		);
	const one = named('one');
	await Promise.all([one, named('beside', one), named('other')].map((each) => sendMany(each, 2)));
	expect(begun.one).toEqual([0, 0]);
	expect(begun.beside).toEqual([1040, 1040]);
	expect(begun.other).toEqual([0, 0]);
});

describe('a wait that is cancelled', () => {
	test('ends at once, not behind another execution on the same credential', async () => {
		const clock = new TestClock();
		// Time stands still, so that only cancelling can end a wait.
		jest.spyOn(clock, 'sleep').mockImplementation(async () => await new Promise(() => undefined));
		const client = clientWith(clock, () => done, { rate: 1 });
		await client.send(READ);
		void client.send(READ);
		const cancel = new AbortController();
		const beside = { pacer: client.pacer, signal: cancel.signal };
		const given = failureOf(clientWith(clock, () => done, beside).send(READ));
		cancel.abort();
		expect((await given).message).toMatch(/^The execution was cancelled/);
	});

	test('leaves its turn to the next one', async () => {
		const { client, clock, begun } = paced(1);
		await client.send(READ);
		const cancel = new AbortController();
		const beside = clientWith(clock, () => done, { pacer: client.pacer, signal: cancel.signal });
		const given = failureOf(beside.send(READ));
		const next = client.send(READ);
		cancel.abort();
		await Promise.all([given, next]);
		expect(roughly(begun)).toEqual([0, 104]);
		expect(beside.requests).toHaveLength(0);
	});

	test('nor does a clock that fails stop anyone but its own caller', async () => {
		const { client, clock, begun } = paced(1);
		await client.send(READ);
		jest.spyOn(clock, 'sleep').mockRejectedValueOnce(new Error('aborted'));
		await expect(client.send(READ)).rejects.toThrow('aborted');
		await client.send(READ);
		expect(roughly(begun)).toEqual([0, 104]);
	});
});

describe('of the day’s quota a part is kept for triggers', () => {
	const KEPT = 49_980;

	test.each(['run', 'form'] as const)(
		'a %s stops where it begins, to the request',
		async (purpose) => {
			const client = clientOf(() => done, { purpose, reserve: KEPT });
			const sent = await Promise.allSettled(many(35, () => client.send(READ)));
			expect(sent.filter(({ status }) => status === 'fulfilled')).toHaveLength(20);
			expect(client.requests).toHaveLength(20);
			const error = await failureOf<ServiceError>(client.send(CREATE));
			expect(error.message).toBe(
				"Of the day's 50,000 requests, the last 49,980 are kept for triggers (Deal: Create): the quota resets at 2026-11-22T00:00:00.000Z (in 5 h 12 min), so run the rest then; or lower Daily Requests Kept for Triggers in the credential.",
			);
			expect(error.failure).toEqual({ cause: 'quota-exhausted', resetsAtEpochMs: DAY_ENDS });
			// The next day has a quota of its own.
			client.clock.set = 6 * 3_600_000;
			expect(await client.send(READ)).toMatchObject({ status: 200 });
		},
	);

	test('a poll may use all, and so may everyone where nothing is kept', async () => {
		for (const given of [{ purpose: 'poll', reserve: KEPT }, { reserve: 0 }, {}] as const) {
			const client = clientOf(() => done, given);
			await sendMany(client, 40);
			expect(client.requests).toHaveLength(40);
		}
	});

	test.each(tables.quotas)(
		'$kind: the quota is its own (v2 §8, v1 §8)',
		async ({ kind, reserve, left }) => {
			const client = clientOf(() => done, { kind: kind as 'teamToken', reserve });
			await Promise.allSettled(many(9, () => client.send(READ)));
			expect(client.requests).toHaveLength(left);
		},
	);
});
