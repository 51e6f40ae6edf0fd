import { integer, json, pathId, referenceId, text } from '../fields';
import {
	customObjectLinks,
	itemKeyAsPropertyKey,
	listedByTime,
	ownName,
	recordId,
	recordTimes,
	searchWord,
	v1SearchOutput,
} from './common';
import { dropdowns, locators } from './dropdownSources';
import { record } from './record';

const { watch, operations } = listedByTime(itemKeyAsPropertyKey);

/**
 * v2 §2.4, §4.4. An update also takes `industry`, which does the same as the industry's ID, so it is left
 * out.
 */
export const customer = record('customer', {
	name: 'Customer',
	key: pathId('customerId', 'Customer', locators.customers),
	customs: {
		property: 'customerCustoms',
		records: ['customer'],
		definitions: 'customerField.getMany',
	},
	fields: [
		recordId,
		ownName,
		text('address', 'Address', {
			traits: ['main', 'clearable', 'searchable'],
			description: 'The postal address',
		}),
		text('telNo', 'Phone Number', {
			traits: ['main', 'clearable', 'identifying'],
			description: 'The main phone number',
		}),
		text('memo', 'Memo', { traits: ['searchable'], writableIn: [] }),
		text('webUrl', 'Website', {
			traits: ['main', 'clearable', 'identifying', 'unsortable'],
			sets: {
				key: 'industryId',
				hint: 'Industry is written again in customers whose Website is the same: where the service knows the company of a website, it had replaced the Industry by that company’s.',
			},
			description: 'The website. That of a registered company sets the industry, too.',
		}),
		text('companyNum', 'Company Number', {
			apiVersion: 'v2',
			traits: ['lasting'],
			description: 'The registration number of the company. It can be changed but not cleared.',
		}),
		referenceId('industryId', 'Industry', dropdowns.industries, {
			traits: ['main', 'clearable', 'searchable', 'unlisted'],
			shownAs: 'industry',
			apiVersion: 'v2',
			description: 'The industry. A website that belongs to one registered company overrides it.',
		}),
		integer('capital', 'Capital', {
			traits: ['clearable', 'searchable'],
			description: 'The capital of the company',
		}),
		integer('employee', 'Employees', {
			traits: ['main', 'clearable', 'searchable'],
		}),
		integer('establishYear', 'Year Established', {
			apiVersion: 'v2',
			traits: ['clearable', 'searchable'],
			description:
				'The year the company was founded. If left out on create, it comes from the website.',
		}),
		integer('closingMonth', 'Closing Month', {
			min: 1,
			max: 12,
			traits: ['clearable', 'searchable'],
			description: 'The month in which the fiscal year ends, 1 to 12',
		}),
		referenceId('ownerRoleId', 'Owner Role', dropdowns.roles, {
			traits: ['main', 'clearable', 'searchable'],
			shownAs: 'ownerRole',
			description: 'The role that owns the customer',
		}),
		referenceId('parentId', 'Parent Customer', locators.customers, {
			apiVersion: 'v2',
			writableIn: ['create'],
			traits: ['clearable'],
			description: 'The customer that this one belongs to',
		}),
		/** The entry of the registered company (v1 §2.4). */
		json('company', 'Registered Company', { traits: ['computed'], writableIn: [] }),
		customObjectLinks,
		...recordTimes,
	],
	filters: [searchWord('the name of the customer')],
	deletedWith: 'its deals, contacts, actions and other child records',
	watch,
	operations: {
		...operations,
		search: { options: [{ ...itemKeyAsPropertyKey, in: 'body' }, ...v1SearchOutput] },
	},
});
