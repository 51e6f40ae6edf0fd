import { UsageError } from '../api/errors/errors';
import { quoted, textOf } from '../values';
import { decimalText } from './decimal';
import { loneGroup, looksGrouped, withoutGroups } from './grouped';

/**
 * Text and numbers as people, spreadsheets and expressions give them. What could be read in two
 * ways (`1,000` or `1.000` as a decimal number), or has lost digits on the way (numbers above 2^53), is an
 * error. `1e3` is 1000, but a large exponent is an error too: spreadsheets write numbers of twelve
 * digits and more so, without their last digits.
 */

/** A number in digits, or with an exponent below twelve digits: no other base, no separators. */
const DIGITS = /^[+-]?(?:\d+(?:\.\d+)?|\.\d+)(?:e\+?(?:\d|10))?$/i;

/** Whether a number still has all of its digits. */
const isExact = (number: number) =>
	Number.isFinite(number) && (!Number.isInteger(number) || Number.isSafeInteger(number));

/** An exact number in digits; JavaScript writes tiny ones with an exponent. */
const inDigits = (number: number): string => decimalText(number) ?? String(number);

/**
 * Text as it is given; a number or a flag as its text.
 * @throws UsageError for objects, lists, and numbers that have lost digits.
 */
export function plainText(entered: unknown, label: string): string {
	if (typeof entered === 'string') return entered;
	if (typeof entered === 'number' && isExact(entered)) return inDigits(entered);
	if (typeof entered === 'bigint' || typeof entered === 'boolean') return String(entered);
	throw new UsageError(`${label} is ${quoted(entered)}; it must be text.`);
}

/** The digits of a number that is given as text, none left out; `undefined` for anything else. */
function digitsIn(entered: unknown, grouped: (text: string) => string): string | undefined {
	const given = typeof entered === 'bigint' ? String(entered) : entered;
	if (typeof given !== 'string') return undefined;
	const text = grouped(given.trim());
	if (!DIGITS.test(text)) return undefined;
	return /e/i.test(text) ? decimalText(text) : text;
}

/** Spreadsheets write whole numbers as `12.0` too; a fraction is told by its digits, not rounded. */
function numberIn(entered: unknown, isWhole: boolean): number {
	const digits = digitsIn(entered, withoutGroups);
	const isNone =
		digits === undefined ||
		(isWhole && (/\.\d*[1-9]/.test(digits) || looksGrouped(textOf(entered).trim())));
	return isNone ? Number.NaN : Number(digits);
}

/**
 * Reads a number from a number or its text.
 * @throws UsageError for anything else: empty text is no number.
 */
export function asNumber(entered: unknown, label: string, kind: 'whole number' | 'number'): number {
	const isWhole = kind === 'whole number';
	const number = typeof entered === 'number' ? entered : numberIn(entered, isWhole);
	if (!isExact(number) || (isWhole && !Number.isSafeInteger(number))) {
		throw new UsageError(`${label} is ${quoted(entered)}; it must be a ${kind}.`);
	}
	// Negative zero becomes zero.
	return number + 0;
}

/**
 * Reads a decimal number as the text that the service carries it in (v1 §2), so none is rounded.
 * @throws UsageError for anything that is not a number, and for one group of three digits alone.
 */
export function asDecimal(entered: unknown, label: string): string {
	if (typeof entered === 'number' && isExact(entered)) return inDigits(entered);
	const group = loneGroup(entered);
	if (group !== undefined) {
		throw new UsageError(
			`${label} is ${quoted(entered)}, which may mean ${group.thousands} or ${group.decimal}: write it as one of these.`,
		);
	}
	const digits = digitsIn(entered, (text) => (DIGITS.test(text) ? text : withoutGroups(text)));
	if (digits === undefined) {
		throw new UsageError(`${label} is ${quoted(entered)}; it must be a number.`);
	}
	return digits.replace(/^\+/, '').replace(/^(-?)\./, '$10.');
}
