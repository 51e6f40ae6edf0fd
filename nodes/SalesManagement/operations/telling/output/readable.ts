/** Values as a person reads them; what custom values leave out is looked up (S3, v1 §2.3). */
import type { IDataObject } from 'n8n-workflow';
import {
	customEntries,
	entriesIn,
	isList,
	itemIdOf,
	needsNumber,
	plainDecimal,
	typeOfItem,
	typeOfValue,
	withNumber,
	type CustomField,
	type CustomValue,
	type Entry,
	type Type,
} from '../../../fields';
import type { KnownFields } from '../../../lookups';
import { isBlank, isObject, setOwn, textOf } from '../../../shared/values';

/** What is known of values that don't say it themselves. */
export interface Known {
	readonly fields: KnownFields;
	/** Names by the IDs of users; absent where they are not known. */
	readonly users?: ReadonlyMap<number, string>;
}

/** An entry of a list as a person reads it: the label of a choice, the name of a record. */
export function entryText(entry: unknown): unknown {
	if (!isObject(entry)) return entry;
	const { label, name, value, id } = entry;
	if (typeof label !== 'string' || isBlank(value)) {
		return label ?? name ?? value ?? id ?? textOf(entry);
	}
	// So that it can be given back: a label that might be that of another has its number.
	if (label.trim() === '' || label === textOf(value)) return value;
	return needsNumber(label) ? withNumber(label, textOf(value)) : label;
}

/** A number as JSON would have brought it; what is none stays text. */
const asNumber = (value: unknown): unknown =>
	typeof value === 'string' && Number.isFinite(Number(value)) ? Number(value) : value;

/** A choice without a label is its number, which as text might be the label of another one. */
const asChoice = (value: unknown): unknown =>
	typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value;

/** A decimal as it can be given back: the service's own text may look like thousands. */
export const asDecimal = (value: unknown): unknown =>
	typeof value === 'string' ? plainDecimal(value) : value;

/** What a value of each type is shown as, where that is not what it holds. */
const SHOWN: Partial<Readonly<Record<Type, (value: unknown) => unknown>>> = {
	integer: asNumber,
	calculation: asNumber,
	decimal: asDecimal,
	option: asChoice,
	options: asChoice,
	users: asChoice,
};

/** Choices with their labels, in the order of the field's options; users with their names. */
function labelled(
	entries: readonly Entry[],
	type: Type,
	options: CustomField['options'] = [],
	users?: Known['users'],
): Entry[] {
	const places = new Map(options.map(({ value }, at) => [String(value), at]));
	const placeOf = ({ value }: Entry) => places.get(textOf(value)) ?? options.length;
	const named = entries.map((entry): Entry => {
		if (!isBlank(entry.label) || !isBlank(entry.name)) return entry;
		const name = type === 'users' ? users?.get(Number(entry.value)) : undefined;
		return { ...entry, label: options[placeOf(entry)]?.name, ...(name && { name }) };
	});
	return named.sort((one, other) => placeOf(one) - placeOf(other));
}

/** The value that a person would read, or null when there is none. */
export function readable(custom: unknown, known?: Known): unknown {
	const field = isObject(custom) ? known?.fields.of(custom) : undefined;
	const type = typeOfValue(custom, field && typeOfItem(field.itemType));
	const shown = entriesIn(custom, type).map((each) => ({
		...each,
		value: SHOWN[type]?.(each.value) ?? each.value,
	}));
	const entries = labelled(shown, type, field?.options, known?.users);
	const texts = entries.map(entryText);
	if (!isList(custom, type)) return texts[0] ?? null;
	return texts.length > 0 || Array.isArray(custom) ? texts : null;
}

/** Whether a value comes without the name and type of its field; an empty one does, too, or is left out. */
const isCompact = (custom: CustomValue): boolean =>
	(Object.hasOwn(custom, 'value') || itemIdOf(custom) !== undefined) &&
	!Object.hasOwn(custom, 'name') &&
	!Object.hasOwn(custom, 'itemType');

/**
 * What of a value has to be looked up before a person can read it: all of its field, in the compact
 * form; the names of users, in actions; the label of a choice, in all but deals (v1 §2.3).
 */
export function lackedBy(custom: unknown): 'field' | 'users' | 'label' | undefined {
	if (!isObject(custom)) return undefined;
	if (isCompact(custom)) return 'field';
	const entries = entriesIn(custom);
	if (entries.every(({ label, name }) => !isBlank(label) || !isBlank(name))) return undefined;
	const type = typeOfValue(custom);
	return type === 'users' ? 'users' : type === 'option' ? 'label' : undefined;
}

/** Those of custom values of which something has to be looked up. */
export const shortOf = (customs: unknown): CustomValue[] =>
	customEntries(customs)
		.map(([, custom]) => custom as CustomValue)
		.filter(lackedBy);

/** Custom values in the object form, by itemKey or item id (v1 §2.7), whichever form they come in. */
export function customsByKey(
	customs: unknown,
	shown: (custom: unknown) => unknown = (custom) => custom,
): IDataObject {
	const byKey: IDataObject = {};
	for (const [key, custom] of customEntries(customs)) setOwn(byKey, key, shown(custom));
	return byKey;
}
