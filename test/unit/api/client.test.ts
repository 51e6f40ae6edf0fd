/** The client over real HTTP, through n8n's own request helper. */
import { connect } from '../../../nodes/SalesManagement/api/connect';
import type { OperationId } from '../../../nodes/SalesManagement/api/routes';
import type { ServiceError } from '../../../nodes/SalesManagement/api/errors';
import type { Client, CredentialKind } from '../../../nodes/SalesManagement/api/types';
import { skipWaits } from '../../support/timeTravel';
import { contextWith } from '../support/contextWith';
import {
	failureOf,
	SECRET,
	secretFor,
	serve,
	type Answer,
	type Server,
} from '../support/testClient';

let server: Server;
let elsewhere: Server;
let answer: Answer = {};

beforeAll(async () => {
	skipWaits();
	server = await serve(() => answer);
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

const clientOf = async (
	kind: CredentialKind = 'personalToken',
	fields: Record<string, string | number> = {},
): Promise<Client> => {
	const baseUrl = `${server.url}/${kind === 'v1ApiKey' ? 'v1' : 'v2'}/`;
	return await connect(contextWith(kind, { baseUrl, requestsPerSecond: 1000, ...fields }), kind);
};

const last = () => server.requests.at(-1)!;

test('a request carries method, path, query and body as the service wants them (v2 §2, §4)', async () => {
	const client = await clientOf();
	await client.send({
		operation: 'deal.update',
		path: { id: 7 },
		query: { skipNotice: 'true', nothing: undefined },
		body: { name: '', amount: 0, memo: null, product: { id: 3 } },
	});
	expect(last().method).toBe('PATCH');
	expect(last().url).toBe('/v2/deals/7?skipNotice=true');
	expect(JSON.parse(last().body)).toEqual({ name: '', amount: 0, memo: null, product: { id: 3 } });
});

test('arrays of references are sent with brackets: users[][id]=1&users[][id]=2 (v2 §4.8)', async () => {
	const client = await clientOf();
	await client.send({
		operation: 'dealAction.getMany',
		query: { users: [{ id: 1 }, { id: 2 }] },
	});
	expect(decodeURIComponent(last().url)).toBe('/v2/actions?users[][id]=1&users[][id]=2');
});

test.each([
	['personalToken', 'authorization', `Bearer ${SECRET}`],
	['teamToken', 'authorization', `Bearer ${secretFor('teamToken')}`],
	['v1ApiKey', 'x-api-key', SECRET],
] as const)('%s proves itself in %s, as JSON (v2 §5, v1 §5)', async (kind, header, value) => {
	const client = await clientOf(kind);
	await client.send({ operation: 'customer.create', body: { name: 'A' } });
	expect(last().headers[header]).toBe(value);
	expect(last().headers['content-type']).toMatch(/^application\/json/);
});

test('a write without fields sends {} and a read or delete sends no body', async () => {
	const client = await clientOf();
	await client.send({ operation: 'dealContact.link', path: { dealId: 1, contactId: 2 } });
	expect(last().body).toBe('{}');
	await client.send({ operation: 'deal.get', path: { id: 1 } });
	expect(last().body).toBe('');
	await client.send({ operation: 'deal.delete', path: { id: 1 } });
	expect(last().body).toBe('');
});

test('any 2xx is success and an empty body is success with no data (S2)', async () => {
	const client = await clientOf();
	for (const [status, body] of [
		[200, undefined],
		[201, { id: 4 }],
		[202, []],
		[204, undefined],
	] as const) {
		answer = { status, body };
		const sent = await client.send({ operation: 'deal.delete', path: { id: 1 } });
		expect(sent).toMatchObject({ status, ...(body === undefined ? {} : { body }) });
		if (body === undefined) expect(sent.body).toBeUndefined();
	}
});

test("the answer has the service's own time from its Date header", async () => {
	answer = { body: {}, headers: { date: 'Sat, 21 Nov 2026 08:13:00 GMT' } };
	const { serverTime } = await (await clientOf()).send({ operation: 'user.getCurrent' });
	expect(serverTime).toBe(Date.parse('2026-11-21T08:13:00Z'));
});

test('a path parameter is encoded, and can’t leave its place', async () => {
	const client = await clientOf();
	const read = (key: string, id: string | number) =>
		client.send({ operation: 'customObject.get', path: { customObjectDefKey: key, id } });
	await read('a b/?#é', '7');
	expect(last().url).toBe('/v2/custom_object_defs/a%20b%2F%3F%23%C3%A9/custom_objects/7');
	const sent = server.requests.length;
	for (const id of ['..', '.', '../x', 'a/../b', '..\\x', '', ' ', Number.NaN, '\ud800']) {
		expect((await failureOf(read('ticket', id))).name).toBe('UsageError');
	}
	await expect(client.send({ operation: 'deal.get' })).rejects.toThrow(
		'Deal: Get needs a value for "id".',
	);
	expect(server.requests.length).toBe(sent);
});

test('an operation that the version does not have says what it needs', async () => {
	await expect((await clientOf()).send({ operation: 'domainSetting.get' })).rejects.toThrow(
		'Domain Setting: Get does not exist in v2: use an API key (v1) instead.',
	);
	const v1 = await clientOf('v1ApiKey');
	expect(() => v1.route('contact.create')).toThrow(/does not exist in v1: use a personal or team/);
	expect(() => v1.route('constructor' as OperationId)).toThrow(/does not exist/);
});

test('an overridden route is the one that is sent (S1)', async () => {
	const endpointOverrides = JSON.stringify({
		'deal.update': 'put /sales/{id}',
		'userGroup.addMember': 'POST /user_groups/{userGroupId}/users/{userId}',
	});
	const client = await clientOf('personalToken', { endpointOverrides });
	await client.send({ operation: 'deal.update', path: { id: 7 }, body: { name: 'x' } });
	expect([last().method, last().url]).toEqual(['PUT', '/v2/sales/7']);
	// v1 §4 lists a userId path parameter beside the body's.
	await client.send({
		operation: 'userGroup.addMember',
		path: { userGroupId: 1 },
		body: { userId: 2 },
	});
	expect(last().url).toBe('/v2/user_groups/1/users/2');
});

test('a redirect is not followed, and the credential goes nowhere else', async () => {
	answer = { status: 302, headers: { location: `${elsewhere.url}/v2/users/me?token=1` } };
	const error = await failureOf<ServiceError>(
		(await clientOf()).send({ operation: 'user.getCurrent' }),
	);
	expect(error.message).toBe(
		`The service redirects to ${elsewhere.url}/v2/users/me (User: Get Current, HTTP 302): enter the final address as the Base URL, since a credential is never sent along a redirect.`,
	);
	expect(elsewhere.requests).toHaveLength(0);
});

test('a wrong token is reported once: a 401 is not sent twice', async () => {
	answer = { status: 401, body: { error: `Invalid token ${SECRET}` } };
	const error = await failureOf<ServiceError>(
		(await clientOf()).send({ operation: 'deal.getMany' }),
	);
	expect(error.message).toBe(
		'Invalid token *** (Deal: Get Many, HTTP 401): check the token in the credential, and that its owner is allowed to do this.',
	);
	expect(server.requests).toHaveLength(1);
});

test.each([
	[
		'an HTML page',
		'<!DOCTYPE html><html><body>Sign in</body></html>',
		/^The address returned an HTML page instead of JSON \(Deal: Get, HTTP 200\): check the Base URL/,
	],
	['text', 'pong', /^The response is not JSON \(Deal: Get, HTTP 200\): check the Base URL/],
])('%s instead of JSON is an error that says so', async (_name, body, message) => {
	answer = { body };
	const client = await clientOf();
	const error = await failureOf<ServiceError>(
		client.send({ operation: 'deal.get', path: { id: 1 } }),
	);
	expect(error.message).toMatch(message);
	expect(server.requests).toHaveLength(1);
});

test('an HTML response to a create says that its outcome is unknown', async () => {
	answer = { body: '<html></html>' };
	const client = await clientOf();
	const error = await failureOf<ServiceError>(
		client.send({ operation: 'customer.create', body: { name: 'A' } }),
	);
	expect(error.outcome).toBe('unknown');
	expect(error.message).toMatch(/not known whether .* look for its result before you repeat it\.$/);
	expect(server.requests).toHaveLength(1);
});

test('a response that breaks off is requested again for a read, never for a create', async () => {
	const breakOff: Answer = {
		act: (response) => {
			response.writeHead(200, { 'content-length': '500' });
			response.write('{"id":');
			setImmediate(() => response.destroy());
		},
	};
	answer = breakOff;
	const client = await clientOf();
	const create = client.send({ operation: 'deal.create', body: { name: 'A' } });
	const error = await failureOf<ServiceError>(create);
	expect(error.outcome).toBe('unknown');
	expect(error.message).toMatch(
		/^The connection broke before the response was complete \(Deal: Create\)/,
	);
	expect(server.requests).toHaveLength(1);

	answer = {
		act: (response) => {
			answer = { body: { id: 1 } };
			breakOff.act?.(response);
		},
	};
	const read = await client.send({ operation: 'deal.get', path: { id: 1 } });
	expect(read.body).toEqual({ id: 1 });
	expect(server.requests).toHaveLength(3);
});

test('a stopped service and an unknown host each say what to do', async () => {
	const stopped = await serve(() => ({}));
	await stopped.close();
	const client = await clientOf('personalToken', { baseUrl: `${stopped.url}/v2` });
	const error = await failureOf<ServiceError>(
		client.send({ operation: 'deal.create', body: { name: 'A' } }),
	);
	expect(error.message).toBe(
		'The service refuses connections (Deal: Create): check that the service is running and that the Base URL of the credential is right.',
	);
	expect(error.outcome).toBe('unreachable');

	const unknown = await clientOf('personalToken', { baseUrl: 'https://no-such-host.invalid/v2' });
	expect((await failureOf(unknown.send({ operation: 'user.getCurrent' }))).message).toMatch(
		/^The host name of the Base URL .* check that the service is running and that the Base URL/,
	);
});

test('a credential that can’t be used is refused before any request', async () => {
	for (const fields of [
		{ baseUrl: '' },
		{ baseUrl: `${server.url}/v1` },
		{ accessToken: ' ' },
		{ requestsPerSecond: 0 },
		{ endpointOverrides: '{"deal.fly": "GET /x"}' },
	]) {
		expect((await failureOf(clientOf('personalToken', fields as never))).name).toBe('UsageError');
	}
	expect(server.requests).toHaveLength(0);
});
