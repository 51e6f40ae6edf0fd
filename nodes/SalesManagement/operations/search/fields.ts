import { UsageError } from '../../api/errors/errors';
import type { ResourceId } from '../../api/routes/routes';
import {
	customFieldIn,
	isItemId,
	typeOfItem,
	TYPES,
	type Called,
	type Field,
	type Lookup,
	type NameReader,
	type Type,
} from '../../fields';
import { recordOf } from '../../records';
import { dropdown, dropdowns } from '../../records/lookups';
import type { RecordDescription } from '../../records/record';
import { quoted } from '../../values';
import { calledAlso, fieldMeantBy, type CustomMeant } from '../recordFields';
import type { SearchField } from './searchField';

/** A standard field of the search index. */
export interface StandardField extends SearchField {
	/** What lists of fields have for it: `phaseId`, or `customer.name` for one of a related record. */
	readonly value: string;
	readonly type: Type;
	readonly is: Field['is'];
	readonly called: Called;
}

/** The fields of a record that the search index holds. */
export const standardFields = (record: Pick<RecordDescription, 'fields'>): StandardField[] =>
	record.fields
		.filter(({ is }) => is.includes('identifying') || is.includes('searchable'))
		.map((each) => {
			const { key, label, type, searchName: name = key, lookup, is, shownAs = key } = each;
			return {
				...{ value: name, field: { name }, label, type, lookup, is },
				properties: { sent: key, shown: shownAs },
				called: calledAlso(each, record, [name, shownAs]),
			};
		});

/** The fields of a related record. */
function ofRelated(resource: ResourceId): StandardField[] {
	const record = recordOf(resource);
	return (record ? standardFields(record) : []).map((each) => {
		const label = `${record?.name}: ${each.label}`;
		const value = `${resource}.${each.value}`;
		const field = { reference: resource, name: each.value };
		const called = { exact: [value], names: [label] };
		return { ...each, label, value, field, called, properties: undefined };
	});
}

const searchableIn = new WeakMap<RecordDescription, readonly StandardField[]>();

/** The fields that a search of a record compares, its own first, besides the custom ones. */
export function searchables(record: RecordDescription): readonly StandardField[] {
	const known = searchableIn.get(record) ?? [
		...standardFields(record),
		...record.related.flatMap(ofRelated),
	];
	searchableIn.set(record, known);
	return known;
}

/** The list from which a custom field's value is chosen. */
function choicesOf(resource: ResourceId, key: string, type: Type): Lookup | undefined {
	if (type === 'users') return dropdowns.users;
	if (TYPES[type].holds !== 'choice') return undefined;
	return dropdown(`options of ${resource} ${key}`, { optionsOf: { resource, key } });
}

/** Of an unknown type values are compared by their look. */
function customField(
	{ key, name, itemType }: CustomMeant,
	{ id }: Pick<RecordDescription, 'id'>,
): SearchField {
	const type = typeOfItem(itemType);
	return {
		field: isItemId(key) ? { customItemId: Number(key) } : { itemKey: key },
		label: name ?? `Custom Field ${isItemId(key) ? key : quoted(key)}`,
		type,
		lookup: choicesOf(id, key, type),
		holdsSeveral: TYPES[type].isList,
	};
}

/**
 * Reads the value of the dropdown of fields, or any other name of a field.
 * @param fieldsOf knows the names of custom fields; not asked for a key that comes with its type.
 * @throws UsageError for a field that the search index does not hold, before the service refuses it.
 */
export function toSearchField(
	value: string,
	record: RecordDescription,
	fieldsOf?: NameReader['fieldsOf'],
): SearchField {
	if (value === '') throw new UsageError('A search condition has no field; choose one.');
	const standard = searchables(record);
	const found = fieldMeantBy(value, record, {
		standard,
		fieldsOf: customFieldIn(value)?.itemType ? undefined : fieldsOf,
		who: `The search field ${quoted(value)}`,
	});
	if (found) return 'standard' in found ? found.standard : customField(found.custom, record);
	const names = standard.flatMap(({ properties, value: name }) => (properties ? [name] : []));
	throw new UsageError(
		`The search can't compare ${quoted(value)}; it compares ${names.join(', ')} and custom fields (custom:itemKey).`,
	);
}
