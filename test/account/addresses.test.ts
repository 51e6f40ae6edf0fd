/** What may be at another address is proposed where it was seen, and nothing on a guess. */
import tables from './addresses.json';
import { ROUTES, type OperationId } from '../../nodes/SalesManagement/api';
import { dialects } from '../../sandbox/dialects/catalogue';
import { Addresses } from '../support/addresses';
import { aPart } from '../support/random';
import { byId } from '../support/nodeFixture';
import { answering, MISSING, useAccount, type Happens } from './support/account';

const account = useAccount();

test('where all is missing the requests are bounded, none is sent twice, and no search elsewhere', async () => {
	const { asked, overrides, writes, summary } = await account.check({
		happens: answering(() => true, MISSING),
	});
	const sent = asked.map(({ method, path, query }) => JSON.stringify([method, path, query]));
	expect(new Set(sent).size).toBe(sent.length);
	expect([writes, overrides]).toEqual([[], {}]);
	expect(summary.advice).toContain('below the Base URL of the credential');
});

const entry = {
	id: 1,
	name: 'Login',
	actor: { id: 1, name: 'Ann' },
	createdAt: '2026-01-05T03:04:05Z',
};
const MISSED = /^\/actions\b|^\/deals\/\d+$/;
/** At an address where something may be that is missing where it is documented. */
const elsewhere =
	(body: unknown): Happens =>
	async ({ path }, pass) => {
		if (MISSED.test(path)) return MISSING;
		const isNear =
			/activit|action|deal/.test(path) && !/^\/(deals|customers|contacts)\b/.test(path);
		return isNear ? { status: 200, body } : await pass();
	};

test.each(tables.otherThings)(
	'$what is not proposed for a missing address, and that is said',
	async ({ body }) => {
		const { overrides, of } = await account.check({ happens: elsewhere(body) });
		expect(overrides).toEqual({});
		for (const operation of ['dealAction.getMany', 'deal.get']) {
			expect(of('address', operation)).toMatchObject({ verdict: 'does not work' });
			expect(of('address', operation)?.advice).toMatch(/Ask whoever runs the service/);
		}
	},
);

test('of a list that was found nowhere, nothing is proposed for what is below it', async () => {
	const roles = { roles: [{ id: 5, name: 'A' }], totalCount: 1, page: 1 };
	const { overrides } = await account.check({
		happens: async ({ path }, pass) => {
			if (path === '/roles' || path.startsWith('/actions')) return MISSING;
			return path === '/role' ? { status: 200, body: roles } : await pass();
		},
	});
	expect(overrides).toEqual({ 'role.getMany': 'GET /role' });
});

test.each(aPart(['routes-kebab-case', 'routes-singular', 'other-deployment'], 3))(
	'%s: where no custom object was read, nothing is proposed for them',
	async (dialect) => {
		await account.reset([dialect]);
		const noRecords = answering(({ path }) => /custom_objects$/.test(path), {
			...{ status: 200, body: { customObjects: [], hasMore: false } },
		});
		for (const given of [{}, { parameters: { objectKey: 'ticket' }, happens: noRecords }]) {
			const { overrides } = await account.check(given);
			expect(Object.keys(overrides).length).toBeGreaterThan(3);
			expect(Object.keys(overrides).join()).not.toContain('customObject');
		}
	},
);

/** A service at which one list has moved, and with it all that is below it. */
const moved =
	(from: string, to: string, list: object): Happens =>
	async ({ path }, pass) => {
		if (path.startsWith(from)) return MISSING;
		return path === to ? { status: 200, body: list } : await pass();
	};

test('where one word is spelt otherwise, addresses with other words are not', async () => {
	const userGroups = await account.records('userGroup.getMany', { parameters: { limit: 5 } });
	const list = { userGroups, totalCount: userGroups.length, page: 1 };
	const given = { beside: true, happens: moved('/user_groups', '/user-groups', list) };
	const { overrides } = await account.check(given);
	expect(new Set(Object.keys(overrides).map((id) => id.replace(/^v1:|\..*/g, '')))).toEqual(
		new Set(['userGroup']),
	);
	expect(overrides['userGroup.addMember']).toBe('POST /user-groups/{userGroupId}/users');
});

test('what is done to a record follows its list; a word that is as documented elsewhere is left there', async () => {
	const contacts = await account.records('dealContact.getMany', {
		parameters: { dealId: byId(1) },
	});
	const list = { contacts, totalCount: contacts.length, page: 1 };
	const { overrides } = await account.check({
		happens: async ({ path }, pass) => {
			if (/^\/deals\/\d+\/contacts$/.test(path)) return MISSING;
			return /^\/deal\/\d+\/contact$/.test(path) ? { status: 200, body: list } : await pass();
		},
	});
	expect(overrides).toEqual({
		'dealContact.getMany': 'GET /deal/{dealId}/contact',
		'dealContact.link': 'POST /deal/{dealId}/contact/{contactId}',
		'dealContact.unlink': 'DELETE /deal/{dealId}/contact/{contactId}',
	});
});

