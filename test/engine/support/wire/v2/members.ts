import { locator, type WireRow } from '../wireRow';

export const users: WireRow[] = [
	{
		operation: 'user.getCurrent',
		parameters: () => ({}),
		sends: () => ({ method: 'GET', path: '/users/me' }),
	},
	{
		operation: 'user.getMany',
		parameters: () => ({ filters: { deleted: true, email: 'nobody@example.com' } }),
		sends: () => ({
			method: 'GET',
			path: '/users',
			query: 'deleted=1&email=nobody@example.com&page=1',
		}),
	},
	{
		operation: 'userGroup.getMany',
		parameters: ({ user }) => ({ filters: { userId: locator(user) } }),
		sends: ({ user }) => ({ method: 'GET', path: '/user_groups', query: `userId=${user}&page=1` }),
	},
	{
		operation: 'userGroup.update',
		parameters: ({ group }) => ({ userGroupId: group, updateFields: { name: 'Wire Group' } }),
		sends: ({ group }) => ({
			method: 'PATCH',
			path: `/user_groups/${group}`,
			body: { name: 'Wire Group' },
		}),
	},
	{
		operation: 'userGroup.addMember',
		parameters: ({ group, otherUser }) => ({ userGroupId: group, userId: locator(otherUser) }),
		sends: ({ group, otherUser }) => ({
			method: 'POST',
			path: `/user_groups/${group}/users`,
			body: { userId: otherUser },
		}),
	},
	{
		operation: 'userGroup.removeMember',
		parameters: ({ group, otherUser }) => ({ userGroupId: group, userId: locator(otherUser) }),
		sends: ({ group, otherUser }) => ({
			method: 'DELETE',
			path: `/user_groups/${group}/users/${otherUser}`,
		}),
	},
	{
		operation: 'userGroup.replaceMembers',
		parameters: ({ group, otherUser }) => ({ userGroupId: group, userIds: [otherUser] }),
		sends: ({ group, otherUser }) => ({
			method: 'PUT',
			path: `/user_groups/${group}/users`,
			body: { userIds: [otherUser] },
		}),
	},
	{
		operation: 'role.getMany',
		parameters: () => ({}),
		sends: () => ({ method: 'GET', path: '/roles', query: 'page=1' }),
	},
];
