import { Type } from '@sinclair/typebox';
import { forbidden } from '../contract/refusal';
import { closed, integer, named, text } from '../contract/schemas';
import { userOf } from '../domain/rules/references';
import { operation } from '../operations/operation';

/** v2 §4.1. */
export const currentUser = operation({
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
	run(call) {
		const { service, caller } = call;
		// A team token has no executing user (v2 §4.1, §5).
		if (caller.userId === null) throw forbidden('the token does not identify a user');
		const { id, name, email, domainId, profile } = userOf(call, caller.userId);
		const permissions = service.permissions.granted(caller);
		return { id, name, email, domainId, profile, permissions };
	},
});
