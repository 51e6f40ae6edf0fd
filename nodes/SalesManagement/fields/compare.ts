import { isBlank } from '../shared';
import { decimalType, integerType, textType, untypedType, type ValueType } from './types';
import type { ComparisonKey, DateContext } from './values';

/**
 * Says when two values are equal, of which a user gave one and the service may have returned the other.
 * Searches, look-ups in batches and Create or Update all go by it (S5).
 */

/** The type of a value whose field has none that is known. */
function typeOf(value: unknown): ValueType {
	if (typeof value !== 'number') return textType;
	return Number.isInteger(value) ? integerType : decimalType;
}

/**
 * A value that a user gave, in the form in which the service compares it.
 * @returns its property in the value of a search, such as `integerValue`, and the value that is sent there.
 * @throws UsageError that names the field, for a value of another type.
 */
export function toSent(
	value: unknown,
	type: ValueType,
	label: string,
	context: DateContext,
): { readonly key: string; readonly value: unknown } {
	const { searchProperty: key, parse, parseSearched = parse } = type;
	if (!key) return toSent(value, typeOf(value), label, context);
	return { key, value: parseSearched(value, label, context) };
}

/**
 * The key by which a value is compared: one that is sent, or one that the service returned. Never throws.
 * @returns `undefined` for a value of another type, which equals nothing.
 */
export const comparisonKey = (
	value: unknown,
	type: ValueType = untypedType,
): ComparisonKey | undefined => (isBlank(value) ? undefined : type.compare(value));
