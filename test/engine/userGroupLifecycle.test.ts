import type { IDataObject } from 'n8n-workflow';
import { fieldNames } from './support/scenarios/formFields';
import { userIds } from './support/scenarios/prerequisites';
import { byId, startNodeFixture, type NodeFixture } from './support/nodeFixture';

/** Groups are neither created nor deleted by the interface (v2 §4.2). */
describe('a user group, from creation to the removal of its members', () => {
	let fixture: NodeFixture;
	let group: number;
	/** Users of no group, who alone can be added (v2 §4.2). */
	let free: [number, number, number];

	beforeAll(async () => {
		fixture = await startNodeFixture();
		[group = 0] = await fixture.write('userGroup', [{ name: 'Newcomers' }]);
		free = (await fixture.write(
			'user',
			['Ann', 'Bob', 'Cem'].map((name) => ({ name, email: `${name}@life.example` })),
		)) as typeof free;
	});
	afterAll(async () => await fixture.close());

	const act = async (operation: string, parameters: IDataObject) =>
		(
			await fixture.records(`userGroup.${operation}`, {
				parameters: { userGroupId: group, ...parameters },
			})
		)[0]!;
	const membersOf = (record: IDataObject) => (record.users as IDataObject[]).map(({ id }) => id);
	const groupsOf = async (user: number) =>
		(
			await fixture.records('userGroup.getMany', {
				parameters: { filters: { userId: byId(user) } },
			})
		).map(({ id }) => id);

	test('Update has one field: the name, of at most 255 characters', async () => {
		expect(fieldNames('userGroup', 'update')).toEqual(['name']);
		const name = 'N'.repeat(255);
		expect(await act('update', { updateFields: { name } })).toMatchObject({ id: group, name });
		const { error } = await fixture.run('userGroup.update', {
			parameters: { userGroupId: group, updateFields: { name: `${name}N` } },
		});
		expect(error?.message).toContain('Name has 256 characters');
	});

	test('adding a member keeps the others, and the list by user finds the group', async () => {
		const [ann, bob] = free;
		expect(membersOf(await act('addMember', { userId: byId(ann) }))).toEqual([ann]);
		expect(membersOf(await act('addMember', { userId: byId(bob) }))).toEqual([ann, bob]);
		expect(await groupsOf(bob)).toEqual([group]);
	});

	test('adding a member again succeeds and changes nothing', async () => {
		expect(membersOf(await act('addMember', { userId: byId(free[0]) }))).toEqual(free.slice(0, 2));
	});

	test('replacing makes exactly the given users members', async () => {
		const [, bob, cem] = free;
		expect(membersOf(await act('replaceMembers', { userIds: [bob, cem] }))).toEqual([bob, cem]);
		expect(await groupsOf(free[0])).toEqual([]);
	});

	test('a removed member leaves the group and stays a user', async () => {
		const cem = free[2];
		expect(await act('removeMember', { userId: byId(cem) })).toEqual({
			success: true,
			userGroupId: group,
			userId: cem,
		});
		expect(await groupsOf(cem)).toEqual([]);
		expect(await userIds(fixture)).toContain(cem);
	});

	test('Remove All Members leaves the group without members', async () => {
		expect(membersOf(await act('replaceMembers', { removeAllMembers: true }))).toEqual([]);
	});

	test('replacing members of several groups keeps the order of the items: a user can move on', async () => {
		const [from, to] = (await fixture.write('userGroup', [
			{ name: 'Left' },
			{ name: 'Joined' },
		])) as [number, number];
		const [stays, moves] = (await fixture.write(
			'user',
			['Eva', 'Fay'].map((name) => ({ name, groupId: from })),
		)) as [number, number];
		// The first one takes longer, so that a second one under way at once would overtake it.
		await fixture.steer('POST', '/faults', [
			{ match: { method: 'PUT', path: `/v2/user_groups/${from}/users` }, times: 1, status: 503 },
		]);
		const { items, error } = await fixture.run('userGroup.replaceMembers', {
			parameters: { userGroupId: '={{ $json.group }}', userIds: '={{ $json.users }}' },
			input: [
				{ group: from, users: [stays] },
				{ group: to, users: [moves] },
			],
			continueOnFail: true,
		});
		expect(error).toBeUndefined();
		expect(items.map(({ json }) => json.error ?? membersOf(json))).toEqual([[stays], [moves]]);
		expect(await groupsOf(moves)).toEqual([to]);
	});

	test('Continue On Fail: good and bad items, each with its own result', async () => {
		const [other = 0] = await fixture.write('userGroup', [{ name: 'Others' }]);
		const [dee = 0] = await fixture.write('user', [{ name: 'Dee', groupId: other }]);
		const [ann, bob] = free;
		const { items, error } = await fixture.run('userGroup.addMember', {
			parameters: { userGroupId: group, userId: '={{ $json.user }}' },
			input: [{ user: ann }, { user: 'x' }, { user: 99_999_999 }, { user: dee }, { user: bob }],
			continueOnFail: true,
		});
		expect(error).toBeUndefined();
		expect(items.map(({ pairedItem }) => pairedItem)).toEqual(
			[0, 1, 2, 3, 4].map((item) => ({ item })),
		);
		expect(items.map(({ json }) => json.error !== undefined)).toEqual([
			false,
			true,
			true,
			true,
			false,
		]);
		expect(items[2]?.json.error).toContain('HTTP 404');
		// v2 §7: a user who already belongs to another group.
		expect(items[3]?.json.error).toContain('HTTP 400');
		for (const user of [ann, bob]) expect(await groupsOf(user)).toEqual([group]);
	});
});
