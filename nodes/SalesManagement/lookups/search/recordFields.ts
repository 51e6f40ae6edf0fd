/** The fields of a record as a search, a summary and Match By take them, and the field that a text means. */
import type { IDataObject } from 'n8n-workflow';
import type { ResourceId } from '../../api/routes';
import {
	customFieldIn,
	customFieldValue,
	customValueOf,
	fieldNamed,
	isItemId,
	namesOf,
	textType,
	typeOfItem,
	untypedType,
	type Aliases,
	type CustomField,
	type Field,
	type Lookup,
	type NameReader,
	type ValueType,
} from '../../fields';
import { customsProperty, hasOwnNames, recordOf, type RecordDescription } from '../../records';
import { own, quoted, remembered, UsageError } from '../../shared';

/** A field of a record's description, of a related record, or a custom one. */
export interface RecordField {
	/** Its value in dropdowns: `phaseId`, `customer.name` for a related record, `custom:rank:text`. */
	readonly value: string;
	readonly label: string;
	/** The property of records that holds it, or the key of a custom field. */
	readonly name: string;
	readonly type: ValueType;
	/** The list that a reference is chosen from. */
	readonly lookup?: Lookup;
	/** The custom field whose options it holds. */
	readonly choices?: { readonly resource: ResourceId; readonly key: string };
	/** The field in the body of a search. */
	readonly field: IDataObject;
	/** Its description; absent for a custom field. */
	readonly described?: Field;
	/**
	 * The value of a record in this field; a custom one as the service sends it. `undefined` if the record does
	 * not show it.
	 * @param itemId the ID of a custom field's item, if it is known besides its key.
	 */
	readonly valueIn: (record: IDataObject, itemId?: number) => unknown;
}

export interface StandardField extends RecordField {
	readonly described: Field;
	readonly aliases: Aliases;
}

/** The fields of a record's description. */
export const standardFields = ({ fields }: RecordDescription): StandardField[] =>
	fields.map((described) => {
		const { key, label, type, lookup, searchName: value = key, shownAs: name } = described;
		const { exact, names } = namesOf(described);
		return {
			value,
			label,
			name,
			type,
			lookup,
			described,
			field: { name: value },
			aliases: { exact: [value, name, ...exact], names },
			valueIn: (record) => own(record, name),
		};
	});

/**
 * The type of a custom field. Types of custom objects' fields are unknown: what looks like text may be a
 * decimal or a choice (v2 §2.8).
 * @param property the property of records that holds custom values; empty if these are properties themselves.
 */
export function customType(itemType: string | undefined, property: string): ValueType {
	const type = typeOfItem(itemType);
	return property === '' && type === textType ? untypedType : type;
}

/** The label of a custom field of which only the key is known. */
export const nameless = (key: string): string => (isItemId(key) ? `Field ${key}` : key);

/** A custom field of a record, by its key; it gets a label of its own if nothing else is known. */
export function customRecordField(
	{ key, name, itemType = '', itemId: known }: Pick<CustomField, 'key'> & Partial<CustomField>,
	record: RecordDescription,
): RecordField {
	const property = customsProperty(record);
	const type = customType(itemType, property);
	return {
		value: customFieldValue(key, itemType),
		label: name ?? nameless(key),
		name: key,
		type,
		lookup: type.lookup,
		choices: type.hasOptions && { resource: record.id, key },
		field: isItemId(key) ? { customItemId: Number(key) } : { itemKey: key },
		valueIn: (raw, itemId = known) =>
			customValueOf(property === '' ? raw : own(raw, property), key, itemId),
	};
}

interface Pool {
	readonly standard: readonly StandardField[];
	/** Reads the custom fields; it returns `undefined` in the pass that only notes that they are needed. */
	readonly fieldsOf: NameReader['fieldsOf'];
	/** The subject of an error: the given text, and its place. */
	readonly who: string;
}

/**
 * Finds the field of a record that a text means. Custom objects have fields with any name.
 * @returns `undefined` for a text that names no field.
 * @throws UsageError if several fields have the name.
 */
export function recordField(
	text: string,
	record: RecordDescription,
	{ standard, fieldsOf, who }: Pool,
): RecordField | undefined {
	const property = record.customs?.property;
	const known = () => (property === undefined ? [] : (fieldsOf?.(record.id) ?? []));
	const found = fieldNamed(text, { standard, customs: known, property }, who);
	if (found.standard) return found.standard;
	// A key is enough for a custom field of which nothing is known.
	const byKey = record.customs && customFieldIn(text);
	const custom = found.custom ?? byKey ?? (hasOwnNames(record) ? { key: text } : undefined);
	const itemType = found.custom?.itemType ?? byKey?.itemType;
	return custom && customRecordField({ ...custom, itemType }, record);
}

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
