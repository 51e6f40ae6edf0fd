/** Other spellings of addresses, and what one tells of others. */
import { Spelling } from '../../../../nodes/SalesManagement/operations/check/spelling/spelling';

const paths = (spelling: Spelling, path: string) =>
	spelling.candidates(path, path).map((each) => each.path);

test('no more than five are tried, and never the one that is missing', () => {
	for (const path of ['/roles', '/actions', '/customers/{customer_id}/actions', '/users/me']) {
		const tried = paths(new Spelling(), path);
		expect(tried.length).toBeGreaterThan(0);
		expect(tried.length).toBeLessThanOrEqual(5);
		expect(tried).not.toContain(path);
		expect(new Set(tried).size).toBe(tried.length);
	}
});

test('what was found at one address is tried first at others, and derived for the rest', () => {
	const spelling = new Spelling();
	spelling.learnFrom('/user_groups', '/user-groups');
	spelling.learnFrom('/users/me', '/me');
	expect(paths(spelling, '/action_custom_items')[0]).toBe('/action-custom-items');
	expect(spelling.derived('/user_groups/{userGroupId}/users')).toBe(
		'/user-groups/{userGroupId}/users',
	);
	expect(spelling.derived('/customers/{id}')).toBe('/customers/{id}');
});

test('what was tried in vain is tried last', () => {
	const spelling = new Spelling();
	const first = spelling.candidates('/roles', '/roles');
	for (const each of first) spelling.failed(each);
	const next = spelling.candidates('/users', '/users').map(({ styles }) => String(styles));
	expect(next).not.toEqual(expect.arrayContaining([String(first[0]?.styles)]));
});

test.each([
	['/customers/bulk', '/customers/batch', '/deals/bulk', '/deals/batch'],
	['/deals/search', '/search/deals', '/contacts/search', '/search/contacts'],
	['/actions', '/deal_actions', '/actions/{id}', '/deal_actions/{id}'],
])('%s found at %s leads from %s to %s', (from, to, path, derived) => {
	const spelling = new Spelling();
	spelling.learnFrom(from, to);
	expect(spelling.derived(path)).toBe(derived);
});

test('of an address that is shown, what stands around it is tried before its words', () => {
	const tried = new Spelling().candidates('/customers', '/customers', true).map(({ path }) => path);
	expect(tried).toEqual([
		...['/api/customers', '/customers.json', '/customers/'],
		...['/api/customers.json', '/api/customers/'],
	]);
});

test('two things at once are found: an address below its owner or beside it, under another word', () => {
	const spelling = new Spelling();
	spelling.learnFrom('/users', '/api/user');
	spelling.learnFrom('/user_groups', '/api/userGroup');
	const path = '/customers/{customer_id}/actions';
	expect(paths(spelling, path)).toContain('/api/customerActivity/{customer_id}');
	spelling.confirm(path, '/api/customerActivity/{customer_id}');
	expect(paths(spelling, '/actions')).toContain('/api/deal/activity');
	expect(spelling.derived('/contacts/{contact_id}/actions/{id}')).toBe(
		'/api/contactActivity/{contact_id}/{id}',
	);
});

test('beside an address that keeps its words, the others do', () => {
	const spelling = new Spelling();
	spelling.learnFrom('/user_groups', '/api/userGroup');
	const near = { from: '/custom_object_defs/{key}', to: '/api/custom_object_defs/{key}' };
	const path = '/custom_object_defs/{key}/custom_objects';
	expect(spelling.derivedNear(path, near, [])).toBe(`/api${path}`);
	expect(spelling.derived(path)).toBe('/api/customObjectDef/{key}/customObject');
	expect(spelling.derivedNear(path, { ...near, to: '/things/{key}' }, [])).toBeUndefined();
});
