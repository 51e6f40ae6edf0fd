/** What tests and people do with the sandbox itself: /__sandbox (docs/sandbox.md). */
import { fetch } from 'undici';
import rules from './steering.json';
import { idsOf, times, withSandbox, type Fields } from './support/client';
import { holdAll } from './support/rules';

/** Thousands of deals are read here; whether responses are as described is tested everywhere else. */
const api = withSandbox({ seed: 'small', checkResponses: false });

holdAll(rules);

const counts = async () =>
	(await api.steer<{ records: Record<string, number> }>('GET /stats')).records;
const statusOf = async (request: string, token?: string | null) =>
	(await api.call('v2', request, undefined, { token })).status;

describe('reset and latency', () => {
	beforeEach(() => api.reset('empty'));

	test('a reset starts over; the ready credentials stay, issued ones do not', async () => {
		await api.reset();
		const issued = await api.token({ kind: 'personal' });
		const before = await counts();
		const names = async () => (await api.all('v2', '/deals')).map(({ name }) => name).sort();
		const deals = await names();
		await api.ok('v2', 'POST /customers', { name: 'x' });
		await api.options({ latencyMs: 1, windowEnds: 'exclusive' });
		await api.advance(24 * 60 * 60 * 1000);
		await api.reset();
		expect(await counts()).toEqual(before);
		expect(await api.steer('GET /options')).toMatchObject({
			latencyMs: 0,
			windowEnds: 'inclusive',
		});
		expect(await api.steer('GET /log')).toEqual({ notifications: [], audits: [] });
		expect(await api.steer('GET /requests')).toEqual([]);
		const { headers } = await api.call('v2', 'GET /roles');
		expect(Math.abs(Date.parse(String(headers.date)) - Date.now())).toBeLessThan(60_000);
		expect(await statusOf('GET /roles', issued)).toBe(401);
		// Made-up records are the same each time.
		expect(await names()).toEqual(deals);
		await api.reset('empty');
		expect(await counts()).toMatchObject({ customer: 0, deal: 0, contact: 0, user: 7 });
	});

	test('latencyMs holds answers back', async () => {
		await api.options({ latencyMs: 120 });
		const start = performance.now();
		await api.call('v2', 'GET /roles');
		expect(performance.now() - start).toBeGreaterThanOrEqual(115);
	});
});

test('the definitions have all eight field types between them', async () => {
	const { customObjects } = await api.steer<{
		customObjects: Array<{ key: string; items: Array<{ itemType: string }> }>;
	}>('GET /definitions');
	const types = customObjects.flatMap(({ items }) => items.map(({ itemType }) => itemType));
	expect([...new Set(types)].sort().join(' ')).toBe(
		'date decimal_number multi_select number single_select text url user',
	);
});

describe('records', () => {
	beforeAll(() => api.reset('empty'));

	test.each([
		'customer',
		'deal',
		'contact',
		'customerAction',
		'dealAction',
		'contactAction',
		'customObject',
		'user',
		'role',
		'userGroup',
	])('an empty row makes a %s with defaults, in an empty domain too', async (kind) => {
		const before = (await counts())[kind] ?? 0;
		const [first = 0, second] = await api.records(kind, [{}, {}]);
		expect(second).toBe(first + 1);
		expect((await counts())[kind]).toBe(before + 2);
	});

	test('more than 10,000 deals are read through the cursor (v2 §4.6)', async () => {
		await api.reset('empty');
		await api.records(
			'deal',
			times(10_001, () => ({})),
		);
		expect(new Set(idsOf(await api.all('v2', '/deals?limit=1000'))).size).toBe(10_001);
	});
});

