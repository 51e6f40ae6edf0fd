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
	if (body === null || body === undefined) return 'empty';
	if (Array.isArray(body)) {
		const what = `${kindOf(body[0])}${body.length === 1 ? '' : 's'}`;
		return body.length === 0 ? 'an empty list' : `a list of ${body.length} ${what}`;
	}
	if (!isObject(body)) return `a ${kindOf(body)}`;
	if (depth > 1) return 'an object';
	const names = Object.entries(body).map(([name, of]) => `${name}: ${shapeTold(of, depth + 1)}`);
	return `{${names.slice(0, MOST_NAMES).join(', ')}${names.length > MOST_NAMES ? ', …' : ''}}`;
}
