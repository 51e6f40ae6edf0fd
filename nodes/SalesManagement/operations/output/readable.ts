/** Custom values as a person reads them. */
import type { IDataObject } from 'n8n-workflow';
import {
	customValuesIn,
	fieldKeyOf,
	needsNumber,
	plainDecimal,
	withNumber,
	type CustomValue,
} from '../../fields';
import { isBlank, isObject, setOwn, textOf } from '../../values';

const isFilled = (value: unknown) =>
	!isBlank(value) && !(Array.isArray(value) && value.length === 0);

/** An entry of a list as a person reads it: the label of a choice, the name of a record. */
export function entryText(entry: unknown): unknown {
	if (!isObject(entry)) return entry;
	const { label, name, value, id } = entry;
	if (typeof label === 'string' && !isBlank(value)) return optionText(label, value);
	return label ?? name ?? value ?? id ?? textOf(entry);
}

/** A choice so that it can be given back: a label that might be that of another has its number. */
function optionText(label: string, value: unknown): unknown {
	if (label.trim() === '') return value;
	const isOwnNumber = label === textOf(value);
	return needsNumber(label) && !isOwnNumber ? withNumber(label, textOf(value)) : label;
}

/** Several choices. Whether one that was not chosen has the same label, a value does not tell. */
function choicesText(choices: readonly unknown[]): unknown[] {
	const labels = choices.map((each) => (isObject(each) ? textOf(each.label) : ''));
	const isTwice = (label: string) =>
		label.trim() !== '' && labels.filter((each) => each === label).length > 1;
	return choices.map((each, at) => {
		const label = labels[at] ?? '';
		const value = isObject(each) ? each.value : undefined;
		return isTwice(label) && !isBlank(value) ? withNumber(label, textOf(value)) : entryText(each);
	});
}

const isDigits = (value: unknown): value is string =>
	typeof value === 'string' && /^\d{1,15}$/.test(value.trim());

/** A choice without a label is its number, which as text might be the label of another one. */
const asChoice = (value: unknown): unknown => (isDigits(value) ? Number(value) : value);

/** A decimal as it can be given back: the service's own text may look like thousands. */
export const asDecimal = (value: unknown): unknown =>
	typeof value === 'string' ? plainDecimal(value) : value;

/** Where a custom value keeps what a person would read, in the order of preference. */
const READABLE: ReadonlyArray<(custom: CustomValue) => unknown> = [
	({ selectedOptions }) =>
		Array.isArray(selectedOptions) ? choicesText(selectedOptions) : undefined,
	({ selectedOption }) => (isObject(selectedOption) ? entryText(selectedOption) : undefined),
	({ selectedUsers }) => (Array.isArray(selectedUsers) ? selectedUsers.map(entryText) : undefined),
	({ text }) => text,
	({ datetime }) => datetime,
	({ number }) => number,
	({ decimalNumber }) => asDecimal(decimalNumber),
	({ calculationResult }) => calculationResult,
	({ value, itemType }) => (itemType === 'decimal_number' ? asDecimal(value) : value),
	({ selectedValues }) => selectedValues,
	({ selectedValue }) => selectedValue,
];

function firstFilled(custom: CustomValue): unknown {
	for (const valueIn of READABLE) {
		const value = valueIn(custom);
		if (isFilled(value)) return value;
	}
	return null;
}

/** The value that a person would read, or null when there is none. A single choice is not a list. */
export function readable(custom: unknown): unknown {
	if (Array.isArray(custom)) return custom.map(entryText);
	if (!isObject(custom)) return custom ?? null;
	const value = firstFilled(custom);
	const single = custom.itemType === 'single_select' || isObject(custom.selectedOption);
	if (single) return asChoice(Array.isArray(value) ? (value[0] ?? null) : value);
	return custom.itemType === 'multi_select' && Array.isArray(value) ? value.map(asChoice) : value;
}

/** Custom values in the object form, by itemKey or item id (v1 §2.7), whichever form they come in. */
export function customsByKey(customs: unknown): unknown {
	if (!Array.isArray(customs)) return customs;
	const byKey: IDataObject = {};
	for (const custom of customValuesIn(customs)) setOwn(byKey, fieldKeyOf(custom), custom);
	return byKey;
}

/** Custom values of either form as `{itemKey or item id: readable value}`. */
export function readablesByKey(customs: unknown): IDataObject {
	const readables: IDataObject = {};
	const byKey = customsByKey(customs);
	for (const [key, custom] of isObject(byKey) ? Object.entries(byKey) : []) {
		setOwn(readables, key, readable(custom));
	}
	return readables;
}
