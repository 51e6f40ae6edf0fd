import {
	customObjectLinks,
	includeRelatedObjects,
	itemKeyAsPropertyKey,
	lookups,
	recordSort,
	searchWord,
	updatedWindow,
	v1SearchOutput,
	v1Sort,
} from './common';
import { resource } from './define';
import { customFields, integer, recordId, referenceId, text, toId, type Field } from './fields';
import { bulkRules, createMany } from './kinds/bulk';
import { getMany } from './kinds/list';
import { search } from './kinds/search';
import { getOne } from './kinds/get';
import { create, remove, update } from './kinds/single';
import { bySearch, createOrUpdate, inBulk, oneByOne } from './kinds/upsert';

const customerId = recordId('customerId', 'Customer', lookups.customers, 'id');

/** v2 §2.4, §4.4. */
const fields: readonly Field[] = [
	text('name', 'Name', { required: true, description: 'The name of the customer' }),
	text('address', 'Address', { clearable: true, description: 'The postal address' }),
	text('telNo', 'Phone Number', { clearable: true, description: 'The main phone number' }),
	text('webUrl', 'Website', {
		clearable: true,
		description:
			'The website. When it belongs to exactly one registered company, the service takes the industry from that company, and on create the founding year if you give none.',
	}),
	text('companyNum', 'Company Number', {
		only: 'v2',
		description:
			'The registration number of the company. It is not shown on screens, and the service keeps the old value when this is empty: it can be changed, not cleared.',
	}),
	integer('employee', 'Employees', { clearable: true, description: 'The number of employees' }),
	integer('capital', 'Capital', { clearable: true, description: 'The capital of the company' }),
	integer('closingMonth', 'Closing Month', {
		min: 1,
		max: 12,
		clearable: true,
		description: 'The month in which the business year ends, 1 to 12',
	}),
	integer('establishYear', 'Year Established', {
		only: 'v2',
		clearable: true,
		description:
			'The calendar year of the founding. Left out on create, it comes from the website.',
	}),
	referenceId('industryId', 'Industry', lookups.industries, {
		only: 'v2',
		clearable: true,
		description: 'The industry. A website that belongs to one registered company overrides it',
	}),
	referenceId('ownerRoleId', 'Owner Role', lookups.roles, {
		clearable: true,
		description: 'The role that owns the customer',
	}),
	referenceId('parentId', 'Parent Customer', lookups.customers, {
		only: 'v2',
		on: ['create'],
		description: 'The customer that this one belongs to',
	}),
	customObjectLinks,
];

/** v2 §4.4: only on update; overrides the industry id. */
const industry: Field = {
	...referenceId('industry', 'Industry (Overriding)', lookups.industries, {
		only: 'v2',
		on: ['update'],
		description: 'Overrides Industry. 0 unsets the industry, even when Industry is given',
	}),
	wire: (entered) => {
		if (entered === undefined || entered === null) return entered;
		return Number(entered) === 0 ? {} : { id: toId(entered, 'Industry (Overriding)') };
	},
};

const form = {
	fields: [...fields, industry],
	top: [customFields('customerCustoms', { method: 'getCustomerFields' })],
};

export const customer = resource('customer', 'Customer', {
	one: 'customer',
	many: 'customers',
	customs: 'customerCustoms',
	summary: [
		'id',
		'name',
		'address',
		'telNo',
		'webUrl',
		'employee',
		'capital',
		'industry',
		'ownerRole',
		'createdAt',
		'updatedAt',
	],
	operations: [
		getMany({
			filters: [searchWord('the name of the customer'), ...updatedWindow],
			extra: [recordSort, v1Sort, itemKeyAsPropertyKey],
		}),
		search({ extra: [{ ...itemKeyAsPropertyKey, place: 'body' }, ...v1SearchOutput] }),
		getOne({ id: [customerId], extra: [itemKeyAsPropertyKey, includeRelatedObjects] }),
		create(form),
		update({ ...form, path: [customerId] }),
		remove({
			id: [customerId],
			notice:
				'Deleting a customer also deletes its deals, contacts, actions and other child records for good.',
		}),
		createMany({ ...form, plural: 'customers' }),
		createOrUpdate({
			...form,
			find: bySearch,
			create: inBulk(bulkRules('customers')),
			update: oneByOne,
		}),
	],
});
