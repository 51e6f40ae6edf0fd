import {
	actionForm,
	SandboxClient,
	dealActionForm,
	dealForm,
	idsOf,
	readAll,
	type CursorList,
	type Row,
} from '../support/sandboxClient';

let api: SandboxClient;
beforeAll(async () => {
	api = await SandboxClient.start();
});
afterAll(() => api.close());

const everything = { compositeFilter: { logicalOperator: 'AND', subFilters: [] } };

describe('credentials (v2 §5, S3)', () => {
	test.each([
		['none', null],
		['an unknown one', 'svcp_unknown'],
		['an empty one', ''],
	])('%s is a 401 with {error}', async (_, token) => {
		const { status, body } = await api.get('/deals', { token });
		expect({ status, body }).toEqual({ status: 401, body: { error: 'UNAUTHORIZED' } });
	});

	test('a v1 key is none of v2, nor the other scheme', async () => {
		const { v1, personal } = api.sandbox.credentials;
		expect((await api.get('/deals', { token: v1 })).status).toBe(401);
		const headers = { authorization: `Basic ${personal}` };
		expect((await api.get('/deals', { token: null, headers })).status).toBe(401);
		const key = await api.get('/deals', { token: null, headers: { 'x-api-key': v1 } });
		expect(key.status).toBe(401);
	});

	test('kinds are told apart by their prefix', async () => {
		const { personal, team } = api.sandbox.credentials;
		expect([personal.slice(0, 5), team.slice(0, 5)]).toEqual(['svcp_', 'svct_']);
		expect(await api.token({ kind: 'personal' })).toMatch(/^svcp_/);
		expect(await api.token({ kind: 'team' })).toMatch(/^svct_/);
	});

	test('a personal token acts as its user', async () => {
		const token = await api.token({ kind: 'personal', userId: 3 });
		expect((await api.ok(api.get('/users/me', { token }))).id).toBe(3);
	});
});

describe('domains cannot see each other (v2 §1)', () => {
	let other: string;
	beforeAll(async () => {
		other = await api.token({ kind: 'team', domainId: 2 });
	});

	test.each(['customers', 'deals', 'contacts'])(
		'%s: lists and searches are disjoint',
		async (plural) => {
			const path = `/${plural}?limit=1000`;
			const ours = idsOf(await readAll(api, path, plural));
			const theirs = idsOf(await readAll(api, path, plural, { token: other }));
			expect(theirs.length).toBeGreaterThan(0);
			expect(theirs.filter((id) => ours.includes(id))).toEqual([]);
			const search = api.post<CursorList>(
				`/${plural}/search`,
				{ filter: everything },
				{ token: other },
			);
			expect(idsOf((await api.ok(search))[plural]).sort()).toEqual([...theirs].sort());
		},
	);

	test('users, groups, roles and custom objects too', async () => {
		for (const [path, plural] of [
			['/users', 'users'],
			['/user_groups', 'userGroups'],
			['/roles', 'roles'],
			['/custom_object_defs/asset/custom_objects', 'customObjects'],
			['/actions', 'actions'],
			['/customers/all/actions', 'actions'],
			['/contacts/all/actions', 'actions'],
		] as const) {
			const ours = idsOf((await api.ok(api.get<CursorList>(path)))[plural]);
			const theirs = idsOf((await api.ok(api.get<CursorList>(path, { token: other })))[plural]);
			expect({ path, count: theirs.length > 0 }).toEqual({ path, count: true });
			expect(theirs.filter((id) => ours.includes(id))).toEqual([]);
		}
	});

	test('a record of the other domain is a 404 to read, change, delete and refer to', async () => {
		const [theirs] = (await api.ok(api.get<CursorList>('/customers', { token: other })))
			.customers as Row[];
		const id = theirs?.id ?? 0;
		expect((await api.get(`/customers/${id}`)).status).toBe(404);
		expect((await api.patch(`/customers/${id}`, { name: 'Mine' })).status).toBe(404);
		expect((await api.delete(`/customers/${id}`)).status).toBe(404);
		expect((await api.get(`/customers/${id}/actions`)).status).toBe(404);
		expect((await api.post('/deals', dealForm({ customer: { id } }))).status).toBe(404);
		expect((await api.post('/contacts', { name: 'x', customer: { id } })).status).toBe(404);
	});
});

