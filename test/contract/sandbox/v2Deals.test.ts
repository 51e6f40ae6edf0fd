import {
	SandboxClient,
	dealForm,
	idsOf,
	readAll,
	type CursorList,
	type Fields,
	type Row,
} from '../support/sandboxClient';

// Settings of the seed, first deal type: phases 1 and 2 in progress, 3 won, 4 lost; products 1 to 3;
// probabilities, channels and related-customer types 1..3, 1..3 and 1..2; end reasons 1 to 3.
let api: SandboxClient;
beforeAll(async () => {
	api = await SandboxClient.start({ seed: 'empty' });
	await api.records('customer', [{ name: 'First' }, { name: 'Second' }]);
});
afterAll(() => api.close());

const create = (more?: Fields) => api.ok(api.post('/deals', dealForm(more)));
const update = (id: number, changes: object) => api.ok(api.patch(`/deals/${id}`, changes));

describe('create deal (v2 §2.6, §4.6)', () => {
	test('references are objects with id and name in the answer', async () => {
		const deal = await create({ amount: 500, memo: 'M' });
		expect(deal).toMatchObject({
			name: 'A deal',
			amount: 500,
			memo: 'M',
			expectedContractDate: '2026-12-24',
			dealType: { id: 1, name: 'New business' },
			customer: { id: 1, name: 'First' },
			phase: { id: 1, name: 'Qualified', status: 1 },
			product: { id: 1, name: 'Starter plan' },
			totalCost: '0',
			totalProfit: '500',
		});
		expect(await api.ok(api.get(`/deals/${deal.id}`))).toEqual(deal);
	});

	const required = Object.keys(dealForm());
	test.each(required)('%s is required', async (property) => {
		const { [property]: _, ...form } = dealForm();
		const { status, body } = await api.post('/deals', form);
		expect({ status, body }).toEqual({
			status: 400,
			body: { error: 'VALIDATION_FAILED', messages: [`${property} is required`] },
		});
	});

	test.each(['customer', 'dealType', 'phase', 'product', 'probability', 'channel', 'user'])(
		'a %s that does not exist, or is of another domain, is a 404',
		async (property) => {
			for (const id of [99_999, property === 'customer' ? 99_998 : property === 'user' ? 6 : 30]) {
				const { status, body } = await api.post('/deals', dealForm({ [property]: { id } }));
				expect({ status, error: body.error }).toEqual({ status: 404, error: 'NOT_FOUND' });
			}
		},
	);

	test('a phase of another deal type is a failed validation', async () => {
		const { status, body } = await api.post('/deals', dealForm({ phase: { id: 5 } }));
		expect({ status, error: body.error }).toEqual({ status: 400, error: 'VALIDATION_FAILED' });
	});

	test.each([
		{ amount: '5' },
		{ customer: 1 },
		{ customer: { id: 'x' } },
		{ expectedContractDate: '24.12.2026' },
		{ expectedContractDate: '2026-12-24T00:00:00Z' },
		{ endPhaseReasonIds: [{}] },
	])('%j is wrongly typed', async (more) => {
		const { status, body } = await api.post('/deals', dealForm(more));
		expect({ status, error: body.error }).toEqual({ status: 400, error: 'BAD_REQUEST' });
	});
});

describe('rule D-R (v2 §2.6)', () => {
	test.each([3, 4])('phase %i needs reason or endPhaseReasonIds', async (id) => {
		const phase = { id };
		for (const more of [{ phase }, { phase, reason: '' }, { phase, endPhaseReasonIds: [] }]) {
			const { status, body } = await api.post('/deals', dealForm(more));
			expect({ status, error: body.error }).toEqual({ status: 400, error: 'VALIDATION_FAILED' });
		}
		await create({ phase, reason: 'Because' });
		const deal = await create({ phase, endPhaseReasonIds: [1] });
		expect(deal.endPhaseReasons).toEqual([{ id: 1, name: 'Best offer' }]);
	});

	test('it holds on update too', async () => {
		const { id } = await create();
		const phase = { id: 3 };
		expect((await api.patch(`/deals/${id}`, { phase })).status).toBe(400);
		const won = await update(id, { phase, reason: 'Signed' });
		expect(won).toMatchObject({ phase: { id: 3, status: 2 }, reason: 'Signed' });
		expect((await api.patch(`/deals/${id}`, { reason: null })).status).toBe(400);
		expect(await update(id, { phase: { id: 2 }, reason: null })).toMatchObject({ reason: null });
	});

	test('a refused update changes nothing', async () => {
		const deal = await create();
		await api.patch(`/deals/${deal.id}`, { name: 'Changed', phase: { id: 3 } });
		expect(await api.ok(api.get(`/deals/${deal.id}`))).toEqual(deal);
	});
});

