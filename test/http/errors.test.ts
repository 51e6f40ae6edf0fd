/** What a failure says: in one sentence, what to do, and never a secret; and what n8n reads of it. */
import { inspect } from 'node:util';
import type { Failure, INode } from 'n8n-workflow';
import { NodeApiError, NodeOperationError } from 'n8n-workflow';
import tables from './errors.json';
import {
	ServiceError,
	toNodeError,
	type CredentialKind,
	type FailureKind,
	type OperationId,
	type RequestOutcome,
} from '../../nodes/SalesManagement/api';
import { UsageError } from '../../nodes/SalesManagement/shared';
import { clientOf, failureOf, networkError, type Respond } from './support/client';
import { SECRET } from './support/server';
import { many } from '../support/many';
import { table } from '../support/table';

const node: INode = {
	id: 'n',
	name: 'Node',
	type: 'test',
	typeVersion: 1,
	position: [0, 0],
	parameters: {},
};

interface Asking {
	readonly kind?: CredentialKind;
	readonly operation?: OperationId;
	readonly headers?: Record<string, string>;
}

/** The error of one request that is answered in this way. */
async function failure(
	status: number,
	body: unknown,
	{ kind, operation = 'deal.create', headers = {} }: Asking = {},
): Promise<ServiceError> {
	const client = clientOf(() => ({ status, body, headers }), { kind });
	const request = { operation, path: { id: 99 }, body: { name: 'A' } };
	return await failureOf<ServiceError>(client.send(request));
}

describe('the service’s own message is read from every error body', () => {
	test.each(tables.ownMessages)('$name', async ({ body, message, details }) => {
		const error = await failure(400, body);
		expect(error.message).toMatch(RegExp(message));
		expect(error.message).toMatch(/\.$/);
		expect(error.details).toEqual(details);
		expect(error.outcome).toBe('refused');
	});

	const row = (index: unknown, messages: unknown) => ({ index, messages });
	test.each(tables.rowMessages)('rows: $name', async ({ bulkErrors, rows }) => {
		const operation = 'customer.createMany';
		const error = await failure(400, { error: 'X', bulkErrors }, { operation });
		expect(error.bulkErrors).toEqual(rows);
		expect((await failure(400, { error: 'X', bulkErrors })).bulkErrors).toEqual([]);
	});

	const long = many(50, (at) => `m${at}`.padEnd(900, 'z'));
	const bulkErrors = many(12, (index) => row(index, long));
	test.each<[string, object]>([
		['rows', { bulkErrors }],
		['fields', { messages: long }],
		['both', { messages: long, bulkErrors }],
		['one text', { message: 'E'.repeat(5000) }],
	])('however much it is, it can be read: %s', async (_what, said) => {
		const body = { error: 'E'.repeat(5000), ...said };
		const { message, description = '' } = await failure(400, body, {
			operation: 'customer.createMany',
		});
		expect(message.length).toBeLessThanOrEqual(1500);
		expect(message).toMatch(/HTTP 400\): correct the [a-z ]+\.$/);
		expect(description.length).toBeLessThanOrEqual(13_000);
		expect(description.split('\n').length).toBeLessThanOrEqual(12);
	});
});

test.each(tables.advice)(
	'a $status $body $asking says what to do',
	async ({ status, body, asking, message }) => {
		expect((await failure(status, body, asking as Asking)).message).toBe(message);
	},
);

test('a 403 points at the permissions, and at the check', async () => {
	expect((await failure(403, { error: 'Forbidden' })).message).toMatch(
		/check the permissions of the token's owner, and that the credential is the right one; if both are, run Account > Check/,
	);
});

test.each([
	['CERT_HAS_EXPIRED', /^No secure connection .* certificate\.$/],
	[
		'ENOTFOUND',
		/^The host name of the Base URL .* check that the service is running and that the B/,
	],
])('%s says what to do', async (code, message) => {
	const sent = clientOf(() => networkError(code)).send({ operation: 'deal.create' });
	expect((await failureOf(sent)).message).toMatch(message);
});

