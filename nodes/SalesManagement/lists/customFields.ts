import type { IDataObject, INodePropertyOptions } from 'n8n-workflow';
import {
	columnOf,
	entriesIn,
	itemIdOf,
	typeOfItem,
	typeOfValue,
	type Column,
	type CustomField,
} from '../fields';
import { isObject } from '../values';
import { objectsAt } from './namedEntry';

/** `customItemOptions`, `actionCustomItemOptions` (v1 §2.1, §2.9). */
const OPTIONS = /ustomItemOptions$/;

const filledText = (value: unknown): string | undefined =>
	typeof value === 'string' && value !== '' ? value : undefined;

function fieldKey(object: IDataObject, id: unknown): string | undefined {
	const key = filledText(object.itemKey);
	return key ?? (typeof id === 'number' ? String(id) : undefined);
}

/** A definition as v1 gives it (v1 §2.1, §2.9). */
export function fromDefinition(definition: unknown): CustomField[] {
	if (!isObject(definition)) return [];
	const key = fieldKey(definition, definition.id);
	if (key === undefined) return [];
	const [property = ''] = Object.keys(definition).filter((name) => OPTIONS.test(name));
	const options = objectsAt(definition, property);
	return [
		{
			key,
			...itemIdIn(definition.id),
			name: filledText(definition.name) ?? nameless(key),
			itemType: filledText(definition.itemType),
			options: options.flatMap(({ value, label }) => optionOf(value, label)),
		},
	];
}

const itemIdIn = (id: unknown) => (typeof id === 'number' ? { itemId: id } : {});

const optionOf = (value: unknown, label: unknown): INodePropertyOptions[] =>
	typeof value === 'number' || typeof value === 'string'
		? [{ name: filledText(label) ?? String(value), value }]
		: [];

/** What a field is called while only its key is known. */
const nameless = (key: string): string => (/^\d+$/.test(key) ? `Field ${key}` : key);

/** What is learned about a field from one value after another. */
interface Learned {
	readonly itemId?: number;
	name: string;
	itemType?: string;
	readonly options: Map<string, INodePropertyOptions>;
}

/** Learns the custom fields from the values that records hold (v1 §2.3). */
export class FieldsSeen {
	private readonly known = new Map<string, Learned>();

	/** @param customs the custom values of one record. */
	add(customs: unknown): void {
		for (const value of objectsAt({ customs }, 'customs')) {
			const id = itemIdOf(value);
			const key = fieldKey(value, id);
			if (key === undefined) continue;
			const learned: Learned = this.known.get(key) ?? {
				...itemIdIn(id),
				name: nameless(key),
				options: new Map(),
			};
			learned.name = filledText(value.name) ?? learned.name;
			learned.itemType ??= filledText(value.itemType);
			for (const option of optionsIn(value)) {
				learned.options.set(String(option.value), option);
			}
			this.known.set(key, learned);
		}
	}

	get fields(): CustomField[] {
		return [...this.known].map(([key, { options, ...rest }]) => ({
			key,
			...rest,
			options: [...options.values()].sort((a, b) => Number(a.value) - Number(b.value)),
		}));
	}
}

const optionsIn = (value: IDataObject): INodePropertyOptions[] =>
	['option', 'options'].includes(typeOfValue(value))
		? entriesIn(value).flatMap((each) => optionOf(each.value, each.label))
		: [];

/** Whether people enter it; the service calculates the others. */
export const isWritable = ({ itemType }: CustomField): boolean => itemType !== 'calculation';

/** A field as a column of the mapper. */
export function toColumn({ key, name, itemType, options }: CustomField): Column {
	const type = typeOfItem(itemType);
	return {
		...columnOf(key, name, type),
		...(['option', 'options'].includes(type) && { options: [...options] }),
		...(itemType !== undefined && { itemType }),
	};
}
