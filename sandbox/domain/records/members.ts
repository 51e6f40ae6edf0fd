import { Type } from '@sinclair/typebox';
import { badRequest, invalid } from '../../contract/refusal';
import { integer, text } from '../../contract/schemas';
import * as records from '../properties/recordFields';
import type { UserGroupRow, UserRow } from '../properties/recordFields';
import { recordKind } from './kind';
import { memberOf, referenceTo } from './names';
import { columnIs } from '../rules/filters';
import { rowOf, rowsOf } from '../rules/references';
import type { Scope } from '../scope';
import { raw, sql } from '../store/sql';

/** Users (v1 §2.2). */
export const users = recordKind<UserRow>('User', {
	name: 'user',
	plural: 'users',
	table: 'user',
	properties: records.user,
	readers: {
		userGroups: ({ groupId }, { scope }) =>
			[referenceTo(scope, 'userGroup', groupId)].filter(Boolean),
	},
	filters: {
		email: [text, columnIs('t.email')],
		deleted: [
			Type.Integer({ minimum: 0, maximum: 1, default: 0 }),
			(included: number) => (included === 1 ? raw('1') : raw('t.deleted = 0')),
		],
	},
});

/** User groups, each with its users (v2 §4.2, v1 §2.2). */
export const userGroups = recordKind<UserGroupRow>('UserGroupWithUsers', {
	name: 'userGroup',
	plural: 'userGroups',
	table: 'userGroup',
	properties: records.userGroup,
	readers: {
		users: ({ id }, { scope }) => membersOf(scope, id).map(memberOf),
	},
	filters: {
		userId: [integer, (id: number) => sql`t.id IN (SELECT groupId FROM user WHERE id = ${id})`],
	},
});

export const roles = recordKind<records.Row<'role'>>('Role', {
	name: 'role',
	plural: 'roles',
	table: 'role',
	properties: records.role,
});

/** The members of a group, by id. */
const membersOf = (scope: Scope, groupId: number): UserRow[] =>
	rowsOf(scope, 'user').filter((user) => user.groupId === groupId);

/** Renames a group; its name is unique within the organization (v2 §2.3, §4.2). */
export function renameGroup(scope: Scope, group: UserGroupRow, name: string): UserGroupRow {
	const others = rowsOf(scope, 'userGroup').filter(({ id }) => id !== group.id);
	if (others.some((other) => other.name === name)) {
		throw invalid(`there is another user group named ${name}`);
	}
	const renamed = { ...group, name };
	scope.service.store.tables.userGroup.update(renamed);
	return renamed;
}

/** Adds a user to a group. The other members stay, and adding a member again changes nothing (v2 §4.2). */
export function addMember(scope: Scope, group: UserGroupRow, userId: number): void {
	const user = rowOf(scope, 'user', userId);
	if (user.groupId !== null && user.groupId !== group.id) {
		throw badRequest(`user ${userId} belongs to another group already`);
	}
	setGroup(scope, user, group.id);
}

/** Removes a user from a group; the user itself stays (v2 §4.2). */
export function removeMember(scope: Scope, group: UserGroupRow, userId: number): void {
	const user = rowOf(scope, 'user', userId);
	if (user.groupId === group.id) setGroup(scope, user, null);
}

/** Makes these users the only members of a group (v2 §4.2). */
export function replaceMembers(scope: Scope, group: UserGroupRow, userIds: number[]): void {
	for (const user of membersOf(scope, group.id)) {
		if (!userIds.includes(user.id)) setGroup(scope, user, null);
	}
	for (const userId of userIds) addMember(scope, group, userId);
}

function setGroup({ service }: Scope, user: UserRow, groupId: number | null): void {
	service.store.tables.user.update({ ...user, groupId });
}
