/** What tests and people do with the sandbox itself: /__sandbox (docs/sandbox.md). */
import { fetch } from 'undici';
import { idsOf, times, withSandbox, type Fields } from './support/client';
import { dealForm } from './support/forms';

/** Thousands of deals are read here; whether responses are as described is tested everywhere else. */
const api = withSandbox({ seed: 'small', checkResponses: false });

const counts = async () =>
	(await api.steer<{ records: Record<string, number> }>('GET /stats')).records;
const statusOf = async (request: string, token?: string | null) =>
	(await api.call('v2', request, undefined, { token })).status;

const wrong: Record<string, unknown[]> = {
	'POST /reset': [{ seed: 'huge' }],
	'PATCH /options': [
		{ nothing: 1 },
		{ nothing: null },
		{ rateLimit: -1 },
		{ windowEnds: 'both' },
		{ dialect: 'none,lists-in-dato' },
	],
	'POST /clock': [{ advanceMs: -1 }],
	'POST /tokens': [
		{ kind: 'other' },
		{ kind: 'personal', userId: 99_999 },
		{ kind: 'team', domainId: 9 },
		{ kind: 'personal', userId: 1, domainId: 2 },
		{ kind: 'personal', permissions: ['fly'] },
		{},
	],
	'POST /records/customer': [[{ name: 5 }]],
	'POST /faults': [
		[{ times: 1, action: 'explode' }],
		...['v2/deals', '/v2/deals?limit=1', ''].map((path) => [{ match: { path } }]),
	],
	'POST /generate/deal': [{ count: 0 }, {}],
};
test.each([
	...Object.entries(wrong).flatMap(([request, bodies]) =>
		bodies.map((body) => [request, body, 400] as const),
	),
	['POST /records/customer', [{ name: 'Good' }, { name: 'Bad', industryId: 999 }], 404] as const,
	['POST /records/nothing', [{}], 404] as const,
	// Links to what does not exist, and properties that no record has.
	...Object.entries({
		deal: [{ customer: { id: 999 } }, { user: { id: 999 } }],
		dealContact: [
			{ deal: { id: 999 }, contact: { id: 1 } },
			{ deal: { id: 1 }, contact: { id: 999 } },
		],
		customerAction: [{ customer: { id: 999 } }, { contacts: [{ id: 999 }] }],
		contactAction: [{ contact: { id: 999 } }],
		customObject: [{ customObjectDefKey: 'nothing' }, { customers: [{ id: 999 }] }],
		user: [{ roleId: 999 }, { groupId: 999 }],
		company: [{ industryId: 999 }],
	}).flatMap(([kind, rows]) => rows.map((row) => [`POST /records/${kind}`, [row], 404] as const)),
	...Object.entries({
		customer: { nmae: 'x' },
		deal: { customerId: 5 },
		contact: { totalCost: '1' },
		customerAction: { title: 'x' },
		dealAction: { dealId: 1 },
		contactAction: { note: '' },
		customObject: { nothing: 1 },
		user: { mail: 'x' },
		role: { title: 'x' },
		userGroup: { order: 1 },
		company: { url: 'x' },
		dealContact: { deal: { id: 1 }, contact: { id: 1 }, primary: true },
	}).map(([kind, row]) => [`POST /records/${kind}`, [row], 400] as const),
])('%s with %j is a %i and changes nothing', async (request, body, status) => {
	const state = async () => [await api.steer('GET /options'), await counts()];
	const before = await state();
	await expect(api.steer(request, body)).rejects.toThrow(`: ${status} `);
	expect(await state()).toEqual(before);
});

describe('reset and options', () => {
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

	test('options go back to those of the start, null restores a default', async () => {
		const changed = await api.options({ rateLimit: null, latencyMs: 1 });
		expect(changed).toMatchObject({ rateLimit: 5, latencyMs: 1, cursorKind: 'keyset' });
		await api.reset();
		expect(await api.steer('GET /options')).toMatchObject({ rateLimit: 0, latencyMs: 0 });
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

	test('an existing id is updated, a new one taken; times are as given', async () => {
		const at = { createdAt: '2020-01-01T00:00:00.123Z', updatedAt: '2021-01-01T09:00:00+09:00' };
		const [id = 0] = await api.records('customer', [{ name: 'Before', address: 'Kept', ...at }]);
		expect(await api.records('customer', [{ id, name: 'After', ...at }])).toEqual([id]);
		expect(await api.ok('v2', `GET /customers/${id}`)).toMatchObject({
			name: 'After',
			address: 'Kept',
			createdAt: at.createdAt,
			updatedAt: '2021-01-01T00:00:00.000Z',
		});
		const rows = [{ id: id + 100 }, {}];
		expect(await api.records('customer', rows)).toEqual([id + 100, id + 101]);
	});

	test('domainId writes into the other domain', async () => {
		const [id] = await api.records('deal', [{ domainId: 2 }]);
		const token = await api.token({ kind: 'team', domainId: 2 });
		expect(await statusOf(`GET /deals/${id}`)).toBe(404);
		expect(await statusOf(`GET /deals/${id}`, token)).toBe(200);
	});

	test('deals are generated, as many as asked for, also in an empty domain', async () => {
		await api.reset('empty');
		const dealProductDetailTypes = [{ name: 'For renewals only', dealTypeIds: [2] }];
		await api.ok('v1', 'POST /deal_product_detail_types/bulk', { dealProductDetailTypes });
		await api.steer('POST /generate/deal', { count: 1_001 });
		expect(await counts()).toMatchObject({ deal: 1_001, customer: 100 });
	});

	test('more than 10,000 deals are read through the cursor (v2 §4.6)', async () => {
		await api.reset('empty');
		await api.records(
			'deal',
			times(10_001, () => ({})),
		);
		expect(new Set(idsOf(await api.all('v2', '/deals?limit=1000'))).size).toBe(10_001);
	});

	test('writing them meets no limit, and leaves no notice, audit or request', async () => {
		await api.reset('empty');
		await api.options({ rateLimit: 1 });
		for (let count = 0; count < 3; count++) await api.records('deal', [{}]);
		expect(await api.steer('GET /log')).toEqual({ notifications: [], audits: [] });
		expect(await api.steer('GET /requests')).toEqual([]);
	});
});

describe('faults', () => {
	beforeEach(() => api.reset('empty'));

	const inject = (...faults: object[]) => api.steer('POST /faults', faults);
	const create = () => api.call('v2', 'POST /customers', { name: 'x' });
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

	test('one with a status is not carried out and counts for no limit', async () => {
		await api.options({ rateLimit: 1 });
		await inject({ times: 2, status: 500 });
		const before = await counts();
		for (let time = 0; time < 2; time++) {
			expect((await api.call('v2', 'POST /deals', dealForm())).status).toBe(500);
		}
		expect(await counts()).toEqual(before);
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

	test('after answers what it says when the request has been carried out, if it was no bad one', async () => {
		await inject({ status: 503, after: true, times: 2 });
		const before = await customers();
		expect((await create()).status).toBe(503);
		expect((await api.call('v2', 'POST /customers', {})).status).toBe(503);
		expect(await customers()).toBe(before + 1);
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
