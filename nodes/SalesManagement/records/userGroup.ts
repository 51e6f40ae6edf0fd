import { flagSentAs, integer, pathId, referenceId, referenceIds, text } from '../fields';
import { recordId, SHOWN, shownList } from './common';
import { dropdowns } from './dropdownSources';
import { ONE_BY_ONE, record, type RequestSpec } from './record';

const group = pathId('userGroupId', 'User Group', dropdowns.userGroups);

const changing = { kind: 'request', returns: 'record' } as const;

const PERMISSION = 'A personal token needs the permission to change member settings.';

const addMember: RequestSpec = {
	...changing,
	name: 'Add Member',
	action: 'Add member to user group',
	description: `Add one user and keep the others. A user belongs to one group only. ${PERMISSION}`,
	// A user belongs to one group only, so the order of writes decides to which one.
	changes: [['userGroupId'], ['userId']],
	fields: [group, referenceId('userId', 'User', dropdowns.users, { traits: ['required'] })],
};

const removeMember: RequestSpec = {
	kind: 'request',
	name: 'Remove Member',
	action: 'Remove member from user group',
	description: `Remove a user from a group; the user is not deleted. ${PERMISSION}`,
	changes: [['userGroupId']],
	fields: [group, pathId('userId', 'User', dropdowns.users)],
};

/** An empty list removes all members, so it has to be asked for explicitly (v2 §4.2). */
const removeAll = flagSentAs(
	'removeAllMembers',
	'Remove All Members',
	{ on: [], off: undefined },
	{
		key: 'userIds',
		initially: false,
		description: 'Whether to remove all members instead of giving the group new ones',
	},
);

const replaceMembers: RequestSpec = {
	...changing,
	name: 'Replace Members',
	action: 'Replace members of user group',
	description: `Make exactly the given users the members of a group. ${PERMISSION}`,
	notice: 'Members who are not in the list are removed from the group',
	// A member that one write leaves out may be one that another write adds to its group.
	changes: ONE_BY_ONE,
	fields: [
		group,
		removeAll,
		referenceIds('userIds', 'Users', dropdowns.users, {
			traits: ['required'],
			shownWhen: { removeAllMembers: [false] },
			description: 'The members that the group should have',
		}),
	],
};

/** v2 §4.2, v1 §4. */
export const userGroup = record('userGroup', {
	name: 'User Group',
	key: group,
	fields: [
		recordId,
		text('name', 'Name', {
			traits: ['main'],
			description: 'The name, at most 255 characters and unique in the organization',
		}),
		integer('orderNum', 'Order', SHOWN),
		shownList('users', 'Users'),
	],
	filters: [
		referenceId('userId', 'User', dropdowns.users, {
			description: 'Only groups that this user belongs to',
		}),
	],
	operations: { addMember, removeMember, replaceMembers },
});
