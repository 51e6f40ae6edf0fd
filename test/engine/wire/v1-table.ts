import type { IDataObject } from 'n8n-workflow';
import type { Ids, WireRow } from './v2-table';

const locator = (value: number) => ({ __rl: true, mode: 'id', value: String(value) });

const START = '2026-11-30T10:00:00+09:00';
const END = '2026-11-30T11:30:00+09:00';
const START_SENT = '2026-11-30T01:00:00.000Z';
const END_SENT = '2026-11-30T02:30:00.000Z';

/** The filter and output options that a v1 search takes in its body (v1 §4). */
const searchJson = (): IDataObject => ({
	searchMode: 'json',
	filterJson: JSON.stringify(FILTER),
	limit: 5,
	options: { sortBy: 'updatedAt', sortOrder: 'DESC', compactCustoms: true, noCustoms: false },
});

const FILTER = {
	compositeFilter: {
		logicalOperator: 'AND',
		subFilters: [
			{
				valueFilter: {
					field: { name: 'id' },
					comparisonOperator: '>',
					value: { integerValue: 0 },
				},
			},
		],
	},
};

const searchSent = {
	filter: FILTER,
	sort: { field: { name: 'updatedAt' }, order: 'DESC' },
	compactCustoms: true,
	noCustoms: false,
	page: 1,
	limit: 5,
};

