/** What is sent again, when, and what is not. */
import { ServiceError } from '../../../nodes/SalesManagement/api/errors';
import { LIMITS } from '../../../nodes/SalesManagement/api/limits';
import { delayBeforeRetry } from '../../../nodes/SalesManagement/api/retry';
import type { CredentialKind, ServiceRequest } from '../../../nodes/SalesManagement/api/types';
import { clientOf, failureOf, networkError, type Respond } from '../support/testClient';

const READ = { operation: 'deal.get', path: { id: 1 } } as const;
const BULK: ServiceRequest = { operation: 'customer.createMany', body: { rows: [{ name: 'A' }] } };
const CREATE = { operation: 'deal.create', body: { name: 'A' } } as const;
const IDEMPOTENT = {
	operation: 'userGroup.addMember',
	path: { userGroupId: 1 },
	body: { userId: 2 },
} as const;

const tooMany = (headers: Record<string, string> = {}) => ({ status: 429, headers, body: {} });
const done = { body: { id: 1 } };

/** Sends while the service fails the first times, and reports what happened. */
async function run(
	respond: Respond,
	request: ServiceRequest = READ,
	kind: CredentialKind = 'personalToken',
) {
	const client = clientOf(respond, { rate: 5, kind });
	const begun = client.clock.now();
	const result = await client.send(request).catch((error: unknown) => error);
	return { result, attempts: client.requests.length, waited: client.clock.now() - begun };
}

