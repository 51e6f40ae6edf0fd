import { choice, controls, json } from '../../fields';
import { conditionColumns } from './conditions';
import { rowsField, rowsForm } from './conditionRows';

const MATCHES = [
	{ name: 'All Conditions', value: 'all' as const },
	{ name: 'Any Condition', value: 'any' as const },
];

const shownWhen = { searchMode: ['builder'] };

const conditionsForm = rowsForm('Condition', conditionColumns);

const groupsForm = rowsForm('Group', [
	{ displayName: 'Match', name: 'match', type: 'options', options: MATCHES, default: 'any' },
	{ displayName: 'Conditions', name: 'conditions', ...conditionsForm },
]);

const EXAMPLE = {
	compositeFilter: {
		logicalOperator: 'AND',
		subFilters: [
			{
				valueFilter: {
					field: { name: 'name' },
					comparisonOperator: 'LIKE',
					value: { stringValue: 'Example' },
				},
			},
		],
	},
};

const filterJson = json('filterJson', 'Filter (JSON)', {
	shownWhen: { searchMode: ['json'] },
	description:
		'The filter object as the service expects it: a compositeFilter with logicalOperator and subFilters, or a single valueFilter',
});

export const matchOf = (label: string, options?: Parameters<typeof choice>[3]) =>
	choice('match', label, MATCHES, options);

/** What to search for, at the top of the form: a builder, or the filter as JSON. */
export const searchControls = controls({
	searchMode: choice(
		'searchMode',
		'Search With',
		[
			{ name: 'Builder', value: 'builder', description: 'Choose fields, operators and values' },
			{ name: 'JSON', value: 'json', description: 'Enter the filter as the service expects it' },
		],
		{ description: 'How to specify what to search for' },
	),
	match: matchOf('Match', {
		shownWhen,
		description: 'Whether a record must meet all of the conditions and groups or any of them',
	}),
	conditions: rowsField('conditions', 'Conditions', conditionsForm, {
		shownWhen,
		description:
			'What records must satisfy. A search needs at least one condition, here or in a group; Get Many returns all records.',
	}),
	groups: rowsField('groups', 'Groups', groupsForm, {
		shownWhen,
		description: 'Conditions that are combined separately, as in "A and (B or C)"',
	}),
	filterJson: {
		...filterJson,
		form: {
			type: 'json',
			typeOptions: { rows: 8 },
			default: JSON.stringify(EXAMPLE, null, 2),
		},
	},
});
