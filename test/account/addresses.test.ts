/** A missing address is looked for, proposed, and works once it is pasted; nothing is proposed on a guess. */
import { byId } from '../engine/support/nodeFixture';
import {
	answering,
	MISSING,
	startAccount,
	type Account,
	type Answered,
	type Happens,
} from './support/account';

let account: Account;
beforeAll(async () => {
	account = await startAccount();
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
beforeAll(async () => {
	expected = await reads({});
});

test.each([
	'search-first',
	'deal-actions-under-deals',
	'routes-kebab-case',
	'routes-under-api',
	'routes-singular',
])('%s: reads work as elsewhere once the proposal is pasted', async (dialect) => {
	expect(expected.flatMap(([, ids]) => ids)).not.toContain('fails');
	await account.reset([dialect]);
	expect((await reads({})).flatMap(([, ids]) => ids)).toContain('fails');
	const first = await account.check();
	expect(first.summary).toMatchObject({
		verdict: 'differs',
		advice: expect.stringMatching(/Copy endpointOverrides/) as string,
	});
	expect(await reads(first.overrides)).toEqual(expected);
	// Nobody is told to paste again what is pasted.
	const second = await account.check({ overrides: first.overrides });
	expect(second.overrides).toEqual(first.overrides);
	expect(second.summary.advice).not.toMatch(/Copy|paste/);
	expect(second.differing.filter(([check]) => check.startsWith('route:'))).toEqual([]);
});

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
	const { asked, differing, overrides } = await account.check({
		happens: answering(() => true, MISSING),
	});
	const missing = differing.filter(([check]) => check.startsWith('route:'));
	expect(missing.length).toBeGreaterThan(5);
	expect(asked.length).toBeLessThanOrEqual(80 + 5 * missing.length);
	const sent = asked.map(({ method, path, query }) => JSON.stringify([method, path, query]));
	expect(new Set(sent).size).toBe(sent.length);
	for (const { method, path } of asked)
		expect(method === 'GET' || /search|query/.test(path)).toBe(true);
	expect(overrides).toEqual({});
});

/** No deal actions where they are documented, and something else at these addresses. */
const withoutActions =
	(elsewhere: RegExp, answer: Answered): Happens =>
	async ({ path }, pass) => {
		if (/^\/actions\b/.test(path)) return MISSING;
		return elsewhere.test(path) ? answer : await pass();
	};

const ELSEWHERE = /^\/(activities|deal_actions|deals\/actions)$/;
const entry = {
	...{ id: 1, name: 'Login', actor: { id: 1, name: 'Ann' } },
	createdAt: '2026-01-05T03:04:05.678Z',
};

test.each<[string, unknown, RegExp]>([
	['a list of other things', { data: [entry], hasMore: false, totalCount: 1 }, /./],
	['an empty list', [], /empty list/],
	['a page', '<html>Welcome</html>', /./],
])('%s is not proposed for a missing one, and that is said', async (_, body, says) => {
	const { overrides, of } = await account.check({
		happens: withoutActions(ELSEWHERE, { status: 200, body }),
	});
	expect(overrides).toEqual({});
	expect(of('route:dealAction.getMany')).toMatchObject({
		verdict: expect.stringMatching(/unclear|differs/) as string,
		advice: expect.stringMatching(says) as string,
	});
});

test('nor is a record of another kind with the same ID', async () => {
	const { overrides } = await account.check({
		happens: async ({ path }, pass) => {
			if (/^\/deals\/\d+$/.test(path)) return MISSING;
			const id = Number(/deals?\W.*?(\d+)\W*$/.exec(path)?.[1]);
			return id > 0 && !path.startsWith('/deals/')
				? { status: 200, body: { id, name: 'Login', actor: null } }
				: await pass();
		},
	});
	expect(overrides).not.toHaveProperty(['deal.get']);
});

test('what is below an address that was found nowhere is said, and not proposed', async () => {
	const { overrides, of } = await account.check({
		happens: async ({ path }, pass) =>
			path === '/roles' || path.startsWith('/actions')
				? MISSING
				: path === '/api/roles'
					? { status: 200, body: { roles: [{ id: 5, name: 'A' }], totalCount: 1, page: 1 } }
					: await pass(),
	});
	expect(overrides).toEqual({ 'role.getMany': 'GET /api/roles' });
	expect(of('routes:unknown')).toMatchObject({
		verdict: 'unclear',
		evidence: expect.stringMatching(/dealAction\.create.*dealAction\.delete/) as string,
	});
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
			'dealAction.getMany': 'GET /actions',
			'userGroup.addMember': 'POST /user-groups/{userGroupId}/users',
		});
		expect(JSON.stringify(overrides)).not.toContain('activities');
	});

	test.each([
		{ 'customer.get': 'DELETE /customers/{id}' },
		{ 'customerAction.get': 'DELETE /customers/{customer_id}/actions/{id}' },
		{ 'customer.getMany': 'POST /customers' },
		{ 'customer.search': 'POST /kunden', 'customer.create': 'POST /kunden' },
	])('%j: a read that would write is not sent, and named', async (overrides) => {
		const { differing, of, asked, writes } = await account.check({ overrides: { ...overrides } });
		expect(asked.length).toBeGreaterThan(30);
		expect(writes).toEqual([]);
		expect(differing).toEqual([]);
		expect(of(`route:${Object.keys(overrides)[0]}`)).toMatchObject({
			verdict: 'unclear',
			evidence: expect.stringMatching(/was entered for it, which may write/) as string,
			advice: expect.stringMatching(/Endpoint Overrides/) as string,
		});
	});

	const OTHER = /would do something else there\. Correct or remove it/;
	const NOTHING = /has not written to it/;

	test.each([
		['customer.create', 'POST /contacts', OTHER],
		['customer.delete', 'DELETE /contacts/{id}', OTHER],
		['customer.update', 'PATCH /deals/{id}', OTHER],
		['contact.update', 'PUT /customers/{id}', OTHER],
		['userGroup.addMember', 'PUT /user_groups/{userGroupId}/users', OTHER],
		['customer.create', 'DELETE /customers', NOTHING],
		['customer.update', 'PUT /companies/{id}', NOTHING],
		['customer.delete', 'POST /customers/{id}', NOTHING],
	])(
		'%s as %s, where another is or nothing leads: it is not sent',
		async (operation, route, says) => {
			const before = await account.counts();
			const { of, writes } = await account.check({
				...{ parameters: { includeWrites: true }, overrides: { [operation]: route } },
			});
			expect(await account.counts()).toEqual(before);
			expect(of(`write:${operation}`)).toMatchObject({
				evidence: expect.stringContaining(`${route} was entered for it`) as string,
				advice: expect.stringMatching(says) as string,
			});
			expect(writes).not.toContain(route.replace(/\{\w+\}/, '{}'));
			// What can't be created or deleted is not begun.
			if (/^customer\.(create|delete)$/.test(operation)) expect(writes).toEqual([]);
		},
	);
});
