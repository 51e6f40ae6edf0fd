import { byPattern, quoted, trimmed, UsageError } from '../../shared';
import { decimalText, plainDecimal } from './decimalText';
import otherForms from './otherForms.json';

/**
 * Text and numbers as people, spreadsheets and expressions give them. Thousands may be in groups of
 * three, and a comma or a point may stand before the decimals: `1,000.50`, `1.000,50`, `1 000,50` and
 * `1'000.50` are one number, with a currency or without. What could be read in two ways, or has lost digits on the way (numbers
 * above 2^53, and exponents, with which spreadsheets write what they cut short), is an error.
 */

/** Groups, each after the same mark, then perhaps decimals after another one. */
const GROUPED =
	/^(?<sign>[+-]?)(?<whole>[1-9]\d{0,2}(?<mark>[.,'’ \u00a0\u2009\u202f])\d{3}(?:\k<mark>\d{3})*)(?:(?!\k<mark>)[.,](?<decimals>\d+))?$/;

/** No thousands: a comma can only stand before decimals. */
const DECIMAL_COMMA = /^([+-]?\d+),(\d+)$/;

/** `1.234` or `1,234`: either over a thousand, if the mark groups, or little more than one. */
const LONE_GROUP = /^[+-]?[1-9]\d{0,2}[.,]\d{3}$/;

const DIGITS = /^[+-]?(?:\d+(?:\.\d+)?|\.\d+)$/;

/** Text in which the signs of East Asian keyboards have the usual width. */
export const halfWidth = (text: string): string =>
	text.replace(/[！-～￡￥￦]/g, (sign) => sign.normalize('NFKC'));

const CURRENCY = String.raw`(?:[A-Z]{0,2}(?!¢)\p{Sc}|円|元|kr|zł|Kč|${Intl.supportedValuesOf('currency').join('|')})`;

/** A number with one currency before or behind it. */
const MONEY = new RegExp(
	String.raw`^(?<sign>[+-]?)(?:${CURRENCY}\s?(?<behind>.+)|(?<before>.+?)\s?${CURRENCY})$`,
	'u',
);

/** The number in a text, without its currency. */
function amountIn(entered: unknown): string {
	const text = typeof entered === 'string' ? halfWidth(trimmed(entered)) : '';
	const { sign = '', behind, before = text } = MONEY.exec(text)?.groups ?? {};
	return `${sign}${behind ?? before}`;
}

/** The digits of a number that is given as text, with a point before the decimals; `undefined` for anything else. */
function digitsIn(text: string): string | undefined {
	const { sign = '', whole, decimals } = GROUPED.exec(text)?.groups ?? {};
	const plain =
		whole === undefined
			? text.replace(DECIMAL_COMMA, '$1.$2')
			: [`${sign}${whole.replace(/\D/g, '')}`, decimals ?? []].flat().join('.');
	return DIGITS.test(plain) ? plain.replace(/^\+/, '').replace(/^(-?)\./, '$10.') : undefined;
}

/**
 * Text as it is given; a number or a flag as its text.
 * @throws UsageError for objects, lists, and numbers that have lost digits.
 */
export function plainText(entered: unknown, label: string): string {
	if (typeof entered === 'string') {
		// JavaScript's text for an object that an expression puts into another text.
		if (!entered.includes('[object Object]')) return entered;
		throw new UsageError(
			`${label} is ${quoted(entered)}, which an expression made of an object: name a property of it, as in {{ $json.owner.name }}.`,
		);
	}
	const text = typeof entered === 'boolean' ? String(entered) : inDigits(entered);
	if (text !== undefined) return text;
	throw wrong(entered, label, 'text');
}

/** Text without the blanks at its ends; that of several lines is left as it is. */
export function asLine(entered: unknown, label: string): string {
	const text = plainText(entered, label);
	const line = trimmed(text);
	return /[\r\n]/.test(line) ? text : line;
}

/** Whether a number still has all of its digits. */
export const isExact = (number: number): boolean =>
	Number.isFinite(number) && (!Number.isInteger(number) || Number.isSafeInteger(number));

/** JavaScript writes tiny numbers with an exponent. */
const inDigits = (entered: unknown) =>
	typeof entered === 'number' && isExact(entered) ? decimalText(entered) : undefined;

const wrong = (entered: unknown, label: string, what: string) =>
	new UsageError(
		`${label} is ${quoted(entered)}; it must be ${what}${byPattern(amountIn(entered), otherForms.numbers) ?? ''}.`,
	);

/**
 * Reads a whole number from a number or its text; spreadsheets write `12.0` too. A fraction is told by
 * its digits, not rounded. Beside `500.000`, a whole number, `1500.000` would be a thousand times less.
 * @throws UsageError for anything else: empty text is no number.
 */
export function asNumber(entered: unknown, label: string): number {
	const digits = digitsIn(amountIn(entered));
	const isFraction = digits === undefined || /\.(?:\d*[1-9]|000$)/.test(digits);
	const number = isFraction ? entered : Number(digits);
	// Negative zero becomes zero.
	if (typeof number === 'number' && Number.isSafeInteger(number)) return number + 0;
	throw wrong(entered, label, 'a whole number');
}

/**
 * Reads a decimal number as the text that the service carries it in (v1 §2), so none is rounded.
 * @throws UsageError for anything that is not a number, and for one group of three digits alone.
 */
export function asDecimal(entered: unknown, label: string): string {
	const text = amountIn(entered);
	if (LONE_GROUP.test(text)) {
		const thousands = text.replace(/[.,]/, '');
		const decimal = plainDecimal(text.replace(',', '.'));
		throw new UsageError(
			`${label} is ${quoted(entered)}, which may mean ${thousands} or ${decimal}: write it as one of these.`,
		);
	}
	const digits = inDigits(entered) ?? digitsIn(text);
	if (digits !== undefined) return digits;
	throw wrong(entered, label, 'a number');
}
