import { SandboxClient, idsOf, readAll, type CursorList } from '../support/sandboxClient';

let api: SandboxClient;
beforeAll(async () => {
	api = await SandboxClient.start({ seed: 'empty' });
});
afterAll(() => api.close());
afterEach(() => api.options({ windowEnds: null, timestampGranularityMs: null }));

const at = (seconds: number) => new Date(Date.UTC(2026, 0, 1) + seconds * 1000).toISOString();
const found = async (path: string) =>
	idsOf((await api.ok(api.get<CursorList>(path))).customers ?? []).sort((a, b) => a - b);

describe('window filters (v2 §4.4, §4.6, §4.9; S3)', () => {
	let ids: number[];
	beforeAll(async () => {
		const rows = [10, 20, 30].map((second) => ({ createdAt: at(0), updatedAt: at(second) }));
		ids = await api.records('customer', rows);
	});

	test('both ends belong to the window', async () => {
		expect(await found(`/customers?updatedAtFrom=${at(10)}&updatedAtTo=${at(30)}`)).toEqual(ids);
		expect(await found(`/customers?updatedAtFrom=${at(20)}&updatedAtTo=${at(20)}`)).toEqual([
			ids[1],
		]);
	});

	test('with windowEnds exclusive neither end belongs to it', async () => {
		await api.options({ windowEnds: 'exclusive' });
		expect(await found(`/customers?updatedAtFrom=${at(10)}&updatedAtTo=${at(30)}`)).toEqual([
			ids[1],
		]);
	});

	test('one end may be open', async () => {
		expect(await found(`/customers?updatedAtFrom=${at(20)}`)).toEqual(ids.slice(1));
		expect(await found(`/customers?updatedAtTo=${at(20)}`)).toEqual(ids.slice(0, 2));
	});

	test('an offset is taken into account', async () => {
		const from = encodeURIComponent('2026-01-01T09:00:20+09:00');
		expect(await found(`/customers?updatedAtFrom=${from}`)).toEqual(ids.slice(1));
	});

	test.each(['yesterday', '2026-13-01T00:00:00Z', '2026-02-30', '2026-01-01T09:00:20 09:00'])(
		'%s is a 400',
		async (text) => {
			const { status, body } = await api.get(
				`/customers?updatedAtFrom=${encodeURIComponent(text)}`,
			);
			expect({ status, error: body.error }).toEqual({ status: 400, error: 'BAD_REQUEST' });
		},
	);

	test('totalCount counts the window, not the page', async () => {
		const page = await api.ok(api.get<CursorList>(`/customers?limit=1&updatedAtFrom=${at(20)}`));
		expect(page.totalCount).toBe(2);
	});
});

describe('a date-time without offset is UTC on the deal and action lists (v2 §2.1 rule 2)', () => {
	test('deals', async () => {
		const [early, late] = await api.records('deal', [
			{ createdAt: '2026-03-01T00:00:00Z' },
			{ createdAt: '2026-03-01T05:00:00Z' },
		]);
		const window = 'updatedAtFrom=2026-03-01T05:00:00&updatedAtTo=2026-03-01T05:00:00';
		expect(idsOf(await readAll(api, `/deals?${window}`, 'deals'))).toEqual([late]);
		const earlier = 'updatedAtTo=2026-03-01T04:59:59.999';
		expect(idsOf(await readAll(api, `/deals?${earlier}`, 'deals'))).toContain(early);
	});

	test('actions', async () => {
		const [id] = await api.records('dealAction', [{ startDatetime: '2026-03-02T08:00:00' }]);
		const window = 'startDatetime=2026-03-02T08:00:00Z&endDatetime=2026-03-02T09:00:00Z';
		expect(idsOf(await readAll(api, `/actions?${window}`, 'actions'))).toEqual([id]);
	});
});

describe('timestamps (S3)', () => {
	test('createdAt = updatedAt at creation, and every accepted update moves updatedAt', async () => {
		const created = await api.ok(api.post('/customers', { name: 'Timed' }));
		expect(created.createdAt).toBe(created.updatedAt);
		await api.advance(5);
		const updated = await api.ok(api.patch(`/customers/${created.id}`, {}));
		expect(updated.createdAt).toBe(created.createdAt);
		expect(String(updated.updatedAt) > String(created.updatedAt)).toBe(true);
	});

	test('they have the granularity set', async () => {
		await api.options({ timestampGranularityMs: 1000 });
		const { updatedAt } = await api.ok(api.post('/customers', { name: 'Coarse' }));
		expect(updatedAt).toMatch(/\.000Z$/);
	});

	test('every response carries Date, the service time', async () => {
		await api.advance(3 * 60 * 60 * 1000);
		const { headers } = await api.get('/nothing-here');
		const ahead = Date.parse(headers.get('date') ?? '') - Date.now();
		expect(ahead).toBeGreaterThan(2.9 * 60 * 60 * 1000);
	});
});

