import { Type } from '@sinclair/typebox';
import { integer } from '../contract/schemas';
import { inTokyo } from '../contract/time';
import { contactActions } from '../domain/records/actions';
import { contactOf } from '../domain/rules/references';
import { actionsWith } from '../domain/rules/removal';
import type { Scope } from '../domain/scope';
import { raw, type Sql } from '../domain/store/sql';
import { actionsIn, ofOwner, ownerId } from '../operations/actions';
import { idIn } from '../operations/operation';
import { oneText, v2Idiom } from './idiom';

const owner = 'contact_id';
const kind = contactActions;
const { create, bulk } = ofOwner(v2Idiom, kind, 'contact', { parameter: owner });

/** The actions of a contact, or with `all` those that are linked with any contact. */
function ofContacts(scope: Scope, id: number | 'all'): Sql {
	if (id === 'all') return raw(`t.contactIds <> '[]'`);
	// Of a contact that the caller may not read the permitted actions are shown (v2 §5).
	return actionsWith([contactOf(scope, id).id]);
}

/** v2 §4.10. */
export const contactActionOperations = Object.values(
	actionsIn({
		...{ idiom: v2Idiom, kind, owner, path: `/contacts/{${owner}}/actions` },
		...{ includeFiles: oneText, create, bulk: { path: '/contacts/actions/bulk', ...bulk } },
		filters: {
			dataType: Type.Optional(Type.Integer({ minimum: 0, maximum: 1 })),
			pattern: Type.Optional(integer),
		},
		where: (call) => [ofContacts(call, ownerId(call, owner))],
		// A contact action, or a deal action, that is linked with the contact.
		belongs(call) {
			const contact = contactOf(call, idIn(call, owner));
			return (row) => row.kind !== 'customerAction' && row.contactIds.includes(contact.id);
		},
		// Only contact actions are written here; deal actions have operations of their own.
		isWritable: (row) => row.kind === 'contactAction',
		readOptions(call) {
			const contactId = ownerId(call, owner);
			// Date-times are shown with the +09:00 offset (v2 §4.10).
			return { time: inTokyo, ...(contactId === 'all' ? {} : { contactId }) };
		},
	}),
);
