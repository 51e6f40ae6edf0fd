import type { IDataObject } from 'n8n-workflow';

/** Records of the sandbox that the table's rows act on. */
export type Ids = Readonly<
	Record<
		| 'user'
		| 'otherUser'
		| 'group'
		| 'role'
		| 'industry'
		| 'customer'
		| 'deal'
		| 'contact'
		| 'customerAction'
		| 'dealAction'
		| 'contactAction'
		| 'ticket'
		| 'dealType'
		| 'phase'
		| 'product'
		| 'probability'
		| 'channel'
		| 'pattern'
		| 'purpose'
		| 'productDetailType'
		| 'relatedCustomerType',
		number
	>
>;

export interface Sent {
	readonly method: string;
	readonly path: string;
	/** As it stands in the address, decoded; empty when absent. */
	readonly query?: string;
	readonly body?: unknown;
}

/** One operation: what the user enters, and what the documents say must be on the wire. */
export interface WireRow {
	/** Operation id of S1. */
	readonly operation: string;
	readonly parameters: (ids: Ids) => IDataObject;
	readonly sends: (ids: Ids) => Sent;
	/** Input items; one empty item unless given. */
	readonly input?: (ids: Ids) => IDataObject[];
}

const locator = (value: number) => ({ __rl: true, mode: 'id', value: String(value) });

const START = '2026-11-30T10:00:00+09:00';
const END = '2026-11-30T11:30:00+09:00';
const START_SENT = '2026-11-30T01:00:00.000Z';
const END_SENT = '2026-11-30T02:30:00.000Z';

const nameIs = (name: string) => ({
	searchMode: 'builder',
	match: 'all',
	conditions: { values: [{ field: 'name', operator: 'equals', value: name }] },
});

const nameFilter = (name: string) => ({
	compositeFilter: {
		logicalOperator: 'AND',
		subFilters: [
			{
				valueFilter: {
					field: { name: 'name' },
					comparisonOperator: '=',
					value: { stringValue: name },
				},
			},
		],
	},
});

