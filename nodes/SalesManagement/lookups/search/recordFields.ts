/** The fields of a record as a search, a summary and Match By take them, and which of them a text means. */
import type { IDataObject } from 'n8n-workflow';
import type { ResourceId } from '../../api/routes/routes';
import {
	customFieldIn,
	customFieldValue,
	customValueOf,
	fieldNamed,
	isItemId,
	isOption,
	namesOf,
	typeOfItem,
	type Called,
	type CustomField,
	type Field,
	type Lookup,
	type NameReader,
	type Type,
} from '../../fields';
import { dropdowns } from '../../records/dropdownSources';
import { customsProperty, hasOwnNames, type RecordDescription } from '../../records/record';
import { own } from '../../shared';

/** A field of a record's description, of a related record, or a custom one. */
export interface RecordField {
	/** What lists of fields have for it: `phaseId`, `customer.name` of a related record, `custom:rank:text`. */
	readonly value: string;
	readonly label: string;
	/** The property of records that holds it, or the key of a custom field. */
	readonly name: string;
	readonly type: Type;
	/** The list of what it refers to, for a reference. */
	readonly lookup?: Lookup;
	/** The custom field whose options it holds. */
	readonly choices?: { readonly resource: ResourceId; readonly key: string };
	/** How a search names it. */
	readonly field: IDataObject;
	/** Its description; absent for a custom field. */
	readonly described?: Field;
	/**
	 * What a record holds in it; a custom field as the service sends it, `undefined` where it is not shown.
	 * @param itemId the ID of a custom field's item, where it is known besides its key.
	 */
	readonly valueIn: (record: IDataObject, itemId?: number) => unknown;
}

export interface StandardField extends RecordField {
	readonly described: Field;
	readonly called: Called;
}

/** The fields of a record's description. */
export const standardFields = ({ fields }: Pick<RecordDescription, 'fields'>): StandardField[] =>
	fields.map((described) => {
		const { key, label, type, lookup, searchName: value = key, shownAs: name = key } = described;
		const { exact, names } = namesOf(described);
		return {
			value,
			label,
			name,
			type,
			lookup,
			described,
			field: { name: value },
			called: { exact: [value, name, ...exact], names },
			valueIn: (record) => own(record, name),
		};
	});

/**
 * The type of a custom field. Of custom objects nobody tells the types: what looks like text may be a
 * decimal or a choice (v2 §2.8).
 * @param property the property of records with custom values; empty where they are properties themselves.
 */
export function customType(itemType: string | undefined, property: string): Type {
	const type = typeOfItem(itemType);
	return property === '' && type === 'text' ? 'untyped' : type;
}

/** What a custom field is called while only its key is known. */
export const nameless = (key: string): string => (isItemId(key) ? `Field ${key}` : key);

/** A custom field of a record, by its key; nameless where nothing else is known of it. */
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
		...(type === 'users' && { lookup: dropdowns.users }),
		...(isOption(type) && { choices: { resource: record.id, key } }),
		field: isItemId(key) ? { customItemId: Number(key) } : { itemKey: key },
		valueIn: (raw, itemId = known) =>
			customValueOf(property === '' ? raw : own(raw, property), key, itemId),
	};
}

interface Pool {
	readonly standard: readonly StandardField[];
	/** Knows the custom fields; `undefined` while it is noted that they are needed. */
	readonly fieldsOf: NameReader['fieldsOf'];
	/** What was given, and where. */
	readonly who: string;
}

/**
 * The field of a record that a text means. The fields of custom objects are properties with any name.
 * @returns `undefined` for what no field is called.
 * @throws UsageError where several have the name.
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
	// A key is good also for a field that nobody knows.
	const byKey = record.customs && customFieldIn(text);
	const custom = found.custom ?? byKey ?? (hasOwnNames(record) ? { key: text } : undefined);
	const itemType = found.custom?.itemType ?? byKey?.itemType;
	return custom && customRecordField({ ...custom, itemType }, record);
}
