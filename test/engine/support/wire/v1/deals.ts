import { START, START_SENT, locator, type WireRow, type Ids } from '../wireRow';
import { searchJson, searchSent } from './filters';

const dealBody = ({ customer, phase, product, probability, channel, user }: Ids) => ({
	customer: { id: customer },
	phase: { id: phase },
	product: { id: product },
	probability: { id: probability },
	channel: { id: channel },
	user: { id: user },
});

const dealForm = ({ customer, phase, product, probability, channel, user }: Ids) => ({
	customer: locator(customer),
	phase,
	product,
	probability,
	channel,
	user: locator(user),
	expectedContractDate: '2026-12-24',
});

export const deals: WireRow[] = [
	{
		operation: 'deal.getMany',
		parameters: ({ dealType }) => ({
			limit: 2,
			filters: { searchWord: 'x', dealTypeId: dealType, updatedAtFrom: START },
			sort: { order: 'updatedAt' },
			options: { itemKeyAsPropertyKey: true },
		}),
		sends: ({ dealType }) => ({
			method: 'GET',
			path: '/deals',
			query: `searchWord=x&dealTypeId=${dealType}&updatedAtFrom=${START_SENT}&itemKeyAsPropertyKey=true&sort=updatedAt&page=1&limit=2`,
		}),
	},
	{
		operation: 'deal.create',
		parameters: (ids) => ({
			name: 'Wire',
			dealType: ids.dealType,
			...dealForm(ids),
			additionalFields: { amount: 0 },
			options: { itemKeyAsPropertyKey: true },
		}),
		sends: (ids) => ({
			method: 'POST',
			path: '/deals',
			query: 'itemKeyAsPropertyKey=true',
			body: {
				name: 'Wire',
				dealType: { id: ids.dealType },
				expectedContractDate: '2026-12-24',
				...dealBody(ids),
				amount: 0,
			},
		}),
	},
	{
		operation: 'deal.search',
		parameters: searchJson,
		sends: () => ({ method: 'POST', path: '/deals/search', body: searchSent }),
	},
	{
		operation: 'deal.get',
		parameters: ({ deal }) => ({
			dealId: locator(deal),
			options: { itemKeyAsPropertyKey: true, includeRelatedObjects: true },
		}),
		sends: ({ deal }) => ({
			method: 'GET',
			path: `/deals/${deal}`,
			query: 'itemKeyAsPropertyKey=true&include_related_objects=1',
		}),
	},
	{
		operation: 'deal.update',
		parameters: ({ deal }) => ({ dealId: locator(deal), updateFields: { memo: '' } }),
		sends: ({ deal }) => ({ method: 'PATCH', path: `/deals/${deal}`, body: { memo: '' } }),
	},
];
