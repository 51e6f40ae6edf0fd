import { locator, type WireRow, type Ids } from '../wireRow';
import { nameFilter, nameIs } from './filters';

const dealReferences = ({ customer, phase, product, probability, channel, user }: Ids) => ({
	customer: locator(customer),
	phase,
	product,
	probability,
	channel,
	user: locator(user),
});

const dealReferencesSent = ({ customer, phase, product, probability, channel, user }: Ids) => ({
	customer: { id: customer },
	phase: { id: phase },
	product: { id: product },
	probability: { id: probability },
	channel: { id: channel },
	user: { id: user },
});

export const deals: WireRow[] = [
	{
		operation: 'deal.getMany',
		parameters: ({ dealType }) => ({
			limit: 2,
			filters: { searchWord: 'x', dealTypeId: dealType, updatedAtFrom: '2026-01-01T00:00:00Z' },
			sort: { order: '-createdAt' },
			options: { itemKeyAsPropertyKey: true },
		}),
		sends: ({ dealType }) => ({
			method: 'GET',
			path: '/deals',
			query: `searchWord=x&dealTypeId=${dealType}&updatedAtFrom=2026-01-01T00:00:00.000Z&itemKeyAsPropertyKey=true&sort=-createdAt&limit=2`,
		}),
	},
	{
		operation: 'deal.create',
		parameters: (ids) => ({
			name: 'Wire',
			expectedContractDate: '2026-12-24T00:00:00',
			dealType: ids.dealType,
			...dealReferences(ids),
			additionalFields: {
				amount: 0,
				memo: '',
				closingLeadtime: 3,
				fromEmail: false,
				dealProductDetails: [
					{ dealProductDetailTypeId: ids.productDetailType, quantity: 2, price: '10.5' },
				],
				dealCustomers: [
					{ dealCustomerTypeId: ids.relatedCustomerType, customerId: locator(ids.customer) },
				],
			},
			options: { skipNotice: true, itemKeyAsPropertyKey: true },
		}),
		sends: (ids) => ({
			method: 'POST',
			path: '/deals',
			query: 'skipNotice=true&itemKeyAsPropertyKey=true',
			body: {
				name: 'Wire',
				expectedContractDate: '2026-12-24',
				dealType: { id: ids.dealType },
				...dealReferencesSent(ids),
				amount: 0,
				memo: '',
				closingLeadtime: 3,
				fromEmail: false,
				dealProductDetails: [
					{ dealProductDetailTypeId: ids.productDetailType, quantity: '2', price: '10.5' },
				],
				dealCustomers: [{ dealCustomerTypeId: ids.relatedCustomerType, customerId: ids.customer }],
			},
		}),
	},
	{
		operation: 'deal.search',
		parameters: () => ({ ...nameIs('Wire'), limit: 5 }),
		sends: () => ({
			method: 'POST',
			path: '/deals/search',
			query: 'limit=5',
			body: { filter: nameFilter('Wire') },
		}),
	},
	{
		operation: 'deal.get',
		parameters: ({ deal }) => ({
			dealId: locator(deal),
			options: { includeRelatedObjects: true, itemKeyAsPropertyKey: true },
		}),
		sends: ({ deal }) => ({
			method: 'GET',
			path: `/deals/${deal}`,
			query: 'itemKeyAsPropertyKey=true&include_related_objects=1',
		}),
	},
	{
		operation: 'deal.update',
		parameters: ({ deal }) => ({
			dealId: locator(deal),
			fieldsToClear: ['amount'],
			updateFields: { memo: '' },
			options: { skipNotice: true, itemKeyAsPropertyKey: true },
		}),
		sends: ({ deal }) => ({
			method: 'PATCH',
			path: `/deals/${deal}`,
			query: 'skipNotice=true&itemKeyAsPropertyKey=true',
			body: { amount: null, memo: '' },
		}),
	},
	{
		operation: 'deal.createMany',
		parameters: (ids) => ({
			name: '={{ $json.name }}',
			expectedContractDate: '2026-12-24',
			dealType: ids.dealType,
			...dealReferences(ids),
		}),
		input: () => [{ name: 'One' }, { name: 'Two' }],
		sends: (ids) => ({
			method: 'POST',
			path: `/deal_types/${ids.dealType}/deals/bulk`,
			body: {
				deals: ['One', 'Two'].map((name) => ({
					name,
					expectedContractDate: '2026-12-24',
					...dealReferencesSent(ids),
				})),
			},
		}),
	},
	{
		operation: 'deal.updateMany',
		parameters: ({ dealType, deal }) => ({
			dealType,
			dealId: locator(deal),
			updateFields: { memo: 'bulk' },
		}),
		sends: ({ dealType, deal }) => ({
			method: 'PATCH',
			path: `/deal_types/${dealType}/deals/bulk`,
			body: { deals: [{ id: deal, memo: 'bulk' }] },
		}),
	},
	{
		operation: 'dealContact.link',
		parameters: ({ deal, contact }) => ({ dealId: locator(deal), contactId: locator(contact) }),
		sends: ({ deal, contact }) => ({
			method: 'POST',
			path: `/deals/${deal}/contacts/${contact}`,
			body: {},
		}),
	},
	{
		operation: 'dealContact.getMany',
		parameters: ({ deal }) => ({ dealId: locator(deal) }),
		sends: ({ deal }) => ({ method: 'GET', path: `/deals/${deal}/contacts`, query: 'page=1' }),
	},
	{
		operation: 'dealContact.unlink',
		parameters: ({ deal, contact }) => ({ dealId: locator(deal), contactId: locator(contact) }),
		sends: ({ deal, contact }) => ({
			method: 'DELETE',
			path: `/deals/${deal}/contacts/${contact}`,
		}),
	},
];
