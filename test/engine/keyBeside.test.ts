/** A v1 key beside a token, in one credential: what it opens, where it goes, what is said of it. */
import type { IDataObject } from 'n8n-workflow';
import { callMethod, runNode } from '../support/harness';
import { skipWaits } from '../support/timeTravel';
import { serve, type Answer, type Received, type Server } from '../unit/support/testClient';
import { startNodeFixture, unpacedCredentials, type NodeFixture } from './support/nodeFixture';

const TOKEN = 'svcp_a-token-of-a-test';
const KEY = 'a-key-of-a-test-alone';
const KINDS = [
	['personalToken', 'salesManagementPersonalTokenApi', TOKEN],
	['teamToken', 'salesManagementTeamTokenApi', TOKEN.replace('svcp_', 'svct_')],
] as const;
const TYPE = KINDS[0][1];

let v2: Server;
let v1: Server;
let answer: Answer;

const arrived = ({ requests }: Server) =>
	requests.map(({ method, url, headers }) => ({
		request: `${method} ${url}`,
		token: headers.authorization,
		key: headers['x-api-key'],
	}));

beforeAll(async () => {
	skipWaits();
	v2 = await serve((request) => (isSettings(request) ? answer : { body: { deals: [] } }));
	v1 = await serve(() => answer);
});

const isSettings = ({ url }: Received) => url.startsWith('/v1');

afterAll(async () => {
	await v2.close();
	await v1.close();
});

beforeEach(() => {
	answer = { body: { dealTypes: [{ id: 7, name: 'New', phases: [{ id: 3, name: 'Won' }] }] } };
	v2.requests.length = 0;
	v1.requests.length = 0;
});

const fieldsOf = (more: IDataObject = {}) => ({
	baseUrl: `${v2.url}/v2`,
	accessToken: TOKEN,
	v1ApiKey: KEY,
	v1BaseUrl: `${v1.url}/v1`,
	requestsPerSecond: 1000,
	...(more as Record<string, string>),
});

const run = async (operation: string, more: IDataObject = {}) => {
	const [resource, name] = operation.split('.');
	return await runNode({
		parameters: { authentication: 'personalToken', resource, operation: name },
		credentials: { [TYPE]: fieldsOf(more) },
	});
};

const dropdown = async (method: string, more: IDataObject = {}) =>
	await callMethod({
		parameters: {
			authentication: 'personalToken',
			resource: 'deal',
			operation: 'create',
			dealType: 7,
		},
		credentials: { [TYPE]: fieldsOf(more) },
		kind: 'loadOptions',
		method,
	});

describe.each(KINDS)('with a %s', (authentication, type, accessToken) => {
	test('each operation goes to the address of its interface, with the secret of that address', async () => {
		const credentials = { [type]: fieldsOf({ accessToken }) };
		for (const [resource, operation] of [
			['domainSetting', 'get'],
			['deal', 'getMany'],
		]) {
			const { error } = await runNode({
				parameters: { authentication, resource, operation },
				credentials,
			});
			expect(error).toBeUndefined();
		}
		expect(arrived(v1)).toEqual([
			{ request: 'GET /v1/domains/settings', token: undefined, key: KEY },
		]);
		expect(arrived(v2)).toEqual([
			expect.objectContaining({ token: `Bearer ${accessToken}`, key: undefined }),
		]);
	});
});

test('a dropdown takes its names from v1, with the key alone', async () => {
	expect(await dropdown('getPhases', { v1ApiKey: `${KEY} dropdown` })).toEqual([
		expect.objectContaining({ name: 'Won', value: 3 }),
	]);
	expect(arrived(v1).map(({ token, key }) => [token, key])).toEqual([
		[undefined, `${KEY} dropdown`],
	]);
	expect(v2.requests).toEqual([]);
});

test('both interfaces of one host get their own secret', async () => {
	const oneHost = { v1BaseUrl: `${v2.url}/v1` };
	expect((await run('domainSetting.get', oneHost)).error).toBeUndefined();
	expect((await run('deal.getMany', oneHost)).error).toBeUndefined();
	expect(arrived(v2).map(({ token, key }) => [token, key])).toEqual([
		[undefined, KEY],
		[`Bearer ${TOKEN}`, undefined],
	]);
});

