import type { ILoadOptionsFunctions, INodeType } from 'n8n-workflow';
import { actionFieldKeys, columnsOf, filterFields } from './fields';
import { completeOptions, contactOptions, listOptions } from './options';
import {
	searchActions,
	searchContacts,
	searchCustomers,
	searchCustomObjects,
	searchDeals,
	searchUsers,
} from './search';
import { method, recordSource } from './source';
import type { ListName } from './tables';

export type { CustomField } from './customFields';
export { isFilterable } from './customObjects';
export { customFieldsOf } from './fields';
export { method } from './source';

const list = (name: ListName) =>
	method(async (context: ILoadOptionsFunctions) => await listOptions(context, name));

const complete = (operation: Parameters<typeof completeOptions>[1]) =>
	method(
		async (context: ILoadOptionsFunctions) =>
			await completeOptions(await recordSource(context), operation),
	);

/** What fills the dropdowns, the searchable locators and the mapped columns of the form. */
export const methods = {
	listSearch: {
		searchActions: method(searchActions),
		searchContacts: method(searchContacts),
		searchCustomers: method(searchCustomers),
		searchCustomObjects: method(searchCustomObjects),
		searchDeals: method(searchDeals),
		searchUsers: method(searchUsers),
	},
	loadOptions: {
		getActionFieldKeys: method(actionFieldKeys),
		getActionPatterns: list('actionPatterns'),
		getActionPurposes: list('actionPurposes'),
		getChannels: list('channels'),
		getContacts: method(contactOptions),
		getCustomObjectFilterFields: method(filterFields),
		getDealTypes: list('dealTypes'),
		getEndPhaseReasons: list('endPhaseReasons'),
		getIndustries: list('industries'),
		getPhases: list('phases'),
		getProbabilities: list('probabilities'),
		getProductDetailTypes: list('productDetailTypes'),
		getProducts: list('products'),
		getRelatedCustomerTypes: list('relatedCustomerTypes'),
		getRoles: complete('role.getMany'),
		getUserGroups: complete('userGroup.getMany'),
		getUsers: complete('user.getMany'),
	},
	resourceMapping: {
		getActionFields: method(columnsOf('dealAction')),
		getContactFields: method(columnsOf('contact')),
		getCustomerFields: method(columnsOf('customer')),
		getCustomObjectFields: method(columnsOf('customObject')),
		getDealFields: method(columnsOf('deal')),
	},
} satisfies INodeType['methods'];
