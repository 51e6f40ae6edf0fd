import { Type } from '@sinclair/typebox';
import { operation } from '../operations/operation';
import { forbidden } from '../contract/refusal';
import { closed, integer, named, orNull, text } from '../contract/schemas';
import {
	addMember,
	readGroup,
	removeMember,
	renameGroup,
	replaceMembers,
} from '../domain/records/member/groups';
import { groupOf, userOf } from '../domain/rules/references';
import { raw, sql } from '../domain/store/sql';
import { readUsers } from '../domain/records/member/users';
import { page, pageEnvelope, pageQuery } from './lists';
import { groupRecord, groupWithUsers, userRecord } from '../operations/shapes';

/** Users, user groups and roles: v2 §4.1 to §4.3. */
export const memberOperations = [
	operation({
		id: 'user.getCurrent',
		method: 'GET',
		path: '/users/me',
		summary: 'Get current user',
		response: closed({
			id: integer,
			name: text,
			email: text,
			domainId: integer,
			profile: named,
			permissions: Type.Array(text),
		}),
		run({ service, caller }) {
			// A team token has no executing user (v2 §4.1, §5).
			if (caller.userId === null) throw forbidden('the token does not identify a user');
			const { id, name, email, domainId, profile } = userOf({ service, caller }, caller.userId);
			const permissions = service.permissions.granted(caller);
			return { id, name, email, domainId, profile, permissions };
		},
	}),
	operation({
		id: 'user.getMany',
		method: 'GET',
		path: '/users',
		summary: 'List users',
		query: Type.Object({
			...pageQuery,
			deleted: Type.Optional(Type.Integer({ minimum: 0, maximum: 1, default: 0 })),
			email: Type.Optional(text),
		}),
		response: pageEnvelope('users', userRecord),
		run({ service, caller, query }) {
			const { rows, envelope } = page(
				service.store.users,
				[
					sql`t.domainId = ${caller.domainId}`,
					...(query.deleted === 1 ? [] : [raw('t.deleted = 0')]),
					...(query.email === undefined ? [] : [sql`t.email = ${query.email}`]),
				],
				query.page,
			);
			return { users: readUsers({ service, caller }, rows), ...envelope };
		},
	}),
	operation({
		id: 'userGroup.getMany',
		method: 'GET',
		path: '/user_groups',
		summary: 'List user groups',
		query: Type.Object({ ...pageQuery, userId: Type.Optional(integer) }),
		response: pageEnvelope('userGroups', groupWithUsers),
		run({ service, caller, query }) {
			const { userId } = query;
			const { rows, envelope } = page(
				service.store.userGroups,
				[
					sql`t.domainId = ${caller.domainId}`,
					...(userId === undefined
						? []
						: [sql`t.id IN (SELECT groupId FROM user WHERE id = ${userId})`]),
				],
				query.page,
			);
			const userGroups = rows.map((row) => readGroup({ service, caller }, row));
			return { userGroups, ...envelope };
		},
	}),
	operation({
		id: 'userGroup.update',
		method: 'PATCH',
		path: '/user_groups/{id}',
		summary: 'Update user group',
		params: Type.Object({ id: integer }),
		// The description calls the name required, the schema leaves it optional (v2 §4.2).
		body: Type.Object({ name: Type.Optional(Type.String({ minLength: 1, maxLength: 255 })) }),
		response: groupRecord,
		run(call) {
			const group = groupOf(call, call.params.id);
			const { name = group.name } = call.body;
			const renamed = renameGroup(call, group, name);
			call.wrote([group.id]);
			return { id: renamed.id, name: renamed.name, orderNum: renamed.orderNum };
		},
	}),
	operation({
		id: 'userGroup.addMember',
		method: 'POST',
		path: '/user_groups/{userGroupId}/users',
		summary: 'Add member',
		params: Type.Object({ userGroupId: integer }),
		body: Type.Object({ userId: Type.Optional(integer) }),
		response: groupWithUsers,
		needs: 'member_settings',
		run(call) {
			const group = groupOf(call, call.params.userGroupId);
			const { userId } = call.body;
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
		summary: 'Remove member',
		params: Type.Object({ userGroupId: integer, userId: integer }),
		response: null,
		needs: 'member_settings',
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
		summary: 'Replace members',
		params: Type.Object({ userGroupId: integer }),
		body: Type.Object({
			userIds: Type.Optional(orNull(Type.Array(integer))),
		}),
		response: groupWithUsers,
		needs: 'member_settings',
		run(call) {
			const group = groupOf(call, call.params.userGroupId);
			const { userIds } = call.body;
			// Omitted, or null (S3): no change.
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
		summary: 'List roles',
		query: Type.Object(pageQuery),
		response: pageEnvelope('roles', named),
		run({ service, caller, query }) {
			const where = [sql`t.domainId = ${caller.domainId}`];
			const { rows, envelope } = page(service.store.roles, where, query.page);
			return { roles: rows.map(({ id, name }) => ({ id, name })), ...envelope };
		},
	}),
];
