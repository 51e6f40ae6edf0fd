import { lookups } from './common';
import { resource } from './define';
import { recordId, referenceId, references, text, type Field } from './fields';
import { getMany } from './kinds/list';
import { act, update } from './kinds/single';

const group = (key: string): Field =>
	recordId('userGroupId', 'User Group Name or ID', lookups.userGroups, key);

const user = { label: 'User' } as const;

/** v2 §4.2, v1 §4. */
export const userGroup = resource('userGroup', 'User Group', {
	one: 'user group',
	many: 'user groups',
	operations: [
		getMany({
			filters: [
				referenceId('userId', user.label, lookups.users, {
					description: 'Only groups that this user belongs to',
				}),
			],
		}),
		update({
			path: [group('id')],
			fields: [
				text('name', 'Name', {
					maxLength: 255,
					description: 'The name, at most 255 characters and unique in the organization',
				}),
			],
		}),
		act({
			id: 'addMember',
			name: 'Add Member',
			action: 'Add a member to a user group',
			description:
				'Add one user and keep the existing members. A user can belong to one group only. A personal token needs the permission to change member settings.',
			fields: [
				group('userGroupId'),
				referenceId('userId', user.label, lookups.users, { required: true }),
			],
		}),
		act({
			id: 'removeMember',
			name: 'Remove Member',
			action: 'Remove a member from a user group',
			description:
				'Take a user out of a group; the user is not deleted. A personal token needs the permission to change member settings.',
			fields: [group('userGroupId'), recordId('userId', user.label, lookups.users, 'userId')],
		}),
		act({
			id: 'replaceMembers',
			name: 'Replace Members',
			action: 'Replace the members of a user group',
			description:
				'Make exactly the given users the members of a group; an empty list removes all. A personal token needs the permission to change member settings.',
			fields: [
				group('userGroupId'),
				references('userIds', 'User Names or IDs', lookups.userNames, {
					sent: 'id',
					description: 'The members that the group should have. An empty list removes all members',
				}),
			],
			notice: 'Members who are not in the list are taken out of the group.',
		}),
	],
});
