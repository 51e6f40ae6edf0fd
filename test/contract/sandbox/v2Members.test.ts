import { SandboxClient, idsOf, type CursorList, type Row } from '../support/sandboxClient';

let api: SandboxClient;
beforeAll(async () => {
	api = await SandboxClient.start({ seed: 'empty' });
});
afterAll(() => api.close());
beforeEach(() => api.reset());

// The seed's users 1 to 5 are of the first domain (5 in no group), 6 and 7 of the second.
const members = (group: Row) => idsOf(group.users);

describe('users (v2 §4.1)', () => {
	test('current user: id, name, email, domainId, profile, permissions', async () => {
		const me = await api.ok(api.get('/users/me'));
		expect(Object.keys(me).sort()).toEqual(
			['domainId', 'email', 'id', 'name', 'permissions', 'profile'].sort(),
		);
		expect(me).toMatchObject({ id: 1, domainId: 1 });
		expect(me.permissions).toContain('member_settings');
	});

	test('current user is a 403 with a team token (v2 §5, §7)', async () => {
		const { status, body } = await api.get('/users/me', { token: api.sandbox.credentials.team });
		expect({ status, error: body.error }).toEqual({ status: 403, error: 'FORBIDDEN' });
	});

	test('deleted users are listed with deleted=1 only', async () => {
		const [gone] = await api.records('user', [{ name: 'Gone', deleted: true }]);
		const list = async (query: string) =>
			idsOf((await api.ok(api.get<CursorList>(`/users${query}`))).users);
		expect(await list('')).not.toContain(gone);
		expect(await list('?deleted=0')).not.toContain(gone);
		expect(await list('?deleted=1')).toContain(gone);
		expect((await api.get('/users?deleted=2')).status).toBe(400);
	});

	test('email finds only the user with that address', async () => {
		const [id] = await api.records('user', [{ email: 'someone@sales.example' }]);
		const { users, totalCount } = await api.ok(
			api.get<CursorList>('/users?email=someone%40sales.example'),
		);
		expect({ ids: idsOf(users), totalCount }).toEqual({ ids: [id], totalCount: 1 });
	});
});

