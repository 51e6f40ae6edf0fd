import {
	actions,
	compared,
	dealParts,
	made,
	madeSent,
	one,
	START,
	START_SENT,
	times,
	timesSent,
	type Ids,
	type Row,
} from './row';

const DAY = '2026-12-24';

/** A search by name: as the builder has it, and as it is sent. */
const named = {
	conditions: { values: [{ field: 'name', operator: 'equals', value: 'Wire' }] },
};
const namedSent = compared({ name: 'name' }, '=', { stringValue: 'Wire' });
const byKeys = { itemKeyAsPropertyKey: true };
const ofKeys = 'itemKeyAsPropertyKey=true';
const quiet = { options: { skipNotice: true } };

const people = ({ user, otherUser, group }: Ids): Row[] => [
	['user.getCurrent', {}, 'GET /users/me'],
	[
		'user.getMany',
		{ filters: { deleted: true, email: 'nobody@example.com' } },
		'GET /users?deleted=1&email=nobody@example.com&page=1',
	],
	[
		'userGroup.getMany',
		{ filters: { userId: one(user) } },
		`GET /user_groups?userId=${user}&page=1`,
	],
	[
		'userGroup.update',
		{ userGroupId: group, updateFields: { name: `Wire Group ${group}` } },
		`PATCH /user_groups/${group}`,
		{ name: `Wire Group ${group}` },
	],
	[
		'userGroup.addMember',
		{ userGroupId: group, userId: one(otherUser) },
		`POST /user_groups/${group}/users`,
		{ userId: otherUser },
	],
	[
		'userGroup.removeMember',
		{ userGroupId: group, userId: one(otherUser) },
		`DELETE /user_groups/${group}/users/${otherUser}`,
	],
	[
		'userGroup.replaceMembers',
		{ userGroupId: group, userIds: [otherUser] },
		`PUT /user_groups/${group}/users`,
		{ userIds: [otherUser] },
	],
	['role.getMany', {}, 'GET /roles?page=1'],
];

const customers = ({ customer, industry, role }: Ids): Row[] => {
	const fields = {
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
	};
	return [
		[
			'customer.getMany',
			{
				returnAll: false,
				limit: 3,
				sort: { order: 'updatedAt' },
				options: byKeys,
				filters: {
					searchWord: 'a&b',
					updatedAtFrom: '2026-01-01T00:00:00Z',
					updatedAtTo: '2026-12-31T09:00:00+09:00',
				},
			},
			'GET /customers?searchWord=a&b&updatedAtFrom=2026-01-01T00:00:00.000Z' +
				`&updatedAtTo=2026-12-31T00:00:00.000Z&${ofKeys}&sort=updatedAt&limit=3`,
		],
		[
			'customer.create',
			{ name: 'Wire', additionalFields: { ...fields, parentId: one(customer) }, customFields: {} },
			'POST /customers',
			{ name: 'Wire', ...fields, parentId: customer },
		],
		[
			'customer.search',
			{ ...named, limit: 5, sort: { sortBy: 'updatedAt', sortOrder: 'ASC' }, options: byKeys },
			'POST /customers/search',
			{
				filter: namedSent,
				sort: { field: { name: 'updatedAt' }, order: 'ASC' },
				limit: 5,
				itemKeyAsPropertyKey: 'true',
			},
		],
		[
			'customer.get',
			{
				customerId: one(customer),
				options: { includeRelatedObjects: true, itemKeyAsPropertyKey: false },
			},
			`GET /customers/${customer}?itemKeyAsPropertyKey=false&include_related_objects=1`,
		],
		[
			'customer.update',
			{
				customerId: one(customer),
				fieldsToClear: ['address', 'establishYear'],
				updateFields: { capital: 0, industryId: industry },
			},
			`PATCH /customers/${customer}`,
			{ address: null, establishYear: null, capital: 0, industryId: industry },
		],
		[
			'customer.createMany',
			{ name: '={{ $json.name }}' },
			'POST /customers/bulk',
			{ customers: [{ name: 'One' }, { name: 'Two' }] },
			[{ name: 'One' }, { name: 'Two' }],
		],
	];
};

