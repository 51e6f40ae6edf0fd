import type { FieldType, IDataObject, INodePropertyOptions } from 'n8n-workflow';
import type { Column } from '../fields';
import { isObject } from '../values';
import { objectsAt } from './names';

/** A custom field, as a form needs it. */
export interface CustomField {
	/** Its itemKey, or the id of its item as text where it has no key. */
	readonly key: string;
	/** The id of its item, where it is known. */
	readonly itemId?: number;
	readonly name: string;
	/** S3; absent where only values are known (the compact form). */
	readonly itemType?: string;
	/** The choices of a single or multiple choice. */
	readonly options: readonly INodePropertyOptions[];
}

/** `customerCustomItemId`, `dealCustomItemId` and their like. */
const CUSTOM_ITEM_ID = /CustomItemId$/;
/** `customItemOptions`, `actionCustomItemOptions` (v1 §2.1, §2.9). */
const OPTIONS = /ustomItemOptions$/;

const propertyLike = (object: IDataObject, pattern: RegExp): unknown =>
	Object.entries(object).find(([name]) => pattern.test(name))?.[1];

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
	const options = objectsAt({ options: propertyLike(definition, OPTIONS) }, 'options');
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
			const id = propertyLike(value, CUSTOM_ITEM_ID);
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
				const before = learned.options.get(String(option.value));
				// A value without a label must not replace one that has a label.
				if (!before || before.name === String(before.value)) {
					learned.options.set(String(option.value), option);
				}
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

const optionsIn = (value: IDataObject): INodePropertyOptions[] => [
	...objectsAt(value, 'selectedOption').flatMap((each) => optionOf(each.value, each.label)),
	...objectsAt(value, 'selectedOptions').flatMap((each) => optionOf(each.value, each.label)),
	...optionOf(value.selectedValue, undefined),
];

/** How a field of each type is entered; decimals stay text so that no digit is lost. */
const COLUMN_TYPES: Readonly<Record<string, FieldType>> = {
	date: 'dateTime',
	number: 'number',
	single_select: 'options',
};

/** Types that take several values: text with choices (see `fields/customFields.ts`). */
const SEVERAL = ['multi_select', 'user'];

/** Whether people enter it; the service calculates the others. */
export const isWritable = ({ itemType }: CustomField): boolean => itemType !== 'calculation';

/** A field as a column of the mapper. */
export function toColumn(
	{ key, name, itemType = '', options }: CustomField,
	users: readonly INodePropertyOptions[] | undefined,
): Column {
	const listed = itemType === 'user' ? users : options;
	const isChosen = itemType === 'single_select' || SEVERAL.includes(itemType);
	return {
		id: key,
		displayName: name,
		type: COLUMN_TYPES[itemType] ?? 'string',
		...(isChosen && listed ? { options: [...listed] } : {}),
		...(itemType === 'decimal_number' ? { itemType } : {}),
		required: false,
		defaultMatch: false,
		canBeUsedToMatch: false,
		display: true,
	};
}
