import {
	actionForm,
	SandboxClient,
	dealActionForm,
	dealForm,
	type Fields,
} from '../support/sandboxClient';

let api: SandboxClient;
beforeAll(async () => {
	api = await SandboxClient.start({ seed: 'empty' });
});
afterAll(() => api.close());
beforeEach(async () => {
	await api.reset();
	await api.records('customer', [{}]);
	await api.records('deal', [{}]);
	await api.records('contact', [{}]);
});

interface Log {
	notifications: Array<Fields & { operation: string }>;
	audits: Array<Fields & { operation: string }>;
}
const log = () => api.steer<Log>('/log');
const told = async () => (await log()).notifications.map(({ operation }) => operation);
const audited = async () => (await log()).audits.map(({ operation }) => operation);

describe('notifications (v2 §6)', () => {
	const resources = [
		['customerAction', '/customers/1/actions', actionForm()],
		['dealAction', '/actions', dealActionForm(1)],
		['contactAction', '/contacts/1/actions', actionForm()],
		['deal', '/deals', dealForm()],
	] as const;

	test.each(resources)(
		'create, update and delete of a %s notify the people concerned',
		async (resource, path, form) => {
			const { id } = await api.ok(api.post(path, form));
			await api.ok(api.patch(`${path}/${id}`, {}));
			await api.ok(api.delete<unknown>(`${path}/${id}`));
			expect((await log()).notifications).toEqual(
				['create', 'update', 'delete'].map((operation) => ({
					time: expect.any(String),
					operation: `${resource}.${operation}`,
					domainId: 1,
					id,
					userIds: [1],
				})),
			);
		},
	);

	test('an action’s invitees are notified too', async () => {
		const invitees = [{ id: 2 }, { id: 3 }];
		await api.ok(api.post('/customers/1/actions', actionForm({ invitees })));
		expect((await log()).notifications[0]?.userIds).toEqual([1, 2, 3]);
	});

	test.each(['true', '1'])('skipNotice=%s suppresses them', async (value) => {
		for (const [, path, form] of resources) {
			const { id } = await api.ok(api.post(`${path}?skipNotice=${value}`, form));
			await api.ok(api.patch(`${path}/${id}?skipNotice=${value}`, {}));
			await api.ok(api.delete<unknown>(`${path}/${id}?skipNotice=${value}`));
		}
		expect(await told()).toEqual([]);
	});

	test.each(['false', '', 'yes', '0', 'TRUE', 'true&skipNotice=true'])(
		'skipNotice=%s counts as not given and is never a 400 (v2 §4)',
		async (value) => {
			expect((await api.post(`/deals?skipNotice=${value}`, dealForm())).status).toBe(200);
			expect(await told()).toEqual(['deal.create']);
		},
	);

	test('bulk endpoints send none, with or without skipNotice', async () => {
		const { dealType: _, ...deal } = dealForm();
		for (const query of ['', '?skipNotice=false']) {
			const calls = [
				api.post(`/customers/actions/bulk${query}`, {
					actions: [actionForm({ customer: { id: 1 } })],
				}),
				api.post(`/actions/bulk${query}`, { dealTypeId: 1, actions: [dealActionForm(1)] }),
				api.post(`/contacts/actions/bulk${query}`, {
					actions: [actionForm({ contact: { id: 1 } })],
				}),
				api.post(`/deal_types/1/deals/bulk${query}`, { deals: [deal] }),
				api.patch(`/deal_types/1/deals/bulk${query}`, { deals: [{ id: 1, name: 'x' }] }),
			];
			for (const call of calls) expect((await call).status).toBe(200);
		}
		expect(await told()).toEqual([]);
	});

	test('a refused call notifies nobody', async () => {
		await api.post('/deals', dealForm({ phase: { id: 3 } }));
		await api.patch('/deals/1', { phase: { id: 3 } });
		expect(await log()).toEqual({ notifications: [], audits: [] });
	});
});

describe('the audit log (v2 §6)', () => {
	const objects = '/custom_object_defs/ticket/custom_objects/bulk';
	type Sent = [method: 'POST' | 'PATCH', path: string, body: object];
	const personalOnly: Array<[operation: string, call: (id: number) => Sent]> = [
		['customer.createMany', () => ['POST', '/customers/bulk', { customers: [{ name: 'x' }] }]],
		['customObject.createMany', () => ['POST', objects, { customObjects: [{}] }]],
		['customObject.updateMany', (id) => ['PATCH', objects, { customObjects: [{ id }] }]],
	];

	test.each(personalOnly)('%s is recorded with a personal token only', async (operation, call) => {
		const [id = 0] = await api.records('customObject', [{}]);
		const [method, path, body] = call(id);
		expect(
			(await api.call(method, path, { body, token: api.sandbox.credentials.team })).status,
		).toBe(200);
		expect(await audited()).toEqual([]);
		await api.ok(api.call(method, path, { body }));
		expect(await audited()).toEqual([operation]);
	});

	test('customer action bulk create records none', async () => {
		const actions = [actionForm({ customer: { id: 1 } })];
		await api.ok(api.post('/customers/actions/bulk', { actions }));
		expect(await audited()).toEqual([]);
	});

	test('other writes are recorded with their user and ids', async () => {
		const { id } = await api.ok(api.post('/customers', { name: 'x' }));
		expect((await log()).audits).toEqual([
			{
				time: expect.any(String),
				operation: 'customer.create',
				domainId: 1,
				userId: 1,
				ids: [id],
			},
		]);
	});

	test('reading and searching are not recorded', async () => {
		await api.ok(api.get('/customers/1'));
		await api.ok(api.post('/customers/search', { filter: {} }));
		expect(await audited()).toEqual([]);
	});
});