test.each(
	table<{ outcome: RequestOutcome; kind: FailureKind; statuses: Array<number | undefined> }>(
		tables.kinds,
	),
)(
	'a failure whose outcome is $outcome is $kind at the statuses $statuses',
	({ outcome, kind, statuses }) => {
		const parts = { operation: 'deal.get', outcome, serviceMessage: 'x' };
		for (const status of statuses) {
			const error = new ServiceError({ ...parts, status });
			expect(error.kind).toBe(kind);
			// Other parts do not change what kind it is, such as the doubt of an earlier attempt.
			expect(error.with({ outcome: 'unknown', status: undefined }).kind).toBe(kind);
		}
	},
);

type Reply = ReturnType<Respond>;
const UNAVAILABLE: Failure = { cause: 'temporarily-unavailable' };
const CONFIGURATION: Failure = { cause: 'configuration-invalid' };
const LIMITED: Failure = { cause: 'rate-limited' };
/** The day of the test's clock ends. */
const MIDNIGHT = Date.parse('2026-11-22T00:00:00Z');
const QUOTA: Failure = { cause: 'quota-exhausted', resetsAtEpochMs: MIDNIGHT };
/** Says nothing of which of the two is used up. */
const BOTH_LIMITS = 'Rate limit exceeded. Limits: 5 requests per second and 50,000 per day.';
const waiting = (seconds: number) => ({
	status: 429,
	headers: { 'retry-after': String(seconds) },
});
const LIST = { operation: 'deal.getMany' } as const;
const AT_ONCE = { maxWaitMs: 0 };

describe('n8n decides by the cause when to poll again and whom to tell', () => {
	test.each<[string, Reply, Failure, CredentialKind?]>([
		['429 without a wait', { status: 429 }, LIMITED],
		['429 with a wait', waiting(7), { ...LIMITED, retryAfterMs: 7_000 }],
		['429 with a wait of hours', waiting(18_000), QUOTA],
		['429 that names the day', { status: 429, body: { error: '50000 requests per day' } }, QUOTA],
		['429 of the daily quota', { status: 429, body: { error: 'Daily quota exceeded' } }, QUOTA],
		['429 that names both limits', { status: 429, body: { error: BOTH_LIMITS } }, LIMITED],
		['401', { status: 401 }, { cause: 'credential-invalid' }],
		['403', { status: 403 }, CONFIGURATION],
		['404', { status: 404 }, CONFIGURATION],
		['400', { status: 400, body: { error: 'BAD_REQUEST' } }, CONFIGURATION],
		['a redirect', { status: 302, headers: { location: 'https://x.example/' } }, CONFIGURATION],
		['500', { status: 500 }, UNAVAILABLE],
		[
			'500 with messages in v1',
			{ status: 500, body: { messages: ['name is too long'] } },
			CONFIGURATION,
			'v1ApiKey',
		],
		['503', { status: 503 }, UNAVAILABLE],
		['504 with a page', { status: 504, body: '<html>Gateway</html>' }, UNAVAILABLE],
		['408', { status: 408 }, UNAVAILABLE],
		['no JSON', { body: 'hello' }, UNAVAILABLE],
		['a response too large', { body: '', isTooLarge: true }, UNAVAILABLE],
		['no response in time', networkError('ETIMEDOUT'), UNAVAILABLE],
		['a reset', networkError('ECONNRESET'), UNAVAILABLE],
		['no server', networkError('ECONNREFUSED'), UNAVAILABLE],
		['no such host', networkError('ENOTFOUND'), UNAVAILABLE],
	])('%s', async (_what, reply, cause, kind = 'personalToken') => {
		const sent = clientOf(() => reply, { kind }).send(LIST, AT_ONCE);
		const error = toNodeError(node, await failureOf(sent));
		expect(error).toBeInstanceOf(NodeApiError);
		expect(error.failure).toEqual(cause);
	});

	const limited = { ...LIMITED, retryAfterMs: expect.any(Number) };
	const noTime = /^The rate limit leaves no time for this request/;
	test.each<[string, { rate: number; latency?: number }, object, RegExp]>([
		['by the rate itself', { rate: 0.1 }, limited, noTime],
		[
			'by slow responses, which no rate limits',
			{ rate: 1, latency: 20_000 },
			UNAVAILABLE,
			/^No time is left for this request .*responses before it took too long/,
		],
	])('a request whose time is used up %s', async (_what, options, cause, message) => {
		const client = clientOf(() => ({ body: { deals: [] } }), options);
		await client.send(LIST);
		const other = options.latency === undefined ? undefined : client.send(LIST);
		const error = toNodeError(node, await failureOf(client.send(LIST, AT_ONCE)));
		expect(error.failure).toEqual(cause);
		expect(error.message).toMatch(message);
		await other;
	});

	test.each<[string, unknown, Failure]>([
		['what the form can’t mean', new UsageError('Start Date is required.'), CONFIGURATION],
		['what n8n finds wrong', new NodeOperationError(node, 'No credentials'), CONFIGURATION],
		['a bug', new TypeError('x is not a function'), { cause: 'node-defect' }],
		['a number out of range', new RangeError('Invalid time value'), { cause: 'node-defect' }],
		['what declares it itself', Object.assign(new Error('x'), { failure: QUOTA }), QUOTA],
		['n8n’s own', new NodeOperationError(node, 'x', { failure: QUOTA }), QUOTA],
		['anything else', new Error('There was not enough time'), UNAVAILABLE],
		['what is no error', 'text', UNAVAILABLE],
	])('%s', (_what, error, cause) => {
		expect(toNodeError(node, error).failure).toEqual(cause);
	});
});

