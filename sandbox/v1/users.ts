import { Type } from '@sinclair/typebox';
import { operation } from '../http/operation';
import { integer, text } from '../http/schemas';
import { readUsers } from '../records/member/users';
import { raw, sql } from '../store/sql';

const pageSize = 100;

/** v1 §4. */
export const userOperations = [
	operation({
		id: 'user.getMany',
		method: 'GET',
		path: '/users',
		summary: 'User list',
		query: Type.Object({
			page: Type.Optional(Type.Integer({ minimum: 1, default: 1 })),
			deleted: Type.Optional(Type.Integer({ minimum: 0, maximum: 1, default: 0 })),
			email: Type.Optional(text),
		}),
		response: Type.Object({
			totalCount: integer,
			page: integer,
			users: Type.Array(Type.Object({ id: integer, name: text, email: text })),
		}),
		run(call) {
			const { page = 1, deleted, email } = call.query;
			const { users } = call.service.store;
			const where = [
				sql`t.domainId = ${call.caller.domainId}`,
				...(deleted === 1 ? [] : [raw('t.deleted = 0')]),
				...(email === undefined ? [] : [sql`t.email = ${email}`]),
			];
			const offset = (page - 1) * pageSize;
			const rows = users.select({ where, orderBy: raw('t.id'), limit: pageSize, offset });
			return { totalCount: users.count(where), page, users: readUsers(call, rows) };
		},
	}),
];
