/** What a failure says: in one sentence, what to do, and never a secret. */
import type { OperationId } from '../../../nodes/SalesManagement/api/routes';
import type { INode } from 'n8n-workflow';
import { NodeApiError, NodeOperationError } from 'n8n-workflow';
import {
	isWithheld,
	operationTitle,
	ServiceError,
	toNodeError,
	UsageError,
} from '../../../nodes/SalesManagement/api/errors';
import type { CredentialKind } from '../../../nodes/SalesManagement/api/types';
import { clientOf, failureOf, networkError, SECRET } from '../support/testClient';

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
	readonly path?: Record<string, number>;
}

/** The error of one request that is answered in this way. */
async function failure(
	status: number,
	body: unknown,
	{ kind, operation = 'deal.create', headers = {}, path }: Asking = {},
): Promise<ServiceError> {
	const client = clientOf(() => ({ status, body, headers }), { kind });
	return await failureOf<ServiceError>(client.send({ operation, path, body: { name: 'A' } }));
}

describe('every error body of S2 is read, the service’s own message first', () => {
	test.each([
		[
			'{error}',
			{ error: 'Bad Request' },
			/^The service refused the input \(Deal: Create, HTTP 400\): /,
			[],
		],
		[
			'{error, messages}',
			{ error: 'VALIDATION_FAILED', messages: ['Name is required.', 'Phase is required.'] },
			/^Name is required, and 1 more \(Deal: Create, HTTP 400\): correct/,
			['Name is required.', 'Phase is required.'],
		],
		[
			'{messages} alone',
			{ messages: ['Name is required'] },
			/^Name is required \(Deal: Create/,
			['Name is required'],
		],
		[
			'messages by field',
			{ error: 'Bad', messages: { name: ['too long', 'taken'] } },
			/^Bad: name: too long, and 1 more/,
			['name: too long', 'name: taken'],
		],
		['{code, message}', { code: 'E7', message: 'No such phase' }, /^No such phase \(/, []],
		['{code}', { code: 'NOT_FOUND' }, /^The service refused the input \(/, []],
		['{code} of its own', { code: 'MAIL_TAKEN' }, /^MAIL_TAKEN \(/, []],
		['{error: {message}}', { error: { message: 'Deep' } }, /^Deep \(/, []],
		['plain text', 'Out of order.', /^Out of order \(/, []],
		['HTML', '<html><h1>Oops</h1></html>', /^The address returned an HTML page/, []],
		['nothing', '', /^The service refused the input \(/, []],
		['an array of texts', ['x'], /^x \(/, ['x']],
		['an array of other things', [7, null], /^The service refused the input \(/, []],
	])('%s', async (_name, body, message, details) => {
		const error = await failure(400, body);
		expect(error.message).toMatch(message);
		expect(error.message).toMatch(/\.$/);
		expect(error.details).toEqual(details);
		expect(error.outcome).toBe('refused');
	});

	test.each(['massages', 'messages'])('bulk errors with %s (v1 §4)', async (spelled) => {
		const error = await failure(
			500,
			{ error: 'Bulk failed', messages: [], bulkErrors: [{ index: 2, [spelled]: ['bad date'] }] },
			{ kind: 'v1ApiKey', operation: 'customer.createMany' },
		);
		expect(error.bulkErrors).toEqual([{ index: 2, messages: ['bad date'] }]);
		expect(error.message).toContain('Item 2: bad date');
		expect(error.description).toBeUndefined();
		expect(error.outcome).toBe('refused');
	});
});

describe('what to do', () => {
	test('401 and 403 point at the credential and at the permission (S2)', async () => {
		expect((await failure(401, { error: 'Unauthorized' })).message).toBe(
			'Unauthorized (Deal: Create, HTTP 401): check the token in the credential, and that its owner is allowed to do this.',
		);
		expect((await failure(401, '', { kind: 'v1ApiKey' })).message).toMatch(/check the API key in/);
		expect((await failure(403, { error: 'Forbidden' })).message).toMatch(
			/check the permissions of the token's owner, and that the credential is the right one; if both are, run Account > Check/,
		);
	});

	test('a 403 on current-user with a team token says exactly that (v2 §4.1, S2)', async () => {
		const operation = 'user.getCurrent';
		expect(
			(await failure(403, { error: 'Forbidden' }, { kind: 'teamToken', operation })).message,
		).toBe(
			'Forbidden (User: Get Current, HTTP 403): a team token belongs to no user, so use a personal token here.',
		);
	});

	test('a 404 asks to check the id', async () => {
		const error = await failure(
			404,
			{ error: 'NOT_FOUND', messages: ['Deal not found'] },
			{
				operation: 'deal.get',
				path: { id: 99 },
			},
		);
		expect(error.message).toBe(
			'Deal not found (Deal: Get, HTTP 404): check the IDs; when nothing is found at all, check the Base URL and the Endpoint Overrides of the credential, or run Account > Check, which finds out what the service answers.',
		);
	});

	test('a certificate that is not accepted is not a stopped service', async () => {
		const client = clientOf(() => networkError('CERT_HAS_EXPIRED'));
		const error = await failureOf(client.send({ operation: 'user.getCurrent' }));
		expect(error.message).toMatch(/^No secure connection .* certificate\.$/);
		expect(client.requests).toHaveLength(1);
	});
});

describe('as an error of n8n', () => {
	test('message, description, HTTP code and item index are kept', async () => {
		const error = await failure(400, { error: 'VALIDATION_FAILED', messages: ['A', 'B'] });
		const nodeError = toNodeError(node, error, { itemIndex: 3 }) as NodeApiError;
		expect(nodeError).toBeInstanceOf(NodeApiError);
		expect(nodeError.message).toBe(error.message);
		expect(nodeError.description).toBe('A\nB\nThe service calls it VALIDATION_FAILED.');
		expect(nodeError.httpCode).toBe('400');
		expect(nodeError.context.itemIndex).toBe(3);
	});

	test('a 429 tells n8n how long to wait', async () => {
		const error = await failure(429, {}, { headers: { 'retry-after': '120' } });
		expect(toNodeError(node, error).failure).toEqual({
			cause: 'rate-limited',
			retryAfterMs: 120_000,
		});
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
		const error = toNodeError(node, new UsageError('Name is empty.', 'Fill it in'), {
			itemIndex: 1,
		});
		expect(error).toBeInstanceOf(NodeOperationError);
		expect([error.message, error.description]).toEqual(['Name is empty.', 'Fill it in']);
		expect(error.context.itemIndex).toBe(1);
	});

	test("n8n's own errors pass as they are, with the item index", () => {
		const own = new NodeOperationError(node, 'Own');
		expect(toNodeError(node, own, { itemIndex: 2 })).toBe(own);
		expect(own.context.itemIndex).toBe(2);
	});

	test('anything else keeps its message and its stack', () => {
		const bug = new TypeError('x is not a function');
		const error = toNodeError(node, bug, { itemIndex: 0 });
		expect(error.message).toBe('x is not a function');
		expect((error.cause as Error).stack).toBe(bug.stack);
		expect(toNodeError(node, 'text').message).toBe('text');
	});
});

test('no token, header or request is in any part of an error', async () => {
	const axiosError = networkError('ECONNRESET', {
		isAxiosError: true,
		config: { headers: { Authorization: `Bearer ${SECRET}` } },
		request: { headers: SECRET },
	});
	const wrapped = new NodeApiError(node, axiosError as never);
	const client = clientOf(() => wrapped);
	const errors = [
		await failureOf(client.send({ operation: 'deal.create' })),
		await failure(401, { error: `Token ${SECRET} is unknown`, messages: [`see ${SECRET}`] }),
		await failure(500, { error: 'x', bulkErrors: [{ index: 0, massages: [SECRET] }] }),
		wrapped,
	];
	const everything = (value: unknown, seen = new Set<unknown>()): string => {
		if (typeof value !== 'object' || value === null) return String(value);
		if (seen.has(value)) return '';
		seen.add(value);
		return Reflect.ownKeys(value)
			.map((key) => everything((value as Record<PropertyKey, unknown>)[key], seen))
			.join('\n');
	};
	expect(everything(wrapped)).toContain(SECRET);
	for (const error of errors) expect(everything(toNodeError(node, error))).not.toContain(SECRET);
});

test('operations are named as the editor shows them', () => {
	expect(operationTitle('customerAction.createMany')).toBe('Customer Action: Create Many');
});

describe('however much the service says', () => {
	const long = Array.from({ length: 50 }, (_, at) => `m${at}`.padEnd(900, 'z'));
	const bulkErrors = Array.from({ length: 12 }, (_, index) => ({ index, messages: long }));

	test.each<[string, object, OperationId]>([
		['of rows', { bulkErrors }, 'customer.createMany'],
		['of fields', { messages: long }, 'customer.create'],
		['of both', { messages: long, bulkErrors }, 'customer.createMany'],
		['in one text', { message: 'E'.repeat(5000) }, 'customer.create'],
	])('a message and its description can be read: %s', async (_what, said, operation) => {
		const body = { error: 'E'.repeat(5000), ...said };
		const { message, description = '' } = await failure(400, body, { operation });
		expect(message.length).toBeLessThanOrEqual(1500);
		expect(message).toMatch(/HTTP 400\): correct the [a-z ]+\.$/);
		expect(description.length).toBeLessThanOrEqual(7000);
		expect(description.split('\n').length).toBeLessThanOrEqual(12);
	});

	test('what is said of one item ends where there is too much of it', async () => {
		const { message } = await failure(
			400,
			{ error: 'NO', bulkErrors: [{ index: 3, messages: long.slice(0, 4) }] },
			{ operation: 'customer.createMany' },
		);
		expect(message).toMatch(/^NO: Item 3: m0z{298}…; m1z{298}…; … \(/);
	});
});

test.each([
	[401, true],
	[403, true],
	[404, true],
	[410, true],
	[400, false],
	[500, false],
])('a %i shows nothing to this credential: %p', (status, expected) => {
	const parts = { operation: 'deal.get', outcome: 'refused', advice: '' } as const;
	expect(isWithheld(new ServiceError({ ...parts, serviceMessage: '', status }))).toBe(expected);
});
