/** An answer is read up to a limit, unpacked, and what can't be read is told as what it is. */
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { connect } from '../../../nodes/SalesManagement/api/connect';
import type { ServiceError } from '../../../nodes/SalesManagement/api/errors';
import { LIMITS } from '../../../nodes/SalesManagement/api/limits';
import type { ServiceRequest } from '../../../nodes/SalesManagement/api/types';
import { read } from '../support/pagedService';
import { contextWith } from '../support/contextWith';
import { failureOf, serve, type Answer } from '../support/testClient';

const GET = { operation: 'deal.get', path: { id: 1 } } as const;
const CREATE = { operation: 'deal.create', body: { name: 'A' } } as const;
const MB = 1024 * 1024;

async function withService<Result>(
	answer: (url: string, number: number) => Answer,
	work: (
		client: Awaited<ReturnType<typeof connect>>,
		requests: readonly unknown[],
	) => Promise<Result>,
): Promise<Result> {
	let number = 0;
	const server = await serve(({ url }) => answer(url, ++number));
	try {
		const fields = { baseUrl: `${server.url}/v2`, requestsPerSecond: 1000 };
		const client = await connect(contextWith('personalToken', fields), 'personalToken');
		return await work(client, server.requests);
	} finally {
		await server.close();
	}
}

/** A body as it is, with its headers. */
const raw = (
	body: Buffer | string,
	headers: Record<string, string> = {},
	status = 200,
): Answer => ({
	act: (response) => {
		response.writeHead(status, { 'content-type': 'application/json', ...headers });
		response.end(body);
	},
});

const failing = async (answer: Answer, request: ServiceRequest = GET) =>
	await withService(
		() => answer,
		async (client, requests) => {
			const error = await failureOf<ServiceError>(client.send(request));
			return { error, requests: requests.length };
		},
	);

const bomb = (() => {
	let packed: Buffer | undefined;
	return () => (packed ??= gzipSync(Buffer.alloc(200 * MB, ' ')));
})();

test('200 KB that unpack to 200 MB are refused at 64 MB, and not asked for again', async () => {
	const { error, requests } = await failing(raw(bomb(), { 'content-encoding': 'gzip' }));
	expect(error.message).toBe(
		'The response is larger than 64 MB (Deal: Get, HTTP 200): request less at once, or check the Base URL and the Endpoint Overrides of the credential.',
	);
	expect(requests).toBe(1);
});

test('of such an answer to a create it is not known what became of it', async () => {
	const { error, requests } = await failing(raw(bomb(), { 'content-encoding': 'gzip' }), CREATE);
	expect(error.message).toMatch(/larger than 64 MB .* it is not known whether/);
	expect(error.outcome).toBe('unknown');
	expect(requests).toBe(1);
});

test('it is not held in memory', async () => {
	bomb();
	const before = process.memoryUsage().rss;
	await failing(raw(bomb(), { 'content-encoding': 'gzip' }));
	expect(process.memoryUsage().rss - before).toBeLessThan(250 * MB);
});

test('an error page of that size is refused with its status', async () => {
	const { error } = await failing(raw(bomb(), { 'content-encoding': 'gzip' }, 400));
	expect(error.message).toMatch(/larger than 64 MB \(Deal: Get, HTTP 400\)/);
});

test('a list goes on in smaller pages', async () => {
	const ids = await withService(
		(url) => {
			const query = new URL(url, 'http://service.example').searchParams;
			const limit = Number(query.get('limit'));
			if (limit > 300) return raw(bomb(), { 'content-encoding': 'gzip' });
			const from = Number(query.get('cursor') ?? 0);
			const deals = Array.from({ length: limit }, (_, place) => ({ id: from + place }));
			const next = from + limit;
			return { body: { deals, hasMore: next < 1000, nextCursor: String(next) } };
		},
		async (client) =>
			(await read(client, { operation: 'deal.getMany' })).flatMap((page) => page.records),
	);
	expect(ids.length).toBeGreaterThanOrEqual(1000);
	expect(new Set(ids.map(({ id }) => id)).size).toBe(ids.length);
});

