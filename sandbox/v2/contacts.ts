import { Type } from '@sinclair/typebox';
import { text } from '../contract/schemas';
import { readContacts } from '../domain/records/contact/read';
import {
	contactChanges,
	contactForm,
	createContact,
	updateContact,
} from '../domain/records/contact/write';
import { contacts } from '../domain/records/kinds';
import { contactIndex } from '../domain/rules/search/indexes';
import { operationsOn } from '../operations/recordOperations';
import { readOptions } from '../operations/resource';
import { readQuery, recordList, searchOptions, v2Idiom } from './idiom';
import { contactRecord } from './shapes';

const contact = operationsOn({
	...{ idiom: v2Idiom, kind: contacts, path: '/contacts', plural: 'contacts' },
	shape: contactRecord,
	// Custom values are always compact (v2 §2.7).
	read: (call, rows, asked) =>
		readContacts(call, rows, readOptions(v2Idiom, asked, v2Idiom.contactCustoms)),
});

/** v2 §4.9. */
export const contactOperations = [
	contact.getMany({
		...recordList,
		query: { ...recordList.query, phoneNumber: Type.Optional(text) },
	}),
	contact.create({ body: contactForm, make: (call) => createContact(call, call.body) }),
	contact.search({ ...searchOptions, index: contactIndex }),
	contact.get(readQuery),
	contact.update({
		body: contactChanges,
		change: (call, row) => updateContact(call, row, call.body),
	}),
	contact.delete(),
];
