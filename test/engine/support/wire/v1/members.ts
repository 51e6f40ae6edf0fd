import { type WireRow } from '../wireRow';

export const members: WireRow[] = [
	{
		operation: 'user.getMany',
		parameters: () => ({ filters: { deleted: false } }),
		sends: () => ({ method: 'GET', path: '/users', query: 'deleted=0&page=1' }),
	},
	{
		operation: 'userGroup.update',
		parameters: ({ group }) => ({ userGroupId: group, updateFields: { name: 'v1 Group' } }),
		sends: ({ group }) => ({
			method: 'PATCH',
			path: `/user_groups/${group}`,
			body: { name: 'v1 Group' },
		}),
	},
	{
		operation: 'userGroup.replaceMembers',
		parameters: ({ group }) => ({ userGroupId: group, removeAllMembers: true }),
		sends: ({ group }) => ({
			method: 'PUT',
			path: `/user_groups/${group}/users`,
			body: { userIds: [] },
		}),
	},
];
