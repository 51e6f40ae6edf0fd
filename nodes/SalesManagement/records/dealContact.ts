import { pathId } from '../fields';
import { contact } from './contact';
import { locators } from './dropdownSources';
import { record, type RequestSpec } from './record';

const dealId = pathId('dealId', 'Deal', locators.deals);
const contactId = pathId('contactId', 'Contact', locators.contacts);

const linking = { kind: 'request', fields: [dealId, contactId] } as const;

const link: RequestSpec = {
	...linking,
	name: 'Link',
	action: 'Link contact to deal',
	description: 'Link a contact to a deal',
};

const unlink: RequestSpec = {
	...linking,
	name: 'Unlink',
	action: 'Unlink contact from deal',
	description: 'Remove the link between a contact and a deal; the contact itself is kept',
};

/** v2 §4.7. */
export const dealContact = record('dealContact', {
	name: 'Deal Contact',
	many: 'deal contacts',
	listParentParams: [dealId],
	// The list shows the contact's fields; no request takes them.
	fields: contact.fields.map((each) => ({ ...each, writableIn: [] })),
	customs: contact.customs,
	operations: { link, unlink },
});
