import type { Ids } from '../../engine/support/wire/wireRow';

/** What a request needs beside its route: path parameters by name, and a body where it takes one. */
export interface Request {
	params?: Record<string, number | string>;
	body?: unknown;
}
type Requests = Record<string, Request>;

const start = '2026-11-30T10:00:00Z';
const end = '2026-11-30T11:00:00Z';
const filter = {
	compositeFilter: {
		logicalOperator: 'AND',
		subFilters: [
			{
				valueFilter: {
					field: { name: 'name' },
					comparisonOperator: '=',
					value: { stringValue: 'Anything' },
				},
			},
		],
	},
};

/** The bodies that both versions take: the required properties and no other. */
function bodiesOf(ids: Ids) {
	const creator = { id: ids.user };
	const deal = {
		name: 'New deal',
		expectedContractDate: '2026-12-24',
		customer: { id: ids.customer },
		phase: { id: ids.phase },
		product: { id: ids.product },
		probability: { id: ids.probability },
		channel: { id: ids.channel },
		user: creator,
	};
	const action = { startDatetime: start, endDatetime: end, creator };
	return {
		customer: { name: 'New customer' },
		deal,
		patternAction: { ...action, pattern: { id: ids.pattern } },
		dealAction: { ...action, purpose: { id: ids.purpose }, deal: { id: ids.deal } },
	};
}

/** What the two versions have in common; their path parameters differ in spelling. */
function shared(ids: Ids, names: Record<'customer' | 'deal' | 'contact' | 'dealType', string>) {
	const { customer, deal, patternAction, dealAction } = bodiesOf(ids);
	const member = { userGroupId: ids.group };
	const ofCustomer = { [names.customer]: ids.customer };
	const customerAction = { ...ofCustomer, id: ids.customerAction };
	const ofDealType = { [names.dealType]: ids.dealType };
	const link = { [names.deal]: ids.deal, [names.contact]: ids.contact };
	const requests: Requests = {
		'user.getMany': {},
		'userGroup.getMany': {},
		'userGroup.update': { params: { id: ids.group }, body: { name: 'Renamed' } },
		'userGroup.addMember': { params: member, body: { userId: ids.user } },
		'userGroup.replaceMembers': { params: member, body: { userIds: [ids.otherUser] } },
		'userGroup.removeMember': { params: { ...member, userId: ids.otherUser } },
		'role.getMany': {},
		'customer.getMany': {},
		'customer.create': { body: customer },
		'customer.search': { body: { filter } },
		'customer.get': { params: { id: ids.customer } },
		'customer.update': { params: { id: ids.customer }, body: {} },
		'customer.createMany': { body: { customers: [customer] } },
		'customerAction.getMany': { params: ofCustomer },
		'customerAction.create': { params: ofCustomer, body: patternAction },
		'customerAction.get': { params: customerAction },
		'customerAction.update': { params: customerAction, body: {} },
		'customerAction.delete': { params: customerAction },
		'customerAction.createMany': {
			body: { actions: [{ ...patternAction, customer: { id: ids.customer } }] },
		},
		'deal.getMany': {},
		'deal.create': { body: { ...deal, dealType: { id: ids.dealType } } },
		'deal.search': { body: { filter } },
		'deal.get': { params: { id: ids.deal } },
		'deal.update': { params: { id: ids.deal }, body: {} },
		'deal.createMany': { params: ofDealType, body: { deals: [deal] } },
		'deal.updateMany': { params: ofDealType, body: { deals: [{ id: ids.deal }] } },
		'dealContact.link': { params: link },
		'dealContact.getMany': { params: { [names.deal]: ids.deal } },
		'dealContact.unlink': { params: link },
		'dealAction.getMany': {},
		'dealAction.create': { body: dealAction },
		'dealAction.get': { params: { id: ids.dealAction } },
		'dealAction.createMany': { body: { dealTypeId: ids.dealType, actions: [dealAction] } },
		'contact.getMany': {},
	};
	return requests;
}

const key = 'action_single_select';
const setting = { name: 'New setting' };

export const requestsOf = {
	v2(ids: Ids): Requests {
		const { patternAction } = bodiesOf(ids);
		const ofContact = { contact_id: ids.contact };
		const contactAction = { ...ofContact, id: ids.contactAction };
		const ofDefinition = { custom_object_def_key: 'ticket' };
		const ticket = { ...ofDefinition, id: ids.ticket };
		const names = { customer: 'customer_id', deal: 'deal_id', contact: 'contact_id' };
		return {
			...shared(ids, { ...names, dealType: 'dealTypeId' }),
			'user.getCurrent': {},
			'customer.delete': { params: { id: ids.customer } },
			'deal.delete': { params: { id: ids.deal } },
			'dealAction.update': { params: { id: ids.dealAction }, body: {} },
			'dealAction.delete': { params: { id: ids.dealAction } },
			'contact.create': { body: { name: 'New contact' } },
			'contact.search': { body: { filter } },
			'contact.get': { params: { id: ids.contact } },
			'contact.update': { params: { id: ids.contact }, body: {} },
			'contact.delete': { params: { id: ids.contact } },
			'contactAction.getMany': { params: ofContact },
			'contactAction.create': { params: ofContact, body: patternAction },
			'contactAction.get': { params: contactAction },
			'contactAction.update': { params: contactAction, body: {} },
			'contactAction.delete': { params: contactAction },
			'contactAction.createMany': {
				body: { actions: [{ ...patternAction, contact: { id: ids.contact } }] },
			},
			'customObject.getMany': { params: ofDefinition },
			'customObject.create': { params: ofDefinition, body: {} },
			'customObject.get': { params: ticket },
			'customObject.update': { params: ticket, body: {} },
			'customObject.delete': { params: ticket },
			'customObject.createMany': { params: ofDefinition, body: { customObjects: [{}] } },
			'customObject.updateMany': {
				params: ofDefinition,
				body: { customObjects: [{ id: ids.ticket }] },
			},
		};
	},
	v1(ids: Ids): Requests {
		const names = { customer: 'customerId', deal: 'dealId', contact: 'id' };
		return {
			...shared(ids, { ...names, dealType: 'deal_type_id' }),
			// The deal is required there (v1 §4).
			'dealAction.update': { params: { id: ids.dealAction }, body: { deal: { id: ids.deal } } },
			'domainSetting.get': {},
			'actionField.getMany': {},
			'actionField.create': { body: { name: 'New field', itemType: 'text' } },
			'actionField.update': { params: { item_key: key }, body: {} },
			'actionField.getLabels': { params: { actionCustomItemKey: key } },
			'customerField.getMany': {},
			'contactField.getMany': {},
			'dealType.get': { params: { id: ids.dealType } },
			'productDetail.getMany': {},
			'productDetail.getFields': {},
			'productDetail.createMany': { body: { dealProductDetailTypes: [setting] } },
			'productDetail.updateMany': {
				body: { dealProductDetailTypes: [{ ...setting, id: ids.productDetailType }] },
			},
		};
	},
};
