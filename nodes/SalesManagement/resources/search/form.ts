import type { INodeProperties } from 'n8n-workflow';
import { UsageError } from '../../api/errors';
import type { Scope } from '../define';
import { asJson, choice, field, isObject, json, textOf, type Field } from '../fields';
import { checkedFilter, filterTree, OPERATORS, type Condition, type Group } from './filter';
import { standardFields, toSearchField, type StandardField } from './fields';

const matches = [
	{ name: 'All Conditions', value: 'all' },
	{ name: 'Any Condition', value: 'any' },
];

const conditionColumns: INodeProperties[] = [
	{
		displayName: 'Field Name or ID',
		name: 'field',
		type: 'options',
		typeOptions: { loadOptionsMethod: 'getSearchFields' },
		default: '',
		description:
			'The field to compare. Choose from the list, or specify an ID using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
	},
	{
		displayName: 'Operator',
		name: 'operator',
		type: 'options',
		options: Object.entries(OPERATORS).map(([value, { label }]) => ({ name: label, value })),
		default: 'equals',
	},
	{
		displayName: 'Value',
		name: 'value',
		type: 'string',
		default: '',
		description:
			'What to compare with: a text, a number, or a date such as 2026-11-30. Is One Of takes several, separated by commas.',
		displayOptions: {
			hide: {
				operator: Object.entries(OPERATORS)
					.filter(([, { takes }]) => takes === 'none')
					.map(([value]) => value),
			},
		},
	},
];

const many = (button: string) => ({ multipleValues: true, multipleValueButtonText: button });

const conditionsProperty: INodeProperties = {
	displayName: 'Conditions',
	name: 'conditions',
	type: 'fixedCollection',
	typeOptions: many('Add Condition'),
	placeholder: 'Add Condition',
	default: {},
	options: [{ displayName: 'Condition', name: 'values', values: conditionColumns }],
};

const builderOnly = { searchMode: ['builder'] };

const unsent = (entered: unknown) => entered;

/** The fields of a search at the top of the form: a builder, or the filter as JSON. */
export const searchFields: readonly Field[] = [
	choice(
		'searchMode',
		'Search With',
		[
			{ name: 'Builder', value: 'builder', description: 'Choose fields, operators and values' },
			{ name: 'JSON', value: 'json', description: 'Give the filter as the service takes it' },
		],
		{ place: 'control', description: 'How to say what to search for' },
	),
	choice('match', 'Match', matches, {
		place: 'control',
		shownWhen: builderOnly,
		description: 'Whether a record must meet all of the conditions and groups or any of them',
	}),
	field(
		'conditions',
		'Conditions',
		{ form: { ...conditionsProperty }, wire: unsent },
		{
			place: 'control',
			shownWhen: builderOnly,
			description:
				'What the records must meet. Without conditions and groups, all records are found.',
		},
	),
	field(
		'groups',
		'Groups',
		{
			form: {
				type: 'fixedCollection',
				typeOptions: many('Add Group'),
				placeholder: 'Add Group',
				default: {},
				options: [
					{
						displayName: 'Group',
						name: 'values',
						values: [
							{
								displayName: 'Match',
								name: 'match',
								type: 'options',
								options: matches,
								default: 'any',
							},
							conditionsProperty,
						],
					},
				],
			},
			wire: unsent,
		},
		{
			place: 'control',
			shownWhen: builderOnly,
			description: 'Conditions that are combined in their own way, such as "A and (B or C)"',
		},
	),
	{
		...json('filterJson', 'Filter (JSON)', {
			place: 'control',
			shownWhen: { searchMode: ['json'] },
			description:
				'The filter object as the service takes it: a compositeFilter with logicalOperator and subFilters, or a single valueFilter',
		}),
		form: {
			type: 'json',
			typeOptions: { rows: 8 },
			default: JSON.stringify(
				{
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
				},
				null,
				2,
			),
		},
	},
];

/** The rows of a fixed collection, however an expression handed them over. */
const rowsOf = (entered: unknown): Array<Record<string, unknown>> => {
	const values = isObject(entered) ? (entered.values ?? []) : (entered ?? []);
	const list = Array.isArray(values) ? values : [values];
	return list.filter(isObject);
};

const conditionsOf = (entered: unknown, standard: readonly StandardField[]): Condition[] =>
	rowsOf(entered).map(({ field: chosen, operator, value }) => ({
		field: toSearchField(textOf(chosen), standard),
		operator: textOf(operator ?? 'equals'),
		value,
	}));

const matchOf = (entered: unknown): Group['match'] => (entered === 'any' ? 'any' : 'all');

/** The filter that an item's form describes, checked against the service's limit. */
export function enteredFilter(resource: string, scope: Scope) {
	if (scope.get('searchMode') === 'json') {
		const filter = asJson(scope.get('filterJson'), 'Filter (JSON)');
		if (!isObject(filter)) throw new UsageError('Filter (JSON) takes an object, not an array.');
		return checkedFilter(isObject(filter.filter) ? filter.filter : filter);
	}
	const standard = standardFields(resource);
	const group: Group = {
		match: matchOf(scope.get('match')),
		conditions: conditionsOf(scope.get('conditions'), standard),
		groups: rowsOf(scope.get('groups')).map(({ match, conditions }) => ({
			match: matchOf(match),
			conditions: conditionsOf(conditions, standard),
		})),
	};
	return checkedFilter(filterTree(group, scope));
}