const customerActions = (ids: Ids): Row[] => {
	const { customer, customerAction, pattern, user, otherUser, contact } = ids;
	const list = actions([user, 2], true);
	const action = { customerId: one(customer), actionId: one(customerAction) };
	const path = `/customers/${customer}/actions`;
	const entered = { pattern, creator: one(user), ...times };
	const sent = { pattern: { id: pattern }, creator: { id: user }, ...timesSent };
	const more = { active: false, preNote: '', result: 'done' };
	return [
		[
			'customerAction.getMany',
			{
				customerId: one('all'),
				limit: 7,
				sort: { order: 'startDatetime' },
				filters: { ...list.filters, pattern },
			},
			`GET /customers/all/actions?${list.sent(`pattern=${pattern}`)}&sort=startDatetime&limit=7`,
		],
		[
			'customerAction.create',
			{
				customerId: one(customer),
				...entered,
				...quiet,
				additionalFields: { ...more, invitees: [otherUser], contacts: [contact] },
			},
			`POST ${path}?skipNotice=true`,
			{ ...sent, ...more, invitees: [{ id: otherUser }], contacts: [{ id: contact }] },
		],
		[
			'customerAction.get',
			{ ...action, options: { includeFiles: true } },
			`GET ${path}/${customerAction}?include_files=1`,
		],
		[
			'customerAction.update',
			{
				...action,
				...quiet,
				updateFields: { active: false },
				fieldsToClear: ['preNote', 'invitees'],
			},
			`PATCH ${path}/${customerAction}?skipNotice=true`,
			{ active: false, invitees: [], preNote: null },
		],
		[
			'customerAction.createMany',
			{ customer: one(customer), ...entered },
			'POST /customers/actions/bulk',
			{ actions: [{ customer: { id: customer }, ...sent }] },
		],
		[
			'customerAction.delete',
			{ ...action, ...quiet },
			`DELETE ${path}/${customerAction}?skipNotice=true`,
		],
	];
};

const deals = (ids: Ids): Row[] => {
	const { deal, dealType, customer, contact, productDetailType, relatedCustomerType } = ids;
	const parts = dealParts(ids);
	const more = { amount: 0, memo: '', closingLeadtime: 3, fromEmail: false };
	const related = { dealCustomerTypeId: relatedCustomerType };
	const product = { dealProductDetailTypeId: productDetailType, price: '10.5' };
	const link = { dealId: one(deal), contactId: one(contact) };
	const quietByKeys = { options: { skipNotice: true, itemKeyAsPropertyKey: true } };
	const ofQuietKeys = `skipNotice=true&${ofKeys}`;
	return [
		[
			'deal.getMany',
			{
				limit: 2,
				sort: { order: '-createdAt' },
				options: byKeys,
				filters: { searchWord: 'x', dealTypeId: dealType, updatedAtFrom: '2026-01-01T00:00:00Z' },
			},
			`GET /deals?searchWord=x&dealTypeId=${dealType}&updatedAtFrom=2026-01-01T00:00:00.000Z` +
				`&${ofKeys}&sort=-createdAt&limit=2`,
		],
		[
			'deal.create',
			{
				name: 'Wire',
				expectedContractDate: `${DAY}T00:00:00`,
				dealType,
				...parts.entered,
				additionalFields: {
					...more,
					dealProductDetails: [{ ...product, quantity: 2 }],
					dealCustomers: [{ ...related, customerId: one(customer) }],
				},
				...quietByKeys,
			},
			`POST /deals?${ofQuietKeys}`,
			{
				name: 'Wire',
				expectedContractDate: DAY,
				dealType: { id: dealType },
				...parts.sent,
				...more,
				dealProductDetails: [{ ...product, quantity: '2' }],
				dealCustomers: [{ ...related, customerId: customer }],
			},
		],
		['deal.search', { ...named, limit: 5 }, 'POST /deals/search?limit=5', { filter: namedSent }],
		[
			'deal.get',
			{ dealId: one(deal), options: { includeRelatedObjects: true, ...byKeys } },
			`GET /deals/${deal}?${ofKeys}&include_related_objects=1`,
		],
		[
			'deal.update',
			{
				dealId: one(deal),
				fieldsToClear: ['amount'],
				updateFields: { memo: '' },
				...quietByKeys,
			},
			`PATCH /deals/${deal}?${ofQuietKeys}`,
			{ amount: null, memo: '' },
		],
		[
			'deal.createMany',
			{ name: '={{ $json.name }}', expectedContractDate: DAY, dealType, ...parts.entered },
			`POST /deal_types/${dealType}/deals/bulk`,
			{
				deals: ['One', 'Two'].map((name) => ({
					name,
					expectedContractDate: DAY,
					...parts.sent,
				})),
			},
			[{ name: 'One' }, { name: 'Two' }],
		],
		[
			'deal.updateMany',
			{ dealType, dealId: one(deal), updateFields: { memo: 'bulk' } },
			`PATCH /deal_types/${dealType}/deals/bulk`,
			{ deals: [{ id: deal, memo: 'bulk' }] },
		],
		['dealContact.link', link, `POST /deals/${deal}/contacts/${contact}`, {}],
		['dealContact.getMany', { dealId: one(deal) }, `GET /deals/${deal}/contacts?page=1`],
		['dealContact.unlink', link, `DELETE /deals/${deal}/contacts/${contact}`],
	];
};

