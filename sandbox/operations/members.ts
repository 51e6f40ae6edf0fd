import { Type, type TSchema } from '@sinclair/typebox';
import { badRequest } from '../contract/refusal';
import { component, integer, orNull, text } from '../contract/schemas';
import { isIntegerText } from '../contract/values';
import {
	addMember,
	removeMember,
	renameGroup,
	replaceMembers,
	roles,
	userGroups,
	users,
} from '../domain/records/members';
import { readRecords } from '../domain/records/reading';
import { rowOf } from '../domain/rules/references';
import type { Scope } from '../domain/scope';
import { group, type UserGroupRow } from '../domain/properties/records';
import { shapeOf } from '../domain/properties/schemas';
import type { Idiom } from './idiom';
import { operation, type Call } from './operation';
import { pageQuery } from './lists';
import { operationsOn } from './recordOperations';

const groupRecord = component('UserGroup', shapeOf(group, 'v1', { times: false }));
const groupWithUsers = userGroups.schemas('v1').shape;

/** v2 §4.1, v1 §4. */
const usersIn = (idiom: Idiom) =>
	operationsOn({ idiom, kind: users, path: '/users' }).getMany({
		isPaged: true,
		query: {
			...pageQuery,
			deleted: Type.Optional(Type.Integer({ minimum: 0, maximum: 1, default: 0 })),
			email: Type.Optional(text),
		},
	});

/** v2 §4.3, v1 §4. */
const rolesIn = (idiom: Idiom) =>
	operationsOn({ idiom, kind: roles, path: '/roles' }).getMany({ isPaged: true, query: pageQuery });

/** v2 §4.2, v1 §4. @param name the schema of a new name; omitted or empty = unchanged */
const groupsIn = (idiom: Idiom, name: TSchema) => [
	operationsOn({ idiom, kind: userGroups, path: '/user_groups' }).getMany({
		isPaged: true,
		query: { ...pageQuery, userId: Type.Optional(integer) },
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
			const present = rowOf(call, 'userGroup', call.params.id);
			const renamed = call.body.name ? renameGroup(call, present, call.body.name) : present;
			call.wrote([present.id]);
			return readRecords(call, { properties: group }, [renamed], idiom)[0];
		},
	}),
];

const ofGroup = { userGroupId: integer };
const path = '/user_groups/{userGroupId}/users';
const needs = 'member_settings';

/** Changes the path's group and returns it with its users; undefined changes nothing. */
function changeGroup<Value>(
	idiom: Idiom,
	call: Call<{ userGroupId: number }>,
	change: (scope: Scope, group: UserGroupRow, value: Value) => void,
	value: Value | null | undefined,
): unknown {
	const row = rowOf(call, 'userGroup', call.params.userGroupId);
	if (value !== undefined && value !== null) {
		change(call, row, value);
		call.wrote([row.id]);
	}
	return readRecords(call, userGroups, [row], idiom)[0];
}

/** The user that the path names, where it does (v1 §4). */
function memberInPath({ params }: Call): number | undefined {
	const { userId } = params as { userId?: string };
	if (userId === undefined) return undefined;
	if (!isIntegerText(userId)) throw badRequest('userId must be integer');
	return Number(userId);
}

/** The members of a user group (v2 §4.2, v1 §4); what is omitted, or null (S3), changes nothing. */
const membershipsIn = (idiom: Idiom) => [
	operation({
		id: 'userGroup.addMember',
		method: 'POST',
		path,
		needs,
		// v1 §4.
		...(idiom.version === 'v1' ? { otherPath: `${path}/{userId}` } : {}),
		summary: 'Add member',
		params: ofGroup,
		body: Type.Object({ userId: Type.Optional(integer) }),
		response: groupWithUsers,
		run: (call) => changeGroup(idiom, call, addMember, call.body.userId ?? memberInPath(call)),
	}),
	operation({
		id: 'userGroup.removeMember',
		method: 'DELETE',
		path: `${path}/{userId}`,
		needs,
		summary: 'Remove member',
		params: { userGroupId: integer, userId: integer },
		response: null,
		run: (call) => void changeGroup(idiom, call, removeMember, call.params.userId),
	}),
	operation({
		id: 'userGroup.replaceMembers',
		method: 'PUT',
		path,
		needs,
		summary: 'Replace members',
		params: ofGroup,
		body: Type.Object({ userIds: Type.Optional(orNull(Type.Array(integer))) }),
		response: groupWithUsers,
		run: (call) => changeGroup(idiom, call, replaceMembers, call.body.userIds),
	}),
];

/** Users, user groups and roles, in the order of the documents. */
export const membersIn = (idiom: Idiom, groupName: TSchema) => [
	usersIn(idiom),
	...groupsIn(idiom, groupName),
	...membershipsIn(idiom),
	rolesIn(idiom),
];
