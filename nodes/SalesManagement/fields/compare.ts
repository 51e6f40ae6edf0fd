import { isBlank } from '../shared';
import type { WireContext } from './field';
import { decimalType, integerType, textType, untypedType, type ValueType } from './types';
import type { ComparisonKey } from './values';

/**
 * The one place that says when two values are equal, for what a user gives and for what the service
 * returns. Searches, look-ups in batches and Create or Update all go by it (S5).
 */

/** The type of a value whose field has none that is known. */
function typeOf(value: unknown): ValueType {
	if (typeof value !== 'number') return textType;
	return Number.isInteger(value) ? integerType : decimalType;
}

/** A value as it is sent to be compared. */
export interface Sent {
	/** The property of a search's value: `integerValue`. */
	readonly key: string;
	readonly value: unknown;
}

/**
 * A value that a user gave, in the form in which the service compares it.
 * @throws UsageError that names the field, for a value of another type.
 */
export function toSent(
	value: unknown,
	type: ValueType,
	label: string,
	context: Pick<WireContext, 'timezone'>,
): Sent {
	const { searchProperty: key, parse, parseSearched = parse } = type;
	if (!key) return toSent(value, typeOf(value), label, context);
	return { key, value: parseSearched(value, label, context.timezone, {}) };
}

/**
 * The key by which a value is compared: one that is sent, or one that the service returned. Never throws.
 * @returns `undefined` for a value of another type, which equals nothing.
 */
export const keyOf = (value: unknown, type: ValueType = untypedType): ComparisonKey | undefined =>
	isBlank(value) ? undefined : type.compare(value);
