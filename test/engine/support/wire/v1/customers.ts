import { END, END_SENT, START, START_SENT, locator, type WireRow } from '../wireRow';
import { searchJson, searchSent } from './filters';

export const customers: WireRow[] = [
	{
		operation: 'customer.getMany',
		parameters: () => ({
			limit: 3,
			filters: { searchWord: 'x', updatedAtFrom: START, updatedAtTo: END },
			sort: { order: '-updatedAt,id' },
		}),
		sends: () => ({
			method: 'GET',
			path: '/customers',
			query: `searchWord=x&updatedAtFrom=${START_SENT}&updatedAtTo=${END_SENT}&sort=-updatedAt,id&page=1&limit=3`,
		}),
	},
	{
		operation: 'customer.create',
		parameters: ({ role }) => ({
			name: 'Wire',
			additionalFields: { address: '', employee: 0, closingMonth: 12, ownerRoleId: role },
		}),
		sends: ({ role }) => ({
			method: 'POST',
			path: '/customers',
			body: { name: 'Wire', address: '', employee: 0, closingMonth: 12, ownerRoleId: role },
		}),
	},
	{
		operation: 'customer.search',
		parameters: searchJson,
		sends: () => ({ method: 'POST', path: '/customers/search', body: searchSent }),
	},
	{
		operation: 'customer.get',
		parameters: ({ customer }) => ({
			customerId: locator(customer),
			options: { includeRelatedObjects: true },
		}),
		sends: ({ customer }) => ({
			method: 'GET',
			path: `/customers/${customer}`,
			query: 'include_related_objects=1',
		}),
	},
	{
		operation: 'customer.update',
		parameters: ({ customer }) => ({
			customerId: locator(customer),
			updateFields: { capital: 0 },
			fieldsToClear: ['address'],
		}),
		sends: ({ customer }) => ({
			method: 'PATCH',
			path: `/customers/${customer}`,
			body: { capital: 0, address: null },
		}),
	},
];
