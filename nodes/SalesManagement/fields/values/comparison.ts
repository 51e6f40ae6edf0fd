import { textOf } from '../../shared';
import { momentOf } from './dates';
import { decimalText } from './decimalText';
import { folded } from './nameMatching';

/** The key by which a value is compared. Both sides of a comparison get theirs from the same function. */
export interface ComparisonKey {
	/** Equal: the same value for certain. */
	readonly exact: string;
	/**
	 * Equal: perhaps the same value to the service. Text may differ in case, in spaces at its ends,
	 * and in the width or kind of its characters (`ＡＢＣ`, `ABC`); where the field's type is not known, a text and a number may be the same number.
	 */
	readonly loose: string;
}

/** Reads the key of a value, also of one that the service returned; `undefined` for a value of another type, which equals nothing. */
export type Compare = (value: unknown) => ComparisonKey | undefined;

/** The key of a value that has one form only. */
export const sameKey = (key: string | undefined): ComparisonKey | undefined =>
	key === undefined ? undefined : { exact: key, loose: key };

export const textKey: Compare = (value) => {
	const text = textOf(value);
	// Some letters have one capital in common, and a service may compare these.
	return typeof value === 'object' ? undefined : { exact: text, loose: folded(text.toUpperCase()) };
};

export const wholeKey: Compare = (value) => {
	const text = decimalText(value);
	return text?.includes('.') ? undefined : sameKey(text);
};

export const decimalKey: Compare = (value) => sameKey(decimalText(value));

export const momentKey: Compare = (value) => sameKey(momentOf(value)?.toString());

/** The key of a value whose type is not known: a text may be the number or the time that it looks like. */
export const lookKey: Compare = (value) => {
	const key = textKey(value);
	const moment = key && momentOf(key.exact);
	const time = moment === undefined ? undefined : `at ${moment}`;
	return key && { ...key, loose: decimalText(key.exact) ?? time ?? key.loose };
};
