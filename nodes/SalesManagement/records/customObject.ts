import type { IDataObject } from 'n8n-workflow';
import { UsageError } from '../api/errors/errors';
import {
	choice,
	dropdownForm,
	field,
	linkedIds,
	pathId,
	plainText,
	text,
	whenSet,
	type Field,
} from '../fields';
import { isBlank, isObject, quoted, setOwn } from '../values';
import {
	createdWindow,
	includeRelatedObjects,
	recordId,
	recordTimes,
	updatedWindow,
} from './common';
import { locators } from './dropdownSources';
import { record } from './record';

const definitionKey = text('customObjectDefKey', 'Definition Key', {
	place: 'path',
	is: ['required'],
	placeholder: 'e.g. ticket',
	description:
		'What the service calls this kind of custom object, such as ticket. Whoever administers the service has set it; it stands in addresses, after custom_object_defs.',
});

/**
 * Words that a list reads as its own, or may (v2 §4, §4.11): a field with such a key can't be a
 * filter, since the list would not be filtered by it.
 */
export const LIST_PARAMETERS = [
	'createdAtFrom',
	'createdAtTo',
	'updatedAtFrom',
	'updatedAtTo',
	'sort',
	'cursor',
	'limit',
	'page',
	'skipNotice',
	'itemKeyAsPropertyKey',
	'include_related_objects',
	'include_files',
];

/** v2 §2.8: each entry adds an association, or removes it. */
const associations = ['deals', 'customers', 'contacts'] as const;

const EQUALS = 'Field Equals';
const ITEM_KEY = 'Field';

const equalsForm: Field['form'] = {
	type: 'fixedCollection',
	typeOptions: { multipleValues: true, multipleValueButtonText: 'Add Field' },
	placeholder: 'Add Field',
	default: {},
	options: [
		{
			displayName: 'Field',
			name: 'values',
			values: [
				{
					...dropdownForm(ITEM_KEY, 'getCustomObjectFilterFields', ['customObjectDefKey']),
					displayName: `${ITEM_KEY} Name or ID`,
					name: 'itemKey',
					description:
						'The item key of a text, number, decimal or date field. Choose from the list, or specify an ID using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
				},
				{ displayName: 'Value', name: 'value', type: 'string', default: '' },
			],
		},
	],
};

/** The rows of the form. */
function equalsQuery(entered: unknown): IDataObject {
	const query: IDataObject = {};
	const rows: unknown = isObject(entered) ? entered.values : entered;
	if (!Array.isArray(rows) || rows.length === 0) {
		throw new UsageError(`${EQUALS} is ${quoted(entered)}; give at least one field and its value.`);
	}
	for (const row of rows as unknown[]) {
		const { itemKey, value } = isObject(row) ? row : {};
		const key = plainText(itemKey ?? '', `${EQUALS}: the field`).trim();
		if (key === '' || LIST_PARAMETERS.includes(key)) {
			const why =
				key === ''
					? 'the name is empty'
					: 'the service reads this word as one of its own, so the list would not be filtered';
			throw new UsageError(`${EQUALS} can't filter by ${JSON.stringify(key)}: ${why}.`);
		}
		// Without a value the list would not be filtered.
		if (isBlank(value)) throw new UsageError(`${EQUALS}: ${key} has no value; give it one.`);
		setOwn(query, key, plainText(value, `${EQUALS}: ${key}`));
	}
	return query;
}

/** Equality filters by item key (v2 §4.11). */
const equals = field(
	'equals',
	EQUALS,
	{ form: equalsForm, wire: whenSet(equalsQuery) },
	{ description: 'Only objects whose fields have exactly these values', place: 'spreadQuery' },
);

const order = choice(
	'order',
	'Order',
	[
		{ name: 'Oldest Change First', value: 'updatedAt' },
		{ name: 'Oldest First', value: 'createdAt' },
	],
	{ key: 'sort', description: 'The order of the list, always ascending' },
);

/** v2 §4.11. */
export const customObject = record('customObject', {
	name: 'Custom Object',
	key: pathId('customObjectId', 'Custom Object', locators.customObjects, { key: 'id' }),
	within: [definitionKey],
	bulk: [definitionKey],
	customs: {
		dependsOn: ['customObjectDefKey'],
		records: ['customObject'],
	},
	fields: [
		recordId,
		...associations.map((name) =>
			linkedIds(name, name.charAt(0).toUpperCase() + name.slice(1), {
				description: `The IDs of the ${name} to associate, separated by commas; a minus before an ID removes the association. At most 1,000.`,
			}),
		),
		...recordTimes,
	],
	filters: [equals],
	watch: { sortable: true, newestFirst: false, related: associations },
	operations: {
		getMany: { filters: [...createdWindow, ...updatedWindow], sort: [order] },
		get: { options: [includeRelatedObjects] },
		createOrUpdate: {},
	},
});
