import { choice, read, sortControls, text, type Item } from '../fields';
import type { RecordDescription } from '../records/record';
import { listOperation } from './getMany';
import { divisibleSearch } from './reading/list/timeRanges';
import {
	filters,
	identityOf,
	options,
	sorting,
	type Operation,
	type Spec,
} from './model/operation';
import { enteredFilter, searchControls } from './form/searchBuilder';
import { indexedFields } from '../lookups/search/searchableFields';

/** The order of a search: a field of the index or a custom one, ascending or descending. */
const orderControls = (record: RecordDescription) =>
	sortControls({
		sortBy: choice(
			'sortBy',
			'Sort By',
			[
				{ name: 'Default (Newest Change First)', value: '' },
				...indexedFields(record)
					.filter(({ described: { is } }) => !is.includes('unsortable'))
					.map(({ value, label }) => ({ name: label, value })),
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
	return listOperation(record, {
		...identityOf(spec),
		name: 'Search',
		action: `Search ${record.many}`,
		description: `Find ${record.many} by conditions on their fields`,
		form: {
			fields: [],
			collections: [filters(), options(spec.options), sorting()],
			controls: [searchControls, sort],
		},
		divisible: divisibleSearch,
		finish: (request, item) => ({
			...request,
			body: {
				...request.body,
				filter: enteredFilter(record, item),
				...enteredSort(sort, item),
			},
		}),
	});
}