describe('late commits (S3)', () => {
	afterEach(() => api.options({ visibilityLagMs: null, searchLagMs: null }));
	const names = async (path: string, body?: object) => {
		const answer = body ? api.post<CursorList>(path, body) : api.get<CursorList>(path);
		return (await api.ok(answer)).contacts as Array<{ id: number; name: string }>;
	};
	const search = { filter: { compositeFilter: { logicalOperator: 'AND', subFilters: [] } } };
	const nameIn = (rows: Array<{ id: number; name: string }>, id: number) =>
		rows.find((row) => row.id === id)?.name;

	test('a new record is read by id at once, and by lists after visibilityLagMs', async () => {
		await api.options({ visibilityLagMs: 60_000 });
		const { id } = await api.ok(api.post('/contacts', { name: 'Late' }));
		expect((await api.get(`/contacts/${id}`)).status).toBe(200);
		expect(nameIn(await names('/contacts?limit=1000'), id)).toBeUndefined();
		await api.advance(60_001);
		expect(nameIn(await names('/contacts?limit=1000'), id)).toBe('Late');
	});

	test('until then lists show the version before; the index follows searchLagMs later', async () => {
		const [id = 0] = await api.records('contact', [{ name: 'One' }]);
		await api.options({ visibilityLagMs: 60_000, searchLagMs: 60_000 });
		for (const name of ['Two', 'Three']) {
			await api.ok(api.patch(`/contacts/${id}`, { name }));
			expect(nameIn(await names('/contacts?limit=1000'), id)).toBe('One');
			expect((await api.ok(api.get(`/contacts/${id}`))).name).toBe(name);
		}
		await api.advance(60_001);
		expect(nameIn(await names('/contacts?limit=1000'), id)).toBe('Three');
		expect(nameIn(await names('/contacts/search?limit=1000', search), id)).toBe('One');
		await api.advance(60_001);
		expect(nameIn(await names('/contacts/search?limit=1000', search), id)).toBe('Three');
	});

	test('visibleAt of a directly written row decides for that write alone', async () => {
		const now = (await api.get('/users/me')).headers.get('date') ?? '';
		const visibleAt = new Date(Date.parse(now) + 10 * 60_000).toISOString();
		const [late = 0, prompt = 0] = await api.records('contact', [
			{ name: 'Later', visibleAt },
			{ name: 'Now' },
		]);
		const shown = await names('/contacts?limit=1000');
		expect([nameIn(shown, late), nameIn(shown, prompt)]).toEqual([undefined, 'Now']);
		await api.advance(11 * 60_000);
		expect(nameIn(await names('/contacts?limit=1000'), late)).toBe('Later');
	});

	test('thousands of late updates leave each list with one version of each record', async () => {
		const ids = await api.records(
			'contact',
			Array.from({ length: 40 }, () => ({ name: 'Many 0' })),
		);
		await api.options({ visibilityLagMs: 60_000 });
		const shown = async () => {
			const rows = await names('/contacts?limit=1000&searchWord=Many');
			return rows.filter(({ id }) => ids.includes(id)).map(({ name }) => name);
		};
		for (let round = 1; round <= 60; round++) {
			await api.records(
				'contact',
				ids.map((id) => ({ id, name: `Many ${round}` })),
			);
			// Three rounds pass until a round is shown.
			await api.advance(21_000);
			if (round % 20 === 0) expect(await shown()).toEqual(ids.map(() => `Many ${round - 2}`));
		}
		await api.advance(60_000);
		expect(await shown()).toEqual(ids.map(() => 'Many 60'));
	});

	test('totalCount counts what is shown', async () => {
		const before = (await api.ok(api.get<CursorList>('/contacts'))).totalCount;
		await api.options({ visibilityLagMs: 60_000 });
		await api.records('contact', [{}]);
		expect((await api.ok(api.get<CursorList>('/contacts'))).totalCount).toBe(before);
		await api.advance(60_001);
		expect((await api.ok(api.get<CursorList>('/contacts'))).totalCount).toBe(before + 1);
	});
});
