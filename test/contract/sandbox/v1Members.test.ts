import {
	given,
	startV1Client,
	type Failure,
	type Named,
	type Page,
	type V1Client,
} from '../support/v1Client';

type Group = Named & { orderNum: number; users: Array<Named & { email: string }> };
type User = Named & { email: string; userGroups: Named[]; profile: Named; role: Named };

describe('v1 users, groups and roles', () => {
	let v1: V1Client;
	beforeAll(async () => {
		v1 = await startV1Client();
	});
	afterAll(() => v1.sandbox.close());
	beforeEach(() => v1.steer('POST', 'reset', {}));

	const groups = async () => {
		const { body } = await v1.get<Page<'userGroups', Group>>('/user_groups');
		return body.userGroups;
	};
	const someUser = async (groupId: number | null = null) => {
		const email = `user-${groupId}@sales.example`;
		return given((await v1.write('user', [{ name: 'Some User', email, groupId }]))[0]);
	};
	const memberIds = ({ users }: Group) => users.map(({ id }) => id);

	test('a user has groups, profile and role (v1 §2.2)', async () => {
		const { body } = await v1.get<Page<'users', User>>('/users');
		const [user] = body.users;
		expect(given(user)).toEqual({
			id: expect.any(Number),
			name: expect.any(String),
			email: expect.stringContaining('@'),
			userGroups: [{ id: expect.any(Number), name: expect.any(String) }],
			profile: { id: expect.any(Number), name: expect.any(String) },
			role: { id: expect.any(Number), name: expect.any(String) },
		});
	});

	test('deleted users are left out unless deleted=1; email finds one (v1 §4)', async () => {
		const [id] = await v1.write('user', [
			{ name: 'Gone', email: 'gone@sales.example', deleted: true },
		]);
		const idsOf = async (query: string) =>
			(await v1.get<Page<'users'>>(`/users?${query}`)).body.users.map((user) => user.id);
		expect(await idsOf('')).not.toContain(id);
		expect(await idsOf('deleted=0')).not.toContain(id);
		expect(await idsOf('deleted=1')).toContain(id);
		expect(await idsOf('email=gone@sales.example')).toEqual([]);
		expect(await idsOf('deleted=1&email=gone@sales.example')).toEqual([id]);
	});

	test('the user list has 100 a page (v1 §4)', async () => {
		await v1.write(
			'user',
			Array.from({ length: 120 }, (_, n) => ({ email: `u${n}@x.example` })),
		);
		const first = (await v1.get<Page<'users'>>('/users')).body;
		const second = (await v1.get<Page<'users'>>('/users?page=2')).body;
		expect([first.users.length, first.totalCount, second.page]).toEqual([100, 125, 2]);
		expect(second.users).toHaveLength(25);
	});

	test('userId lists the groups that the user belongs to (v1 §4)', async () => {
		const [group] = await groups();
		const userId = await someUser(given(group).id);
		const { body } = await v1.get<Page<'userGroups', Group>>(`/user_groups?userId=${userId}`);
		expect(body.userGroups.map(({ id }) => id)).toEqual([given(group).id]);
		expect(memberIds(given(body.userGroups[0]))).toContain(userId);
	});

	test('group update: name as given; omitted, null or empty = unchanged (v1 §4)', async () => {
		const { id, orderNum, name } = given((await groups())[0]);
		for (const body of [{}, { name: null }, { name: '' }]) {
			const answer = await v1.patch(`/user_groups/${id}`, body);
			expect([answer.status, answer.body]).toEqual([200, { id, name, orderNum }]);
		}
		const renamed = await v1.patch(`/user_groups/${id}`, { name: 'New name' });
		expect(renamed.body).toEqual({ id, name: 'New name', orderNum });
		expect(given((await groups())[0]).name).toBe('New name');
	});

	test('a group name has 255 characters at most and is unique (v2 §4.2)', async () => {
		const [one, other] = await groups();
		const path = `/user_groups/${given(one).id}`;
		expect((await v1.patch(path, { name: 'n'.repeat(255) })).status).toBe(200);
		expect((await v1.patch(path, { name: 'n'.repeat(256) })).status).toBe(400);
		expect((await v1.patch(path, { name: given(other).name })).status).toBe(400);
		expect((await v1.patch('/user_groups/999999', { name: 'x' })).status).toBe(404);
	});

	test('member add keeps the others; a member already is fine (v1 §4, v2 §4.2)', async () => {
		const group = given((await groups())[0]);
		const userId = await someUser();
		const path = `/user_groups/${group.id}/users`;
		for (let time = 0; time < 2; time++) {
			const { status, body } = await v1.post<Group>(path, { userId });
			expect([status, memberIds(body)]).toEqual([200, [...memberIds(group), userId]]);
		}
	});

	test('member add without userId adds nothing and is a 200 (v1 §4)', async () => {
		const group = given((await groups())[0]);
		const { status, body } = await v1.post<Group>(`/user_groups/${group.id}/users`, {});
		expect([status, body]).toEqual([200, group]);
	});

	test('a user of another group cannot be added: 400 (v1 §4, v2 §4.2)', async () => {
		const [one, other] = await groups();
		const userId = await someUser(given(other).id);
		const path = `/user_groups/${given(one).id}/users`;
		const { status, body } = await v1.post<Failure>(path, { userId });
		expect([status, body.error]).toEqual([400, 'BAD_REQUEST']);
	});

	test('member remove takes the user out and keeps the user (v1 §4)', async () => {
		const group = given((await groups())[0]);
		const userId = given(memberIds(group)[0]);
		const { status } = await v1.delete(`/user_groups/${group.id}/users/${userId}`);
		expect(status).toBe(200);
		expect(memberIds(given((await groups())[0]))).not.toContain(userId);
		const { body } = await v1.get<Page<'users'>>('/users');
		expect(body.users.map(({ id }) => id)).toContain(userId);
	});

	test('a missing group or user is a 404 (v1 §4, v2 §4.2)', async () => {
		const [group] = await groups();
		const { body } = await (await v1.ofDomain(2)).get<Page<'users'>>('/users');
		const foreign = given(body.users[0]).id;
		const path = `/user_groups/${given(group).id}/users`;
		expect((await v1.delete(`${path}/999999`)).status).toBe(404);
		expect((await v1.delete(`${path}/${foreign}`)).status).toBe(404);
		expect((await v1.delete('/user_groups/999999/users/1')).status).toBe(404);
		expect((await v1.post(path, { userId: foreign })).status).toBe(404);
		expect((await v1.put(path, { userIds: [foreign] })).status).toBe(404);
	});

	test('member replace: others are removed, [] removes all, omitted = unchanged (v1 §4)', async () => {
		const group = given((await groups())[0]);
		const userId = await someUser();
		const path = `/user_groups/${group.id}/users`;
		expect((await v1.put<Group>(path, {})).body).toEqual(group);
		expect((await v1.put<Group>(path, { userIds: null })).body).toEqual(group);
		const kept = given(memberIds(group)[0]);
		const replaced = await v1.put<Group>(path, { userIds: [kept, userId] });
		expect([replaced.status, memberIds(replaced.body)]).toEqual([200, [kept, userId]]);
		expect(memberIds((await v1.put<Group>(path, { userIds: [] })).body)).toEqual([]);
	});

	test('the role list holds id and name (v1 §2.2)', async () => {
		const [id] = await v1.write('role', [{ name: 'Auditor' }]);
		const { body } = await v1.get<Page<'roles', Named>>('/roles');
		expect(body.roles).toContainEqual({ id, name: 'Auditor' });
	});
});
