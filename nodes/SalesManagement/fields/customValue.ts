/** Custom values (v1 §2.3): the field that each belongs to, and its content. */
import type { IDataObject } from 'n8n-workflow';
import { holdsNothing, isBlank, isObject, own, textOf } from '../shared';
import { typeOfItem } from './itemTypes';
import { calculationType, optionType, untypedType, type ValueType } from './types';
import { unordered, type Canonical } from './values';
import { lists, single } from './wholeValues.json';

/** One custom value as the service returns it; search results leave out the texts. */
export interface CustomValue extends IDataObject {
	itemKey?: string;
	name?: string;
}

/** The property whose name ends so, whichever kind of record it is named after: `dealCustomItemId`, …. */
function namedAfterRecord(object: IDataObject, ending: string): unknown {
	for (const key of Object.keys(object)) if (key.endsWith(ending)) return object[key];
	return undefined;
}

/** The id of the field that it belongs to. */
export const itemIdOf = (custom: CustomValue): unknown => namedAfterRecord(custom, 'CustomItemId');

/**
 * Its field as requests name it: the itemKey, else the item's id, since values of contacts and
 * actions may come without itemKey (v1 §2.3, S5).
 */
export const fieldKeyOf = (custom: CustomValue): string =>
	// Most have an itemKey: the others are looked for only if it is missing.
	textOf(custom.itemKey) || textOf(itemIdOf(custom)) || textOf(custom.id);

/** Whether a field's key is the id of its item; `012` is a key like any other text. */
export const isItemId = (key: string): boolean => /^[1-9]\d{0,14}$/.test(key);

/** Custom values with the keys of their fields, from a list of them or an object by key (v1 §2.7). */
export function customEntries(customs: unknown): Array<[key: string, custom: unknown]> {
	if (!Array.isArray(customs)) return isObject(customs) ? Object.entries(customs) : [];
	return customs.filter(isObject).map((custom) => [fieldKeyOf(custom), custom]);
}

/**
 * The custom value of one field among those of a record.
 * @param key the field's itemKey, or the id of its item as text.
 * @param itemId the id of its item, where it is known besides its itemKey.
 */
export function customValueOf(customs: unknown, key: string, itemId?: unknown): unknown {
	const entries = customEntries(customs);
	// Values that were just sent name their field by itemKey alone.
	const ids = [key, textOf(itemId)].filter((id) => id !== '');
	const isOfItem = (custom: unknown) => isObject(custom) && ids.includes(textOf(itemIdOf(custom)));
	const found =
		entries.find(([each]) => each === key) ?? entries.find(([, custom]) => isOfItem(custom));
	return found?.[1];
}

/** One entry of a custom value: a text, a number, a date, an option with its label, a user with a name. */
export interface Entry {
	readonly value: unknown;
	readonly label?: unknown;
	readonly name?: unknown;
}

/** An option by its value, or its id where it has none; a user by id. */
function entryOf(each: unknown): Entry {
	if (!isObject(each)) return { value: each };
	const { label, name, value, id } = each;
	const optionId = () => namedAfterRecord(each, 'CustomItemOptionId');
	return {
		value: value ?? id ?? optionId() ?? label ?? name ?? textOf(each),
		...(!isBlank(label) && { label }),
		...(!isBlank(name) && { name }),
	};
}

/**
 * The first of these properties that holds something. `wholeValues.json` has those in which a whole value keeps several
 * choices or users, and those that keep one thing.
 */
function firstFilled(custom: CustomValue, properties: readonly string[]): unknown {
	const name = properties.find((each) => !holdsNothing(custom[each]));
	return name && custom[name];
}

/** The type of a value's field: as it says itself, else as it is known. */
export function typeOfValue(custom: unknown, known = untypedType): ValueType {
	const own = isObject(custom) ? typeOfItem(custom.itemType) : untypedType;
	if (own !== untypedType) return own;
	return known === untypedType && isObject(custom) && isObject(custom.selectedOption)
		? optionType
		: known;
}

/** Tells whether people see the value as a list, even with one entry. */
export function isList(custom: unknown, known?: ValueType): boolean {
	const type = typeOfValue(custom, known);
	if (type !== untypedType) return type.isList === true;
	return Array.isArray(custom) || (isObject(custom) && firstFilled(custom, lists) !== undefined);
}

/**
 * The entries of a custom value, in each form in which the service shows it: whole, compact, or bare as in custom
 * objects. An empty value has none.
 * @param known the type of its field; a compact list is text with commas.
 */
export function entriesIn(custom: unknown, known?: ValueType): Entry[] {
	const value = isObject(custom) ? firstFilled(custom, [...lists, ...single]) : custom;
	if (Array.isArray(value)) return value.map(entryOf);
	if (isBlank(value)) return [];
	if (typeof value !== 'string' || !isList(custom, known)) return [entryOf(value)];
	const parts = value.split(',').map((each) => each.trim());
	return parts.filter((each) => each !== '').map((each) => ({ value: each }));
}

const isCalculation = (custom: unknown) =>
	typeOfValue(custom) === calculationType ||
	(isObject(custom) && !isBlank(own(custom, 'calculationResult')));

/** Custom values by their fields, without those that the service calculates: they are not the record's own. */
export const customsCanonical: Canonical = (customs) =>
	isObject(customs) || Array.isArray(customs)
		? unordered(
				customEntries(customs)
					.filter(([, custom]) => !isCalculation(custom))
					.map(([key, custom]) => [key, unordered(entriesIn(custom).map(({ value }) => value))]),
			)
		: customs;
