import { textOf, trimmed } from '../../shared';

const DECIMAL = /^([+-]?)(\d*)(?:\.(\d*))?(?:e([+-]?\d{1,3}))?$/i;

/**
 * A decimal number in its one plain form, all digits kept: `1.50` is `1.5`, `1e3` is `1000`,
 * `-0` is `0`.
 * @returns `undefined` for what is no decimal number.
 */
export function decimalText(value: unknown): string | undefined {
	if (typeof value !== 'number' && typeof value !== 'string') return undefined;
	const parts = DECIMAL.exec(trimmed(textOf(value)));
	if (!parts) return undefined;
	const [, sign = '', whole = '', fraction = '', exponent = '0'] = parts;
	if (whole === '' && fraction === '') return undefined;
	const places = fraction.length - Number(exponent);
	const digits = `${whole}${fraction}${'0'.repeat(Math.max(0, -places))}`;
	const padded = digits.padStart(Math.max(0, places) + 1, '0');
	const cut = padded.length - Math.max(0, places);
	const integral = padded.slice(0, cut).replace(/^0+(?=\d)/, '');
	const rest = padded.slice(cut).replace(/0+$/, '');
	const plain = rest === '' ? integral : `${integral}.${rest}`;
	return sign === '-' && plain !== '0' ? `-${plain}` : plain;
}

/**
 * A decimal number as text that means one thing to whoever reads it: without zeros at its end, but
 * with one where three decimals would look like thousands. Other text as it is.
 */
export function plainDecimal(text: string): string {
	const short = decimalText(text) ?? text;
	return /^-?[1-9]\d{0,2}\.\d{3}$/.test(short) ? `${short}0` : short;
}
