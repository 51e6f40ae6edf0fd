import { USERS, type Dropdown, type Locator, type NamesAt, type ScatteredNames } from '../fields';

/**
 * The lists that references are chosen from, and where the service has their names; `lookups/nameList.ts`
 * reads these.
 */

/**
 * The parameters that decide the deal type of a list. The editor compares their values as text, so a resource
 * locator is named by its inner value.
 */
const PER_DEAL_TYPE = [
	'dealType.value',
	'dealTypeId.value',
	'dealId.value',
	'filters.dealTypeId.value',
];

/** A list that the form shows as a dropdown. */
export const dropdown = (
	method: string,
	names: Dropdown['names'],
	dependsOn: readonly string[] = [],
): Dropdown => ({ kind: 'dropdown', method, names, dependsOn });

/** A list that each deal type has, under one name in the settings and another one in deals. */
const ofDeal = (method: string, settings: string, at: NamesAt['at']): Dropdown => {
	const names: ScatteredNames = {
		settings: { at: settings },
		records: { of: ['deal'], at },
		ofDealType: true,
	};
	return dropdown(method, names, PER_DEAL_TYPE);
};

const ACTIONS = ['customerAction', 'contactAction', 'dealAction'] as const;

/** The dropdowns of the form, each with the method that fills it. */
export const dropdowns = {
	users: USERS,
	roles: dropdown('getRoles', { listedBy: 'role.getMany' }),
	userGroups: dropdown('getUserGroups', { listedBy: 'userGroup.getMany' }),
	/** Contacts are too many to list, and many share names. */
	contacts: dropdown('getContacts', {
		records: { of: ['contact'], at: '', also: 'customer.name' },
	}),
	dealTypes: dropdown('getDealTypes', {
		settings: { at: '' },
		records: { of: ['deal'], at: 'dealType' },
	}),
	/** A deal also lists the days that it spent in each phase, so phases without a deal are found, too. */
	phases: ofDeal('getPhases', 'phases', ['phase', 'phaseStayDays']),
	products: ofDeal('getProducts', 'products', 'product'),
	probabilities: ofDeal('getProbabilities', 'probabilities', 'probability'),
	channels: ofDeal('getChannels', 'channels', 'channel'),
	endPhaseReasons: ofDeal('getEndPhaseReasons', 'endPhaseReasons', 'endPhaseReasons'),
	relatedCustomerTypes: ofDeal(
		'getRelatedCustomerTypes',
		'dealCustomerTypes',
		'dealCustomerTypes.dealCustomerType',
	),
	productDetailTypes: dropdown('getProductDetailTypes', {
		settings: { at: '', operation: 'productDetail.getMany' },
		records: { of: ['deal'], at: 'dealProductDetails', id: 'dealProductDetailTypeId' },
		ofDealType: true,
	}),
	/** Only product details name billing types: no list has them (v1 §2.8). */
	billingTypes: dropdown('getBillingTypes', {
		settings: { at: 'billingType', operation: 'productDetail.getMany' },
		records: { of: ['deal'], at: 'dealProductDetails.billingType' },
	}),
	roundTypes: dropdown('getRoundTypes', {
		settings: { at: ['roundType', 'unitCostRoundType'], operation: 'productDetail.getMany' },
		records: { of: [], at: '' },
	}),
	actionPurposes: dropdown('getActionPurposes', {
		settings: { at: 'actionsPurposes' },
		records: { of: ['dealAction'], at: 'purpose' },
		ofDealType: true,
	}),
	actionPatterns: dropdown('getActionPatterns', {
		settings: { at: 'actionsPurposes', id: 'pattern', name: 'patternName' },
		records: { of: ACTIONS, at: 'pattern' },
	}),
	/** Only customers of v2 name industries: neither document has a list of them (v2 §2.4). */
	industries: dropdown('getIndustries', {
		records: { of: ['customer'], at: 'industry' },
	}),
} as const;

const locator = (method: Locator['method']): Locator => ({ kind: 'locator', method });

/** The resource locators of the form: lists that are too long for a dropdown. */
export const locators = {
	customers: locator('searchCustomers'),
	deals: locator('searchDeals'),
	contacts: locator('searchContacts'),
	actions: locator('searchActions'),
	customObjects: locator('searchCustomObjects'),
} as const;
