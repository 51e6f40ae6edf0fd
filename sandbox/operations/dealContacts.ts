import { Type } from '@sinclair/typebox';
import { notFound } from '../contract/refusal';
import { integer } from '../contract/schemas';
import { contacts } from '../domain/records/contacts';
import { deals } from '../domain/records/deals';
import { readableRecord } from '../domain/records/kind';
import { readRecords } from '../domain/records/reading';
import { contactOf, dealOf } from '../domain/rules/references';
import { sql, type Sql } from '../domain/store/sql';
import type { Idiom } from './idiom';
import { pageQuery, tablePage } from './lists';
import { idIn, operation, type Call } from './operation';
import { readOptions } from './recordOperations';

/** What each version writes its own way about the contacts of a deal. */
interface DealContacts {
	/** The path parameters that name the two. */
	dealId: string;
	contactId: string;
	/** The order of the list. */
	orderBy: Sql;
}

/** The contacts linked with a deal (v2 §4.7, v1 §4). */
export function dealContactsIn(idiom: Idiom, details: DealContacts) {
	const { summary, contactCustoms } = idiom;
	const path = `/deals/{${details.dealId}}/contacts`;
	const both = Type.Object({ [details.dealId]: integer, [details.contactId]: integer });
	const readableDeal = (call: Call) => readableRecord(call, deals, idIn(call, details.dealId));
	const single = { path: `${path}/{${details.contactId}}`, params: both, response: null };
	return [
		operation({
			...{ id: 'dealContact.getMany', method: 'GET', path },
			summary: summary('List', 'deal contact', 'deal contacts'),
			params: Type.Object({ [details.dealId]: integer }),
			query: Type.Object(pageQuery),
			response: idiom.pageEnvelope('contacts', contacts.schemas(idiom.version).shape),
			run(call) {
				const { service, caller, query } = call;
				// Of a deal that the caller may not read the permitted contacts are shown (v2 §5).
				const { id } = dealOf(call, idIn(call, details.dealId));
				const where = [
					sql`t.id IN (SELECT contactId FROM dealContact WHERE dealId = ${id})`,
					...service.permissions.conditions(caller, 'contact'),
				];
				const list = { table: service.store.contacts, where, orderBy: details.orderBy };
				const isShort = service.options.shortPages && !idiom.hasFixedPages;
				const { rows, envelope } = tablePage({ ...list, isShort }, { page: query.page });
				const options = readOptions(idiom, {}, contactCustoms);
				return idiom.respond('contacts', readRecords(call, contacts, rows, options), envelope);
			},
		}),
		operation({
			...{ ...single, id: 'dealContact.link', method: 'POST', creates: true },
			summary: summary('Link', 'deal contact', 'contact to deal'),
			needs: 'deal.write',
			run(call) {
				const { id } = readableDeal(call);
				const contact = contactOf(call, idIn(call, details.contactId));
				call.service.store.linkContact(id, contact.id);
				call.wrote([id]);
			},
		}),
		operation({
			...{ ...single, id: 'dealContact.unlink', method: 'DELETE' },
			summary: summary('Unlink', 'deal contact', 'contact'),
			needs: 'deal.write',
			run(call) {
				const { id } = readableDeal(call);
				const contact = contactOf(call, idIn(call, details.contactId));
				if (!call.service.store.contactIdsOfDeal(id).includes(contact.id)) {
					throw notFound(`a link of deal ${id} to contact`, contact.id);
				}
				call.service.store.unlinkContact(id, contact.id);
				call.wrote([id]);
			},
		}),
	];
}