const settings: WireRow[] = [
	{
		operation: 'domainSetting.get',
		parameters: () => ({}),
		sends: () => ({ method: 'GET', path: '/domains/settings' }),
	},
	{
		operation: 'user.getMany',
		parameters: () => ({ filters: { deleted: false } }),
		sends: () => ({ method: 'GET', path: '/users', query: 'deleted=0&page=1' }),
	},
	{
		operation: 'userGroup.getMany',
		parameters: ({ user }) => ({ filters: { userId: locator(user) } }),
		sends: ({ user }) => ({ method: 'GET', path: '/user_groups', query: `userId=${user}&page=1` }),
	},
	{
		operation: 'userGroup.update',
		parameters: ({ group }) => ({ userGroupId: group, updateFields: { name: 'v1 Group' } }),
		sends: ({ group }) => ({
			method: 'PATCH',
			path: `/user_groups/${group}`,
			body: { name: 'v1 Group' },
		}),
	},
	{
		operation: 'userGroup.addMember',
		parameters: ({ group, otherUser }) => ({ userGroupId: group, userId: locator(otherUser) }),
		sends: ({ group, otherUser }) => ({
			method: 'POST',
			path: `/user_groups/${group}/users`,
			body: { userId: otherUser },
		}),
	},
	{
		operation: 'userGroup.removeMember',
		parameters: ({ group, otherUser }) => ({ userGroupId: group, userId: locator(otherUser) }),
		sends: ({ group, otherUser }) => ({
			method: 'DELETE',
			path: `/user_groups/${group}/users/${otherUser}`,
		}),
	},
	{
		operation: 'userGroup.replaceMembers',
		parameters: ({ group }) => ({ userGroupId: group, userIds: [] }),
		sends: ({ group }) => ({
			method: 'PUT',
			path: `/user_groups/${group}/users`,
			body: { userIds: [] },
		}),
	},
	{
		operation: 'role.getMany',
		parameters: () => ({}),
		sends: () => ({ method: 'GET', path: '/roles', query: 'page=1' }),
	},
	{
		operation: 'actionField.getMany',
		parameters: () => ({}),
		sends: () => ({ method: 'GET', path: '/action_custom_items' }),
	},
	{
		operation: 'actionField.create',
		parameters: () => ({
			name: 'Wire Field',
			itemType: 'single_select',
			actionCustomItemOptions: [
				{ value: 1, label: 'One' },
				{ value: 2, label: 'Two' },
			],
			additionalFields: { itemKey: 'wire_field' },
		}),
		sends: () => ({
			method: 'POST',
			path: '/action_custom_items',
			body: {
				name: 'Wire Field',
				itemType: 'single_select',
				actionCustomItemOptions: [
					{ value: 1, label: 'One' },
					{ value: 2, label: 'Two' },
				],
				itemKey: 'wire_field',
			},
		}),
	},
	{
		operation: 'actionField.getLabels',
		parameters: () => ({
			itemKey: 'wire_field',
			limit: 3,
			filters: { searchWord: 'T' },
		}),
		sends: () => ({
			method: 'GET',
			path: '/action_custom_items/wire_field/labels',
			query: 'searchWord=T&page=1&limit=3',
		}),
	},
	{
		operation: 'actionField.update',
		parameters: () => ({
			itemKey: 'wire_field',
			updateFields: {
				name: 'Renamed',
				newItemKey: 'wire_field_2',
				actionCustomItemOptions: [
					{ value: 2, newValue: 3, label: 'Three' },
					{ value: 1, delete: true },
				],
			},
		}),
		sends: () => ({
			method: 'PATCH',
			path: '/action_custom_items/wire_field',
			body: {
				name: 'Renamed',
				newItemKey: 'wire_field_2',
				actionCustomItemOptions: [
					{ value: 2, newValue: 3, label: 'Three' },
					{ value: 1, delete: true },
				],
			},
		}),
	},
	{
		operation: 'customerField.getMany',
		parameters: () => ({}),
		sends: () => ({ method: 'GET', path: '/customer_custom_items' }),
	},
	{
		operation: 'contactField.getMany',
		parameters: () => ({}),
		sends: () => ({ method: 'GET', path: '/contact_custom_items' }),
	},
	{
		operation: 'dealType.get',
		parameters: ({ dealType }) => ({ dealTypeId: dealType }),
		sends: ({ dealType }) => ({ method: 'GET', path: `/deal_setting/deal_types/${dealType}` }),
	},
	{
		operation: 'productDetail.getMany',
		parameters: ({ dealType }) => ({ limit: 2, filters: { dealTypeId: dealType } }),
		sends: ({ dealType }) => ({
			method: 'GET',
			path: '/deal_product_detail_types',
			query: `dealTypeId=${dealType}&page=1&limit=2`,
		}),
	},
	{
		operation: 'productDetail.getFields',
		parameters: ({ dealType }) => ({ filters: { dealTypeId: dealType } }),
		sends: ({ dealType }) => ({
			method: 'GET',
			path: '/deal_product_detail_type_custom_items',
			query: `dealTypeId=${dealType}`,
		}),
	},
	{
		operation: 'productDetail.createMany',
		parameters: ({ dealType }) => ({
			name: 'Wire Product',
			additionalFields: { dealTypeIds: [dealType], price: '12.50', unit: '', memo: 'm' },
		}),
		sends: ({ dealType }) => ({
			method: 'POST',
			path: '/deal_product_detail_types/bulk',
			body: {
				dealProductDetailTypes: [
					{ name: 'Wire Product', dealTypeIds: [dealType], price: '12.50', unit: '', memo: 'm' },
				],
			},
		}),
	},
	{
		operation: 'productDetail.updateMany',
		parameters: ({ productDetailType }) => ({
			productDetailId: productDetailType,
			updateFields: { memo: 'changed' },
		}),
		sends: ({ productDetailType }) => ({
			method: 'PATCH',
			path: '/deal_product_detail_types/bulk',
			body: { dealProductDetailTypes: [{ id: productDetailType, memo: 'changed' }] },
		}),
	},
];

