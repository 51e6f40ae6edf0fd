/** The three credential types: their fields, their test, and where they send their secret. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { ICredentialDataDecryptedObject, ICredentialType } from 'n8n-workflow';
import { SalesManagementPersonalTokenApi } from '../../../credentials/SalesManagementPersonalTokenApi.credentials';
import { SalesManagementTeamTokenApi } from '../../../credentials/SalesManagementTeamTokenApi.credentials';
import { SalesManagementV1KeyApi } from '../../../credentials/SalesManagementV1KeyApi.credentials';
import { CREDENTIAL_TYPES } from '../../../nodes/SalesManagement/api/connect';
import { serve, type Answer, type Received, type Server } from '../support/testClient';
import { authenticated, testCredential } from '../support/credentialTester';

const personal = new SalesManagementPersonalTokenApi();
const team = new SalesManagementTeamTokenApi();
const v1 = new SalesManagementV1KeyApi();
const kinds = [
	{ type: personal, version: 'v2', secret: 'accessToken', path: '/v2/users/me', ok: { id: 1 } },
	{ type: team, version: 'v2', secret: 'accessToken', path: '/v2/roles', ok: { roles: [] } },
	{
		type: v1,
		version: 'v1',
		secret: 'apiKey',
		path: '/v1/domains/settings',
		ok: { dealTypes: [] },
	},
] as const;

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

const fieldsOf = (
	{ version, secret }: (typeof kinds)[number],
	more: ICredentialDataDecryptedObject = {},
) => ({ baseUrl: `${server.url}/${version}`, [secret]: 'the-secret', ...more });

test('names and fields are those that users and nodes rely on (architecture)', () => {
	expect(kinds.map(({ type }) => type.name)).toEqual(Object.values(CREDENTIAL_TYPES));
	for (const { type, secret } of kinds) {
		const names = type.properties.map(({ name }) => name);
		const beside = type === v1 ? [] : ['v1ApiKey', 'v1BaseUrl'];
		const limits = ['requestsPerSecond', 'requestsKeptForTriggers'];
		expect(names).toEqual(['baseUrl', secret, ...beside, ...limits, 'endpointOverrides']);
		const field = type.properties.find(({ name }) => name === secret);
		expect(field?.typeOptions?.password).toBe(true);
		expect(type.properties.find(({ name }) => name === 'requestsPerSecond')?.default).toBe(5);
	}
});

test('icons exist for both themes, next to the credential and next to its build', () => {
	for (const { type } of kinds) {
		const { light, dark } = (type as ICredentialType).icon as { light: string; dark: string };
		expect(light).not.toBe(dark);
		for (const icon of [light, dark]) {
			expect(existsSync(join('credentials', icon.replace('file:', '')))).toBe(true);
		}
	}
});

describe.each(kinds)('$type.name: the credential test', (kind) => {
	const { type, path, ok } = kind;
	const run = async (more?: ICredentialDataDecryptedObject) =>
		await testCredential(type, fieldsOf(kind, more));

	test('sends a read that every such credential is allowed to do, with the secret in its header', async () => {
		answer = () => ({ body: ok });
		expect(await run()).toEqual({ status: 'OK', message: 'Connection successful!' });
		expect(server.requests[0]).toMatchObject({ method: 'GET', url: path });
		const { authorization, 'x-api-key': key } = server.requests[0]!.headers;
		expect(authorization ?? key).toBe(type === v1 ? 'the-secret' : 'Bearer the-secret');
	});

	test.each([
		[401, /does not accept this (token|key): copy it again/],
		[403, /Team Token credential|check its permissions/],
		[404, /is not the service's v\d interface: check the Base URL.* run Account > Check /],
		[410, /is not the service's v\d interface any more: .* run Account > Check /],
		[405, /does not accept this request: .* run Account > Check /],
		[429, /too many requests/],
		[500, /The service failed: try again later/],
		[503, /currently unavailable/],
	])('%s is reported in one sentence that says what to do', async (status, message) => {
		answer = () => ({ status, body: { error: 'no' } });
		const result = await run();
		expect(result.status).toBe('Error');
		expect(result.message).toMatch(message);
	});

	test('a redirect is not followed: the secret stays here', async () => {
		for (const status of [301, 302, 303, 307, 308]) {
			answer = () => ({ status, headers: { location: `${elsewhere.url}${path}` } });
			expect((await run()).message).toMatch(/enter the final one as the Base URL/);
		}
		expect(elsewhere.requests).toHaveLength(0);
	});

	test('an HTML page or another service is no success', async () => {
		for (const body of ['<!doctype html><html></html>', { hello: 'world' }]) {
			answer = () => ({ body });
			expect((await run()).message).toMatch(
				/responds, but not as the service's v\d interface does: .* run Account > Check /,
			);
		}
	});

	test('a stopped service is reported in a sentence, not by a code', async () => {
		const stopped = await serve(() => ({}));
		await stopped.close();
		const { status, message } = await run({ baseUrl: `${stopped.url}/${kind.version}` });
		expect(status).toBe('Error');
		expect(message).toMatch(
			/^The service refuses connections \(.*\): check that the service is running and that the Base URL of the credential is right\.$/,
		);
	});

	test.each([
		['', /has no Base URL/],
		['host.example', /must be a complete address/],
		['http://host.example/v2', /must begin with https/],
		['https://a:b@host.example/v2', /must not contain a user name/],
	])('the base address %p is refused before any request', async (baseUrl, message) => {
		expect((await run({ baseUrl })).message).toMatch(message);
		expect(server.requests).toHaveLength(0);
	});

	test('an address of the other version is recognised', async () => {
		const other = kind.version === 'v1' ? 'v2' : 'v1';
		expect((await run({ baseUrl: `${server.url}/${other}` })).message).toMatch(
			new RegExp(`is a ${other} address, but this credential speaks ${kind.version}`),
		);
		expect(server.requests).toHaveLength(0);
	});

	test.each([
		['{"deal.fly": "GET /x"}', /has no operation of this name/],
		['{"deal.get": "GET /x/{no}"}', /no path parameter \{no\}/],
		['{"deal.get": "/deals/{id}"}', /a route is a method and a path/],
		['not JSON', /must be a JSON object/],
		['[1]', /must be a JSON object/],
	])('Endpoint Overrides %p are refused (S1)', async (endpointOverrides, message) => {
		expect((await run({ endpointOverrides })).message).toMatch(message);
		expect(server.requests).toHaveLength(0);
	});

	test('an overridden route is the one that is tested (S1)', async () => {
		answer = ({ url, method }) =>
			url.endsWith('/other/place') && method === 'POST' ? { body: ok } : { status: 404 };
		const operation = { [personal.name]: 'user.getCurrent', [team.name]: 'role.getMany' }[
			type.name
		];
		const endpointOverrides = JSON.stringify({
			[operation ?? 'domainSetting.get']: 'POST  /other/place',
		});
		expect(await run({ endpointOverrides })).toMatchObject({ status: 'OK' });
	});

	test('an empty secret is refused before any request', async () => {
		expect((await run({ [kind.secret]: ' ' })).message).toMatch(/enter its token or key/);
		expect(server.requests).toHaveLength(0);
	});
});

test('a team token in the personal credential gets a hint; a prefix is never a reason to refuse (S2)', async () => {
	const fields = { baseUrl: `${server.url}/v2`, accessToken: 'svct_team' };
	answer = () => ({ status: 403, body: { error: 'Forbidden' } });
	expect((await testCredential(personal, fields)).message).toMatch(
		/^The service finds no user behind this token\. A team token \(it begins with svct_\)/,
	);
	answer = () => ({ body: { id: 1 } });
	expect(await testCredential(personal, fields)).toMatchObject({ status: 'OK' });
});

describe('what the form looks like', () => {
	const field = (type: ICredentialType, named: string) =>
		type.properties.find(({ name }) => name === named);

	test.each(kinds)('$type.name shows an address, and where its secret is issued', (kind) => {
		const { type, secret, version } = kind;
		const example = `https://host.example/${version}`;
		expect(field(type, 'baseUrl')).toMatchObject({
			placeholder: `e.g. ${example}`,
			hint: expect.stringContaining(example),
		});
		expect(field(type, secret)?.hint).toMatch(/issue/i);
	});

	test.each([personal, team])(
		'$name says what the key beside it is for, and where from',
		(type) => {
			expect(field(type, 'v1ApiKey')).toMatchObject({
				typeOptions: { password: true },
				hint: expect.stringMatching(/^Optional: .*administration/),
			});
			expect(field(type, 'v1ApiKey')).not.toHaveProperty('required');
			expect(field(type, 'v1BaseUrl')).toMatchObject({
				placeholder: 'e.g. https://host.example/v1',
			});
		},
	);

	test.each(kinds)(
		'$type.name: Endpoint Overrides is one line at the end, the pace a plain 5',
		({ type }) => {
			expect(type.properties.at(-1)).toMatchObject({ name: 'endpointOverrides', type: 'string' });
			expect(field(type, 'requestsPerSecond')?.typeOptions).toEqual({ minValue: 0.1 });
		},
	);
});

describe.each([personal, team])('$name: a v1 key beside the token', (type) => {
	const fields = () => ({
		baseUrl: `${server.url}/v2`,
		accessToken: 'the-token',
		v1ApiKey: 'the-key',
		v1BaseUrl: `${server.url}/v1`,
	});

	test('is not sent with the request of the test, which tries the token', async () => {
		answer = () => ({ body: { id: 1, roles: [] } });
		expect(await testCredential(type, fields())).toMatchObject({ status: 'OK' });
		expect(server.requests).toHaveLength(1);
		expect(server.requests[0]!.headers).toMatchObject({ authorization: 'Bearer the-token' });
		expect(server.requests[0]!.headers).not.toHaveProperty('x-api-key');
	});

	test.each([
		[{ v1BaseUrl: '' }, 'a V1 API Key, but no V1 Base URL'],
		[{ v1ApiKey: ' ' }, 'a V1 Base URL, but no V1 API Key'],
		[{ v1BaseUrl: 'http://host.example/v1' }, 'The V1 Base URL must begin with https://'],
		[{ v1BaseUrl: 'https://host.example/v2' }, 'The V1 Base URL is a v2 address'],
		[{ baseUrl: 'https://h.example', v1BaseUrl: 'https://h.example/' }, 'are the same address'],
		[{ endpointOverrides: '{"v1:deal.fly": "GET /x"}' }, '"v1:deal.fly": v1 has no operation'],
	])('the test tells %p before any request', async (more, message) => {
		const result = await testCredential(type, { ...fields(), ...more });
		expect(result.status).toBe('Error');
		expect(result.message).toContain(message);
		expect(server.requests).toHaveLength(0);
	});

	test('each request gets the secret of its own address, never both', async () => {
		const headersAt = async (url: string) => (await authenticated(type, fields(), { url })).headers;
		expect(await headersAt(`${server.url}/v2/deals`)).toEqual({
			Authorization: 'Bearer the-token',
		});
		expect(await headersAt(`${server.url}/v1/deals`)).toEqual({ 'X-Api-Key': 'the-key' });
		expect(await headersAt(`${server.url}/v1/../v2/deals`)).toEqual({
			Authorization: 'Bearer the-token',
		});
		for (const url of [`${server.url}/v1/..%2fv2/deals`, `${server.url}/`, elsewhere.url]) {
			await expect(headersAt(url)).rejects.toThrow(
				`This credential is sent to ${server.url}/v2 and ${server.url}/v1 and nowhere else.`,
			);
		}
	});
});

describe('the secret goes below the base address only, whichever node sends it', () => {
	const fields = { baseUrl: 'https://host.example/api/v2/', accessToken: 'the-secret' };

	test.each([
		[{ url: 'https://host.example/api/v2/deals?x=1' }],
		[{ url: 'https://host.example/api/v2' }],
		[{ uri: 'https://host.example/api/v2/deals' }],
		[{ baseURL: 'https://host.example/api/v2', url: '/deals' }],
	])('%p gets it', async (request) => {
		const { headers } = await authenticated(personal, fields, {
			...request,
			headers: { Accept: 'x' },
		});
		expect(headers).toEqual({ Accept: 'x', Authorization: 'Bearer the-secret' });
	});

	test.each([
		[{ url: 'https://evil.example/api/v2/deals' }],
		[{ url: 'https://host.example.evil.example/api/v2' }],
		[{ url: 'https://host.example/api/v2x' }],
		[{ url: 'https://host.example/api/v2/../v3/deals' }],
		[{ url: 'https://host.example/api/v2/%2e%2e/v3/deals' }],
		[{ url: 'http://host.example/api/v2/deals' }],
		[{ url: 'https://host.example:8443/api/v2/deals' }],
		[{ url: 'https://x:y@host.example/api/v2/deals' }],
		[{ baseURL: 'https://host.example/api/v2', url: '//evil.example/deals/../../../..' }],
		[{ baseURL: 'https://host.example/api/v2', url: 'https://evil.example/' }],
		[{ url: '' }],
	])('%p does not', async (request) => {
		await expect(authenticated(personal, fields, request)).rejects.toThrow(
			'This credential is sent to https://host.example/api/v2 and nowhere else.',
		);
	});
});
