/** The operations that read a list: Get Many, lists besides it, and Search. */
import type { IDataObject } from 'n8n-workflow';
import { asObjects, asProperty, choice, pickedIn, read, rowsForm, type Item } from '../fields';
import { checkedFilter, composite, conditionFilter } from '../lookups/search/filter';
import { indexedFields, toSearchField } from '../lookups/search/recordFields';
import { CONTROLS, type RecordDescription } from '../records';
import { isObject, objectsAt, Problems, textOf, UsageError } from '../shared';
import { boxFor, conditionColumns, valueIn } from './form/conditions';
import { filters, options, sorting, type Maker } from './model';
import { listOperation } from './reading/listOperation';

export const getMany: Maker = (record, spec) =>
	listOperation(record, {
		...spec,
		form: {
			fields: record.listParentParams,
			collections: [
				filters([...record.filters, ...(spec.filters ?? [])]),
				options(spec.options),
				sorting(spec.sort),
			],
			controls: [],
		},
	});

/**
 * A list besides Get Many, with its own texts and path. Its entries are no records, so it has no fields to
 * simplify.
 */
export const list: Maker = (record, spec) =>
	getMany(
		{ ...record, fields: [], filters: [], listParentParams: spec.path ?? [], watch: undefined },
		spec,
	);

const conditionsForm = (record: RecordDescription) =>
	rowsForm('Condition', conditionColumns(record));

const groupsForm = (record: RecordDescription) =>
	rowsForm('Group', [
		asProperty(CONTROLS.group.fields.match),
		{ displayName: 'Conditions', name: 'conditions', ...conditionsForm(record) },
	]);

/** The conditions and groups at the top of the form. */
function searchControls(record: RecordDescription): typeof CONTROLS.searched {
	const { conditions, groups } = CONTROLS.searched.fields;
	return {
		fields: {
			conditions: { ...conditions, form: conditionsForm(record) },
			groups: { ...groups, form: groupsForm(record) },
		},
	};
}

/** The controls for the order of a search: by a field of the index or a custom one, ascending or descending. */
const orderControls = (record: RecordDescription) => ({
	...CONTROLS.order,
	fields: {
		sortBy: choice('sortBy', 'Sort By', [
			{ name: 'Default (Newest Change First)', value: '' },
			...indexedFields(record)
				.filter(({ described: { traits } }) => !traits.includes('unsortable'))
				.map(({ value, label }) => ({ name: label, value })),
		]),
		...CONTROLS.order.fields,
	},
});

function enteredSort(sort: ReturnType<typeof orderControls>, item: Item) {
	const { sortBy, sortOrder: order = 'ASC', sortCustom } = read(sort, item);
	if (sortCustom) return { sort: { field: { itemKey: sortCustom }, order } };
	return sortBy ? { sort: { field: { name: sortBy }, order } } : {};
}

const LOGIC = { all: 'AND', any: 'OR' } as const;

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
	const { match, filterJson } = read(CONTROLS.filter, item);
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
		const inner = asObjects(group.conditions ?? [], 'Conditions');
		// A group that was left empty would be left out, and the search would find more.
		if (inner.length === 0) {
			throw new UsageError('A group has no condition: add one to it, or remove the group.');
		}
		const logic = LOGIC[CONTROLS.group.fields.match.toRequest(group.match, item) ?? 'all'];
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
export const search: Maker = (record, spec) => {
	const sort = orderControls(record);
	const asked = searchControls(record);
	return listOperation(record, {
		...spec,
		form: {
			fields: [],
			collections: [filters(), options(spec.options), sorting()],
			controls: [asked, CONTROLS.filter, sort],
		},
		search: (request, item) => ({
			...request,
			body: {
				...request.body,
				filter: enteredFilter(record, asked, item),
				...enteredSort(sort, item),
			},
		}),
	});
};
