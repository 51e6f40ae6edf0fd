import { actionTimes, actionTimesSent, locator, type WireRow } from '../wireRow';
import { actionFilters, actionFiltersSent } from './filters';

export const dealActions: WireRow[] = [
	{
		operation: 'dealAction.getMany',
		parameters: (ids) => ({
			limit: 7,
			filters: { ...actionFilters(ids), dealId: locator(ids.deal), purpose: ids.purpose },
			sort: { order: '-startDatetime' },
		}),
		sends: (ids) => ({
			method: 'GET',
			path: '/actions',
			query: `${actionFiltersSent(ids, `dealId=${ids.deal}&purpose=${ids.purpose}`)}&sort=-startDatetime&limit=7`,
		}),
	},
	{
		operation: 'dealAction.create',
		parameters: ({ deal, purpose, user }) => ({
			deal: locator(deal),
			purpose,
			creator: locator(user),
			...actionTimes,
			additionalFields: { active: true },
			options: { skipNotice: true },
		}),
		sends: ({ deal, purpose, user }) => ({
			method: 'POST',
			path: '/actions',
			query: 'skipNotice=true',
			body: {
				deal: { id: deal },
				purpose: { id: purpose },
				creator: { id: user },
				...actionTimesSent,
				active: true,
			},
		}),
	},
	{
		operation: 'dealAction.get',
		parameters: ({ dealAction }) => ({
			actionId: locator(dealAction),
			options: { includeFiles: true },
		}),
		sends: ({ dealAction }) => ({
			method: 'GET',
			path: `/actions/${dealAction}`,
			query: 'include_files=1',
		}),
	},
	{
		operation: 'dealAction.update',
		parameters: ({ dealAction }) => ({
			actionId: locator(dealAction),
			updateFields: { result: '' },
			options: { skipNotice: false },
		}),
		sends: ({ dealAction }) => ({
			method: 'PATCH',
			path: `/actions/${dealAction}`,
			query: 'skipNotice=false',
			body: { result: '' },
		}),
	},
	{
		operation: 'dealAction.createMany',
		parameters: ({ dealType, deal, purpose, user }) => ({
			dealTypeId: dealType,
			deal: locator(deal),
			purpose,
			creator: locator(user),
			...actionTimes,
		}),
		sends: ({ dealType, deal, purpose, user }) => ({
			method: 'POST',
			path: '/actions/bulk',
			body: {
				dealTypeId: dealType,
				actions: [
					{
						deal: { id: deal },
						purpose: { id: purpose },
						creator: { id: user },
						...actionTimesSent,
					},
				],
			},
		}),
	},
	{
		operation: 'dealAction.delete',
		parameters: ({ dealAction }) => ({
			actionId: locator(dealAction),
			options: { skipNotice: true },
		}),
		sends: ({ dealAction }) => ({
			method: 'DELETE',
			path: `/actions/${dealAction}`,
			query: 'skipNotice=true',
		}),
	},
];
