import type { ServiceRequest } from '../api/types';

/** A list of records that names and custom fields can be read from. */
interface RecordList extends ServiceRequest {
	/** What the records are called. */
	readonly called: string;
	/** The property that holds their custom values. */
	readonly customs: string;
}

/** v1 and v2 spell path parameters differently; a route takes the one that it knows. */
export const RECORDS = {
	customers: { called: 'customers', operation: 'customer.getMany', customs: 'customerCustoms' },
	deals: { called: 'deals', operation: 'deal.getMany', customs: 'dealCustoms' },
	contacts: { called: 'contacts', operation: 'contact.getMany', customs: 'contactCustoms' },
	customerActions: {
		called: 'customer actions',
		operation: 'customerAction.getMany',
		path: { customer_id: 'all', customerId: 'all' },
		customs: 'actionCustoms',
	},
	contactActions: {
		called: 'contact actions',
		operation: 'contactAction.getMany',
		path: { contact_id: 'all' },
		customs: 'actionCustoms',
	},
	dealActions: {
		called: 'deal actions',
		operation: 'dealAction.getMany',
		customs: 'actionCustoms',
	},
} as const satisfies Record<string, RecordList>;

export type RecordKind = keyof typeof RECORDS;

export const ALL_ACTIONS = ['customerActions', 'contactActions', 'dealActions'] as const;

/** Where names stand in an object: paths of properties, each of which may hold a list. */
export interface Place {
	/** The paths to the named things; empty for the object itself. */
	readonly at: string | readonly string[];
	/** Their property with the id; `id` when absent. */
	readonly id?: string;
	/** Their property with the name; `name` when absent. */
	readonly name?: string;
}

/** One list of names, and the places where each source has it. */
export interface NamedList {
	/** In each deal type of v1's domain settings (v1 §2.1), or in each record of a v1 list. */
	readonly v1?: Place & { readonly operation?: string };
	/** In the records of v2. */
	readonly records: Place & { readonly of: readonly RecordKind[] };
	/** Whether each deal type has its own. */
	readonly ofDealType: boolean;
}

const common = (list: Omit<NamedList, 'ofDealType'>): NamedList => ({ ...list, ofDealType: false });

/** A list that each deal type has, under one name in the settings and another in a deal. */
const ofDeal = (settings: string, at: Place['at']): NamedList => ({
	v1: { at: settings },
	records: { of: ['deals'], at },
	ofDealType: true,
});

export const LISTS = {
	dealTypes: common({ v1: { at: '' }, records: { of: ['deals'], at: 'dealType' } }),
	/** A deal lists the days it stayed in each phase, so phases without a deal are found as well. */
	phases: ofDeal('phases', ['phase', 'phaseStayDays']),
	products: ofDeal('products', 'product'),
	probabilities: ofDeal('probabilities', 'probability'),
	channels: ofDeal('channels', 'channel'),
	endPhaseReasons: ofDeal('endPhaseReasons', 'endPhaseReasons'),
	relatedCustomerTypes: ofDeal('dealCustomerTypes', 'dealCustomerTypes.dealCustomerType'),
	productDetailTypes: {
		v1: { at: '', operation: 'productDetail.getMany' },
		records: { of: ['deals'], at: 'dealProductDetails', id: 'dealProductDetailTypeId' },
		ofDealType: true,
	},
	actionPurposes: {
		v1: { at: 'actionsPurposes' },
		records: { of: ['dealActions'], at: 'purpose' },
		ofDealType: true,
	},
	actionPatterns: common({
		v1: { at: 'actionsPurposes', id: 'pattern', name: 'patternName' },
		records: { of: ALL_ACTIONS, at: 'pattern' },
	}),
	/** Neither document has a list of industries: only customers of v2 name theirs (v2 §2.4). */
	industries: common({ records: { of: ['customers'], at: 'industry' } }),
} as const satisfies Record<string, NamedList>;

export type ListName = keyof typeof LISTS;

/** Where the definitions of a resource's custom fields come from. */
export interface CustomsSource {
	/** What the fields belong to, in the plural. */
	readonly called: string;
	readonly records: readonly RecordKind[];
	/** The v1 list of definitions; without one they stand with each deal type (v1 §2.1). */
	readonly v1?: string;
}

const actionCustoms: CustomsSource = {
	called: 'actions',
	records: ALL_ACTIONS,
	v1: 'actionField.getMany',
};

export const CUSTOMS: Readonly<Record<string, CustomsSource>> = {
	customer: { called: 'customers', records: ['customers'], v1: 'customerField.getMany' },
	contact: { called: 'contacts', records: ['contacts'], v1: 'contactField.getMany' },
	deal: { called: 'deals', records: ['deals'] },
	customerAction: actionCustoms,
	dealAction: actionCustoms,
	contactAction: actionCustoms,
};
