/** What a credential may contain, and messages otherwise; where its secrets go. */
import tables from './credential.json';
import { connect, routesWith, ROUTES, type CredentialKind } from '../../nodes/SalesManagement/api';
import { SalesManagementPersonalTokenApi } from '../../credentials/SalesManagementPersonalTokenApi.credentials';
import { authenticated } from '../credentials/support/credentialTester';
import { failureOf } from './support/client';
import { contextWith } from './support/contextWith';

const V2 = 'https://host.example/api/v2';
const V1 = 'https://host.example/api/v1';
const opened = (fields: object = {}, kind: CredentialKind = 'personalToken') =>
	connect(contextWith(kind, { baseUrl: kind === 'v1ApiKey' ? V1 : V2, ...fields }), kind);
const refusal = async (fields: object, kind?: CredentialKind) => {
	const error = await failureOf(opened(fields, kind));
	expect(error.name).toBe('UsageError');
	return error.message;
};

test.each(tables.baseUrls)(
	'the base address $baseUrl is taken as $taken',
	async ({ baseUrl, taken }) => {
		expect((await opened({ baseUrl })).baseUrl).toBe(taken);
	},
);

test.each<[string, unknown, RegExp, CredentialKind?]>([
	['baseUrl', '', /has no Base URL: enter one/],
	['baseUrl', undefined, /has no Base URL/],
	['baseUrl', 'host.example/v2', /complete address, such as https:\/\/host\.example\/v2/],
	['baseUrl', '/v2', /complete address/],
	['baseUrl', 'https:host.example/v2', /complete address/],
	['baseUrl', 'ftp://host.example/v2', /complete address/],
	['baseUrl', 'https://', /complete address/],
	['baseUrl', 'https://user:hunter2@host.example/v2', /must not contain a user name or password/],
	['baseUrl', 'https://host.example/v2?key=hunter2', /remove what follows \? or #/],
	['baseUrl', 'https://host.example/v2#', /remove what follows \? or #/],
	['baseUrl', 'http://host.example/v2', /must begin with https/],
	['baseUrl', 'http://localhost.host.example/v2', /must begin with https/],
	['baseUrl', 'http://127.0.0.1.host.example/v2', /must begin with https/],
	['baseUrl', V1, /is a v1 address: .* v2, or use an API Key \(v1\) credential instead\.$/],
	['baseUrl', V2, /is a v2 address: .* v1, or use a Personal Token or Team Token/, 'v1ApiKey'],
	['accessToken', ' ', /enter its token or key/],
	...[0, -1, 'fast'].map((rate): [string, unknown, RegExp] => [
		'requestsPerSecond',
		rate,
		/must be a number above 0/,
	]),
	...[-1, 1.5, 50_000, 'many'].map((kept): [string, unknown, RegExp] => [
		'requestsKeptForTriggers',
		kept,
		/must be a whole number from 0 to 49,999\.$/,
	]),
])(
	'%s: %p is refused with what to change, and not repeated',
	async (field, value, message, kind = 'personalToken') => {
		const told = await refusal({ [field]: value }, kind);
		expect(told).toMatch(message);
		expect(told).not.toContain('hunter2');
	},
);

describe('Endpoint Overrides (S1)', () => {
	test.each([undefined, '', '  ', '{}', {}])('%p leaves the table as it is', async (entered) => {
		const client = await opened({ endpointOverrides: entered });
		expect(client.route('deal.getMany')).toBe(ROUTES.v2['deal.getMany']);
	});

	test('a row is replaced by its operation ID, and keeps its rules', async () => {
		const endpointOverrides = '{"deal.getMany": "post /v2.1/list", "deal.get": "GET /x/{id}/"}';
		const client = await opened({ endpointOverrides });
		const changed = { method: 'POST', path: '/v2.1/list' };
		expect(client.route('deal.getMany')).toEqual({ ...ROUTES.v2['deal.getMany'], ...changed });
		expect(client.route('deal.get').path).toBe('/x/{id}/');
		expect(ROUTES.v2['deal.getMany']?.path).toBe('/deals');
	});

	test('those with v1: are for the key beside a token, all others for the token', () => {
		const entered = '{"deal.get": "GET /x/{id}", "v1:deal.get": "GET /y/{id}"}';
		const [v2, v1] = (['v2', 'v1'] as const).map((version) =>
			routesWith(entered, 'personalToken', version),
		);
		expect([v2?.['deal.get']?.path, v1?.['deal.get']?.path]).toEqual(['/x/{id}', '/y/{id}']);
		expect(v2).not.toHaveProperty(['v1:deal.get']);
	});

	test.each(['no JSON', '[]', '"GET /deals"', '7', 'null'])(
		'%s is not an object',
		async (entered) => {
			expect(await refusal({ endpointOverrides: entered })).toMatch(
				/must be a JSON object, such as \{"deal/,
			);
		},
	);

	test.each<[string, unknown, RegExp, CredentialKind?]>([
		['deal.fly', 'GET /deals', /"deal.fly": v2 has no operation of this name\.$/],
		['domainSetting.get', 'GET /x', /v2 has no operation of this name/],
		['v1:contact.create', 'POST /x', /"v1:contact.create": v1 has no operation of this name\.$/],
		['toString', 'GET /x', /v2 has no operation of this name/],
		['deal.get', 'GET /deals/{dealId}', /no path parameter \{dealId\}; this route has \{id\}\.$/],
		['deal.getMany', 'GET /deals/{id}', /this route has none\.$/],
		['deal.delete', 'DELETE /deals', /the path lacks its parameter \{id\}\.$/],
		['deal.get', '/deals/{id}', /a route is a method and a path, such as "GET \/deals\/\{id\}"/],
		...[
			'GET deals/{id}',
			'FETCH /deals/{id}',
			'GET /deals/{id}?x=1',
			'GET /deals/{id',
			'GET /../deals/{id}',
			'GET /%2E%2e/deals/{id}',
			'GET /x/.%2e%2fdeals/{id}',
			'GET //evil.example/{id}',
			'GET /deals//{id}',
			'GET /deals/{id}//',
			'GET /de als/{id}',
			5,
		].map((route): [string, unknown, RegExp] => ['deal.get', route, /a route is/]),
	])('%s: %s is refused', async (operation, route, message, kind = 'personalToken') => {
		const endpointOverrides = JSON.stringify({ [operation]: route });
		expect(await refusal({ endpointOverrides }, kind)).toMatch(message);
	});
});

/** A token and a key; more of it is in test/credentials. */
describe('an address belongs to one secret or to none', () => {
	const secretAt = async (url: string, more: object = {}) => {
		const fields = { baseUrl: V2, accessToken: 'token', v1ApiKey: ' key ', v1BaseUrl: `${V1}/` };
		const type = new SalesManagementPersonalTokenApi();
		const sent = await authenticated(type, { ...fields, ...more }, { url }).catch(() => undefined);
		const { Authorization, 'X-Api-Key': key } = { ...sent?.headers };
		return Authorization ?? key;
	};
	const [TOKEN, KEY] = ['Bearer token', 'key'];
	const below = { v1BaseUrl: `${V2}/old/v1` };
	const above = { baseUrl: `${V1}/new/v2`, v1BaseUrl: V1 };

	test.each<[string, string | undefined, object?]>([
		[`${V2}/%2e%2e/v1/deals`, KEY],
		[`${V2}/custom_object_defs/a%2Fb/custom_objects`, TOKEN],
		[`${V2}/%2e%2e%5Cv1/deals`, undefined],
		[`${V1}x`, undefined],
		// Where one lies below the other, the more specific one counts.
		[`${V2}/old/v1/deals`, KEY, below],
		[`${V2}/old/deals`, TOKEN, below],
		// A server may decode a slash before it looks at the path.
		[`${V2}/old/v1/..%2fdeals`, undefined, below],
		[`${V1}/new/v2/deals`, TOKEN, above],
		[`${V1}/new/deals`, KEY, above],
	])('%s: %s', async (url, secret, more = {}) => {
		expect(await secretAt(url, more)).toBe(secret);
	});
});
