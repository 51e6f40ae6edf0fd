import type { IDataObject } from 'n8n-workflow';
import {
	attempt,
	isBlank,
	isObject,
	jsonIn,
	own,
	quoted,
	textOf,
	trimmed,
	UsageError,
} from '../../shared';
import { plainText } from './numbers';

/** The ways of giving a value in n8n's resource locator. */
export type Way = 'list' | 'id' | 'name';

/** A cell, and what its column is called. */
export interface Cell {
	readonly column: string;
	readonly value: unknown;
}

/** IDs in one column and names in another, both for one reference, such as Simplified returns them. */
export interface IdsBesideNames {
	readonly ids: Cell;
	readonly names: Cell;
}

/** A value as n8n's resource locator holds it. */
export interface Located {
	readonly __rl: true;
	readonly mode?: Way;
	readonly value: unknown;
	/** The two columns that gave it, if two did; `value` has the IDs. */
	readonly columns?: IdsBesideNames;
}

export const isLocated = (entered: unknown): entered is Located =>
	isObject(entered) && '__rl' in entered;

/** Takes the value out of a resource locator; any other value is returned unchanged. */
export const unwrap = (entered: unknown): unknown => (isLocated(entered) ? entered.value : entered);

/** The way in which a value was given; none in a column, by an expression for the whole or by a model. */
export const wayOf = (entered: unknown): Way | undefined =>
	isLocated(entered) ? entered.mode : undefined;

/** A value that is given in a way, as n8n's form holds it. */
export const givenBy = (mode: Way | undefined, value: unknown): unknown =>
	mode && !isLocated(value) ? { __rl: true, mode, value } : value;

const DIGITS = /^(?:0|[1-9]\d*)$/;

/**
 * Reads an id or the number of a choice, which may be zero: an integer, or its digits alone, since `1e3`
 * or `1,234` could name another record.
 * @throws UsageError for anything else.
 */
export function asId(value: unknown, label: string, least = 0): number {
	const text = trimmed(textOf(value));
	const id = DIGITS.test(text) ? Number(text) : Number.NaN;
	if (id >= least && Number.isSafeInteger(id)) return id;
	throw new UsageError(`${label} is ${quoted(value)}; an ID is a whole number, such as 12.`);
}

/** An object that is given as its JSON text. */
export function objectIn(given: unknown): IDataObject | undefined {
	const text = trimmed(given);
	if (typeof text !== 'string' || !text.startsWith('{')) return undefined;
	const parsed = jsonIn(text);
	return isObject(parsed) ? parsed : undefined;
}

/** A record that is given whole, or its JSON as models send it, is given by its ID, else by its name. */
function givenIn(entered: unknown): { readonly value: unknown; readonly way?: Way } {
	const given = unwrap(entered);
	const record = isObject(given) ? given : objectIn(given);
	if (!record) return { value: given, way: wayOf(entered) };
	const id = own(record, 'id');
	const name = own(record, 'name');
	if (isBlank(id) && !isBlank(name)) return { value: name, way: 'name' };
	return { value: Object.hasOwn(record, 'id') ? id : given, way: 'id' };
}

export const meantBy = (entered: unknown): unknown => givenIn(entered).value;

/**
 * The name that was given in the place of an ID, as it is written; `undefined` where none was. By name all is
 * one, and by ID what has a letter, since n8n's editor turns From List into By ID when something is dropped
 * on it. Without a way of giving it, all is one that is not digits.
 */
export function nameIn(entered: unknown): string | undefined {
	const { value, way } = givenIn(entered);
	const text = (typeof value !== 'boolean' && attempt(() => plainText(value, ''))) || '';
	const short = trimmed(text);
	const isName = way === 'name' || (way ? /\p{L}/u.test(short) : !DIGITS.test(short));
	return isName && short !== '' ? text : undefined;
}

/**
 * Reads one record id from a locator, a number, its digits or a record.
 * @throws UsageError when there is none.
 */
export function toId(entered: unknown, label: string): number {
	const { value, way } = givenIn(entered);
	if (isBlank(trimmed(value))) {
		throw new UsageError(`${label} is empty; choose a record or enter its ID.`);
	}
	if (typeof value === 'string') plainText(value, label);
	// A name of digits is no ID.
	return asId(way === 'name' ? quoted(value) : value, label, 1);
}
