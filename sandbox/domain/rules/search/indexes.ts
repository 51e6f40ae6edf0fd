import type { FieldOwner, Properties, Property } from '../../properties/property';
import type { ComparedAs, SearchFields, SearchIndex } from './columns';

/** What the values of a type are compared as, where it can be searched. */
const compared: Partial<Record<Property['type'], ComparedAs>> = {
	...{ text: 'string', integer: 'integer', id: 'integer', ref: 'integer' },
	...{ date: 'date', moment: 'datetime' },
};

/**
 * The index of a kind of record: the properties that say so, beside id and dates (v2 §4.4, v1 §4).
 * @param references how referenced records are searched; of customers none are (v1 §4)
 */
export function indexOf(
	owner: FieldOwner,
	properties: Properties,
	references: SearchIndex['references'] = {},
): SearchIndex {
	const searched = Object.entries(properties).filter(([, { search }]) => search);
	const fields: SearchFields = {
		id: { type: 'integer' },
		...Object.fromEntries(
			searched.map(([name, { type, null: nullable, search }]) => [
				name,
				{ type: compared[type] ?? 'string', nullable, isUnsorted: search === 'unsorted' },
			]),
		),
		createdAt: { type: 'datetime' },
		updatedAt: { type: 'datetime' },
	};
	const sortable = Object.keys(fields).filter((name) => !fields[name]?.isUnsorted);
	return { owner, fields, references, sortable };
}