const users: WireRow[] = [
	{
		operation: 'user.getCurrent',
		parameters: () => ({}),
		sends: () => ({ method: 'GET', path: '/users/me' }),
	},
	{
		operation: 'user.getMany',
		parameters: () => ({ filters: { deleted: true, email: 'nobody@example.com' } }),
		sends: () => ({
			method: 'GET',
			path: '/users',
			query: 'deleted=1&email=nobody@example.com&page=1',
		}),
	},
	{
		operation: 'userGroup.getMany',
		parameters: ({ user }) => ({ filters: { userId: locator(user) } }),
		sends: ({ user }) => ({ method: 'GET', path: '/user_groups', query: `userId=${user}&page=1` }),
	},
	{
		operation: 'userGroup.update',
		parameters: ({ group }) => ({ userGroupId: group, updateFields: { name: 'Wire Group' } }),
		sends: ({ group }) => ({
			method: 'PATCH',
			path: `/user_groups/${group}`,
			body: { name: 'Wire Group' },
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
		parameters: ({ group, otherUser }) => ({ userGroupId: group, userIds: [otherUser] }),
		sends: ({ group, otherUser }) => ({
			method: 'PUT',
			path: `/user_groups/${group}/users`,
			body: { userIds: [otherUser] },
		}),
	},
	{
		operation: 'role.getMany',
		parameters: () => ({}),
		sends: () => ({ method: 'GET', path: '/roles', query: 'page=1' }),
	},
];

const customers: WireRow[] = [
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
			options: { sort: 'updatedAt', itemKeyAsPropertyKey: true },
		}),
		sends: () => ({
			method: 'GET',
			path: '/customers',
			query:
				'searchWord=a&b&updatedAtFrom=2026-01-01T00:00:00.000Z&updatedAtTo=2026-12-31T00:00:00.000Z&sort=updatedAt&itemKeyAsPropertyKey=true&limit=3',
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
			options: { sortBy: 'updatedAt', sortOrder: 'ASC', itemKeyAsPropertyKey: true },
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

const actionTimes = { startDatetime: START, endDatetime: END };
const actionTimesSent = { startDatetime: START_SENT, endDatetime: END_SENT };

const actionFilters = ({ user }: Ids) => ({
	startDatetime: START,
	endDatetime: END,
	createdAtFrom: START,
	createdAtTo: END,
	updatedAtFrom: START,
	updatedAtTo: END,
	users: [user, 2],
	active: 'true',
});

const actionFiltersSent = ({ user }: Ids) =>
	`startDatetime=${START_SENT}&endDatetime=${END_SENT}&createdAtFrom=${START_SENT}&createdAtTo=${END_SENT}&updatedAtFrom=${START_SENT}&updatedAtTo=${END_SENT}&users[][id]=${user}&users[][id]=2&active=true`;

const customerActions: WireRow[] = [
	{
		operation: 'customerAction.getMany',
		parameters: (ids) => ({
			customerId: { __rl: true, mode: 'id', value: 'all' },
			limit: 7,
			filters: { ...actionFilters(ids), pattern: ids.pattern },
			options: { sort: 'startDatetime' },
		}),
		sends: (ids) => ({
			method: 'GET',
			path: '/customers/all/actions',
			query: `${actionFiltersSent(ids)}&pattern=${ids.pattern}&sort=startDatetime&limit=7`,
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
			updateFields: { active: false, invitees: [] },
			fieldsToClear: ['preNote'],
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

const deals: WireRow[] = [
	{
		operation: 'deal.getMany',
		parameters: ({ dealType }) => ({
			limit: 2,
			filters: { searchWord: 'x', dealTypeId: dealType, updatedAtFrom: '2026-01-01T00:00:00Z' },
			options: { sort: '-createdAt', itemKeyAsPropertyKey: true },
		}),
		sends: ({ dealType }) => ({
			method: 'GET',
			path: '/deals',
			query: `searchWord=x&dealTypeId=${dealType}&updatedAtFrom=2026-01-01T00:00:00.000Z&sort=-createdAt&itemKeyAsPropertyKey=true&limit=2`,
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

const dealActions: WireRow[] = [
	{
		operation: 'dealAction.getMany',
		parameters: (ids) => ({
			limit: 7,
			filters: { ...actionFilters(ids), dealId: locator(ids.deal), purpose: ids.purpose },
			options: { sort: '-startDatetime' },
		}),
		sends: (ids) => ({
			method: 'GET',
			path: '/actions',
			query: `${actionFiltersSent(ids)}&dealId=${ids.deal}&purpose=${ids.purpose}&sort=-startDatetime&limit=7`,
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

const contacts: WireRow[] = [
	{
		operation: 'contact.getMany',
		parameters: () => ({
			limit: 2,
			filters: { searchWord: 'x', phoneNumber: '03-1234', updatedAtTo: START },
			options: { sort: 'createdAt', itemKeyAsPropertyKey: true },
		}),
		sends: () => ({
			method: 'GET',
			path: '/contacts',
			query: `searchWord=x&phoneNumber=03-1234&updatedAtTo=${START_SENT}&sort=createdAt&itemKeyAsPropertyKey=true&limit=2`,
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

const contactActions: WireRow[] = [
	{
		operation: 'contactAction.getMany',
		parameters: (ids) => ({
			contactId: locator(ids.contact),
			limit: 7,
			filters: { ...actionFilters(ids), pattern: ids.pattern, dataType: 0 },
		}),
		sends: (ids) => ({
			method: 'GET',
			path: `/contacts/${ids.contact}/actions`,
			query: `${actionFiltersSent(ids)}&pattern=${ids.pattern}&dataType=0&limit=7`,
		}),
	},
	{
		operation: 'contactAction.create',
		parameters: ({ contact, pattern, user }) => ({
			contactId: locator(contact),
			pattern,
			creator: locator(user),
			...actionTimes,
		}),
		sends: ({ contact, pattern, user }) => ({
			method: 'POST',
			path: `/contacts/${contact}/actions`,
			body: { pattern: { id: pattern }, creator: { id: user }, ...actionTimesSent },
		}),
	},
	{
		operation: 'contactAction.get',
		parameters: ({ contact, contactAction }) => ({
			contactId: locator(contact),
			actionId: locator(contactAction),
			options: { includeFiles: true },
		}),
		sends: ({ contact, contactAction }) => ({
			method: 'GET',
			path: `/contacts/${contact}/actions/${contactAction}`,
			query: 'include_files=1',
		}),
	},
	{
		operation: 'contactAction.update',
		parameters: ({ contact, contactAction }) => ({
			contactId: locator(contact),
			actionId: locator(contactAction),
			updateFields: { result: 'ok' },
		}),
		sends: ({ contact, contactAction }) => ({
			method: 'PATCH',
			path: `/contacts/${contact}/actions/${contactAction}`,
			body: { result: 'ok' },
		}),
	},
	{
		operation: 'contactAction.createMany',
		parameters: ({ contact, pattern, user }) => ({
			contact: locator(contact),
			pattern,
			creator: locator(user),
			...actionTimes,
		}),
		sends: ({ contact, pattern, user }) => ({
			method: 'POST',
			path: '/contacts/actions/bulk',
			body: {
				actions: [
					{
						contact: { id: contact },
						pattern: { id: pattern },
						creator: { id: user },
						...actionTimesSent,
					},
				],
			},
		}),
	},
	{
		operation: 'contactAction.delete',
		parameters: ({ contact, contactAction }) => ({
			contactId: locator(contact),
			actionId: locator(contactAction),
			options: { skipNotice: true },
		}),
		sends: ({ contact, contactAction }) => ({
			method: 'DELETE',
			path: `/contacts/${contact}/actions/${contactAction}`,
			query: 'skipNotice=true',
		}),
	},
];

const objects = '/custom_object_defs/ticket/custom_objects';

const customObjects: WireRow[] = [
	{
		operation: 'customObject.getMany',
		parameters: () => ({
			customObjectDefKey: 'ticket',
			filters: {
				createdAtFrom: START,
				createdAtTo: END,
				updatedAtFrom: START,
				updatedAtTo: END,
			},
			options: { sort: 'updatedAt' },
		}),
		sends: () => ({
			method: 'GET',
			path: objects,
			query: `createdAtFrom=${START_SENT}&createdAtTo=${END_SENT}&updatedAtFrom=${START_SENT}&updatedAtTo=${END_SENT}&sort=updatedAt`,
		}),
	},
	{
		operation: 'customObject.create',
		parameters: ({ deal, customer, contact }) => ({
			customObjectDefKey: 'ticket',
			additionalFields: { deals: String(deal), customers: [customer], contacts: `${contact}` },
		}),
		sends: ({ deal, customer, contact }) => ({
			method: 'POST',
			path: objects,
			body: { deals: [{ id: deal }], customers: [{ id: customer }], contacts: [{ id: contact }] },
		}),
	},
	{
		operation: 'customObject.get',
		parameters: ({ ticket }) => ({
			customObjectDefKey: 'ticket',
			customObjectId: locator(ticket),
			options: { includeRelatedObjects: true },
		}),
		sends: ({ ticket }) => ({
			method: 'GET',
			path: `${objects}/${ticket}`,
			query: 'include_related_objects=1',
		}),
	},
	{
		operation: 'customObject.update',
		parameters: ({ ticket, deal }) => ({
			customObjectDefKey: 'ticket',
			customObjectId: locator(ticket),
			updateFields: { deals: `-${deal}` },
		}),
		sends: ({ ticket, deal }) => ({
			method: 'PATCH',
			path: `${objects}/${ticket}`,
			body: { deals: [{ id: deal, delete: true }] },
		}),
	},
	{
		operation: 'customObject.createMany',
		parameters: ({ customer }) => ({
			customObjectDefKey: 'ticket',
			additionalFields: { customers: String(customer) },
		}),
		input: () => [{}, {}],
		sends: ({ customer }) => ({
			method: 'POST',
			path: `${objects}/bulk`,
			body: {
				customObjects: [{ customers: [{ id: customer }] }, { customers: [{ id: customer }] }],
			},
		}),
	},
	{
		operation: 'customObject.updateMany',
		parameters: ({ ticket, contact }) => ({
			customObjectDefKey: 'ticket',
			customObjectId: locator(ticket),
			updateFields: { contacts: String(contact) },
		}),
		sends: ({ ticket, contact }) => ({
			method: 'PATCH',
			path: `${objects}/bulk`,
			body: { customObjects: [{ id: ticket, contacts: [{ id: contact }] }] },
		}),
	},
	{
		operation: 'customObject.delete',
		parameters: ({ ticket }) => ({ customObjectDefKey: 'ticket', customObjectId: locator(ticket) }),
		sends: ({ ticket }) => ({ method: 'DELETE', path: `${objects}/${ticket}` }),
	},
];

const removals: WireRow[] = [
	{
		operation: 'contact.delete',
		parameters: ({ contact }) => ({ contactId: locator(contact) }),
		sends: ({ contact }) => ({ method: 'DELETE', path: `/contacts/${contact}` }),
	},
	{
		operation: 'deal.delete',
		parameters: ({ deal }) => ({ dealId: locator(deal) }),
		sends: ({ deal }) => ({ method: 'DELETE', path: `/deals/${deal}` }),
	},
	{
		operation: 'customer.delete',
		parameters: ({ customer }) => ({ customerId: locator(customer) }),
		sends: ({ customer }) => ({ method: 'DELETE', path: `/customers/${customer}` }),
	},
];

/** All 57 operations of v2; the rows run in order on one sandbox, and the removals come last. */
export const V2_WIRE: readonly WireRow[] = [
	...users,
	...customers,
	...customerActions,
	...deals,
	...dealActions,
	...contacts,
	...contactActions,
	...customObjects,
	...removals,
];
