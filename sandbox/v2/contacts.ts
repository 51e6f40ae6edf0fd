import { Type } from '@sinclair/typebox';
import { text } from '../contract/schemas';
import { contacts } from '../domain/records/contacts';
import { operationsOn } from '../operations/recordOperations';
import { readQuery, recordList, searchOptions, v2Idiom } from './idiom';

const contact = operationsOn({ idiom: v2Idiom, kind: contacts, path: '/contacts' });

/** v2 §4.9. */
export const contactOperations = [
	contact.getMany({
		...recordList,
		query: { ...recordList.query, phoneNumber: Type.Optional(text) },
	}),
	contact.create(),
	contact.search(searchOptions),
	contact.get(readQuery),
	contact.update(),
	contact.delete(),
];