describe('user groups (v2 §4.2)', () => {
	test('userId lists only the groups that the user belongs to', async () => {
		const { userGroups } = await api.ok(api.get<CursorList>('/user_groups?userId=1'));
		expect(idsOf(userGroups)).toEqual([1]);
		const none = await api.ok(api.get<CursorList>('/user_groups?userId=5'));
		expect(none.userGroups).toEqual([]);
	});

	test('update answers id, name, orderNum, and without a name changes nothing', async () => {
		const renamed = await api.ok(api.patch('/user_groups/1', { name: 'Renamed' }));
		expect(renamed).toEqual({ id: 1, name: 'Renamed', orderNum: 1 });
		expect(await api.ok(api.patch('/user_groups/1', {}))).toEqual(renamed);
	});

	test('a name has at most 255 characters and is unique within the organization', async () => {
		expect((await api.patch('/user_groups/1', { name: 'x'.repeat(255) })).status).toBe(200);
		for (const name of ['x'.repeat(256), 'Field sales']) {
			const { status, body } = await api.patch('/user_groups/1', { name });
			expect({ status, error: body.error }).toEqual({ status: 400, error: 'VALIDATION_FAILED' });
		}
		const itself = await api.patch('/user_groups/2', { name: 'Field sales' });
		expect(itself.status).toBe(200);
	});

	test('a group of another domain is a 404, and its name is free here', async () => {
		expect((await api.patch('/user_groups/3', { name: 'Mine' })).status).toBe(404);
		const [other = 0] = await api.records('userGroup', [{ name: 'Theirs', domainId: 2 }]);
		expect(other).toBeGreaterThan(0);
		expect((await api.patch('/user_groups/1', { name: 'Theirs' })).status).toBe(200);
	});

	test('add member keeps the others, and adding one again succeeds', async () => {
		const before = (await api.ok(api.get<CursorList>('/user_groups'))).userGroups as Row[];
		const group = await api.ok(api.post('/user_groups/1/users', { userId: 5 }));
		expect(members(group).sort()).toEqual([...members(before[0] ?? { id: 0 }), 5].sort());
		const again = await api.ok(api.post('/user_groups/1/users', { userId: 5 }));
		expect(again).toEqual(group);
	});

	test('add member without userId changes nothing and is a 200', async () => {
		const group = await api.ok(api.post('/user_groups/1/users', {}));
		expect(members(group)).toEqual([1, 3]);
		expect((await api.post('/user_groups/1/users')).status).toBe(200);
	});

	test('adding a user who belongs to another group is a 400 (v2 §7)', async () => {
		const { status, body } = await api.post('/user_groups/1/users', { userId: 2 });
		expect({ status, error: body.error }).toEqual({ status: 400, error: 'BAD_REQUEST' });
		const replaced = await api.put('/user_groups/1/users', { userIds: [1, 2] });
		expect(replaced.status).toBe(400);
	});

	test('remove member keeps the user, and has no body', async () => {
		const answer = await api.delete<unknown>('/user_groups/1/users/3');
		expect({ status: answer.status, body: answer.body }).toEqual({ status: 200, body: '' });
		const { users } = await api.ok(api.get<CursorList>('/users'));
		expect(idsOf(users)).toContain(3);
		expect(members(await api.ok(api.post('/user_groups/1/users', {})))).toEqual([1]);
	});

	test.each([
		['a missing group', '/user_groups/99/users/1'],
		['a missing user', '/user_groups/1/users/99'],
		['a group of another domain', '/user_groups/3/users/1'],
		['a user of another domain', '/user_groups/1/users/6'],
	])('remove member with %s is a 404 (v2 §7)', async (_, path) => {
		const { status, body } = await api.delete(path);
		expect({ status, error: body.error }).toEqual({ status: 404, error: 'NOT_FOUND' });
	});

	test('replace members removes whom it does not name; [] removes all', async () => {
		const group = await api.ok(api.put('/user_groups/1/users', { userIds: [5, 1] }));
		expect(members(group)).toEqual([1, 5]);
		expect(members(await api.ok(api.put('/user_groups/1/users', { userIds: [] })))).toEqual([]);
	});

	test('replace members with userIds omitted or null changes nothing (S3)', async () => {
		for (const body of [{}, { userIds: null }]) {
			expect(members(await api.ok(api.put('/user_groups/1/users', body)))).toEqual([1, 3]);
		}
	});

	test('a group name of the wrong type is a BAD_REQUEST', async () => {
		const { status, body } = await api.patch('/user_groups/1', { name: 5 });
		expect({ status, error: body.error }).toEqual({ status: 400, error: 'BAD_REQUEST' });
	});

	test('member operations need member_settings with a personal token', async () => {
		await api.options({ permissionSettings: true });
		const without = await api.token({ kind: 'personal', permissions: ['deal.read'] });
		const withIt = await api.token({ kind: 'personal', permissions: ['member_settings'] });
		const { team } = api.sandbox.credentials;
		const calls = (token: string) => [
			api.post('/user_groups/1/users', { userId: 5 }, { token }),
			api.put('/user_groups/1/users', {}, { token }),
			api.delete('/user_groups/1/users/5', { token }),
		];
		for (const call of calls(without)) expect((await call).status).toBe(403);
		for (const token of [withIt, team]) {
			for (const call of calls(token)) expect((await call).status).toBe(200);
		}
	});
});

describe('roles (v2 §4.3)', () => {
	test('are listed with id and name', async () => {
		const { roles, totalCount } = await api.ok(api.get<CursorList>('/roles'));
		expect({ roles, totalCount }).toEqual({
			roles: [
				{ id: 1, name: 'Sales' },
				{ id: 2, name: 'Management' },
			],
			totalCount: 2,
		});
	});
});
