/** What the check proposes without having tried it: nothing for what is where it is expected. */
import { ROUTES } from '../../../../nodes/SalesManagement/api/routes';
import { checkAccount } from '../../../../nodes/SalesManagement/operations/check/account';
import { lenientClient } from '../../support/lenientClient';

const link = { id: 5, name: 'A' };
const time = '2026-01-05T03:04:05.678Z';
/** What tells each kind of record from others. */
const record = {
	...{ ...link, createdAt: time, updatedAt: time },
	...{ email: 'a@b.example', address: null, orderNum: 1 },
	...{ expectedContractDate: null, dealType: link, phase: link, product: link, user: link },
	...{ startDatetime: time, endDatetime: time, creator: link, pattern: link },
};
const lists = Object.values(ROUTES.v2).flatMap(({ list }) =>
	list ? [[list.plural, [record]]] : [],
);
const body = { ...record, hasMore: false, totalCount: 1, page: 1, ...Object.fromEntries(lists) };
const PATHS = Object.values(ROUTES.v2).map((row) => row.path.replace(/\{\w+\}/g, '[^/]+'));
const isOfTable = (path: string) => PATHS.some((each) => new RegExp(`^${each}$`).test(path));

/** A service as the table has it, but for these addresses. */
async function checked(elsewhere: Record<string, string>, statuses: Record<string, number> = {}) {
	const client = lenientClient(({ url }) => {
		const path = new URL(url).pathname.replace(/^\/v2/, '');
		const isThere = Object.values(elsewhere).includes(path) || isOfTable(path);
		const status = path in elsewhere || !isThere ? 404 : (statuses[path] ?? 200);
		return { status, body: status === 200 ? body : { error: 'NO' } };
	});
	const { parts, summary } = await checkAccount({ client });
	const unknown = parts
		.flatMap(({ findings }) => findings)
		.filter(({ check }) => check === 'routes:unknown');
	return { overrides: summary.overrides, unknown };
}

const proposed = async (...asked: Parameters<typeof checked>) =>
	(await checked(...asked)).overrides;

test.each(['/role', '/api/roles', '/roles.json', '/roles/'])(
	'where roles alone are at %s, nothing else is moved',
	async (path) => {
		expect(await proposed({ '/roles': path })).toEqual({ 'role.getMany': `GET ${path}` });
	},
);

test.each([403, 400, 500])('what answers %s where it is expected is not moved', async (status) => {
	const elsewhere = { '/roles': '/role', '/users': '/user', '/user_groups': '/user_group' };
	const overrides = await proposed(elsewhere, { '/customers': status, '/deals': status });
	expect(Object.keys(overrides)).toContain('user.getMany');
	expect(overrides).not.toHaveProperty(['customer.getMany']);
	expect(overrides).not.toHaveProperty(['deal.getMany']);
});

test('what was looked for in vain at another address is not proposed there', async () => {
	const elsewhere = {
		'/roles': '/role',
		'/users': '/user',
		'/user_groups': '/user_group',
		'/actions': '/x',
	};
	expect(await proposed(elsewhere)).not.toHaveProperty(['dealAction.getMany']);
});

test('what is below an address that was found nowhere is said, and not proposed', async () => {
	const { overrides, unknown } = await checked({ '/actions': '/x', '/roles': '/api/roles' });
	expect(Object.keys(overrides).filter((id) => id.startsWith('dealAction.'))).toEqual([]);
	expect(unknown).toMatchObject([
		{
			verdict: 'unclear',
			evidence: expect.stringMatching(/dealAction\.create.*dealAction\.delete/) as string,
			advice: expect.stringMatching(/Include Writes/) as string,
		},
	]);
});

test('where the list is as documented and its records are elsewhere, nothing tells where one is created', async () => {
	const singular = ['role', 'user', 'user_group', 'contact', 'customer', 'deal'];
	const elsewhere = Object.fromEntries(
		singular
			.map((word) => [`/${word}s`, `/${word}`])
			.filter(([path]) => !/cust|deal/.test(path ?? '')),
	);
	const records = { '/customers/5': '/customer/5', '/deals/5': '/deal/5' };
	const { overrides, unknown } = await checked({ ...elsewhere, ...records });
	expect(overrides).toMatchObject({
		'customer.get': 'GET /customer/{id}',
		'customer.update': 'PATCH /customer/{id}',
		'customer.createMany': 'POST /customer/bulk',
		'contact.create': 'POST /contact',
	});
	expect(overrides).not.toHaveProperty(['customer.create']);
	expect(unknown).toMatchObject([
		{ evidence: expect.stringMatching(/customer\.create, deal\.create/) as string },
	]);
});
