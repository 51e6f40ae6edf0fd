import {
	given,
	startV1Client,
	type DealType,
	type Failure,
	type Fields,
	type Named,
	type V1Client,
} from '../support/v1Client';

interface Item {
	id: number;
	itemKey: string;
	itemType: string;
	name: string;
	orderNum: number;
	customItemOptions: Array<{ id: number; value: number; label: string }>;
}
const itemTypes = [
	'text',
	'date',
	'number',
	'decimal_number',
	'url',
	'single_select',
	'multi_select',
	'user',
];

describe('v1 settings of the domain', () => {
	let v1: V1Client;
	beforeAll(async () => {
		v1 = await startV1Client();
	});
	afterAll(() => v1.sandbox.close());

	test('domain settings are dealTypes, users and roles (v1 §2.1)', async () => {
		const { status, body } = await v1.get('/domains/settings');
		expect([status, Object.keys(body)]).toEqual([200, ['dealTypes', 'users', 'roles']]);
		const { users, roles, dealTypes } = await v1.settings();
		expect(Object.keys(given(users[0]))).toEqual(['id', 'name', 'email']);
		expect(Object.keys(given(roles[0]))).toEqual(['id', 'name']);
		expect(dealTypes.length).toBeGreaterThan(1);
	});

	test('domain settings leave deleted users out (v1 §4, deleted users)', async () => {
		const [id] = await v1.write('user', [{ name: 'Gone', deleted: true }]);
		expect((await v1.settings()).users.map((user) => user.id)).not.toContain(id);
	});

	test('a deal type has all lists of v1 §2.1, none of them of another type', async () => {
		const { dealTypes } = await v1.settings();
		const lists = [
			'phases',
			'products',
			'probabilities',
			'channels',
			'endPhaseReasons',
			'actionsPurposes',
			'dealCustomItems',
			'dealProductDetailTypes',
			'dealCustomerTypes',
			'dealRequiredFields',
		] as const;
		for (const name of lists) {
			for (const dealType of dealTypes) expect(dealType[name].length).toBeGreaterThan(0);
		}
		for (const name of ['phases', 'products', 'actionsPurposes', 'dealCustomerTypes'] as const) {
			const all = dealTypes.flatMap((dealType) => dealType[name].map(({ id }: Named) => id));
			expect(new Set(all).size).toBe(all.length);
		}
		const { phases, actionsPurposes, dealRequiredFields } = given(dealTypes[0]);
		expect(phases.map(({ status }) => status)).toEqual([1, 1, 2, 3]);
		expect(given(actionsPurposes[0])).toEqual({
			id: expect.any(Number),
			name: expect.any(String),
			pattern: expect.any(Number),
			patternName: expect.stringMatching(/Call|Visit/),
			orderNum: 0,
		});
		expect(dealRequiredFields.map(({ phaseId }) => phaseId)).toEqual(phases.map(({ id }) => id));
	});

	test('deal type get answers the same form; a missing one is a 404 (v1 §4)', async () => {
		for (const dealType of (await v1.settings()).dealTypes) {
			const { status, body } = await v1.get<DealType>(`/deal_setting/deal_types/${dealType.id}`);
			expect([status, body]).toEqual([200, dealType]);
		}
		const { status, body } = await v1.get<Failure>('/deal_setting/deal_types/999999');
		expect([status, body.error]).toEqual([404, 'NOT_FOUND']);
	});

	test.each([
		['customer', '/customer_custom_items', 'customerCustomItems'],
		['contact', '/contact_custom_items', 'contactCustomItems'],
	])('%s custom items have every type, with options and order (v1 §2.9)', async (...row) => {
		const [owner, path, plural] = row;
		const { status, body } = await v1.get<Record<string, Item[]>>(path);
		expect([status, Object.keys(body)]).toEqual([200, [plural]]);
		const items = given(body[plural]);
		expect(items.map(({ itemType }) => itemType)).toEqual(itemTypes);
		expect(items.map(({ itemKey }) => itemKey)).toEqual(
			itemTypes.map((type) => `${owner}_${type}`),
		);
		expect(items.map(({ orderNum }) => orderNum)).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
		const select = given(items.find(({ itemType }) => itemType === 'single_select'));
		expect(select.customItemOptions.map(({ value, label }) => [value, label])).toEqual([
			[1, 'Gold'],
			[2, 'Silver'],
			[3, 'Bronze'],
		]);
	});

	test('the fields that the settings name are those of the records (v1 §2.3)', async () => {
		const { body } = await v1.get<{ customerCustomItems: Item[] }>('/customer_custom_items');
		const { body: page } = await v1.get<{ customers: Array<{ customerCustoms: Fields[] }> }>(
			'/customers?limit=1',
		);
		const customs = given(page.customers[0]).customerCustoms;
		expect(customs.map(({ customerCustomItemId }) => customerCustomItemId)).toEqual(
			body.customerCustomItems.map(({ id }) => id),
		);
		expect(customs.map(({ itemKey, name }) => [itemKey, name])).toEqual(
			body.customerCustomItems.map(({ itemKey, name }) => [itemKey, name]),
		);
	});
});
