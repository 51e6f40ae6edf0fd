import { USERS, type Dropdown, type Locator, type NamesAt, type ScatteredNames } from '../fields';

/** The lists that references are chosen from, and where the names of each are: `lookups/nameList.ts` reads them there. */

/**
 * The parameters that decide the deal type of a list. The editor compares their values as text, so
 * for a resource locator this must be the inner value.
 */
const PER_DEAL_TYPE = [
	'dealType.value',
	'dealTypeId.value',
	'dealId.value',
	'filters.dealTypeId.value',
];

export const dropdown = (
	method: string,
	names: Dropdown['names'],
	dependsOn: readonly string[] = [],
): Dropdown => ({ kind: 'dropdown', method, names, dependsOn });

/** A list that each deal type has, under one name in the settings and another in a deal. */
const ofDeal = (method: string, settings: string, at: NamesAt['at']): Dropdown => {
	const names: ScatteredNames = {
		settings: { at: settings },
		records: { of: ['deal'], at },
		ofDealType: true,
	};
	return dropdown(method, names, PER_DEAL_TYPE);
};

const ACTIONS = ['customerAction', 'contactAction', 'dealAction'] as const;

export const dropdowns = {
	users: USERS,
	roles: dropdown('getRoles', { listedBy: 'role.getMany' }),
	userGroups: dropdown('getUserGroups', { listedBy: 'userGroup.getMany' }),
	/** Too many to be listed whole. Many share names. */
	contacts: dropdown('getContacts', {
		records: { of: ['contact'], at: '', also: 'customer.name' },
	}),
	dealTypes: dropdown('getDealTypes', {
		settings: { at: '' },
		records: { of: ['deal'], at: 'dealType' },
	}),
	/** A deal lists the days it spent in each phase, so phases without a deal are found too. */
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
	/** No list has these: product details name those that they use (v1 §2.8). */
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
	/** Neither document has a list of industries: only customers of v2 name theirs (v2 §2.4). */
	industries: dropdown('getIndustries', {
		records: { of: ['customer'], at: 'industry' },
	}),
} as const;

const locator = (method: Locator['method']): Locator => ({ kind: 'locator', method });

export const locators = {
	customers: locator('searchCustomers'),
	deals: locator('searchDeals'),
	contacts: locator('searchContacts'),
	actions: locator('searchActions'),
	customObjects: locator('searchCustomObjects'),
} as const;
