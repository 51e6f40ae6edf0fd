import {
	given,
	startV1Client,
	type Failure,
	type Fields,
	type Named,
	type V1Client,
} from '../support/v1Client';

interface Customer extends Named {
	createdAt: string;
	updatedAt: string;
	capital: number | null;
	company: { name: string | null; companyNum: string | null };
	customerCustoms: Array<Fields & { itemKey: string }>;
	customObjects?: Array<{ id: number; customObjectDefKey: string }>;
}

describe('v1 customers', () => {
	let v1: V1Client;
	beforeAll(async () => {
		v1 = await startV1Client();
	});
	afterAll(() => v1.sandbox.close());

	const create = (form: Fields) => v1.post<Customer>('/customers', form);
	const read = async (id: number, query = '') =>
		(await v1.get<Customer>(`/customers/${id}${query}`)).body;
	const custom = ({ customerCustoms }: Customer, key: string) =>
		given(customerCustoms.find(({ itemKey }) => itemKey === key));

	test('create answers the customer with 201 and its fields as given (v1 §4, §2.4)', async () => {
		const { roles } = await v1.settings();
		const form = {
			name: 'Whole',
			address: '1 Street',
			telNo: '03-1111-2222',
			webUrl: 'https://whole.example',
			employee: 12,
			capital: 5_000_000,
			closingMonth: 3,
		};
		const { status, body } = await create({ ...form, ownerRoleId: given(roles[0]).id });
		expect(status).toBe(201);
		expect(body).toMatchObject({ ...form, ownerRole: roles[0] });
		expect(body.createdAt).toBe(body.updatedAt);
		expect(body).toEqual(await read(body.id));
		expect(body).not.toHaveProperty('customObjects');
	});

	test('only the name is required; closingMonth is 1 to 12 (v1 §4, §8)', async () => {
		expect((await create({ name: 'Bare' })).status).toBe(201);
		expect((await create({ address: 'Nameless' })).status).toBe(500);
		expect((await create({ name: '' })).status).toBe(500);
		for (const [closingMonth, status] of [
			[0, 500],
			[1, 201],
			[12, 201],
			[13, 500],
		]) {
			expect((await create({ name: 'Month', closingMonth })).status).toBe(status);
		}
		expect((await create({ name: 'Role', ownerRoleId: 999_999 })).status).toBe(500);
	});

	test('what only v2 knows means nothing here (v1 §4)', async () => {
		const { body } = await create({ name: 'Only v1', companyNum: '123', parentId: 999_999 });
		expect(body.company.companyNum).toBeNull();
		const { status } = await v1.patch(`/customers/${body.id}`, { companyNum: '123' });
		expect([status, (await read(body.id)).company.companyNum]).toEqual([200, null]);
	});

	test('only the properties in the body of an update change; null clears (v1 §4)', async () => {
		const { body } = await create({ name: 'Partial', address: 'Kept', capital: 9, employee: 0 });
		const updated = await v1.patch<Customer>(`/customers/${body.id}`, { capital: null });
		expect([updated.status, updated.body]).toEqual([
			200,
			{ ...body, capital: null, updatedAt: updated.body.updatedAt },
		]);
		expect(await read(body.id)).toEqual(updated.body);
	});

	test('every accepted update moves updatedAt, also an empty one (S3)', async () => {
		const { body } = await create({ name: 'Moved' });
		await v1.steer('POST', 'clock', { advanceMs: 5_000 });
		const updated = await v1.patch<Customer>(`/customers/${body.id}`, {});
		expect(Date.parse(updated.body.updatedAt)).toBeGreaterThan(Date.parse(body.updatedAt));
		expect(updated.body.createdAt).toBe(body.createdAt);
	});

	test('custom values of all types are written and read as in v1 §2.3', async () => {
		const { users } = await v1.settings();
		const user = given(users[0]);
		const values: Record<string, [unknown, Fields]> = {
			text: ['words', { value: 'words', text: 'words' }],
			date: ['2026-04-01', { datetime: '2026-04-01T09:00:00.000+09:00' }],
			number: [7, { value: '7', number: 7 }],
			decimal_number: ['1.50', { value: '1.50', decimalNumber: '1.50' }],
			url: ['https://x.example', { text: 'https://x.example' }],
			single_select: [2, { value: '2', selectedValue: 2 }],
			multi_select: [[1, 3], { value: '1,3', selectedValues: [1, 3] }],
			user: [[user.id], { selectedUsers: [user] }],
		};
		const customerCustoms = Object.entries(values).map(([type, [value]]) => ({
			itemKey: `customer_${type}`,
			value,
		}));
		const { status, body } = await create({ name: 'Customs', customerCustoms });
		expect(status).toBe(201);
		for (const [itemType, [, read]] of Object.entries(values)) {
			expect(custom(body, `customer_${itemType}`)).toMatchObject({ itemType, ...read });
		}
		expect(custom(body, 'customer_multi_select').selectedOptions).toEqual([
			{
				id: expect.any(Number),
				value: 1,
				label: 'Price',
				customerCustomItemOptionId: expect.any(Number),
			},
			expect.objectContaining({ value: 3, label: 'Service' }),
		]);
	});

	test('a custom value names its field by customerCustomItemId or itemKey (v1 §4)', async () => {
		const { body } = await create({ name: 'By id' });
		const { customerCustomItemId } = custom(body, 'customer_text');
		const path = `/customers/${body.id}`;
		const byId = await v1.patch<Customer>(path, {
			customerCustoms: [{ customerCustomItemId, value: 'by id' }],
		});
		expect(custom(byId.body, 'customer_text').text).toBe('by id');
		const cleared = await v1.patch<Customer>(path, {
			customerCustoms: [{ itemKey: 'customer_text', value: null }],
		});
		expect(custom(cleared.body, 'customer_text').text).toBeNull();
		const wrong = { customerCustoms: [{ itemKey: 'no_such_key', value: 1 }] };
		expect((await v1.patch<Failure>(path, wrong)).status).toBe(400);
	});

	test('include_related_objects=1 adds the custom objects of a customer (v1 §2.4, §4)', async () => {
		const [ticket] = await v1.write('customObject', [{ customObjectDefKey: 'ticket' }]);
		const { body } = await create({ name: 'Related', customObjects: [{ id: ticket }] });
		const related = [{ id: ticket, customObjectDefKey: 'ticket' }];
		expect((await read(body.id, '?include_related_objects=1')).customObjects).toEqual(related);
		expect(await read(body.id, '?include_related_objects=0')).not.toHaveProperty('customObjects');
		expect(await read(body.id)).not.toHaveProperty('customObjects');
		await v1.patch(`/customers/${body.id}`, { customObjects: [{ id: ticket, delete: true }] });
		expect((await read(body.id, '?include_related_objects=1')).customObjects).toEqual([]);
	});

	test('bulk create answers the ids in the order of the items (v1 §4)', async () => {
		const names = ['First', 'Second', 'Third'];
		const { status, body } = await v1.post<number[]>('/customers/bulk', {
			customers: names.map((name) => ({ name })),
		});
		expect(status).toBe(200);
		expect(await Promise.all(body.map(async (id) => (await read(id)).name))).toEqual(names);
	});
});
