import { Type, type TSchema } from '@sinclair/typebox';
import { badRequest } from '../contract/refusal';
import { closed, component, integer, named, orNull, text } from '../contract/schemas';
import { isIntegerText } from '../contract/values';
import {
	addMember,
	readGroup,
	removeMember,
	renameGroup,
	replaceMembers,
	readUsers,
} from '../domain/records/members';
import { nameOf } from '../domain/records/names';
import { rowOf } from '../domain/rules/references';
import type { Scope } from '../domain/scope';
import { member } from '../domain/properties/customs';
import { user, userGroup, type UserGroupRow } from '../domain/properties/records';
import { shapeOf } from '../domain/properties/schemas';
import { raw, sql, when } from '../domain/store/sql';
import type { Idiom } from './idiom';
import { operation, type Call } from './operation';
import { pageListIn } from './pageLists';

/** v1 §2.2. */
const userRecord = component('User', shapeOf(user, 'v1', { times: false }));
const groupRecord = component('UserGroup', shapeOf(userGroup, 'v1', { times: false }));
const groupWithUsers = component(
	'UserGroupWithUsers',
	closed({ ...groupRecord.properties, users: Type.Array(member) }),
);

/** v2 §4.1, v1 §4. */
const usersIn = (idiom: Idiom) =>
	pageListIn(idiom, {
		...{ id: 'user.getMany', path: '/users', summary: 'List users' },
		...{ plural: 'users', item: userRecord },
		query: {
			deleted: Type.Optional(Type.Integer({ minimum: 0, maximum: 1, default: 0 })),
			email: Type.Optional(text),
		},
		list: ({ service, query }) => ({
			table: service.store.tables.user,
			where: [
				...(query.deleted === 1 ? [] : [raw('t.deleted = 0')]),
				...when(query.email, (email) => sql`t.email = ${email}`),
			],
		}),
		read: readUsers,
	});

/** v2 §4.3, v1 §4. */
const rolesIn = (idiom: Idiom) =>
	pageListIn(idiom, {
		...{ id: 'role.getMany', path: '/roles', summary: 'List roles' },
		...{ plural: 'roles', item: named },
		list: ({ service }) => ({ table: service.store.tables.role }),
		read: (_, rows) => rows.map(nameOf),
	});

/** v2 §4.2, v1 §4. @param name the schema of a new name; omitted or empty = unchanged */
const groupsIn = (idiom: Idiom, name: TSchema) => [
	pageListIn(idiom, {
		...{ id: 'userGroup.getMany', path: '/user_groups', summary: 'List user groups' },
		...{ plural: 'userGroups', item: groupWithUsers },
		query: { userId: Type.Optional(integer) },
		list: ({ service, query }) => ({
			table: service.store.tables.userGroup,
			where: when(
				query.userId,
				(userId) => sql`t.id IN (SELECT groupId FROM user WHERE id = ${userId})`,
			),
		}),
		read: (call, rows) => rows.map((row) => readGroup(call, row)),
	}),
	operation({
		id: 'userGroup.update',
		method: 'PATCH',
		path: '/user_groups/{id}',
		summary: 'Update user group',
		params: { id: integer },
		body: Type.Object({ name: Type.Optional(Type.Unsafe<string | null>(name)) }),
		response: groupRecord,
		run(call) {
			const group = rowOf(call, 'userGroup', call.params.id);
			const renamed = call.body.name ? renameGroup(call, group, call.body.name) : group;
			call.wrote([group.id]);
			return { id: renamed.id, name: renamed.name, orderNum: renamed.orderNum };
		},
	}),
];

const ofGroup = { userGroupId: integer };
const path = '/user_groups/{userGroupId}/users';
const needs = 'member_settings';

/** Changes the path's group and returns it with its users; undefined changes nothing. */
function changeGroup<Value>(
	call: Call<{ userGroupId: number }>,
	change: (scope: Scope, group: UserGroupRow, value: Value) => void,
	value: Value | null | undefined,
): unknown {
	const group = rowOf(call, 'userGroup', call.params.userGroupId);
	if (value !== undefined && value !== null) {
		change(call, group, value);
		call.wrote([group.id]);
	}
	return readGroup(call, group);
}

/** The user that the path names, where it does (v1 §4). */
function memberInPath({ params }: Call): number | undefined {
	const { userId } = params as { userId?: string };
	if (userId === undefined) return undefined;
	if (!isIntegerText(userId)) throw badRequest('userId must be integer');
	return Number(userId);
}

/** The members of a user group (v2 §4.2, v1 §4); what is omitted, or null (S3), changes nothing. */
const membershipsIn = ({ version }: Idiom) => [
	operation({
		...{ id: 'userGroup.addMember', method: 'POST', path, needs },
		// v1 §4.
		...(version === 'v1' ? { otherPath: `${path}/{userId}` } : {}),
		summary: 'Add member',
		params: ofGroup,
		body: Type.Object({ userId: Type.Optional(integer) }),
		response: groupWithUsers,
		run: (call) => changeGroup(call, addMember, call.body.userId ?? memberInPath(call)),
	}),
	operation({
		...{ id: 'userGroup.removeMember', method: 'DELETE', path: `${path}/{userId}`, needs },
		summary: 'Remove member',
		params: { userGroupId: integer, userId: integer },
		response: null,
		run: (call) => void changeGroup(call, removeMember, call.params.userId),
	}),
	operation({
		...{ id: 'userGroup.replaceMembers', method: 'PUT', path, needs },
		summary: 'Replace members',
		params: ofGroup,
		body: Type.Object({ userIds: Type.Optional(orNull(Type.Array(integer))) }),
		response: groupWithUsers,
		run: (call) => changeGroup(call, replaceMembers, call.body.userIds),
	}),
];

/** Users, user groups and roles, in the order of the documents. */
export const membersIn = (idiom: Idiom, groupName: TSchema) => [
	usersIn(idiom),
	...groupsIn(idiom, groupName),
	...membershipsIn(idiom),
	rolesIn(idiom),
];
