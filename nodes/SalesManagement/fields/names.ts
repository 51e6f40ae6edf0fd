import type { Lookup } from './lookup';

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
}

/** Actions and custom objects have no names that tell one from the others. */
export const hasNames = ({ method }: { readonly method: string }): boolean =>
	method !== 'searchActions' && method !== 'searchCustomObjects';

/** Numbers of programs (`1e3`, `0x10`) and addresses are slips, not names. */
const NO_NAME = /^[+-]?(?:\d[\d.,]*e[+-]?\d+|0[xob][\da-f]+|https?:\/\/.*)$/i;

/** A name has a letter: digits are always an id. */
export const isName = (value: unknown): value is string =>
	typeof value === 'string' && /\p{L}/u.test(value) && !NO_NAME.test(value.trim());