const customers: WireRow[] = [
	{
		operation: 'customer.getMany',
		parameters: () => ({
			limit: 3,
			filters: { searchWord: 'x', updatedAtFrom: START, updatedAtTo: END },
			options: { sort: '-updatedAt,id' },
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

const actionFilters = ({ user }: Ids) => ({
	startDatetime: START,
	endDatetime: END,
	createdAtFrom: START,
	createdAtTo: END,
	updatedAtFrom: START,
	updatedAtTo: END,
	users: [user],
	active: 'false',
});

const actionFiltersSent = ({ user }: Ids) =>
	`startDatetime=${START_SENT}&endDatetime=${END_SENT}&createdAtFrom=${START_SENT}&createdAtTo=${END_SENT}&updatedAtFrom=${START_SENT}&updatedAtTo=${END_SENT}&users[][id]=${user}&active=false`;

const times = { startDatetime: START, endDatetime: END };
const timesSent = { startDatetime: START_SENT, endDatetime: END_SENT };

const customerActions: WireRow[] = [
	{
		operation: 'customerAction.getMany',
		parameters: (ids) => ({
			customerId: { __rl: true, mode: 'id', value: 'all' },
			filters: { ...actionFilters(ids), pattern: ids.pattern },
			options: { sort: '-updatedAt' },
		}),
		sends: (ids) => ({
			method: 'GET',
			path: '/customers/all/actions',
			query: `${actionFiltersSent(ids)}&pattern=${ids.pattern}&sort=-updatedAt&page=1`,
		}),
	},
	{
		operation: 'customerAction.create',
		parameters: ({ customer, pattern, user }) => ({
			customerId: locator(customer),
			pattern,
			creator: locator(user),
			...times,
			additionalFields: { active: false },
		}),
		sends: ({ customer, pattern, user }) => ({
			method: 'POST',
			path: `/customers/${customer}/actions`,
			body: { pattern: { id: pattern }, creator: { id: user }, ...timesSent, active: false },
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
			...times,
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
						...timesSent,
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

const deals: WireRow[] = [
	{
		operation: 'deal.getMany',
		parameters: ({ dealType }) => ({
			limit: 2,
			filters: { searchWord: 'x', dealTypeId: dealType, updatedAtFrom: START },
			options: { sort: 'updatedAt', itemKeyAsPropertyKey: true },
		}),
		sends: ({ dealType }) => ({
			method: 'GET',
			path: '/deals',
			query: `searchWord=x&dealTypeId=${dealType}&updatedAtFrom=${START_SENT}&sort=updatedAt&itemKeyAsPropertyKey=true&page=1&limit=2`,
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
	{
		operation: 'deal.createMany',
		parameters: (ids) => ({ name: 'Bulk', dealType: ids.dealType, ...dealForm(ids) }),
		sends: (ids) => ({
			method: 'POST',
			path: `/deal_types/${ids.dealType}/deals/bulk`,
			body: {
				deals: [{ name: 'Bulk', expectedContractDate: '2026-12-24', ...dealBody(ids) }],
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

const dealActions: WireRow[] = [
	{
		operation: 'dealAction.getMany',
		parameters: (ids) => ({
			filters: { ...actionFilters(ids), dealId: locator(ids.deal), purpose: ids.purpose },
		}),
		sends: (ids) => ({
			method: 'GET',
			path: '/actions',
			query: `${actionFiltersSent(ids)}&dealId=${ids.deal}&purpose=${ids.purpose}&page=1`,
		}),
	},
	{
		operation: 'dealAction.create',
		parameters: ({ deal, purpose, user }) => ({
			deal: locator(deal),
			purpose,
			creator: locator(user),
			...times,
		}),
		sends: ({ deal, purpose, user }) => ({
			method: 'POST',
			path: '/actions',
			body: { deal: { id: deal }, purpose: { id: purpose }, creator: { id: user }, ...timesSent },
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
			updateFields: { deal: locator(deal), active: false },
		}),
		sends: ({ dealAction, deal }) => ({
			method: 'PATCH',
			path: `/actions/${dealAction}`,
			body: { deal: { id: deal }, active: false },
		}),
	},
	{
		operation: 'dealAction.createMany',
		parameters: ({ dealType, deal, purpose, user }) => ({
			dealTypeId: dealType,
			deal: locator(deal),
			purpose,
			creator: locator(user),
			...times,
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
						...timesSent,
					},
				],
			},
		}),
	},
];

const contacts: WireRow[] = [
	{
		operation: 'contact.getMany',
		parameters: () => ({
			filters: { searchWord: 'x', phoneNumber: '03-1234', updatedAtTo: END },
			options: { sort: '-updatedAt' },
		}),
		sends: () => ({
			method: 'GET',
			path: '/contacts',
			query: `searchWord=x&phoneNumber=03-1234&updatedAtTo=${END_SENT}&sort=-updatedAt&page=1`,
		}),
	},
];

/** All 47 operations of v1; the rows run in order on one sandbox. */
export const V1_WIRE: readonly WireRow[] = [
	...settings,
	...customers,
	...customerActions,
	...deals,
	...dealActions,
	...contacts,
];
