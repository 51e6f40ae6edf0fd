import type { IDataObject } from 'n8n-workflow';
import { UsageError } from '../api/errors/errors';
import { isBlank, isObject, jsonIn, own, quoted } from '../values';
import { isName } from './nameReader';

/** Takes the value out of a resource locator; any other value is returned unchanged. */
export const unwrap = (entered: unknown): unknown =>
	isObject(entered) && '__rl' in entered ? entered.value : entered;

/** An id as text: digits alone, since `2026/11/30` or `1e3` would name another record. */
const ID = /^[1-9]\d*$/;

/** The id in a record's address, such as `…/v2/deals/12`, if its path names this resource. */
function idInAddress(text: string, urlPath: string | undefined): string {
	const address = text.replace(/\/?(?:[?#].*)?$/, '');
	const at = address.lastIndexOf(`/${urlPath ?? ''}/`);
	if (urlPath === undefined || at < 0 || !/^https?:/i.test(address)) return '';
	return address.slice(at + urlPath.length + 2);
}

/** The digits of an id, however they are given; empty when there are none. */
function idText(value: unknown, urlPath: string | undefined): string {
	if (typeof value === 'number') return String(value);
	const text = typeof value === 'string' ? value.trim() : '';
	return text.includes('/') ? idInAddress(text, urlPath) : text;
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

/** What else than digits may lead to an id. */
interface OtherWays {
	/** The part of the resource's addresses before the id. */
	readonly urlPath?: string;
	/** The id of what has this name. */
	readonly idOf?: (name: string) => number;
}

/**
 * Reads one record id from a locator, a number, its digits or a record; from a record's address or
 * name where these are ways to it.
 * @throws UsageError when there is none.
 */
export function toId(entered: unknown, label: string, { urlPath, idOf }: OtherWays = {}): number {
	const value = meantBy(unwrap(entered));
	if (isBlank(value)) throw new UsageError(`${label} is empty; choose a record or enter its ID.`);
	const text = idText(value, urlPath);
	const id = ID.test(text) ? Number(text) : Number.NaN;
	if (Number.isSafeInteger(id)) return id;
	if (idOf && isName(value)) return idOf(value.trim());
	const isAddress = typeof value === 'string' && value.includes('/') && urlPath !== undefined;
	const address = isAddress ? `, and an address ends with /${urlPath}/12` : '';
	throw new UsageError(
		`${label} is ${quoted(value)}; an ID is a whole number, such as 12${address}.`,
	);
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
