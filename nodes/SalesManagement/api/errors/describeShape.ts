import { isObject } from '../../values';

/** As many names of an object as a message tells. */
const MOST_NAMES = 8;
const LONGEST_NAME = 40;

const count = (number: number) => number.toLocaleString('en-US');

const kindOf = (value: unknown): string => (typeof value === 'string' ? 'text' : typeof value);

function listTold(list: readonly unknown[]): string {
	if (list.length === 0) return 'an empty list';
	const kinds = new Set(list.map(kindOf));
	const [kind = 'value'] = kinds.size === 1 ? kinds : [];
	return `a list of ${count(list.length)} ${kind}${list.length === 1 ? '' : 's'}`;
}

/**
 * What came, by its shape alone, such as `{data: a list of 2 objects, page: a number}`: names and kinds,
 * never a value, since values are somebody's data.
 * @param depth how far within the answer it is.
 */
export function shapeTold(body: unknown, depth = 0): string {
	if (Array.isArray(body)) return listTold(body);
	if (body === null || body === undefined) return 'nothing';
	if (!isObject(body)) return `a ${kindOf(body)}`;
	if (depth > 1) return 'an object';
	const names = Object.keys(body);
	const told = names.slice(0, MOST_NAMES).map((name) => {
		const shown = name.length > LONGEST_NAME ? `${name.slice(0, LONGEST_NAME)}…` : name;
		return `${shown}: ${shapeTold(body[name], depth + 1)}`;
	});
	const more = names.length - told.length;
	return `{${[...told, ...(more > 0 ? [`and ${count(more)} more`] : [])].join(', ')}}`;
}
