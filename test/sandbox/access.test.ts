/** Who sees and writes what: tokens, domains and permissions (v2 §1, §5; v1 §5). */
import { idsOf, recordsIn, times, withSandbox } from './support/client';
import { anything, actionForm, dealActionForm, dealForm, filterOf } from './support/forms';
import { hold, lists, type Rule, type Step } from './support/rules';

const api = withSandbox({ seed: 'small' });

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
	const objects = '/custom_object_defs/ticket/custom_objects';
	const resources: Array<[kind: string, path: string, count: number]> = [
		['customer', '/customers', 2],
		['deal', '/deals', 2],
		['contact', '/contacts', 2],
		['customerAction', '/customers/all/actions', 1],
		['dealAction', '/actions', 3],
		['contactAction', '/contacts/all/actions?dataType=1', 2],
		['customObject', objects, 1],
	];
	const reads = resources.map(([kind]) => `${kind}.read`);
	/** The rights of the first user, who has role 1. */
	const has = (...permissions: string[]): Step => ['token', permissions];
	const at = (day: number) => ({ startDatetime: `2026-01-0${day}T00:00:00Z` });
	const [mine, others] = [{ id: 1 }, { id: 2 }];
	// What is linked: contact 1, deal 1 and the first action of either.
	const linked = { contacts: [{ id: 1 }], creator: others };
	const ofContact: Array<[permissions: string[], ids: number[], all: number[]]> = [
		[[], [], []],
		[['contactAction.read'], [4], [4, 5]],
		[['dealAction.read'], [1], [1]],
		[
			['contactAction.read', 'dealAction.read'],
			[1, 4],
			[1, 4, 5],
		],
	];
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
		['dealAction', 'POST /actions', dealActionForm()],
		['contactAction', 'POST /contacts/1/actions', actionForm()],
		['contactAction', 'POST /contacts/actions/bulk', { actions: [] }],
		['customObject', `POST ${objects}`, {}],
		['customObject', `PATCH ${objects}/bulk`, { customObjects: [] }],
	];
	hold(
		[
			['options', { permissionSettings: true }],
			['+ customer', [{ ownerRoleId: 2 }, { ownerRoleId: 1 }]],
			['+ deal', [{ user: others }, { user: mine }]],
			['+ contact', [{ customer: { id: 1 } }, { customer: { id: 2 } }]],
			['+ dealContact', [1, 2].map((id) => ({ deal: { id }, contact: { id: 1 } }))],
			[
				'+ dealAction',
				[
					{ ...linked, ...at(1), deal: { id: 1 } },
					{ ...at(2), creator: mine },
					{ ...at(3), creator: others, invitees: [mine] },
				],
			],
			[
				'+ contactAction',
				[
					{ ...linked, ...at(4), contact: { id: 1 } },
					{ ...at(5), contact: { id: 2 }, creator: others },
				],
			],
			['+ customerAction', [{ customer: { id: 1 }, creator: others }]],
			['+ customObject', [{ customers: [{ id: 1 }], deals: [{ id: 1 }], contacts: [{ id: 1 }] }]],
		],
		[
			...resources.map(([kind, path, totalCount]): Rule => [
				`${kind}.read opens the list, which is empty without it, not a 403`,
				'v2',
				has(...reads.filter((each) => each !== `${kind}.read`)),
				[`GET ${path}`, lists()],
				// The lists of all actions are those of the owners that the user may read.
				has(`${kind}.read`, `${kind.replace(/^(customer|contact)Action$/, '$1')}.read`),
				[`GET ${path}`, { totalCount }],
			]),
			[
				'with read_own, lists and searches hold what is of the user; another one is a 403',
				'v2',
				has('deal.read_own', 'customer.read_own', 'dealAction.read_own'),
				['GET /customers', lists(2)],
				['GET /actions?sort=startDatetime', lists(2, 3)],
				['GET /deals', lists(2)],
				['POST /deals/search', { filter: anything }, lists(2)],
				['GET /deals/2'],
				['GET /deals/1', 'FORBIDDEN'],
			],
			[
				'the actions of a customer: 403 without the customer, none without the right, 404 missing (v2 §4.5)',
				'v2',
				has('customerAction.read'),
				['GET /customers/1/actions', 'FORBIDDEN'],
				// The document names the 403 for the list only.
				['GET /customers/1/actions/6'],
				['GET /customers/1/actions/99', 'NOT_FOUND'],
				['GET /customers/99/actions', 'NOT_FOUND'],
				has('customer.read'),
				['GET /customers/1/actions', lists()],
			],
			...ofContact.map(([permissions, ids, all]): Rule => [
				`the actions of a contact with ${JSON.stringify(permissions)} are ${JSON.stringify(ids)}`,
				'v2',
				has('contact.read', ...permissions),
				['GET /contacts/1/actions?sort=startDatetime', lists(...ids)],
				['GET /contacts/all/actions?sort=startDatetime', lists(...all)],
				// A list under a record needs the right to read that record (S8).
				has(...permissions),
				['GET /contacts/1/actions', 'FORBIDDEN'],
				['GET /contacts/all/actions', lists()],
			]),
			[
				'one deal action is read through a contact with the right to deal actions only',
				'v2',
				has('contact.read', 'contactAction.read'),
				['GET /contacts/1/actions/1', 'FORBIDDEN'],
				has('contact.read', 'dealAction.read'),
				['GET /contacts/1/actions/1'],
			],
			[
				'own is what counts for a record above a list, too',
				'v2',
				has('deal.read_own', 'contact.read'),
				['GET /deals/1/contacts', 'FORBIDDEN'],
				['GET /deals/2/contacts', lists(1)],
				has('contact.read_own', 'contactAction.read'),
				['GET /contacts/1/actions', 'FORBIDDEN'],
				['GET /contacts/2/actions', lists(5)],
				['GET /contacts/all/actions?dataType=1', lists(5)],
			],
			...['customer', 'deal', 'contact'].map((kind): Rule => {
				const record = `GET /${kind}s/1?include_related_objects=1`;
				const object = `GET ${objects}/1?include_related_objects=1`;
				return [
					`include_related_objects of a ${kind} shows what may be read, both ways`,
					'v2',
					has(`${kind}.read`),
					[record, { customObjects: [] }],
					has('customObject.read'),
					[object, { [`${kind}s`]: [] }],
					has(`${kind}.read`, 'customObject.read'),
					[record, { customObjects: [{ id: 1 }] }],
					[object, { [`${kind}s`]: [{ id: 1 }] }],
				];
			}),
			[
				'an action shows the linked contacts that may be read',
				'v2',
				has('dealAction.read'),
				['GET /actions/1', { contacts: [] }],
				has('dealAction.read', 'contact.read'),
				['GET /actions/1', { contacts: [{ id: 1 }] }],
			],
			[
				'the contacts of a deal are those that may be read, by whoever may read the deal',
				'v2',
				has('deal.read'),
				['GET /deals/1/contacts', lists()],
				has('contact.read'),
				['GET /deals/1/contacts', 'FORBIDDEN'],
				has('deal.read', 'contact.read'),
				['GET /deals/1/contacts', lists(1)],
				has(),
				['GET /deals/99/contacts', 'NOT_FOUND'],
				['GET /contacts/99/actions', 'NOT_FOUND'],
			],
			...writes.map(([kind, request, body]): Rule => [
				`${kind}.write is needed by personal tokens only: ${request}`,
				'v2',
				has(...reads),
				[request, body, 'FORBIDDEN'],
				has(...reads, `${kind}.write`),
				[request, body],
				['token', 'team'],
				[request, body],
			]),
			[
				'the current user answers the permissions of the token',
				'v2',
				has('deal.read', 'member_settings'),
				['GET /users/me', { permissions: ['deal.read', 'member_settings'] }],
			],
			[
				'a domain without permission settings has no limits',
				'v2',
				['options', { permissionSettings: false }],
				has(),
				['GET /deals', { totalCount: 2 }],
				['POST /customers', { name: 'x' }],
			],
		],
	);
});