describe('as an error of n8n', () => {
	test('message, description, HTTP code and item index are kept', async () => {
		const error = await failure(400, { error: 'VALIDATION_FAILED', messages: ['A', 'B'] });
		const nodeError = toNodeError(node, error, { itemIndex: 3 }) as NodeApiError;
		expect(nodeError).toMatchObject({ message: error.message, httpCode: '400' });
		expect(nodeError.description).toBe('A\nB');
		expect(nodeError.context.itemIndex).toBe(3);
	});

	test('the words of the service are kept, even those that n8n has a stock text for', async () => {
		for (const said of ['A preexisting customer', 'ECONNREFUSED by the back office']) {
			const error = toNodeError(node, await failure(400, { error: said }));
			expect(error.message).toContain(said);
			expect(error.messages).toEqual([]);
		}
		const usage = toNodeError(node, new UsageError('A preexisting field is wrong.'));
		expect(usage.message).toBe('A preexisting field is wrong.');
	});

	test('bad input found before any request is an operation error', () => {
		const given = new UsageError('Name is empty.', 'Fill it in');
		const error = toNodeError(node, given, { itemIndex: 1 });
		expect(error).toBeInstanceOf(NodeOperationError);
		expect([error.message, error.description]).toEqual(['Name is empty.', 'Fill it in']);
		expect(error.context.itemIndex).toBe(1);
	});

	test("n8n's own errors pass as they are, with the item index; others keep message and stack", () => {
		const own = new NodeOperationError(node, 'Own');
		expect(toNodeError(node, own, { itemIndex: 2 })).toBe(own);
		expect(own.context.itemIndex).toBe(2);
		const bug = new TypeError('x is not a function');
		const error = toNodeError(node, bug, { itemIndex: 0 });
		expect(error.message).toBe('x is not a function');
		expect((error.cause as Error).stack).toBe(bug.stack);
		expect(toNodeError(node, 'text').message).toBe('text');
	});

	test('an error that holds its request is told without it', () => {
		const held = { isAxiosError: true, config: { headers: SECRET }, request: { headers: SECRET } };
		const wrapped = new NodeApiError(node, networkError('ECONNRESET', held) as never);
		const shown = (error: unknown) => inspect(error, { depth: 9, showHidden: true });
		expect(shown(wrapped)).toContain(SECRET);
		expect(shown(toNodeError(node, wrapped))).not.toContain(SECRET);
	});
});
