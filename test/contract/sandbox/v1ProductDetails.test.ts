import {
	given,
	startV1Client,
	type Failure,
	type Fields,
	type Named,
	type Page,
	type V1Client,
} from '../support/v1Client';

type Setting = Fields &
	Named & {
		dealTypeIds: number[];
		price: string | null;
		billingType: Named & { key: string };
		roundType: Named & { key: string };
		unitCostRoundType: Named & { key: string };
		createdAt: string;
		updatedAt: string;
		dealProductDetailTypeCustoms: Record<string, Fields>;
	};
const path = '/deal_product_detail_types';

describe('v1 product-detail settings', () => {
	let v1: V1Client;
	beforeAll(async () => {
		v1 = await startV1Client();
	});
	afterAll(() => v1.sandbox.close());
	beforeEach(() => v1.steer('POST', 'reset', {}));

	const list = async (query = '') =>
		(await v1.get<Page<'dealProductDetailTypes', Setting>>(`${path}?${query}`)).body;
	const all = async () => (await list('limit=1000')).dealProductDetailTypes;
	const one = async (id: number | undefined) =>
		given((await all()).find((setting) => setting.id === id));
	const create = (...dealProductDetailTypes: Fields[]) =>
		v1.post<number[]>(`${path}/bulk`, { dealProductDetailTypes });
	const update = (...dealProductDetailTypes: Fields[]) =>
		v1.patch(`${path}/bulk`, { dealProductDetailTypes });

	test('a setting has billing and round types and its values by key (v1 §2.8)', async () => {
		const setting = given((await all()).find(({ name }) => name === 'Licence'));
		expect(setting).toEqual({
			id: expect.any(Number),
			name: 'Licence',
			dealTypeIds: (await v1.settings()).dealTypes.map(({ id }) => id),
			unit: 'piece',
			price: '1200',
			billingType: { id: expect.any(Number), key: 'lump', name: expect.any(String) },
			roundType: { id: expect.any(Number), key: 'round_down', name: expect.any(String) },
			unitCostRoundType: { id: expect.any(Number), key: 'none', name: expect.any(String) },
			memo: null,
			createdAt: expect.stringMatching(/\+09:00$/),
			updatedAt: expect.stringMatching(/\+09:00$/),
			dealProductDetailTypeCustoms: expect.objectContaining({
				detail_text: expect.objectContaining({ itemType: 'text', text: null }),
			}),
		});
	});

	test('dealTypeId lists the settings of that type; a missing one is a 404 (v1 §4)', async () => {
		const [first, second] = (await v1.settings()).dealTypes;
		const { body } = await create({ name: 'Only first', dealTypeIds: [given(first).id] });
		const idsOf = async (type: Named | undefined) =>
			(await list(`dealTypeId=${type?.id}`)).dealProductDetailTypes.map(({ id }) => id);
		expect(await idsOf(first)).toContain(body[0]);
		expect(await idsOf(second)).not.toContain(body[0]);
		expect((await v1.get(`${path}?dealTypeId=999999`)).status).toBe(404);
	});

	test('sort, page and limit work as in every page list (v1 §4, §8)', async () => {
		await create(...Array.from({ length: 120 }, (_, n) => ({ name: `Made ${n}`, price: 500 - n })));
		const first = await list();
		expect([first.totalCount, first.page, first.dealProductDetailTypes.length]).toEqual([
			123, 1, 100,
		]);
		expect((await list('page=2')).dealProductDetailTypes).toHaveLength(23);
		expect((await v1.get(`${path}?limit=1001`)).status).toBe(400);
		const prices = (await list('sort=price,-id&limit=1000')).dealProductDetailTypes.map(
			({ price }) => Number(price),
		);
		expect(prices).toEqual([...prices].sort((a, b) => a - b));
		expect((await v1.get(`${path}?sort=colour`)).status).toBe(400);
	});

	test('the newest update comes first by default (v1 §4, Ordering)', async () => {
		const oldest = given((await list()).dealProductDetailTypes.at(-1));
		await v1.steer('POST', 'clock', { advanceMs: 1_000 });
		await update({ id: oldest.id, memo: 'touched' });
		const [newest] = (await list()).dealProductDetailTypes;
		expect(given(newest)).toMatchObject({ id: oldest.id, memo: 'touched' });
		expect(newest?.createdAt).toBe(oldest.createdAt);
		expect(newest?.updatedAt).not.toBe(oldest.updatedAt);
	});

	test('bulk create takes every field and answers ids (v1 §4)', async () => {
		const some = given((await all())[0]);
		const [dealType] = (await v1.settings()).dealTypes;
		const { status, body } = await create(
			{
				name: 'Everything',
				dealTypeIds: [given(dealType).id],
				price: '12.5',
				unitCost: '2.25',
				quantity: 3,
				unit: 'box',
				billingTypeId: some.billingType.id,
				roundTypeId: some.unitCostRoundType.id,
				unitCostRoundTypeId: some.roundType.id,
				grossProfitMargin: '80',
				enableAutoCalculatePrice: true,
				memo: 'a memo',
				dealProductDetailTypeCustoms: [{ itemKey: 'detail_single_select', value: 2 }],
			},
			{ name: 'Name only' },
		);
		expect([status, body.length]).toEqual([200, 2]);
		expect(await one(body[0])).toMatchObject({
			...{ name: 'Everything', price: '12.5', unit: 'box', memo: 'a memo' },
			dealTypeIds: [given(dealType).id],
			...{ billingType: some.billingType, roundType: some.unitCostRoundType },
			unitCostRoundType: some.roundType,
			dealProductDetailTypeCustoms: {
				detail_single_select: { selectedOption: { label: 'Silver' } },
			},
		});
		expect(await one(body[1])).toMatchObject({ name: 'Name only', price: null, dealTypeIds: [] });
	});

	test('what a setting gives, a deal of that type takes as its defaults (v1 §2.7)', async () => {
		const form = await v1.dealForm();
		const { body } = await create({
			...{ name: 'Default', dealTypeIds: [form.dealType.id], price: '10.5', quantity: 4 },
			...{ unitCost: '2', unit: 'h' },
		});
		const deal = await v1.post<{ dealProductDetails: Fields[] }>('/deals', {
			...form,
			dealProductDetails: [{ dealProductDetailTypeId: body[0] }],
		});
		expect(given(deal.body.dealProductDetails[0])).toMatchObject({
			...{ name: 'Default', quantity: '4', price: '10.5', unitCost: '2', unit: 'h' },
			subtotal: '42',
		});
	});

	test('bulk update changes the properties of each item only (v1 §4)', async () => {
		const [a, b] = await all();
		const { status, body } = await update(
			{ id: given(a).id, price: '99.9', memo: 'new' },
			{ id: given(b).id, unit: null },
		);
		expect([status, body]).toEqual([200, '']);
		const changed = { updatedAt: expect.any(String) };
		expect(await one(a?.id)).toEqual({ ...a, price: '99.9', memo: 'new', ...changed });
		expect(await one(b?.id)).toEqual({ ...b, unit: null, ...changed });
	});

	test('a bulk failure is a 500 with bulkErrors, and nothing is kept (v1 §4)', async () => {
		const before = await all();
		const [some] = before;
		const created = await v1.post<Failure>(`${path}/bulk`, {
			dealProductDetailTypes: [
				{ name: 'Good' },
				{ name: 'Bad type', dealTypeIds: [999_999] },
				{ name: 'Bad billing', billingTypeId: 999_999 },
			],
		});
		expect([created.status, created.body.bulkErrors]).toEqual([
			500,
			[
				{ index: 1, massages: ['deal type 999999 does not exist'] },
				{ index: 2, massages: ['billingType 999999 does not exist'] },
			],
		]);
		const updated = await v1.patch<Failure>(`${path}/bulk`, {
			dealProductDetailTypes: [{ id: given(some).id, memo: 'half' }, { id: 999_999 }],
		});
		expect([updated.status, updated.body.bulkErrors?.map(({ index }) => index)]).toEqual([
			500,
			[1],
		]);
		expect(await all()).toEqual(before);
	});

	test('bulk items are checked by their types, 1,000 at most (v1 §4, v2 §8)', async () => {
		const typed = await v1.post<Failure>(`${path}/bulk`, {
			dealProductDetailTypes: [{ name: 'x', price: 'cheap' }, {}],
		});
		expect([typed.status, typed.body.bulkErrors?.map(({ index }) => index)]).toEqual([500, [0, 1]]);
		const many = Array.from({ length: 1001 }, () => ({ name: 'x' }));
		expect((await create(...many)).status).toBe(500);
		expect((await all()).length).toBe(3);
	});

	test('the custom items of product details have options by id and label (v1 §2.8)', async () => {
		const [dealType] = (await v1.settings()).dealTypes;
		const ask = (query: string) =>
			v1.get<{ dealProductDetailTypeCustomItems: Fields[] }>(
				`/deal_product_detail_type_custom_items${query}`,
			);
		const { body } = await ask(`?dealTypeId=${given(dealType).id}`);
		expect(body.dealProductDetailTypeCustomItems.at(-1)).toEqual({
			id: expect.any(Number),
			dealTypeId: given(dealType).id,
			dealTypeIds: expect.arrayContaining([given(dealType).id]),
			name: 'Level',
			itemType: 'single_select',
			orderNum: 3,
			itemKey: 'detail_single_select',
			dealProductDetailTypeCustomItemOptions: ['Gold', 'Silver', 'Bronze'].map((label) => ({
				id: expect.any(Number),
				label,
			})),
		});
		expect((await ask('')).body.dealProductDetailTypeCustomItems).toHaveLength(4);
		expect((await ask('?dealTypeId=999999')).status).toBe(404);
	});
});
