/** The three credential types: their fields, their test, and where they send their secret. */
import {
	NodeHelpers,
	type ICredentialDataDecryptedObject,
	type ICredentialType,
} from 'n8n-workflow';
import tables from './credentials.json';
import { SalesManagementPersonalTokenApi } from '../../credentials/SalesManagementPersonalTokenApi.credentials';
import { SalesManagementTeamTokenApi } from '../../credentials/SalesManagementTeamTokenApi.credentials';
import { SalesManagementV1KeyApi } from '../../credentials/SalesManagementV1KeyApi.credentials';
import { SalesManagement } from '../../nodes/SalesManagement/SalesManagement.node';
import { SalesManagementTrigger } from '../../nodes/SalesManagement/SalesManagementTrigger.node';
import { serve, type Answer, type Received, type Server } from '../http/support/server';
import { authenticated, testCredential } from './support/credentialTester';
import { table } from '../support/table';

const personal = new SalesManagementPersonalTokenApi();
const team = new SalesManagementTeamTokenApi();
const v1 = new SalesManagementV1KeyApi();
const kinds = [
	{
		...{ type: personal, authentication: 'personalToken', version: 'v2', secret: 'accessToken' },
		...{ operation: 'user.getCurrent', path: '/v2/users/me', ok: { id: 1 } },
	},
	{
		...{ type: team, authentication: 'teamToken', version: 'v2', secret: 'accessToken' },
		...{ operation: 'role.getMany', path: '/v2/roles', ok: { roles: [] } },
	},
	{
		...{ type: v1, authentication: 'v1ApiKey', version: 'v1', secret: 'apiKey' },
		...{ operation: 'domainSetting.get', path: '/v1/domains/settings', ok: { dealTypes: [] } },
	},
];

let server: Server;
let elsewhere: Server;
let answer: (request: Received) => Answer;

beforeAll(async () => {
	server = await serve((request) => answer(request));
	elsewhere = await serve(() => ({ body: { id: 1, roles: [], dealTypes: [] } }));
});
afterAll(async () => {
	await server.close();
	await elsewhere.close();
});
beforeEach(() => {
	server.requests.length = 0;
	answer = () => ({ status: 500 });
});

describe.each([new SalesManagement().description, new SalesManagementTrigger().description])(
	'$displayName',
	(description) => {
		const { credentials = [], properties } = description;

		/**
		 * n8n's editor shows one control for all credentials where it finds a main field of authentication
		 * (`getMainAuthField` of n8n 2.41): one that each of them is required by, and depends on alone.
		 */
		test('has a credential of each kind, required, tested by the node, and shown alone', () => {
			expect(credentials).toEqual(
				kinds.map(({ type, authentication }) => ({
					...{ name: type.name, required: true, testedBy: 'credentialTest' },
					displayOptions: { show: { authentication: [authentication] } },
				})),
			);
			const offered = (properties[0]?.options ?? []).map((each) => 'value' in each && each.value);
			expect(properties[0]).toMatchObject({ name: 'authentication', type: 'options' });
			expect(offered).toEqual(kinds.map(({ authentication }) => authentication));
		});

		test.each(kinds)('asks for $type.name alone with $authentication', (kind) => {
			const chosen = { authentication: kind.authentication };
			const shown = credentials.filter((each) =>
				NodeHelpers.displayParameter(chosen, each, null, description),
			);
			expect(shown.map(({ name }) => name)).toEqual([kind.type.name]);
		});
	},
);

