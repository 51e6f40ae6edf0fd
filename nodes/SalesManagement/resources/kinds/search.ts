import type { OperationOf, Scope } from '../define';
import { choice, field, isObject, type Field } from '../fields';
import { enteredFilter, searchFields } from '../search/form';
import { standardFields } from '../search/fields';
import { listed } from './list';

/** The order of a search: a field of the index, ascending or descending. */
const sortFields = (resource: string): readonly Field[] => [
	choice(
		'sortBy',
		'Sort By',
		[
			{ name: 'Default (Newest Change First)', value: '' },
			...standardFields(resource)
				.filter(({ sortable }) => sortable !== false)
				.map(({ name, label }) => ({ name: label, value: name })),
		],
		{ place: 'control', description: 'The field to sort by' },
	),
	choice(
		'sortOrder',
		'Sort Order',
		[
			{ name: 'Ascending', value: 'ASC' },
			{ name: 'Descending', value: 'DESC' },
		],
		{ place: 'control', description: 'The direction to sort in' },
	),
	field(
		'sortCustom',
		'Sort By Custom Field',
		{ form: { type: 'string', default: '' }, wire: (entered) => entered },
		{
			place: 'control',
			description: 'The item key of a custom field to sort by, instead of Sort By',
		},
	),
];

function enteredSort(scope: Scope) {
	const entered = scope.get('options');
	const { sortBy, sortOrder = 'ASC', sortCustom } = isObject(entered) ? entered : {};
	if (sortCustom) return { field: { itemKey: sortCustom }, order: sortOrder };
	return sortBy ? { field: { name: sortBy }, order: sortOrder } : undefined;
}

/** Reads the records that a filter describes, in v2 through cursors and in v1 through pages. */
export const search =
	({ extra = [] }: { extra?: readonly Field[] } = {}): OperationOf =>
	(naming) =>
		listed(
			naming,
			{
				id: 'search',
				name: 'Search',
				action: `Search ${naming.many}`,
				description: `Find ${naming.many} by conditions on their fields`,
				finish: (request, scope) => {
					const sort = enteredSort(scope);
					return {
						...request,
						body: {
							...request.body,
							filter: enteredFilter(naming.id, scope),
							...(sort === undefined ? {} : { sort }),
						},
					};
				},
			},
			{ top: searchFields, extra: [...sortFields(naming.id), ...extra] },
		);
