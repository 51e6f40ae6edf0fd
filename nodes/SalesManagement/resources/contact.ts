import {
	customObjectLinks,
	includeRelatedObjects,
	itemKeyAsPropertyKey,
	lookups,
	recordSort,
	searchWord,
	updatedWindow,
	v1Sort,
} from './common';
import { resource } from './define';
import { customFields, json, longText, recordId, reference, text, type Field } from './fields';
import { getMany } from './kinds/list';
import { search } from './kinds/search';
import { getOne } from './kinds/get';
import { create, remove, update } from './kinds/single';
import { bySearch, createOrUpdate, oneByOne } from './kinds/upsert';

const contactId = recordId('contactId', 'Contact', lookups.contacts, 'id');

/** v2 §2.7, §4.9. */
const fields: readonly Field[] = [
	text('name', 'Name', { required: true, description: 'The name of the contact' }),
	text('email', 'Email', {
		clearable: true,
		placeholder: 'e.g. nathan@example.com',
		description: 'The e-mail address',
	}),
	text('tel', 'Phone Number', { clearable: true, description: 'The landline number' }),
	text('mobileTel', 'Mobile Number', { clearable: true, description: 'The mobile number' }),
	text('address', 'Address', { clearable: true, description: 'The postal address' }),
	text('dept', 'Department', { clearable: true, description: 'The department' }),
	text('position', 'Position', { clearable: true, description: 'The job title' }),
	longText('memo', 'Memo', { clearable: true, description: 'Notes on the contact' }),
	reference('customer', 'Customer', lookups.customers, {
		clearable: true,
		description: 'The customer that the contact works for',
	}),
	json('lifecycleStages', 'Lifecycle Stages (JSON)', {
		description:
			'An array of objects with lifecycleStageTypeId and id, as they stand in a contact that the service returns',
	}),
	customObjectLinks,
];

const form = {
	fields,
	top: [customFields('contactCustoms', { method: 'getContactFields' })],
};

export const contact = resource('contact', 'Contact', {
	one: 'contact',
	many: 'contacts',
	customs: 'contactCustoms',
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
	operations: [
		getMany({
			filters: [
				searchWord('the name of the customer or contact, or of the e-mail address'),
				text('phoneNumber', 'Phone Number', {
					description:
						'A landline or mobile number, with or without hyphens; an area code finds all of its area',
				}),
				...updatedWindow,
			],
			extra: [recordSort, v1Sort, itemKeyAsPropertyKey],
		}),
		search(),
		getOne({ id: [contactId], extra: [itemKeyAsPropertyKey, includeRelatedObjects] }),
		create(form),
		update({ ...form, path: [contactId] }),
		remove({
			id: [contactId],
			notice:
				'Deleting a contact also deletes its custom values, its actions and its links to deals for good.',
		}),
		createOrUpdate({ ...form, find: bySearch, create: oneByOne, update: oneByOne }),
	],
});
