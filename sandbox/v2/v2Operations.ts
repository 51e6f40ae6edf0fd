import { Type } from '@sinclair/typebox';
import { most } from '../contract/limits';
import { forbidden } from '../contract/refusal';
import { closed, integer, named, text } from '../contract/schemas';
import { inTokyo } from '../contract/time';
import { granted } from '../domain/permissions';
import { contacts } from '../domain/records/contacts';
import { customers } from '../domain/records/customers';
import { deals } from '../domain/records/deals';
import { asReference } from '../domain/records/names';
import { rowOf } from '../domain/rules/references';
import { type Sql, raw, sql } from '../domain/store/sql';
import {
	customerActionsIn,
	dealActionsIn,
	ownedActionsIn,
	ownerIn,
} from '../operations/actionOperations';
import { dealBulkIn, dealContactsIn } from '../operations/dealOperations';
import { oneFlag, textFlag } from '../operations/listPages';
import { membersIn } from '../operations/memberOperations';
import { type Operation, operation } from '../operations/operation';
import { operationsOn } from '../operations/recordOperations';
import { cursorQuery } from './cursorPages';
import { customObjectOperations } from './customObjectOperations';
import {
	dealList,
	oneText,
	readQuery,
	recordList,
	v2Conventions as conventions,
} from './v2Conventions';

const isLinkedWith = (contactIds: Sql): Sql =>
	sql`EXISTS (SELECT 1 FROM json_each(t.contactIds) WHERE value IN ${contactIds})`;

/** The operations on contact actions (v2 §4.10). */
const contactActionOperations = ownedActionsIn(conventions, 'contact', {
	parameter: 'contact_id',
	includeFiles: oneText,
	ownedByAny: isLinkedWith,
	/** The actions of a contact, or with `all` those that are linked with any contact. */
	where(call) {
		const id = ownerIn(call, 'contact_id');
		return [
			raw(`t.kind <> 'customerAction'`),
			id === undefined
				? raw(`t.contactIds <> '[]'`)
				: isLinkedWith(sql`(${rowOf(call, 'contact', id).id})`),
		];
	},
	// Deal actions are listed here, and written by operations of their own.
	writable: raw(`t.kind = 'contactAction'`),
	// Date-times are shown with the +09:00 offset (v2 §4.10).
	readOptions: (call) => ({ time: inTokyo, contactId: ownerIn(call, 'contact_id') }),
});

const customer = operationsOn({ conventions, kind: customers, path: '/customers' });
const deal = operationsOn({ conventions, kind: deals, path: '/deals' });
const contact = operationsOn({ conventions, kind: contacts, path: '/contacts' });
const { notice } = conventions;
const writtenQuery = { ...notice, itemKeyAsPropertyKey: textFlag };

/** The operations of v2: 57, in the order of v2 §4. */
export const v2Operations: Operation[] = [
	operation({
		id: 'user.getCurrent',
		method: 'GET',
		path: '/users/me',
		response: closed({
			id: integer,
			name: text,
			email: text,
			domainId: integer,
			profile: named,
			permissions: Type.Array(text),
		}),
		run(call) {
			const { caller } = call;
			// A team token has no executing user (v2 §4.1, §5).
			if (caller.userId === null) throw forbidden('the token does not identify a user');
			const { id, name, email, domainId, profile } = rowOf(call, 'user', caller.userId);
			return { id, name, email, domainId, profile, permissions: granted(caller) };
		},
	}),
	// The description calls a group's name required, the schema leaves it optional (v2 §4.2).
	...membersIn(conventions, Type.String({ minLength: 1, maxLength: most.groupName })),
	customer.getMany(recordList),
	customer.create(),
	customer.search({
		body: { ...cursorQuery, itemKeyAsPropertyKey: Type.Union([Type.Boolean(), text]) },
	}),
	customer.get(readQuery),
	customer.update(),
	customer.delete(),
	// The audit log holds bulk requests of personal tokens only (v2 §6).
	customer.createMany({ audit: 'personal' }),
	...customerActionsIn(conventions, { parameter: 'customer_id', includeFiles: oneFlag }),
	deal.getMany(dealList),
	deal.create(writtenQuery),
	deal.search({ query: cursorQuery }),
	deal.get(readQuery),
	deal.update({ query: writtenQuery }),
	deal.delete(notice),
	...dealBulkIn(conventions, 'dealTypeId', {
		response: closed({ deals: Type.Array(named), skippedDeals: Type.Array(named) }),
		respond: (updated, skipped) => ({
			deals: updated.map(asReference),
			skippedDeals: skipped.map(asReference),
		}),
	}),
	...dealContactsIn(conventions, { dealId: 'deal_id', contactId: 'contact_id' }),
	...dealActionsIn(conventions, { includeFiles: oneText }),
	contact.getMany(recordList),
	contact.create(),
	contact.search({ query: cursorQuery }),
	contact.get(readQuery),
	contact.update(),
	contact.delete(),
	...contactActionOperations,
	...customObjectOperations,
];
