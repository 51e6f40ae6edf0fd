import { isObject } from '../../shared';

/** The most names of an object that a message tells. */
const MOST_NAMES = 8;

function kindOf(value: unknown): string {
	if (value === null || value === undefined) return 'empty';
	if (Array.isArray(value))
		return value.length === 0 ? 'an empty list' : `a list of ${value.length}`;
	if (isObject(value)) return 'an object';
	return typeof value === 'string' ? 'a text' : `a ${typeof value}`;
}

/**
 * The shape of a body, such as `{data: a list of 2, page: a number}`: names and kinds, never a value, since
 * values are somebody's data.
 */
export function bodyShape(body: unknown): string {
	if (!isObject(body)) return kindOf(body);
	const names = Object.entries(body).map(([name, value]) => `${name}: ${kindOf(value)}`);
	return `{${names.slice(0, MOST_NAMES).join(', ')}${names.length > MOST_NAMES ? ', …' : ''}}`;
}
