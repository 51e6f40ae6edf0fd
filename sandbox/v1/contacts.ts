import { Type } from '@sinclair/typebox';
import { text } from '../contract/schemas';
import { readContacts } from '../domain/records/contact/read';
import { contacts } from '../domain/records/kinds';
import { contactIndex } from '../domain/rules/search/indexes';
import { pageQuery } from '../operations/lists';
import { operationsOn } from '../operations/recordOperations';
import { readOptions } from '../operations/resource';
import { recordQuery, sortingOf, v1Idiom } from './idiom';
import { contactRecord } from './shapes';

const contact = operationsOn({
	...{ idiom: v1Idiom, kind: contacts, path: '/contacts', plural: 'contacts' },
	shape: contactRecord,
	read: (call, rows, asked) => readContacts(call, rows, readOptions(v1Idiom, asked)),
});

/** v1 §4. */
export const contactOperations = [
	contact.getMany({
		// S3: contact lists take `page` only.
		query: { ...recordQuery, ...pageQuery, phoneNumber: Type.Optional(text) },
		sorting: sortingOf(contactIndex),
	}),
];
