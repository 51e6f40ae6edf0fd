import type { ResourceId } from '../api/routes/routes';
import type { CustomField, Lookup } from './lookups';

/** A name that was given where an ID could be. */
export interface NameAsked {
	/** Where the named things are listed. */
	readonly lookup: Lookup;
	readonly name: string;
	/** What the form calls the field. */
	readonly label: string;
}

/** Knows the ids of the names that an item gives. */
export interface NameReader {
	/** @throws UsageError when nothing has the name, or several things have it. */
	idOf(asked: NameAsked): number;
	/** The ids of all that have the name. @throws UsageError when nothing has it. */
	idsOf(asked: NameAsked): readonly number[];
	/**
	 * The ids of all that have a name which is given beside ids: none where nothing has it, `undefined`
	 * where that can't be told, since no list shows the name or one of the ids.
	 */
	readonly idsBeside?: (asked: NameAsked, ids: readonly number[]) => readonly number[] | undefined;
	/**
	 * The custom fields of a resource; `undefined` while it is only noted that they are needed.
	 * @throws the error of the request that reads them.
	 */
	readonly fieldsOf?: (resource: ResourceId) => readonly CustomField[] | undefined;
}

/** Actions and custom objects have no names that tell one from the others. */
export const hasNames = ({ method }: { readonly method: string }): boolean =>
	method !== 'searchActions' && method !== 'searchCustomObjects';

/** Numbers of programs (`1e3`, `0x10`) and addresses are slips, not names. */
const NO_NAME = /^[+-]?(?:\d[\d.,]*e[+-]?\d+|0[xob][\da-f]+|https?:\/\/.*)$/i;

/**
 * What a number, a date, a time or a list of them may be written with, the invisible signs that text
 * from web pages has among them, and what formulas and JSON are.
 */
const NO_SIGNS = /^[\p{N}\s\p{Cf}+\-\u2212–—.,:;'’_()/]*$|[[\]{}"=]/u;

/** A name is text that is no number, date or address: digits are always an id. */
export const isName = (value: unknown): value is string => {
	if (typeof value !== 'string') return false;
	const text = value.trim();
	return /\p{L}/u.test(text) ? !NO_NAME.test(text) : !NO_SIGNS.test(text);
};