describe('update deal (v2 §2.1 rule 4, §4.6)', () => {
	test('only the properties in the body change; null clears, 0 stays', async () => {
		const deal = await create({ amount: 10, memo: 'M', reason: 'R' });
		const after = await update(deal.id, { amount: 0 });
		expect(after).toMatchObject({ amount: 0, memo: 'M', reason: 'R', customer: deal.customer });
		expect(await update(deal.id, { amount: null })).toMatchObject({ amount: null });
	});

	test('the deal type cannot be changed (dealType only on create)', async () => {
		const deal = await create();
		expect((await update(deal.id, { dealType: { id: 2 } })).dealType).toEqual(deal.dealType);
	});

	test('the phases show how long the deal stayed in each', async () => {
		const deal = await create();
		await api.advance(3 * 24 * 60 * 60 * 1000);
		const moved = await update(deal.id, { phase: { id: 2 } });
		expect(moved.phaseStayDays).toEqual([
			{ id: 1, name: 'Qualified', phaseStayDays: 3, isCurrentPhase: false },
			{ id: 2, name: 'Proposal', phaseStayDays: 0, isCurrentPhase: true },
			{ id: 3, name: 'Won', phaseStayDays: 0, isCurrentPhase: false },
			{ id: 4, name: 'Lost', phaseStayDays: 0, isCurrentPhase: false },
		]);
	});

	test('a missing deal and a missing reference are a 404', async () => {
		expect((await api.patch('/deals/99999', { name: 'x' })).status).toBe(404);
		const { id } = await create();
		expect((await api.patch(`/deals/${id}`, { customer: { id: 99_999 } })).status).toBe(404);
	});
});

describe('product details (v2 §2.6, v1 §2.7)', () => {
	const details = (deal: Row) => deal.dealProductDetails as Row[];

	test('an item without id is added, with id updated, with deleted removed', async () => {
		const deal = await create({
			amount: 10_000,
			dealProductDetails: [
				{ dealProductDetailTypeId: 1, quantity: 2, price: 100, unitCost: '40.5' },
				{ dealProductDetailTypeId: 2 },
			],
		});
		const [first, second] = details(deal);
		expect(first).toMatchObject({ quantity: '2', price: '100', unitCost: '40.5', subtotal: '200' });
		expect(deal).toMatchObject({ totalCost: '481', totalProfit: '9519' });
		const changed = await update(deal.id, {
			dealProductDetails: [
				{ id: first?.id, quantity: 3 },
				{ id: second?.id, deleted: true },
				{ dealProductDetailTypeId: 3, memo: 'New' },
			],
		});
		expect(details(changed)).toMatchObject([
			{ id: first?.id, quantity: '3', price: '100' },
			{ dealProductDetailTypeId: 3, memo: 'New' },
		]);
		expect(details(await update(deal.id, { name: 'Same details' }))).toHaveLength(2);
	});

	test('they carry custom values, keyed by field', async () => {
		const deal = await create({
			dealProductDetails: [
				{
					dealProductDetailTypeId: 1,
					dealProductDetailCustoms: [{ itemKey: 'detail_text', value: 'Engraved' }],
				},
			],
		});
		const customs = details(deal)[0]?.dealProductDetailCustoms as Record<string, Fields>;
		expect(customs.detail_text).toMatchObject({ itemType: 'text', text: 'Engraved' });
	});

	test('an unknown detail is a 404, a new one without its type a failed validation', async () => {
		const { id } = await create();
		const change = (item: object) => api.patch(`/deals/${id}`, { dealProductDetails: [item] });
		expect((await change({ id: 9999, quantity: 1 })).status).toBe(404);
		expect((await change({ dealProductDetailTypeId: 9999 })).status).toBe(404);
		expect((await change({ quantity: 1 })).status).toBe(400);
	});
});

describe('related customers (v2 §2.6, v1 §2.7)', () => {
	test('are linked by dealCustomers and unlinked by delete', async () => {
		const link = (customerId: number, dealCustomerTypeId: number) => ({
			dealCustomerTypeId,
			customerId,
		});
		const deal = await create({ dealCustomers: [link(1, 1), link(2, 1), link(2, 2)] });
		expect(deal.dealCustomerTypes).toEqual([
			{
				dealCustomerType: { id: 1, name: 'Agency' },
				customers: [
					{ id: 1, name: 'First' },
					{ id: 2, name: 'Second' },
				],
			},
			{
				dealCustomerType: { id: 2, name: 'End customer' },
				customers: [{ id: 2, name: 'Second' }],
			},
		]);
		const after = await update(deal.id, { dealCustomers: [{ ...link(2, 1), delete: true }] });
		expect(after.dealCustomerTypes).toMatchObject([
			{ dealCustomerType: { id: 1 }, customers: [{ id: 1 }] },
			{ dealCustomerType: { id: 2 }, customers: [{ id: 2 }] },
		]);
		const missing = { dealCustomers: [link(99_999, 1)] };
		expect((await api.patch(`/deals/${deal.id}`, missing)).status).toBe(404);
	});
});

