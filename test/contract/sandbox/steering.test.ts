import { SandboxClient, dealForm, idsOf, readAll, type CursorList } from '../support/sandboxClient';

let api: SandboxClient;
beforeAll(async () => {
	api = await SandboxClient.start();
});
afterAll(() => api.close());
beforeEach(() => api.reset());

const admin = (path: string, init: RequestInit = {}) =>
	fetch(api.sandbox.admin + path, {
		...init,
		headers: { 'content-type': 'application/json' },
	});
const post = (path: string, body: unknown) =>
	admin(path, { method: 'POST', body: JSON.stringify(body) });

interface Stats {
	records: Record<string, number>;
	requests: number;
	refusedWith429: number;
}

describe('POST /reset (design: sandbox)', () => {
	test('starts over: records, options, clock, log; the ready credentials stay, issued ones do not', async () => {
		const issued = await api.token({ kind: 'personal' });
		const before = await api.steer<Stats>('/stats');
		await api.ok(api.post('/customers', { name: 'x' }));
		await api.options({ latencyMs: 1, windowEnds: 'exclusive' });
		await api.advance(24 * 60 * 60 * 1000);
		await api.reset();
		expect((await api.steer<Stats>('/stats')).records).toEqual(before.records);
		expect(await api.steer('/options')).toMatchObject({ latencyMs: 0, windowEnds: 'inclusive' });
		expect(await api.steer('/log')).toEqual({ notifications: [], audits: [] });
		expect(await api.steer('/requests')).toEqual([]);
		const me = await api.get('/users/me');
		expect(Math.abs(Date.parse(me.headers.get('date') ?? '') - Date.now())).toBeLessThan(60_000);
		for (const token of Object.values(api.sandbox.credentials).slice(0, 2)) {
			expect((await api.get('/roles', { token })).status).toBe(200);
		}
		expect((await api.get('/roles', { token: issued })).status).toBe(401);
	});

	test('options go back to those of the start', async () => {
		const own = await SandboxClient.start({ seed: 'empty', set: { rateLimit: 3 } });
		await own.options({ rateLimit: 9 });
		await own.reset();
		expect(await own.steer('/options')).toMatchObject({ rateLimit: 3 });
		await own.close();
	});

	test('another seed can be asked for', async () => {
		await api.reset('empty');
		const { records } = await api.steer<Stats>('/stats');
		expect(records).toMatchObject({ customer: 0, deal: 0, contact: 0, user: 7 });
		expect((await post('/reset', { seed: 'huge' })).status).toBe(400);
	});

	test('made-up records are the same each time', async () => {
		const names = async () =>
			(await readAll(api, '/deals', 'deals')).map(({ name }) => name).sort();
		const first = await names();
		await api.reset();
		expect(await names()).toEqual(first);
	});
});

describe('the small seed (design: sandbox)', () => {
	test('holds the numbers promised, of them one of every kind in the second domain', async () => {
		const { team } = api.sandbox.credentials;
		const other = await api.token({ kind: 'team', domainId: 2 });
		const count = async (path: string, token: string) =>
			(await api.ok(api.get<CursorList>(path, { token }))).totalCount;
		for (const [path, expected] of [
			['/customers', 40],
			['/deals', 60],
			['/contacts', 80],
			['/customers/all/actions', 50],
			['/actions', 50],
			['/contacts/all/actions?dataType=1', 50],
			['/users', 5],
			['/user_groups', 2],
			['/roles', 2],
		] as const) {
			expect({ path, count: await count(path, team) }).toEqual({ path, count: expected });
			expect(await count(path, other)).toBeGreaterThan(0);
		}
		const objects = await Promise.all(
			['ticket', 'asset'].map((key) => count(`/custom_object_defs/${key}/custom_objects`, team)),
		);
		expect(objects.reduce((sum, one) => sum + one)).toBe(150);
	});

	test('ids are unique across domains', async () => {
		const other = await api.token({ kind: 'team', domainId: 2 });
		for (const plural of ['customers', 'deals', 'contacts']) {
			const ours = idsOf(await readAll(api, `/${plural}`, plural));
			const theirs = idsOf(await readAll(api, `/${plural}`, plural, { token: other }));
			expect(new Set([...ours, ...theirs]).size).toBe(ours.length + theirs.length);
		}
	});

	test('the definitions have all eight field types between them', async () => {
		const { customObjects } = await api.steer<{
			customObjects: Array<{ key: string; items: Array<{ itemType: string; options: string[] }> }>;
		}>('/definitions');
		expect(customObjects.map(({ key }) => key)).toEqual(['ticket', 'asset']);
		const types = customObjects.flatMap(({ items }) => items.map(({ itemType }) => itemType));
		expect([...new Set(types)].sort()).toEqual(
			'date decimal_number multi_select number single_select text url user'.split(' '),
		);
	});
});

