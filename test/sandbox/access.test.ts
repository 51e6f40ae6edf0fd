/** Who sees and writes what: tokens, domains and permissions (v2 §1, §5; v1 §5). */
import { idsOf, recordsIn, times, withSandbox, type Row } from './support/client';
import { anything, actionForm, dealActionForm, dealForm, filterOf } from './support/forms';

const api = withSandbox({ seed: 'small' });

const tokenOf = (...permissions: string[]) =>
	api.token({ kind: 'personal', userId: 2, permissions });
const statusOf = async (request: string, body?: unknown, token?: string) =>
	(await api.call('v2', request, body, { token })).status;

test('kinds of token are told apart by their prefix, and a personal one acts as its user', async () => {
	expect(await api.token({ kind: 'team' })).toMatch(/^svct_/);
	const token = await api.token({ kind: 'personal', userId: 3 });
	expect(token).toMatch(/^svcp_/);
	expect((await api.ok('v2', 'GET /users/me', undefined, { token })).id).toBe(3);
	const team = { token: api.sandbox.credentials.team };
	const me = await api.call('v2', 'GET /users/me', undefined, team);
	expect([me.status, me.body.error]).toEqual([403, 'FORBIDDEN']);
});

describe.each(['v2', 'v1'] as const)('domains cannot see each other, %s (v2 §1)', (version) => {
	let other: string;
	beforeAll(async () => {
		other = await api.token({ kind: version === 'v2' ? 'team' : 'v1', domainId: 2 });
	});
	const both = [
		'/customers',
		'/deals',
		'/contacts',
		'/users',
		'/user_groups',
		'/roles',
		'/actions',
	];
	const others = {
		v2: ['/contacts/all/actions', '/custom_object_defs/asset/custom_objects'],
		v1: ['/deal_product_detail_types'],
	};
	test.each([...both, '/customers/all/actions', ...others[version]])('%s', async (path) => {
		const ours = idsOf(await api.all(version, path));
		const theirs = idsOf(await api.all(version, path, { token: other }));
		expect(theirs.length).toBeGreaterThan(0);
		expect(theirs.filter((id) => ours.includes(id))).toEqual([]);
	});

	test('nor find, read, change, delete and refer to what is of the other', async () => {
		const [theirs] = recordsIn(await api.ok(version, 'GET /deals', undefined, { token: other }));
		const [customer] = recordsIn(
			await api.ok(version, 'GET /customers', undefined, { token: other }),
		);
		const filter = filterOf('id', '=', { integerValue: theirs?.id });
		expect(await api.ok(version, 'POST /deals/search', { filter })).toMatchObject({
			totalCount: 0,
		});
		const found = await api.ok(version, 'POST /deals/search', { filter }, { token: other });
		expect(found.totalCount).toBe(1);
		const status = async (...call: [request: string, body?: unknown]) =>
			(await api.call(version, ...call)).status;
		expect([
			await status(`GET /deals/${theirs?.id}`),
			await status(`PATCH /deals/${theirs?.id}`, { memo: 'Mine' }),
			await status('POST /deals', dealForm({ customer: { id: customer?.id } })),
			await status(`GET /customers/${customer?.id}/actions`),
			await status(`DELETE /customers/${customer?.id}`),
		]).toEqual(version === 'v2' ? times(5, () => 404) : [404, 400, 500, 500, 404]);
		const settings = await api.call('v1', 'GET /deal_setting/deal_types/3');
		expect(settings.status).toBe(404);
	});
});

