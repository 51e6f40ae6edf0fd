/** A missing address is looked for, proposed, and works once it is pasted; nothing is proposed on a guess. */
import { byId } from '../support/nodeFixture';
import { answering, MISSING, startAccount, type Account, type Happens } from './support/account';

let account: Account;
beforeAll(async () => {
	account = await startAccount();
	expected = await reads({});
});
beforeEach(async () => await account.reset());
afterAll(async () => await account.close());

const READS = [
	['customer.getMany', { limit: 5 }],
	['customer.get', { customerId: byId(1) }],
	['deal.search', { conditions: { values: [{ field: 'id', operator: 'equals', value: 1 }] } }],
	['dealAction.getMany', { limit: 5 }],
	['user.getCurrent', {}],
	['userGroup.getMany', {}],
	['customObject.getMany', { customObjectDefKey: 'ticket' }],
] as const;

/** The ids that each read comes to, or its error. */
const reads = async (endpointOverrides: object) =>
	await Promise.all(
		READS.map(async ([operation, parameters]) => {
			const credentials = account.credentials({
				endpointOverrides: JSON.stringify(endpointOverrides),
			});
			const { items, error } = await account.run(operation, { parameters, credentials });
			return [operation, error ? 'fails' : items.map(({ json }) => json.id)];
		}),
	);
/** What they come to where everything is as documented. */
let expected: Awaited<ReturnType<typeof reads>>;

test.each(['search-first', 'routes-under-api', 'routes-singular'])(
	'%s: reads work as elsewhere once the proposal is pasted',
	async (dialect) => {
		expect(expected.flatMap(([, ids]) => ids)).not.toContain('fails');
		await account.reset([dialect]);
		expect((await reads({})).flatMap(([, ids]) => ids)).toContain('fails');
		const first = await account.check();
		expect(first.summary.verdict).toBe('differs');
		expect(first.summary.advice).toMatch(/Copy endpointOverrides/);
		expect(await reads(first.overrides)).toEqual(expected);
		// Nobody is told to paste again what is pasted.
		const second = await account.check({ overrides: first.overrides });
		expect(second.overrides).toEqual(first.overrides);
		expect(second.summary.advice).not.toMatch(/Copy|paste/);
		expect(second.differing.filter(([check]) => check.startsWith('route:'))).toEqual([]);
	},
);

test('another method of updates is found by Include Writes, and works', async () => {
	await account.reset(['updates-by-put']);
	const { overrides } = await account.check({ parameters: { includeWrites: true } });
	expect(overrides).toMatchObject({ 'customer.update': 'PUT /customers/{id}' });
	const [updated] = await account.records('customer.update', {
		parameters: { customerId: byId(1), updateFields: { address: 'Elsewhere 1' } },
		credentials: account.credentials({ endpointOverrides: JSON.stringify(overrides) }),
	});
	expect(updated).toMatchObject({ id: 1, address: 'Elsewhere 1' });
});

test('the error of a missing address leads to the check', async () => {
	const { error } = await account.run('deal.get', { parameters: { dealId: byId(999_999) } });
	expect(error?.message).toMatch(/Account > Check/);
});

test('where all is missing the requests are bounded, none is sent twice, and no search elsewhere', async () => {
	const { asked, differing, overrides, writes, summary } = await account.check({
		happens: answering(() => true, MISSING),
	});
	const missing = differing.filter(([check]) => check.startsWith('route:'));
	expect(missing.length).toBeGreaterThan(5);
	expect(asked.length).toBeLessThanOrEqual(80 + 5 * missing.length);
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

test.each<[string, unknown]>([
	['a list of other things', { data: [entry], hasMore: false, totalCount: 1 }],
	['an empty list', []],
	['a page', '<html>Welcome</html>'],
	['a record of another kind', { id: 1, name: 'Login', actor: null }],
])('%s is not proposed for a missing address, and that is said', async (_, body) => {
	const { overrides, of } = await account.check({ happens: elsewhere(body) });
	expect(overrides).toEqual({});
	for (const operation of ['dealAction.getMany', 'deal.get']) {
		expect(of(`route:${operation}`)?.verdict).toMatch(/unclear|differs/);
	}
});

test('what is below an address that was found nowhere is said, and not proposed', async () => {
	const roles = { roles: [{ id: 5, name: 'A' }], totalCount: 1, page: 1 };
	const { overrides, of } = await account.check({
		happens: async ({ path }, pass) => {
			if (path === '/roles' || path.startsWith('/actions')) return MISSING;
			return path === '/api/roles' ? { status: 200, body: roles } : await pass();
		},
	});
	expect(overrides).toEqual({ 'role.getMany': 'GET /api/roles' });
	expect(of('routes:unknown')?.verdict).toBe('unclear');
	expect(of('routes:unknown')?.evidence).toMatch(/dealAction\.create.*dealAction\.delete/);
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
			...{ ...right, 'dealAction.getMany': 'GET /actions' },
			'userGroup.addMember': 'POST /user-groups/{userGroupId}/users',
		});
		expect(JSON.stringify(overrides)).not.toContain('activities');
	});

	test('a read that would write is not sent, and named', async () => {
		const overrides = {
			...{ 'customer.get': 'DELETE /customers/{id}', 'contact.getMany': 'POST /contacts' },
			...{ 'deal.search': 'POST /suche', 'deal.create': 'POST /suche' },
		};
		const { differing, of, asked, writes } = await account.check({ overrides });
		expect(asked.length).toBeGreaterThan(30);
		expect([writes, differing]).toEqual([[], []]);
		for (const operation of ['customer.get', 'contact.getMany', 'deal.search']) {
			const found = of(`route:${operation}`);
			expect([operation, found?.verdict]).toEqual([operation, 'unclear']);
			expect(found?.evidence).toMatch(/was entered for it, which may write/);
			expect(found?.advice).toMatch(/Endpoint Overrides/);
		}
	});

	const OTHER = /would do something else there\. Correct or remove it/;

	test.each([
		['customer.delete', 'DELETE /contacts/{id}', OTHER],
		['contact.update', 'PUT /customers/{id}', OTHER],
		['customer.create', 'DELETE /customers', /has not written to it/],
	])(
		'%s as %s, where another is or nothing leads: it is not sent',
		async (operation, route, says) => {
			const before = await account.counts();
			const { of, writes } = await account.check({
				...{ parameters: { includeWrites: true }, overrides: { [operation]: route } },
			});
			expect(await account.counts()).toEqual(before);
			expect(of(`write:${operation}`)?.evidence).toContain(`${route} was entered for it`);
			expect(of(`write:${operation}`)?.advice).toMatch(says);
			expect(writes).not.toContain(route.replace(/\{\w+\}/, '{}'));
			// What can't be created or deleted is not begun.
			if (operation !== 'contact.update') expect(writes).toEqual([]);
		},
	);
});
