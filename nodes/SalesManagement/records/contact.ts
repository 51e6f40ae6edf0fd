import { json, longText, pathId, reference, text } from '../fields';
import {
	customObjectLinks,
	includeRelatedObjects,
	itemKeyAsPropertyKey,
	recordId,
	recordSorts,
	recordTimes,
	searchWord,
	updatedWindow,
} from './common';
import { locators } from './names';
import { record } from './record';

/** v2 §2.7, §4.9. The documents show no list of searchable fields: these are the contact's own. */
export const contact = record('contact', {
	name: 'Contact',
	one: 'contact',
	many: 'contacts',
	key: pathId('contactId', 'Contact', locators.contacts, { key: 'id' }),
	customs: {
		property: 'contactCustoms',
		method: 'getContactFields',
		called: 'contacts',
		records: ['contact'],
		definitions: 'contactField.getMany',
	},
	fields: [
		recordId,
		text('name', 'Name', {
			required: true,
			search: { identifies: true },
			description: 'The name of the contact',
		}),
		text('email', 'Email', {
			clearable: true,
			search: { identifies: true },
			placeholder: 'e.g. nathan@example.com',
			description: 'The e-mail address',
		}),
		text('tel', 'Phone Number', {
			clearable: true,
			search: { identifies: true },
			description: 'The landline number',
		}),
		text('mobileTel', 'Mobile Number', {
			clearable: true,
			search: { identifies: true },
			description: 'The mobile number',
		}),
		text('address', 'Address', {
			clearable: true,
			search: true,
			description: 'The postal address',
		}),
		text('dept', 'Department', { clearable: true, search: true, description: 'The department' }),
		text('position', 'Position', { clearable: true, search: true, description: 'The job title' }),
		longText('memo', 'Memo', {
			clearable: true,
			search: true,
			description: 'Notes on the contact',
		}),
		reference('customer', 'Customer', locators.customers, {
			clearable: true,
			search: { name: 'customerId' },
			description: 'The customer that the contact works for',
		}),
		json('lifecycleStages', 'Lifecycle Stages (JSON)', {
			description:
				'An array of objects with lifecycleStageTypeId and id, as they are in a contact that the service returns',
		}),
		customObjectLinks,
		...recordTimes,
	],
	related: ['customer'],
	filters: [
		searchWord('the name of the customer or contact, or of the e-mail address'),
		text('phoneNumber', 'Phone Number', {
			description:
				'A landline or mobile number, with or without hyphens; an area code finds all of its area',
		}),
	],
	summary: [
		'id',
		'name',
		'email',
		'tel',
		'mobileTel',
		'dept',
		'position',
		'memo',
		'customer',
		'createdAt',
		'updatedAt',
	],
	watch: { sortable: true, newestFirst: true, related: ['customObjects'] },
	operations: {
		getMany: { filters: updatedWindow, options: [...recordSorts, itemKeyAsPropertyKey] },
		search: {},
		get: { options: [itemKeyAsPropertyKey, includeRelatedObjects] },
		create: {},
		update: {},
		delete: {
			notice:
				'Deleting a contact also deletes its custom values, its actions and its links to deals for good.',
		},
		createOrUpdate: {},
	},
});
