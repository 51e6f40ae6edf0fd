import { documentedStatuses } from '../../../sandbox/v1/statuses';
import {
	given,
	startV1Client,
	type Failure,
	type Fields,
	type Page,
	type V1Client,
} from '../support/v1Client';

describe('v1 errors and limits', () => {
	let v1: V1Client;
	beforeAll(async () => {
		v1 = await startV1Client();
	});
	afterAll(() => v1.sandbox.close());

	/** One bad request for each operation that can be asked badly. */
	const bad: Array<
		[id: string, ask: (to: V1Client) => Promise<{ status: number; body: Failure }>]
	> = [
		['user.getMany', (to) => to.get('/users?page=0')],
		['userGroup.getMany', (to) => to.get('/user_groups?userId=me')],
		['userGroup.update', (to) => to.patch('/user_groups/1', { name: 5 })],
		['userGroup.addMember', (to) => to.post('/user_groups/1/users', { userId: 'x' })],
		['userGroup.replaceMembers', (to) => to.put('/user_groups/1/users', { userIds: 1 })],
		['role.getMany', (to) => to.get('/roles?page=x')],
		['actionField.create', (to) => to.post('/action_custom_items', {})],
		['actionField.update', (to) => to.patch('/action_custom_items/action_text', { name: 1 })],
		['actionField.getLabels', (to) => to.get('/action_custom_items/action_text/labels?page=0')],
		['customer.getMany', (to) => to.get('/customers?limit=0')],
		['customer.create', (to) => to.post('/customers', {})],
		['customer.search', (to) => to.post('/customers/search', {})],
		['customer.get', (to) => to.get('/customers/first')],
		['customer.update', (to) => to.patch('/customers/1', { closingMonth: 13 })],
		['customer.createMany', (to) => to.post('/customers/bulk', {})],
		['customerAction.getMany', (to) => to.get('/customers/all/actions?pattern=x')],
		['customerAction.create', (to) => to.post('/customers/1/actions', {})],
		['customerAction.createMany', (to) => to.post('/customers/actions/bulk', {})],
		['productDetail.getMany', (to) => to.get('/deal_product_detail_types?limit=1001')],
		[
			'productDetail.getFields',
			(to) => to.get('/deal_product_detail_type_custom_items?dealTypeId=x'),
		],
		['productDetail.createMany', (to) => to.post('/deal_product_detail_types/bulk', {})],
		['productDetail.updateMany', (to) => to.patch('/deal_product_detail_types/bulk', {})],
		['deal.getMany', (to) => to.get('/deals?dealTypeId=x')],
		['deal.create', (to) => to.post('/deals', {})],
		['deal.search', (to) => to.post('/deals/search', {})],
		['deal.update', (to) => to.patch('/deals/1', { name: null })],
		['deal.createMany', (to) => to.post('/deal_types/1/deals/bulk', {})],
		['deal.updateMany', (to) => to.patch('/deal_types/1/deals/bulk', {})],
		['dealContact.getMany', (to) => to.get('/deals/1/contacts?page=0')],
		['dealAction.getMany', (to) => to.get('/actions?active=maybe')],
		['dealAction.create', (to) => to.post('/actions', {})],
		['dealAction.update', (to) => to.patch('/actions/1', {})],
		['dealAction.createMany', (to) => to.post('/actions/bulk', {})],
		['contact.getMany', (to) => to.get('/contacts?page=0')],
	];

	test.each(bad)(
		'%s: a failed validation has a status that the document lists (v1 §4, S3)',
		async (id, ask) => {
			const listed = given(documentedStatuses[id]);
			const { status, body } = await ask(v1);
			expect(status).toBe(listed.length === 0 || listed.includes(400) ? 400 : 500);
			expect(['BAD_REQUEST', 'VALIDATION_FAILED']).toContain(body.error);
			expect(body.messages.length).toBeGreaterThan(0);
		},
	);

	test('v1ValidationStatus 400: a failed validation is a 400 everywhere (S3)', async () => {
		await v1.set({ v1ValidationStatus: 400 });
		const statuses = await Promise.all(bad.map(async ([, ask]) => (await ask(v1)).status));
		await v1.set({ v1ValidationStatus: null });
		expect(new Set(statuses)).toEqual(new Set([400]));
	});

	test('what is missing is a 404 where the document lists one, else its 400 or 500 (v1 §4)', async () => {
		const statusOf = async (answer: Promise<{ status: number }>) => (await answer).status;
		expect(await statusOf(v1.get('/customers/999999'))).toBe(404);
		expect(await statusOf(v1.get('/deals/999999'))).toBe(404);
		expect(await statusOf(v1.get('/deal_setting/deal_types/999999'))).toBe(404);
		expect(await statusOf(v1.get('/deals/999999/contacts'))).toBe(404);
		expect(await statusOf(v1.patch('/customers/999999', {}))).toBe(400);
		expect(await statusOf(v1.patch('/deals/999999', {}))).toBe(400);
		expect(await statusOf(v1.get('/customers/999999/actions'))).toBe(500);
		const form = await v1.dealForm({ customer: { id: 999_999 } });
		const { status, body } = await v1.post<Failure>('/deals', form);
		expect([status, body]).toEqual([
			500,
			{ error: 'NOT_FOUND', messages: ['customer 999999 does not exist'] },
		]);
	});

	test('malformed JSON and wrong types are reported in {error, messages} (v1 §7)', async () => {
		const malformed = await v1.post<Failure>('/customers/search', '{"filter": ');
		expect([malformed.status, malformed.body.error]).toEqual([400, 'BAD_REQUEST']);
		const { body } = await v1.patch<Failure>('/customers/1', { name: 7, capital: 'much' });
		expect(body.messages).toEqual(['name must be string', 'capital must be integer,null']);
	});

	test('bulk errors name each item by index in massages, and nothing is kept (v1 §4)', async () => {
		const customers = [{ name: 'Bulk kept' }, { name: 5 }, {}, { name: 'Bulk', closingMonth: 13 }];
		const { status, body } = await v1.post<Failure>('/customers/bulk', { customers });
		expect([status, Object.keys(body).sort()]).toEqual([500, ['bulkErrors', 'error', 'messages']]);
		expect(body.bulkErrors).toEqual([
			{ index: 1, massages: ['name must be string'] },
			{ index: 2, massages: ['name is required'] },
			{ index: 3, massages: ['closingMonth must be <= 12'] },
		]);
		const list = await v1.get<Page<'customers'>>('/customers?searchWord=Bulk');
		expect(list.body.totalCount).toBe(0);
	});

	test('broken rules that need the records are reported by item too, all or nothing (v1 §4)', async () => {
		const good = await v1.dealForm({ name: 'Half a bulk' });
		const deals = [good, { ...good, user: { id: 999_999 } }, good, { ...good, phase: { id: 0 } }];
		const path = `/deal_types/${good.dealType.id}/deals/bulk`;
		const { status, body } = await v1.post<Failure>(path, { deals });
		expect([status, body.bulkErrors]).toEqual([
			500,
			[
				{ index: 1, massages: ['user 999999 does not exist'] },
				{ index: 3, massages: ['phase 0 does not exist'] },
			],
		]);
		const list = await v1.get<Page<'deals'>>('/deals?searchWord=Half');
		expect(list.body.totalCount).toBe(0);
	});

	test('a bulk call takes 1,000 items and no more (v2 §8)', async () => {
		const rows = (count: number) =>
			Array.from({ length: count }, (_, index) => ({ name: `Row ${index}` }));
		const whole = await v1.post<number[]>('/customers/bulk', { customers: rows(1000) });
		expect([whole.status, new Set(whole.body).size]).toEqual([200, 1000]);
		const { status, body } = await v1.post<Failure>('/customers/bulk', { customers: rows(1001) });
		expect([status, body.error, body.bulkErrors]).toEqual([500, 'VALIDATION_FAILED', []]);
	});

	test('a response above the limit is a 500 that says how to go on (v1 §7, §8)', async () => {
		const size = (limit: number) =>
			v1
				.get<Page<'deals'>>(`/deals?limit=${limit}`)
				.then(({ body }) => JSON.stringify(body).length);
		const ten = await size(10);
		await v1.set({ maxResponseBytes: ten });
		expect((await v1.get('/deals?limit=5')).status).toBe(200);
		const { status, body } = await v1.get<Failure>('/deals?limit=50');
		expect([status, body.error]).toEqual([500, 'INTERNAL_SERVER_ERROR']);
		expect(body.messages[0]).toMatch(
			new RegExp(`size of \\d+ bytes exceeds the limit of ${ten} bytes.*limit parameter`),
		);
		await v1.set({ maxResponseBytes: null });
		expect(await size(50)).toBeGreaterThan(ten);
	});

	test('the limit is 10 MB by default, counted in bytes (v1 §8)', async () => {
		const options = await v1.steer<Fields>('GET', 'options');
		expect(options.maxResponseBytes).toBe(10 * 1024 * 1024);
		const memo = 'あ'.repeat(12_000);
		await v1.write(
			'deal',
			Array.from({ length: 300 }, () => ({ name: 'Heavy', memo })),
		);
		const ask = (limit: number) => v1.get<Failure>(`/deals?searchWord=Heavy&limit=${limit}`);
		// 300 memos have 3.6 million letters, but 10.8 million bytes.
		expect((await ask(300)).status).toBe(500);
		expect((await ask(150)).status).toBe(200);
	});

	test('more than 5 requests a second are refused with 429, per key (v1 §7, S3)', async () => {
		const other = await v1.ofDomain(1);
		await v1.set({ rateLimit: 5 });
		const answers = await Promise.all(Array.from({ length: 8 }, () => v1.get<Failure>('/roles')));
		const statuses = answers.map(({ status }) => status).sort();
		expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429, 429]);
		expect((await other.get('/roles')).status).toBe(200);
		const refused = given(answers.find(({ status }) => status === 429));
		expect(Object.keys(refused.body).sort()).toEqual(['error', 'messages']);
		expect(refused.headers['retry-after']).toBe('1');
		await v1.set({ rateLimit: 0 });
	});

	test('a key has 50,000 requests a day, anew at UTC midnight (v1 §8, S3)', async () => {
		const options = await v1.steer<{ dailyLimit: Fields }>('GET', 'options');
		expect(options.dailyLimit.v1).toBe(50_000);
		const fresh = await v1.ofDomain(1);
		await v1.set({ dailyLimit: { personal: 50_000, team: 200_000, v1: 2 } });
		const statuses: number[] = [];
		for (let count = 0; count < 3; count++) statuses.push((await fresh.get('/roles')).status);
		expect(statuses).toEqual([200, 200, 429]);
		await v1.steer('POST', 'clock', { advanceMs: 24 * 60 * 60 * 1000 });
		expect((await fresh.get('/roles')).status).toBe(200);
		await v1.set({ dailyLimit: null });
	});

	test('tenants cannot see each other; what is theirs is missing to others (v2 §1)', async () => {
		const theirs = await v1.ofDomain(2);
		const lists = {
			'/customers': 'customers',
			'/deals': 'deals',
			'/contacts': 'contacts',
			'/users': 'users',
			'/user_groups': 'userGroups',
			'/roles': 'roles',
			'/customers/all/actions': 'actions',
			'/actions': 'actions',
			'/deal_product_detail_types': 'dealProductDetailTypes',
		};
		for (const [path, plural] of Object.entries(lists)) {
			const idsOf = async (key: V1Client) =>
				given(
					(await key.get<Page<string>>(path)).body[plural] as unknown as Array<{ id: number }>,
				).map(({ id }) => id);
			const others = new Set(await idsOf(theirs));
			expect(others.size).toBeGreaterThan(0);
			expect((await idsOf(v1)).filter((id) => others.has(id))).toEqual([]);
		}
		const { body } = await theirs.get<Page<'deals'>>('/deals');
		const id = given(body.deals[0]).id;
		expect((await v1.get(`/deals/${id}`)).status).toBe(404);
		expect((await v1.patch(`/deals/${id}`, { memo: 'mine' })).status).toBe(400);
		expect((await theirs.get(`/deals/${id}`)).status).toBe(200);
		const [dealType] = (await theirs.settings()).dealTypes;
		expect((await v1.get(`/deal_setting/deal_types/${given(dealType).id}`)).status).toBe(404);
		const filter = {
			valueFilter: {
				field: { name: 'id' },
				comparisonOperator: '=',
				value: { integerValue: id },
			},
		};
		expect((await v1.post<Page<'deals'>>('/deals/search', { filter })).body.totalCount).toBe(0);
	});
});
