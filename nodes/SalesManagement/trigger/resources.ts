import type { ApiVersion } from '../api/types';

/** One kind of record that the trigger can watch, and the list that shows its changes. */
export interface Watched {
	readonly name: string;
	readonly plural: string;
	/** The list operation (S1). */
	readonly list: string;
	readonly versions: readonly ApiVersion[];
	/**
	 * Whether the list can be sorted by update time (v2 §4.4, v1 §4). Action lists sort by start time
	 * only (v2 §4.5).
	 */
	readonly sortable: boolean;
	/** Whether it can be sorted newest first (custom objects can't, v2 §4.11). */
	readonly newestFirst: boolean;
	/** Path parameters as both versions spell them, `all` records unless a filter narrows them. */
	readonly path?: Readonly<Record<string, string>>;
	/** Filters of the form that the list takes. */
	readonly filters: readonly string[];
	/** The property with custom values, and the main fields that Simplify keeps besides. */
	readonly customs?: string;
	readonly summary?: readonly string[];
	/** The operation that tells a record's related objects, and the properties they stand in. */
	readonly related?: { readonly get: string; readonly properties: readonly string[] };
}

const V2: readonly ApiVersion[] = ['v2'];
const BOTH: readonly ApiVersion[] = ['v2', 'v1'];

const action = {
	sortable: false,
	newestFirst: false,
	customs: 'actionCustoms',
};

const ACTION_FIELDS = ['startDatetime', 'endDatetime', 'active', 'creator', 'preNote', 'result'];
const TIMES = ['createdAt', 'updatedAt'];

export const WATCHED: Readonly<Record<string, Watched>> = {
	contact: {
		name: 'Contact',
		plural: 'contacts',
		list: 'contact.getMany',
		versions: BOTH,
		sortable: true,
		newestFirst: true,
		filters: ['searchWord', 'phoneNumber'],
		customs: 'contactCustoms',
		summary: ['id', 'name', 'email', 'tel', 'mobileTel', 'dept', 'position', 'customer', ...TIMES],
		related: { get: 'contact.get', properties: ['customObjects'] },
	},
	contactAction: {
		...action,
		name: 'Contact Action',
		plural: 'contact actions',
		list: 'contactAction.getMany',
		versions: V2,
		path: { contact_id: 'all' },
		filters: ['active', 'contactId', 'dataType', 'pattern', 'users'],
		summary: ['id', 'pattern', ...ACTION_FIELDS, 'contact', 'deal', ...TIMES],
	},
	customObject: {
		name: 'Custom Object',
		plural: 'custom objects',
		list: 'customObject.getMany',
		versions: V2,
		sortable: true,
		newestFirst: false,
		filters: ['fieldValues'],
		related: { get: 'customObject.get', properties: ['deals', 'customers', 'contacts'] },
	},
	customer: {
		name: 'Customer',
		plural: 'customers',
		list: 'customer.getMany',
		versions: BOTH,
		sortable: true,
		newestFirst: true,
		filters: ['searchWord'],
		customs: 'customerCustoms',
		summary: ['id', 'name', 'address', 'telNo', 'webUrl', 'industry', 'ownerRole', ...TIMES],
		related: { get: 'customer.get', properties: ['customObjects'] },
	},
	customerAction: {
		...action,
		name: 'Customer Action',
		plural: 'customer actions',
		list: 'customerAction.getMany',
		versions: BOTH,
		path: { customer_id: 'all', customerId: 'all' },
		filters: ['active', 'customerId', 'pattern', 'users'],
		summary: ['id', 'pattern', ...ACTION_FIELDS, 'customer', ...TIMES],
	},
	deal: {
		name: 'Deal',
		plural: 'deals',
		list: 'deal.getMany',
		versions: BOTH,
		sortable: true,
		newestFirst: true,
		filters: ['dealTypeId', 'searchWord'],
		customs: 'dealCustoms',
		summary: [
			'id',
			'name',
			'amount',
			'expectedContractDate',
			'dealType',
			'phase',
			'probability',
			'customer',
			'user',
			...TIMES,
		],
		related: { get: 'deal.get', properties: ['customObjects'] },
	},
	dealAction: {
		...action,
		name: 'Deal Action',
		plural: 'deal actions',
		list: 'dealAction.getMany',
		versions: BOTH,
		filters: ['active', 'dealId', 'purpose', 'users'],
		summary: ['id', 'purpose', ...ACTION_FIELDS, 'deal', ...TIMES],
	},
};
