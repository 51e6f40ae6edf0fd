import type { IDataObject } from 'n8n-workflow';
import { isObject, own, textOf } from '../../values';
import type { SearchField } from './filter';

/** Where a record or a row keeps the value that it is matched by. */
export function matchValue(
	record: IDataObject,
	{ field }: SearchField,
	customs: string | undefined,
): unknown {
	if (typeof field.name === 'string') return own(record, field.name);
	const values = customs === undefined ? record : record[customs];
	const key = textOf(field.itemKey ?? field.customItemId);
	if (isObject(values)) return plain(own(values, key));
	if (!Array.isArray(values)) return undefined;
	const custom = (values as IDataObject[]).find(
		(each) =>
			each.itemKey === key ||
			Object.entries(each).some(
				([name, id]) => name.endsWith('CustomItemId') && textOf(id) === key,
			),
	);
	return custom === undefined ? undefined : plain(custom);
}

const plain = (custom: unknown): unknown => (isObject(custom) ? custom.value : custom);

const exact = (value: unknown): string => textOf(value).trim();
const folded = (value: unknown): string => exact(value).toLowerCase();

/**
 * The ids of the records that each wanted value stands for. A record whose value is wanted to the
 * letter belongs to that value alone; else it belongs to the values that differ in case only, since
 * the service's search may not tell case apart.
 */
export function idsByValue(
	wanted: readonly unknown[],
	found: ReadonlyArray<{ id: number; value: unknown }>,
): Map<string, number[]> {
	const matches = new Map<string, number[]>(wanted.map((value) => [exact(value), []]));
	const byFolded = new Map<string, string[]>();
	for (const value of matches.keys()) {
		byFolded.set(folded(value), [...(byFolded.get(folded(value)) ?? []), value]);
	}
	for (const { id, value } of found) {
		const keys = matches.has(exact(value)) ? [exact(value)] : (byFolded.get(folded(value)) ?? []);
		for (const key of keys) {
			const ids = matches.get(key);
			if (ids && !ids.includes(id)) ids.push(id);
		}
	}
	return matches;
}

/** The key under which `idsByValue` keeps a value. */
export const matchKey = exact;
