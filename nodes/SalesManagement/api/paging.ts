/** What an answer says of the pages of a list, by whichever of its common names and in whichever place. */
import type { IDataObject } from 'n8n-workflow';
import { foldedName as folded, isObject, own } from '../values';

/** The paging fields as the documents name them (v2 §4); each is absent where nothing says it. */
export interface Paging {
	readonly hasMore?: unknown;
	readonly nextCursor?: unknown;
	readonly totalCount?: unknown;
}

type Field = keyof Paging;

/** What else they are called, the documents' own name in another spelling first. */
const NAMES: Readonly<Record<Field, readonly string[]>> = {
	hasMore: ['hasmore', 'more'],
	nextCursor: ['nextcursor', 'next'],
	totalCount: ['totalcount', 'total'],
};

/** What paging fields are put into. */
const PARTS = new Set(['meta', 'metadata', 'pagination', 'paging', 'page', 'pageinfo']);

/** An object, then the paging parts in it, and in these. */
const withParts = (object: IDataObject, depth = 0): IDataObject[] => [
	object,
	...Object.entries(object).flatMap(([name, value]) =>
		depth < 2 && isObject(value) && PARTS.has(folded(name)) ? withParts(value, depth + 1) : [],
	),
];

function valueOf(field: Field, places: readonly IDataObject[]): unknown {
	for (const name of NAMES[field]) {
		for (const place of places) {
			const found = Object.entries(place).find(
				([key, value]) => folded(key) === name && isOf(field, value, name),
			);
			if (found) return found[1];
		}
	}
	return undefined;
}

/** An object or a list under such a name is something else, and so is an address that is `next`. */
function isOf(field: Field, value: unknown, name: string): boolean {
	if (value === null) return true;
	if (field === 'hasMore') return typeof value === 'boolean' || isFlag(value);
	if (field === 'totalCount') return countOf(value) !== undefined;
	if (typeof value === 'number') return true;
	return typeof value === 'string' && !(name === 'next' && /^(https?:)?\//.test(value));
}

const isFlag = (value: unknown) => value === 0 || value === 1 || isFlagText(value);
const isFlagText = (value: unknown) => typeof value === 'string' && /^(true|false)$/i.test(value);

/**
 * The paging fields of an answer.
 * @param beside the objects that may hold them, the answer first; none for a bare list.
 * @param headers what the headers say, which is all that a bare list has.
 */
export function pagingIn(beside: readonly IDataObject[], headers: Paging = {}): Paging {
	const [answer = {}] = beside;
	let places: readonly IDataObject[] | undefined;
	const read = (field: Field): unknown => {
		const shown = own(answer, field);
		if (shown !== undefined) return shown;
		places ??= beside.flatMap((each) => withParts(each));
		// That it is null is said, too: there is no next page.
		const found = valueOf(field, places);
		return found === undefined ? headers[field] : found;
	};
	return {
		hasMore: read('hasMore'),
		nextCursor: read('nextCursor'),
		totalCount: read('totalCount'),
	};
}

/** Beside a bare list, headers such as `X-Has-More` say what has no place in the body. */
export function pagingOfHeaders(headers: Readonly<Record<string, unknown>>): Paging {
	const read = (name: string) => headers[`x-${name}`] ?? headers[name];
	const paging = {
		hasMore: read('has-more'),
		nextCursor: read('next-cursor'),
		totalCount: read('total-count'),
	};
	return Object.fromEntries(Object.entries(paging).filter(([, value]) => value !== undefined));
}

/** Whether the service says that more follows; `undefined` where it says nothing. */
export function moreOf({ hasMore, nextCursor }: Paging): boolean | undefined {
	const said = hasMore ?? nextCursor;
	if (said === undefined) return undefined;
	return isFlagText(hasMore) ? /^true$/i.test(String(hasMore)) : Boolean(said);
}

/** The cursor of the next page, which is handed back as it is. */
export function cursorOf({ nextCursor }: Paging): string | undefined {
	const text = typeof nextCursor === 'number' ? String(nextCursor) : nextCursor;
	return typeof text === 'string' && text !== '' ? text : undefined;
}

/** A number of records, also as text. */
export function countOf(value: unknown): number | undefined {
	const count = typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value;
	return typeof count === 'number' && count >= 0 ? count : undefined;
}