describe('429 (S2)', () => {
	test('Retry-After in seconds is honoured, for a create too: it was not carried out', async () => {
		const { result, attempts, waited } = await run(
			(_request, number) => (number === 1 ? tooMany({ 'retry-after': '7' }) : done),
			CREATE,
		);
		expect(result).toMatchObject({ body: { id: 1 } });
		expect(attempts).toBe(2);
		expect(waited).toBe(7000);
	});

	test('Retry-After as an HTTP date is measured on the service’s own clock', async () => {
		const { waited } = await run((_request, number) =>
			number === 1
				? tooMany({
						date: 'Sat, 21 Nov 2026 08:00:00 GMT',
						'retry-after': 'Sat, 21 Nov 2026 08:00:09 GMT',
					})
				: done,
		);
		expect(waited).toBe(9000);
	});

	test('without Retry-After it waits for the next one-second window, then backs off', async () => {
		const { result, waited } = await run((_request, number) => (number === 1 ? tooMany() : done));
		expect(result).toMatchObject({ status: 200 });
		expect(waited).toBeGreaterThanOrEqual(1000);
		expect(waited).toBeLessThan(1200);

		const error = new ServiceError({
			operation: 'deal.get',
			outcome: 'refused',
			status: 429,
			serviceMessage: 'Too many requests',
			transient: true,
			advice: 'wait',
		});
		const delay = (attempt: number, random: number) =>
			delayBeforeRetry(error, attempt, {
				repeatable: false,
				window: 1025,
				random: () => random,
			});
		expect(delay(1, 0)).toBe(1025);
		// The rate is counted anew each second, so a longer wait would only be a try less.
		for (const attempt of [2, 3, 7]) {
			expect(delay(attempt, 0)).toBe(1_500 * 0.75);
			expect(delay(attempt, 1)).toBe(1_500 * 1.25);
		}
		expect(delay(LIMITS.attempts.rate, 0)).toBeUndefined();
	});

	test('an endless 429 ends, and says when the daily quota resets (v2 §8)', async () => {
		const { result, attempts, waited } = await run(() => tooMany());
		expect(attempts).toBeLessThanOrEqual(LIMITS.attempts.rate);
		expect(waited).toBeGreaterThan(30_000);
		expect(waited).toBeLessThanOrEqual(62_000);
		expect((result as ServiceError).message).toMatch(
			/\(Deal: Get, HTTP 429\): if the daily quota is used up, it resets at 2026-11-22T00:00:00\.000Z \(in 5 h 1\d min\)/,
		);
	});

	test('a wait of exactly the limit is waited for', async () => {
		const seconds = String(LIMITS.retryWaitMs / 1000);
		const { result, waited } = await run((_request, number) =>
			number === 1 ? tooMany({ 'retry-after': seconds }) : done,
		);
		expect(result).toMatchObject({ status: 200 });
		expect(waited).toBe(LIMITS.retryWaitMs);
	});

	test('a wait beyond the limit is thrown at once, and holds nobody else back', async () => {
		const client = clientOf((_request, number) =>
			number === 1 ? tooMany({ 'retry-after': '18720' }) : done,
		);
		const begun = client.clock.now();
		const error = await failureOf<ServiceError>(client.send(READ));
		expect(error.retryAfterMs).toBe(18_720_000);
		expect(client.clock.now()).toBe(begun);
		expect((await client.send(READ)).status).toBe(200);
		expect(client.clock.now() - begun).toBeLessThan(2000);
	});

	test('maxWaitMs bounds the wait of a single request', async () => {
		const client = clientOf((_request, number) =>
			number === 1 ? tooMany({ 'retry-after': '20' }) : done,
		);
		const error = await failureOf<ServiceError>(client.send(READ, { maxWaitMs: 10_000 }));
		expect(error).toMatchObject({ status: 429, retryAfterMs: 20_000 });
		expect(client.requests).toHaveLength(1);
	});

	test('a wait is bounded although n8n’s clock is set back meanwhile', async () => {
		const client = clientOf(
			() => {
				client.clock.set -= 3_600_000;
				return tooMany({ 'retry-after': '2' });
			},
			{ rate: 5 },
		);
		const begun = client.clock.elapsed();
		await failureOf<ServiceError>(client.send(READ, { maxWaitMs: 10_000 }));
		expect(client.clock.elapsed() - begun).toBeLessThanOrEqual(10_000);
		expect(client.requests.length).toBeLessThanOrEqual(6);
	});

	test('a hanging service is given up when the time is over, and that is what the error says', async () => {
		const client = clientOf(() => networkError('ETIMEDOUT'), { rate: 5, latency: 4_000 });
		const begun = client.clock.elapsed();
		const left = { maxWaitMs: 7_000, timeLeftMs: 9_000 };
		const error = await failureOf<ServiceError>(client.send(READ, left));
		expect(error.message).toMatch(/^The service did not respond within the 5 s that were left/);
		expect(client.requests.map(({ timeoutMs }) => Math.ceil(timeoutMs! / 1000))).toEqual([9, 5]);
		expect(client.clock.elapsed() - begun).toBeLessThanOrEqual(9_000);
	});

	test('a 429 for which no time is left is what the error says', async () => {
		const client = clientOf(() => tooMany({ 'retry-after': '3' }), { rate: 5, latency: 2_000 });
		const left = { maxWaitMs: 4_000, timeLeftMs: 4_000 };
		const error = await failureOf<ServiceError>(client.send(READ, left));
		expect(error).toMatchObject({ status: 429, retryAfterMs: 3_000 });
	});

	test('what finds its time used up does not blame the rate limit', async () => {
		const client = clientOf(() => ({ body: {} }), { rate: 5 });
		await Promise.all([1, 2, 3, 4, 5].map(async () => await client.send(READ)));
		const { message } = await failureOf<ServiceError>(client.send(READ, { maxWaitMs: 0 }));
		expect(message).toMatch(
			/^No time is left for this request .*responses before it took too long/,
		);
	});

	test('maxWaitMs bounds the queue too: what has no time is not sent, and says how long it is', async () => {
		const client = clientOf(() => done, { rate: 5 });
		const others = Array.from({ length: 50 }, async () => await client.send(READ));
		const error = await failureOf<ServiceError>(client.send(READ, { maxWaitMs: 3000 }));
		expect(error).toMatchObject({ outcome: 'unreachable' });
		expect(error.retryAfterMs).toBeGreaterThan(3000);
		await Promise.all(others);
		expect(client.requests).toHaveLength(50);
	});
});

