import type { IDataObject } from 'n8n-workflow';
import { customValuesIn, itemIdOf } from '../../fields';
import { isObject, own, textOf } from '../../values';
import type { SearchField } from './filter';

/**
 * Where a record or a row keeps the value that it is matched by.
 * @param customs the property with custom values; empty where they are properties themselves.
 */
export function matchValue(record: IDataObject, { field }: SearchField, customs: string): unknown {
	if (typeof field.name === 'string') return own(record, field.name);
	const values = customs === '' ? record : record[customs];
	const key = textOf(field.itemKey ?? field.customItemId);
	if (isObject(values)) return innerValue(own(values, key));
	if (!Array.isArray(values)) return undefined;
	return innerValue(
		customValuesIn(values).find(
			(each) => each.itemKey === key || textOf(itemIdOf(each)) === key,
		),
	);
}

const innerValue = (custom: unknown): unknown => (isObject(custom) ? custom.value : custom);

const exact = (value: unknown): string => textOf(value).trim();
const caseFolded = (value: unknown): string => exact(value).toLowerCase();

/**
 * The ids of the records that each wanted value stands for. A record whose value equals a wanted one
 * exactly belongs to that one alone; else it belongs to those that differ only in case, since the
 * service's search may ignore case.
 */
export function idsByValue(
	wanted: readonly unknown[],
	found: ReadonlyArray<{ id: number; value: unknown }>,
): Map<string, number[]> {
	const matches = new Map<string, number[]>(wanted.map((value) => [exact(value), []]));
	const byFolded = new Map<string, string[]>();
	for (const value of matches.keys()) {
		byFolded.set(caseFolded(value), [...(byFolded.get(caseFolded(value)) ?? []), value]);
	}
	for (const { id, value } of found) {
		const keys = matches.has(exact(value))
			? [exact(value)]
			: (byFolded.get(caseFolded(value)) ?? []);
		for (const key of keys) {
			const ids = matches.get(key);
			if (ids && !ids.includes(id)) ids.push(id);
		}
	}
	return matches;
}

/** The key under which `idsByValue` keeps a value. */
export const matchKey = exact;
