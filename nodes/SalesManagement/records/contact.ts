import {
	asItIs,
	integer,
	jsonList,
	longText,
	pathId,
	reference,
	canonicalRows,
	text,
} from '../fields';
import {
	customObjectLinks,
	itemKeyAsPropertyKey,
	listedByTime,
	ownName,
	recordId,
	recordTimes,
	searchWord,
} from './common';
import { locators } from './dropdownSources';
import { record } from './record';

/** v2 §2.7, §4.9. The documents show no list of searchable fields: these are the contact's own. */
export const contact = record('contact', {
	name: 'Contact',
	key: pathId('contactId', 'Contact', locators.contacts),
	customs: {
		property: 'contactCustoms',
		records: ['contact'],
		definitions: 'contactField.getMany',
		compactIn: 'v2',
	},
	fields: [
		recordId,
		ownName,
		text('email', 'Email', {
			traits: ['main', 'clearable', 'identifying'],
			placeholder: 'e.g. nathan@example.com',
			description: 'The email address',
		}),
		text('tel', 'Phone Number', {
			traits: ['main', 'clearable', 'identifying'],
			description: 'The landline number',
		}),
		text('mobileTel', 'Mobile Number', {
			traits: ['main', 'clearable', 'identifying'],
		}),
		text('address', 'Address', {
			traits: ['clearable', 'searchable'],
			description: 'The postal address',
		}),
		text('dept', 'Department', {
			traits: ['main', 'clearable', 'searchable'],
		}),
		text('position', 'Position', {
			traits: ['main', 'clearable', 'searchable'],
			description: 'The job title',
		}),
		longText('memo', 'Memo', {
			traits: ['clearable', 'searchable'],
			description: 'Notes on the contact',
		}),
		reference('customer', 'Customer', locators.customers, {
			traits: ['main', 'clearable', 'searchable'],
			description: 'The customer that the contact works for',
		}),
		jsonList('lifecycleStages', 'Lifecycle Stages (JSON)', {
			traits: ['clearable'],
			description: 'An array of objects such as {"lifecycleStageTypeId": 1, "id": 2}',
			canonical: canonicalRows({ lifecycleStageTypeId: asItIs, id: asItIs }),
		}),
		integer('externalLeadScore', 'External Lead Score', { writableIn: [] }),
		customObjectLinks,
		...recordTimes,
	],
	related: ['customer'],
	filters: [
		searchWord('the name of the customer or contact, or of the email address'),
		text('phoneNumber', 'Phone Number', {
			description:
				'A landline or mobile number, with or without hyphens; an area code matches all numbers in its area',
		}),
	],
	deletedWith: 'its custom values, actions and links to deals',
	...listedByTime(itemKeyAsPropertyKey),
});
