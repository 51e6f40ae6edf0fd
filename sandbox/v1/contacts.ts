import { Type } from '@sinclair/typebox';
import { text } from '../contract/schemas';
import { contacts } from '../domain/records/contacts';
import { pageQuery } from '../operations/lists';
import { operationsOn } from '../operations/recordOperations';
import { recordQuery, sortingOf, v1Idiom } from './idiom';

const contact = operationsOn({ idiom: v1Idiom, kind: contacts, path: '/contacts' });

/** v1 §4. */
export const contactOperations = [
	contact.getMany({
		// S3: contact lists take `page` only.
		query: { ...recordQuery, ...pageQuery, phoneNumber: Type.Optional(text) },
		sorting: sortingOf(contacts),
	}),
];
