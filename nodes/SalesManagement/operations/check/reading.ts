/** Finds lists, records and properties in answers, also where they are not as the documents have them. */
import type { IDataObject } from 'n8n-workflow';
import { isObject, own, textOf } from '../../values';

/** `updatedAt` as `updated_at`. */
export const snake = (name: string): string =>
	name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** A property by its documented name, or the same name with underscores. */
export const valueOf = (object: unknown, name: string): unknown =>
	isObject(object) ? (own(object, name) ?? own(object, snake(name))) : undefined;

/** Something in an answer, and how its place is called: `customers`, `data.customers`; `` for the answer itself. */
interface Found<Value> {
	readonly at: string;
	readonly value: Value;
}

const isList = (value: unknown): value is IDataObject[] =>
	Array.isArray(value) && value.every(isObject);

function* listsIn(body: unknown, at = ''): Generator<Found<IDataObject[]>> {
	if (isList(body)) yield { at, value: body };
	if (!isObject(body) || at.split('.').length > 1) return;
	for (const [name, value] of Object.entries(body)) {
		yield* listsIn(value, at === '' ? name : `${at}.${name}`);
	}
}

/** The records of a list: under the name that the documents have, else wherever objects are listed. */
export function listIn(body: unknown, plural: string): Found<IDataObject[]> | undefined {
	const all = [...listsIn(body)].filter(({ at }) => at.split('.')[0] !== 'errors');
	return (
		all.find(({ at }) => at === plural) ??
		all.find(({ at }) => at.endsWith(plural) || at.endsWith(snake(plural))) ??
		all.find(({ value }) => value.length > 0) ??
		all[0]
	);
}

/** The record of an answer: itself, or the one object in it that has an id. */
export function recordIn(body: unknown): Found<IDataObject> | undefined {
	if (!isObject(body)) return undefined;
	if ('id' in body) return { at: '', value: body };
	const inside = Object.entries(body).filter(([, value]) => isObject(value) && 'id' in value);
	const [only] = inside;
	return only && inside.length === 1 ? { at: only[0], value: only[1] as IDataObject } : undefined;
}

/** An id as an address takes it; ids that come as text are ids too. */
export function idOf(record: unknown): number | string | undefined {
	const id = valueOf(record, 'id');
	if (typeof id === 'number' && Number.isSafeInteger(id)) return id;
	return typeof id === 'string' && /^\d+$/.test(id) ? id : undefined;
}

/** The id of a linked record, `{customer: {id}}` or `{customerId}`. */
export const linkedId = (record: unknown, name: string): number | string | undefined =>
	idOf(valueOf(record, name)) ??
	idOf({ id: valueOf(record, `${name}Id`) ?? valueOf(record, name) });

/** A number, also where it comes as text; NaN for anything else. */
export const numberOf = (value: unknown): number =>
	typeof value === 'number' || typeof value === 'string' ? Number(value) : NaN;

/** Beyond it no date has a form. */
const LATEST_MOMENT = 8.64e15;

/** A moment as an answer shows it, in milliseconds since 1970. */
export function momentOf(value: unknown): number | undefined {
	if (typeof value === 'number') {
		const time = value > 1e11 ? value : value * 1000;
		return Math.abs(time) <= LATEST_MOMENT ? time : undefined;
	}
	if (typeof value !== 'string' || !/^\d{4}-\d\d-\d\d[T ]/.test(value)) return undefined;
	const hasZone = /(?:Z|[+-]\d\d:?\d\d)$/i.test(value);
	const time = Date.parse(hasZone ? value : `${value.replace(' ', 'T')}Z`);
	return Number.isNaN(time) ? undefined : time;
}

/** A text as it is the same where a service trims it, or writes it in capitals. */
export const foldedText = (value: unknown): string =>
	textOf(value).normalize('NFKC').replace(/\s+/g, ' ').trim().toLowerCase();