const dealActions = ({ deal, dealType, dealAction, purpose, user }: Ids): Row[] => {
	const list = actions([user, 2], true);
	const entered = { deal: one(deal), purpose, creator: one(user), ...times };
	const sent = {
		deal: { id: deal },
		purpose: { id: purpose },
		creator: { id: user },
		...timesSent,
	};
	const action = { actionId: one(dealAction) };
	return [
		[
			'dealAction.getMany',
			{
				limit: 7,
				sort: { order: '-startDatetime' },
				filters: { ...list.filters, dealId: one(deal), purpose },
			},
			`GET /actions?${list.sent(`dealId=${deal}&purpose=${purpose}`)}&sort=-startDatetime&limit=7`,
		],
		[
			'dealAction.create',
			{ ...entered, additionalFields: { active: true }, ...quiet },
			'POST /actions?skipNotice=true',
			{ ...sent, active: true },
		],
		[
			'dealAction.get',
			{ ...action, options: { includeFiles: true } },
			`GET /actions/${dealAction}?include_files=1`,
		],
		[
			'dealAction.update',
			{ ...action, updateFields: { result: '' }, options: { skipNotice: false } },
			`PATCH /actions/${dealAction}?skipNotice=false`,
			{ result: '' },
		],
		[
			'dealAction.createMany',
			{ dealTypeId: dealType, ...entered },
			'POST /actions/bulk',
			{ dealTypeId: dealType, actions: [sent] },
		],
		['dealAction.delete', { ...action, ...quiet }, `DELETE /actions/${dealAction}?skipNotice=true`],
	];
};

const contacts = ({ contact, customer }: Ids): Row[] => {
	const fields = {
		email: 'wire@example.com',
		tel: '',
		mobileTel: '090-1',
		address: 'a',
		dept: 'b',
		position: 'c',
		memo: 'd',
	};
	return [
		[
			'contact.getMany',
			{
				limit: 2,
				sort: { order: 'createdAt' },
				options: byKeys,
				filters: { searchWord: 'x', phoneNumber: '03-1234', updatedAtTo: START },
			},
			`GET /contacts?searchWord=x&phoneNumber=03-1234&updatedAtTo=${START_SENT}` +
				`&${ofKeys}&sort=createdAt&limit=2`,
		],
		[
			'contact.create',
			{ name: 'Wire', additionalFields: { ...fields, customer: one(customer) } },
			'POST /contacts',
			{ name: 'Wire', ...fields, customer: { id: customer } },
		],
		[
			'contact.search',
			{
				options: { match: 'any' },
				limit: 4,
				conditions: { values: [{ field: 'customer.name', operator: 'contains', value: 'a' }] },
			},
			'POST /contacts/search?limit=4',
			{
				filter: compared(
					...([{ reference: 'customer', name: 'name' }, 'LIKE', { stringValue: 'a' }] as const),
					'OR',
				),
			},
		],
		[
			'contact.get',
			{ contactId: one(contact), options: { includeRelatedObjects: true, ...byKeys } },
			`GET /contacts/${contact}?${ofKeys}&include_related_objects=1`,
		],
		[
			'contact.update',
			{
				contactId: one(contact),
				fieldsToClear: ['customer', 'email'],
				updateFields: { name: 'Renamed' },
			},
			`PATCH /contacts/${contact}`,
			{ customer: null, email: null, name: 'Renamed' },
		],
	];
};

