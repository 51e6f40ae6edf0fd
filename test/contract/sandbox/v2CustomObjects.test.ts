import { SandboxClient, idsOf, readAll, type CursorList, type Row } from '../support/sandboxClient';

let api: SandboxClient;
beforeAll(async () => {
	api = await SandboxClient.start({ seed: 'empty' });
	await api.records('customer', [{}, {}]);
	await api.records('deal', [{}, {}]);
	await api.records('contact', [{}, {}]);
});
afterAll(() => api.close());

const tickets = '/custom_object_defs/ticket/custom_objects';
const assets = '/custom_object_defs/asset/custom_objects';

const ticket = {
	subject: 'Broken',
	due_date: '2026-08-01T00:00:00.000Z',
	priority: 0,
	status: 'open',
	assignees: [1, 2],
};
const asset = {
	serial: 'S-1',
	value: '12.50',
	manual: 'https://m.example',
	tags: ['leased', 'mobile'],
	bought_on: '2026-01-02T03:04:05.000Z',
	floor: 3,
};

describe('custom objects (v2 §2.8, §4.11)', () => {
	test.each([
		[tickets, ticket],
		[assets, asset],
	])('all field types are written and read back: %s', async (path, form) => {
		const created = await api.ok(api.post(path, form));
		expect(created).toMatchObject(form);
		expect(await api.ok(api.get(`${path}/${created.id}`))).toEqual(created);
	});

	test('an unset field reads as null', async () => {
		const created = await api.ok(api.post(tickets, {}));
		expect(created).toMatchObject({ subject: null, priority: null, assignees: null });
	});

	test.each([
		[tickets, { subject: 5 }],
		[tickets, { due_date: 'soon' }],
		[tickets, { priority: '1' }],
		[tickets, { priority: 1.5 }],
		[tickets, { status: ['open'] }],
		[tickets, { assignees: 1 }],
		[tickets, { assignees: ['1'] }],
		[tickets, { assignees: [1.5] }],
		[assets, { value: 12.5 }],
		[assets, { value: 'much' }],
		[assets, { manual: 1 }],
		[assets, { tags: 'leased' }],
	])('%s %j is wrongly typed', async (path, form) => {
		const { status, body } = await api.post(path, form);
		expect({ status, error: body.error }).toEqual({ status: 400, error: 'BAD_REQUEST' });
	});

	test.each([
		[tickets, { status: 'gone' }],
		[assets, { tags: ['leased', 'gone'] }],
		[tickets, { nothing: 'x' }],
	])('%s %j is a failed validation', async (path, form) => {
		const { status, body } = await api.post(path, form);
		expect({ status, error: body.error }).toEqual({ status: 400, error: 'VALIDATION_FAILED' });
	});

	test('a missing user, definition or object is a 404; so is one of another definition', async () => {
		const { id } = await api.ok(api.post(tickets, {}));
		expect((await api.post(tickets, { assignees: [6] })).status).toBe(404);
		expect((await api.get('/custom_object_defs/none/custom_objects')).status).toBe(404);
		expect((await api.get(`${tickets}/99999`)).status).toBe(404);
		expect((await api.get(`${assets}/${id}`)).status).toBe(404);
	});

	test('update is partial; null and empty text delete a value; the answer is {}', async () => {
		const { id } = await api.ok(api.post(assets, asset));
		const answer = await api.patch(`${assets}/${id}`, { serial: '', floor: null, value: '3' });
		expect({ status: answer.status, body: answer.body }).toEqual({ status: 200, body: {} });
		expect(await api.ok(api.get(`${assets}/${id}`))).toMatchObject({
			...asset,
			...{ serial: null, floor: null, value: '3' },
		});
	});

	test('delete answers 200 without a body', async () => {
		const { id } = await api.ok(api.post(tickets, {}));
		const answer = await api.delete<unknown>(`${tickets}/${id}`);
		expect({ status: answer.status, body: answer.body }).toEqual({ status: 200, body: '' });
		expect((await api.get(`${tickets}/${id}`)).status).toBe(404);
	});
});

