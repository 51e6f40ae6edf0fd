import type { IDataObject } from 'n8n-workflow';
import {
	choice,
	choicesOf,
	controls,
	json,
	optionControls,
	pickedIn,
	read,
	rowsForm,
	sortControls,
	text,
	type Item,
} from '../fields';
import { checkedFilter, composite, conditionFilter } from '../lookups/search/filter';
import { indexedFields, toSearchField } from '../lookups/search/searchableFields';
import type { RecordDescription } from '../records';
import { isObject, objectsAt, Problems, textOf, UsageError } from '../shared';
import { boxFor, conditionColumns, rowsField, rowsOf, valueIn } from './form/conditions';
import { filters, identityOf, options, sorting, type Operation, type Spec } from './model';
import { SEARCHED_BY_TIME } from './reading/list/timeRanges';
import { listOperation } from './reading/listOperation';

const MATCHES = choicesOf({ all: 'All Conditions', any: 'Any Condition' });

const conditionsForm = (record: RecordDescription) =>
	rowsForm('Condition', conditionColumns(record));

const groupsForm = (record: RecordDescription) =>
	rowsForm('Group', [
		{ displayName: 'Match', name: 'match', type: 'options', options: MATCHES, default: 'any' },
		{ displayName: 'Conditions', name: 'conditions', ...conditionsForm(record) },
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

/** Options, since few searches need them, and n8n's panel opens later for each control at the top. */
const filterOptions = optionControls({
	match: choice('match', 'Match', MATCHES, {
		description: 'Whether all conditions and groups must be met, or any',
	}),
	filterJson: {
		...json('filterJson', 'Filter (JSON)', {
			description:
				'Instead of conditions and groups: the filter as the service expects it, a compositeFilter or a valueFilter',
		}),
		form: {
			type: 'json',
			typeOptions: { rows: 8 },
			default: JSON.stringify(EXAMPLE, null, 2),
		},
	},
});

/** The conditions and groups at the top of the form. */
const searchControls = (record: RecordDescription) =>
	controls({
		conditions: rowsField('conditions', 'Conditions', conditionsForm(record), {
			description:
				'At least one, here or in a group. All must be met, unless the option Match says otherwise.',
		}),
		groups: rowsField('groups', 'Groups', groupsForm(record), {
			description: 'Combined separately, as in "A and (B or C)"',
		}),
	});

/** The controls for the order of a search: by a field of the index or a custom one, ascending or descending. */
const orderControls = (record: RecordDescription) =>
	sortControls({
		sortBy: choice('sortBy', 'Sort By', [
			{ name: 'Default (Newest Change First)', value: '' },
			...indexedFields(record)
				.filter(({ described: { traits } }) => !traits.includes('unsortable'))
				.map(({ value, label }) => ({ name: label, value })),
		]),
		sortOrder: choice(
			'sortOrder',
			'Sort Order',
			choicesOf({ ASC: 'Ascending', DESC: 'Descending' }),
		),
		sortCustom: text('sortCustom', 'Sort by Custom Field', {
			description: 'The item key of a custom field, instead of Sort By',
		}),
	});

function enteredSort(sort: ReturnType<typeof orderControls>, item: Item) {
	const { sortBy, sortOrder: order = 'ASC', sortCustom } = read(sort, item);
	if (sortCustom) return { sort: { field: { itemKey: sortCustom }, order } };
	return sortBy ? { sort: { field: { name: sortBy }, order } } : {};
}

const LOGIC = { all: 'AND', any: 'OR' } as const;

const groupMatch = choice('match', 'Match of a group', MATCHES);

/** The filter of a condition: of a field, an operator, and the box that has the value. */
function filterOfCondition(row: IDataObject, record: RecordDescription, item: Item): IDataObject {
	const chosen = textOf(row.field);
	const field = { ...toSearchField(chosen, record, item.names?.fieldsOf), box: boxFor(chosen) };
	const operator = textOf(row.operator ?? 'equals');
	return conditionFilter({ field, operator, value: valueIn(row) }, item);
}

/** The filter that an item's form describes, checked against the service's limit. */
function enteredFilter(
	record: RecordDescription,
	form: ReturnType<typeof searchControls>,
	item: Item,
) {
	const { conditions = [], groups = [] } = read(form, item);
	const { match, filterJson } = read(filterOptions, item);
	if (filterJson !== undefined) {
		if (match || conditions.length > 0 || groups.length > 0) {
			throw new UsageError(
				'Filter (JSON) takes the place of Conditions, Groups and Match: remove either that option or those.',
			);
		}
		if (!isObject(filterJson)) {
			throw new UsageError('Filter (JSON) must be an object, not an array.');
		}
		return checkedFilter(isObject(filterJson.filter) ? filterJson.filter : filterJson);
	}
	const problems = new Problems();
	/** @param saved the same rows as the node has them, expressions as their text. */
	const filtersOf = (
		rows: IDataObject[],
		saved: readonly IDataObject[],
		filterOf: (row: IDataObject, saved?: IDataObject) => IDataObject,
	) =>
		rows
			.map((row, at) => problems.try(() => filterOf(pickedIn(row, saved[at]), saved[at])))
			.filter((filter) => filter !== undefined);
	const ofCondition = (row: IDataObject) => filterOfCondition(row, record, item);
	const ofGroup = (group: IDataObject, saved?: IDataObject) => {
		const inner = rowsOf(group.conditions ?? [], 'Conditions');
		// A group that was left empty would be left out, and the search would find more.
		if (inner.length === 0) {
			throw new UsageError('A group has no condition: add one to it, or remove the group.');
		}
		const logic = LOGIC[groupMatch.toRequest(group.match, item) ?? 'all'];
		return composite(logic, filtersOf(inner, objectsAt(saved, 'conditions.values'), ofCondition));
	};
	const filters = [
		...filtersOf(conditions, objectsAt(item.saved, 'conditions.values'), ofCondition),
		...filtersOf(groups, objectsAt(item.saved, 'groups.values'), ofGroup),
	];
	problems.assertNone();
	return checkedFilter(composite(LOGIC[match ?? 'all'], filters));
}

/** Reads the records that a filter describes, in v2 through cursors and in v1 through pages. */
export function search(record: RecordDescription, spec: Spec): Operation {
	const sort = orderControls(record);
	const asked = searchControls(record);
	return listOperation(record, {
		...identityOf(spec),
		name: 'Search',
		action: `Search ${record.many}`,
		description: 'Find records by conditions on their fields',
		form: {
			fields: [],
			collections: [filters(), options(spec.options), sorting()],
			controls: [asked, filterOptions, sort],
		},
		times: SEARCHED_BY_TIME,
		finish: (request, item) => ({
			...request,
			body: {
				...request.body,
				filter: enteredFilter(record, asked, item),
				...enteredSort(sort, item),
			},
		}),
	});
}
