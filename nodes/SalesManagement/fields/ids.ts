import type { IDataObject } from 'n8n-workflow';
import { UsageError } from '../api/errors/errors';
import { isBlank, isObject, jsonIn, own, quoted, textOf } from '../values';
import { isName } from './nameReader';

/** Takes the value out of a resource locator; any other value is returned unchanged. */
export const unwrap = (entered: unknown): unknown =>
	isObject(entered) && '__rl' in entered ? entered.value : entered;

/**
 * Reads an id or the number of a choice, which may be zero: an integer, or its digits alone, since `1e3`
 * or `1,234` could name another record.
 * @throws UsageError for anything else.
 */
export function asId(value: unknown, label: string, least = 0): number {
	const text = textOf(value).trim();
	const id = /^(?:0|[1-9]\d*)$/.test(text) ? Number(text) : Number.NaN;
	if (id >= least && Number.isSafeInteger(id)) return id;
	throw new UsageError(`${label} is ${quoted(value)}; an ID is a whole number, such as 12.`);
}

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
	if (idOf && isName(value)) return idOf(value.trim());
	return asId(value, label, 1);
}
