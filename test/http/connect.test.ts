/** The client over real HTTP, through n8n's own request helper: what is sent, and what is read of it. */
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import {
	connect,
	type Client,
	type CredentialKind,
	type OperationId,
	type ServiceError,
	type ServiceRequest,
} from '../../nodes/SalesManagement/api';
import { LIMITS } from '../../nodes/SalesManagement/shared';
import { failureOf } from './support/client';
import { contextWith } from './support/contextWith';
import {
	SECRET,
	secretFor,
	serve,
	type Answer,
	type Received,
	type Server,
} from './support/server';

const GET = { operation: 'deal.get', path: { id: 1 } } as const;
const CREATE = { operation: 'deal.create', body: { name: 'A' } } as const;
const MB = 1024 * 1024;

let server: Server;
let elsewhere: Server;
let answer: Answer | ((request: Received) => Answer) = {};

beforeAll(async () => {
	server = await serve((request) => (typeof answer === 'function' ? answer(request) : answer));
	elsewhere = await serve(() => ({ body: { id: 1 } }));
});

afterAll(async () => {
	await server.close();
	await elsewhere.close();
});

beforeEach(() => {
	answer = {};
	server.requests.length = 0;
});

afterEach(() => jest.restoreAllMocks());

const clientOf = async (
	kind: CredentialKind = 'personalToken',
	fields: Record<string, string | number> = {},
	signal?: AbortSignal,
): Promise<Client> => {
	const baseUrl = `${server.url}/${kind === 'v1ApiKey' ? 'v1' : 'v2'}/`;
	const all = { baseUrl, requestsPerSecond: 1000, ...fields };
	return await connect(contextWith(kind, all, signal), kind);
};
const send = async (request: ServiceRequest) => await (await clientOf()).send(request);
const failing = async (given: Answer, request: ServiceRequest = GET) => {
	answer = given;
	return await failureOf<ServiceError>(send(request));
};
const last = () => server.requests.at(-1)!;

describe('a request', () => {
	test.each([
		['personalToken', 'authorization', `Bearer ${SECRET}`],
		['teamToken', 'authorization', `Bearer ${secretFor('teamToken')}`],
		['v1ApiKey', 'x-api-key', SECRET],
	] as const)(
		'with a %s proves itself in %s, as JSON (v2 §5, v1 §5)',
		async (kind, header, value) => {
			// Spaces are left over from pasting.
			const field = kind === 'v1ApiKey' ? 'apiKey' : 'accessToken';
			const client = await clientOf(kind, { [field]: ` ${secretFor(kind)}\n` });
			await client.send({ operation: 'customer.create', body: { name: 'A' } });
			expect(last().headers[header]).toBe(value);
			expect(last().headers['content-type']).toMatch(/^application\/json/);
		},
	);

	test('encodes a path parameter, which can’t leave its place', async () => {
		const client = await clientOf();
		const get = (customObjectDefKey: string, id: string | number) =>
			client.send({ operation: 'customObject.get', path: { customObjectDefKey, id } });
		await get('a b/?#é', '7');
		expect(last().url).toBe('/v2/custom_object_defs/a%20b%2F%3F%23%C3%A9/custom_objects/7');
		for (const id of ['..', '.', '../x', 'a/../b', '..\\x', '', ' ', Number.NaN, '\ud800']) {
			expect((await failureOf(get('ticket', id))).name).toBe('UsageError');
		}
		await expect(client.send({ operation: 'deal.get' })).rejects.toThrow(
			'Deal: Get needs a value for "id".',
		);
		expect(server.requests).toHaveLength(1);
	});

	test('of an operation that the version does not have says what it needs', async () => {
		await expect(send({ operation: 'domainSetting.get' })).rejects.toThrow(
			'Domain Setting: Get does not exist in v2: use a V1 API Key instead.',
		);
		const v1 = await clientOf('v1ApiKey');
		expect(() => v1.route('contact.create')).toThrow(
			/does not exist in v1: use a personal or team/,
		);
		expect(() => v1.route('constructor' as OperationId)).toThrow(/does not exist/);
	});

	test('takes an overridden route, whose path may have what the body has (S1)', async () => {
		const endpointOverrides = JSON.stringify({
			'deal.update': 'put /sales/{id}',
			// v1 §4 lists a userId path parameter beside the body's.
			'userGroup.addMember': 'POST /user_groups/{userGroupId}/users/{userId}',
		});
		const client = await clientOf('personalToken', { endpointOverrides });
		await client.send({ operation: 'deal.update', path: { id: 7 }, body: { name: 'x' } });
		expect(last()).toMatchObject({ method: 'PUT', url: '/v2/sales/7' });
		const path = { userGroupId: 1 };
		await client.send({ operation: 'userGroup.addMember', path, body: { userId: 2 } });
		expect(last().url).toBe('/v2/user_groups/1/users/2');
	});

	test('counts for all nodes with the same credential in this process', async () => {
		const accessToken = 'svcp_of-these-two';
		const [one, two] = [await clientOf('personalToken', { accessToken }), await clientOf()];
		const [same] = [await clientOf('personalToken', { accessToken })];
		const before = two.usage.today;
		await one.send(GET);
		expect(same.usage).toEqual({ requests: 0, today: 1 });
		expect(two.usage.today).toBe(before);
	});
});

test('a redirect is not followed, and the credential goes nowhere else', async () => {
	const location = `${elsewhere.url}/v2/users/me?token=1`;
	const { message } = await failing({ status: 302, headers: { location } });
	expect(message).toBe(
		`The service redirects to ${elsewhere.url}/v2/users/me (Deal: Get, HTTP 302): enter the final address as the Base URL, since a credential is never sent along a redirect.`,
	);
	expect(elsewhere.requests).toHaveLength(0);
});

