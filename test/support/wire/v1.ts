import {
	actions,
	changed,
	changedSent,
	compared,
	dealParts,
	one,
	START,
	START_SENT,
	times,
	timesSent,
	type Ids,
	type Row,
} from './row';
import { v2 } from './v2';

const DAY = '2026-12-24';

/** What is entered and sent is the same in both interfaces. */
const SAME = [
	'userGroup.getMany',
	'userGroup.update',
	'userGroup.addMember',
	'userGroup.removeMember',
	'role.getMany',
	'customerAction.get',
	'deal.get',
	'customer.createMany',
	'deal.createMany',
	'deal.updateMany',
	'dealContact.link',
	'dealContact.getMany',
	'dealContact.unlink',
	'dealAction.createMany',
];

/** The filter and output options that a v1 search takes in its body (v1 §4). */
const filter = compared({ name: 'id' }, '>', { integerValue: 0 });
const customs = { compactCustoms: true, noCustoms: false };
const search = {
	limit: 5,
	conditions: { values: [{ field: 'id', operator: 'greaterThan', value: 0 }] },
	options: customs,
	sort: { sortBy: 'updatedAt', sortOrder: 'DESC' },
};
const searchSent = {
	filter,
	sort: { field: { name: 'updatedAt' }, order: 'DESC' },
	...customs,
	page: 1,
	limit: 5,
};

const settings = ({ dealType, productDetailType }: Ids): Row[] => {
	const field = {
		name: 'Wire Field',
		itemType: 'single_select',
		actionCustomItemOptions: [
			{ value: 1, label: 'One' },
			{ value: 2, label: 'Two' },
		],
	};
	const renamed = {
		name: 'Renamed',
		newItemKey: 'wire_field_2',
		actionCustomItemOptions: [
			{ value: 2, newValue: 3, label: 'Three' },
			{ value: 1, delete: true },
		],
	};
	const product = { dealTypeIds: [dealType], price: '12.50', unit: '', memo: 'm' };
	const ofType = { filters: { dealTypeId: dealType } };
	const products = '/deal_product_detail_types';
	return [
		['domainSetting.get', {}, 'GET /domains/settings'],
		['actionField.getMany', {}, 'GET /action_custom_items'],
		[
			'actionField.create',
			{ ...field, additionalFields: { itemKey: 'wire_field' } },
			'POST /action_custom_items',
			{ ...field, itemKey: 'wire_field' },
		],
		[
			'actionField.getLabels',
			{ itemKey: 'wire_field', limit: 3, filters: { searchWord: 'T' } },
			'GET /action_custom_items/wire_field/labels?searchWord=T&page=1&limit=3',
		],
		[
			'actionField.update',
			{ itemKey: 'wire_field', updateFields: renamed },
			'PATCH /action_custom_items/wire_field',
			renamed,
		],
		['customerField.getMany', {}, 'GET /customer_custom_items'],
		['contactField.getMany', {}, 'GET /contact_custom_items'],
		['dealType.get', { dealTypeId: dealType }, `GET /deal_setting/deal_types/${dealType}`],
		[
			'productDetail.getMany',
			{ limit: 2, ...ofType },
			`GET ${products}?dealTypeId=${dealType}&page=1&limit=2`,
		],
		[
			'productDetail.getFields',
			ofType,
			`GET /deal_product_detail_type_custom_items?dealTypeId=${dealType}`,
		],
		[
			'productDetail.createMany',
			{ name: 'Wire Product', additionalFields: product },
			`POST ${products}/bulk`,
			{ dealProductDetailTypes: [{ name: 'Wire Product', ...product }] },
		],
		[
			'productDetail.updateMany',
			{ productDetailId: productDetailType, updateFields: { memo: 'changed' } },
			`PATCH ${products}/bulk`,
			{ dealProductDetailTypes: [{ id: productDetailType, memo: 'changed' }] },
		],
	];
};

const people = ({ group }: Ids): Row[] => [
	['user.getMany', { filters: { deleted: false } }, 'GET /users?deleted=0&page=1'],
	[
		'userGroup.replaceMembers',
		{ userGroupId: group, removeAllMembers: true },
		`PUT /user_groups/${group}/users`,
		{ userIds: [] },
	],
];

const customers = ({ customer, role }: Ids): Row[] => {
	const fields = { address: '', employee: 0, closingMonth: 12, ownerRoleId: role };
	return [
		[
			'customer.getMany',
			{ limit: 3, filters: { searchWord: 'x', ...changed }, sort: { orderKeys: '-updatedAt,id' } },
			`GET /customers?searchWord=x&${changedSent}&sort=-updatedAt,id&page=1&limit=3`,
		],
		[
			'customer.create',
			{ name: 'Wire', additionalFields: fields },
			'POST /customers',
			{ name: 'Wire', ...fields },
		],
		['customer.search', search, 'POST /customers/search', searchSent],
		[
			'customer.get',
			{ customerId: one(customer), options: { includeRelatedObjects: true } },
			`GET /customers/${customer}?include_related_objects=1`,
		],
		[
			'customer.update',
			{ customerId: one(customer), updateFields: { capital: 0 }, fieldsToClear: ['address'] },
			`PATCH /customers/${customer}`,
			{ capital: 0, address: null },
		],
	];
};