describe('a fault or a broken connection', () => {
	test.each([
		['500 without messages', { status: 500, body: { error: 'Internal Server Error' } }],
		['503', { status: 503, body: '' }],
		['an HTML 502', { status: 502, body: '<html></html>' }],
		['a broken connection', networkError('ECONNRESET')],
		['no answer in time', networkError('ECONNABORTED')],
		['JSON that was cut off', { status: 200, body: '{"id": 1, "na' }],
	])('%s: a read is repeated, a create is not and says so', async (_name, failure) => {
		const read = await run((_request, number) => (number <= 2 ? failure : done));
		expect(read.result).toMatchObject({ status: 200 });
		expect(read.attempts).toBe(3);
		expect((await run((_r, n) => (n === 1 ? failure : done), IDEMPOTENT)).attempts).toBe(2);

		const create = await run((_request, number) => (number === 1 ? failure : done), CREATE);
		expect(create.attempts).toBe(1);
		expect(create.result).toMatchObject({ outcome: 'unknown' });
		expect((create.result as ServiceError).message).toMatch(
			/it is not known whether the service carried it out, so look for its result before you repeat it\.$/,
		);
	});

	test.each([
		['a refused connection', networkError('ECONNREFUSED')],
		['a name server that does not answer', networkError('EAI_AGAIN')],
		['a connect that timed out', networkError('ETIMEDOUT', { syscall: 'connect' })],
	])('%s: the service can’t have received it, so a create is repeated', async (_name, failure) => {
		const { result, attempts } = await run((_r, number) => (number === 1 ? failure : done), CREATE);
		expect(result).toMatchObject({ status: 200 });
		expect(attempts).toBe(2);
	});

	test('attempts are bounded, and the last failure is reported', async () => {
		const { result, attempts, waited } = await run(() => ({ status: 503, body: 'Maintenance' }));
		expect(attempts).toBe(4);
		expect(waited).toBeLessThan(10_000);
		expect((result as ServiceError).message).toBe(
			'Maintenance (Deal: Get, HTTP 503): the fault is in the service, so try again later.',
		);
	});

	test('Retry-After of a 503 is honoured', async () => {
		const { waited } = await run((_request, number) =>
			number === 1 ? { status: 503, headers: { 'retry-after': '4' } } : done,
		);
		expect(waited).toBe(4000);
	});
});

test('a cancelled execution sends nothing more, neither what waits nor what would be repeated', async () => {
	const cancel = new AbortController();
	const client = clientOf(
		() => {
			cancel.abort();
			return networkError('ECONNREFUSED');
		},
		{ rate: 1, signal: cancel.signal },
	);
	const errors = await Promise.all(
		[1, 2, 3].map(async () => await failureOf<ServiceError>(client.send(READ))),
	);
	expect(client.requests).toHaveLength(1);
	for (const { message, outcome } of errors) {
		expect(message).toBe('The execution was cancelled (Deal: Get): this request was not sent.');
		expect(outcome).toBe('unreachable');
	}
});

const named = { bulkErrors: [{ index: 0, massages: ['x'] }] };
const tooLarge = { error: 'Response size 11 MB exceeds the limit of 10 MB, reduce the limit' };

describe('an answer is never repeated', () => {
	test.each<[string, CredentialKind, { status: number; body: object }]>([
		['400', 'personalToken', { status: 400, body: { error: 'Bad Request' } }],
		['401', 'personalToken', { status: 401, body: {} }],
		['404', 'personalToken', { status: 404, body: {} }],
		['500 with messages (S2)', 'v1ApiKey', { status: 500, body: { messages: ['Name is empty'] } }],
		['500 for an answer above 10 MB (v1 §7)', 'v1ApiKey', { status: 500, body: tooLarge }],
	])('%s', async (_name, kind, answer) => {
		const { result, attempts } = await run(() => answer, READ, kind);
		expect(attempts).toBe(1);
		expect(result).toMatchObject({ outcome: 'refused' });
	});

	test.each<CredentialKind>(['personalToken', 'v1ApiKey'])(
		'500 that names rows of a bulk request, %s (S2)',
		async (kind) => {
			const { result, attempts } = await run(() => ({ status: 500, body: named }), BULK, kind);
			expect(attempts).toBe(1);
			expect(result).toMatchObject({ outcome: 'refused' });
		},
	);

	const texts = { error: 'GATEWAY_TIMEOUT', messages: ['the upstream timed out'] };
	test.each<[CredentialKind, number, object]>([
		['personalToken', 504, texts],
		['v1ApiKey', 504, texts],
		['v1ApiKey', 502, named],
		['personalToken', 500, named],
		['personalToken', 503, texts],
		['personalToken', 500, texts],
		['v1ApiKey', 504, { error: 'Time limit exceeded' }],
		['personalToken', 503, { error: 'concurrency limit exceeded' }],
		['v1ApiKey', 500, { message: 'Lock wait limit exceeded' }],
	])('but with %s a create is in doubt after %i %j', async (kind, status, body) => {
		const { result, attempts } = await run(() => ({ status, body }), CREATE, kind);
		expect(attempts).toBe(1);
		expect(result).toMatchObject({ outcome: 'unknown' });
		expect((result as Error).message).toContain('look for its result');
	});
});
