/** A decimal number as text. */
export const decimalPattern = '^-?\\d+(\\.\\d+)?$';
const decimal = new RegExp(decimalPattern);

/** A decimal number, as text or as a number. */
export const isDecimal = (value: unknown): boolean => decimal.test(String(value));

/** A decimal number with at least two decimal places: 1.5 becomes `1.50`. */
export function paddedDecimal(value: string | number): string {
	const [whole, places = ''] = String(value).split('.');
	return `${whole}.${places.padEnd(2, '0')}`;
}

/** An integer as text. */
export const isIntegerText = (value: unknown): boolean =>
	typeof value === 'string' && /^-?\d+$/.test(value);

export const isText = (value: unknown): value is string => typeof value === 'string';