describe.each(kinds)('the form of $type.name', ({ type, version, secret }) => {
	const field = (named: string) => type.properties.find(({ name }) => name === named);

	test('has the fields that users and nodes rely on, in their order', () => {
		const beside = type === v1 ? [] : ['v1ApiKey', 'v1BaseUrl'];
		const limits = ['requestsPerSecond', 'requestsKeptForTriggers'];
		expect(type.properties.map(({ name }) => name)).toEqual([
			...['baseUrl', secret, ...beside, ...limits, 'endpointOverrides'],
		]);
		expect(field('requestsPerSecond')).toMatchObject({
			default: 5,
			typeOptions: { minValue: 0.1 },
		});
	});

	test('hides each secret, and says where it is issued and what an address looks like', () => {
		expect(field(secret)).toMatchObject({
			...{ typeOptions: { password: true }, hint: expect.stringMatching(/issue/i) },
		});
		const address = `https://host.example/${version}`;
		expect(field('baseUrl')).toMatchObject({
			...{ placeholder: `e.g. ${address}`, hint: expect.stringContaining(address) },
		});
		if (type === v1) return;
		expect(field('v1ApiKey')).toMatchObject({
			...{ typeOptions: { password: true }, hint: expect.stringMatching(/^Optional: /) },
		});
		expect(field('v1ApiKey')).not.toHaveProperty('required');
	});
});