test('an overridden route of v1 can’t lead the key to the address of v2', async () => {
	for (const route of ['GET /../v2/users/me', 'GET /%2e%2e/v2/users/me', 'GET /..%2fv2/users/me']) {
		const endpointOverrides = JSON.stringify({ 'v1:domainSetting.get': route });
		const more = { v1BaseUrl: `${v2.url}/v1`, endpointOverrides };
		const { error } = await run('domainSetting.get', more);
		expect(error).toBeDefined();
		expect(error?.message).not.toContain(KEY);
	}
	expect(arrived(v2).filter(({ key }) => key !== undefined)).toEqual([]);
});

test('an override with v1: is the route that is sent', async () => {
	const endpointOverrides = '{"v1:domainSetting.get": "GET /settings"}';
	expect((await run('domainSetting.get', { endpointOverrides })).error).toBeUndefined();
	expect(arrived(v1).map(({ request }) => request)).toEqual(['GET /v1/settings']);
});

test('a redirect of v1 is not followed, and names the V1 Base URL', async () => {
	answer = { status: 302, headers: { location: `${v2.url}/v1/domains/settings` } };
	const { error } = await run('domainSetting.get');
	expect(error?.message).toContain('enter the final address as the V1 Base URL');
	expect(v2.requests).toEqual([]);
});

test('a refused key is named with its credential, once and without being shown', async () => {
	answer = { status: 401, body: { error: `No such key ${KEY}, nor ${TOKEN}` } };
	const { error } = await run('domainSetting.get');
	expect(error?.message).toBe(
		`No such key ***, nor *** (Domain Setting: Get, HTTP 401): check the V1 API Key in the credential "${TYPE}", which the service does not accept, and that its owner is allowed to do this.`,
	);
	expect(JSON.stringify(error)).not.toContain(KEY);
	expect(v1.requests).toHaveLength(1);
	await expect(dropdown('getPhases', { v1ApiKey: `${KEY} refused` })).rejects.toThrow(
		`check the V1 API Key in the credential "${TYPE}"`,
	);
});

test('neither secret that the service repeats comes into an item', async () => {
	answer = { body: { dealTypes: [], said: `${KEY} and ${TOKEN}` } };
	const { items } = await run('domainSetting.get');
	expect(items[0]?.json.said).toBe('*** and ***');
});

test.each([
	['nobody listens', 'http://127.0.0.1:1/v1', /that the V1 Base URL of the credential is right/],
	['a page', undefined, /check the V1 Base URL and the Endpoint Overrides of the credential/],
	['the v2 address', 'https://host.example/v2', /^The V1 Base URL is a v2 address/],
	['no address', '', /a V1 API Key, but no V1 Base URL: enter both, or neither/],
])('a wrong address is named: %s', async (_what, v1BaseUrl, message) => {
	answer = { body: '<!DOCTYPE html><html></html>' };
	const { error } = await run('domainSetting.get', { v1BaseUrl: v1BaseUrl ?? `${v1.url}/v1` });
	expect(error?.message).toMatch(message);
});

test('half a key is told at use, also where only the token is used', async () => {
	const { error } = await run('deal.getMany', { v1ApiKey: '' });
	expect(error?.message).toMatch(/a V1 Base URL, but no V1 API Key/);
	expect(v2.requests).toEqual([]);
});

describe('on the sandbox', () => {
	let fixture: NodeFixture;

	beforeAll(async () => {
		fixture = await startNodeFixture();
	});

	afterAll(async () => await fixture.close());

	test.each(KINDS)(
		'an operation that only v1 has is served beside a %s',
		async (authentication, type) => {
			const { [type]: own = {} } = unpacedCredentials(fixture.sandbox);
			const call = { authentication, credentials: { [type]: own } };
			const [settings] = await fixture.records('domainSetting.get', call);
			expect(settings?.dealTypes).toEqual(expect.arrayContaining([expect.anything()]));
			const requests = await fixture.requests();
			expect(requests.map(({ path, status }) => [path, status])).toEqual([
				['/v1/domains/settings', 200],
			]);
		},
	);
});
