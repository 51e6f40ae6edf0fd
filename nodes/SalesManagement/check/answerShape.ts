/**
 * The shape of an answer: property names from the documents, and types. It holds no value, so anybody may
 * read it.
 */
import { ROUTES } from '../api/routes';
import { RECORDS } from '../records';
import { isObject } from '../shared';
import wrapperProperties from './wrapperProperties.json';

/** The names that the documents have: of records, of lists, and of what is around them. */
const KNOWN: ReadonlySet<string> = new Set([
	...wrapperProperties,
	...RECORDS.flatMap(({ fields }) => fields.flatMap(({ key, shownAs }) => [key, shownAs])),
	...Object.values(ROUTES).flatMap((routes) =>
		Object.values(routes).flatMap(({ list }) => list?.plural ?? []),
	),
]);

/** A type, as finely as it matters to this package. */
export function typeOf(value: unknown): string {
	if (value === null || value === undefined) return 'null';
	if (Array.isArray(value)) return 'list';
	if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'decimal';
	if (typeof value === 'boolean') return 'flag';
	if (typeof value !== 'string') return 'object';
	if (/^\d{4}-\d\d-\d\d$/.test(value)) return 'date';
	if (/^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(value)) return 'date-time';
	return /^-?\d+(\.\d+)?$/.test(value) ? 'number as text' : 'text';
}

/**
 * The shape as text, such as `{customers: list, hasMore: flag, *: text}`; `*` stands for names that the
 * documents don't have.
 */
export function shapeOf(value: unknown): string {
	if (!isObject(value)) return typeOf(value);
	const parts = Object.entries(value).map(
		([name, each]) => `${KNOWN.has(name) ? name : '*'}: ${typeOf(each)}`,
	);
	return `{${[...new Set(parts)].join(', ')}}`;
}
