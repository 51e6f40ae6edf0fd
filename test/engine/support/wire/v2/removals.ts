import { locator, type WireRow } from '../wireRow';

/** Last, since the other rows act on these records. */
export const removals: WireRow[] = [
	{
		operation: 'contact.delete',
		parameters: ({ contact }) => ({ contactId: locator(contact) }),
		sends: ({ contact }) => ({ method: 'DELETE', path: `/contacts/${contact}` }),
	},
	{
		operation: 'deal.delete',
		parameters: ({ deal }) => ({ dealId: locator(deal) }),
		sends: ({ deal }) => ({ method: 'DELETE', path: `/deals/${deal}` }),
	},
	{
		operation: 'customer.delete',
		parameters: ({ customer }) => ({ customerId: locator(customer) }),
		sends: ({ customer }) => ({ method: 'DELETE', path: `/customers/${customer}` }),
	},
];