describe('options (design: sandbox)', () => {
	test('PATCH answers the whole object; null restores a default', async () => {
		expect(await api.options({ latencyMs: 1 })).toMatchObject({
			latencyMs: 1,
			cursorKind: 'keyset',
		});
		expect(await api.options({ latencyMs: null })).toMatchObject({ latencyMs: 0 });
		expect(await api.options({ rateLimit: null })).toMatchObject({ rateLimit: 5 });
	});

	test.each([{ nothing: 1 }, { nothing: null }, { rateLimit: -1 }, { windowEnds: 'both' }])(
		'%j is a 400 and changes nothing',
		async (changes) => {
			const before = await api.steer('/options');
			const { status } = await admin('/options', {
				method: 'PATCH',
				body: JSON.stringify(changes),
			});
			expect(status).toBe(400);
			expect(await api.steer('/options')).toEqual(before);
		},
	);

	test('latencyMs holds answers back', async () => {
		await api.options({ latencyMs: 120 });
		const start = performance.now();
		await api.get('/roles');
		expect(performance.now() - start).toBeGreaterThanOrEqual(115);
	});
});

describe('POST /clock (design: sandbox)', () => {
	test('moves service time on, never back', async () => {
		const { now } = await api.steer<{ now: string }>('/clock', { advanceMs: 3_600_000 });
		expect(Date.parse(now) - Date.now()).toBeGreaterThan(3_590_000);
		const { createdAt } = await api.ok(api.post('/customers', { name: 'x' }));
		expect(String(createdAt) >= now).toBe(true);
		expect((await post('/clock', { advanceMs: -1 })).status).toBe(400);
	});
});

describe('POST /tokens (design: sandbox)', () => {
	test.each([
		{ kind: 'other' },
		{ kind: 'personal', userId: 99_999 },
		{ kind: 'team', domainId: 9 },
		{ kind: 'personal', userId: 1, domainId: 2 },
		{ kind: 'personal', permissions: ['fly'] },
		{},
	])('%j is a 400', async (asked) => {
		expect((await post('/tokens', asked)).status).toBe(400);
	});
});

describe('POST /records (design: sandbox)', () => {
	const kinds = [
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
	];
	test.each(kinds)('an empty row makes a %s with defaults; ids come in order', async (kind) => {
		for (const seed of ['small', 'empty']) {
			await api.reset(seed);
			const before = (await api.steer<Stats>('/stats')).records[kind] ?? 0;
			const ids = await api.records(kind, [{}, {}, {}]);
			expect(ids).toEqual([...ids].sort((a, b) => a - b));
			expect((await api.steer<Stats>('/stats')).records[kind]).toBe(before + 3);
		}
	});

	test('createdAt and updatedAt are taken as given', async () => {
		const [id] = await api.records('deal', [
			{ createdAt: '2020-01-01T00:00:00.123Z', updatedAt: '2021-01-01T09:00:00+09:00' },
		]);
		expect(await api.ok(api.get(`/deals/${id}`))).toMatchObject({
			createdAt: '2020-01-01T00:00:00.123Z',
			updatedAt: '2021-01-01T00:00:00.000Z',
		});
	});

	test('an existing id is updated, a new one taken', async () => {
		const [id = 0] = await api.records('customer', [{ name: 'Before', address: 'Kept' }]);
		expect(await api.records('customer', [{ id, name: 'After' }])).toEqual([id]);
		expect(await api.ok(api.get(`/customers/${id}`))).toMatchObject({
			name: 'After',
			address: 'Kept',
		});
		expect(await api.records('customer', [{ id: id + 100 }])).toEqual([id + 100]);
		const [next] = await api.records('customer', [{}]);
		expect(next).toBe(id + 101);
	});

	test('is all or nothing', async () => {
		const before = (await api.steer<Stats>('/stats')).records;
		const rows = [{ name: 'Good' }, { name: 'Bad', industryId: 999 }];
		expect((await post('/records/customer', rows)).status).toBe(404);
		expect((await post('/records/customer', [{ name: 5 }])).status).toBe(400);
		expect((await post('/records/nothing', [{}])).status).toBe(404);
		expect((await api.steer<Stats>('/stats')).records).toEqual(before);
	});

	test('domainId writes into the other domain', async () => {
		const [id] = await api.records('deal', [{ domainId: 2 }]);
		expect((await api.get(`/deals/${id}`)).status).toBe(404);
		const token = await api.token({ kind: 'team', domainId: 2 });
		expect((await api.get(`/deals/${id}`, { token })).status).toBe(200);
	});

	test('no limit, notice, audit or request entry', async () => {
		await api.options({ rateLimit: 1 });
		for (let index = 0; index < 5; index++) await api.records('deal', [{}]);
		expect(await api.steer('/log')).toEqual({ notifications: [], audits: [] });
		expect(await api.steer('/requests')).toEqual([]);
	});
});