describe('faults', () => {
	beforeEach(() => api.reset('empty'));

	const inject = (...faults: object[]) => api.steer('POST /faults', faults);
	const customers = async () => (await counts()).customer ?? 0;

	test('matching requests fail with status, body and headers, as often as asked; then all is well', async () => {
		await inject({
			match: { method: 'GET', path: '/v2/roles' },
			times: 2,
			status: 503,
			body: { error: 'BUSY' },
			headers: { 'retry-after': '7' },
		});
		expect(await statusOf('GET /users')).toBe(200);
		for (let time = 0; time < 2; time++) {
			const { status, body, headers } = await api.call('v2', 'GET /roles?page=1');
			expect([status, body, headers['retry-after']]).toEqual([503, { error: 'BUSY' }, '7']);
		}
		expect(await statusOf('GET /roles')).toBe(200);
	});

	test('text is answered as it is, and garbage is no JSON', async () => {
		await inject({ status: 502, body: '<html>Bad gateway</html>' }, { action: 'garbage' });
		const headers = { authorization: `Bearer ${api.sandbox.credentials.team}` };
		const page = await fetch(`${api.sandbox.v2}/roles`, { headers });
		expect([page.status, await page.text()]).toEqual([502, '<html>Bad gateway</html>']);
		const garbage = await fetch(`${api.sandbox.v2}/roles`, { headers });
		expect(garbage.status).toBe(200);
		await expect(garbage.json()).rejects.toThrow(/JSON/);
	});

	test.each([
		['reset', {}, 0, /fetch failed/],
		['truncate', {}, 1, /terminated/],
		['reset', { after: true }, 1, /fetch failed/],
		['hang', {}, 0, /timeout/],
		['hang', { after: true }, 1, /timeout/],
	])('%s %j gives no answer; carried out: %i times', async (action, more, carriedOut, words) => {
		await inject({ action, ...more });
		const before = await customers();
		const asking = fetch(`${api.sandbox.v2}/customers`, {
			method: 'POST',
			headers: {
				authorization: `Bearer ${api.sandbox.credentials.personal}`,
				'content-type': 'application/json',
			},
			body: '{"name":"x"}',
			signal: AbortSignal.timeout(500),
		});
		await expect(asking.then((answer) => answer.text())).rejects.toThrow(words);
		expect(await customers()).toBe(before + carriedOut);
	});

	test('they are listed while they wait, and cleared one by one or all at once', async () => {
		await inject({ times: 2, status: 503 }, { action: 'hang' }, { status: 500 });
		const waiting = await api.steer<Array<{ number: number }>>('GET /faults');
		expect(waiting).toMatchObject([{ left: 2, status: 503 }, { action: 'hang' }, { left: 1 }]);
		await api.steer(`DELETE /faults/${waiting[1]?.number}`);
		await expect(api.steer(`DELETE /faults/${waiting[1]?.number}`)).rejects.toThrow('404');
		expect(await statusOf('GET /roles')).toBe(503);
		expect(await api.steer('GET /faults')).toMatchObject([{ left: 1, status: 503 }, { left: 1 }]);
		await api.steer('DELETE /faults');
		expect(await statusOf('GET /roles')).toBe(200);
	});
});

describe('what was asked', () => {
	beforeEach(() => api.reset('empty'));

	test('is shown with the number of its token, never the token itself', async () => {
		const { personal, team } = api.sandbox.credentials;
		const [one, other] = [
			await api.steer<{ token: string; number: number }>('POST /tokens', { kind: 'personal' }),
			await api.steer<{ token: string; number: number }>('POST /tokens', { kind: 'personal' }),
		];
		expect([one.number, other.number]).toEqual([4, 5]);
		await statusOf('GET /deals?limit=1&sort=-updatedAt');
		await statusOf('GET /users/me', team);
		await statusOf('GET /nothing', null);
		await statusOf('GET /roles', other.token);
		const log = await api.steer<Fields[]>('GET /requests');
		const common = { method: 'GET', time: expect.any(String) };
		expect(log).toMatchObject([
			{ ...common, number: 1, path: '/v2/deals', query: 'limit=1&sort=-updatedAt', tokenNumber: 1 },
			{ ...common, number: 2, status: 403, tokenKind: 'team', tokenNumber: 2 },
			{ ...common, number: 3, status: 401, tokenKind: null, tokenNumber: null },
			{ ...common, number: 4, status: 200, tokenKind: 'personal', tokenNumber: 5 },
		]);
		expect(JSON.stringify(log)).not.toContain(personal);
		expect(await api.steer('GET /requests?since=3')).toMatchObject([{ number: 4 }]);
	});
});