describe('bulk update and locked phases (v2 §3, §4.6; S3)', () => {
	const bulk = (deals: object[], token?: string) =>
		api.patch<{ deals: Row[]; skippedDeals: Row[] }>(
			'/deal_types/1/deals/bulk',
			{ deals },
			token === undefined ? {} : { token },
		);
	const won = { phase: { id: 3 }, reason: 'Signed', amount: 100 };

	test('answers deals and skippedDeals', async () => {
		const a = await create();
		const b = await create();
		const { status, body } = await bulk([
			{ id: a.id, name: 'A2' },
			{ id: b.id, amount: 7 },
		]);
		expect(status).toBe(200);
		expect(idsOf(body.deals)).toEqual([a.id, b.id]);
		expect(body.skippedDeals).toEqual([]);
		expect(await api.ok(api.get(`/deals/${a.id}`))).toMatchObject({ name: 'A2', amount: null });
	});

	test.each([
		['amount', { amount: 101 }],
		['expectedContractDate', { expectedContractDate: '2027-01-01' }],
		['phase', { phase: { id: 2 } }],
		['product', { product: { id: 2 } }],
	])('a change of %s in a won phase is skipped with a personal token', async (_, changes) => {
		const deal = await create(won);
		const free = await create();
		const { body } = await bulk([
			{ id: deal.id, ...changes },
			{ id: free.id, ...changes, ...('phase' in changes ? { reason: 'r' } : {}) },
		]);
		expect(idsOf(body.skippedDeals)).toEqual([deal.id]);
		expect(idsOf(body.deals)).toEqual([free.id]);
		expect(await api.ok(api.get(`/deals/${deal.id}`))).toEqual(deal);
	});

	test('a lost phase locks too', async () => {
		const deal = await create({ phase: { id: 4 }, reason: 'Gone' });
		expect(idsOf((await bulk([{ id: deal.id, amount: 1 }])).body.skippedDeals)).toEqual([deal.id]);
	});

	test('other fields, and the same values again, are not locked', async () => {
		const deal = await create(won);
		const { body } = await bulk([{ id: deal.id, name: 'Renamed', amount: 100, memo: 'x' }]);
		expect(idsOf(body.deals)).toEqual([deal.id]);
	});

	test('a team token ignores the lock', async () => {
		const deal = await create(won);
		const { body } = await bulk([{ id: deal.id, amount: 5 }], api.sandbox.credentials.team);
		expect(idsOf(body.deals)).toEqual([deal.id]);
		expect((await api.ok(api.get(`/deals/${deal.id}`))).amount).toBe(5);
	});

	test('one refused deal rolls back all of them', async () => {
		const deal = await create();
		const { status } = await bulk([{ id: deal.id, name: 'Half' }, { id: 99_999 }]);
		expect(status).toBe(404);
		expect((await api.ok(api.get(`/deals/${deal.id}`))).name).toBe(deal.name);
	});

	test('a deal of another deal type is a failed validation', async () => {
		const deal = await create();
		const { status } = await api.patch('/deal_types/2/deals/bulk', { deals: [{ id: deal.id }] });
		expect(status).toBe(400);
	});
});

describe('bulk create (v2 §4.6)', () => {
	const { dealType: _, ...form } = dealForm();
	test('answers the ids in order; the deal type is that of the path', async () => {
		const deals = [
			{ ...form, name: 'One' },
			{ ...form, name: 'Two' },
		];
		const created = await api.ok(api.post<number[]>('/deal_types/1/deals/bulk', { deals }));
		const names = created.map(async (id) => (await api.ok(api.get(`/deals/${id}`))).name);
		expect(await Promise.all(names)).toEqual(['One', 'Two']);
	});

	test('an unknown deal type is a 404, another one in an item a failed validation', async () => {
		expect((await api.post('/deal_types/99/deals/bulk', { deals: [] })).status).toBe(404);
		const deals = [{ ...form, dealType: { id: 2 } }];
		expect((await api.post('/deal_types/1/deals/bulk', { deals })).status).toBe(400);
	});
});

describe('delete deal and its list', () => {
	test('200 without a body, then 404 (v2 §4)', async () => {
		const { id } = await create();
		const answer = await api.delete<unknown>(`/deals/${id}`);
		expect({ status: answer.status, body: answer.body }).toEqual({ status: 200, body: '' });
		expect((await api.get(`/deals/${id}`)).status).toBe(404);
	});

	test('dealTypeId lists the deals of one type (v2 §4.6)', async () => {
		const [other] = await api.records('deal', [{ dealType: { id: 2 } }]);
		expect(idsOf(await readAll(api, '/deals?dealTypeId=2', 'deals'))).toEqual([other]);
	});

	test('more than 10,000 deals are read through the cursor (v2 §4.6)', async () => {
		const rows = Array.from({ length: 10_500 }, () => ({ dealType: { id: 2 } }));
		await api.records('deal', rows);
		const { totalCount } = await api.ok(api.get<CursorList>('/deals?dealTypeId=2&limit=1'));
		const deals = await readAll(api, '/deals?dealTypeId=2&limit=1000', 'deals');
		expect(new Set(idsOf(deals)).size).toBe(totalCount);
		expect(totalCount).toBe(10_501);
	});
});
