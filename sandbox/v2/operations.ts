import { Type } from '@sinclair/typebox';
import { most } from '../contract/limits';
import { forbidden } from '../contract/refusal';
import { closed, integer, named, text } from '../contract/schemas';
import { contacts } from '../domain/records/contacts';
import { customers } from '../domain/records/customers';
import { deals } from '../domain/records/deals';
import { nameOf } from '../domain/records/names';
import { userOf } from '../domain/rules/references';
import { raw } from '../domain/store/sql';
import { customerActionsIn, dealActionsIn } from '../operations/actions';
import { dealContactsIn } from '../operations/dealContacts';
import { dealBulk } from '../operations/deals';
import { oneFlag, textFlag } from '../operations/lists';
import { membersIn } from '../operations/members';
import { operation, type Operation } from '../operations/operation';
import { operationsOn } from '../operations/recordOperations';
import { contactActionOperations } from './contactActions';
import { cursorQuery } from './cursorLists';
import { customObjectOperations } from './customObjects';
import { oneText, readQuery, recordList, searchOptions, v2Idiom as idiom } from './idiom';

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
	...dealContactsIn(idiom, { dealId: 'deal_id', contactId: 'contact_id', orderBy: raw('t.id') }),
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
