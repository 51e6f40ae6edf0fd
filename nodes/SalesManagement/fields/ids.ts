import type { IDataObject } from 'n8n-workflow';
import { UsageError } from '../api/errors/errors';
import { isBlank, isObject, jsonIn, own, quoted, textOf } from '../values';
import { isName } from './nameReader';

/** Takes the value out of a resource locator; any other value is returned unchanged. */
export const unwrap = (entered: unknown): unknown =>
	isObject(entered) && '__rl' in entered ? entered.value : entered;

/** An id as text: digits alone, since `2026/11/30` or `1e3` would name another record. */
const ID = /^[1-9]\d*$/;

/** Of a record, or its JSON as models send it, the id, else the name. */
export function meantBy(given: unknown): unknown {
	const record = isObject(given) ? given : objectIn(given);
	if (!record) return given;
	const [id, name] = ['id', 'name'].map((key) => own(record, key));
	return isBlank(id) && !isBlank(name) ? name : Object.hasOwn(record, 'id') ? id : given;
}

/** An object that is given as its JSON text. */
export function objectIn(text: unknown): IDataObject | undefined {
	if (typeof text !== 'string' || !/^\s*\{/.test(text)) return undefined;
	const parsed = jsonIn(text);
	return isObject(parsed) ? parsed : undefined;
}

/**
 * Reads one record id from a locator, a number, its digits or a record; from a name where one leads to it.
 * @param idOf the id of what has a name.
 * @throws UsageError when there is none.
 */
export function toId(entered: unknown, label: string, idOf?: (name: string) => number): number {
	const value = meantBy(unwrap(entered));
	if (isBlank(value)) throw new UsageError(`${label} is empty; choose a record or enter its ID.`);
	const text = textOf(value).trim();
	const id = ID.test(text) ? Number(text) : Number.NaN;
	if (Number.isSafeInteger(id)) return id;
	if (idOf && isName(value)) return idOf(value.trim());
	throw new UsageError(`${label} is ${quoted(value)}; an ID is a whole number, such as 12.`);
}

/**
 * Reads an id or the number of a choice, which may be zero: an integer, or its digits.
 * @throws UsageError for anything else, also for a number with separators.
 */
export function asId(value: unknown, label: string): number {
	const text = typeof value === 'string' ? value.trim() : value;
	const id = typeof text === 'string' && /^(?:0|[1-9]\d*)$/.test(text) ? Number(text) : text;
	if (typeof id === 'number' && Number.isSafeInteger(id)) return id;
	throw new UsageError(`${label} is ${quoted(value)}; an ID is a whole number, such as 12.`);
}
