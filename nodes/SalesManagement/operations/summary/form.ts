/** How a summary is asked for in the form: what it groups by and computes, and in which time zone. */
import type { INodeProperties } from 'n8n-workflow';
import {
	choice,
	controlsAtEnd,
	dropdownForm,
	ITEM_TYPES,
	text,
	TYPES,
	type Field,
	type FieldListMethod,
	type Type,
} from '../../fields';
import { RECORDS } from '../../records';
import { literal, when } from '../search/pattern';
import { rowsField, rowsForm } from '../search/rows';
import { customType } from '../recordFields';
import { isDate } from './fields';

const shownWhen = { output: ['summary'] };

export const unitOf = choice('unit', 'Unit', [
	{ name: 'Day', value: 'day' },
	{ name: 'Week', value: 'week' },
	{ name: 'Month', value: 'month' },
	{ name: 'Quarter', value: 'quarter' },
	{ name: 'Year', value: 'year' },
]);

export const computationOf = choice('function', 'Function', [
	{ name: 'Average', value: 'average' },
	{ name: 'Largest or Latest', value: 'largest' },
	{ name: 'Smallest or Earliest', value: 'smallest' },
	{ name: 'Sum', value: 'sum' },
]);

const EXPRESSIONS = 'https://docs.n8n.io/code/expressions/';

const fieldColumn = (method: FieldListMethod, what: string): INodeProperties => ({
	...dropdownForm('Field', method),
	displayName: 'Field Name or ID',
	name: 'field',
	description: `The field to ${what}. Choose from the list, or specify an ID using an <a href="${EXPRESSIONS}">expression</a>.`,
});

/**
 * The fields that are a date in no record, as one pattern, so that one form serves every record. For
 * others, labels and expressions the unit is shown: they may be dates.
 */
function notDates(): string {
	const types = RECORDS.flatMap(({ fields, customs }): Array<[string, Type]> => [
		...fields
			.filter(({ type }) => TYPES[type].holds)
			.map((each): [string, Type] => [literal(each.shownAs ?? each.key), each.type]),
		...(customs ? Object.keys(ITEM_TYPES) : []).map((itemType): [string, Type] => [
			`custom:.+:${itemType}`,
			customs ? customType(itemType, customs) : 'untyped',
		]),
	]);
	const dates = new Set(types.flatMap(([name, type]) => (isDate({ type }) ? name : [])));
	const others = types.flatMap(([name]) => (dates.has(name) ? [] : name));
	return [...new Set(others)].join('|');
}

/** A choice as a column of rows. */
const column = (
	{ label, name, form }: Field,
	initially: string,
	more: Partial<INodeProperties>,
): INodeProperties => ({ displayName: label, name, ...form, default: initially, ...more });

/** What shows below Output once that is Summary. */
export const summaryControls = controlsAtEnd({
	groupBy: rowsField(
		'groupBy',
		'Group By',
		rowsForm('Field', [
			fieldColumn('getGroupFields', 'group by'),
			column(unitOf, 'month', {
				displayOptions: { hide: { field: [when(notDates())] } },
				description: 'The period that one group covers. It applies to dates only.',
			}),
		]),
		{
			shownWhen,
			description:
				'The fields to group by, such as phase and user. Each combination of values becomes one item. Without a field, one item covers all records.',
		},
	),
	values: rowsField(
		'values',
		'Values',
		rowsForm('Value', [
			fieldColumn('getValueFields', 'compute with'),
			column(computationOf, 'sum', {
				description:
					'What to compute for each group. Sum and Average take numbers, the others also dates.',
			}),
		]),
		{
			shownWhen,
			description:
				'What to compute from number and date fields for each group. The count is always included.',
		},
	),
	timezone: text('timezone', 'Time Zone', {
		shownWhen,
		placeholder: 'e.g. Europe/Berlin',
		description:
			'The time zone in which dates are grouped. If empty, the workflow’s time zone applies.',
	}),
});
