import { extname } from 'node:path';
import { Type, type Static } from '@sinclair/typebox';
import { most } from '../contract/limits';
import { nullable, reference, text } from '../contract/schemas';
import { dealActions } from '../domain/records/actions';
import { contacts } from '../domain/records/contacts';
import { customers } from '../domain/records/customers';
import { deals } from '../domain/records/deals';
import { customerActionsIn, dealActionsIn } from '../operations/actionOperations';
import { dealBulkIn, dealContactsIn } from '../operations/dealOperations';
import { oneFlag, pageQuery, textFlag } from '../operations/listPages';
import { membersIn } from '../operations/memberOperations';
import type { Operation } from '../operations/operation';
import { operationsOn } from '../operations/recordOperations';
import { actionFieldOperations } from './actionFieldOperations';
import {
	recordQuery,
	searchBody,
	sortedBy,
	v1Conventions as conventions,
	limitQuery,
} from './v1Conventions';
import { productDetailOperations } from './productDetailOperations';
import { settingOperations } from './settingOperations';

const customer = operationsOn({ conventions, kind: customers, path: '/customers' });
const deal = operationsOn({ conventions, kind: deals, path: '/deals' });
const contact = operationsOn({ conventions, kind: contacts, path: '/contacts' });
const relatedQuery = { include_related_objects: oneFlag };
const keyedQuery = { itemKeyAsPropertyKey: textFlag };

const file = Type.Object({ name: text, path: text });
const mimeTypes: Record<string, string> = {
	'.pdf': 'application/pdf',
	'.png': 'image/png',
	'.jpg': 'image/jpeg',
	'.txt': 'text/plain',
	'.csv': 'text/csv',
};
/** A file of a request, `{name, path}`, in the form in which it is read (v1 §2.6). */
const attached = ({ name, path }: Static<typeof file>) => ({
	name,
	mimeType: mimeTypes[extname(name).toLowerCase()] ?? 'application/octet-stream',
	url: path,
});

const dealActionOperations = dealActionsIn(conventions, {
	includeFiles: oneFlag,
	// The deal is required here too (v1 §4).
	update: {
		body: Type.Object({ ...dealActions.schemas('v1').update.properties, deal: reference }),
	},
});

/** The operations of v1: 47, in the order of v1 §4. */
export const v1Operations: Operation[] = [
	...settingOperations,
	...membersIn(conventions, { ...nullable.text, maxLength: most.groupName }),
	...actionFieldOperations,
	customer.getMany({
		query: { ...recordQuery, ...limitQuery },
		sorting: sortedBy(customers.index?.sortable),
	}),
	customer.create(),
	customer.search({ body: searchBody }),
	customer.get(relatedQuery),
	customer.update(),
	customer.createMany(),
	...customerActionsIn(conventions, {
		parameter: 'customerId',
		includeFiles: oneFlag,
		item: { files: Type.Optional(Type.Array(file)) },
		attach: ({ files = [] }: { files?: Array<Static<typeof file>> }) => ({
			files: files.map(attached),
		}),
	}),
	...productDetailOperations,
	deal.getMany({
		query: { ...recordQuery, ...limitQuery, ...keyedQuery },
		sorting: sortedBy(deals.index?.sortable),
	}),
	deal.create(keyedQuery),
	deal.search({ body: searchBody }),
	deal.get({ ...keyedQuery, ...relatedQuery }),
	deal.update(),
	// The document shows no response of a success, and no deal is skipped: the lock of won and lost
	// phases holds for personal tokens only (v1 §4, v2 §3).
	...dealBulkIn(conventions, 'deal_type_id', { response: null }),
	...dealContactsIn(conventions, {
		dealId: 'dealId',
		contactId: 'id',
		sorting: sortedBy(['updatedAt']),
	}),
	// The document has no deletion of a deal action.
	...dealActionOperations.filter(({ id }) => id !== 'dealAction.delete'),
	// Contact lists take `page` only (S3).
	contact.getMany({
		query: { ...recordQuery, ...pageQuery },
		sorting: sortedBy(contacts.index?.sortable),
	}),
];