describe('permission settings (v2 §5)', () => {
	beforeAll(async () => {
		await api.options({ permissionSettings: true });
	});
	const resources: Array<[kind: string, path: string]> = [
		['customer', '/customers'],
		['deal', '/deals'],
		['contact', '/contacts'],
		['customerAction', '/customers/all/actions'],
		['dealAction', '/actions'],
		['contactAction', '/contacts/all/actions?dataType=1'],
		['customObject', '/custom_object_defs/ticket/custom_objects'],
	];
	const reads = resources.map(([kind]) => `${kind}.read`);
	const listed = async (path: string, ...permissions: string[]) =>
		await api.all('v2', path, { token: await tokenOf(...permissions) });

	test.each(resources)(
		'%s.read opens the list, which is empty without it, not a 403',
		async (...row) => {
			const [kind, path] = row;
			const all = await api.all('v2', path);
			expect(all.length).toBeGreaterThan(0);
			expect(await listed(path, ...reads.filter((each) => each !== `${kind}.read`))).toEqual([]);
			// The lists of all actions are those of the owners that the user may read.
			const owner = kind.replace(/^(customer|contact)Action$/, '$1');
			expect(idsOf(await listed(path, `${kind}.read`, `${owner}.read`))).toEqual(idsOf(all));
		},
	);

	const isOwn: Record<string, (row: Row) => boolean> = {
		'/deals': ({ user }) => (user as Row).id === 2,
		// The seed's user 2 has role 2.
		'/customers': ({ ownerRole }) => (ownerRole as Row | null)?.id === 2,
		'/actions': ({ creator, invitees }) => idsOf([creator, ...(invitees as Row[])]).includes(2),
	};
	test.each(Object.entries(isOwn))('with read_own, %s are those of the user', async (path, own) => {
		const [kind] = resources.find(([, each]) => each === path) ?? [];
		const expected = idsOf((await api.all('v2', path)).filter(own));
		expect(expected.length).toBeGreaterThan(0);
		expect(idsOf(await listed(path, `${kind}.read_own`))).toEqual(expected);
	});

	test('searches hold the permitted records too; one that is not permitted is a 403', async () => {
		const token = await tokenOf('deal.read_own');
		const all = await api.all('v2', '/deals');
		const own = all.filter(isOwn['/deals'] ?? (() => false));
		const other = all.find((deal) => !own.includes(deal));
		const found = await api.ok('v2', 'POST /deals/search', { filter: anything }, { token });
		expect(found.totalCount).toBe(own.length);
		expect(await statusOf(`GET /deals/${own[0]?.id}`, undefined, token)).toBe(200);
		expect(await statusOf(`GET /deals/${other?.id}`, undefined, token)).toBe(403);
	});

	test('the actions of a customer: 403 without the customer, none without the right, 404 missing (v2 §4.5)', async () => {
		const { id } = await api.ok('v2', 'POST /customers/1/actions', actionForm());
		const token = await tokenOf('customerAction.read');
		expect(await statusOf('GET /customers/1/actions', undefined, token)).toBe(403);
		// The document names the 403 for the list only.
		expect(await statusOf(`GET /customers/1/actions/${id}`, undefined, token)).toBe(200);
		expect(await statusOf('GET /customers/1/actions/99999', undefined, token)).toBe(404);
		expect(await statusOf('GET /customers/99999/actions', undefined, token)).toBe(404);
		expect(await listed('/customers/1/actions', 'customer.read')).toEqual([]);
	});

	describe('what is linked to a record that the caller may not read', () => {
		let contact: number;
		let deal: number;
		let ofContact: number;
		let ofDeal: number;
		beforeAll(async () => {
			const make = async (kind: string, row: object) => (await api.records(kind, [row]))[0] ?? 0;
			contact = await make('contact', { name: 'Shared' });
			deal = await make('deal', { user: { id: 1 } });
			await make('dealContact', { deal: { id: deal }, contact: { id: contact } });
			const linked = { contacts: [{ id: contact }], creator: { id: 1 } };
			ofContact = await make('contactAction', { ...linked, contact: { id: contact } });
			ofDeal = await make('dealAction', { ...linked, deal: { id: deal } });
		});

		test.each([
			[[], []],
			[['contactAction.read'], ['contact']],
			[['dealAction.read'], ['deal']],
			[
				['contactAction.read', 'dealAction.read'],
				['contact', 'deal'],
			],
		])('the actions of a contact with %j are those of %j', async (permissions, kinds) => {
			const own = { contact: ofContact, deal: ofDeal };
			const paths = [`/contacts/${contact}/actions`, '/contacts/all/actions'];
			for (const path of paths) {
				const ids = idsOf(await listed(path, 'contact.read', ...permissions));
				const seen = Object.entries(own).flatMap(([kind, id]) => (ids.includes(id) ? [kind] : []));
				expect([path, seen]).toEqual([path, kinds]);
			}
			// A list under a record needs the right to read that record (S8).
			const token = await tokenOf(...permissions);
			expect(await statusOf(`GET ${paths[0]}`, undefined, token)).toBe(403);
			expect(await listed('/contacts/all/actions', ...permissions)).toEqual([]);
		});

		test('one deal action is read through a contact with the right to deal actions only', async () => {
			const read = async (permission: string) =>
				await statusOf(
					`GET /contacts/${contact}/actions/${ofDeal}`,
					undefined,
					await tokenOf('contact.read', permission),
				);
			expect([await read('contactAction.read'), await read('dealAction.read')]).toEqual([403, 200]);
		});

		test('own is what counts for a record above a list, too', async () => {
			const [ownDeal = 0] = await api.records('deal', [{ user: { id: 2 } }]);
			await api.records('dealContact', [{ deal: { id: ownDeal }, contact: { id: contact } }]);
			const token = await tokenOf('deal.read_own', 'contact.read');
			expect(await statusOf(`GET /deals/${deal}/contacts`, undefined, token)).toBe(403);
			expect(
				await listed(`/deals/${ownDeal}/contacts`, 'deal.read_own', 'contact.read'),
			).toHaveLength(1);
			const [customer = 0] = await api.records('customer', [{ ownerRoleId: 2 }]);
			const [own = 0] = await api.records('contact', [{ customer: { id: customer } }]);
			const row = { contact: { id: own }, creator: { id: 1 } };
			const [action] = await api.records('contactAction', [row]);
			const rights = ['contact.read_own', 'contactAction.read'] as const;
			expect(idsOf(await listed(`/contacts/${own}/actions`, ...rights))).toEqual([action]);
			const ofAll = idsOf(await listed('/contacts/all/actions?dataType=1', ...rights));
			expect([ofAll.includes(action ?? 0), ofAll.includes(ofContact)]).toEqual([true, false]);
			const other = await tokenOf(...rights);
			expect(await statusOf(`GET /contacts/${contact}/actions`, undefined, other)).toBe(403);
		});

		test.each(['customer', 'deal', 'contact'])(
			'include_related_objects of a %s shows what may be read, both ways',
			async (kind) => {
				const plural = `${kind}s`;
				const [id = 0] = await api.records(kind, [{}]);
				const objects = '/custom_object_defs/ticket/custom_objects';
				const object = await api.ok('v2', `POST ${objects}`, { [plural]: [{ id }] });
				const shown = async (path: string, property: string, ...permissions: string[]) => {
					const token = await tokenOf(...permissions);
					const body = await api.ok('v2', `GET ${path}?include_related_objects=1`, undefined, {
						token,
					});
					return idsOf(body[property]);
				};
				const record = (...more: string[]) =>
					shown(`/${plural}/${id}`, 'customObjects', `${kind}.read`, ...more);
				expect([await record(), await record('customObject.read')]).toEqual([[], [object.id]]);
				const related = (...more: string[]) =>
					shown(`${objects}/${object.id}`, plural, 'customObject.read', ...more);
				expect([await related(), await related(`${kind}.read`)]).toEqual([[], [id]]);
			},
		);

		test('an action shows the linked contacts that may be read', async () => {
			const shown = async (...permissions: string[]) => {
				const token = await tokenOf('dealAction.read', ...permissions);
				return idsOf((await api.ok('v2', `GET /actions/${ofDeal}`, undefined, { token })).contacts);
			};
			expect([await shown(), await shown('contact.read')]).toEqual([[], [contact]]);
		});

		test('the contacts of a deal are those that may be read, by whoever may read the deal', async () => {
			const path = `/deals/${deal}/contacts`;
			expect(await listed(path, 'deal.read')).toEqual([]);
			expect(await statusOf(`GET ${path}`, undefined, await tokenOf('contact.read'))).toBe(403);
			expect(idsOf(await listed(path, 'deal.read', 'contact.read'))).toEqual([contact]);
			for (const missing of ['/deals/999999/contacts', '/contacts/999999/actions']) {
				expect(await statusOf(`GET ${missing}`, undefined, await tokenOf())).toBe(404);
			}
		});
	});

	const objects = '/custom_object_defs/ticket/custom_objects';
	const writes: Array<[needs: string, request: string, body?: object]> = [
		['customer', 'POST /customers', { name: 'x' }],
		['customer', 'PATCH /customers/1', {}],
		['customer', 'POST /customers/bulk', { customers: [] }],
		['deal', 'POST /deals', dealForm()],
		['deal', 'PATCH /deals/1', {}],
		['deal', 'POST /deal_types/1/deals/bulk', { deals: [] }],
		['deal', 'PATCH /deal_types/1/deals/bulk', { deals: [] }],
		['deal', 'POST /deals/1/contacts/1'],
		['contact', 'POST /contacts', { name: 'x' }],
		['contact', 'PATCH /contacts/1', {}],
		['customerAction', 'POST /customers/1/actions', actionForm()],
		['customerAction', 'POST /customers/actions/bulk', { actions: [] }],
		['dealAction', 'POST /actions/bulk', { dealTypeId: 1, actions: [] }],
		['dealAction', 'POST /actions'],
		['contactAction', 'POST /contacts/1/actions', actionForm()],
		['contactAction', 'POST /contacts/actions/bulk', { actions: [] }],
		['customObject', `POST ${objects}`, {}],
		['customObject', `PATCH ${objects}/bulk`, { customObjects: [] }],
	];
	test.each(writes)('%s.write is needed by personal tokens only: %s', async (...row) => {
		const [kind, request, given] = row;
		const [deal] = recordsIn(await api.ok('v2', 'GET /deals?dealTypeId=1'));
		const body = request === 'POST /actions' ? dealActionForm({ deal: { id: deal?.id } }) : given;
		const { team } = api.sandbox.credentials;
		expect([
			await statusOf(request, body, await tokenOf(...reads)),
			await statusOf(request, body, await tokenOf(...reads, `${kind}.write`)),
			await statusOf(request, body, team),
		]).toEqual([403, 200, 200]);
	});

	test('the current user answers the permissions of the token', async () => {
		const token = await tokenOf('deal.read', 'member_settings');
		const { permissions } = await api.ok('v2', 'GET /users/me', undefined, { token });
		expect(permissions).toEqual(['deal.read', 'member_settings']);
	});

	test('a domain without permission settings has no limits', async () => {
		await api.options({ permissionSettings: false });
		expect((await listed('/deals')).length).toBeGreaterThan(0);
		expect(await statusOf('POST /customers', { name: 'x' }, await tokenOf())).toBe(200);
	});
});