test.each([
	['gzip', gzipSync],
	['deflate', deflateSync],
	['br', brotliCompressSync],
] as const)('a packed answer (%s) is read', async (encoding, pack) => {
	const body = { id: 1, name: 'Ünïcode €' };
	const answer = await withService(
		() => raw(pack(JSON.stringify(body)), { 'content-encoding': encoding }),
		async (client) => await client.send(GET),
	);
	expect(answer.body).toEqual(body);
});

test.each([
	['no gzip at all', raw('{"id":1}', { 'content-encoding': 'gzip' })],
	['another packing', raw(deflateSync('{"id":1}'), { 'content-encoding': 'br' })],
])('an answer that is not packed as it says (%s) is told as that', async (_name, answer) => {
	const { error } = await failing(answer, CREATE);
	expect(error.message).toMatch(/^The response can't be unpacked \(Deal: Create, HTTP 200\)/);
	expect(error.outcome).toBe('unknown');
});

test.each([
	[
		'by its length',
		raw('{"id":1', { 'content-length': '100' }),
		/^The connection broke before the response was complete/,
	],
	[
		'in its text',
		raw('{"id":1,"na'),
		/^The response was cut off \(Deal: Create, HTTP 200\): it is not known/,
	],
])('a cut answer (%s) is not taken for a wrong address', async (_name, answer, message) => {
	const cut: Answer = {
		act: (response) => {
			answer.act?.(response);
			setTimeout(() => response.destroy(), 20);
		},
	};
	const { error } = await failing(cut, CREATE);
	expect(error.message).toMatch(message);
	expect(error.message).not.toContain('Base URL');
	expect(error.outcome).toBe('unknown');
});

test('an answer that begins and never ends is given up, and its connection closed', async () => {
	jest.replaceProperty(LIMITS, 'wholeRequestMs', 300);
	let close: () => void;
	const closed = new Promise<void>((resolve) => (close = resolve));
	const endless: Answer = {
		act: (response) => {
			response.on('close', close);
			response.writeHead(200, { 'content-type': 'application/json' }).write('{"id":');
		},
	};
	const error = await withService(
		() => endless,
		async (client, requests) => {
			const failure = await failureOf<ServiceError>(client.send(CREATE));
			expect(requests).toHaveLength(1);
			// Before the service itself goes away: else this never ends.
			await closed;
			return failure;
		},
	);
	jest.restoreAllMocks();
	expect(error.message).toMatch(/^The service did not respond in time \(Deal: Create\): it is not/);
	expect(error.outcome).toBe('unknown');
});

test('an answer for which its caller has no time is given up, and its connection closed', async () => {
	let close: () => void;
	const closed = new Promise<void>((resolve) => (close = resolve));
	const silent: Answer = { act: (response) => void response.on('close', close) };
	const error = await withService(
		() => silent,
		async (client) => {
			const failure = await failureOf<ServiceError>(client.send(GET, { timeLeftMs: 1_000 }));
			// Before the service itself goes away: else this never ends.
			await closed;
			return failure;
		},
	);
	expect(error.message).toMatch(/^The service did not respond within the 1 s that were left \(/);
});

test('nesting beyond what anything can carry is refused', async () => {
	const deep = `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`;
	const { error, requests } = await failing(raw(deep));
	expect(error.message).toMatch(/^The response is nested more than 100 levels deep/);
	expect(requests).toBe(1);
});

test('what is as deep as the documents allow passes', async () => {
	const { body } = await withService(
		() => raw(`${'{"a":'.repeat(60)}1${'}'.repeat(60)}`),
		async (client) => await client.send(GET),
	);
	expect(JSON.stringify(body)).toContain('"a":1');
});

test('a token that comes back in an answer goes no further', async () => {
	const { body } = await withService(
		() => raw('{"id":1,"name":"svcp_not-a-real-token"}'),
		async (client) => await client.send(GET),
	);
	expect(body).toEqual({ id: 1, name: '***' });
});
