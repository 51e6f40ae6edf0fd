/** How a summary is asked for in the form: what it groups by and computes. */
import { asProperty, choice, controlsAtEnd, ITEM_TYPES } from '../../fields';
import { RECORDS } from '../../records';
import { distinctBy } from '../../shared';
import { fieldsWhere, when } from './displayPatterns';
import { fieldColumn, rowsField, rowsForm } from './conditionRows';
import { isDate, summaryFields } from '../../lookups/search/summaryFields';

const shownWhen = { output: ['summary'] };

export const unitOf = choice(
	'unit',
	'Unit',
	[
		{ name: 'Day', value: 'day' },
		{ name: 'Week', value: 'week' },
		{ name: 'Month', value: 'month' },
		{ name: 'Quarter', value: 'quarter' },
		{ name: 'Year', value: 'year' },
	],
	{
		description:
			'The period that one group covers, in the workflow’s time zone. It applies to dates only.',
	},
);

export const computationOf = choice(
	'function',
	'Function',
	[
		{ name: 'Average', value: 'average' },
		{ name: 'Largest or Latest', value: 'largest' },
		{ name: 'Smallest or Earliest', value: 'smallest' },
		{ name: 'Sum', value: 'sum' },
	],
	{
		description:
			'What to compute for each group. Sum and Average take numbers, the others also dates.',
	},
);

/**
 * The fields that are no date in any record: a name is of the same kind wherever it occurs, so one form
 * serves all. For others, labels and expressions the unit is shown: they may be dates.
 */
const NO_DATES = fieldsWhere(
	distinctBy(RECORDS.flatMap(summaryFields), ({ value }) => value),
	(each) => !isDate(each),
	// What looks like text may be a date in custom objects.
	{ ...ITEM_TYPES, text: 'untyped', url: 'untyped' },
);

/** What shows below Output once that is Summary. */
export const summaryControls = controlsAtEnd({
	groupBy: rowsField(
		'groupBy',
		'Group By',
		rowsForm('Field', [
			fieldColumn('getGroupFields', 'group by'),
			{
				...asProperty(unitOf),
				default: 'month',
				displayOptions: { hide: { field: [when(NO_DATES)] } },
			},
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
			{ ...asProperty(computationOf), default: 'sum' },
		]),
		{
			shownWhen,
			description:
				'What to compute from number and date fields for each group. The count is always included.',
		},
	),
});
