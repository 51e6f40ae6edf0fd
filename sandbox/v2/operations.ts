import { Type } from '@sinclair/typebox';
import { most } from '../contract/limits';
import { forbidden } from '../contract/refusal';
import { closed, integer, named, text } from '../contract/schemas';
import { inTokyo } from '../contract/time';
import { contactActions } from '../domain/records/actions';
import { contacts } from '../domain/records/contacts';
import { customers } from '../domain/records/customers';
import { deals } from '../domain/records/deals';
import { nameOf } from '../domain/records/names';
import { contactOf, userOf } from '../domain/rules/references';
import { actionsWith } from '../domain/rules/removal';
import type { Scope } from '../domain/scope';
import { type Sql, raw } from '../domain/store/sql';
import {
	actionsIn,
	customerActionsIn,
	dealActionsIn,
	ofOwner,
	ownerId,
} from '../operations/actions';
import { dealBulk, dealContactsIn } from '../operations/deals';
import { oneFlag, textFlag } from '../operations/lists';
import { membersIn } from '../operations/members';
import { type Operation, idIn, operation } from '../operations/operation';
import { operationsOn } from '../operations/recordOperations';
import { cursorQuery } from './cursorLists';
import { customObjectOperations } from './customObjects';
import { oneText, readQuery, recordList, searchOptions, v2Idiom as idiom } from './idiom';

const owner = 'contact_id';
const kind = contactActions;
const ofContact = ofOwner(idiom, kind, 'contact', { parameter: owner });

/** The actions of a contact, or with `all` those that are linked with any contact. */
function ofContacts(scope: Scope, id: number | 'all'): Sql {
	if (id === 'all') return raw(`t.contactIds <> '[]'`);
	// Of a contact that the caller may not read the permitted actions are shown (v2 §5).
	return actionsWith([contactOf(scope, id).id]);
}

/** v2 §4.10. */
const contactActionOperations = Object.values(
	actionsIn({
		...{ idiom, kind, owner, path: `/contacts/{${owner}}/actions`, includeFiles: oneText },
		create: ofContact.create,
		bulk: { path: '/contacts/actions/bulk', ...ofContact.bulk },
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

const customer = operationsOn({ idiom, kind: customers, path: '/customers' });
const deal = operationsOn({ idiom, kind: deals, path: '/deals' });
const contact = operationsOn({ idiom, kind: contacts, path: '/contacts' });
const { notice } = idiom;
const bulk = dealBulk(idiom, 'dealTypeId');
const written = { query: { ...notice, itemKeyAsPropertyKey: textFlag } };

/** v2's own route table: 57 operations, in the order of v2 §4. */
export const operations: Operation[] = [
	operation({
		...{ id: 'user.getCurrent', method: 'GET', path: '/users/me', summary: 'Get current user' },
		response: closed({
			...{ id: integer, name: text, email: text, domainId: integer },
			...{ profile: named, permissions: Type.Array(text) },
		}),
		run(call) {
			const { service, caller } = call;
			// A team token has no executing user (v2 §4.1, §5).
			if (caller.userId === null) throw forbidden('the token does not identify a user');
			const { id, name, email, domainId, profile } = userOf(call, caller.userId);
			const permissions = service.permissions.granted(caller);
			return { id, name, email, domainId, profile, permissions };
		},
	}),
	// The description calls a group's name required, the schema leaves it optional (v2 §4.2).
	...membersIn(idiom, Type.String({ minLength: 1, maxLength: most.groupName })),
	customer.getMany(recordList),
	customer.create(),
	customer.search({
		body: {
			...{ ...searchOptions.body, ...cursorQuery },
			itemKeyAsPropertyKey: Type.Optional(Type.Union([Type.Boolean(), text])),
		},
	}),
	customer.get(readQuery),
	customer.update(),
	customer.delete(),
	// v2 §6.
	customer.createMany({ audit: 'personal' }),
	...Object.values(customerActionsIn(idiom, { owner: 'customer_id', includeFiles: oneFlag })),
	deal.getMany({
		...recordList,
		query: { ...recordList.query, dealTypeId: Type.Optional(integer) },
	}),
	deal.create(written),
	deal.search(searchOptions),
	deal.get(readQuery),
	deal.update(written),
	deal.delete(notice),
	deal.createMany(bulk.createMany),
	bulk.updateMany(
		closed({ deals: Type.Array(named), skippedDeals: Type.Array(named) }),
		(updated, skipped) => ({ deals: updated.map(nameOf), skippedDeals: skipped.map(nameOf) }),
	),
	...dealContactsIn(idiom, { dealId: 'deal_id', contactId: 'contact_id', order: [] }),
	...Object.values(dealActionsIn(idiom, { includeFiles: oneText })),
	contact.getMany({
		...recordList,
		query: { ...recordList.query, phoneNumber: Type.Optional(text) },
	}),
	contact.create(),
	contact.search(searchOptions),
	contact.get(readQuery),
	contact.update(),
	contact.delete(),
	...contactActionOperations,
	...customObjectOperations,
];
