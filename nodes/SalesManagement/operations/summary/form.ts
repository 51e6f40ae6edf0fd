/** How a summary is asked for in the form: what it groups by and computes, and in which time zone. */
import type { INodeProperties } from 'n8n-workflow';
import {
	choice,
	controlsAtEnd,
	dropdownForm,
	field,
	ITEM_TYPES,
	text,
	TYPES,
	whenSet,
	type Field,
	type FieldListMethod,
	type Type,
} from '../../fields';
import { RECORDS } from '../../records';
import { rowsOf } from '../search/builder';
import { literal, when } from '../search/pattern';
import { customType, isDate, MOST_GROUPED_BY } from './field';

const shownWhen = { output: ['summary'] };

const UNITS = [
	{ name: 'Day', value: 'day' },
	{ name: 'Week', value: 'week' },
	{ name: 'Month', value: 'month' },
	{ name: 'Quarter', value: 'quarter' },
	{ name: 'Year', value: 'year' },
] as const;

export const COMPUTATIONS = [
	{ name: 'Average', value: 'average' },
	{ name: 'Largest or Latest', value: 'largest' },
	{ name: 'Smallest or Earliest', value: 'smallest' },
	{ name: 'Sum', value: 'sum' },
] as const;

export const unitOf = choice('unit', 'Unit', UNITS);
export const computationOf = choice('function', 'Function', COMPUTATIONS);

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

const rowsForm = (label: string, button: string, values: INodeProperties[]): Field['form'] => ({
	type: 'fixedCollection',
	typeOptions: { multipleValues: true, multipleValueButtonText: button },
	placeholder: button,
	default: {},
	options: [{ displayName: label, name: 'values', values }],
});

const rows = (label: string) => whenSet((entered) => rowsOf(entered, label));

export const GROUP_BY = 'Group By';
export const VALUES = 'Values';

const unit: INodeProperties = {
	displayName: 'Unit',
	name: 'unit',
	type: 'options',
	options: UNITS.map((each) => ({ ...each })),
	default: 'month',
	description: 'For dates: how long a period one group covers. Of other fields it means nothing.',
};

/** What shows below Output once that is Summary. */
export const summaryControls = controlsAtEnd({
	groupBy: field(
		'groupBy',
		GROUP_BY,
		{
			form: rowsForm('Field', 'Add Field', [
				fieldColumn('getGroupFields', 'group by'),
				{ ...unit, displayOptions: { hide: { field: [when(notDates())] } } },
			]),
			wire: rows(GROUP_BY),
		},
		{
			shownWhen,
			description: `Up to ${MOST_GROUPED_BY} fields, such as phase and user: each combination becomes one item. Without any, there is one item for all records.`,
		},
	),
	values: field(
		'values',
		VALUES,
		{
			form: rowsForm('Value', 'Add Value', [
				fieldColumn('getValueFields', 'compute with'),
				{
					displayName: 'Function',
					name: 'function',
					type: 'options',
					options: COMPUTATIONS.map((each) => ({ ...each })),
					default: 'sum',
					description:
						'What to compute of each group. Sum and Average take numbers, the others also dates.',
				},
			]),
			wire: rows(VALUES),
		},
		{
			shownWhen,
			description:
				'What to compute of number and date fields in each group. The count is always there.',
		},
	),
	timezone: text('timezone', 'Time Zone', {
		shownWhen,
		placeholder: 'e.g. Europe/Berlin',
		description: 'The time zone in which dates are grouped. Empty means that of the workflow.',
	}),
});
