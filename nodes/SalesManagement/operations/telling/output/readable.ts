/** Makes values readable; the names that custom values leave out were looked up (S3, v1 §2.3). */
import type { IDataObject } from 'n8n-workflow';
import {
	customEntries,
	entriesIn,
	isList,
	itemIdOf,
	isAmbiguous,
	typeOfItem,
	typeOfValue,
	usersType,
	withNumber,
	type CustomField,
	type Entry,
	type ValueType,
} from '../../../fields';
import type { CustomValueNames } from '../../../lookups/customsLookup';
import { isBlank, isObject, textOf } from '../../../shared';

/**
 * An entry of a list as a person reads it: the label of a choice, the name of a record. What has neither is shown by
 * its value or its ID, and what is no object stays as it is, of whatever type.
 */
export function readableEntry(entry: unknown): unknown {
	if (!isObject(entry)) return entry;
	const { label, name, value, id } = entry;
	if (typeof label !== 'string' || isBlank(value)) {
		return label ?? name ?? value ?? id ?? textOf(entry);
	}
	if (label.trim() === '' || label === textOf(value)) return value;
	// Some labels might be read as the number of an option, or as another label, when the node gets them again. These
	// are shown with the number of their own option.
	return isAmbiguous(label) ? withNumber(label, textOf(value)) : label;
}

/** Choices with their labels, in the order of the field's options; users with their names. */
function labelEntries(
	entries: readonly Entry[],
	type: ValueType,
	options: CustomField['options'] = [],
	users?: CustomValueNames['users'],
): readonly Entry[] {
	if (options.length === 0 && !users) return entries;
	const places = new Map(options.map(({ value }, at) => [String(value), at]));
	const placeOf = ({ value }: Entry) => places.get(textOf(value)) ?? options.length;
	const named = entries.map((entry): Entry => {
		if (!isBlank(entry.label) || !isBlank(entry.name)) return entry;
		const name = type === usersType ? users?.get(Number(entry.value)) : undefined;
		return { ...entry, label: options[placeOf(entry)]?.name, ...(name && { name }) };
	});
	return named.sort((one, other) => placeOf(one) - placeOf(other));
}

/** A readable custom value, or null if it is empty. */
export function readable(custom: unknown, known?: CustomValueNames): unknown {
	const field = isObject(custom) ? known?.fields.of(custom) : undefined;
	const type = typeOfValue(custom, field && typeOfItem(field.itemType));
	const shown = entriesIn(custom, type).map((each) => ({
		...each,
		value: type.readable(each.value),
	}));
	const entries = labelEntries(shown, type, field?.options, known?.users);
	const texts = entries.map(readableEntry);
	if (!isList(custom, type)) return texts[0] ?? null;
	return texts.length > 0 || Array.isArray(custom) ? texts : null;
}

/** Custom values in the object form, by itemKey or item id (v1 §2.7), whichever form they come in. */
export const customsByKey = (customs: unknown): IDataObject =>
	Object.fromEntries(customEntries(customs)) as IDataObject;

/** A custom field of one record. */
export interface CustomEntry {
	/** Its itemKey, or the id of its item. */
	readonly key: string;
	/** Its label; its key if the service gives no label, or if the values were asked for by key. */
	readonly name: string;
	/** The ID of its item, if the service gives it. */
	readonly itemId?: number;
	readonly value: unknown;
}

/** Custom values with the labels of their fields; values by key have their keys for labels. */
export const entriesOf = (customs: unknown, known?: CustomValueNames): CustomEntry[] =>
	customEntries(customs).map(([key, value]) => {
		if (!Array.isArray(customs) || !isObject(value)) return { key, value, name: key };
		const name = textOf(value.name ?? known?.fields.of(value)?.name);
		return { key, value, name: name || key, itemId: itemIdOf(value) as number | undefined };
	});
