import type { IDataObject } from 'n8n-workflow';
import { Problems, UsageError } from '../../api/errors/errors';
import { choice, controls, json, pickedIn, read, type Item } from '../../fields';
import type { RecordDescription } from '../../records/record';
import { isObject, objectsAt, textOf } from '../../shared/values';
import { conditionColumns } from './conditions';
import { toSearchField } from '../../lookups/search/searchableFields';
import { checkedFilter, composite, conditionFilter } from '../../lookups/search/filter';
import { rowsField, rowsForm, rowsOf } from './conditionRows';

const MATCHES = [
	{ name: 'All Conditions', value: 'all' as const },
	{ name: 'Any Condition', value: 'any' as const },
];

const LOGIC = { all: 'AND', any: 'OR' } as const;

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

const matchOf = (label: string, options?: Parameters<typeof choice>[3]) =>
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

/** A group that was left empty would be left out, and the search would find more. */
function inGroup(conditions: IDataObject[]): IDataObject[] {
	if (conditions.length > 0) return conditions;
	throw new UsageError('A group has no condition: add one to it, or remove the group.');
}

const groupMatch = matchOf('Match of a group');

/** The filter that an item's form describes, checked against the service's limit. */
export function enteredFilter(record: RecordDescription, item: Item) {
	const {
		searchMode,
		match = 'all',
		conditions = [],
		groups = [],
		...rest
	} = read(searchControls, item);
	if (searchMode === 'json') {
		const filter = rest.filterJson;
		if (!isObject(filter)) throw new UsageError('Filter (JSON) must be an object, not an array.');
		return checkedFilter(isObject(filter.filter) ? filter.filter : filter);
	}
	const problems = new Problems();
	/** @param saved the same rows as the node has them. */
	const filtersOf = (
		list: IDataObject[],
		saved: readonly IDataObject[],
		filterOf: (row: IDataObject, saved?: IDataObject) => IDataObject,
	) =>
		list
			.map((row, at) => problems.try(() => filterOf(pickedIn(row, saved[at]), saved[at])))
			.filter((filter) => filter !== undefined);
	const ofCondition = ({ field: text, operator = 'equals', value }: IDataObject) => {
		const field = toSearchField(textOf(text), record, item.names?.fieldsOf);
		return conditionFilter({ field, operator: textOf(operator), value }, item);
	};
	const ofGroup = ({ match: chosen, conditions: inner }: IDataObject, saved?: IDataObject) =>
		composite(
			LOGIC[groupMatch.wire(chosen, item) ?? 'all'],
			filtersOf(
				inGroup(rowsOf(inner ?? [], 'Conditions')),
				objectsAt(saved, 'conditions.values'),
				ofCondition,
			),
		);
	const filters = [
		...filtersOf(conditions, objectsAt(item.saved, 'conditions.values'), ofCondition),
		...filtersOf(groups, objectsAt(item.saved, 'groups.values'), ofGroup),
	];
	problems.assertNone();
	return checkedFilter(composite(LOGIC[match], filters));
}
