/** Who sees and writes what: tokens, domains and permissions (v2 §1, §5; v1 §5). */
import rules from './access.json';
import { idsOf, recordsIn, times, withSandbox } from './support/client';
import { dealForm, filterOf } from './support/forms';
import { holdAll } from './support/rules';

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

holdAll(rules);
