import { badRequest, invalid } from '../../contract/refusal';
import { inUtc } from '../../contract/time';
import { type UserGroupRow, type UserRow, user as properties } from '../properties/records';
import { memberOf, namesOf } from './names';
import { type Page, readRecords } from './reading';
import { rowOf } from '../rules/references';
import type { Scope } from '../scope';
import { sql } from '../store/sql';

/** Users in the record shape of v1 §2.2. */
export const readUsers = (scope: Scope, rows: UserRow[]) =>
	readRecords(scope, { properties, readers: { userGroups } }, rows, { version: 'v2', time: inUtc });

function userGroups({ scope, rows }: Page<UserRow>) {
	const groups = namesOf(
		scope,
		'userGroup',
		rows.map(({ groupId }) => groupId),
	);
	return ({ groupId }: UserRow) => [groups(groupId)].filter(Boolean);
}

/** The members of a group, by id. */
function membersOf({ service }: Scope, groupId: number): UserRow[] {
	const where = [sql`t.groupId = ${groupId}`];
	return service.store.tables.user.select({ where, orderBy: sql`t.id` });
}

/** A group's name is unique within the organization (v2 §2.3, §4.2). */
export function renameGroup(scope: Scope, group: UserGroupRow, name: string): UserGroupRow {
	const { userGroup } = scope.service.store.tables;
	const others = userGroup.count([
		sql`t.domainId = ${group.domainId}`,
		sql`t.name = ${name}`,
		sql`t.id <> ${group.id}`,
	]);
	if (others > 0) throw invalid(`there is another user group named ${name}`);
	const renamed = { ...group, name };
	userGroup.update(renamed);
	return renamed;
}

/** Adds one user and keeps the other members; a member already is fine (v2 §4.2). */
export function addMember(scope: Scope, group: UserGroupRow, userId: number): void {
	const user = rowOf(scope, 'user', userId);
	if (user.groupId !== null && user.groupId !== group.id) {
		throw badRequest(`user ${userId} belongs to another group already`);
	}
	setGroup(scope, user, group.id);
}

/** Removes a member; the user stays (v2 §4.2). */
export function removeMember(scope: Scope, group: UserGroupRow, userId: number): void {
	const user = rowOf(scope, 'user', userId);
	if (user.groupId === group.id) setGroup(scope, user, null);
}

/** Members that are not named are removed, the others added (v2 §4.2). */
export function replaceMembers(scope: Scope, group: UserGroupRow, userIds: number[]): void {
	for (const user of membersOf(scope, group.id)) {
		if (!userIds.includes(user.id)) setGroup(scope, user, null);
	}
	for (const userId of userIds) addMember(scope, group, userId);
}

function setGroup({ service }: Scope, user: UserRow, groupId: number | null): void {
	service.store.tables.user.update({ ...user, groupId });
}

/** A group with its members, as the member operations return it (v2 §4.2, v1 §2.2). */
export function readGroup(scope: Scope, group: UserGroupRow) {
	const users = membersOf(scope, group.id).map(memberOf);
	return { id: group.id, name: group.name, orderNum: group.orderNum, users };
}