describe.each(kinds)('the test of $type.name', (kind) => {
	const { type, version, secret, operation, path, ok } = kind;
	const run = async (more: ICredentialDataDecryptedObject = {}) => {
		const fields = { baseUrl: `${server.url}/${version}`, [secret]: 'the-secret' };
		return await testCredential(type, { ...fields, ...more });
	};

	test('sends a read that every such credential may do, with the secret in its header', async () => {
		answer = () => ({ body: ok });
		expect(await run()).toEqual({ status: 'OK', message: 'Connection successful!' });
		expect(server.requests[0]).toMatchObject({ method: 'GET', url: path });
		const { authorization, 'x-api-key': key } = server.requests[0]!.headers;
		expect(authorization ?? key).toBe(type === v1 ? 'the-secret' : 'Bearer the-secret');
	});

	test.each([' the-secret\n', 'Bearer the-secret', 'bearer  the-secret '])(
		'takes %j for the secret in it',
		async (pasted) => {
			answer = () => ({ body: ok });
			expect((await run({ [secret]: pasted })).status).toBe('OK');
			const { authorization, 'x-api-key': key } = server.requests[0]!.headers;
			expect(authorization ?? key).toBe(type === v1 ? 'the-secret' : 'Bearer the-secret');
		},
	);

	test('takes an answer in a wrapper, as the node does', async () => {
		answer = () => ({ body: { data: 'roles' in ok ? ok.roles : ok } });
		expect((await run()).status).toBe('OK');
	});

	test.each<[Answer, RegExp]>([
		[{ status: 401 }, /does not accept this (token|key): copy it again/],
		[{ status: 403 }, /Team Token credential|check its permissions/],
		...[404, 405, 410].map((status): [Answer, RegExp] => [
			{ status },
			/does not accept this request at this address: check the Base URL.* run Account > Check /,
		]),
		[{ status: 429 }, /too many requests/],
		[{ status: 500 }, /The service failed: try again later, or check the Base URL/],
		[{ body: '<!doctype html>' }, /responds, but not as the service's v\d interface does: /],
		[{ body: { hello: 'world' } }, /responds, but not as the service's v\d interface does: /],
	])('reports %j in one sentence that says what to do', async (given, message) => {
		answer = () => ({ body: { error: 'no' }, ...given });
		expect(await run()).toMatchObject({ status: 'Error', message: expect.stringMatching(message) });
	});

	test.each([301, 302, 303, 307, 308])('follows no redirect (%i)', async (status) => {
		answer = () => ({ status, headers: { location: `${elsewhere.url}${path}` } });
		expect((await run()).message).toMatch(/enter the final one as the Base URL/);
		expect(elsewhere.requests).toHaveLength(0);
	});

	test('reports a stopped service in a sentence, not by a code', async () => {
		const stopped = await serve(() => ({}));
		await stopped.close();
		expect((await run({ baseUrl: `${stopped.url}/${version}` })).message).toMatch(
			/^The service refuses connections \(.*\): check that the service is running and that the Base URL of the credential is right\.$/,
		);
	});

	const other = version === 'v1' ? 'v2' : 'v1';
	test.each<[ICredentialDataDecryptedObject, RegExp]>([
		[{ [secret]: ' ' }, /enter its token or key/],
		[{ baseUrl: '' }, /has no Base URL/],
		[
			{ baseUrl: `https://host.example/${other}` },
			new RegExp(`is a ${other} address: enter the one that contains ${version}`),
		],
		[{ endpointOverrides: '{"deal.fly": "GET /x"}' }, /has no operation of this name/],
	])('refuses %j before any request', async (more, message) => {
		expect((await run(more)).message).toMatch(message);
		expect(server.requests).toHaveLength(0);
	});

	test('goes by an overridden route (S1)', async () => {
		answer = ({ url, method }) =>
			url.endsWith('/other/place') && method === 'POST' ? { body: ok } : { status: 404 };
		const endpointOverrides = JSON.stringify({ [operation]: 'POST  /other/place' });
		expect(await run({ endpointOverrides })).toMatchObject({ status: 'OK' });
	});
});

test.each<[ICredentialType, string, string]>([
	[personal, 'svct_', 'Team Token'],
	[team, 'svcp_', 'Personal Token'],
])('$name: a token of the other kind is told before any request', async (type, prefix, other) => {
	const tested = (accessToken: string) =>
		testCredential(type, { baseUrl: `${server.url}/v2`, accessToken });
	expect(await tested(`${prefix}token`)).toMatchObject({
		status: 'Error',
		message: `This token begins with ${prefix}, so it belongs in a ${other} credential: create one of that type and enter the token there.`,
	});
	expect(server.requests).toHaveLength(0);
	// The documents spell the prefixes neutrally (v2 §5), so any other is accepted.
	answer = () => ({ body: { id: 1, roles: [] } });
	expect(await tested('abc_token')).toMatchObject({ status: 'OK' });
});

describe.each([personal, team])('$name: a v1 key beside the token', (type) => {
	const fields = () => ({
		...{ baseUrl: `${server.url}/v2`, accessToken: 'the-token' },
		...{ v1ApiKey: 'the-key', v1BaseUrl: `${server.url}/v1` },
	});

	test('is not sent with the request of the test, which tries the token', async () => {
		answer = () => ({ body: { id: 1, roles: [] } });
		expect(await testCredential(type, fields())).toMatchObject({ status: 'OK' });
		expect(
			server.requests.map(({ headers }) => [headers.authorization, headers['x-api-key']]),
		).toEqual([['Bearer the-token', undefined]]);
	});

	test.each(table<{ more: ICredentialDataDecryptedObject; message: string }>(tables.v1Keys))(
		'the test tells $more before any request',
		async ({ more, message }) => {
			expect((await testCredential(type, { ...fields(), ...more })).message).toContain(message);
			expect(server.requests).toHaveLength(0);
		},
	);

	test.each(tables.secrets)(
		'a request to $path gets the secret of its own address alone',
		async ({ path, headers }) => {
			const request = { url: `${server.url}${path}` };
			expect((await authenticated(type, fields(), request)).headers).toEqual(headers);
		},
	);

	test.each(['/v1/..%2fv2/deals', '/'])('a request to %s gets none', async (path) => {
		await expect(authenticated(type, fields(), { url: `${server.url}${path}` })).rejects.toThrow(
			`This credential is sent to ${server.url}/v2 and ${server.url}/v1 and nowhere else.`,
		);
	});
});

describe('the secret goes below the base address only, whichever node sends it', () => {
	const fields = { baseUrl: 'https://host.example/api/v2/', accessToken: 'the-secret' };

	test.each(tables.own)('%p gets it', async (request) => {
		const sent = await authenticated(personal, fields, { ...request, headers: { Accept: 'x' } });
		expect(sent.headers).toEqual({ Accept: 'x', Authorization: 'Bearer the-secret' });
	});

	test.each(tables.others)('%p does not', async (request) => {
		await expect(authenticated(personal, fields, request)).rejects.toThrow(
			'This credential is sent to https://host.example/api/v2 and nowhere else.',
		);
	});
});
