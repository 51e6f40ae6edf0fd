import { createdWindow, includeRelatedObjects, lookups, updatedWindow } from './common';
import { resource } from './define';
import { UsageError } from '../api/errors';
import {
	choice,
	field,
	isObject,
	linkedIds,
	objectFields,
	recordId,
	text,
	type Field,
} from './fields';
import { bulkRules, createMany, updateMany } from './kinds/bulk';
import { getMany } from './kinds/list';
import { getOne } from './kinds/get';
import { create, remove, update } from './kinds/single';
import { byEqualityFilter, createOrUpdate, inBulk } from './kinds/upsert';

const definitionKey = text('customObjectDefKey', 'Definition Key', {
	place: 'path',
	required: true,
	placeholder: 'e.g. ticket',
	description: 'The key of the custom object definition, as your administrator set it',
});

const customObjectId = recordId('customObjectId', 'Custom Object', lookups.customObjects, 'id');

/** v2 §2.8: each entry adds an association, or removes it. */
const associations = (['deals', 'customers', 'contacts'] as const).map((name) =>
	linkedIds(name, name.charAt(0).toUpperCase() + name.slice(1), {
		removable: true,
		description: `The IDs of the ${name} to associate, separated by commas; a minus before an ID removes the association. At most 1,000.`,
	}),
);

/** Names that the list itself uses, which can therefore filter nothing (v2 §4.11). */
const CONTROLS = ['createdAtFrom', 'createdAtTo', 'updatedAtFrom', 'updatedAtTo', 'sort', 'cursor'];

/** Equality filters by item key (v2 §4.11). */
const equals: Field = field(
	'equals',
	'Field Equals',
	{
		form: {
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
							displayName: 'Field Name or ID',
							name: 'itemKey',
							type: 'options',
							typeOptions: {
								loadOptionsMethod: 'getCustomObjectFilterFields',
								loadOptionsDependsOn: ['customObjectDefKey'],
							},
							default: '',
							description:
								'The item key of a text, number, decimal or date field. Choose from the list, or specify an ID using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
						},
						{ displayName: 'Value', name: 'value', type: 'string', default: '' },
					],
				},
			],
		},
		wire: (entered) => {
			const values = isObject(entered) ? (entered.values ?? entered) : entered;
			const pairs = Array.isArray(values)
				? values.map((row: { itemKey?: string; value?: unknown }) => [row.itemKey ?? '', row.value])
				: Object.entries(values ?? {});
			for (const [key] of pairs) {
				if (key === '' || CONTROLS.includes(key as string)) {
					throw new UsageError(
						`Field Equals can't filter by ${JSON.stringify(key)}: the name is ${key === '' ? 'empty' : 'one that the list itself uses'}.`,
					);
				}
			}
			return Object.fromEntries(pairs) as Record<string, unknown>;
		},
	},
	{ description: 'Only objects whose fields have exactly these values', place: 'spreadQuery' },
);

const form = {
	fields: associations,
	top: [objectFields({ method: 'getCustomObjectFields', dependsOn: ['customObjectDefKey'] })],
};

/** v2 §4.11. */
export const customObject = resource('customObject', 'Custom Object', {
	one: 'custom object',
	many: 'custom objects',
	operations: [
		getMany({
			path: [definitionKey],
			filters: [...createdWindow, ...updatedWindow, equals],
			extra: [
				choice(
					'sort',
					'Sort',
					[
						{ name: 'Oldest Change First', value: 'updatedAt' },
						{ name: 'Oldest First', value: 'createdAt' },
					],
					{ description: 'The order of the list, always ascending' },
				),
			],
		}),
		getOne({ id: [definitionKey, customObjectId], extra: [includeRelatedObjects] }),
		create({ ...form, path: [definitionKey] }),
		update({ ...form, path: [definitionKey, customObjectId] }),
		remove({ id: [definitionKey, customObjectId] }),
		createMany({ ...form, path: [definitionKey], plural: 'customObjects' }),
		updateMany({
			...form,
			path: [definitionKey, { ...customObjectId, place: 'body' }],
			plural: 'customObjects',
		}),
		createOrUpdate({
			...form,
			path: [definitionKey],
			find: byEqualityFilter,
			create: inBulk(bulkRules('customObjects')),
			update: inBulk(bulkRules('customObjects')),
		}),
	],
});
