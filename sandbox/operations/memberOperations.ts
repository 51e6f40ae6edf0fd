import { Type, type TSchema } from '@sinclair/typebox';
import { component, integer, orNull } from '../contract/schemas';
import { memberSettings as needs } from '../domain/permissions';
import type { BaseRow } from '../domain/properties/property';
import type { RecordKind } from '../domain/records/kind';
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
import { group, type UserGroupRow } from '../domain/properties/recordFields';
import { shapeOf } from '../domain/properties/recordSchemas';
import type { Conventions } from './versions';
import { idIn, operation, type Call, type Operation } from './operation';
import { operationsOn } from './recordOperations';

const groupRecord = component('UserGroup', shapeOf(group, 'v1', { times: false }));

/**
 * The update of a user group (v2 §4.2, v1 §4).
 * @param name the schema of the new name; if it is omitted or empty, the old one stays
 */
const groupUpdate = (conventions: Conventions, name: TSchema) =>
	operation({
		id: 'userGroup.update',
		method: 'PATCH',
		path: '/user_groups/{id}',
		body: Type.Object({ name: Type.Optional(Type.Unsafe<string | null>(name)) }),
		response: groupRecord,
		run(call) {
			const present = rowOf(call, 'userGroup', idIn(call, 'id'));
			const renamed = call.body.name ? renameGroup(call, present, call.body.name) : present;
			call.wrote([present.id]);
			return readRecords(call, { properties: group }, [renamed], conventions)[0];
		},
	});

/**
 * Changes the group of the path and returns it with its users. A value that is omitted or null
 * changes nothing (S3).
 */
function changeGroup<Value>(
	conventions: Conventions,
	call: Call,
	change: (scope: Scope, group: UserGroupRow, value: Value) => void,
	value: Value | null | undefined,
): unknown {
	const row = rowOf(call, 'userGroup', idIn(call, 'userGroupId'));
	if (value !== undefined && value !== null) {
		change(call, row, value);
		call.wrote([row.id]);
	}
	return readRecords(call, userGroups, [row], conventions)[0];
}

/** The operations on the members of a user group (v2 §4.2, v1 §4). */
function membershipsIn(conventions: Conventions): Operation[] {
	const path = '/user_groups/{userGroupId}/users';
	const response = userGroups.schemas('v1').shape;
	return [
		operation({
			id: 'userGroup.addMember',
			method: 'POST',
			path,
			needs,
			// In v1 the path may name the user (v1 §4).
			...(conventions.version === 'v1' ? { otherPath: `${path}/{userId}` } : {}),
			params: { userId: Type.Optional(integer) },
			body: Type.Object({ userId: Type.Optional(integer) }),
			response,
			run(call) {
				const inPath = call.params.userId as number | undefined;
				return changeGroup(conventions, call, addMember, call.body.userId ?? inPath);
			},
		}),
		operation({
			id: 'userGroup.removeMember',
			method: 'DELETE',
			path: `${path}/{userId}`,
			needs,
			response: null,
			run: (call) => void changeGroup(conventions, call, removeMember, idIn(call, 'userId')),
		}),
		operation({
			id: 'userGroup.replaceMembers',
			method: 'PUT',
			path,
			needs,
			body: Type.Object({ userIds: Type.Optional(orNull(Type.Array(integer))) }),
			response,
			run: (call) => changeGroup(conventions, call, replaceMembers, call.body.userIds),
		}),
	];
}

/** The operations on users, user groups and roles, in the order of the documents (v2 §4.1 to §4.3, v1 §4). */
export function membersIn(conventions: Conventions, groupName: TSchema): Operation[] {
	const list = <Row extends BaseRow>(kind: RecordKind<Row>, path: string) =>
		operationsOn({ conventions, kind, path }).getMany({ isPaged: true });
	return [
		list(users, '/users'),
		list(userGroups, '/user_groups'),
		groupUpdate(conventions, groupName),
		...membershipsIn(conventions),
		list(roles, '/roles'),
	];
}