test('the writes of deal actions follow their list, although the actions of customers have its word, too', async () => {
	await account.reset(['deal-actions-named']);
	const { overrides } = await account.check();
	expect(overrides).toEqual({
		'dealAction.getMany': 'GET /deal_actions',
		'dealAction.get': 'GET /deal_actions/{id}',
		'dealAction.create': 'POST /deal_actions',
		'dealAction.createMany': 'POST /deal_actions/bulk',
		'dealAction.update': 'PATCH /deal_actions/{id}',
		'dealAction.delete': 'DELETE /deal_actions/{id}',
	});
	await account.reset([]);
});

/** What a request may have in the place of a path parameter. */
const filled = (path: string) =>
	path.replace(/\{customObjectDefKey\}/, 'ticket').replace(/\{\w+\}/g, '1');

test.each(
	aPart(
		dialects.filter(({ address, of }) => address ?? of).map(({ name }) => name),
		5,
	),
)('%s: nothing is proposed that is not there', async (dialect) => {
	await account.reset([dialect]);
	const addresses = new Addresses([dialect]);
	const given = { beside: true, parameters: { objectKey: 'ticket' } };
	const { overrides } = await account.check(given);
	for (const [name, proposed] of Object.entries(overrides)) {
		const version = name.startsWith('v1:') ? 'v1' : 'v2';
		const { method, path } = ROUTES[version][name.replace('v1:', '') as OperationId]!;
		const there = addresses.spoken({ method, path: `/${version}${filled(path)}` });
		expect([name, there.path]).toEqual([
			name,
			`/${version}${filled(proposed.replace(/^\w+ /, ''))}`,
		]);
	}
	const isMoved = Object.keys(overrides).length > 0;
	expect(isMoved).toBe(dialect !== 'updates-by-put');
});

describe('what is entered under Endpoint Overrides', () => {
	test('is found out where it is wrong, and kept where it is right', async () => {
		await account.reset(['routes-kebab-case']);
		const right = { 'userGroup.getMany': 'GET /user-groups' };
		const { overrides } = await account.check({
			overrides: { ...right, 'dealAction.getMany': 'GET /activities' },
			happens: async ({ path }, pass) =>
				path === '/activities' ? { status: 200, body: { data: [entry] } } : await pass(),
		});
		expect(overrides).toMatchObject({
			...right,
			'userGroup.addMember': 'POST /user-groups/{userGroupId}/users',
		});
		expect(JSON.stringify(overrides)).not.toContain('activities');
	});

	test('is kept of a write’s method while the read of that address is missing', async () => {
		const entered = { 'deal.update': 'PUT /deals/{id}' };
		const { overrides } = await account.check({
			overrides: { ...entered, 'role.getMany': 'GET /rolez' },
			happens: answering(({ path }) => /^\/deals\/\d+$/.test(path), MISSING),
		});
		expect(overrides).toEqual(entered);
	});

	test('is to be removed where the documented address is the right one', async () => {
		const { summary } = await account.check({ overrides: { 'role.getMany': 'GET /rolez' } });
		expect(summary.endpointOverrides).toEqual({});
		expect(summary.advice).toMatch(/^Copy endpointOverrides/);
	});

	test('of labels and fields is found, and kept where it is right', async () => {
		await account.reset(['routes-kebab-case']);
		const { overrides } = await account.check({ beside: true });
		expect(overrides).toMatchObject({
			'v1:productDetail.getFields': 'GET /deal-product-detail-type-custom-items',
			'v1:actionField.getLabels': expect.stringMatching(
				/^GET .action-custom-items.*.labels$/,
			) as string,
		});
		const again = await account.check({ beside: true, overrides });
		expect([again.odd, again.overrides]).toEqual([[], overrides]);
	});

	test('a read that would write is not sent, and named', async () => {
		const { odd, of, asked, writes, overrides, summary } = await account.check({
			overrides: { 'customer.get': 'DELETE /clients/{id}', 'contact.getMany': 'POST /people' },
		});
		expect(asked.length).toBeGreaterThan(20);
		expect([writes, odd, overrides]).toEqual([[], [], {}]);
		expect(summary.verdict).toBe('could not be told');
		for (const operation of ['customer.get', 'contact.getMany']) {
			const found = of('address', operation);
			expect([operation, found?.verdict]).toEqual([operation, 'could not be told']);
			expect(found?.evidence).toMatch(/was entered for it, which may write/);
			expect(found?.advice).toMatch(/Endpoint Overrides/);
		}
	});

	test.each(tables.occupied)(
		'$operation as $route is refused: $other is there',
		async ({ operation, route, other }) => {
			const credentials = account.credentials({
				endpointOverrides: JSON.stringify({ [operation]: route }),
			});
			await account.requests();
			const { error } = await account.run('account.check', { credentials });
			expect(error?.message).toContain(`"${operation}": ${route} is the address of ${other}`);
			expect(await account.requests()).toEqual([]);
		},
	);
});
