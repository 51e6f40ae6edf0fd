import { SandboxClient, idsOf, readAll, type CursorList, type Row } from '../support/sandboxClient';

let api: SandboxClient;
beforeAll(async () => {
	api = await SandboxClient.start();
});
afterAll(() => api.close());

const lists = ['customers', 'deals', 'contacts'] as const;
const time = (row: Row | undefined, key: string) => Date.parse(String(row?.[key]));

describe('cursor lists (v2 §4)', () => {
	test.each(lists)('%s answer the envelope, 100 a page by default', async (plural) => {
		const kind = plural.slice(0, -1);
		await api.records(
			kind,
			Array.from({ length: 120 }, (_, index) => ({ name: `Extra ${index}` })),
		);
		const body = await api.ok(api.get<CursorList>(`/${plural}`));
		expect(Object.keys(body).sort()).toEqual(
			[plural, 'hasMore', 'nextCursor', 'totalCount'].sort(),
		);
		expect(body[plural]).toHaveLength(100);
		expect(body.hasMore).toBe(true);
		expect(body.totalCount).toBeGreaterThan(120);
	});

	test.each(['0', '1001', 'many', '1.5'])('limit=%s is a 400: it is 1..1000', async (limit) => {
		const { status, body } = await api.get(`/deals?limit=${limit}`);
		expect(status).toBe(400);
		expect(body).toEqual({ error: 'BAD_REQUEST', messages: [expect.stringContaining('limit')] });
	});

	test.each(lists)('%s are read whole through the cursor, each record once', async (plural) => {
		const { totalCount } = await api.ok(api.get<CursorList>(`/${plural}?limit=1`));
		const ids = idsOf(await readAll(api, `/${plural}?limit=37`, plural));
		expect(ids).toHaveLength(totalCount);
		expect(new Set(ids).size).toBe(totalCount);
	});

	test.each(lists)(
		'%s take every sort key in both spellings; newest update first',
		async (plural) => {
			for (const [key, name] of [
				['updatedAt', 'updated_at'],
				['createdAt', 'created_at'],
			] as const) {
				const up = await readAll(api, `/${plural}?limit=1000&sort=${name}`, plural);
				const times = up.map((row) => time(row, key));
				expect(times).toEqual([...times].sort((a, b) => a - b));
				const down = await readAll(api, `/${plural}?limit=1000&sort=-${key}`, plural);
				const falling = down.map((row) => time(row, key));
				expect(falling).toEqual([...falling].sort((a, b) => b - a));
				const respelled = await readAll(api, `/${plural}?limit=1000&sort=-${name}`, plural);
				expect(idsOf(respelled)).toEqual(idsOf(down));
			}
			const byDefault = await readAll(api, `/${plural}?limit=1000`, plural);
			const newestFirst = await readAll(api, `/${plural}?limit=1000&sort=-updated_at`, plural);
			expect(idsOf(byDefault)).toEqual(idsOf(newestFirst));
		},
	);

	test.each(['name', '-id', 'updatedat', '--updatedAt', ''])('sort=%s is a 400', async (sort) => {
		expect((await api.get(`/customers?sort=${sort}`)).status).toBe(400);
	});

	test('records of one moment come in the order of their ids', async () => {
		const at = '2020-01-01T00:00:00Z';
		const ids = await api.records(
			'customer',
			Array.from({ length: 7 }, () => ({ createdAt: at })),
		);
		for (const sort of ['createdAt', '-createdAt']) {
			const window = `updatedAtFrom=${at}&updatedAtTo=${at}`;
			const found = await readAll(api, `/customers?limit=2&sort=${sort}&${window}`, 'customers');
			expect(idsOf(found)).toEqual(ids);
		}
	});
});

