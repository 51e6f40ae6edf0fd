import {
	actionForm,
	SandboxClient,
	dealActionForm,
	idsOf,
	readAll,
	type CursorList,
	type Row,
} from '../support/sandboxClient';

let api: SandboxClient;
beforeAll(async () => {
	api = await SandboxClient.start({ seed: 'empty' });
	await api.records('customer', [{ name: 'First' }]);
	await api.records('deal', [{ name: 'Deal one' }]);
});
afterAll(() => api.close());

const whole = {
	name: 'Ann',
	email: 'ann@customer.example',
	tel: '03-1234-5678',
	mobileTel: '090-1111-2222',
	address: 'Street 2',
	dept: 'Buying',
	position: 'Head',
	memo: 'M',
};

describe('contacts (v2 §2.7, §4.9)', () => {
	test('create keeps every property and always answers contactCustoms', async () => {
		const created = await api.ok(api.post('/contacts', { ...whole, customer: { id: 1 } }));
		expect(created).toMatchObject({ ...whole, customer: { id: 1, name: 'First' } });
		expect(created.contactCustoms).toHaveLength(8);
		expect(await api.ok(api.get(`/contacts/${created.id}`))).toEqual(created);
	});

	test('only the name is required', async () => {
		expect((await api.post('/contacts', { name: 'N' })).status).toBe(200);
		expect((await api.post('/contacts', { email: 'x@y.example' })).status).toBe(400);
		expect((await api.post('/contacts', { name: 'N', customer: { id: 99_999 } })).status).toBe(404);
	});

	test('update changes only what the body holds; null clears, also the customer', async () => {
		const { id } = await api.ok(api.post('/contacts', { ...whole, customer: { id: 1 } }));
		const after = await api.ok(api.patch(`/contacts/${id}`, { tel: null, customer: null }));
		expect(after).toMatchObject({ ...whole, tel: null, customer: null });
		expect(after.contactCustoms).toHaveLength(8);
	});

	test('lifecycle stages are replaced as a whole', async () => {
		const { id } = await api.ok(api.post('/contacts', whole));
		const stages = async (lifecycleStages: object[]) =>
			(await api.ok(api.patch(`/contacts/${id}`, { lifecycleStages }))).lifecycleStages;
		expect(await stages([{ id: 101 }])).toEqual([
			{ lifecycleStageTypeId: 1, id: 101, name: 'Lead' },
		]);
		expect(await stages([{ id: 102 }])).toMatchObject([{ id: 102 }]);
		expect(await stages([])).toEqual([]);
	});

	test('customObjects: at most 1000 per call', async () => {
		const customObjects = Array.from({ length: 1001 }, () => ({ id: 1 }));
		const { status, body } = await api.post('/contacts', { name: 'N', customObjects });
		expect({ status, error: body.error }).toEqual({ status: 400, error: 'VALIDATION_FAILED' });
	});

	test('delete takes its actions and deal links with it, physically', async () => {
		const { id } = await api.ok(api.post('/contacts', whole));
		await api.ok(api.post(`/deals/1/contacts/${id}`));
		const talk = await api.ok(api.post(`/contacts/${id}/actions`, actionForm()));
		const contacts = [{ id }];
		const step = await api.ok(api.post('/actions', dealActionForm(1, { contacts })));
		const answer = await api.delete<unknown>(`/contacts/${id}`);
		expect({ status: answer.status, body: answer.body }).toEqual({ status: 200, body: '' });
		expect((await api.get(`/contacts/${id}`)).status).toBe(404);
		const all = await readAll(api, '/contacts/all/actions', 'actions');
		expect(idsOf(all)).not.toContain(talk.id);
		expect((await api.ok(api.get(`/actions/${step.id}`))).contacts).toEqual([]);
		const linked = await api.ok(api.get<CursorList>('/deals/1/contacts'));
		expect(idsOf(linked.contacts)).not.toContain(id);
	});
});

describe('phoneNumber compares digits only (v2 §4.9, S3)', () => {
	let id: number;
	beforeAll(async () => {
		[id = 0] = await api.records('contact', [{ tel: '06-7777-8888', mobileTel: '080 5555 4444' }]);
	});
	test.each([
		['06-7777-8888', true],
		['0677778888', true],
		['(06) 7777 8888', true],
		['080-5555-4444', true],
		['06', true],
		['7777-8888', true],
		['77778', false],
		['0677778889', false],
		['none', false],
	])('%s', async (number, isFound) => {
		const path = `/contacts?phoneNumber=${encodeURIComponent(number)}`;
		const found = idsOf(await readAll(api, path, 'contacts')).includes(id);
		expect(found).toBe(isFound);
	});
});

describe('deal contacts (v2 §4.7)', () => {
	test('link, list, unlink; the contact itself is kept', async () => {
		const [deal = 0] = await api.records('deal', [{}]);
		const [contact = 0] = await api.records('contact', [{ name: 'Linked' }]);
		const listed = async () =>
			(await api.ok(api.get<CursorList>(`/deals/${deal}/contacts`))).contacts as Row[];
		expect((await api.post(`/deals/${deal}/contacts/${contact}`)).status).toBe(200);
		expect(await listed()).toMatchObject([{ id: contact, name: 'Linked' }]);
		expect((await api.post(`/deals/${deal}/contacts/${contact}`)).status).toBe(200);
		expect(await listed()).toHaveLength(1);
		const answer = await api.delete<unknown>(`/deals/${deal}/contacts/${contact}`);
		expect({ status: answer.status, body: answer.body }).toEqual({ status: 200, body: '' });
		expect(await listed()).toEqual([]);
		expect((await api.get(`/contacts/${contact}`)).status).toBe(200);
	});

	test.each([
		['POST', '/deals/99999/contacts/1'],
		['POST', '/deals/1/contacts/99999'],
		['DELETE', '/deals/1/contacts/99999'],
		['DELETE', '/deals/2/contacts/1'],
		['GET', '/deals/99999/contacts'],
	] as const)('%s %s is a 404 with {error, messages}', async (method, path) => {
		const { status, body } = await api.call(method, path);
		expect({ status, body }).toEqual({
			status: 404,
			body: { error: 'NOT_FOUND', messages: [expect.any(String)] },
		});
	});
});
