import { actionTimes, actionTimesSent, locator, type WireRow } from '../wireRow';
import { actionFilters, actionFiltersSent } from './filters';

export const customerActions: WireRow[] = [
	{
		operation: 'customerAction.getMany',
		parameters: (ids) => ({
			customerId: { __rl: true, mode: 'id', value: 'all' },
			filters: { ...actionFilters(ids), pattern: ids.pattern },
			sort: { order: '-updatedAt' },
		}),
		sends: (ids) => ({
			method: 'GET',
			path: '/customers/all/actions',
			query: `${actionFiltersSent(ids, `pattern=${ids.pattern}`)}&sort=-updatedAt&page=1`,
		}),
	},
	{
		operation: 'customerAction.create',
		parameters: ({ customer, pattern, user }) => ({
			customerId: locator(customer),
			pattern,
			creator: locator(user),
			...actionTimes,
			additionalFields: { active: false },
		}),
		sends: ({ customer, pattern, user }) => ({
			method: 'POST',
			path: `/customers/${customer}/actions`,
			body: { pattern: { id: pattern }, creator: { id: user }, ...actionTimesSent, active: false },
		}),
	},
	{
		operation: 'customerAction.get',
		parameters: ({ customer, customerAction }) => ({
			customerId: locator(customer),
			actionId: locator(customerAction),
			options: { includeFiles: true },
		}),
		sends: ({ customer, customerAction }) => ({
			method: 'GET',
			path: `/customers/${customer}/actions/${customerAction}`,
			query: 'include_files=1',
		}),
	},
	{
		operation: 'customerAction.update',
		parameters: ({ customer, customerAction }) => ({
			customerId: locator(customer),
			actionId: locator(customerAction),
			updateFields: { result: '' },
		}),
		sends: ({ customer, customerAction }) => ({
			method: 'PATCH',
			path: `/customers/${customer}/actions/${customerAction}`,
			body: { result: '' },
		}),
	},
	{
		operation: 'customerAction.createMany',
		parameters: ({ customer, pattern, user }) => ({
			customer: locator(customer),
			pattern,
			creator: locator(user),
			...actionTimes,
			additionalFields: { files: [{ name: 'a.pdf', path: '/files/a.pdf' }] },
		}),
		sends: ({ customer, pattern, user }) => ({
			method: 'POST',
			path: '/customers/actions/bulk',
			body: {
				actions: [
					{
						customer: { id: customer },
						pattern: { id: pattern },
						creator: { id: user },
						...actionTimesSent,
						files: [{ name: 'a.pdf', path: '/files/a.pdf' }],
					},
				],
			},
		}),
	},
	{
		operation: 'customerAction.delete',
		parameters: ({ customer, customerAction }) => ({
			customerId: locator(customer),
			actionId: locator(customerAction),
		}),
		sends: ({ customer, customerAction }) => ({
			method: 'DELETE',
			path: `/customers/${customer}/actions/${customerAction}`,
		}),
	},
];
