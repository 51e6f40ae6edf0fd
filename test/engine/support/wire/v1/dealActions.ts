import { actionTimes, actionTimesSent, locator, type WireRow } from '../wireRow';
import { actionFilters, actionFiltersSent } from './filters';

export const dealActions: WireRow[] = [
	{
		operation: 'dealAction.getMany',
		parameters: (ids) => ({
			filters: { ...actionFilters(ids), dealId: locator(ids.deal), purpose: ids.purpose },
		}),
		sends: (ids) => ({
			method: 'GET',
			path: '/actions',
			query: `${actionFiltersSent(ids, `dealId=${ids.deal}&purpose=${ids.purpose}`)}&page=1`,
		}),
	},
	{
		operation: 'dealAction.create',
		parameters: ({ deal, purpose, user }) => ({
			deal: locator(deal),
			purpose,
			creator: locator(user),
			...actionTimes,
		}),
		sends: ({ deal, purpose, user }) => ({
			method: 'POST',
			path: '/actions',
			body: {
				deal: { id: deal },
				purpose: { id: purpose },
				creator: { id: user },
				...actionTimesSent,
			},
		}),
	},
	{
		operation: 'dealAction.get',
		parameters: ({ dealAction }) => ({
			actionId: locator(dealAction),
			options: { includeFiles: false },
		}),
		sends: ({ dealAction }) => ({
			method: 'GET',
			path: `/actions/${dealAction}`,
			query: 'include_files=0',
		}),
	},
	{
		operation: 'dealAction.update',
		parameters: ({ dealAction, deal }) => ({
			actionId: locator(dealAction),
			deal: locator(deal),
			updateFields: { active: false },
		}),
		sends: ({ dealAction, deal }) => ({
			method: 'PATCH',
			path: `/actions/${dealAction}`,
			body: { deal: { id: deal }, active: false },
		}),
	},
];
