import { locator, type WireRow } from '../wireRow';
import { nameFilter, nameIs } from './filters';

export const customers: WireRow[] = [
	{
		operation: 'customer.getMany',
		parameters: () => ({
			returnAll: false,
			limit: 3,
			filters: {
				searchWord: 'a&b',
				updatedAtFrom: '2026-01-01T00:00:00Z',
				updatedAtTo: '2026-12-31T09:00:00+09:00',
			},
			sort: { order: 'updatedAt' },
			options: { itemKeyAsPropertyKey: true },
		}),
		sends: () => ({
			method: 'GET',
			path: '/customers',
			query:
				'searchWord=a&b&updatedAtFrom=2026-01-01T00:00:00.000Z&updatedAtTo=2026-12-31T00:00:00.000Z&itemKeyAsPropertyKey=true&sort=updatedAt&limit=3',
		}),
	},
	{
		operation: 'customer.create',
		parameters: ({ industry, role, customer }) => ({
			name: 'Wire',
			additionalFields: {
				address: '',
				telNo: '03-1234-5678',
				webUrl: 'https://wire.example.com',
				companyNum: '123',
				employee: 0,
				capital: 10,
				closingMonth: 3,
				establishYear: 1999,
				industryId: industry,
				ownerRoleId: role,
				parentId: locator(customer),
			},
			customFields: {},
		}),
		sends: ({ industry, role, customer }) => ({
			method: 'POST',
			path: '/customers',
			body: {
				name: 'Wire',
				address: '',
				telNo: '03-1234-5678',
				webUrl: 'https://wire.example.com',
				companyNum: '123',
				employee: 0,
				capital: 10,
				closingMonth: 3,
				establishYear: 1999,
				industryId: industry,
				ownerRoleId: role,
				parentId: customer,
			},
		}),
	},
	{
		operation: 'customer.search',
		parameters: () => ({
			...nameIs('Wire'),
			limit: 5,
			sort: { sortBy: 'updatedAt', sortOrder: 'ASC' },
			options: { itemKeyAsPropertyKey: true },
		}),
		sends: () => ({
			method: 'POST',
			path: '/customers/search',
			body: {
				filter: nameFilter('Wire'),
				sort: { field: { name: 'updatedAt' }, order: 'ASC' },
				itemKeyAsPropertyKey: 'true',
				limit: 5,
			},
		}),
	},
	{
		operation: 'customer.get',
		parameters: ({ customer }) => ({
			customerId: locator(customer),
			options: { includeRelatedObjects: true, itemKeyAsPropertyKey: false },
		}),
		sends: ({ customer }) => ({
			method: 'GET',
			path: `/customers/${customer}`,
			query: 'itemKeyAsPropertyKey=false&include_related_objects=1',
		}),
	},
	{
		operation: 'customer.update',
		parameters: ({ customer, industry }) => ({
			customerId: locator(customer),
			fieldsToClear: ['address', 'establishYear'],
			updateFields: { capital: 0, industry },
		}),
		sends: ({ customer, industry }) => ({
			method: 'PATCH',
			path: `/customers/${customer}`,
			body: { address: null, establishYear: null, capital: 0, industry: { id: industry } },
		}),
	},
	{
		operation: 'customer.createMany',
		parameters: () => ({ name: '={{ $json.name }}' }),
		input: () => [{ name: 'One' }, { name: 'Two' }],
		sends: () => ({
			method: 'POST',
			path: '/customers/bulk',
			body: { customers: [{ name: 'One' }, { name: 'Two' }] },
		}),
	},
];
