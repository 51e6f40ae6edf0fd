import { isObject } from '../../values';

/** As many names of an object as a message tells. */
const MOST_NAMES = 8;

const kindOf = (value: unknown): string => (typeof value === 'string' ? 'text' : typeof value);

/**
 * What came, by its shape alone, such as `{data: a list of 2 objects, page: a number}`: names and kinds,
 * never a value, since values are somebody's data.
 * @param depth how far within the answer it is.
 */
export function shapeTold(body: unknown, depth = 0): string {
	if (body === null || body === undefined) return 'nothing';
	if (Array.isArray(body)) {
		const [kind, ...others] = new Set(body.map(kindOf));
		if (kind === undefined) return 'an empty list';
		const each = others.length > 0 ? 'value' : kind;
		return `a list of ${body.length} ${each}${body.length === 1 ? '' : 's'}`;
	}
	if (!isObject(body)) return `a ${kindOf(body)}`;
	if (depth > 1) return 'an object';
	const told = Object.entries(body).map(([name, of]) => `${name}: ${shapeTold(of, depth + 1)}`);
	const more = told.splice(MOST_NAMES).length;
	return `{${[...told, ...(more > 0 ? [`and ${more} more`] : [])].join(', ')}}`;
}
