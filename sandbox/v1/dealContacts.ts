import { Type } from '@sinclair/typebox';
import { operation } from '../operations/operation';
import { notFound } from '../contract/refusal';
import { integer } from '../contract/schemas';
import { readContacts } from '../domain/records/contact/read';
import { contactOf, dealOf } from '../domain/rules/references';
import { raw, sql } from '../domain/store/sql';
import { pageEnvelope, pageQuery, tablePage } from './lists';
import { readOptions } from './records';
import { contactRecord } from './shapes';

const both = Type.Object({ dealId: integer, id: integer });

/** v1 §4. */
export const dealContactOperations = [
	operation({
		id: 'dealContact.getMany',
		method: 'GET',
		path: '/deals/{dealId}/contacts',
		summary: 'Deal contact list',
		params: Type.Object({ dealId: integer }),
		// S3: contact lists take `page` only.
		query: Type.Object(pageQuery),
		response: pageEnvelope('contacts', contactRecord),
		run(call) {
			const { id } = dealOf(call, call.params.dealId);
			const where = [sql`t.id IN (SELECT contactId FROM dealContact WHERE dealId = ${id})`];
			const orderBy = raw('t.updatedAt DESC, t.id ASC');
			const { contacts: table } = call.service.store;
			const { rows, envelope } = tablePage({ table, where, orderBy }, call.query);
			return { ...envelope, contacts: readContacts(call, rows, readOptions({ form: 'full' })) };
		},
	}),
	operation({
		id: 'dealContact.link',
		method: 'POST',
		path: '/deals/{dealId}/contacts/{id}',
		summary: 'Deal contact link',
		params: both,
		response: null,
		creates: true,
		run(call) {
			const deal = dealOf(call, call.params.dealId);
			call.service.store.linkContact(deal.id, contactOf(call, call.params.id).id);
			call.wrote([deal.id]);
		},
	}),
	operation({
		id: 'dealContact.unlink',
		method: 'DELETE',
		path: '/deals/{dealId}/contacts/{id}',
		summary: 'Deal contact unlink',
		params: both,
		response: null,
		run(call) {
			const deal = dealOf(call, call.params.dealId);
			const contact = contactOf(call, call.params.id);
			if (!call.service.store.contactIdsOfDeal(deal.id).includes(contact.id)) {
				throw notFound(`a link of deal ${deal.id} to contact`, contact.id);
			}
			call.service.store.unlinkContact(deal.id, contact.id);
			call.wrote([deal.id]);
		},
	}),
];
