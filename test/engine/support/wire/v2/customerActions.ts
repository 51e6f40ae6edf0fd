import { actionTimes, actionTimesSent, locator, type WireRow } from '../wireRow';
import { actionFilters, actionFiltersSent } from './filters';

export const customerActions: WireRow[] = [
	{
		operation: 'customerAction.getMany',
		parameters: (ids) => ({
			customerId: { __rl: true, mode: 'id', value: 'all' },
			limit: 7,
			filters: { ...actionFilters(ids), pattern: ids.pattern },
			sort: { order: 'startDatetime' },
		}),
		sends: (ids) => ({
			method: 'GET',
			path: '/customers/all/actions',
			query: `${actionFiltersSent(ids, `pattern=${ids.pattern}`)}&sort=startDatetime&limit=7`,
		}),
	},
	{
		operation: 'customerAction.create',
		parameters: ({ customer, pattern, user, otherUser, contact }) => ({
			customerId: locator(customer),
			pattern,
			creator: locator(user),
			...actionTimes,
			additionalFields: {
				active: false,
				preNote: '',
				result: 'done',
				invitees: [otherUser],
				contacts: [contact],
			},
			options: { skipNotice: true },
		}),
		sends: ({ customer, pattern, user, otherUser, contact }) => ({
			method: 'POST',
			path: `/customers/${customer}/actions`,
			query: 'skipNotice=true',
			body: {
				pattern: { id: pattern },
				creator: { id: user },
				...actionTimesSent,
				active: false,
				preNote: '',
				result: 'done',
				invitees: [{ id: otherUser }],
				contacts: [{ id: contact }],
			},
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
			updateFields: { active: false },
			fieldsToClear: ['preNote', 'invitees'],
			options: { skipNotice: true },
		}),
		sends: ({ customer, customerAction }) => ({
			method: 'PATCH',
			path: `/customers/${customer}/actions/${customerAction}`,
			query: 'skipNotice=true',
			body: { active: false, invitees: [], preNote: null },
		}),
	},
	{
		operation: 'customerAction.createMany',
		parameters: ({ customer, pattern, user }) => ({
			customer: locator(customer),
			pattern,
			creator: locator(user),
			...actionTimes,
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
			options: { skipNotice: true },
		}),
		sends: ({ customer, customerAction }) => ({
			method: 'DELETE',
			path: `/customers/${customer}/actions/${customerAction}`,
			query: 'skipNotice=true',
		}),
	},
];
