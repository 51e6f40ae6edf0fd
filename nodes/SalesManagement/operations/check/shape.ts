/** The shape of an answer: names and types, never a value. Evidence, report and fingerprint are made of it. */
import { isObject, own } from '../../values';
import type { Shown } from './names';

/** A type, as finely as it matters to this package. */
export function typeOf(value: unknown): string {
	if (value === null || value === undefined) return 'null';
	if (typeof value === 'boolean') return 'flag';
	if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'decimal';
	if (Array.isArray(value)) return 'list';
	if (typeof value !== 'string') return 'object';
	if (value === '') return 'empty text';
	if (/^\d{4}-\d\d-\d\d$/.test(value)) return 'date';
	if (/^\d{4}-\d\d-\d\d[T ]\d\d:\d\d/.test(value)) return 'date-time';
	if (/^-?\d+$/.test(value)) return 'integer as text';
	return /^-?\d+\.\d+$/.test(value) ? 'decimal as text' : 'text';
}

/** The same for a decimal, which is whole by chance. */
export const decimalTypeOf = (value: unknown): string =>
	typeof value === 'number' ? 'number' : typeOf(value);

/** Types that a text has by chance: a name may be digits. */
const AS_TEXT = ['empty text', 'date', 'date-time', 'integer as text', 'decimal as text'];

/** The same for what may be any text. */
const plainTypeOf = (value: unknown): string => {
	const type = typeOf(value);
	return AS_TEXT.includes(type) ? 'text' : type;
};

/** Deeper than this a shape only says that there is an object or a list. */
const DEPTH = 3;
/** More properties are counted. */
const MOST = 40;

/**
 * A value's shape in words, such as `{customers: [{id: integer, …}], hasMore: flag}`.
 * @param names tells which names of properties can be shown.
 */
export function shapeOf(value: unknown, names: Shown, depth = DEPTH): string {
	if (Array.isArray(value)) {
		if (value.length === 0) return '[]';
		const inner = [...new Set(value.map((each) => shapeOf(each, names, depth - 1)))].sort();
		return depth === 0 || inner.length > 3 ? '[…]' : `[${inner.join(' | ')}]`;
	}
	if (!isObject(value)) return plainTypeOf(value);
	if (depth === 0) return '{…}';
	const keys = Object.keys(value);
	const parts = [
		...new Set(
			keys.map((key) => {
				const inner = own(value, key);
				const shown = isObject(inner) ? names.within(key) : names;
				return `${names.show(key)}: ${shapeOf(inner, shown, depth - 1)}`;
			}),
		),
	].sort();
	return `{${[...parts.slice(0, MOST), ...(parts.length > MOST ? ['…'] : [])].join(', ')}}`;
}
