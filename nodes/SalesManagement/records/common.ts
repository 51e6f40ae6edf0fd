import {
	choice,
	choicesOf,
	dateTime,
	flag,
	flagSentAs,
	idIn,
	idType,
	integer,
	json,
	jsonList,
	linkedIds,
	partOfText,
	referenceType,
	text,
	without,
	type Field,
} from '../fields';

/** Fields and parameters that several records share. */

/**
 * The traits of id and times: every record has them, only the service sets them, and a search compares them.
 */
const STAMPED = { traits: ['main', 'searchable'], writableIn: [] } as const;

/** The id, which only the service sets. */
export const recordId: Field = {
	...integer('id', 'ID', STAMPED),
	type: idType,
};

/** The times of creation and change, which only the service sets. */
export const createdAt = dateTime('createdAt', 'Created At', STAMPED);
export const updatedAt = dateTime('updatedAt', 'Updated At', STAMPED);
export const recordTimes: readonly Field[] = [createdAt, updatedAt];

/** Leaves a field out of Simplified, for a record that has enough to read without it. */
export const inDetail = without('main');

/** The traits of fields that only the service sets and that Simplified keeps. */
export const SHOWN = { traits: ['main'], writableIn: [] } as const;

/** The name of a customer, deal or contact. */
export const ownName = text('name', 'Name', { traits: ['main', 'required', 'identifying'] });

/** The name of a record that only the service names. */
export const shownName = text('name', 'Name', SHOWN);

/** A list that only the service sets. */
export const shownList = (name: string, label: string): Field => jsonList(name, label, SHOWN);

/** A reference that only the service sets. */
export const shownReference = (name: string, label: string): Field => ({
	...json(name, label, SHOWN),
	type: referenceType,
	canonical: idIn,
});

const TEXT_FLAG = { on: 'true', off: 'false' } as const;
const NUMBER_FLAG = { on: 1, off: 0 } as const;

/** v2 §4, common query parameters. */
export const skipNotice = flagSentAs('skipNotice', 'Skip Notifications', TEXT_FLAG, {
	apiVersion: 'v2',
	description: 'Whether to send no notifications',
});

/** The option for deals, which have it in v1 as well (v1 §4). */
export const itemKeyInBoth = flagSentAs(
	'itemKeyAsPropertyKey',
	'Custom Fields by Item Key',
	TEXT_FLAG,
	{
		description: 'Whether to name custom fields by item key instead of by label',
	},
);

export const itemKeyAsPropertyKey: Field = { ...itemKeyInBoth, apiVersion: 'v2' };

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
	partOfText('searchWord', 'Search Word', { description: `Part of ${where}` });

/** The two ends of a window of times, such as `updatedAtFrom` and `updatedAtTo`. */
const window = (name: string, label: string, verb: string): readonly Field[] => [
	dateTime(`${name}From`, `${label} From`, {
		description: `Only records ${verb} at or after this time`,
	}),
	dateTime(`${name}To`, `${label} To`, { description: `Only records ${verb} up to this time` }),
];

export const updatedWindow = window('updatedAt', 'Updated', 'changed');
export const createdWindow = window('createdAt', 'Created', 'created');

/**
 * The sort of a list: one of several orders in v2; in v1 any keys, `-` for descending, separated by commas
 * (v1 §4).
 */
const sorts = (names: Readonly<Record<string, string>>): readonly Field[] => [
	choice('order', 'Order', choicesOf(names), {
		key: 'sort',
		apiVersion: 'v2',
		description: `The order of the list. Default: ${Object.values(names)[0]?.toLowerCase()}.`,
	}),
	text('orderKeys', 'Order', {
		key: 'sort',
		apiVersion: 'v1',
		placeholder: 'e.g. -updatedAt,id',
		description: 'The keys to sort by, separated by commas; a minus means descending',
	}),
];

/** The sort of customers, deals and contacts (v2 §4.4). */
const recordSorts = sorts({
	'-updatedAt': 'Newest Change First',
	updatedAt: 'Oldest Change First',
	'-createdAt': 'Newest First',
	createdAt: 'Oldest First',
});

/** The sort of all action lists (v2 §4.5). */
export const actionSorts = sorts({
	'-startDatetime': 'Latest Start First',
	startDatetime: 'Earliest Start First',
});

/** The sort of lists that the documents don't describe further (v1 §4). */
export const anySort: readonly Field[] = [
	text('order', 'Order', {
		key: 'sort',
		placeholder: 'e.g. -id',
		description: 'The key to sort by; a minus means descending',
	}),
];

/** The options with which a search leaves values out of its results (v1 §4). */
export const v1SearchOutput: readonly Field[] = [
	flag('compactCustoms', 'Compact Custom Fields', {
		apiVersion: 'v1',
		in: 'body',
		description: 'Whether to return custom values without names, labels and type details',
	}),
	flag('noCustoms', 'Without Custom Fields', {
		apiVersion: 'v1',
		in: 'body',
		description: 'Whether to leave custom values out of the response',
	}),
];

/** Associations in a create or update body (v2 §2.8, §4.4): each entry adds one, or removes it. */
export const associations = (name: string, label: string): Field =>
	linkedIds(name, label, {
		description: 'IDs separated by commas; a minus before one removes the association',
	});

export const customObjectLinks = associations('customObjects', 'Custom Objects');

/**
 * The parts that customers, deals and contacts have in common (v2 §4.4).
 * @param byItemKey the option that names custom fields by their item keys.
 */
export const listedByTime = (byItemKey: Field) =>
	({
		watch: { sortable: true, newestFirst: true, related: ['customObjects'] },
		operations: {
			getMany: { filters: updatedWindow, sort: recordSorts, options: [byItemKey] },
			get: { options: [byItemKey, includeRelatedObjects] },
			createOrUpdate: {},
		},
	}) as const;
