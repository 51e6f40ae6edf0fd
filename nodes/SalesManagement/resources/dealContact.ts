import { lookups } from './common';
import { resource } from './define';
import { recordId } from './fields';
import { getMany } from './kinds/list';
import { act } from './kinds/single';

const dealId = recordId('dealId', 'Deal', lookups.deals, 'dealId');
const contact = { name: 'contactId', label: 'Contact' } as const;
const contactId = recordId(contact.name, contact.label, lookups.contacts, 'contactId', {
	only: 'v2',
});
/** v1 calls the contact's path parameter `id` (v1 §4). */
const v1ContactId = recordId(contact.name, contact.label, lookups.contacts, 'id', { only: 'v1' });

const both = [dealId, contactId, v1ContactId];

/** v2 §4.7. */
export const dealContact = resource('dealContact', 'Deal Contact', {
	one: 'contact of a deal',
	many: 'contacts of a deal',
	customs: 'contactCustoms',
	operations: [
		getMany({ path: [dealId] }),
		act({
			id: 'link',
			name: 'Link',
			action: 'Link a contact to a deal',
			description: 'Link a contact to a deal',
			fields: both,
		}),
		act({
			id: 'unlink',
			name: 'Unlink',
			action: 'Unlink a contact from a deal',
			description: 'Remove the link between a contact and a deal; the contact itself is kept',
			fields: both,
		}),
	],
});
