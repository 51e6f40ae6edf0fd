/**
 * What is known of each record that the trigger watches, stated apart from its description: how each
 * filter is sent, which objects it is linked to, and one field of each kind to
 * watch. A record without an entry here fails the tests.
 */
import type { IDataObject } from 'n8n-workflow';
import { textOf } from '../../../nodes/SalesManagement/values';

export interface FilterRow {
	readonly filter: string;
	readonly given: IDataObject[string];
	/** What the request's query holds for it, decoded; or its path. */
	readonly query?: string;
	readonly path?: string;
}

/** A field, and how two values of it are written. */
export interface WatchedField {
	/** As a user names it, looking at a record; custom values may lack their itemKey (S5). */
	readonly pathIn: (record: IDataObject) => string;
	readonly write: (value: 1 | 2) => IDataObject;
}

export interface WatchedExpectation {
	/** Parameters without which there is no list. */
	readonly parameters?: IDataObject;
	/** The list's address in version 2 (S1). */
	readonly path: string;
	readonly filters: readonly FilterRow[];
	/** Properties that hold related objects (v2 §2.4, §2.6, §2.7, §2.8). */
	readonly related: readonly string[];
	readonly standard: WatchedField;
	readonly custom: WatchedField;
	/** A change that is none of the two. */
	readonly other: IDataObject;
	/** What the sandbox's steering needs besides, to write one. */
	readonly row?: IDataObject;
}

const field = (path: string, write: WatchedField['write']): WatchedField => ({
	pathIn: () => path,
	write,
});

const customText = (property: string, itemKey: string): WatchedField => ({
	pathIn: (record) => {
		const customs = record[property] as IDataObject[];
		const custom = customs.find(({ value }) => value === 'custom 1') ?? {};
		const id = Object.entries(custom).find(([key]) => key.endsWith('CustomItemId'))?.[1];
		return `${property}.${textOf(custom.itemKey ?? id)}`;
	},
	write: (value) => ({ [property]: [{ itemKey, value: `custom ${value}` }] }),
});

const actionFilters: readonly FilterRow[] = [
	{ filter: 'users', given: [1, 2], query: 'users[][id]=1&users[][id]=2' },
	{ filter: 'active', given: 'false', query: 'active=false' },
];
const action = {
	related: [],
	standard: field('preNote', (value) => ({ preNote: `note ${value}` })),
	custom: customText('actionCustoms', 'action_text'),
	other: { result: 'done' },
};

export const WATCHED: Readonly<Record<string, WatchedExpectation>> = {
	customer: {
		path: '/v2/customers',
		filters: [{ filter: 'searchWord', given: 'acme', query: 'searchWord=acme' }],
		related: ['customObjects'],
		standard: field('capital', (value) => ({ capital: value })),
		custom: customText('customerCustoms', 'customer_text'),
		other: { address: 'elsewhere' },
	},
	deal: {
		path: '/v2/deals',
		filters: [
			{ filter: 'searchWord', given: 'acme', query: 'searchWord=acme' },
			{ filter: 'dealTypeId', given: 2, query: 'dealTypeId=2' },
		],
		related: ['customObjects'],
		standard: field('amount', (value) => ({ amount: value })),
		custom: customText('dealCustoms', 'deal_text'),
		other: { memo: 'noted' },
	},
	contact: {
		path: '/v2/contacts',
		filters: [
			{ filter: 'searchWord', given: 'acme', query: 'searchWord=acme' },
			{ filter: 'phoneNumber', given: '03-1234', query: 'phoneNumber=03-1234' },
		],
		related: ['customObjects'],
		standard: field('dept', (value) => ({ dept: `department ${value}` })),
		custom: customText('contactCustoms', 'contact_text'),
		other: { memo: 'noted' },
	},
	customObject: {
		parameters: { customObjectDefKey: 'ticket' },
		row: { customObjectDefKey: 'ticket' },
		path: '/v2/custom_object_defs/ticket/custom_objects',
		filters: [
			{
				filter: 'equals',
				given: { values: [{ itemKey: 'priority', value: '7' }] },
				query: 'priority=7',
			},
		],
		related: ['deals', 'customers', 'contacts'],
		// All of its fields are the administrator's own (v2 §2.8).
		standard: field('subject', (value) => ({ subject: `subject ${value}` })),
		custom: field('priority', (value) => ({ priority: value })),
		other: { status: 'closed' },
	},
	customerAction: {
		...action,
		path: '/v2/customers/all/actions',
		filters: [
			...actionFilters,
			{ filter: 'pattern', given: 2, query: 'pattern=2' },
			{ filter: 'customerId', given: '3', path: '/v2/customers/3/actions' },
		],
	},
	contactAction: {
		...action,
		path: '/v2/contacts/all/actions',
		filters: [
			...actionFilters,
			{ filter: 'pattern', given: 2, query: 'pattern=2' },
			{ filter: 'dataType', given: 1, query: 'dataType=1' },
			{ filter: 'contactId', given: '3', path: '/v2/contacts/3/actions' },
		],
	},
	dealAction: {
		...action,
		path: '/v2/actions',
		filters: [
			...actionFilters,
			{ filter: 'dealId', given: '3', query: 'dealId=3' },
			{ filter: 'purpose', given: 1, query: 'purpose=1' },
		],
	},
};
