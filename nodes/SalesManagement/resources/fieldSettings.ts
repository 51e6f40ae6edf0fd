import { resource } from './define';
import { choice, flag, integer, rows, text, type Field } from './fields';
import { getMany, listed } from './kinds/list';
import { act } from './kinds/single';

/** The definitions of custom fields, which only v1 serves (v1 §2.9). */

/** S3. */
const itemTypes = [
	{ name: 'Date', value: 'date' },
	{ name: 'Decimal Number', value: 'decimal_number' },
	{ name: 'Multiple Choice', value: 'multi_select' },
	{ name: 'Number', value: 'number' },
	{ name: 'Single Choice', value: 'single_select' },
	{ name: 'Text', value: 'text' },
	{ name: 'URL', value: 'url' },
	{ name: 'User', value: 'user' },
];

const itemKeyLookup = { kind: 'options', method: 'getActionFieldKeys' } as const;

const itemKeyField = (key: string): Field => ({
	...text('itemKey', 'Field Name or ID', {
		key,
		place: 'path',
		required: true,
		description:
			'The item key of the field. Choose from the list, or specify an ID using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
	}),
	form: {
		type: 'options',
		typeOptions: { loadOptionsMethod: itemKeyLookup.method },
		default: '',
	},
});

const optionColumns: readonly Field[] = [
	integer('value', 'Value', { description: 'The number that records store for this choice' }),
	text('label', 'Label', { description: 'What people see' }),
];

const changedOptionColumns: readonly Field[] = [
	...optionColumns,
	integer('newValue', 'New Value', { description: 'The number that replaces Value' }),
	flag('delete', 'Delete', { description: 'Whether to delete this choice' }),
];

const options = (columns: readonly Field[]): Field =>
	rows('actionCustomItemOptions', 'Choices', columns, {
		button: 'Add Choice',
		description: 'The choices of a single or multiple choice. They are stored in the order given.',
	});

export const actionField = resource('actionField', 'Action Field', {
	one: 'action field',
	many: 'action fields',
	operations: [
		getMany(),
		act({
			id: 'create',
			name: 'Create',
			action: 'Create an action field',
			description: 'Add a custom field to actions',
			fields: [
				text('name', 'Name', { required: true, description: 'The name that people see' }),
				choice('itemType', 'Type', itemTypes, {
					required: true,
					description: 'What the field holds',
				}),
				{ ...options(optionColumns), shownWhen: { itemType: ['single_select', 'multi_select'] } },
			],
			bodyFields: [
				text('itemKey', 'Item Key', {
					description: 'The key by which requests name the field. Left out, the service makes one.',
				}),
				text('before', 'Insert Before', {
					description:
						'The item key of the field to insert this one before. Left out, it comes last.',
				}),
			],
		}),
		act({
			id: 'update',
			name: 'Update',
			action: 'Update an action field',
			description: 'Change or delete a custom field of actions',
			fields: [itemKeyField('item_key')],
			changedFields: [
				text('name', 'Name', { description: 'The name that people see' }),
				text('newItemKey', 'New Item Key', {
					description:
						'Replaces the item key. Careful: whatever relies on the old key can break, other workflows and integrations included.',
				}),
				options(changedOptionColumns),
				flag('delete', 'Delete Field', {
					initially: false,
					description: 'Whether to delete the field from all actions',
				}),
			],
		}),
		(naming) =>
			listed(
				naming,
				{
					id: 'getLabels',
					name: 'Get Labels',
					action: 'Get the labels of an action field',
					description: 'Retrieve the labels of a custom field of actions',
				},
				{
					path: [itemKeyField('actionCustomItemKey')],
					filters: [text('searchWord', 'Search Word', { description: 'Part of the label' })],
					extra: [
						text('sort', 'Sort', { description: 'The key to sort by; a minus means descending' }),
					],
				},
			),
	],
});

export const customerField = resource('customerField', 'Customer Field', {
	one: 'customer field',
	many: 'customer fields',
	operations: [getMany()],
});

export const contactField = resource('contactField', 'Contact Field', {
	one: 'contact field',
	many: 'contact fields',
	operations: [getMany()],
});
