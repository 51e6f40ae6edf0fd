/** What a credential opens: which secret goes to which address, and what its fields may not be. */
import { accessesOf, accessFor } from '../../../nodes/SalesManagement/api/access';
import { ROUTES } from '../../../nodes/SalesManagement/api/routes';

const V2 = 'https://host.example/api/v2';
const V1 = 'https://host.example/api/v1';
const token = { baseUrl: V2, accessToken: 'svcp_the-token' };
const both = { ...token, v1ApiKey: ' the-key ', v1BaseUrl: `${V1}/` };
const opened = (more: object = {}) => accessesOf('personalToken', { ...both, ...more });

test('a token alone opens v2, a key alone v1, a token with a key both', () => {
	expect(accessesOf('personalToken', token)).toEqual({
		own: { version: 'v2', baseUrl: V2, secret: 'svcp_the-token', routes: ROUTES.v2 },
	});
	expect(accessesOf('v1ApiKey', { baseUrl: V1, apiKey: 'k' })).toEqual({
		own: { version: 'v1', baseUrl: V1, secret: 'k', routes: ROUTES.v1 },
	});
	expect(opened()).toEqual({
		own: { version: 'v2', baseUrl: V2, secret: 'svcp_the-token', routes: ROUTES.v2 },
		beside: { version: 'v1', baseUrl: V1, secret: 'the-key', routes: ROUTES.v1 },
	});
});

test.each(['', '  ', undefined])('a key and an address of %p are none', (none) => {
	expect(opened({ v1ApiKey: none, v1BaseUrl: none }).beside).toBeUndefined();
});

test.each([
	[
		{ v1ApiKey: ' ' },
		'The credential has a V1 Base URL, but no V1 API Key: enter both, or neither.',
	],
	[
		{ v1BaseUrl: '' },
		'The credential has a V1 API Key, but no V1 Base URL: enter both, or neither.',
	],
	[{ v1BaseUrl: 'host.example' }, /^The V1 Base URL must be a complete address, .*\/v1\.$/],
	[{ v1BaseUrl: 'http://host.example/v1' }, /^The V1 Base URL must begin with https/],
	[
		{ v1BaseUrl: 'https://a:hunter2@host.example/v1' },
		/^The V1 Base URL must not contain a user name/,
	],
	[{ v1BaseUrl: 'https://host.example/v1?x=1' }, /^The V1 Base URL must end with its path/],
	[
		{ v1BaseUrl: 'https://host.example/v2' },
		'The V1 Base URL is a v2 address: enter the address that contains v1.',
	],
	[
		{ baseUrl: 'https://host.example/api', v1BaseUrl: 'https://HOST.example/x/../api/' },
		/^The Base URL and the V1 Base URL are the same address: enter the address of v2 as/,
	],
])('%p is refused with what to change', (more, message) => {
	expect(() => opened(more)).toThrow(message);
	expect(() => opened(more)).toThrow(/^((?!the-key|the-token|hunter2).)*$/);
});

test('overrides with v1: are for the key beside, all others for the token', () => {
	const endpointOverrides = '{"deal.get": "GET /x/{id}", "v1:domainSetting.get": "GET /settings"}';
	const { own, beside } = opened({ endpointOverrides });
	expect(own.routes['deal.get']?.path).toBe('/x/{id}');
	expect(own.routes).not.toHaveProperty(['v1:domainSetting.get']);
	expect(beside?.routes['domainSetting.get']?.path).toBe('/settings');
	expect(beside?.routes['deal.get']).toBe(ROUTES.v1['deal.get']);
});

test.each([
	['{"v1:deal.fly": "GET /x"}', '"v1:deal.fly": v1 has no operation of this name.'],
	['{"v1:contact.create": "POST /x"}', '"v1:contact.create": v1 has no operation of this name.'],
	['{"domainSetting.get": "GET /x"}', '"domainSetting.get": v2 has no operation of this name.'],
	['{"v1:domainSetting.get": "GET settings"}', 'a route is a method and a path'],
])('the overrides %s are refused, also without a key', (endpointOverrides, message) => {
	expect(() => opened({ endpointOverrides })).toThrow(message);
	expect(() => accessesOf('teamToken', { ...token, accessToken: 'x', endpointOverrides })).toThrow(
		message,
	);
});

test('a key alone has no overrides for one beside it', () => {
	const endpointOverrides = '{"v1:domainSetting.get": "GET /settings"}';
	expect(() => accessesOf('v1ApiKey', { baseUrl: V1, apiKey: 'k', endpointOverrides })).toThrow(
		/"v1:domainSetting.get": the mark v1: is for the key beside a token, so leave it out here/,
	);
});

describe('an address belongs to one secret or to none', () => {
	const secretAt = (target: string, more: object = {}) => accessFor(opened(more), target)?.secret;

	test.each([
		[`${V2}/deals?x=1`, 'svcp_the-token'],
		[V2, 'svcp_the-token'],
		[`${V1}/domains/settings`, 'the-key'],
		[V1, 'the-key'],
		[`${V1}/../v2/deals`, 'svcp_the-token'],
		[`${V2}/%2e%2e/v1/deals`, 'the-key'],
		[`${V2}/custom_object_defs/a%2Fb/custom_objects`, 'svcp_the-token'],
	])('%s: %s', (target, secret) => {
		expect(secretAt(target)).toBe(secret);
	});

	test.each([
		'https://host.example/api/v3/deals',
		'https://host.example/api/v1x',
		'https://evil.example/api/v1',
		'https://host.example:8443/api/v1',
		'http://host.example/api/v1',
		'https://x:y@host.example/api/v1',
		`${V1}/../../v1`,
		// A server may decode a slash before it looks at the path.
		`${V1}/..%2fv2/deals`,
		`${V2}/%2e%2e%5Cv1/deals`,
		'/api/v1',
		'',
	])('%s: none', (target) => {
		expect(secretAt(target)).toBeUndefined();
	});

	test('where one address lies below the other, the more specific one counts', () => {
		const below = { v1BaseUrl: `${V2}/old/v1` };
		expect(secretAt(`${V2}/old/v1/deals`, below)).toBe('the-key');
		expect(secretAt(`${V2}/old/deals`, below)).toBe('svcp_the-token');
		expect(secretAt(`${V2}/old/v1/..%2fdeals`, below)).toBeUndefined();
		const above = { baseUrl: `${V1}/new/v2`, v1BaseUrl: V1 };
		expect(secretAt(`${V1}/new/v2/deals`, above)).toBe('svcp_the-token');
		expect(secretAt(`${V1}/new/deals`, above)).toBe('the-key');
	});
});