describe('POST /faults (design: sandbox)', () => {
	test('the next matching requests fail with status, body and headers; then all is well', async () => {
		await api.steer('/faults', [
			{
				match: { method: 'GET', path: '/v2/roles' },
				times: 2,
				status: 503,
				body: { error: 'BUSY' },
				headers: { 'retry-after': '7' },
			},
		]);
		expect((await api.get('/users')).status).toBe(200);
		for (let index = 0; index < 2; index++) {
			const { status, body, headers } = await api.get('/roles?page=1');
			expect({ status, body }).toEqual({ status: 503, body: { error: 'BUSY' } });
			expect(headers.get('retry-after')).toBe('7');
		}
		expect((await api.get('/roles')).status).toBe(200);
	});

	test('a missing key matches all; text is answered as it is', async () => {
		await api.steer('/faults', [{ times: 1, status: 502, body: '<html>Bad gateway</html>' }]);
		const response = await fetch(`${api.sandbox.v2}/anything`);
		expect([response.status, await response.text()]).toEqual([502, '<html>Bad gateway</html>']);
	});

	test('a fault with a status is not carried out and counts for no limit', async () => {
		await api.options({ rateLimit: 1 });
		await api.steer('/faults', [{ times: 3, status: 500 }]);
		const before = (await api.steer<Stats>('/stats')).records.deal;
		for (let index = 0; index < 3; index++) {
			expect((await api.post('/deals', dealForm())).status).toBe(500);
		}
		expect((await api.steer<Stats>('/stats')).records.deal).toBe(before);
		expect((await api.get('/roles')).status).toBe(200);
	});

	test('reset closes the connection, and the request is not carried out', async () => {
		await api.steer('/faults', [{ times: 1, action: 'reset' }]);
		const before = (await api.steer<Stats>('/stats')).records.customer;
		await expect(api.post('/customers', { name: 'x' })).rejects.toThrow();
		expect((await api.steer<Stats>('/stats')).records.customer).toBe(before);
	});

	test('hang never answers', async () => {
		await api.steer('/faults', [{ times: 1, action: 'hang' }]);
		const signal = AbortSignal.timeout(300);
		await expect(fetch(`${api.sandbox.v2}/roles`, { signal })).rejects.toThrow(/timeout|abort/i);
		expect((await api.get('/roles')).status).toBe(200);
	});

	test('truncate carries the request out and cuts its answer off', async () => {
		await api.steer('/faults', [{ times: 1, action: 'truncate' }]);
		const before = (await api.steer<Stats>('/stats')).records.customer ?? 0;
		await expect(api.post('/customers', { name: 'x' })).rejects.toThrow();
		expect((await api.steer<Stats>('/stats')).records.customer).toBe(before + 1);
	});

	test.each([
		['answer', { status: 503, headers: { 'retry-after': '3' } }, 503],
		['reset', { action: 'reset' }, undefined],
		['silence', { action: 'hang' }, undefined],
	])('after carries the request out before its %s', async (_, fault, status) => {
		await api.steer('/faults', [{ ...fault, after: true }]);
		const count = async () => (await api.steer<Stats>('/stats')).records.customer ?? 0;
		const before = await count();
		const leaving = new AbortController();
		const answering = fetch(`${api.sandbox.v2}/customers`, {
			method: 'POST',
			headers: {
				authorization: `Bearer ${api.sandbox.credentials.personal}`,
				'content-type': 'application/json',
			},
			body: JSON.stringify({ name: 'x' }),
			signal: leaving.signal,
		}).catch(() => undefined);
		if ('action' in fault && fault.action === 'hang') {
			while ((await count()) === before);
			setTimeout(() => leaving.abort(), 300);
		}
		expect((await answering)?.status).toBe(status);
		expect(await count()).toBe(before + 1);
	});

	test('after leaves alone what was refused before it was carried out', async () => {
		await api.steer('/faults', [{ status: 503, after: true }]);
		const before = (await api.steer<Stats>('/stats')).records.customer ?? 0;
		expect((await api.post('/customers', {})).status).toBe(503);
		expect((await api.steer<Stats>('/stats')).records.customer).toBe(before);
	});

	test('garbage answers 200 with what is no JSON', async () => {
		await api.steer('/faults', [{ times: 1, action: 'garbage' }]);
		const headers = { authorization: `Bearer ${api.sandbox.credentials.personal}` };
		const response = await fetch(`${api.sandbox.v2}/deals`, { headers });
		expect(response.status).toBe(200);
		await expect(response.json()).rejects.toThrow(/JSON/);
	});

	test('an unknown action is a 400', async () => {
		expect((await post('/faults', [{ times: 1, action: 'explode' }])).status).toBe(400);
	});
});

