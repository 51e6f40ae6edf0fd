import BigNumber from 'bignumber.js';
import { invalid } from './refusal';

/** A decimal number as text. */
export const decimalPattern = '^-?\\d+(\\.\\d+)?$';

/** A decimal number, as text or as a number. */
export const isDecimal = (value: unknown): value is string | number =>
	(isText(value) || typeof value === 'number') && new RegExp(decimalPattern).test(`${value}`);

/** A stored decimal number: its text as it was given, and a text that sorts as the number does. */
export interface Decimal {
	text: string;
	order: string;
}

/**
 * Makes the stored form of a decimal number.
 * @throws Refusal for a JSON number that may have lost digits: a double holds 15 of them (S8)
 */
export function decimalOf(given: BigNumber.Value): Decimal {
	if (typeof given === 'number' && +given.toPrecision(15) !== given) {
		throw invalid(`${given} has more digits than a number holds: send it as text`);
	}
	const number = new BigNumber(given);
	return { text: isText(given) ? given : number.toFixed(), order: orderOf(number) };
}

/**
 * A text that sorts as the number does: sign, power of ten, digits. For a negative number each
 * digit is replaced by nine minus that digit, and a `~`, which sorts behind all digits, ends the
 * text, so that -1.5 comes before -1.
 */
function orderOf(number: BigNumber): string {
	if (number.isZero()) return '1';
	const [digits, power] = number.abs().toExponential().split('e');
	// With 50,000,000 added, the power always has eight digits: no request is long enough for more.
	const size = `${Number(power) + 50_000_000} ${digits}`;
	if (number.isPositive()) return `1${size}`;
	return `0${size.replace(/\d/g, (digit) => `${9 - Number(digit)}`)}~`;
}

/** A decimal number with at least two decimal places: 1.5 becomes `1.50`. */
export function paddedDecimal(value: string): string {
	const [whole, places = ''] = value.split('.');
	return `${whole}.${places.padEnd(2, '0')}`;
}

/** Undefined for an empty list, which clears a field as null does (S8). */
export const unlessEmpty = <List extends unknown[]>(list: List) =>
	list.length > 0 ? list : undefined;

/** An integer as text. */
export const isIntegerText = (value: unknown): boolean => isText(value) && /^-?\d+$/.test(value);

export const isText = (value: unknown): value is string => typeof value === 'string';
