import {
	actionForm,
	SandboxClient,
	dealActionForm,
	dealForm,
	type CursorList,
	type Row,
} from '../support/sandboxClient';

let api: SandboxClient;
beforeAll(async () => {
	api = await SandboxClient.start({ seed: 'empty' });
});
afterAll(() => api.close());

const whole = {
	name: 'Whole Ltd',
	address: 'Street 1',
	telNo: '03-1234-5678',
	webUrl: 'https://whole.example',
	companyNum: '1234567890123',
	employee: 10,
	capital: 0,
	closingMonth: 12,
	establishYear: 1999,
	industryId: 2,
	ownerRoleId: 1,
	parentId: null,
};

describe('create customer (v2 §2.4, §4.4)', () => {
	test('every property is kept, and industry.name is set from industryId', async () => {
		const created = await api.ok(api.post('/customers', whole));
		const { industryId: _, ownerRoleId: __, parentId: ___, ...plain } = whole;
		expect(created).toMatchObject({
			...plain,
			industry: { id: 2, name: 'Retail' },
			ownerRole: { id: 1, name: 'Sales' },
			company: { companyNum: '1234567890123' },
		});
		expect(await api.ok(api.get(`/customers/${created.id}`))).toEqual(created);
	});

	test('a name alone is enough, and is required', async () => {
		const created = await api.ok(api.post('/customers', { name: 'Bare' }));
		expect(created).toMatchObject({ name: 'Bare', address: null, industry: null, ownerRole: null });
		const { status, body } = await api.post('/customers', { address: 'x' });
		expect({ status, body }).toEqual({
			status: 400,
			body: { error: 'VALIDATION_FAILED', messages: ['name is required'] },
		});
	});

	test.each([0, 13])('closingMonth %i is a failed validation (v2 §8)', async (closingMonth) => {
		const { status, body } = await api.post('/customers', { name: 'x', closingMonth });
		expect({ status, error: body.error }).toEqual({ status: 400, error: 'VALIDATION_FAILED' });
	});

	test.each([
		{ name: 5 },
		{ name: 'x', employee: 'ten' },
		{ name: 'x', capital: 1.5 },
		{ name: 'x', address: {} },
		{ name: 'x', customerCustoms: {} },
		{ name: null },
	])('%j is wrongly typed', async (form) => {
		const { status, body } = await api.post('/customers', form);
		expect({ status, error: body.error }).toEqual({ status: 400, error: 'BAD_REQUEST' });
	});

	test.each([{ industryId: 99 }, { ownerRoleId: 99 }, { parentId: 9999 }, { ownerRoleId: 3 }])(
		'a reference to nothing, or to another domain, is a 404: %j',
		async (form) => {
			expect((await api.post('/customers', { name: 'x', ...form })).status).toBe(404);
		},
	);

	test('the status of a create is an option (S3)', async () => {
		await api.options({ createStatusV2: 201 });
		expect((await api.post('/customers', { name: 'x' })).status).toBe(201);
		await api.options({ createStatusV2: null });
		expect((await api.post('/customers', { name: 'x' })).status).toBe(200);
	});
});

describe('the company that a website identifies (v2 §2.4)', () => {
	test('its founding year is used when the year is omitted', async () => {
		const webUrl = 'http://www.registered-works.example/about';
		const created = await api.ok(api.post('/customers', { name: 'x', webUrl }));
		expect(created).toMatchObject({ establishYear: 1987, company: { name: 'Registered Works' } });
		const given = await api.ok(api.post('/customers', { name: 'x', webUrl, establishYear: 2001 }));
		expect(given.establishYear).toBe(2001);
		const empty = await api.ok(api.post('/customers', { name: 'x', webUrl, establishYear: null }));
		expect(empty.establishYear).toBeNull();
	});

	test('its main industry replaces the given one', async () => {
		const webUrl = 'https://registered-works.example';
		const created = await api.ok(api.post('/customers', { name: 'x', webUrl, industryId: 3 }));
		expect(created.industry).toEqual({ id: 1, name: 'Manufacturing' });
	});

	test('a company without an industry leaves it unset', async () => {
		const webUrl = 'https://bare-trading.example';
		const created = await api.ok(api.post('/customers', { name: 'x', webUrl, industryId: 3 }));
		expect(created).toMatchObject({ industry: null, establishYear: null });
	});

	test('a website that two companies have identifies none', async () => {
		const webUrl = 'https://twins.example';
		const created = await api.ok(api.post('/customers', { name: 'x', webUrl, industryId: 3 }));
		expect(created).toMatchObject({ industry: { id: 3 }, establishYear: null });
	});

	test('companies can be registered through the steering', async () => {
		await api.records('company', [
			{ name: 'New Co', webUrl: 'https://new-co.example', establishYear: 1955, industryId: 2 },
		]);
		const created = await api.ok(
			api.post('/customers', { name: 'x', webUrl: 'https://new-co.example' }),
		);
		expect(created).toMatchObject({ establishYear: 1955, industry: { id: 2 } });
	});
});

