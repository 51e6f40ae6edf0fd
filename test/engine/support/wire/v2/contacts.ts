import { START, START_SENT, locator, type WireRow } from '../wireRow';

export const contacts: WireRow[] = [
	{
		operation: 'contact.getMany',
		parameters: () => ({
			limit: 2,
			filters: { searchWord: 'x', phoneNumber: '03-1234', updatedAtTo: START },
			sort: { order: 'createdAt' },
			options: { itemKeyAsPropertyKey: true },
		}),
		sends: () => ({
			method: 'GET',
			path: '/contacts',
			query: `searchWord=x&phoneNumber=03-1234&updatedAtTo=${START_SENT}&itemKeyAsPropertyKey=true&sort=createdAt&limit=2`,
		}),
	},
	{
		operation: 'contact.create',
		parameters: ({ customer }) => ({
			name: 'Wire',
			additionalFields: {
				email: 'wire@example.com',
				tel: '',
				mobileTel: '090-1',
				address: 'a',
				dept: 'b',
				position: 'c',
				memo: 'd',
				customer: locator(customer),
			},
		}),
		sends: ({ customer }) => ({
			method: 'POST',
			path: '/contacts',
			body: {
				name: 'Wire',
				email: 'wire@example.com',
				tel: '',
				mobileTel: '090-1',
				address: 'a',
				dept: 'b',
				position: 'c',
				memo: 'd',
				customer: { id: customer },
			},
		}),
	},
	{
		operation: 'contact.search',
		parameters: () => ({
			searchMode: 'builder',
			match: 'any',
			conditions: { values: [{ field: 'customer.name', operator: 'contains', value: 'a' }] },
			limit: 4,
		}),
		sends: () => ({
			method: 'POST',
			path: '/contacts/search',
			query: 'limit=4',
			body: {
				filter: {
					compositeFilter: {
						logicalOperator: 'OR',
						subFilters: [
							{
								valueFilter: {
									field: { reference: 'customer', name: 'name' },
									comparisonOperator: 'LIKE',
									value: { stringValue: 'a' },
								},
							},
						],
					},
				},
			},
		}),
	},
	{
		operation: 'contact.get',
		parameters: ({ contact }) => ({
			contactId: locator(contact),
			options: { includeRelatedObjects: true, itemKeyAsPropertyKey: true },
		}),
		sends: ({ contact }) => ({
			method: 'GET',
			path: `/contacts/${contact}`,
			query: 'itemKeyAsPropertyKey=true&include_related_objects=1',
		}),
	},
	{
		operation: 'contact.update',
		parameters: ({ contact }) => ({
			contactId: locator(contact),
			fieldsToClear: ['customer', 'email'],
			updateFields: { name: 'Renamed' },
		}),
		sends: ({ contact }) => ({
			method: 'PATCH',
			path: `/contacts/${contact}`,
			body: { customer: null, email: null, name: 'Renamed' },
		}),
	},
];
