import { decimalText } from './decimal';

/**
 * Numbers as files hold them: thousands in groups of three, and a comma or a point before the
 * decimals. `1,000.50`, `1.000,50`, `1 000,50` and `1'000.50` are one number.
 */

/** Groups, each after the same mark, then perhaps decimals after another one. */
const GROUPED =
	/^(?<sign>[+-]?)(?<whole>[1-9]\d{0,2}(?<mark>[.,'’ \u00a0\u202f])\d{3}(?:\k<mark>\d{3})*)(?:(?!\k<mark>)[.,](?<decimals>\d+))?$/;

/**
 * Beside `500.000`, which groups thousands in a whole number, `1500.000` would be a thousand times
 * less: where there could be a group but is none, three decimals are refused.
 */
export const looksGrouped = (text: string): boolean => /^[+-]?\d{4,}[.,]\d{3}$/.test(text);

/** No thousands: a comma can only stand before decimals. */
const DECIMAL_COMMA = /^([+-]?\d+),(\d+)$/;

/** The number with a point before its decimals and no other marks; any other text as it is. */
export function withoutGroups(text: string): string {
	const { sign = '', whole, decimals } = GROUPED.exec(text)?.groups ?? {};
	if (whole === undefined) return text.replace(DECIMAL_COMMA, '$1.$2');
	const digits = `${sign}${whole.replace(/\D/g, '')}`;
	return decimals === undefined ? digits : `${digits}.${decimals}`;
}

/**
 * What `1,000` and `1.000` may mean: a thousand where the mark groups, one where it stands before
 * decimals. Nothing tells which country a file is from. `0.500` and `1500.000` have no group.
 */
export function loneGroup(entered: unknown): { thousands: string; decimal: string } | undefined {
	const text = typeof entered === 'string' ? entered.trim() : '';
	if (!/^[+-]?[1-9]\d{0,2}[.,]\d{3}$/.test(text)) return undefined;
	return { thousands: text.replace(/[.,]/, ''), decimal: plainDecimal(text.replace(',', '.')) };
}

/**
 * A decimal number as text that means one thing to whoever reads it: without zeros at its end, but
 * with one where three decimals would look like thousands. Other text as it is.
 */
export function plainDecimal(text: string): string {
	const short = decimalText(text) ?? text;
	return /^-?[1-9]\d{0,2}\.\d{3}$/.test(short) ? `${short}0` : short;
}
