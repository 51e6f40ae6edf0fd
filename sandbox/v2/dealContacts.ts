import { Type } from '@sinclair/typebox';
import { operation, type Call } from '../operations/operation';
import { notFound } from '../contract/refusal';
import { integer } from '../contract/schemas';
import { readContacts } from '../domain/records/contact/read';
import { readable } from '../domain/rules/access';
import { contactOf, dealOf } from '../domain/rules/references';
import { sql } from '../domain/store/sql';
import { page, pageEnvelope, pageQuery } from './lists';
import { readOptions } from './records';
import { contactRecord } from './shapes';

const both = Type.Object({ deal_id: integer, contact_id: integer });

const deal = (call: Call<{ deal_id: number }>) =>
	readable(call, 'deal', call.service.store.deals, dealOf(call, call.params.deal_id));

/** v2 §4.7. */
export const dealContactOperations = [
	operation({
		id: 'dealContact.getMany',
		method: 'GET',
		path: '/deals/{deal_id}/contacts',
		summary: 'List deal contacts',
		params: Type.Object({ deal_id: integer }),
		query: Type.Object(pageQuery),
		response: pageEnvelope('contacts', contactRecord),
		run(call) {
			const { id } = deal(call);
			const linked = sql`t.id IN (SELECT contactId FROM dealContact WHERE dealId = ${id})`;
			const permitted = call.service.permissions.readable(call.caller, 'contact');
			const { contacts } = call.service.store;
			const { rows, envelope } = page(contacts, [linked, ...permitted], call.query.page);
			return { contacts: readContacts(call, rows, readOptions('compact', {})), ...envelope };
		},
	}),
	operation({
		id: 'dealContact.link',
		method: 'POST',
		path: '/deals/{deal_id}/contacts/{contact_id}',
		summary: 'Link contact to deal',
		params: both,
		// The success response is not shown (v2 §4.7): none.
		response: null,
		creates: true,
		needs: 'deal.write',
		run(call) {
			const { id } = deal(call);
			call.service.store.linkContact(id, contactOf(call, call.params.contact_id).id);
			call.wrote([id]);
		},
	}),
	operation({
		id: 'dealContact.unlink',
		method: 'DELETE',
		path: '/deals/{deal_id}/contacts/{contact_id}',
		summary: 'Unlink contact',
		params: both,
		response: null,
		needs: 'deal.write',
		run(call) {
			const { id } = deal(call);
			const contact = contactOf(call, call.params.contact_id);
			if (!call.service.store.contactIdsOfDeal(id).includes(contact.id)) {
				throw notFound(`a link of deal ${id} to contact`, contact.id);
			}
			call.service.store.unlinkContact(id, contact.id);
			call.wrote([id]);
		},
	}),
];
