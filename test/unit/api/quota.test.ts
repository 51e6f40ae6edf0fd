/** What of the day's quota is kept for triggers: from nodes and forms, never from polls. */
import { reserveOf } from '../../../nodes/SalesManagement/api/quota';
import type { ServiceError } from '../../../nodes/SalesManagement/api/errors';
import { clientOf, failureOf } from '../support/testClient';

const READ = { operation: 'deal.get', path: { id: 1 } } as const;
const reserve = { quota: 50, kept: 30, mostToday: 20 };

test.each(['run', 'form'] as const)(
	'a %s stops where the rest begins, to the request',
	async (purpose) => {
		const client = clientOf(() => ({ body: { id: 1 } }), { purpose, reserve });
		const sent = await Promise.allSettled(
			Array.from({ length: 35 }, async () => await client.send(READ)),
		);
		expect(sent.filter(({ status }) => status === 'fulfilled')).toHaveLength(20);
		expect(client.requests).toHaveLength(20);
		const error = await failureOf<ServiceError>(client.send(READ));
		expect(error.message).toBe(
			"Of the day's 50 requests, the last 30 are kept for triggers (Deal: Get): the quota resets at 2026-11-22T00:00:00.000Z (in 5 h 12 min), so run the rest then; or lower Daily Requests Kept for Triggers in the credential.",
		);
		expect(error.failure).toEqual({
			cause: 'quota-exhausted',
			resetsAtEpochMs: Date.parse('2026-11-22T00:00:00Z'),
		});
		// The next day has a quota of its own.
		client.clock.set = 6 * 3_600_000;
		expect(await client.send(READ)).toMatchObject({ status: 200 });
	},
);

test('a poll may use all', async () => {
	const client = clientOf(() => ({ body: { id: 1 } }), { purpose: 'poll', reserve });
	for (let count = 0; count < 40; count++) await client.send(READ);
	expect(client.requests).toHaveLength(40);
});

test('nothing is kept unless it is set; what is no number of requests is an error', () => {
	expect(reserveOf('personalToken', undefined)).toBeUndefined();
	expect(reserveOf('personalToken', 0)).toBeUndefined();
	expect(reserveOf('teamToken', 5_000)).toEqual({
		quota: 200_000,
		kept: 5_000,
		mostToday: 195_000,
	});
	expect(reserveOf('v1ApiKey', '49999')).toMatchObject({ mostToday: 1 });
	for (const wrong of [-1, 1.5, 50_000, 'many']) {
		expect(() => reserveOf('personalToken', wrong)).toThrow(
			'Daily Requests Kept for Triggers in the credential must be a whole number from 0 to 49,999.',
		);
	}
});