describe('update customer (v2 §2.1 rule 4, §4.4)', () => {
	let id: number;
	beforeEach(async () => {
		({ id } = await api.ok(api.post('/customers', whole)));
	});
	const update = (changes: object) => api.ok(api.patch(`/customers/${id}`, changes));

	test('only the properties in the body change', async () => {
		const before = await api.ok(api.get(`/customers/${id}`));
		const after = await update({ address: 'Elsewhere' });
		expect(after).toEqual({ ...before, address: 'Elsewhere', updatedAt: after.updatedAt });
	});

	test('null clears what can be cleared; 0 is a value', async () => {
		const cleared = {
			address: null,
			telNo: null,
			webUrl: null,
			employee: null,
			closingMonth: null,
		};
		expect(await update({ ...cleared, capital: 0 })).toMatchObject({ ...cleared, capital: 0 });
		expect(await update({ capital: null, ownerRoleId: null })).toMatchObject({
			capital: null,
			ownerRole: null,
		});
	});

	test('neither null nor empty text clears companyNum', async () => {
		for (const companyNum of [null, '']) {
			expect((await update({ companyNum })).companyNum).toBe(whole.companyNum);
		}
		expect((await update({ companyNum: '9' })).companyNum).toBe('9');
	});

	test('null unsets industryId and establishYear', async () => {
		const cleared = { industryId: null, establishYear: null };
		expect(await update(cleared)).toMatchObject({ industry: null, establishYear: null });
	});

	test('industry as {id} overrides industryId', async () => {
		const after = await update({ industry: { id: 3 }, industryId: 1 });
		expect(after.industry).toMatchObject({ id: 3 });
	});

	test('industry null leaves industryId in effect', async () => {
		expect((await update({ industry: null, industryId: 1 })).industry).toMatchObject({ id: 1 });
		expect((await update({ industry: null })).industry).toMatchObject({ id: 1 });
	});

	test('industry without id unsets it even if industryId is present', async () => {
		expect((await update({ industry: {}, industryId: 1 })).industry).toBeNull();
	});

	test('parentId cannot be changed; a missing customer is a 404', async () => {
		expect((await api.patch(`/customers/${id}`, { parentId: 1 })).status).toBe(200);
		const { status, body } = await api.patch('/customers/99999', { name: 'x' });
		expect({ status, error: body.error }).toEqual({ status: 404, error: 'NOT_FOUND' });
	});
});

describe('delete customer (v2 §4.4)', () => {
	test('its deals, contacts, actions and links go with it, physically', async () => {
		const { id } = await api.ok(api.post('/customers', whole));
		const customer = { id };
		const deal = await api.ok(api.post('/deals', dealForm({ customer })));
		const contact = await api.ok(api.post('/contacts', { name: 'C', customer }));
		const other = await api.ok(api.post('/customers', { name: 'Stays', parentId: id }));
		const kept = await api.ok(api.post('/deals', dealForm({ customer: { id: other.id } })));
		await api.ok(
			api.patch(`/deals/${kept.id}`, {
				dealCustomers: [{ dealCustomerTypeId: 1, customerId: id }],
			}),
		);
		const visit = await api.ok(api.post(`/customers/${id}/actions`, actionForm()));
		const step = await api.ok(api.post('/actions', dealActionForm(deal.id)));
		const talk = await api.ok(api.post(`/contacts/${contact.id}/actions`, actionForm()));
		const [object = 0] = await api.records('customObject', [{ customers: [{ id }] }]);

		const answer = await api.delete<unknown>(`/customers/${id}`);
		expect({ status: answer.status, body: answer.body }).toEqual({ status: 200, body: '' });

		for (const path of [
			`/customers/${id}`,
			`/deals/${deal.id}`,
			`/contacts/${contact.id}`,
			`/actions/${step.id}`,
			`/customers/${id}/actions/${visit.id}`,
			`/contacts/${contact.id}/actions/${talk.id}`,
		]) {
			expect({ path, status: (await api.get(path)).status }).toEqual({ path, status: 404 });
		}
		expect((await api.get(`/customers/${other.id}`)).status).toBe(200);
		const left = await api.ok(api.get(`/deals/${kept.id}`));
		expect(left.dealCustomerTypes).toEqual([]);
		const path = `/custom_object_defs/ticket/custom_objects/${object}?include_related_objects=1`;
		expect((await api.ok(api.get(path))).customers).toEqual([]);
	});

	test('a second delete is a 404', async () => {
		const { id } = await api.ok(api.post('/customers', { name: 'x' }));
		expect((await api.delete(`/customers/${id}`)).status).toBe(200);
		expect((await api.delete(`/customers/${id}`)).status).toBe(404);
	});

	test('ids are not used again (S3)', async () => {
		const first = await api.ok(api.post('/customers', { name: 'x' }));
		await api.ok(api.delete<unknown>(`/customers/${first.id}`));
		const second = await api.ok(api.post('/customers', { name: 'y' }));
		expect(second.id).toBeGreaterThan(first.id);
	});
});

describe('related objects (v2 §4, include_related_objects)', () => {
	test('customObjects are added by 1 only, and associations are added and deleted', async () => {
		const [one = 0, two = 0] = await api.records('customObject', [{}, {}]);
		const form = { name: 'x', customObjects: [{ id: one }, { id: two }] };
		const created: Row = await api.ok(api.post('/customers', form));
		expect(created).not.toHaveProperty('customObjects');
		const read = async (query: string) =>
			(await api.ok(api.get(`/customers/${created.id}${query}`))).customObjects;
		expect(await read('')).toBeUndefined();
		expect(await read('?include_related_objects=0')).toBeUndefined();
		expect(await read('?include_related_objects=1')).toEqual([
			{ id: one, customObjectDefKey: 'ticket' },
			{ id: two, customObjectDefKey: 'ticket' },
		]);
		const changes = { customObjects: [{ id: one, delete: true }] };
		await api.ok(api.patch(`/customers/${created.id}`, changes));
		expect(await read('?include_related_objects=1')).toEqual([
			{ id: two, customObjectDefKey: 'ticket' },
		]);
	});

	test('an association with a missing object is a 404', async () => {
		const form = { name: 'x', customObjects: [{ id: 9999 }] };
		expect((await api.post('/customers', form)).status).toBe(404);
		const page = await api.ok(api.get<CursorList>('/customers?searchWord=x&sort=-createdAt'));
		expect(page.totalCount).toBeGreaterThan(0);
	});
});
