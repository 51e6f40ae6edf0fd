import {
	given,
	startV1Client,
	type Failure,
	type Fields,
	type Page,
	type V1Client,
} from '../support/v1Client';

const where = (field: Fields, comparisonOperator: string, value?: Fields) => ({
	valueFilter: { field, comparisonOperator, ...(value ? { value } : {}) },
});
const all = (...subFilters: Fields[]) => ({
	compositeFilter: { logicalOperator: 'AND', subFilters },
});
const any = (...subFilters: Fields[]) => ({
	compositeFilter: { logicalOperator: 'OR', subFilters },
});
const named = (name: string) => where({ name: 'name' }, 'LIKE', { stringValue: name });

describe('v1 search', () => {
	let v1: V1Client;
	beforeAll(async () => {
		v1 = await startV1Client();
	});
	afterAll(() => v1.sandbox.close());

	const search = (kind: 'customers' | 'deals', body: Fields) =>
		v1.post<Page<string, Fields & { id: number }>>(`/${kind}/search`, body);
	const found = async (kind: 'customers' | 'deals', body: Fields) => {
		const { status, body: page } = await search(kind, body);
		expect(status).toBe(200);
		return given(page[kind] as unknown as Array<Fields & { id: number }>);
	};
	const idsOf = async (kind: 'customers' | 'deals', body: Fields) =>
		(await found(kind, body)).map(({ id }) => id);

	test('the filter is a tree of composite and value filters (v1 §4, Search body)', async () => {
		const [a, b, c] = await v1.write('customer', [
			{ name: 'Tree A', employee: 10 },
			{ name: 'Tree B', employee: 20 },
			{ name: 'Tree C', employee: 30 },
		]);
		const employee = (operator: string, integerValue: number) =>
			where({ name: 'employee' }, operator, { integerValue });
		const sort = { field: { name: 'id' }, order: 'ASC' };
		const filter = all(named('Tree'), any(employee('=', 10), employee('>', 20)));
		expect(await idsOf('customers', { filter, sort })).toEqual([a, c]);
		expect(await idsOf('customers', { filter: named('Tree'), sort })).toEqual([a, b, c]);
	});

	test('deals are found by every documented field (v1 §4)', async () => {
		const { body: deal } = await v1.post<Fields & { id: number }>(
			'/deals',
			await v1.dealForm({ name: 'Findable', amount: 4711, memo: 'a memo', reason: 'a reason' }),
		);
		const idOf = (name: string) => ({ integerValue: (deal[name] as { id: number }).id });
		const fields: Record<string, Fields> = {
			id: { integerValue: deal.id },
			name: { stringValue: 'Findable' },
			amount: { integerValue: 4711 },
			expectedContractDate: { datetimeValue: '2027-03-31' },
			memo: { stringValue: 'a memo' },
			reason: { stringValue: 'a reason' },
			customerId: idOf('customer'),
			userId: idOf('user'),
			phaseId: idOf('phase'),
			productId: idOf('product'),
			channelId: idOf('channel'),
			probabilityId: idOf('probability'),
			dealTypeId: idOf('dealType'),
			createdAt: { datetimeValue: deal.createdAt },
			updatedAt: { datetimeValue: deal.updatedAt },
		};
		for (const [name, value] of Object.entries(fields)) {
			const ids = await idsOf('deals', { filter: where({ name }, '=', value), limit: 1000 });
			expect([name, ids.includes(deal.id)]).toEqual([name, true]);
		}
	});

	test('custom fields are addressed by customItemId or itemKey (v1 §4)', async () => {
		const { body } = await v1.get<{ customerCustomItems: Array<{ id: number; itemKey: string }> }>(
			'/customer_custom_items',
		);
		const { id: customItemId, itemKey } = given(
			body.customerCustomItems.find((item) => item.itemKey === 'customer_text'),
		);
		const [id] = await v1.write('customer', [
			{ name: 'Marked', customerCustoms: [{ itemKey, value: 'a mark' }] },
		]);
		for (const field of [{ customItemId }, { itemKey }]) {
			const filter = where(field, '=', { stringValue: 'a mark' });
			expect(await idsOf('customers', { filter })).toEqual([id]);
		}
	});

	test('a page has 100 elements, limit and page move through all (v1 §4, §8)', async () => {
		await v1.write(
			'customer',
			Array.from({ length: 130 }, () => ({ name: 'Many found' })),
		);
		const filter = named('Many found');
		const { body } = await search('customers', { filter });
		expect([body.totalCount, body.page]).toEqual([130, 1]);
		expect(await idsOf('customers', { filter })).toHaveLength(100);
		const second = await idsOf('customers', { filter, page: 2, limit: 100 });
		expect(second).toHaveLength(30);
		expect(await idsOf('customers', { filter, limit: 1000 })).toHaveLength(130);
		expect((await search('customers', { filter, limit: 1001 })).status).toBe(400);
	});

	test('sort holds field and order; the newest update comes first without one (v1 §4)', async () => {
		const at = (day: number) => `2025-05-0${day}T00:00:00Z`;
		const [a, b, c] = await v1.write('deal', [
			{ name: 'Sorted C', createdAt: at(1), updatedAt: at(2) },
			{ name: 'Sorted A', createdAt: at(1), updatedAt: at(3) },
			{ name: 'Sorted B', createdAt: at(1), updatedAt: at(1) },
		]);
		const order = (sort?: Fields) => idsOf('deals', { filter: named('Sorted'), sort });
		expect(await order()).toEqual([b, a, c]);
		expect(await order({ field: { name: 'name' }, order: 'ASC' })).toEqual([b, c, a]);
		expect(await order({ field: { name: 'name' }, order: 'DESC' })).toEqual([a, c, b]);
	});

	test('compactCustoms shortens the custom values; false by default (v1 §4)', async () => {
		for (const kind of ['customers', 'deals'] as const) {
			const customs = kind === 'deals' ? 'dealCustoms' : 'customerCustoms';
			const filter = where({ name: 'id' }, '>', { integerValue: 0 });
			const valuesOf = async (body: Fields) =>
				given((await found(kind, { filter, limit: 1, ...body }))[0]?.[customs] as Fields[]);
			expect(given((await valuesOf({}))[0])).toHaveProperty('itemType');
			const [compact] = await valuesOf({ compactCustoms: true });
			const itemId = kind === 'deals' ? 'dealCustomItemId' : 'customerCustomItemId';
			expect(Object.keys(given(compact)).sort()).toEqual(['id', itemId, 'itemKey', 'value'].sort());
		}
	});

	test('noCustoms leaves the custom values out; false by default (v1 §4)', async () => {
		for (const kind of ['customers', 'deals'] as const) {
			const customs = kind === 'deals' ? 'dealCustoms' : 'customerCustoms';
			const filter = where({ name: 'id' }, '>', { integerValue: 0 });
			const first = async (body: Fields) => given((await found(kind, { filter, ...body }))[0]);
			expect(await first({})).toHaveProperty(customs);
			expect(await first({ noCustoms: false })).toHaveProperty(customs);
			expect(await first({ noCustoms: true })).not.toHaveProperty(customs);
		}
	});

	test('a field reference is not supported in the customer search (v1 §4)', async () => {
		const filter = where({ reference: 'customer', name: 'name' }, '=', { stringValue: 'x' });
		const { status, body } = await v1.post<Failure>('/customers/search', { filter });
		expect([status, body.error]).toEqual([400, 'BAD_REQUEST']);
	});

	test('an invalid search condition is a 400 (v1 §7)', async () => {
		const conditions = [
			where({ name: 'companyNum' }, '=', { stringValue: '1' }),
			where({ name: 'shoeSize' }, '=', { integerValue: 1 }),
			where({ itemKey: 'no_such_key' }, '=', { stringValue: '1' }),
			where({ name: 'name' }, '~', { stringValue: '1' }),
			where({ name: 'id' }, '=', { integerValue: 'one' }),
			where({}, '=', { integerValue: 1 }),
			{ compositeFilter: { logicalOperator: 'XOR', subFilters: [] } },
		];
		for (const kind of ['customers', 'deals']) {
			for (const filter of conditions) {
				const { status, body } = await v1.post<Failure>(`/${kind}/search`, { filter });
				expect([status, body.error, body.messages.length]).toEqual([400, 'BAD_REQUEST', 1]);
			}
			expect((await v1.post(`/${kind}/search`, {})).status).toBe(400);
		}
	});

	test('the search index may lag behind the lists (S3)', async () => {
		await v1.set({ searchLagMs: 60_000 });
		const { body } = await v1.post<{ id: number }>('/customers', { name: 'Unindexed' });
		const list = await v1.get<Page<'customers'>>('/customers?searchWord=Unindexed');
		expect(list.body.customers).toHaveLength(1);
		expect(await idsOf('customers', { filter: named('Unindexed') })).toEqual([]);
		await v1.steer('POST', 'clock', { advanceMs: 60_000 });
		expect(await idsOf('customers', { filter: named('Unindexed') })).toEqual([body.id]);
		await v1.set({ searchLagMs: null });
	});
});
