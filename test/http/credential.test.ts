/** What a credential may contain, and messages otherwise; where its secrets go. */
import tables from './credential.json';
import { connect, routesWith, ROUTES, type CredentialKind } from '../../nodes/SalesManagement/api';
import { SalesManagementPersonalTokenApi } from '../../credentials/SalesManagementPersonalTokenApi.credentials';
import { authenticated } from '../credentials/support/credentialTester';
import { failureOf } from './support/client';
import { contextWith } from './support/contextWith';
import { table } from '../support/table';

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

test.each(
	table<{ field: string; value?: unknown; message: RegExp; kind?: CredentialKind }>(tables.refused),
)(
	'$field: $value is refused with what to change, and not repeated',
	async ({ field, value, message, kind = 'personalToken' }) => {
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

	test.each(table<{ operation: string; route: unknown; message: RegExp }>(tables.routes))(
		'$operation: $route is refused',
		async ({ operation, route, message }) => {
			const endpointOverrides = JSON.stringify({ [operation]: route });
			expect(await refusal({ endpointOverrides })).toMatch(message);
		},
	);
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

	test.each(tables.addresses)('$url: $secret', async ({ url, secret, more = {} }) => {
		expect(await secretAt(url, more)).toBe(secret);
	});
});