describe('associations (v2 §2.8)', () => {
	test('are added by {id}, removed by {id, delete: true}, read with include_related_objects=1', async () => {
		const form = { deals: [{ id: 1 }, { id: 2 }], customers: [{ id: 1 }], contacts: [{ id: 2 }] };
		const { id } = await api.ok(api.post(tickets, form));
		const read = (query: string) => api.ok(api.get(`${tickets}/${id}${query}`));
		expect(await read('')).not.toHaveProperty('deals');
		const related = await read('?include_related_objects=1');
		expect([related.deals, related.customers, related.contacts].map(idsOf)).toEqual([
			[1, 2],
			[1],
			[2],
		]);
		const changes = { deals: [{ id: 1, delete: true }], customers: [{ id: 2 }], contacts: [] };
		await api.ok(api.patch(`${tickets}/${id}`, changes));
		const after = await read('?include_related_objects=1');
		expect([after.deals, after.customers, after.contacts].map(idsOf)).toEqual([[2], [1, 2], [2]]);
		const deal = await api.ok(api.get('/deals/2?include_related_objects=1'));
		expect(idsOf(deal.customObjects)).toContain(id);
	});

	test('an association with a missing record is a 404', async () => {
		expect((await api.post(tickets, { deals: [{ id: 99_999 }] })).status).toBe(404);
	});

	test('an object has at most 1000 of them (v2 §8)', async () => {
		const ids = await api.records(
			'contact',
			Array.from({ length: 1000 }, () => ({})),
		);
		const contacts = ids.map((id) => ({ id }));
		expect((await api.post(tickets, { contacts })).status).toBe(200);
		const over = await api.post(tickets, { contacts, customers: [{ id: 1 }] });
		expect(over.status).toBe(400);
		const more = await api.post(tickets, { contacts: [...contacts, { id: 1 }] });
		expect(more.status).toBe(400);
	});
});

