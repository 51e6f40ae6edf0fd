import { Type } from '@sinclair/typebox';
import { operation } from '../operations/operation';
import { text } from '../contract/schemas';
import { readContacts } from '../domain/records/contact/read';
import type { Scope } from '../domain/scope';
import { phoneNumberIs } from '../domain/rules/phoneNumbers';
import { contactSearch } from '../domain/rules/search/kinds';
import type { ContactRow } from '../domain/store/rows';
import { raw } from '../domain/store/sql';
import { pageEnvelope, pageQuery } from './lists';
import { listPage, listQuery, readOptions, type RecordKind } from './records';
import { contactRecord } from './shapes';

const contacts = ({ service }: Scope): RecordKind<ContactRow> => ({
	table: service.store.contacts,
	search: contactSearch,
	words: [
		raw('(SELECT c.name FROM customer AS c WHERE c.id = t.customerId)'),
		raw('t.name'),
		raw('t.email'),
	],
});

/** v1 §4. */
export const contactOperations = [
	operation({
		id: 'contact.getMany',
		method: 'GET',
		path: '/contacts',
		summary: 'Contact list',
		// S3: contact lists take `page` only.
		query: Type.Object({ ...listQuery, ...pageQuery, phoneNumber: Type.Optional(text) }),
		response: pageEnvelope('contacts', contactRecord),
		run(call) {
			const { page, phoneNumber, ...query } = call.query;
			const where = phoneNumber === undefined ? [] : [phoneNumberIs(phoneNumber)];
			const asked = { ...call, query: { ...query, page, limit: undefined } };
			const { rows, envelope } = listPage(asked, contacts(call), where);
			return { ...envelope, contacts: readContacts(call, rows, readOptions({ form: 'full' })) };
		},
	}),
];
