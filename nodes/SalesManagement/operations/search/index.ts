import { choice, controlsWithin, read, text, type Item } from '../../fields';
import type { RecordDescription } from '../../records/record';
import { listOperation } from '../list';
import { filters, identityOf, options, sorting, type Operation, type Spec } from '../operation';
import { standardFields } from './fields';
import { divisibleSearch } from '../stretches';
import { enteredFilter, searchControls } from './builder';

/** The order of a search: a field of the index or a custom one, ascending or descending. */
const orderControls = (record: RecordDescription) =>
	controlsWithin('sort', {
		sortBy: choice(
			'sortBy',
			'Sort By',
			[
				{ name: 'Default (Newest Change First)', value: '' },
				...standardFields(record)
					.filter(({ sortable }) => sortable)
					.map(({ name, label }) => ({ name: label, value: name })),
			],
			{ description: 'The field to sort by' },
		),
		sortOrder: choice(
			'sortOrder',
			'Sort Order',
			[
				{ name: 'Ascending', value: 'ASC' },
				{ name: 'Descending', value: 'DESC' },
			],
			{ description: 'The direction to sort in' },
		),
		sortCustom: text('sortCustom', 'Sort by Custom Field', {
			description: 'The item key of a custom field to sort by, instead of Sort By',
		}),
	});

function enteredSort(sort: ReturnType<typeof orderControls>, item: Item) {
	const { sortBy, sortOrder: order = 'ASC', sortCustom } = read(sort, item);
	if (sortCustom) return { sort: { field: { itemKey: sortCustom }, order } };
	return sortBy ? { sort: { field: { name: sortBy }, order } } : {};
}

/** Reads the records that a filter describes, in v2 through cursors and in v1 through pages. */
export function search(record: RecordDescription, spec: Spec): Operation {
	const sort = orderControls(record);
	const conditions = searchControls(record);
	return listOperation(record, {
		...identityOf(spec),
		name: 'Search',
		action: `Search ${record.many}`,
		description: `Find ${record.many} by conditions on their fields`,
		form: {
			fields: [],
			collections: [filters(), options(spec.options), sorting()],
			controls: [conditions, sort],
		},
		divisible: divisibleSearch(record),
		alsoNames: (item) => enteredFilter(record, conditions, item),
		finish: (request, item) => ({
			...request,
			body: {
				...request.body,
				filter: enteredFilter(record, conditions, item),
				...enteredSort(sort, item),
			},
		}),
	});
}