describe('GET /requests and /stats (design: sandbox)', () => {
	test('show what was asked, never with which token', async () => {
		await api.get('/deals?limit=1&sort=-updatedAt');
		await api.get('/users/me', { token: api.sandbox.credentials.team });
		await api.get('/nothing', { token: null });
		const entry = { number: 1, time: expect.any(String) as unknown, method: 'GET' };
		expect(await api.steer('/requests')).toEqual([
			{
				...entry,
				path: '/v2/deals',
				query: 'limit=1&sort=-updatedAt',
				status: 200,
				...{ tokenKind: 'personal', tokenNumber: 1 },
			},
			{
				...{ ...entry, number: 2, path: '/v2/users/me', query: '', status: 403 },
				...{ tokenKind: 'team', tokenNumber: 2 },
			},
			{
				...{ ...entry, number: 3, path: '/v2/nothing', query: '', status: 401 },
				...{ tokenKind: null, tokenNumber: null },
			},
		]);
		expect(await api.steer('/requests?since=2')).toMatchObject([{ number: 3 }]);
	});

	test('tell by its number which of the issued tokens was used', async () => {
		const issue = async () =>
			await api.steer<{ token: string; number: number }>('/tokens', { kind: 'personal' });
		const [one, other] = [await issue(), await issue()];
		expect([one.number, other.number]).toEqual([4, 5]);
		for (const { token } of [other, one]) await api.get('/roles', { token });
		const used = await api.steer<Array<{ tokenNumber: number }>>('/requests');
		expect(used.map(({ tokenNumber }) => tokenNumber)).toEqual([5, 4]);
	});

	test('count requests and 429s', async () => {
		await api.options({ rateLimit: 2 });
		for (let index = 0; index < 5; index++) await api.get('/roles');
		expect(await api.steer('/stats')).toMatchObject({ requests: 5, refusedWith429: 3 });
	});
});

describe('POST /generate/deal', () => {
	const everyDeal = async () => await readAll(api, '/deals?limit=1000', 'deals');

	test('makes deals that differ, each found by a text of its own', async () => {
		await api.reset('empty');
		expect(await api.steer('/generate/deal', { count: 1_500, crowded: 0.2 })).toEqual({
			...{ count: 1_500, firstKey: 'key-00000001', lastKey: 'key-00001500' },
		});
		const deals = await everyDeal();
		expect(new Set(idsOf(deals)).size).toBe(1_500);
		for (const property of ['phase', 'user', 'customer', 'amount']) {
			const values = new Set(deals.map((deal) => JSON.stringify(deal[property])));
			expect({ property, differ: values.size > 1 }).toEqual({ property, differ: true });
		}
		const times = new Map<unknown, number>();
		for (const { updatedAt } of deals) times.set(updatedAt, (times.get(updatedAt) ?? 0) + 1);
		expect(Math.max(...times.values())).toBeGreaterThan(200);
		expect(times.size).toBeGreaterThan(1_000);
		const found = await api.ok(
			api.post<CursorList>('/deals/search', {
				filter: {
					valueFilter: {
						field: { itemKey: 'deal_text' },
						comparisonOperator: '=',
						value: { stringValue: 'key-00001234' },
					},
				},
			}),
		);
		expect(found.totalCount).toBe(1);
	});

	test('goes on where it ended, and is the same again after a reset', async () => {
		const names = async () => {
			await api.reset('empty');
			await api.steer('/generate/deal', { count: 3 });
			expect(await api.steer('/generate/deal', { count: 2 })).toMatchObject({
				firstKey: 'key-00000004',
				lastKey: 'key-00000005',
			});
			return (await everyDeal()).map(({ name, amount }) => `${String(name)} ${String(amount)}`);
		};
		expect((await names()).sort()).toEqual((await names()).sort());
	});

	test.each([{ count: 0 }, {}, { count: 1, crowded: 2 }, { count: 1, domainId: 9 }])(
		'%j is a 400',
		async (body) => {
			expect((await post('/generate/deal', body)).status).toBe(400);
		},
	);
});