describe('permission settings (v2 §5)', () => {
	beforeAll(() => api.options({ permissionSettings: true }));
	afterAll(() => api.options({ permissionSettings: null }));
	const tokenOf = (...permissions: string[]) =>
		api.token({ kind: 'personal', userId: 2, permissions });

	const resources = [
		['customer', '/customers', 'customers'],
		['deal', '/deals', 'deals'],
		['contact', '/contacts', 'contacts'],
		['customerAction', '/customers/all/actions', 'actions'],
		['dealAction', '/actions', 'actions'],
		['contactAction', '/contacts/all/actions', 'actions'],
		['customObject', '/custom_object_defs/ticket/custom_objects', 'customObjects'],
	] as const;

	test.each(resources)(
		'without %s.read the list is a 200 with no records, not a 403',
		async (_, path, plural) => {
			const token = await tokenOf('customer.read');
			const page = await api.ok(
				api.get<CursorList>(path, { token: plural === 'customers' ? await tokenOf() : token }),
			);
			expect(page).toMatchObject({ [plural]: [], hasMore: false, totalCount: 0 });
		},
	);

	test.each(resources)('with %s.read the list is whole', async (kind, path, plural) => {
		// The deal actions among the actions of contacts need a right of their own (v2 §5).
		const token = await tokenOf(`${kind}.read`, 'customer.read', 'dealAction.read');
		const { totalCount } = await api.ok(api.get<CursorList>(path));
		const permitted = await api.ok(api.get<CursorList>(path, { token }));
		expect(permitted.totalCount).toBe(totalCount);
		expect((permitted[plural] as Row[]).length).toBeGreaterThan(0);
	});

	test('with read_own, deals are those of the user', async () => {
		const token = await tokenOf('deal.read_own');
		const deals = await readAll(api, '/deals', 'deals', { token });
		const all = await readAll(api, '/deals', 'deals');
		const own = all.filter(({ user }) => (user as Row).id === 2);
		expect(idsOf(deals)).toEqual(idsOf(own));
		expect(own.length).toBeGreaterThan(0);
		const search = api.post<CursorList>('/deals/search', { filter: everything }, { token });
		expect((await api.ok(search)).totalCount).toBe(own.length);
	});

	test('with read_own, customers are those of the user’s role', async () => {
		const token = await tokenOf('customer.read_own');
		const customers = await readAll(api, '/customers', 'customers', { token });
		expect(customers.length).toBeGreaterThan(0);
		// The seed's user 2 has role 2.
		expect(customers.every(({ ownerRole }) => (ownerRole as Row).id === 2)).toBe(true);
	});

	test('with read_own, actions are those that the user created or is invited to', async () => {
		const token = await tokenOf('dealAction.read_own');
		const actions = await readAll(api, '/actions', 'actions', { token });
		expect(actions.length).toBeGreaterThan(0);
		const isOwn = ({ creator, invitees }: Row) =>
			(creator as Row).id === 2 || idsOf(invitees).includes(2);
		expect(actions.every(isOwn)).toBe(true);
		const all = await readAll(api, '/actions', 'actions');
		expect(all.filter(isOwn)).toHaveLength(actions.length);
	});

	test('a customer without permission: its action list is a 403, a missing one a 404 (v2 §4.5, §7)', async () => {
		const token = await tokenOf('customerAction.read');
		const { status, body } = await api.get('/customers/1/actions', { token });
		expect({ status, error: body.error }).toEqual({ status: 403, error: 'FORBIDDEN' });
		expect((await api.get('/customers/99999/actions', { token })).status).toBe(404);
	});

	test('without the customer-action read permission its list is a 200 with no actions (v2 §4.5)', async () => {
		await api.ok(api.post('/customers/1/actions', actionForm()));
		const token = await tokenOf('customer.read');
		const page = await api.ok(api.get<CursorList>('/customers/1/actions', { token }));
		expect(page.actions).toEqual([]);
	});

	test('one record that may not be read is a 403', async () => {
		const token = await tokenOf('deal.read_own');
		const all = await readAll(api, '/deals', 'deals');
		const own = all.find(({ user }) => (user as Row).id === 2)?.id;
		const others = all.find(({ user }) => (user as Row).id !== 2)?.id;
		expect((await api.get(`/deals/${own}`, { token })).status).toBe(200);
		expect((await api.get(`/deals/${others}`, { token })).status).toBe(403);
	});

	const writes: Array<
		[needs: string, method: 'POST' | 'PATCH' | 'DELETE', path: string, body?: object]
	> = [
		['customer.write', 'POST', '/customers', { name: 'x' }],
		['customer.write', 'PATCH', '/customers/1', {}],
		['customer.write', 'POST', '/customers/bulk', { customers: [] }],
		['deal.write', 'POST', '/deals', dealForm()],
		['deal.write', 'PATCH', '/deals/1', {}],
		['deal.write', 'POST', '/deal_types/1/deals/bulk', { deals: [] }],
		['deal.write', 'PATCH', '/deal_types/1/deals/bulk', { deals: [] }],
		['deal.write', 'POST', '/deals/1/contacts/1', undefined],
		['contact.write', 'POST', '/contacts', { name: 'x' }],
		['contact.write', 'PATCH', '/contacts/1', {}],
		['customerAction.write', 'POST', '/customers/1/actions', actionForm()],
		['customerAction.write', 'POST', '/customers/actions/bulk', { actions: [] }],
		['dealAction.write', 'POST', '/actions', undefined],
		['contactAction.write', 'POST', '/contacts/1/actions', actionForm()],
		['contactAction.write', 'POST', '/contacts/actions/bulk', { actions: [] }],
		['customObject.write', 'POST', '/custom_object_defs/ticket/custom_objects', {}],
		[
			'customObject.write',
			'PATCH',
			'/custom_object_defs/ticket/custom_objects/bulk',
			{ customObjects: [] },
		],
	];
	test.each(writes)(
		'%s is needed for %s %s by personal tokens only',
		async (needs, method, path, given) => {
			// The first deal of the first type, to which purpose 1 belongs.
			const [deal] = (await api.ok(api.get<CursorList>('/deals?dealTypeId=1'))).deals as Row[];
			const body = given ?? (path === '/actions' ? dealActionForm(deal?.id ?? 0) : undefined);
			const sent = { ...(body ? { body } : {}) };
			const reads = resources.map(([kind]) => `${kind}.read`);
			const without = await api.call(method, path, { ...sent, token: await tokenOf(...reads) });
			expect({ status: without.status, error: without.body.error }).toEqual({
				status: 403,
				error: 'FORBIDDEN',
			});
			const permitted = await api.call(method, path, {
				...sent,
				token: await tokenOf(...reads, needs),
			});
			expect(permitted.status).toBe(200);
			const team = await api.call(method, path, { ...sent, token: api.sandbox.credentials.team });
			expect(team.status).toBe(200);
		},
	);

	test('a domain without permission settings has no limits', async () => {
		await api.options({ permissionSettings: false });
		const token = await tokenOf();
		expect((await api.ok(api.get<CursorList>('/deals', { token }))).totalCount).toBeGreaterThan(0);
		expect((await api.post('/customers', { name: 'x' }, { token })).status).toBe(200);
		await api.options({ permissionSettings: true });
	});

	test('current user answers the token’s permissions', async () => {
		const token = await tokenOf('deal.read', 'member_settings');
		const { permissions } = await api.ok(api.get('/users/me', { token }));
		expect(permissions).toEqual(['deal.read', 'member_settings']);
	});
});