const customerActions = ({ customer, customerAction, pattern, user }: Ids): Row[] => {
	const list = actions([user], false);
	const entered = { pattern, creator: one(user), ...times };
	const sent = { pattern: { id: pattern }, creator: { id: user }, ...timesSent };
	const action = { customerId: one(customer), actionId: one(customerAction) };
	const path = `/customers/${customer}/actions`;
	const files = [{ name: 'a.pdf', path: '/files/a.pdf' }];
	return [
		[
			'customerAction.getMany',
			{
				customerId: one('all'),
				sort: { orderKeys: '-updatedAt' },
				filters: { ...list.filters, pattern },
			},
			`GET /customers/all/actions?${list.sent(`pattern=${pattern}`)}&sort=-updatedAt&page=1`,
		],
		[
			'customerAction.create',
			{ customerId: one(customer), ...entered, additionalFields: { active: false } },
			`POST ${path}`,
			{ ...sent, active: false },
		],
		[
			'customerAction.update',
			{ ...action, updateFields: { result: '' } },
			`PATCH ${path}/${customerAction}`,
			{ result: '' },
		],
		[
			'customerAction.createMany',
			{ customer: one(customer), ...entered, additionalFields: { files } },
			'POST /customers/actions/bulk',
			{ actions: [{ customer: { id: customer }, ...sent, files }] },
		],
		['customerAction.delete', action, `DELETE ${path}/${customerAction}`],
	];
};

const deals = (ids: Ids): Row[] => {
	const { deal, dealType } = ids;
	const { entered, sent } = dealParts(ids);
	const byKeys = { itemKeyAsPropertyKey: true };
	return [
		[
			'deal.getMany',
			{
				limit: 2,
				sort: { orderKeys: 'updatedAt' },
				options: byKeys,
				filters: { searchWord: 'x', dealTypeId: dealType, updatedAtFrom: START },
			},
			`GET /deals?searchWord=x&dealTypeId=${dealType}&updatedAtFrom=${START_SENT}` +
				'&itemKeyAsPropertyKey=true&sort=updatedAt&page=1&limit=2',
		],
		[
			'deal.create',
			{
				name: 'Wire',
				dealType,
				...entered,
				expectedContractDate: DAY,
				additionalFields: { amount: 0 },
				options: byKeys,
			},
			'POST /deals?itemKeyAsPropertyKey=true',
			{ name: 'Wire', dealType: { id: dealType }, expectedContractDate: DAY, ...sent, amount: 0 },
		],
		['deal.search', search, 'POST /deals/search', searchSent],
		[
			'deal.update',
			{ dealId: one(deal), updateFields: { memo: '' } },
			`PATCH /deals/${deal}`,
			{ memo: '' },
		],
	];
};

const dealActions = ({ deal, dealAction, purpose, user }: Ids): Row[] => {
	const list = actions([user], false);
	return [
		[
			'dealAction.getMany',
			{ filters: { ...list.filters, dealId: one(deal), purpose } },
			`GET /actions?${list.sent(`dealId=${deal}&purpose=${purpose}`)}&page=1`,
		],
		[
			'dealAction.create',
			{ deal: one(deal), purpose, creator: one(user), ...times },
			'POST /actions',
			{ deal: { id: deal }, purpose: { id: purpose }, creator: { id: user }, ...timesSent },
		],
		[
			'dealAction.get',
			{ actionId: one(dealAction), options: { includeFiles: false } },
			`GET /actions/${dealAction}?include_files=0`,
		],
		[
			'dealAction.update',
			{ actionId: one(dealAction), updateFields: { deal: one(deal), active: false } },
			`PATCH /actions/${dealAction}`,
			{ deal: { id: deal }, active: false },
		],
	];
};

const contacts = (): Row[] => [
	[
		'contact.getMany',
		{
			filters: { searchWord: 'x', phoneNumber: '03-1234', updatedAtTo: changed.updatedAtTo },
			sort: { orderKeys: '-updatedAt' },
		},
		`GET /contacts?searchWord=x&phoneNumber=03-1234&updatedAtTo=${timesSent.endDatetime}` +
			'&sort=-updatedAt&page=1',
	],
];

export const v1 = (ids: Ids): Row[] => [
	// First, since the others remove some of the records.
	...v2(ids).filter(([operation]) => SAME.includes(operation)),
	...[settings, people, customers, customerActions, deals, dealActions, contacts].flatMap((rows) =>
		rows(ids),
	),
];
