import type { IDataObject } from 'n8n-workflow';

/** What all parts share. Values come from outside: JSON, parameters, records. */

export const isObject = (value: unknown): value is IDataObject =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

/** What a function returns; `undefined` where it throws. */
export function attempt<Value>(read: () => Value): Value | undefined {
	try {
		return read();
	} catch {
		return undefined;
	}
}

/** What JSON text holds; `undefined` for what is none. */
export const jsonIn = (text: string): unknown => attempt(() => JSON.parse(text) as unknown);

/** Any value as text; an object as JSON, so that a message or a request never says `[object Object]`. */
export const textOf = (value: unknown): string => {
	if (value === undefined || value === null) return '';
	// What is left is a string, number, boolean or the like, which has a text form of its own.
	return typeof value === 'object' ? jsonOf(value) : (value as string | number).toString();
};

/** A time in milliseconds since 1970 as ISO 8601 in UTC. */
export const isoOf = (time: number): string => new Date(time).toISOString();

/** When something of a record was, in milliseconds since 1970; a time without an offset is read as UTC (v2 §2.1). */
export function timeOf(value: unknown): number {
	if (typeof value !== 'string') return NaN;
	return Date.parse(/(?:Z|[+-]\d\d:?\d\d)$/i.test(value) ? value : `${value}Z`);
}

/** The most characters of a value that a message shows. */
const SHOWN = 100;

/** A value as a message shows it; anything, also what JSON has no form for. */
export function quoted(value: unknown): string {
	if (!['string', 'object'].includes(typeof value)) return String(value);
	const text = jsonOf(value);
	return text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text;
}

/** Objects that hold themselves, and integers that JSON has no form for, are told by their kind. */
function jsonOf(value: unknown): string {
	try {
		return JSON.stringify(value);
	} catch {
		return Object.prototype.toString.call(value);
	}
}

/** An object's own property: `toString` and `__proto__` are names like any other. */
export const own = (object: object, name: string): unknown =>
	Object.hasOwn(object, name) ? (object as Record<string, unknown>)[name] : undefined;

/** What is at the end of a path of properties, each of which may hold a list. */
export function valuesAt(root: unknown, path: string): unknown[] {
	const steps = path === '' ? [] : path.split('.');
	return steps.reduce<unknown[]>(
		(found, step) => found.filter(isObject).flatMap((each): unknown => each[step]),
		[root],
	);
}

export const objectsAt = (root: unknown, path: string): IDataObject[] =>
	valuesAt(root, path).filter(isObject);

/** Sets an object's own property, whatever its name: `__proto__` does not reach the prototype. */
export function setOwn(object: object, name: string, value: unknown): void {
	if (name !== '__proto__') {
		// Far faster, and the same for every other name.
		(object as Record<string, unknown>)[name] = value;
		return;
	}
	Object.defineProperty(object, name, {
		value,
		enumerable: true,
		configurable: true,
		writable: true,
	});
}

/** Blanks of every script, and the signs without width that web pages have around words. */
const BLANK = '[\\s\\u00ad\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u2064\\u2066-\\u2069]';
/** A run of blanks is looked at from its beginning alone, so that a long one takes no time. */
const AT_ENDS = new RegExp(`^${BLANK}+|(?<!${BLANK})${BLANK}+$`, 'g');

const ANY_BLANK = new RegExp(BLANK);

/** Text without the blanks at its ends; any other value is returned unchanged. */
export function trimmed<Value>(value: Value): Value {
	if (typeof value !== 'string') return value;
	// Most texts have none there, and looking for them anywhere takes longer the longer a text is.
	const ends = value.charAt(0) + value.charAt(value.length - 1);
	return ANY_BLANK.test(ends) ? (value.replace(AT_ENDS, '') as Value & string) : value;
}

/** Whether nothing was given; zero and false are values. */
export const isBlank = (value: unknown): value is undefined | null | '' =>
	value === undefined || value === null || value === '';

/** The same, where a list without entries is nothing as well. */
export const holdsNothing = (value: unknown): boolean =>
	isBlank(value) || (Array.isArray(value) && value.length === 0);

/** The distinct entries of a list; of two with the same key, the first. */
export function distinctBy<Each>(list: readonly Each[], keyOf: (each: Each) => unknown): Each[] {
	const byKey = new Map<unknown, Each>();
	for (const each of list) if (!byKey.has(keyOf(each))) byKey.set(keyOf(each), each);
	return [...byKey.values()];
}

/** Values by a key, groups and values in the order in which they first came. */
export function groupedBy<Each, Key>(
	all: readonly Each[],
	keyOf: (each: Each) => Key,
): Map<Key, Each[]> {
	const groups = new Map<Key, Each[]>();
	for (const each of all) {
		const group = groups.get(keyOf(each));
		if (group) group.push(each);
		else groups.set(keyOf(each), [each]);
	}
	return groups;
}

/** Values in layers, in their order, none in one with another that has a key in common. */
export function layered<Each>(
	all: readonly Each[],
	keysOf: (each: Each) => readonly unknown[],
): Each[][] {
	const layers: Each[][] = [];
	const next = new Map<unknown, number>();
	for (const each of all) {
		const keys = keysOf(each);
		const layer = Math.max(0, ...keys.map((key) => next.get(key) ?? 0));
		for (const key of keys) next.set(key, layer + 1);
		(layers[layer] ??= []).push(each);
	}
	return layers;
}

/** The first texts of a list, and how many more there are. */
export const upTo = (most: number, texts: readonly string[]): string[] => [
	...texts.slice(0, most),
	...(texts.length > most ? [`${texts.length - most} more`] : []),
];

/** Texts as part of a sentence: `a, b and c`. */
export const listed = (texts: readonly string[], last = 'and'): string =>
	[texts.slice(0, -1).join(', '), ...texts.slice(-1)].filter(Boolean).join(` ${last} `);

/** The ID that the service shows: by itself, or in its record. */
export function recordIdIn(value: unknown): number | undefined {
	const id = isObject(value) ? value.id : value;
	return typeof id === 'number' && Number.isSafeInteger(id) && id > 0 ? id : undefined;
}

/** A count as messages tell it: `1,007`. */
export const many = (count: number): string => count.toLocaleString('en-US');
