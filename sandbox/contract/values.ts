import BigNumber from 'bignumber.js';

/** A decimal number as text. */
export const decimalPattern = '^-?\\d+(\\.\\d+)?$';
const decimal = new RegExp(decimalPattern);

/** A decimal number, as text or as a number of which no digit was lost on the way. */
export const isDecimal = (value: unknown): value is string | number =>
	typeof value === 'number'
		? Math.abs(value) <= Number.MAX_SAFE_INTEGER
		: isText(value) && decimal.test(value);

/** A decimal number as it is kept: the text as it was given, and one that sorts as the number does. */
export interface Decimal {
	text: string;
	order: string;
}

export function decimalOf(given: string | number | BigNumber): Decimal {
	const number = new BigNumber(given);
	return { text: isText(given) ? given : number.toFixed(), order: orderOf(number) };
}

/**
 * The power of ten, then the digits: text of one length, or of the longer one more. Of negative numbers
 * each digit counts the other way round, and their end more than any digit.
 */
function orderOf(number: BigNumber): string {
	if (number.isZero()) return '1';
	const [digits, power] = number.abs().toExponential().split('e');
	// No request is long enough for a power of ten millions.
	const size = `${Number(power) + 50_000_000} ${digits}`;
	if (number.isPositive()) return `1${size}`;
	return `0${size.replace(/\d/g, (digit) => `${9 - Number(digit)}`)}~`;
}

/** A decimal number with at least two decimal places: 1.5 becomes `1.50`. */
export function paddedDecimal(value: string): string {
	const [whole, places = ''] = value.split('.');
	return `${whole}.${places.padEnd(2, '0')}`;
}

/** What clears a field (v2 §4.11). */
export const isNothing = (value: unknown): boolean =>
	value === undefined || value === null || value === '';

/** An empty list clears a field, too (S8). */
export const unlessEmpty = <List extends unknown[]>(list: List): List | undefined =>
	list.length > 0 ? list : undefined;

/** An integer as text. */
export const isIntegerText = (value: unknown): boolean => isText(value) && /^-?\d+$/.test(value);

export const isText = (value: unknown): value is string => typeof value === 'string';
