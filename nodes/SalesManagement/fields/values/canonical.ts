import { isObject, own } from '../../shared';

/**
 * Reads the record's own part of a value that the service returned, in one order. The rest of what a response
 * shows with it (the name of a linked record, the label of a choice) changes without a change of this record.
 */
export type Canonical = (shown: unknown) => unknown;

/** A linked record counts by its id. */
export const idIn: Canonical = (shown) => (isObject(shown) && 'id' in shown ? shown.id : shown);

/** A list whose order means nothing. */
export const unordered = (list: readonly unknown[]): unknown[] =>
	[...list].sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));

const eachOf =
	(canonical: Canonical): Canonical =>
	(shown) =>
		Array.isArray(shown) ? unordered(shown.map(canonical)) : shown;

export const idsIn = eachOf(idIn);

/** Rows, of which only these parts are the record's own. */
export const canonicalRows = (parts: Readonly<Record<string, Canonical>>): Canonical =>
	eachOf((row) =>
		isObject(row) ? Object.entries(parts).map(([key, part]) => part(own(row, key))) : row,
	);

export const asItIs: Canonical = (shown) => shown;

/** A value with the keys of all its objects in one order (S5). */
export function inOneOrder(value: unknown): unknown {
	if (Array.isArray(value)) return value.map(inOneOrder);
	if (!isObject(value)) return value;
	return Object.entries(value)
		.sort(([a], [b]) => (a < b ? -1 : 1))
		.map(([key, inner]) => [key, inOneOrder(inner)]);
}