describe('cursors (v2 §4, common query parameters)', () => {
	const cursorOf = async (path: string) => {
		const { nextCursor } = await api.ok(api.get<CursorList>(path));
		return encodeURIComponent(nextCursor ?? '');
	};

	test('a cursor with another sort than that of the first page is a 400', async () => {
		const cursor = await cursorOf('/deals?limit=5&sort=updatedAt');
		expect((await api.get(`/deals?limit=5&sort=createdAt&cursor=${cursor}`)).status).toBe(400);
		expect((await api.get(`/deals?limit=5&sort=-updatedAt&cursor=${cursor}`)).status).toBe(400);
		expect((await api.get(`/deals?limit=5&cursor=${cursor}`)).status).toBe(400);
	});

	test('the same sort in the other spelling, and another limit, are fine', async () => {
		const cursor = await cursorOf('/deals?limit=5&sort=updatedAt');
		expect((await api.get(`/deals?limit=9&sort=updated_at&cursor=${cursor}`)).status).toBe(200);
	});

	test('a cursor with other filters is a 400', async () => {
		const cursor = await cursorOf('/deals?limit=5&dealTypeId=1');
		expect((await api.get(`/deals?limit=5&dealTypeId=2&cursor=${cursor}`)).status).toBe(400);
		expect((await api.get(`/deals?limit=5&cursor=${cursor}`)).status).toBe(400);
		expect((await api.get(`/deals?limit=5&dealTypeId=1&cursor=${cursor}`)).status).toBe(200);
	});

	test('a cursor of another list, and text that is no cursor, are a 400', async () => {
		const cursor = await cursorOf('/deals?limit=5');
		for (const path of [`/customers?cursor=${cursor}`, '/deals?cursor=nonsense']) {
			const { status, body } = await api.get(path);
			expect({ status, error: body.error }).toEqual({ status: 400, error: 'BAD_REQUEST' });
		}
	});

	test('keyset cursors do not repeat records that a write moves behind them (S3)', async () => {
		const first = await api.ok(api.get<CursorList>('/customers?limit=10&sort=-createdAt'));
		await api.records('customer', [{ name: 'Newest of all' }]);
		const cursor = encodeURIComponent(first.nextCursor ?? '');
		const next = await api.ok(
			api.get<CursorList>(`/customers?limit=10&sort=-createdAt&cursor=${cursor}`),
		);
		const seen = new Set(idsOf(first.customers));
		expect(idsOf(next.customers).filter((id) => seen.has(id))).toEqual([]);
	});

	test('offset cursors shift with the list, as an option (S3)', async () => {
		await api.options({ cursorKind: 'offset' });
		const first = await api.ok(api.get<CursorList>('/customers?limit=10&sort=-createdAt'));
		await api.records('customer', [{ name: 'Newer still' }]);
		const cursor = encodeURIComponent(first.nextCursor ?? '');
		const next = await api.ok(
			api.get<CursorList>(`/customers?limit=10&sort=-createdAt&cursor=${cursor}`),
		);
		expect(idsOf(next.customers)[0]).toBe(idsOf(first.customers)[9]);
		const whole = await readAll(api, '/customers?limit=33', 'customers');
		expect(new Set(idsOf(whole)).size).toBe(whole.length);
		await api.options({ cursorKind: null });
	});

	test('a cursor older than cursorTtlMs of service time is a 400 (S3)', async () => {
		await api.options({ cursorTtlMs: 60_000 });
		const cursor = await cursorOf('/deals?limit=5');
		expect((await api.get(`/deals?limit=5&cursor=${cursor}`)).status).toBe(200);
		await api.advance(60_001);
		expect((await api.get(`/deals?limit=5&cursor=${cursor}`)).status).toBe(400);
		await api.options({ cursorTtlMs: null });
	});
});

describe('page lists (v2 §4, §8)', () => {
	test('users, groups and roles come 100 a page with totalCount and page', async () => {
		await api.records(
			'user',
			Array.from({ length: 130 }, (_, index) => ({ name: `User ${index}` })),
		);
		await api.records(
			'role',
			Array.from({ length: 105 }, () => ({})),
		);
		await api.records(
			'userGroup',
			Array.from({ length: 105 }, () => ({})),
		);
		for (const [path, plural] of [
			['/users', 'users'],
			['/roles', 'roles'],
			['/user_groups', 'userGroups'],
		] as const) {
			const first = await api.ok(api.get<CursorList>(path));
			expect(Object.keys(first).sort()).toEqual([plural, 'page', 'totalCount'].sort());
			expect(first.page).toBe(1);
			expect(first[plural]).toHaveLength(100);
			const second = await api.ok(api.get<CursorList>(`${path}?page=2`));
			expect(second.page).toBe(2);
			expect(second[plural]).toHaveLength(first.totalCount - 100);
			expect(idsOf(second[plural]).some((id) => idsOf(first[plural]).includes(id))).toBe(false);
			const beyond = await api.ok(api.get<CursorList>(`${path}?page=9`));
			expect(beyond[plural]).toEqual([]);
		}
	});

	test.each(['0', '-1', 'x'])('page=%s is a 400', async (page) => {
		expect((await api.get(`/users?page=${page}`)).status).toBe(400);
	});

	test('deal contacts are a page list too (v2 §4.7)', async () => {
		const contacts = await api.records(
			'contact',
			Array.from({ length: 101 }, () => ({})),
		);
		for (const id of contacts) await api.ok(api.post(`/deals/1/contacts/${id}`));
		const first = await api.ok(api.get<CursorList>('/deals/1/contacts'));
		expect(first.contacts).toHaveLength(100);
		const second = await api.ok(api.get<CursorList>('/deals/1/contacts?page=2'));
		expect(second.contacts).toHaveLength(first.totalCount - 100);
	});
});
