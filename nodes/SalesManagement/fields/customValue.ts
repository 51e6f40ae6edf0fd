import type { IDataObject } from 'n8n-workflow';
import { isBlank, isObject, own, textOf } from '../values';
import { asItIs, idsIn, partsOf, unordered, type Content } from './content';

/** One custom value as the service returns it (v1 §2.3); search results leave out the texts. */
export interface CustomValue extends IDataObject {
	itemKey?: string;
	name?: string;
}

/** The custom values of a list; what is none is left out. */
export const customValuesIn = (customs: readonly unknown[]): CustomValue[] =>
	customs.filter((each): each is CustomValue => isObject(each));

/** The id of the field that it belongs to, whichever kind of record has it: `dealCustomItemId`, …. */
export function itemIdOf(custom: CustomValue): unknown {
	for (const key of Object.keys(custom)) if (key.endsWith('CustomItemId')) return custom[key];
	return undefined;
}

/**
 * Its field as requests name it: the itemKey, else the item's id, since values of contacts and
 * actions may come without itemKey (v1 §2.3, S5).
 */
export const fieldKeyOf = (custom: CustomValue): string =>
	// Most have the first one: the others are looked for only where it is not there.
	textOf(custom.itemKey) || textOf(itemIdOf(custom)) || textOf(custom.id);

/** Whether a field's key is the id of its item; `012` is a key like any other text. */
export const isItemId = (key: string): boolean => /^[1-9]\d{0,14}$/.test(key);

/**
 * The custom value of one field, in either form in which they come: a list, or an object by itemKey
 * or item id (v1 §2.7).
 * @param key the field's itemKey, or the id of its item as text.
 */
export function customValueOf(customs: unknown, key: string): unknown {
	if (Array.isArray(customs)) {
		const values = customValuesIn(customs);
		const byItemKey = values.find(({ itemKey }) => itemKey === key);
		const byItemId = values.find((each) => textOf(itemIdOf(each)) === key);
		return isItemId(key) ? (byItemId ?? byItemKey) : (byItemKey ?? byItemId);
	}
	if (!isObject(customs)) return undefined;
	if (Object.hasOwn(customs, key)) return own(customs, key);
	return Object.values(customs).find((each) => isObject(each) && textOf(itemIdOf(each)) === key);
}

/** Where a custom value keeps what can be compared: whole, or by the type of its field. */
const COMPARED: ReadonlyArray<(custom: CustomValue) => unknown> = [
	({ value }) => value,
	({ number }) => number,
	({ decimalNumber }) => decimalNumber,
	({ calculationResult }) => calculationResult,
	({ datetime }) => datetime,
	({ selectedValue }) => selectedValue,
	({ selectedOption }) => (isObject(selectedOption) ? selectedOption.value : undefined),
	({ text }) => text,
];

/** What a custom value holds, in each of the forms in which the service says it. */
export function heldBy(custom: unknown): unknown[] {
	if (!isObject(custom)) return isBlank(custom) ? [] : [custom];
	return COMPARED.map((valueIn) => valueIn(custom)).filter((each) => !isBlank(each));
}

/** A choice by the id of its option, whichever kind of record has it: `dealCustomItemOptionId`, …. */
const optionIn: Content = (option) => {
	if (!isObject(option)) return option;
	const byId = Object.entries(option).find(([key]) => key.endsWith('CustomItemOptionId'))?.[1];
	return byId ?? option.id ?? option.value;
};

const choicesIn: Content = (choices) =>
	Array.isArray(choices) ? unordered(choices.map(optionIn)) : choices;

/** Where a custom value keeps what somebody entered or chose (v1 §2.3). */
const entered = partsOf({
	value: asItIs,
	text: asItIs,
	datetime: asItIs,
	number: asItIs,
	decimalNumber: asItIs,
	selectedValue: asItIs,
	selectedValues: choicesIn,
	selectedOption: optionIn,
	selectedOptions: choicesIn,
	selectedUsers: idsIn,
});

const isCalculation = (custom: unknown): boolean =>
	isObject(custom) &&
	(custom.itemType === 'calculation' || !isBlank(own(custom, 'calculationResult')));

/** Custom values by their fields; what the service calculates is not the record's own. */
export const customsContent: Content = (customs) => {
	if (!isObject(customs) && !Array.isArray(customs)) return customs;
	const fields: Array<readonly [string, unknown]> = Array.isArray(customs)
		? customValuesIn(customs).map((custom) => [fieldKeyOf(custom), custom])
		: Object.entries(customs);
	return unordered(
		fields
			.filter(([, custom]) => !isCalculation(custom))
			.map(([key, custom]) => [key, entered(custom)]),
	);
};
