import {
	given,
	startV1Client,
	type DealType,
	type Failure,
	type Fields,
	type Named,
	type V1Client,
} from '../support/v1Client';

interface Deal extends Named {
	amount: number | null;
	memo: string;
	reason: string | null;
	createdAt: string;
	updatedAt: string;
	phase: Named & { status: number };
	dealType: Named;
	customer: Named;
	dealCustoms: Array<Fields & { itemKey: string }>;
	dealProductDetails: Array<Fields & { id: number }>;
	dealCustomerTypes: Array<{ dealCustomerType: Named; customers: Named[] }>;
	customObjects?: Fields[];
}

describe('v1 deals', () => {
	let v1: V1Client;
	let dealType: DealType;
	beforeAll(async () => {
		v1 = await startV1Client();
		dealType = given((await v1.settings()).dealTypes[0]);
	});
	afterAll(() => v1.sandbox.close());

	const create = async (changes: Fields = {}, query = '') =>
		v1.post<Deal>(`/deals${query}`, await v1.dealForm(changes));
	const made = async (changes: Fields = {}) => {
		const { status, body } = await create(changes);
		expect([status, (body as unknown as Failure).messages]).toEqual([201, undefined]);
		return body;
	};
	const read = async (id: number, query = '') => (await v1.get<Deal>(`/deals/${id}${query}`)).body;
	const patch = (id: number, changes: Fields) => v1.patch<Deal>(`/deals/${id}`, changes);
	const phase = (status: number) => given(dealType.phases.find((one) => one.status === status));

	test('create answers the deal with 201 in the record shape of v1 §2.7', async () => {
		const form = await v1.dealForm({ name: 'Shape', amount: 0, memo: 'm', fromEmail: true });
		const { status, body } = await v1.post<Deal>('/deals', form);
		expect(status).toBe(201);
		const { dealType: type, ...fields } = form;
		for (const [name, value] of Object.entries(fields)) {
			expect([name, body[name as keyof Deal]]).toEqual([
				name,
				typeof value === 'object' ? expect.objectContaining(value as object) : value,
			]);
		}
		expect(body.dealType.id).toBe(type.id);
		expect(body).toEqual(await read(body.id));
		// Totals are of v2 only.
		expect(body).not.toHaveProperty('totalCost');
	});

	test.each([
		'dealType',
		'name',
		'expectedContractDate',
		'customer',
		'phase',
		'product',
		'probability',
		'channel',
		'user',
	])('%s is required on create (v1 §4)', async (name) => {
		const { status, body } = await v1.post<Failure>('/deals', {
			...(await v1.dealForm()),
			[name]: undefined,
		});
		expect([status, body.messages]).toEqual([500, [`${name} is required`]]);
	});

	test('only the properties in the body of an update change (v1 §4)', async () => {
		const before = await made({ amount: 5, memo: 'cleared' });
		const { status, body } = await patch(before.id, { memo: '' });
		expect([status, body]).toEqual([200, { ...before, memo: '', updatedAt: body.updatedAt }]);
		expect((await patch(before.id, { amount: null })).body.amount).toBeNull();
	});

	test('itemKeyAsPropertyKey keys the custom values by itemKey (v1 §2.7, §4)', async () => {
		const keyed = '?itemKeyAsPropertyKey=true';
		const { body } = await create({}, keyed);
		const keys = dealType.dealCustomItems.map(({ itemKey }) => itemKey);
		expect(Object.keys(body.dealCustoms)).toEqual(keys);
		expect(Object.keys((await read(body.id, keyed)).dealCustoms)).toEqual(keys);
		expect(Array.isArray((await read(body.id, '?itemKeyAsPropertyKey=false')).dealCustoms)).toBe(
			true,
		);
		expect(Array.isArray((await read(body.id)).dealCustoms)).toBe(true);
		const list = await v1.get<{ deals: Deal[] }>(`/deals${keyed}&limit=1`);
		expect(Object.keys(given(list.body.deals[0]).dealCustoms)).toEqual(keys);
	});

	test('custom values of deals: chosen option and calculation (v1 §2.3)', async () => {
		const { dealCustoms } = await made({
			amount: 1000,
			dealCustoms: [{ itemKey: 'deal_single_select', value: 3 }],
		});
		const custom = (key: string) => given(dealCustoms.find(({ itemKey }) => itemKey === key));
		expect(custom('deal_single_select').selectedOption).toEqual({
			value: 3,
			label: 'Bronze',
			dealCustomItemOptionId: expect.any(Number),
		});
		expect(custom('deal_calculation').calculationResult).toBe(50);
	});

	test('include_related_objects=1 adds the custom objects of a deal (v1 §2.7, §4)', async () => {
		const [asset] = await v1.write('customObject', [{ customObjectDefKey: 'asset' }]);
		const { id } = await made({ customObjects: [{ id: asset }] });
		const related = [{ id: asset, customObjectDefKey: 'asset' }];
		expect((await read(id, '?include_related_objects=1')).customObjects).toEqual(related);
		expect(await read(id)).not.toHaveProperty('customObjects');
	});

	test('rule D-R: outside of in-progress phases a reason is required (v2 §2.6)', async () => {
		const lost = { phase: { id: phase(3).id } };
		expect((await create(lost)).status).toBe(500);
		expect((await create({ ...lost, reason: 'too dear' })).status).toBe(201);
		const endPhaseReasonIds = [given(dealType.endPhaseReasons[0]).id];
		expect((await create({ ...lost, endPhaseReasonIds })).status).toBe(201);
		const { id } = await made();
		expect((await patch(id, { phase: { id: phase(2).id } })).status).toBe(400);
		expect((await patch(id, { phase: { id: phase(2).id }, reason: 'best' })).status).toBe(200);
	});

	test('product details: without id added, with id updated, deleted removed (v2 §2.6)', async () => {
		const typeId = given(dealType.dealProductDetailTypes[0]).id;
		const added = await made({
			dealProductDetails: [
				{ dealProductDetailTypeId: typeId, quantity: '2', price: '10', memo: 'one' },
				{ dealProductDetailTypeId: typeId, quantity: '1', price: '5', memo: 'two' },
			],
		});
		const [one, two] = added.dealProductDetails;
		expect([one?.subtotal, two?.subtotal]).toEqual(['20', '5']);
		const { body } = await patch(added.id, {
			dealProductDetails: [
				{ id: given(one).id, price: '11', firstSales: '2026-05-01T00:00:00+09:00' },
				{ id: given(two).id, deleted: true },
				{
					dealProductDetailTypeId: typeId,
					dealProductDetailCustoms: [
						{
							dealProductDetailTypeCustomItemId: await detailFieldId('detail_text'),
							value: 'noted',
						},
					],
				},
			],
		});
		const [changed, third, ...rest] = body.dealProductDetails;
		expect(rest).toEqual([]);
		expect(changed).toEqual({
			...one,
			price: '11',
			subtotal: '22',
			firstSales: '2026-05-01T00:00:00.000+09:00',
		});
		expect(third?.dealProductDetailCustoms).toMatchObject({ detail_text: { text: 'noted' } });
		const missing = { dealProductDetails: [{ id: 999_999, memo: 'x' }] };
		expect((await patch(added.id, missing)).status).toBe(400);
	});

	const detailFieldId = async (itemKey: string) => {
		const { body } = await v1.get<{
			dealProductDetailTypeCustomItems: Array<{ id: number; itemKey: string }>;
		}>('/deal_product_detail_type_custom_items');
		return given(body.dealProductDetailTypeCustomItems.find((one) => one.itemKey === itemKey)).id;
	};

	test('related customers are linked by type, and unlinked by delete (v1 §2.7, v2 §2.6)', async () => {
		const [type] = dealType.dealCustomerTypes;
		const [a, b] = await v1.write('customer', [{ name: 'Agent A' }, { name: 'Agent B' }]);
		const item = (customerId: number | undefined) => ({
			dealCustomerTypeId: given(type).id,
			customerId,
		});
		const deal = await made({ dealCustomers: [item(a), item(b)] });
		const { id, name } = given(type);
		expect(deal.dealCustomerTypes).toEqual([
			{
				dealCustomerType: { id, name },
				customers: [
					{ id: a, name: 'Agent A' },
					{ id: b, name: 'Agent B' },
				],
			},
		]);
		const { body } = await patch(deal.id, { dealCustomers: [{ ...item(a), delete: true }] });
		expect(body.dealCustomerTypes[0]?.customers.map((customer) => customer.id)).toEqual([b]);
		expect((await patch(deal.id, { dealCustomers: [item(999_999)] })).status).toBe(400);
	});

	test('bulk create answers ids; the deal type stands in the path (v1 §4)', async () => {
		const { dealType: type, ...form } = await v1.dealForm();
		const path = `/deal_types/${type.id}/deals/bulk`;
		const deals = ['A', 'B'].map((name) => ({ ...form, name: `Bulk ${name}` }));
		const { status, body } = await v1.post<number[]>(path, { deals });
		expect(status).toBe(200);
		const stored = await Promise.all(body.map((id) => read(id)));
		expect(stored.map(({ name }) => name)).toEqual(['Bulk A', 'Bulk B']);
		expect(stored.map((deal) => deal.dealType.id)).toEqual([type.id, type.id]);
		expect((await v1.post('/deal_types/999999/deals/bulk', { deals })).status).toBe(500);
	});

	test('bulk update changes each deal of the type, all or nothing (v1 §4)', async () => {
		const [a, b] = [await made({ memo: 'old' }), await made({ memo: 'old' })];
		const path = `/deal_types/${dealType.id}/deals/bulk`;
		const good = {
			deals: [
				{ id: a.id, memo: 'new' },
				{ id: b.id, amount: 3 },
			],
		};
		const { status, body } = await v1.patch(path, good);
		expect([status, body]).toEqual([200, '']);
		expect((await read(a.id)).memo).toBe('new');
		expect(await read(b.id)).toMatchObject({ memo: 'old', amount: 3 });
		const bad = { deals: [{ id: a.id, memo: 'half' }, { id: 999_999 }, { memo: 'no id' }] };
		const typed = await v1.patch<Failure>(path, bad);
		expect(typed.body.bulkErrors).toEqual([{ index: 2, massages: ['id is required'] }]);
		const missing = await v1.patch<Failure>(path, { deals: bad.deals.slice(0, 2) });
		expect([missing.status, missing.body.bulkErrors]).toEqual([
			500,
			[{ index: 1, massages: ['deal 999999 does not exist'] }],
		]);
		expect((await read(a.id)).memo).toBe('new');
	});

	test('a deal of another type is refused in the bulk update (v1 §4)', async () => {
		const { id } = await made();
		const other = given((await v1.settings()).dealTypes[1]);
		const { status, body } = await v1.patch<Failure>(`/deal_types/${other.id}/deals/bulk`, {
			deals: [{ id, memo: 'x' }],
		});
		expect([status, body.bulkErrors?.map(({ index }) => index)]).toEqual([500, [0]]);
	});

	test('locked phases hold back personal tokens only, not a v1 key (v2 §3)', async () => {
		const { id } = await made({ phase: { id: phase(2).id }, reason: 'best', amount: 1 });
		const deals = [{ id, amount: 2 }];
		expect((await v1.patch(`/deal_types/${dealType.id}/deals/bulk`, { deals })).status).toBe(200);
		expect((await read(id)).amount).toBe(2);
	});
});
