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

export function decimalOf(given: BigNumber.Value): Decimal {
	const number = new BigNumber(given);
	return { text: isText(given) ? given : number.toFixed(), order: orderOf(number) };
}

/**
 * A text that sorts as the number does: the power of ten, then the digits. In that of a negative number each
 * digit is turned round (9 for 0), and its end sorts behind all digits, so that -1.5 comes before -1.
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

/** An empty list clears a field, as null does (S8). */
export const unlessEmpty = <List extends unknown[]>(list: List) =>
	list.length > 0 ? list : undefined;

/** An integer as text. */
export const isIntegerText = (value: unknown): boolean => isText(value) && /^-?\d+$/.test(value);

export const isText = (value: unknown): value is string => typeof value === 'string';
