/** The definitions of custom fields, which only v1 serves (v1 §2.9). */
import { choice, choicesOf, dropdownForm, flag, integer, rows, text, type Field } from '../fields';
import { anySort, recordId, searchWord, SHOWN, shownList, shownName } from './common';
import { ONE_BY_ONE, record, type RequestSpec } from './record';

/** The types that a new field can have (S3). */
const itemTypes = choicesOf({
	date: 'Date',
	decimal_number: 'Decimal Number',
	multi_select: 'Multiple Choice',
	number: 'Number',
	single_select: 'Single Choice',
	text: 'Text',
	url: 'URL',
	user: 'User',
});

const key: Field = {
	...text('itemKey', 'Field', {
		in: 'path',
		traits: ['required'],
		description: 'The item key of the field',
	}),
	form: dropdownForm('Field', 'getActionFieldKeys'),
};

const optionColumns: readonly Field[] = [
	integer('value', 'Value', { description: 'The number that records store for this choice' }),
	text('label', 'Label', { description: 'What people see' }),
];

const choices = (columns: readonly Field[]): Field =>
	rows('actionCustomItemOptions', 'Choices', columns, {
		button: 'Add Choice',
		description: 'The choices of the field. They are stored in the order given.',
	});

/** All fields are in one list, in an order, and can be renamed. */
const changing = { kind: 'request', returns: 'record', changes: ONE_BY_ONE } as const;

const createField: RequestSpec = {
	...changing,
	name: 'Create',
	action: 'Create action field',
	description: 'Create one record per item',
	fields: [
		text('name', 'Name', { traits: ['required'], description: 'The name that people see' }),
		choice('itemType', 'Type', itemTypes, {
			traits: ['required'],
			description: 'What the field holds',
		}),
		{ ...choices(optionColumns), shownWhen: { itemType: ['single_select', 'multi_select'] } },
	],
	bodyFields: [
		text('itemKey', 'Item Key', {
			description: 'The key by which requests name the field. If not set, the service creates one.',
		}),
		text('before', 'Insert Before', {
			description:
				'The item key of the field to insert before. If not set, the new one comes last.',
		}),
	],
};

const updateField: RequestSpec = {
	...changing,
	name: 'Update',
	action: 'Update action field',
	description: 'Change the given fields of one record per item',
	fields: [key],
	changedFields: [
		text('name', 'Name', { description: 'The name that people see' }),
		text('newItemKey', 'New Item Key', {
			description: 'Replaces the item key. Whatever relies on the old key can break.',
		}),
		choices([
			...optionColumns,
			integer('newValue', 'New Value', { description: 'The number that replaces Value' }),
			flag('delete', 'Delete', { description: 'Whether to delete this choice' }),
		]),
		flag('delete', 'Delete Field', {
			initially: false,
			description: 'Whether to delete the field from all actions',
		}),
	],
};

/**
 * The fields of a definition (v1 §2.9).
 * @param choicesProperty the property that holds its choices.
 */
const definitionFields = (choicesProperty: string): readonly Field[] => [
	recordId,
	text('itemKey', 'Item Key', SHOWN),
	shownName,
	text('itemType', 'Type', SHOWN),
	integer('orderNum', 'Order', SHOWN),
	shownList(choicesProperty, 'Choices'),
];

export const actionField = record('actionField', {
	name: 'Action Field',
	fields: definitionFields('actionCustomItemOptions'),
	operations: {
		create: createField,
		update: updateField,
		getLabels: {
			kind: 'list',
			name: 'Get Labels',
			action: 'Get labels of action field',
			description: 'Retrieve the labels of a custom field of actions',
			path: [key],
			filters: [searchWord('the label')],
			sort: anySort,
		},
	},
});

export const customerField = record('customerField', {
	name: 'Customer Field',
	fields: definitionFields('customItemOptions'),
});

export const contactField = record('contactField', {
	name: 'Contact Field',
	fields: definitionFields('customItemOptions'),
});
