import type { IDataObject } from 'n8n-workflow';
import {
	customValuesIn,
	fieldKeyOf,
	flag,
	names,
	optionControls,
	read,
	type CustomValue,
	type Item,
} from '../fields';
import { customsProperty, mainProperties, type RecordDescription } from '../records/record';
import { isBlank, isObject, own, setOwn, textOf } from '../values';

/** The output options of operations that return whole records. */
export const outputControls = optionControls({
	simplify: flag('simplify', 'Simplify', {
		description:
			'Whether to return a simplified version of the response instead of the raw data: main fields only, custom fields as name and readable value',
	}),
	outputFields: names('outputFields', 'Output Fields', {
		placeholder: 'e.g. id, name, customer.name',
		description:
			'The fields to return, separated by commas; a dot reaches into an object. With fewer fields, a workflow can carry more records.',
	}),
});

const isFilled = (value: unknown) =>
	!isBlank(value) && !(Array.isArray(value) && value.length === 0);

const labelOf = (option: unknown) => (isObject(option) ? (option.label ?? option.value) : option);
const nameOf = (user: unknown) => (isObject(user) ? (user.name ?? user.id) : user);

/** Where a custom value keeps what a person would read, in the order of preference. */
const READABLE: ReadonlyArray<(custom: CustomValue) => unknown> = [
	({ selectedOptions }) =>
		Array.isArray(selectedOptions) ? selectedOptions.map(labelOf) : undefined,
	({ selectedOption }) => (isObject(selectedOption) ? labelOf(selectedOption) : undefined),
	({ selectedUsers }) => (Array.isArray(selectedUsers) ? selectedUsers.map(nameOf) : undefined),
	({ text }) => text,
	({ datetime }) => datetime,
	({ number }) => number,
	({ decimalNumber }) => decimalNumber,
	({ calculationResult }) => calculationResult,
	({ value }) => value,
	({ selectedValues }) => selectedValues,
	({ selectedValue }) => selectedValue,
];

/** The value that a person would read, or null when there is none. A single choice is not a list. */
export function readable(custom: unknown): unknown {
	if (!isObject(custom)) return custom ?? null;
	const value = READABLE.map((valueIn) => valueIn(custom)).find(isFilled) ?? null;
	const single = custom.itemType === 'single_select' || isObject(custom.selectedOption);
	return single && Array.isArray(value) ? (value[0] ?? null) : value;
}

/** Custom values in the object form, by itemKey or item id (v1 §2.7), whichever form they come in. */
export function customsByKey(customs: unknown): unknown {
	if (!Array.isArray(customs)) return customs;
	const byKey: IDataObject = {};
	for (const custom of customValuesIn(customs)) setOwn(byKey, fieldKeyOf(custom), custom);
	return byKey;
}

/**
 * Custom values as `{name or itemKey: readable value}`, from the array form or the object form.
 * Two fields of one name keep both values: the second is named by its itemKey or id.
 */
export function readableCustoms(customs: unknown): IDataObject {
	const readables: IDataObject = {};
	if (Array.isArray(customs)) {
		for (const custom of customValuesIn(customs)) {
			const name = textOf(custom.name ?? fieldKeyOf(custom));
			const free = Object.hasOwn(readables, name) ? fieldKeyOf(custom) : name;
			setOwn(readables, free, readable(custom));
		}
	} else if (isObject(customs)) {
		for (const [key, custom] of Object.entries(customs)) setOwn(readables, key, readable(custom));
	}
	return readables;
}

/** What decides the shape of a record's output. */
export type Shape = Pick<RecordDescription, 'fields' | 'customs'>;

/** A record with its custom values made readable and all else unchanged. */
export function withReadableCustoms(record: IDataObject, shape: Shape): IDataObject {
	const property = customsProperty(shape);
	if (!Object.hasOwn(record, property)) return record;
	return { ...record, [property]: readableCustoms(record[property]) };
}

/** A record's main properties and its custom values, made readable. */
export function simplified(
	record: IDataObject,
	shape: Shape,
	more: readonly string[] = [],
): IDataObject {
	const whole = withReadableCustoms(record, shape);
	const main = mainProperties(shape);
	if (main.length === 0) return whole;
	const kept = [...main, ...more, customsProperty(shape)];
	return Object.fromEntries(
		kept.filter((key) => Object.hasOwn(whole, key)).map((key) => [key, whole[key]]),
	);
}

/** What a path of properties leads to; a dot reaches into an object. */
export function valueAt(record: IDataObject, path: readonly string[]): unknown {
	return path.reduce<unknown>((at, key) => (isObject(at) ? own(at, key) : undefined), record);
}

/** Only the named fields, in the order named. */
export function picked(record: IDataObject, paths: readonly string[]): IDataObject {
	const output: IDataObject = {};
	for (const name of paths) {
		const path = name.split('.');
		const value = valueAt(record, path);
		if (value === undefined) continue;
		const parent = path.slice(0, -1).reduce((outer, key) => {
			if (!isObject(own(outer, key))) setOwn(outer, key, {});
			return own(outer, key) as IDataObject;
		}, output);
		setOwn(parent, path[path.length - 1] ?? '', value);
	}
	return output;
}

/** Whether a record has a property at this path, or a null somewhere above it. */
export function has(record: IDataObject, [first = '', ...rest]: readonly string[]): boolean {
	if (!Object.hasOwn(record, first)) return false;
	const value = record[first];
	return rest.length === 0 || value === null || (isObject(value) && has(value, rest));
}

/** Notices output fields that no record of the run has: they may be misspelt. */
export class OutputFieldCheck {
	private readonly missing = new Set<string>();
	private readonly found = new Set<string>();

	look(record: IDataObject, paths: readonly string[]): void {
		for (const path of paths) {
			if (this.found.has(path)) continue;
			if (has(record, path.split('.'))) this.found.add(path);
			else this.missing.add(path);
		}
	}

	/** A sentence for the user; `undefined` when every field was found in some record. */
	get message(): string | undefined {
		const missing = [...this.missing].filter((path) => !this.found.has(path));
		if (missing.length === 0) return undefined;
		const fields = missing.map((each) => `"${each}"`).join(', ');
		return `No record has ${missing.length === 1 ? 'the output field' : 'the output fields'} ${fields}: check the spelling under Output Fields.`;
	}
}

/** What all items of a run share when their records are shaped. */
export interface OutputContext {
	/** Whether an AI agent called: its results are kept small. */
	readonly forAgent: boolean;
	readonly outputFields: OutputFieldCheck;
}

/**
 * How one item wants its records shaped. An AI agent gets small results unless it asks otherwise.
 * Output Fields choose from all of a record, so Simplify then only makes custom values readable.
 */
export function shaper(
	shape: Shape,
	item: Item,
	{ forAgent, outputFields: check }: OutputContext,
): (record: IDataObject) => IDataObject {
	const { simplify = forAgent, outputFields = [] } = read(outputControls, item);
	if (outputFields.length === 0) {
		return (record) => (simplify ? simplified(record, shape) : record);
	}
	return (record) => {
		const whole = simplify ? withReadableCustoms(record, shape) : record;
		check.look(whole, outputFields);
		return picked(whole, outputFields);
	};
}
