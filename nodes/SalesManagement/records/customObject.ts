import type { IDataObject } from 'n8n-workflow';
import {
	asLine,
	choice,
	choicesOf,
	dropdownForm,
	field,
	filled,
	pathId,
	rowsForm,
	text,
	whenSet,
} from '../fields';
import { isBlank, isObject, quoted, setOwn, trimmed, UsageError } from '../shared';
import {
	associations,
	createdWindow,
	includeRelatedObjects,
	recordId,
	recordTimes,
	updatedWindow,
} from './common';
import { locators } from './dropdownSources';
import { record } from './record';

const definitionKey = text('customObjectDefKey', 'Definition Key', {
	in: 'path',
	traits: ['required'],
	placeholder: 'e.g. ticket',
	description: 'What the service calls this kind of custom object, such as ticket',
});

/**
 * Words that a list reads as its own parameters, or may (v2 §4, §4.11). A field with such a key can't be a
 * filter, since the service would not filter by it.
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

/** The records that it can be associated with (v2 §2.8). */
const RELATED = ['deals', 'customers', 'contacts'] as const;

const EQUALS = 'Field Equals';

const equalsForm = rowsForm('Field', [
	{
		...dropdownForm('Field', 'getCustomObjectFilterFields', ['customObjectDefKey']),
		name: 'itemKey',
		description: 'The item key of a text, number, decimal or date field',
	},
	{ displayName: 'Value', name: 'value', type: 'string', default: '' },
]);

/**
 * Turns the form's rows into query parameters. A row without a field or a value is an error, since it would
 * not filter the list.
 */
function equalsQuery(entered: unknown): IDataObject {
	const query: IDataObject = {};
	const rows: unknown = isObject(entered) ? entered.values : entered;
	for (const row of filled([rows ?? []].flat(), EQUALS)) {
		const { itemKey, value } = isObject(row) ? row : {};
		const key = asLine(itemKey ?? '', `${EQUALS}: the field`);
		if (key === '' || isBlank(trimmed(value))) {
			throw new UsageError(`${EQUALS} is ${quoted(row)}; each row needs a field and its value.`);
		}
		if (LIST_PARAMETERS.includes(key)) {
			throw new UsageError(
				`${EQUALS} can't filter by "${key}": the service reads this word as one of its own, so the list would not be filtered.`,
			);
		}
		setOwn(query, key, asLine(value, `${EQUALS}: ${key}`));
	}
	return query;
}

/** v2 §4.11. */
export const customObject = record('customObject', {
	name: 'Custom Object',
	key: pathId('customObjectId', 'Custom Object', locators.customObjects),
	parentParams: [definitionKey],
	bulk: [definitionKey],
	customs: {
		dependsOn: ['customObjectDefKey'],
		records: ['customObject'],
	},
	fields: [
		recordId,
		...RELATED.map((name) => associations(name, name.charAt(0).toUpperCase() + name.slice(1))),
		...recordTimes,
	],
	filters: [
		// Equality filters by item key (v2 §4.11).
		field(
			'equals',
			EQUALS,
			{ form: equalsForm, toRequest: whenSet(equalsQuery) },
			{ description: 'Only objects whose fields have exactly these values', in: 'spreadQuery' },
		),
	],
	watch: { sortable: true, related: RELATED },
	operations: {
		getMany: {
			filters: [...createdWindow, ...updatedWindow],
			sort: [
				choice(
					'order',
					'Order',
					choicesOf({ updatedAt: 'Oldest Change First', createdAt: 'Oldest First' }),
					{ key: 'sort', description: 'The order of the list, always ascending' },
				),
			],
		},
		get: { options: [includeRelatedObjects] },
		createOrUpdate: {},
	},
});
