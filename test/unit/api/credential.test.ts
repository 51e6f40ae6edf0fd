/** Base address and Endpoint Overrides: what a credential may contain, and messages otherwise. */
import { checkBaseUrl, rateOf, secretOf } from '../../../nodes/SalesManagement/api/credential';
import { routesWith } from '../../../nodes/SalesManagement/api/endpoints';
import { ROUTES } from '../../../nodes/SalesManagement/api/routes';

describe('the base address', () => {
	test.each([
		['https://host.example/v2', 'https://host.example/v2'],
		[' https://host.example/v2/ ', 'https://host.example/v2'],
		['https://host.example:8443/api/V2//', 'https://host.example:8443/api/V2'],
		['http://localhost:4010/v2', 'http://localhost:4010/v2'],
		['http://127.0.0.1/v2', 'http://127.0.0.1/v2'],
		['http://127.8.9.1:1/v2', 'http://127.8.9.1:1/v2'],
		['http://[::1]:4010/v2', 'http://[::1]:4010/v2'],
		['https://host.example', 'https://host.example'],
		['https://v1.host.example/v2', 'https://v1.host.example/v2'],
	])('%s is accepted as %s', (entered, taken) => {
		expect(checkBaseUrl(entered, 'v2')).toBe(taken);
	});

	test.each([
		['', /has no Base URL: enter one/],
		[undefined, /has no Base URL/],
		['host.example/v2', /complete address, such as https:\/\/host\.example\/v2/],
		['/v2', /complete address/],
		['https:host.example/v2', /complete address/],
		['ftp://host.example/v2', /complete address/],
		['https://', /complete address/],
		['https://user:pass@host.example/v2', /must not contain a user name or password/],
		['https://host.example/v2?key=1', /remove what follows \? or #/],
		['https://host.example/v2#', /remove what follows \? or #/],
		['http://host.example/v2', /must begin with https/],
		['http://localhost.host.example/v2', /must begin with https/],
		['http://127.0.0.1.host.example/v2', /must begin with https/],
	])('%s is refused with what to change', (entered, message) => {
		expect(() => checkBaseUrl(entered, 'v2')).toThrow(message);
	});

	test('a v1 address where v2 belongs, and vice versa, is recognised', () => {
		expect(() => checkBaseUrl('https://host.example/v1', 'v2')).toThrow(
			'The Base URL is a v1 address, but this credential speaks v2: enter the address that contains v2, or use an API Key (v1) credential instead.',
		);
		expect(() => checkBaseUrl('https://host.example/api/v2/', 'v1')).toThrow(
			/is a v2 address, but this credential speaks v1: .* or use a Personal Token or Team Token/,
		);
	});

	test('what is refused is not repeated, since it may hold a password', () => {
		expect(() => checkBaseUrl('https://user:hunter2@host.example/v2', 'v2')).toThrow(
			/^((?!hunter2).)*$/,
		);
	});
});

describe('Endpoint Overrides (S1)', () => {
	test.each([undefined, null, '', '  ', '{}', {}])('%p leaves the table as it is', (entered) => {
		expect(routesWith(entered, 'v2')).toBe(ROUTES.v2);
	});

	test('a row is replaced by its operation id, and keeps its rules', () => {
		const routes = routesWith('{"deal.getMany": "post /v2.1/deals/list"}', 'v2');
		expect(routes['deal.getMany']).toEqual({
			...ROUTES.v2['deal.getMany'],
			method: 'POST',
			path: '/v2.1/deals/list',
		});
		expect(routes['deal.get']).toBe(ROUTES.v2['deal.get']);
		expect(ROUTES.v2['deal.getMany']?.path).toBe('/deals');
	});

	test('an address may end with a slash', () => {
		const routes = routesWith('{"deal.get": "GET /deals/{id}/"}', 'v2');
		expect(routes['deal.get']?.path).toBe('/deals/{id}/');
	});

	test.each(['no JSON', '[]', '"GET /deals"', '7', 'null'])('%s is not an object', (entered) => {
		expect(() => routesWith(entered, 'v2')).toThrow(/must be a JSON object, such as \{"deal/);
	});

	test('the mark of a key beside a token is not for the key by itself', () => {
		expect(() => routesWith('{"v1:deal.get": "GET /deals/{id}"}', 'v1')).toThrow(
			'Endpoint Overrides, "v1:deal.get": the mark v1: is for the key beside a token, so leave it out here.',
		);
	});

	test.each([
		['deal.fly', 'GET /deals', /"deal.fly": v2 has no operation of this name\.$/],
		['domainSetting.get', 'GET /x', /v2 has no operation of this name/],
		['toString', 'GET /x', /v2 has no operation of this name/],
		['deal.get', 'GET /deals/{dealId}', /no path parameter \{dealId\}; this route has \{id\}\.$/],
		['deal.getMany', 'GET /deals/{id}', /this route has none\.$/],
		['deal.delete', 'DELETE /deals', /the path lacks its parameter \{id\}\.$/],
		['deal.get', '/deals/{id}', /a route is a method and a path, such as "GET \/deals\/\{id\}"/],
		['deal.get', 'GET deals/{id}', /a route is/],
		['deal.get', 'FETCH /deals/{id}', /a route is/],
		['deal.get', 'GET /deals/{id}?x=1', /a route is/],
		['deal.get', 'GET /deals/{id', /a route is/],
		['deal.get', 'GET /../deals/{id}', /a route is/],
		['deal.get', 'GET /%2E%2e/deals/{id}', /a route is/],
		['deal.get', 'GET /x/.%2e%2fdeals/{id}', /a route is/],
		['deal.get', 'GET //evil.example/{id}', /a route is/],
		['deal.get', 'GET /deals//{id}', /a route is/],
		['deal.get', 'GET /deals/{id}//', /a route is/],
		['deal.get', 'GET /de als/{id}', /a route is/],
		['deal.get', 5, /a route is/],
	])('%s: %s is refused', (operation, route, message) => {
		expect(() => routesWith(JSON.stringify({ [operation]: route }), 'v2')).toThrow(message);
	});
});

test('a secret loses spaces left over from pasting, and an empty one is refused', () => {
	expect(secretOf({ accessToken: ' svcp_x\n' })).toBe('svcp_x');
	expect(secretOf({ apiKey: 'k' })).toBe('k');
	expect(() => secretOf({ accessToken: ' ' })).toThrow(/enter its token or key/);
});

test('the pace is 5 requests a second unless the credential says otherwise (v2 §8)', () => {
	expect(rateOf({})).toBe(5);
	expect(rateOf({ requestsPerSecond: 0.5 })).toBe(0.5);
	for (const requestsPerSecond of [0, -1, 'fast']) {
		expect(() => rateOf({ requestsPerSecond })).toThrow(/must be a number above 0/);
	}
});