const contactActions = ({ contact, contactAction, pattern, user }: Ids): Row[] => {
	const list = actions([user, 2], true);
	const entered = { pattern, creator: one(user), ...times };
	const sent = { pattern: { id: pattern }, creator: { id: user }, ...timesSent };
	const action = { contactId: one(contact), actionId: one(contactAction) };
	const path = `/contacts/${contact}/actions`;
	return [
		[
			'contactAction.getMany',
			{ contactId: one(contact), limit: 7, filters: { ...list.filters, pattern, dataType: 0 } },
			`GET ${path}?${list.sent(`pattern=${pattern}&dataType=0`)}&limit=7`,
		],
		['contactAction.create', { contactId: one(contact), ...entered }, `POST ${path}`, sent],
		[
			'contactAction.get',
			{ ...action, options: { includeFiles: true } },
			`GET ${path}/${contactAction}?include_files=1`,
		],
		[
			'contactAction.update',
			{ ...action, updateFields: { result: 'ok' } },
			`PATCH ${path}/${contactAction}`,
			{ result: 'ok' },
		],
		[
			'contactAction.createMany',
			{ contact: one(contact), ...entered },
			'POST /contacts/actions/bulk',
			{ actions: [{ contact: { id: contact }, ...sent }] },
		],
		[
			'contactAction.delete',
			{ ...action, ...quiet },
			`DELETE ${path}/${contactAction}?skipNotice=true`,
		],
	];
};

const customObjects = ({ ticket, deal, customer, contact }: Ids): Row[] => {
	const tickets = { customObjectDefKey: 'ticket' };
	const object = { ...tickets, customObjectId: one(ticket) };
	const path = '/custom_object_defs/ticket/custom_objects';
	const ofCustomer = { customers: [{ id: customer }] };
	return [
		[
			'customObject.getMany',
			{ ...tickets, filters: made, sort: { order: 'updatedAt' } },
			`GET ${path}?${madeSent}&sort=updatedAt`,
		],
		[
			'customObject.create',
			{
				...tickets,
				additionalFields: { deals: String(deal), customers: [customer], contacts: `${contact}` },
			},
			`POST ${path}`,
			{ deals: [{ id: deal }], ...ofCustomer, contacts: [{ id: contact }] },
		],
		[
			'customObject.get',
			{ ...object, options: { includeRelatedObjects: true } },
			`GET ${path}/${ticket}?include_related_objects=1`,
		],
		[
			'customObject.update',
			{ ...object, updateFields: { deals: `-${deal}` } },
			`PATCH ${path}/${ticket}`,
			{ deals: [{ id: deal, delete: true }] },
		],
		[
			'customObject.createMany',
			{ ...tickets, additionalFields: { customers: String(customer) } },
			`POST ${path}/bulk`,
			{ customObjects: [ofCustomer, ofCustomer] },
			[{}, {}],
		],
		[
			'customObject.updateMany',
			{ ...object, updateFields: { contacts: String(contact) } },
			`PATCH ${path}/bulk`,
			{ customObjects: [{ id: ticket, contacts: [{ id: contact }] }] },
		],
		['customObject.delete', object, `DELETE ${path}/${ticket}`],
	];
};

/** Last, since the other rows act on these records. */
const removals = ({ contact, deal, customer }: Ids): Row[] => [
	['contact.delete', { contactId: one(contact) }, `DELETE /contacts/${contact}`],
	['deal.delete', { dealId: one(deal) }, `DELETE /deals/${deal}`],
	['customer.delete', { customerId: one(customer) }, `DELETE /customers/${customer}`],
];

export const v2 = (ids: Ids): Row[] =>
	[
		people,
		customers,
		customerActions,
		deals,
		dealActions,
		contacts,
		contactActions,
		customObjects,
		removals,
	].flatMap((rows) => rows(ids));
