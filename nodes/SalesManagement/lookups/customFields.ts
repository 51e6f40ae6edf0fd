import type { IDataObject, INodePropertyOptions } from 'n8n-workflow';
import {
	columnOf,
	customEntries,
	entriesIn,
	itemIdOf,
	typeOfItem,
	typeOfValue,
	type MapperColumn,
	type CustomField,
} from '../fields';
import { distinctBy, filledText, holdsNothing, isObject, objectsAt, textOf } from '../shared';
import { nameless } from './search/recordFields';

/** A choice as a definition or a value shows it. */
type Choice = Partial<Record<'id' | 'value' | 'label', unknown>>;

/** The option of a choice. A choice of a product's field has no value and is sent by its ID (v1 §2.8). */
function optionOf({ id, value: given = id, label }: Choice): INodePropertyOptions[] {
	const value = typeof given === 'number' ? given : filledText(given);
	return value === undefined ? [] : [{ name: filledText(label) ?? String(value), value }];
}

/**
 * The field that a definition, or one of its values, describes.
 * @param itemId the ID of its item; anything but a number if unknown.
 * @param options its choices, as far as they are shown.
 * @returns the field as a list; an empty list if it has no key.
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

/** The field of a definition in v1 (v1 §2.1, §2.9). */
export function fromDefinition(definition: IDataObject): CustomField[] {
	// `customItemOptions`, `actionCustomItemOptions`, `dealProductDetailTypeCustomItemOptions`
	const property = Object.keys(definition).find((name) => name.endsWith('ustomItemOptions'));
	return fieldIn(definition, definition.id, property ? objectsAt(definition, property) : []);
}

/**
 * The type that a field must have to hold a value without type information, as in custom objects (v2 §2.8),
 * or the closest one: decimals and single choices can't be told from text.
 */
export function itemTypeOf(bare: unknown): string | undefined {
	if (holdsNothing(bare)) return undefined;
	if (Array.isArray(bare)) return bare.every(Number.isInteger) ? 'user' : 'multi_select';
	if (typeof bare === 'number') return 'number';
	if (/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/.test(textOf(bare))) return 'date';
	return /^https?:\/\/\S+$/.test(textOf(bare)) ? 'url' : 'text';
}

/** Merges what two values show of one field. Values of several types are all text. */
function joined(one: CustomField, other: CustomField): CustomField {
	const { key, itemType = other.itemType } = one;
	return {
		...one,
		name: other.name === nameless(key) ? one.name : other.name,
		itemType: [itemType, undefined].includes(other.itemType) ? itemType : 'text',
		options: distinctBy([...one.options, ...other.options], ({ value }) => String(value)),
	};
}

/** Collects custom fields from the values that records hold (v1 §2.3). */
export class CustomFieldCollector {
	private readonly known = new Map<string, CustomField>();

	/** @param customs the custom values of one record. */
	add(customs: unknown): void {
		for (const [itemKey, custom] of customEntries(customs)) {
			const value = isObject(custom) ? custom : { itemKey, itemType: itemTypeOf(custom) };
			const choices = typeOfValue(value).hasOptions ? entriesIn(custom) : [];
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

/** Whether people enter its values; those of the others are calculated by the service. */
export const isWritable = ({ itemType }: CustomField): boolean => itemType !== 'calculation';

/** A field as a column of the mapper. */
export function toColumn({ key, name, itemType, options }: CustomField): MapperColumn {
	const type = typeOfItem(itemType);
	return {
		...columnOf(key, name, type),
		...(type.hasOptions && { options: [...options] }),
		itemType,
	};
}
