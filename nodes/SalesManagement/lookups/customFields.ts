import type { IDataObject, INodePropertyOptions } from 'n8n-workflow';
import {
	columnOf,
	customEntries,
	entriesIn,
	isOption,
	itemIdOf,
	typeOfItem,
	typeOfValue,
	type Column,
	type CustomField,
} from '../fields';
import { distinctBy, holdsNothing, isObject, objectsAt, textOf } from '../shared';
import { filledText } from './namedEntry';
import { nameless } from './search/recordFields';

/** A choice as a definition has it, or a value. */
type Choice = Partial<Record<'id' | 'value' | 'label', unknown>>;

/** An option of a product's field is sent by its ID: it has no value (v1 §2.8). */
function optionOf({ id, value: given = id, label }: Choice): INodePropertyOptions[] {
	const value = typeof given === 'number' ? given : filledText(given);
	return value === undefined ? [] : [{ name: filledText(label) ?? String(value), value }];
}

/**
 * A field as its definition tells of it, or one of its values.
 * @param itemId the ID of its item; anything else where that is not known.
 * @param options its choices, as far as they are shown.
 * @returns none for what has no key.
 */
function fieldIn(
	{ itemKey, name, itemType }: IDataObject,
	itemId: unknown,
	options: readonly Choice[],
): CustomField[] {
	const id = typeof itemId === 'number' ? itemId : undefined;
	const key = filledText(itemKey) ?? id?.toString();
	if (key === undefined) return [];
	return [
		{
			key,
			itemId: id,
			name: filledText(name) ?? nameless(key),
			itemType: filledText(itemType),
			options: options.flatMap(optionOf),
		},
	];
}

/** The field of a definition as v1 gives it (v1 §2.1, §2.9). */
export function fromDefinition(definition: IDataObject): CustomField[] {
	// `customItemOptions`, `actionCustomItemOptions`, `dealProductDetailTypeCustomItemOptions`
	const property = Object.keys(definition).find((name) => name.endsWith('ustomItemOptions'));
	return fieldIn(definition, definition.id, property ? objectsAt(definition, property) : []);
}

/**
 * The type that a field must have to hold a value that says nothing about it, as in custom objects
 * (v2 §2.8), or the closest one: decimals and single choices can't be told from text.
 */
export function itemTypeOf(bare: unknown): string | undefined {
	if (holdsNothing(bare)) return undefined;
	if (Array.isArray(bare)) return bare.every(Number.isInteger) ? 'user' : 'multi_select';
	if (typeof bare === 'number') return 'number';
	if (/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/.test(textOf(bare))) return 'date';
	return /^https?:\/\/\S+$/.test(textOf(bare)) ? 'url' : 'text';
}

/** What two values tell of one field. Values of several types are all text. */
function joined(one: CustomField, other: CustomField): CustomField {
	const { key, itemType = other.itemType } = one;
	return {
		...one,
		name: other.name === nameless(key) ? one.name : other.name,
		itemType: [itemType, undefined].includes(other.itemType) ? itemType : 'text',
		options: distinctBy([...one.options, ...other.options], ({ value }) => String(value)),
	};
}

/** Learns the custom fields from the values that records hold (v1 §2.3). */
export class FieldsSeen {
	private readonly known = new Map<string, CustomField>();

	/** @param customs the custom values of one record. */
	add(customs: unknown): void {
		for (const [itemKey, custom] of customEntries(customs)) {
			const value = isObject(custom) ? custom : { itemKey, itemType: itemTypeOf(custom) };
			const choices = isOption(typeOfValue(value)) ? entriesIn(custom) : [];
			for (const field of fieldIn(value, itemIdOf(value), choices)) {
				const known = this.known.get(field.key);
				this.known.set(field.key, known ? joined(known, field) : field);
			}
		}
	}

	get fields(): CustomField[] {
		return [...this.known.values()].map((each) => ({
			...each,
			options: [...each.options].sort((a, b) => Number(a.value) - Number(b.value)),
		}));
	}
}

/** Whether people enter it; the service calculates the others. */
export const isWritable = ({ itemType }: CustomField): boolean => itemType !== 'calculation';

/** A field as a column of the mapper. */
export function toColumn({ key, name, itemType, options }: CustomField): Column {
	const type = typeOfItem(itemType);
	return {
		...columnOf(key, name, type),
		...(isOption(type) && { options: [...options] }),
		itemType,
	};
}
