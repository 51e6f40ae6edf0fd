/** Each failure reaches n8n with its cause, by which it decides when to poll again and whom to tell. */
import type { Failure, INode } from 'n8n-workflow';
import { NodeApiError, NodeOperationError } from 'n8n-workflow';
import { toNodeError, UsageError } from '../../../nodes/SalesManagement/api/errors';
import type { CredentialKind } from '../../../nodes/SalesManagement/api/types';
import { clientOf, failureOf, networkError, type Respond } from '../support/testClient';

const node: INode = {
	id: '1',
	name: 'Trigger',
	type: 'trigger',
	typeVersion: 1,
	position: [0, 0],
	parameters: {},
};

type Reply = ReturnType<Respond>;

/** How n8n reads a failed request: where there is time for one attempt only. */
async function afterReply(reply: Reply, kind: CredentialKind = 'personalToken') {
	const client = clientOf(() => reply, { kind });
	const sent = client.send({ operation: 'deal.getMany' }, { maxWaitMs: 0 });
	const error = toNodeError(node, await failureOf(sent));
	expect(error).toBeInstanceOf(NodeApiError);
	return error.failure;
}

const UNAVAILABLE: Failure = { cause: 'temporarily-unavailable' };
const CONFIGURATION: Failure = { cause: 'configuration-invalid' };
/** The day of the test's clock ends. */
const MIDNIGHT = Date.parse('2026-11-22T00:00:00Z');
const QUOTA: Failure = { cause: 'quota-exhausted', resetsAtEpochMs: MIDNIGHT };
const headers = (seconds: number) => ({ 'retry-after': String(seconds) });

describe('a request', () => {
	test.each<[string, Reply, Failure]>([
		['429 without a wait', { status: 429 }, { cause: 'rate-limited' }],
		[
			'429 with a wait',
			{ status: 429, headers: headers(7) },
			{ cause: 'rate-limited', retryAfterMs: 7_000 },
		],
		['429 with a wait of hours', { status: 429, headers: headers(18_000) }, QUOTA],
		[
			'429 that names the day',
			{ status: 429, body: { error: 'The limit of 50000 requests per day is used up' } },
			QUOTA,
		],
		['401', { status: 401 }, { cause: 'credential-invalid' }],
		['403', { status: 403 }, CONFIGURATION],
		['404', { status: 404 }, CONFIGURATION],
		['400', { status: 400, body: { error: 'BAD_REQUEST' } }, CONFIGURATION],
		['a redirect', { status: 302, headers: { location: 'https://x.example/' } }, CONFIGURATION],
		['500', { status: 500 }, UNAVAILABLE],
		['503', { status: 503 }, UNAVAILABLE],
		['504 with a page', { status: 504, body: '<html>Gateway</html>' }, UNAVAILABLE],
		['408', { status: 408 }, UNAVAILABLE],
		['no JSON', { body: 'hello' }, UNAVAILABLE],
		['a response cut off', { body: '{"deals": [' }, UNAVAILABLE],
		['a response too large', { body: '', unreadable: 'tooLarge' }, UNAVAILABLE],
		['no response in time', networkError('ETIMEDOUT'), UNAVAILABLE],
		['a reset', networkError('ECONNRESET'), UNAVAILABLE],
		['no server', networkError('ECONNREFUSED'), UNAVAILABLE],
		['no such host', networkError('ENOTFOUND'), UNAVAILABLE],
	])('%s', async (_what, reply, failure) => {
		expect(await afterReply(reply)).toEqual(failure);
	});

	test('500 with messages is an answer to the input in v1', async () => {
		const reply = { status: 500, body: { error: 'Failed', messages: ['name is too long'] } };
		expect(await afterReply(reply, 'v1ApiKey')).toEqual(CONFIGURATION);
	});

	test('one that finds no room in the rate says how long to wait', async () => {
		const client = clientOf(() => ({ body: { deals: [] } }), { rate: 0.1 });
		await client.send({ operation: 'deal.getMany' });
		const late = client.send({ operation: 'deal.getMany' }, { maxWaitMs: 0 });
		expect(toNodeError(node, await failureOf(late)).failure).toEqual({
			cause: 'rate-limited',
			retryAfterMs: expect.any(Number),
		});
	});

	const list = { operation: 'deal.getMany' } as const;
	const causeOf = async (late: Promise<unknown>) => {
		const { failure, message } = toNodeError(node, await failureOf(late));
		return { failure, message };
	};

	test('one that finds its time used up by slow responses was not limited by any rate', async () => {
		const client = clientOf(() => ({ body: { deals: [] } }), { rate: 1, latency: 20_000 });
		await client.send(list);
		const other = client.send(list);
		expect(await causeOf(client.send(list, { maxWaitMs: 0 }))).toEqual({
			failure: UNAVAILABLE,
			message: expect.stringMatching(/^No time is left for this request/),
		});
		await other;
	});

	test('one that would have to wait after a 429 to another one was', async () => {
		const client = clientOf((_request, number) =>
			number === 1 ? { status: 429, headers: headers(1) } : { body: { deals: [] } },
		);
		const other = client.send(list);
		await client.clock.sleep(1);
		expect(await causeOf(client.send(list, { maxWaitMs: 500 }))).toEqual({
			failure: { cause: 'rate-limited', retryAfterMs: expect.any(Number) },
			message: expect.stringMatching(/^The rate limit leaves no time for this request/),
		});
		await other;
	});

	test('so was one whose time was used up by waiting for earlier ones that got a 429', async () => {
		const client = clientOf(
			(_request, number) =>
				number === 1 ? { status: 429, headers: headers(30) } : { body: { deals: [] } },
			{ rate: 1 },
		);
		await client.send(list);
		expect(await causeOf(client.send(list, { maxWaitMs: 0 }))).toEqual({
			failure: { cause: 'rate-limited', retryAfterMs: expect.any(Number) },
			message: expect.stringMatching(/^The rate limit leaves no time for this request/),
		});
	});
});

test.each<[string, unknown, Failure]>([
	['what the form can’t mean', new UsageError('Start Date is required.'), CONFIGURATION],
	['what n8n finds wrong', new NodeOperationError(node, 'No credentials'), CONFIGURATION],
	['a bug', new TypeError('undefined is not a function'), { cause: 'node-defect' }],
	['a number out of range', new RangeError('Invalid time value'), { cause: 'node-defect' }],
	['what declares it itself', Object.assign(new Error('x'), { failure: QUOTA }), QUOTA],
	['anything else', new Error('There was not enough time'), UNAVAILABLE],
	['what is no error', 'text', UNAVAILABLE],
])('%s', (_what, error, failure) => {
	expect(toNodeError(node, error).failure).toEqual(failure);
});

test('a cause that n8n has declared is kept', () => {
	const failure: Failure = { cause: 'credential-invalid' };
	const error = new NodeOperationError(node, 'The token could not be refreshed', { failure });
	expect(toNodeError(node, error).failure).toEqual(failure);
});
