import { choice, dateTime, flag, linkedIds, named, searched, text, type Field } from './fields';

/**
 * What tells the deal type that a list depends on. The editor compares these values as text, so of a
 * resource locator it must be given the inner value.
 */
const DEAL_TYPE = ['dealType', 'dealTypeId', 'dealId.value'];
const DEAL_OF_ACTION = [
	'dealTypeId',
	'deal.value',
	'updateFields.deal.value',
	'filters.dealId.value',
];

/** The lists that references are chosen from; each method stands in `lookups/`. */
export const lookups = {
	customers: searched('searchCustomers', 'customers', { orAll: true }),
	deals: searched('searchDeals', 'deals'),
	contacts: searched('searchContacts', 'contacts', { orAll: true }),
	users: searched('searchUsers'),
	customObjects: searched('searchCustomObjects', 'custom_objects'),
	userNames: named('getUsers'),
	roles: named('getRoles'),
	userGroups: named('getUserGroups'),
	industries: named('getIndustries'),
	dealTypes: named('getDealTypes'),
	phases: named('getPhases', ...DEAL_TYPE),
	products: named('getProducts', ...DEAL_TYPE),
	probabilities: named('getProbabilities', ...DEAL_TYPE),
	channels: named('getChannels', ...DEAL_TYPE),
	endPhaseReasons: named('getEndPhaseReasons', ...DEAL_TYPE),
	relatedCustomerTypes: named('getRelatedCustomerTypes', ...DEAL_TYPE),
	productDetailTypes: named('getProductDetailTypes', ...DEAL_TYPE),
	actionPurposes: named('getActionPurposes', ...DEAL_OF_ACTION),
	actionPatterns: named('getActionPatterns'),
} as const;

const TEXT_FLAG = { on: 'true', off: 'false' } as const;

/** v2 §4, common query parameters. */
export const skipNotice = flag('skipNotice', 'Skip Notifications', {
	only: 'v2',
	sent: TEXT_FLAG,
	description: 'Whether to suppress the bell, e-mail and push notifications that this would cause',
});

export const itemKeyAsPropertyKey = flag('itemKeyAsPropertyKey', 'Custom Fields by Item Key', {
	only: 'v2',
	sent: TEXT_FLAG,
	description:
		'Whether the service returns custom values as an object keyed by item key instead of an array',
});

/** Deals have this in v1 as well (v1 §4). */
export const itemKeyInBoth: Field = { ...itemKeyAsPropertyKey, only: undefined };

export const includeRelatedObjects = flag('includeRelatedObjects', 'Include Related Objects', {
	key: 'include_related_objects',
	sent: { on: 1, off: 0 },
	description: 'Whether to add the custom objects that are associated with the record',
});

export const includeFiles = flag('includeFiles', 'Include Files', {
	key: 'include_files',
	sent: { on: 1, off: 0 },
	description: 'Whether to add the files that are attached to the action',
});

export const searchWord = (where: string): Field =>
	text('searchWord', 'Search Word', { description: `Part of ${where}` });

export const updatedWindow: readonly Field[] = [
	dateTime('updatedAtFrom', 'Updated From', {
		description: 'Only records changed at or after this time',
	}),
	dateTime('updatedAtTo', 'Updated To', { description: 'Only records changed up to this time' }),
];

export const createdWindow: readonly Field[] = [
	dateTime('createdAtFrom', 'Created From', {
		description: 'Only records created at or after this time',
	}),
	dateTime('createdAtTo', 'Created To', { description: 'Only records created up to this time' }),
];

/** v2 §4.4: the sort of customers, deals and contacts. */
export const recordSort = choice(
	'sort',
	'Sort',
	[
		{ name: 'Newest Change First', value: '-updatedAt' },
		{ name: 'Oldest Change First', value: 'updatedAt' },
		{ name: 'Newest First', value: '-createdAt' },
		{ name: 'Oldest First', value: 'createdAt' },
	],
	{ only: 'v2', description: 'The order of the list. Default: newest change first.' },
);

/** v2 §4.5: the sort of all action lists. */
export const actionSort = choice(
	'sort',
	'Sort',
	[
		{ name: 'Latest Start First', value: '-startDatetime' },
		{ name: 'Earliest Start First', value: 'startDatetime' },
	],
	{ only: 'v2', description: 'The order of the list. Default: latest start first.' },
);

/** v1 §4, ordering: any key, `-` for descending, several joined by commas. */
export const v1Sort = text('sort', 'Sort', {
	only: 'v1',
	placeholder: 'e.g. -updatedAt,id',
	description:
		'The keys to sort by, separated by commas; a minus means descending. Default: newest change first.',
});

/** v1 §4: what a search may leave out of its answers. */
export const v1SearchOutput: readonly Field[] = [
	flag('compactCustoms', 'Compact Custom Fields', {
		only: 'v1',
		place: 'body',
		description: 'Whether to return custom values without names, labels and type details',
	}),
	flag('noCustoms', 'Without Custom Fields', {
		only: 'v1',
		place: 'body',
		description: 'Whether to leave custom values out of the answer',
	}),
];

/** Associations with custom objects in a create or update body (v2 §4.4). */
export const customObjectLinks = linkedIds('customObjects', 'Custom Objects', {
	removable: true,
	description:
		'The IDs of the custom objects to associate, separated by commas; a minus before an ID removes the association. At most 1,000.',
});
