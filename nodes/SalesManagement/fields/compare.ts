import { isBlank, textOf } from '../shared';
import { dayOf, momentOf, toCustomDate, toDate, toDateTime } from './dates';
import { decimalText } from './decimalText';
import type { WireContext } from './field';
import { asId } from './ids';
import { folded } from './nameMatching';
import { asDecimal, asNumber, plainText } from './numbers';
import { idIn } from './ownContent';
import type { Convert } from './scalars';
import { TYPES, type Comparison, type Type } from './types';

/**
 * The one place that says when two values are equal, for what a user gives and for what the service
 * returns. Searches, look-ups in batches and Create or Update all go by it (S5).
 */

/** What a value is compared by. Both sides of a comparison get theirs from the same function. */
export interface ComparisonKey {
	/** Equal: the same value for certain. */
	readonly exact: string;
	/**
	 * Equal: perhaps the same value to the service. Text may differ in case, in spaces at its ends,
	 * and in the width or kind of its characters (`ＡＢＣ`, `ABC`); where the field's type is not known, a text and a number may be the same number.
	 */
	readonly loose: string;
}

/** The type of a value whose field has none that is known. */
const typeOf = (value: unknown): Comparison =>
	typeof value !== 'number' ? 'text' : Number.isInteger(value) ? 'integer' : 'decimal';

/** A value as it is sent to be compared. */
export interface Sent {
	/** The property of a search's value: `integerValue`. */
	readonly key: string;
	readonly value: unknown;
}

/**
 * A value that a user gave, in the form in which the service compares it.
 * @param type absent for a field of unknown type: the value's own type decides.
 * @throws UsageError that names the field, for what is no value of its type.
 */
export function toSent(
	value: unknown,
	type: Type = 'untyped',
	label: string,
	{ timezone }: Pick<WireContext, 'timezone'>,
): Sent {
	const { property, sent } = COMPARISONS[TYPES[type].comparison ?? typeOf(value)];
	return { key: property, value: sent(value, label, timezone) };
}

/** Some letters have one capital in common, and a service may compare these. */
const perhaps = (text: string): string => folded(text.toUpperCase());

const same = (key: string | undefined): ComparisonKey | undefined =>
	key === undefined ? undefined : { exact: key, loose: key };

const wholeKey = (value: unknown): ComparisonKey | undefined => {
	const text = decimalText(value);
	return text?.includes('.') ? undefined : same(text);
};

const momentKey = (value: unknown) => same(momentOf(value)?.toString());

/** How values of each kind are compared: how the service takes them (v1 §4), and what tells them apart here. */
const COMPARISONS: Readonly<
	Record<
		Comparison,
		{
			/** The property of a search's value. */
			readonly property: `${'string' | 'integer' | 'decimal' | 'datetime'}Value`;
			readonly sent: Convert<unknown>;
			readonly keyOf: (value: unknown) => ComparisonKey | undefined;
		}
	>
> = {
	text: {
		property: 'stringValue',
		sent: plainText,
		keyOf: (value) =>
			typeof value === 'object'
				? undefined
				: { exact: textOf(value), loose: perhaps(textOf(value)) },
	},
	integer: {
		property: 'integerValue',
		sent: asNumber,
		keyOf: wholeKey,
	},
	id: {
		property: 'integerValue',
		sent: (value, label) => asId(idIn(value), label),
		keyOf: (value) => wholeKey(idIn(value)),
	},
	decimal: {
		property: 'decimalValue',
		sent: (value, label) => {
			const text = asDecimal(value, label);
			return decimalText(text) ?? text;
		},
		keyOf: (value) => same(decimalText(value)),
	},
	dateTime: { property: 'datetimeValue', sent: toDateTime, keyOf: momentKey },
	date: {
		property: 'datetimeValue',
		// A day is the same day in every time zone (S5).
		sent: (value, label, timezone) => `${toDate(value, label, timezone)}T00:00:00Z`,
		keyOf: (value) => same(dayOf(value)),
	},
	customDate: { property: 'datetimeValue', sent: toCustomDate, keyOf: momentKey },
};

/** Of a field whose type is not known, the look of a value tells what it may be equal to. */
function untypedKey(value: unknown): ComparisonKey | undefined {
	if (typeof value === 'object') return undefined;
	const exact = textOf(value);
	const moment = momentOf(exact);
	return {
		exact,
		loose: decimalText(exact) ?? (moment === undefined ? perhaps(exact) : `at ${moment}`),
	};
}

/**
 * What a value is compared by: a sent one, or one that the service returned. Never throws.
 * @returns `undefined` for what is no value of the type, and so equals nothing.
 */
export function keyOf(value: unknown, type: Type = 'untyped'): ComparisonKey | undefined {
	if (isBlank(value)) return undefined;
	const { comparison } = TYPES[type];
	return comparison === undefined ? untypedKey(value) : COMPARISONS[comparison].keyOf(value);
}