test('a 401 is not sent twice', async () => {
	const { message } = await failing({ status: 401, body: { error: 'Invalid token' } });
	expect(message).toMatch(/^Invalid token \(/);
	expect(server.requests).toHaveLength(1);
});

/** A body as it is, with its headers. */
const raw = (body: Buffer | string, headers = {}, status = 200): Answer => ({
	act: (response) => {
		response.writeHead(status, { 'content-type': 'application/json', ...headers });
		response.end(body);
	},
});
const packed = (body: Buffer | string, encoding: string, status?: number) =>
	raw(body, { 'content-encoding': encoding }, status);
/** Begins and breaks off. */
const cut = (body: string, headers: Record<string, string> = {}): Answer => ({
	act: (response) => {
		response.writeHead(200, { 'content-type': 'application/json', ...headers }).write(body);
		setTimeout(() => response.destroy(), 20);
	},
});
/** Blanks that unpack to 200 MB, in parts of 10 MB: gzip takes one behind the other. */
const bomb = Buffer.concat(Array<Buffer>(20).fill(gzipSync(Buffer.alloc(10 * MB, ' '))));

describe('an answer', () => {
	test.each([
		['gzip', gzipSync],
		['deflate', deflateSync],
		['br', brotliCompressSync],
	] as const)('that is packed (%s) is read', async (encoding, pack) => {
		const body = { id: 1, name: 'Ünïcode €' };
		answer = packed(pack(JSON.stringify(body)), encoding);
		expect((await send(GET)).body).toEqual(body);
	});

	const broke = /^The connection broke before the response was complete \(Deal: Create\)/;
	test.each<[string, () => Answer, RegExp]>([
		['no gzip, as it says', () => packed('{"id":1}', 'gzip'), broke],
		['cut by its length', () => cut('{"id":1', { 'content-length': '100' }), broke],
		['cut while it comes', () => cut('{"id":1,"na'), broke],
		[
			'cut in its text',
			() => raw('{"id":1,"na'),
			/^The response is not JSON \(Deal: Create, HTTP 2/,
		],
		[
			'200 KB that unpack to 200 MB',
			() => packed(bomb, 'gzip'),
			/^The response is larger than 64 MB \(Deal: Create, /,
		],
	])(
		'to a create that is %s leaves it in doubt, and is not asked for again',
		async (_name, ...given) => {
			const [odd, message] = given;
			const error = await failing(odd(), CREATE);
			expect(error.message).toMatch(message);
			expect(error.message).toMatch(/it is not known whether/);
			expect(error.outcome).toBe('unknown');
			expect(server.requests).toHaveLength(1);
		},
	);

	test('that is too large is told with its status, and not held in memory', async () => {
		const before = process.memoryUsage().rss;
		expect((await failing(packed(bomb, 'gzip'))).message).toBe(
			'The response is larger than 64 MB (Deal: Get, HTTP 200): request less at once, or check the Base URL and the Endpoint Overrides of the credential, or run Account > Check, which finds out what the service answers.',
		);
		expect((await failing(packed(bomb, 'gzip', 400))).message).toMatch(
			/larger than 64 MB \(Deal: Get, HTTP 400\)/,
		);
		expect(process.memoryUsage().rss - before).toBeLessThan(250 * MB);
	});
});

test.each<
	[
		string,
		(response: Parameters<NonNullable<Answer['act']>>[0]) => void,
		ServiceRequest,
		object,
		RegExp,
	]
>([
	[
		'begins and never ends',
		(response) => void response.writeHead(200).write('{"id":'),
		CREATE,
		{},
		/^The service did not respond in time \(Deal: Create\): it is not/,
	],
	[
		'does not come in the time that its caller has',
		() => undefined,
		GET,
		{ timeLeftMs: 1_000 },
		/^The service did not respond in time/,
	],
])(
	'an answer that %s is given up, and its connection closed',
	async (_name, begin, request, options, message) => {
		jest.replaceProperty(LIMITS, 'wholeRequestMs', 1_500);
		let close: () => void;
		const closed = new Promise<void>((resolve) => (close = resolve));
		answer = {
			act: (response) => {
				response.on('close', close);
				begin(response);
			},
		};
		const client = await clientOf();
		const error = await failureOf<ServiceError>(client.send(request, options));
		// While the service is still there: else this never ends.
		await closed;
		expect(error.message).toMatch(message);
	},
);

/** How long the service asks to wait; a wait that is not ended lasts this long. */
const headers = { 'retry-after': '20' };
test.each<[string, Answer]>([
	['for the rate limit', { status: 429, headers }],
	['for a fault', { status: 503, headers }],
	['for an answer that has not begun', { act: () => undefined }],
	[
		'for an answer that stopped halfway',
		{ act: (response) => void response.writeHead(200).write('{"id":') },
	],
])('a wait %s ends when the execution is cancelled', async (_name, given) => {
	answer = given;
	const cancel = new AbortController();
	const accessToken = `svcp_cancelled-${_name}`;
	const client = await clientOf('personalToken', { accessToken }, cancel.signal);
	const sent = failureOf<ServiceError>(client.send(GET));
	while (server.requests.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
	await new Promise((resolve) => setTimeout(resolve, 50));
	const cancelledAt = performance.now();
	cancel.abort();
	expect((await sent).name).toBe('ServiceError');
	// Generous, since the machine may be busy.
	expect(performance.now() - cancelledAt).toBeLessThan(5_000);
	expect(server.requests).toHaveLength(1);
});
