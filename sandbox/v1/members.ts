import { Type } from '@sinclair/typebox';
import { operation } from '../operations/operation';
import { integer, named, nullable, orNull, text } from '../contract/schemas';
import {
	addMember,
	readGroup,
	removeMember,
	renameGroup,
	replaceMembers,
} from '../domain/records/member/groups';
import { readUsers } from '../domain/records/member/users';
import { groupOf } from '../domain/rules/references';
import { raw, sql } from '../domain/store/sql';
import { pageEnvelope, pageQuery, tablePage } from './lists';
import { groupRecord, groupWithUsers, userRecord } from '../operations/shapes';

/** Members carry no update time to be sorted by. */
const byId = raw('t.id ASC');
const ofGroup = Type.Object({ userGroupId: integer });

/** Users, user groups and roles: v1 §4. */
export const memberOperations = [
	operation({
		id: 'user.getMany',
		method: 'GET',
		path: '/users',
		summary: 'User list',
		query: Type.Object({
			...pageQuery,
			deleted: Type.Optional(Type.Integer({ minimum: 0, maximum: 1, default: 0 })),
			email: Type.Optional(text),
		}),
		response: pageEnvelope('users', userRecord),
		run(call) {
			const { deleted, email } = call.query;
			const where = [
				sql`t.domainId = ${call.caller.domainId}`,
				...(deleted === 1 ? [] : [raw('t.deleted = 0')]),
				...(email === undefined ? [] : [sql`t.email = ${email}`]),
			];
			const { users: table } = call.service.store;
			const { rows, envelope } = tablePage({ table, where, orderBy: byId }, call.query);
			return { ...envelope, users: readUsers(call, rows) };
		},
	}),
	operation({
		id: 'userGroup.getMany',
		method: 'GET',
		path: '/user_groups',
		summary: 'User group list',
		query: Type.Object({ ...pageQuery, userId: Type.Optional(integer) }),
		response: pageEnvelope('userGroups', groupWithUsers),
		run(call) {
			const { userId } = call.query;
			const where = [
				sql`t.domainId = ${call.caller.domainId}`,
				...(userId === undefined
					? []
					: [sql`t.id IN (SELECT groupId FROM user WHERE id = ${userId})`]),
			];
			const { userGroups: table } = call.service.store;
			const { rows, envelope } = tablePage({ table, where, orderBy: byId }, call.query);
			return { ...envelope, userGroups: rows.map((row) => readGroup(call, row)) };
		},
	}),
	operation({
		id: 'userGroup.update',
		method: 'PATCH',
		path: '/user_groups/{id}',
		summary: 'User group update',
		params: Type.Object({ id: integer }),
		body: Type.Object({ name: Type.Optional({ ...nullable.text, maxLength: 255 }) }),
		response: groupRecord,
		run(call) {
			const group = groupOf(call, call.params.id);
			// Omitted or empty = unchanged (v1 §4).
			const renamed = call.body.name ? renameGroup(call, group, call.body.name) : group;
			call.wrote([group.id]);
			return { id: renamed.id, name: renamed.name, orderNum: renamed.orderNum };
		},
	}),
	operation({
		id: 'userGroup.addMember',
		method: 'POST',
		path: '/user_groups/{userGroupId}/users',
		summary: 'Member add',
		params: ofGroup,
		body: Type.Object({ userId: Type.Optional(integer) }),
		response: groupWithUsers,
		run(call) {
			const group = groupOf(call, call.params.userGroupId);
			const { userId } = call.body;
			// Omitted = nothing added (v1 §4).
			if (userId !== undefined) {
				addMember(call, group, userId);
				call.wrote([group.id]);
			}
			return readGroup(call, group);
		},
	}),
	operation({
		id: 'userGroup.removeMember',
		method: 'DELETE',
		path: '/user_groups/{userGroupId}/users/{userId}',
		summary: 'Member remove',
		params: Type.Object({ userGroupId: integer, userId: integer }),
		response: null,
		run(call) {
			const group = groupOf(call, call.params.userGroupId);
			removeMember(call, group, call.params.userId);
			call.wrote([group.id]);
		},
	}),
	operation({
		id: 'userGroup.replaceMembers',
		method: 'PUT',
		path: '/user_groups/{userGroupId}/users',
		summary: 'Member replace',
		params: ofGroup,
		body: Type.Object({ userIds: Type.Optional(orNull(Type.Array(integer))) }),
		response: groupWithUsers,
		run(call) {
			const group = groupOf(call, call.params.userGroupId);
			const { userIds } = call.body;
			// Omitted (v1 §4), or null (S3) = unchanged.
			if (userIds) {
				replaceMembers(call, group, userIds);
				call.wrote([group.id]);
			}
			return readGroup(call, group);
		},
	}),
	operation({
		id: 'role.getMany',
		method: 'GET',
		path: '/roles',
		summary: 'Role list',
		query: Type.Object(pageQuery),
		response: pageEnvelope('roles', named),
		run(call) {
			const where = [sql`t.domainId = ${call.caller.domainId}`];
			const { roles: table } = call.service.store;
			const { rows, envelope } = tablePage({ table, where, orderBy: byId }, call.query);
			return { ...envelope, roles: rows.map(({ id, name }) => ({ id, name })) };
		},
	}),
];
