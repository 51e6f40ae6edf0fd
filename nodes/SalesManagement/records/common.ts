import {
	choice,
	dateTime,
	flag,
	flagSentAs,
	integer,
	linkedIds,
	text,
	type Field,
} from '../fields';

/** Fields and parameters that several records share. */

/** What the service alone sets in every record. */
export const recordId = integer('id', 'ID', { on: [], search: true });

/** The times of creation and change, which the service alone sets. */
export const recordTimes: readonly Field[] = [
	dateTime('createdAt', 'Created At', { on: [], search: true }),
	dateTime('updatedAt', 'Updated At', { on: [], search: true }),
];

const TEXT_FLAG = { on: 'true', off: 'false' } as const;
const NUMBER_FLAG = { on: 1, off: 0 } as const;

/** v2 §4, common query parameters. */
export const skipNotice = flagSentAs('skipNotice', 'Skip Notifications', TEXT_FLAG, {
	only: 'v2',
	description: 'Whether to suppress the bell, e-mail and push notifications that this would cause',
});

/** Deals have this in v1 as well (v1 §4). */
export const itemKeyInBoth = flagSentAs(
	'itemKeyAsPropertyKey',
	'Custom Fields by Item Key',
	TEXT_FLAG,
	{
		description:
			'Whether the service returns custom values as an object keyed by item key instead of an array',
	},
);

export const itemKeyAsPropertyKey: Field = { ...itemKeyInBoth, only: 'v2' };

export const includeRelatedObjects = flagSentAs(
	'includeRelatedObjects',
	'Include Related Objects',
	NUMBER_FLAG,
	{
		key: 'include_related_objects',
		description: 'Whether to add the custom objects that are associated with the record',
	},
);

export const includeFiles = flagSentAs('includeFiles', 'Include Files', NUMBER_FLAG, {
	key: 'include_files',
	description: 'Whether to add the files that are attached to the action',
});

export const includeDeleted = flagSentAs('deleted', 'Include Deleted', NUMBER_FLAG, {
	description: 'Whether to include deleted users',
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

/** v1 §4, ordering: any key, `-` for descending, several joined by commas. */
const v1Sort = text('sort', 'Sort', {
	only: 'v1',
	placeholder: 'e.g. -updatedAt,id',
	description:
		'The keys to sort by, separated by commas; a minus means descending. Default: newest change first.',
});

/** The sort of customers, deals and contacts in each interface (v2 §4.4). */
export const recordSorts: readonly Field[] = [
	choice(
		'sort',
		'Sort',
		[
			{ name: 'Newest Change First', value: '-updatedAt' },
			{ name: 'Oldest Change First', value: 'updatedAt' },
			{ name: 'Newest First', value: '-createdAt' },
			{ name: 'Oldest First', value: 'createdAt' },
		],
		{ only: 'v2', description: 'The order of the list. Default: newest change first.' },
	),
	v1Sort,
];

/** The sort of all action lists in each interface (v2 §4.5). */
export const actionSorts: readonly Field[] = [
	choice(
		'sort',
		'Sort',
		[
			{ name: 'Latest Start First', value: '-startDatetime' },
			{ name: 'Earliest Start First', value: 'startDatetime' },
		],
		{ only: 'v2', description: 'The order of the list. Default: latest start first.' },
	),
	v1Sort,
];

/** The sort of lists that the documents describe no further (v1 §4). */
export const anySort = text('sort', 'Sort', {
	description: 'The key to sort by; a minus means descending',
});

/** v1 §4: what a search may leave out of its results. */
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
	description:
		'The IDs of the custom objects to associate, separated by commas; a minus before an ID removes the association. At most 1,000.',
});
