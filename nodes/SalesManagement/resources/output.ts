import type { IDataObject } from 'n8n-workflow';
import type { Naming, Run, Scope } from './define';
import { flag, isObject, text, textOf, type Field } from './fields';

/** The output options of operations that answer whole records. */
export const outputOptions: readonly Field[] = [
	flag('simplify', 'Simplify', {
		place: 'control',
		description:
			'Whether to return a simplified version of the response instead of the raw data: main fields only, custom fields as name and readable value',
	}),
	text('outputFields', 'Output Fields', {
		place: 'control',
		placeholder: 'e.g. id, name, customer.name',
		description:
			'The fields to return, separated by commas; a dot reaches into an object. Fewer fields let a workflow carry more records.',
	}),
];

/** One custom value as the service returns it (v1 §2.3); search answers leave out the texts. */
interface CustomValue extends IDataObject {
	itemKey?: string;
	name?: string;
}

const present = (value: unknown) =>
	value !== undefined &&
	value !== null &&
	value !== '' &&
	!(Array.isArray(value) && value.length === 0);

const labelOf = (option: unknown) => (isObject(option) ? (option.label ?? option.value) : option);
const nameOf = (user: unknown) => (isObject(user) ? (user.name ?? user.id) : user);

/** Where a custom value keeps what a person would read, in the order of preference. */
const READABLE: ReadonlyArray<(custom: CustomValue) => unknown> = [
	({ selectedOptions }) =>
		Array.isArray(selectedOptions) ? selectedOptions.map(labelOf) : undefined,
	({ selectedOption }) => (isObject(selectedOption) ? labelOf(selectedOption) : undefined),
	({ selectedUsers }) => (Array.isArray(selectedUsers) ? selectedUsers.map(nameOf) : undefined),
	({ text: value }) => value,
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
	const value = READABLE.map((read) => read(custom)).find(present) ?? null;
	const single = custom.itemType === 'single_select' || isObject(custom.selectedOption);
	return single && Array.isArray(value) ? (value[0] ?? null) : value;
}

/** The name under which a custom value is shown: its name, else its itemKey, else its item's id. */
const customName = (custom: CustomValue): string => {
	const itemId = Object.entries(custom).find(([key]) => key.endsWith('CustomItemId'))?.[1];
	return textOf(custom.name ?? custom.itemKey ?? itemId ?? custom.id);
};

/**
 * Custom values as `{name or itemKey: readable value}`, from the array form or the object form.
 * Two fields of one name keep both values: the second is named by its itemKey or id.
 */
export function readableCustoms(customs: unknown): IDataObject {
	const readables: IDataObject = {};
	if (Array.isArray(customs)) {
		for (const custom of customs as CustomValue[]) {
			const name = customName(custom);
			const free = name in readables ? customName({ ...custom, name: undefined }) : name;
			readables[free] = readable(custom) as IDataObject[string];
		}
	} else if (isObject(customs)) {
		for (const [key, custom] of Object.entries(customs)) {
			readables[key] = readable(custom) as IDataObject[string];
		}
	}
	return readables;
}

/** A record's main fields, its custom values made readable. */
export function simplified(record: IDataObject, { summary, customs }: Naming): IDataObject {
	const keys = summary ?? Object.keys(record).filter((key) => key !== customs);
	const simple = Object.fromEntries(
		keys.filter((key) => key in record).map((key) => [key, record[key]]),
	);
	if (customs !== undefined && customs in record)
		simple[customs] = readableCustoms(record[customs]);
	return simple;
}

/** Only the named fields, in the order named; a dot reaches into an object. */
export function picked(record: IDataObject, names: readonly string[]): IDataObject {
	const output: IDataObject = {};
	for (const name of names) {
		const path = name.split('.');
		const value = path.reduce<unknown>(
			(inner, key) => (isObject(inner) ? inner[key] : undefined),
			record,
		);
		if (value === undefined) continue;
		const parent = path.slice(0, -1).reduce<IDataObject>((outer, key) => {
			if (!isObject(outer[key])) outer[key] = {};
			return outer[key] as IDataObject;
		}, output);
		parent[path[path.length - 1] as string] = value;
	}
	return output;
}

/** How one item wants its records shaped. An AI agent gets small results unless it asks otherwise. */
export function shaper(
	naming: Naming,
	scope: Scope,
	{ forAgent }: Pick<Run, 'forAgent'>,
): (record: IDataObject) => IDataObject {
	const entered = scope.get('options');
	const { simplify = forAgent, outputFields = '' } = isObject(entered) ? entered : {};
	const names = (Array.isArray(outputFields) ? outputFields : textOf(outputFields).split(','))
		.map((name) => String(name).trim())
		.filter((name) => name !== '');
	return (record) => {
		const simple = simplify ? simplified(record, naming) : record;
		return names.length > 0 ? picked(simple, names) : simple;
	};
}
