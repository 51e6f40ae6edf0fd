import { Type, type Static } from '@sinclair/typebox';
import { operation } from '../operations/operation';
import { integer, text } from '../contract/schemas';
import { readContacts } from '../domain/records/contact/read';
import {
	contactChanges,
	contactForm,
	createContact,
	updateContact,
} from '../domain/records/contact/write';
import type { Scope } from '../domain/scope';
import { readable } from '../domain/rules/access';
import { phoneNumberIs } from '../domain/rules/phoneNumbers';
import { contactOf } from '../domain/rules/references';
import { removeContacts } from '../domain/rules/removal';
import { contactSearch } from '../domain/rules/search/kinds';
import type { ContactRow } from '../domain/store/rows';
import { raw } from '../domain/store/sql';
import { cursorEnvelope, cursorQuery, oneFlag, textFlag } from './lists';
import {
	listPage,
	listQuery,
	readOptions,
	searchBody,
	searchPage,
	type RecordKind,
} from './records';
import { contactRecord } from './shapes';

const contacts = ({ service }: Scope): RecordKind<ContactRow> => ({
	kind: 'contact',
	table: service.store.contacts,
	search: contactSearch,
	words: [
		raw('(SELECT c.name FROM customer AS c WHERE c.id = t.customerId)'),
		raw('t.name'),
		raw('t.email'),
	],
});

const single = Type.Object({ id: integer });
const readQuery = Type.Object({
	itemKeyAsPropertyKey: textFlag,
	include_related_objects: oneFlag,
});

/** One contact as get, create and update answer it; its values are always compact (v2 §2.7). */
const answered = (scope: Scope, id: number, query: Static<typeof readQuery> = {}) =>
	readContacts(scope, [contactOf(scope, id)], readOptions('compact', query))[0];

const permitted = (call: Scope, id: number) =>
	readable(call, 'contact', call.service.store.contacts, contactOf(call, id));

/** v2 §4.9. */
export const contactOperations = [
	operation({
		id: 'contact.getMany',
		method: 'GET',
		path: '/contacts',
		summary: 'List contacts',
		query: Type.Object({ ...listQuery, phoneNumber: Type.Optional(text) }),
		response: cursorEnvelope('contacts', contactRecord),
		run(call) {
			const { phoneNumber } = call.query;
			const where = phoneNumber === undefined ? [] : [phoneNumberIs(phoneNumber)];
			const { rows, envelope } = listPage(call, contacts(call), where);
			const options = readOptions('compact', call.query);
			return { contacts: readContacts(call, rows, options), ...envelope };
		},
	}),
	operation({
		id: 'contact.create',
		method: 'POST',
		path: '/contacts',
		summary: 'Create contact',
		body: contactForm,
		response: contactRecord,
		creates: true,
		needs: 'contact.write',
		run(call) {
			const id = createContact(call, call.body);
			call.wrote([id]);
			return answered(call, id);
		},
	}),
	operation({
		id: 'contact.search',
		method: 'POST',
		path: '/contacts/search',
		summary: 'Search contacts',
		query: Type.Object(cursorQuery),
		body: Type.Object(searchBody),
		response: cursorEnvelope('contacts', contactRecord),
		run(call) {
			const { rows, envelope } = searchPage(call, contacts(call), call.query);
			return { contacts: readContacts(call, rows, readOptions('compact', {})), ...envelope };
		},
	}),
	operation({
		id: 'contact.get',
		method: 'GET',
		path: '/contacts/{id}',
		summary: 'Get contact',
		params: single,
		query: readQuery,
		response: contactRecord,
		run: (call) => answered(call, permitted(call, call.params.id).id, call.query),
	}),
	operation({
		id: 'contact.update',
		method: 'PATCH',
		path: '/contacts/{id}',
		summary: 'Update contact',
		params: single,
		body: contactChanges,
		response: contactRecord,
		needs: 'contact.write',
		run(call) {
			const row = permitted(call, call.params.id);
			updateContact(call, row, call.body);
			call.wrote([row.id]);
			return answered(call, row.id);
		},
	}),
	operation({
		id: 'contact.delete',
		method: 'DELETE',
		path: '/contacts/{id}',
		summary: 'Delete contact',
		params: single,
		response: null,
		needs: 'contact.write',
		run(call) {
			const { id } = permitted(call, call.params.id);
			removeContacts(call, [id]);
			call.wrote([id]);
		},
	}),
];
