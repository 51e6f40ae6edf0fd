import type { SearchFields, SearchIndex } from './columns';

const times: SearchFields = { createdAt: 'datetime', updatedAt: 'datetime' };

/** v2 §4.4: the filter fields of customers. */
const customerFields: SearchFields = {
	id: 'integer',
	name: 'string',
	address: 'string',
	telNo: 'string',
	memo: 'string',
	webUrl: 'string',
	industryId: 'integer',
	capital: 'integer',
	employee: 'integer',
	establishYear: 'integer',
	closingMonth: 'integer',
	ownerRoleId: 'integer',
	...times,
};

/** v1 §4: the filter fields of deals. */
const dealFields: SearchFields = {
	id: 'integer',
	name: 'string',
	amount: 'integer',
	expectedContractDate: 'date',
	memo: 'string',
	reason: 'string',
	customerId: 'integer',
	userId: 'integer',
	phaseId: 'integer',
	productId: 'integer',
	channelId: 'integer',
	probabilityId: 'integer',
	dealTypeId: 'integer',
	...times,
};

/** The documents list none for contacts: their own columns. */
const contactFields: SearchFields = {
	id: 'integer',
	name: 'string',
	email: 'string',
	tel: 'string',
	mobileTel: 'string',
	address: 'string',
	dept: 'string',
	position: 'string',
	memo: 'string',
	externalLeadScore: 'integer',
	customerId: 'integer',
	...times,
};

/** A field reference is not supported for customers (v1 §4). */
export const customerIndex: SearchIndex = {
	owner: 'customer',
	fields: customerFields,
	references: {},
	// v2 §4.4: the same without webUrl.
	sortable: Object.keys(customerFields).filter((name) => name !== 'webUrl'),
};

export const dealIndex: SearchIndex = {
	owner: 'deal',
	fields: dealFields,
	references: { customer: customerIndex },
	sortable: Object.keys(dealFields),
};

/** A field may be a reference to the related customer (v2 §4.9). */
export const contactIndex: SearchIndex = {
	owner: 'contact',
	fields: contactFields,
	references: { customer: customerIndex },
	sortable: Object.keys(contactFields),
};