describe('the list (v2 §4.11)', () => {
	const list = (query: string) => api.get<CursorList>(`${assets}${query}`);

	test('has fixed 100 per call; limit cannot be given', async () => {
		await api.records(
			'customObject',
			Array.from({ length: 130 }, () => ({ customObjectDefKey: 'asset' })),
		);
		const page = await api.ok(list(''));
		expect(page.customObjects).toHaveLength(100);
		expect(page.hasMore).toBe(true);
		const rows = await readAll(api, assets, 'customObjects');
		expect(new Set(idsOf(rows)).size).toBe(page.totalCount);
		expect((await list('?limit=10')).status).toBe(400);
	});

	test('is sorted ascending only, by createdAt or updatedAt', async () => {
		for (const sort of ['createdAt', 'updatedAt']) {
			const rows = await readAll(api, `${assets}?sort=${sort}`, 'customObjects');
			const times = rows.map((row) => String(row[sort]));
			expect(times).toEqual([...times].sort());
		}
		for (const sort of ['-createdAt', 'created_at', 'serial']) {
			expect((await list(`?sort=${sort}`)).status).toBe(400);
		}
	});

	test.each([
		['serial', 'F-1', 'F-2', 'f-1'],
		['floor', 31, 32, '31x'],
		['value', '7.50', '8', 'x'],
		['bought_on', '2026-09-09T00:00:00.000Z', '2026-09-10T00:00:00.000Z', 'x'],
	])('%s is an equality filter', async (itemKey, value, other, wrong) => {
		const of = { customObjectDefKey: 'asset' };
		const [hit] = await api.records('customObject', [
			{ ...of, [itemKey]: value },
			{ ...of, [itemKey]: other },
		]);
		const found = await api.ok(list(`?${itemKey}=${encodeURIComponent(value)}`));
		expect(idsOf(found.customObjects)).toEqual([hit]);
		const none = await list(`?${itemKey}=${wrong}`);
		if (itemKey === 'serial') expect(none.body.customObjects).toEqual([]);
		else expect(none.status).toBe(400);
	});

	test('decimals and dates are compared by what they mean', async () => {
		const of = { customObjectDefKey: 'asset' };
		const [id] = await api.records('customObject', [
			{ ...of, value: '99.10', bought_on: '2025-02-01T09:00:00+09:00' },
		]);
		expect(idsOf((await api.ok(list('?value=99.1'))).customObjects)).toEqual([id]);
		expect(idsOf((await api.ok(list('?bought_on=2025-02-01'))).customObjects)).toEqual([id]);
	});

	test.each(['manual', 'tags'])('%s is of no type that can be filtered by', async (itemKey) => {
		expect((await list(`?${itemKey}=x`)).status).toBe(400);
	});

	test('windows on creation and update', async () => {
		const at = '2021-01-01T00:00:00Z';
		const [id] = await api.records('customObject', [
			{ customObjectDefKey: 'asset', createdAt: at, updatedAt: '2021-02-01T00:00:00Z' },
		]);
		expect(idsOf((await api.ok(list(`?createdAtTo=${at}`))).customObjects)).toEqual([id]);
		expect((await api.ok(list(`?updatedAtTo=${at}`))).customObjects).toEqual([]);
	});

	test('a cursor must come with the same filters and sort', async () => {
		const rows = Array.from({ length: 101 }, () => ({ customObjectDefKey: 'asset', floor: 77 }));
		await api.records('customObject', rows);
		const { nextCursor } = await api.ok(list('?floor=77&sort=updatedAt'));
		const cursor = encodeURIComponent(nextCursor ?? '');
		expect((await list(`?floor=77&sort=updatedAt&cursor=${cursor}`)).status).toBe(200);
		for (const query of ['?floor=77', '?sort=updatedAt', '?floor=78&sort=updatedAt']) {
			expect((await list(`${query}&cursor=${cursor}`)).status).toBe(400);
		}
		const other = `${tickets}?sort=updatedAt&cursor=${cursor}`;
		expect((await api.get(other)).status).toBe(400);
	});
});

describe('bulk (v2 §4.11)', () => {
	const bulk = (customObjects: object[]) =>
		api.patch<number[]>(`${tickets}/bulk`, { customObjects });

	test('create answers ids in order, update too', async () => {
		const created = await api.ok(
			api.post<number[]>(`${tickets}/bulk`, { customObjects: [{ priority: 1 }, { priority: 2 }] }),
		);
		const read = async (id: number): Promise<Row> => api.ok(api.get(`${tickets}/${id}`));
		expect(await Promise.all(created.map(async (id) => (await read(id)).priority))).toEqual([1, 2]);
		const changes = created.map((id) => ({ id, subject: `Of ${id}` }));
		expect(await api.ok(bulk(changes))).toEqual(created);
		expect((await read(created[0] ?? 0)).subject).toBe(`Of ${created[0]}`);
	});

	test('if an id repeats, the last row wins', async () => {
		const { id } = await api.ok(api.post(tickets, { subject: 'Before', priority: 1 }));
		const rows = [
			{ id, subject: 'First', priority: 2 },
			{ id, subject: 'Last' },
		];
		expect(await api.ok(bulk(rows))).toEqual([id]);
		expect(await api.ok(api.get(`${tickets}/${id}`))).toMatchObject({
			subject: 'Last',
			priority: 1,
		});
	});

	test('one refused row rolls back all of them', async () => {
		const { id } = await api.ok(api.post(tickets, { subject: 'Before' }));
		expect((await bulk([{ id, subject: 'Half' }, { id: 99_999 }])).status).toBe(404);
		expect((await api.ok(api.get(`${tickets}/${id}`))).subject).toBe('Before');
	});
});
