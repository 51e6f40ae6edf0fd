/** A v1 key beside a token, in one credential: what it opens, where it goes, what is said of it. */
import type { IDataObject } from 'n8n-workflow';
import tables from './v1KeyWithToken.json';
import { serve, type Answer, type Server } from '../http/support/server';
import { callMethod, runNode } from '../../harness';
import { skipWaits } from '../support/timeTravel';

const TOKEN = 'svcp_a-token-of-a-test';
const KEY = 'a-key-of-a-test-alone';
const KINDS = [
	['personalToken', 'salesManagementPersonalTokenApi', TOKEN],
	['teamToken', 'salesManagementTeamTokenApi', TOKEN.replace('svcp_', 'svct_')],
] as const;
const [, TYPE] = KINDS[0];

let v2: Server;
let v1: Server;
let answer: Answer;

beforeAll(async () => {
	skipWaits();
	v2 = await serve(({ url }) => (url.startsWith('/v1') ? answer : { body: { deals: [] } }));
	v1 = await serve(() => answer);
});
afterAll(async () => {
	await v2.close();
	await v1.close();
});
beforeEach(() => {
	answer = { body: { dealTypes: [{ id: 7, name: 'New', phases: [{ id: 3, name: 'Won' }] }] } };
	v2.requests.length = 0;
	v1.requests.length = 0;
});

/** What arrived, and with which secret. */
const arrived = ({ requests }: Server) =>
	requests.map(({ method, url, headers }) => [
		`${method} ${url.split('?')[0]}`,
		headers.authorization ?? headers['x-api-key'],
		headers.authorization !== undefined && headers['x-api-key'] !== undefined,
	]);

const fieldsOf = (more: IDataObject = {}) => ({
	baseUrl: `${v2.url}/v2`,
	accessToken: TOKEN,
	v1ApiKey: KEY,
	v1BaseUrl: `${v1.url}/v1`,
	requestsPerSecond: 1000,
	...(more as Record<string, string>),
});

const run = async (
	operation: string,
	more: IDataObject = {},
	[authentication, type] = KINDS[0],
) => {
	const [resource, name] = operation.split('.');
	return await runNode({
		parameters: { authentication, resource, operation: name },
		credentials: { [type]: fieldsOf(more) },
	});
};

const phases = async (v1ApiKey: string) =>
	await callMethod({
		parameters: {
			...{ authentication: 'personalToken', resource: 'deal', operation: 'create' },
			dealType: 7,
		},
		credentials: { [TYPE]: fieldsOf({ v1ApiKey }) },
		kind: 'listSearch',
		method: 'getPhases',
	});

describe.each([
	['hosts of their own', () => v1.url],
	['one host', () => v2.url],
])('each interface gets its own secret, and only that, on %s', (_hosts, host) => {
	test.each(KINDS)('with a %s', async (...kind) => {
		const more = { accessToken: kind[2], v1BaseUrl: `${host()}/v1` };
		for (const operation of ['domainSetting.get', 'deal.getMany']) {
			expect((await run(operation, more, kind as never)).error).toBeUndefined();
		}
		expect([...arrived(v1), ...arrived(v2)]).toEqual([
			['GET /v1/domains/settings', KEY, false],
			['GET /v2/deals', `Bearer ${kind[2]}`, false],
		]);
	});
});

test('an override with v1: is the route that is sent, and none leads the key to v2', async () => {
	const overridden = async (route: string) =>
		await run('domainSetting.get', {
			v1BaseUrl: `${v2.url}/v1`,
			endpointOverrides: JSON.stringify({ 'v1:domainSetting.get': route }),
		});
	for (const route of ['GET /../v2/users/me', 'GET /%2e%2e/v2/users/me', 'GET /..%2fv2/users/me']) {
		const { error } = await overridden(route);
		expect(error).toBeDefined();
		expect(error?.message).not.toContain(KEY);
	}
	expect((await overridden('GET /settings')).error).toBeUndefined();
	expect(arrived(v2)).toEqual([['GET /v1/settings', KEY, false]]);
});

test('a refused key is named, once and without being shown', async () => {
	answer = { status: 401, body: { error: `No such key ${KEY}, nor ${TOKEN}` } };
	const { error } = await run('domainSetting.get');
	expect(error?.message).toBe(
		'No such key ***, nor *** (Domain Setting: Get, HTTP 401): check the V1 API Key in the credential, and that its owner is allowed to do this.',
	);
	expect(JSON.stringify(error)).not.toContain(KEY);
	expect(v1.requests).toHaveLength(1);
	await expect(phases(`${KEY} refused`)).rejects.toThrow('check the V1 API Key in the credential');
});

test('neither secret that the service repeats comes into an item', async () => {
	answer = { body: { dealTypes: [], said: `${KEY} and ${TOKEN}` } };
	expect((await run('domainSetting.get')).items[0]?.json.said).toBe('*** and ***');
});

test('a redirect of v1 is not followed, and names the V1 Base URL', async () => {
	answer = { status: 302, headers: { location: `${v2.url}/v1/domains/settings` } };
	const { error } = await run('domainSetting.get');
	expect(error?.message).toContain('enter the final address as the V1 Base URL');
	expect(v2.requests).toEqual([]);
});

test.each(tables.wrongAddresses)(
	'a wrong address is named: $what',
	async ({ v1BaseUrl, message }) => {
		answer = { body: '<!DOCTYPE html><html></html>' };
		const { error } = await run('domainSetting.get', { v1BaseUrl: v1BaseUrl ?? `${v1.url}/v1` });
		expect(error?.message).toMatch(RegExp(message));
	},
);

test('half a key is told at use, also where only the token is used', async () => {
	const { error } = await run('deal.getMany', { v1ApiKey: '' });
	expect(error?.message).toMatch(/only one of V1 API Key and V1 Base URL/);
	expect(v2.requests).toEqual([]);
});
