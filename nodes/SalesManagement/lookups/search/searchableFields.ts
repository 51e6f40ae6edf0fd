import type { ResourceId } from '../../api/routes';
import { customFieldIn, type NameReader } from '../../fields';
import { recordOf, type RecordDescription } from '../../records';
import { quoted, remembered, UsageError } from '../../shared';
import { recordField, standardFields, type RecordField, type StandardField } from './recordFields';

/** A field that a search compares. */
export interface SearchField extends Pick<
	RecordField,
	'field' | 'label' | 'lookup' | 'choices' | 'type'
> {
	/** The label of the form's box for its value. */
	readonly box?: string;
}

/** The fields of a record that the search index holds. */
export const indexedFields = (record: RecordDescription): StandardField[] =>
	standardFields(record).filter(
		({ described: { traits } }) => traits.includes('identifying') || traits.includes('searchable'),
	);

/** The fields of a related record. */
function ofRelated(resource: ResourceId): StandardField[] {
	const related = recordOf(resource);
	return indexedFields(related).map((each) => {
		const label = `${related.name}: ${each.label}`;
		const value = `${resource}.${each.value}`;
		const field = { reference: resource, name: each.value };
		return { ...each, label, value, field, aliases: { exact: [value], names: [label] } };
	});
}

const searchableIn = new WeakMap<RecordDescription, readonly StandardField[]>();

/** The fields that a search of a record can compare, without the custom ones; its own come first. */
export const searchables = (record: RecordDescription): readonly StandardField[] =>
	remembered(searchableIn, record, () => [
		...indexedFields(record),
		...record.related.flatMap(ofRelated),
	]);

/**
 * Finds a search field by its value in the dropdown, or by any other name.
 * @param fieldsOf reads the names of custom fields; not called for a key that comes with its type.
 * @throws UsageError for a field that the search index does not hold, before the service refuses it.
 */
export function toSearchField(
	value: string,
	record: RecordDescription,
	fieldsOf?: NameReader['fieldsOf'],
): RecordField {
	if (value === '') throw new UsageError('A search condition has no field; choose one.');
	const found = recordField(value, record, {
		standard: searchables(record),
		fieldsOf: customFieldIn(value)?.itemType ? undefined : fieldsOf,
		who: `The search field ${quoted(value)}`,
	});
	if (found) return found;
	const names = indexedFields(record).map((each) => each.value);
	throw new UsageError(
		`The search can't compare ${quoted(value)}; it compares ${names.join(', ')} and custom fields (custom:itemKey).`,
	);
}
