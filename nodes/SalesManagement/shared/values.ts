import type { IDataObject } from 'n8n-workflow';

/** Helpers for values from outside: JSON, parameters, records. */

/** Whether a value is an object, neither null nor a list. */
export const isObject = (value: unknown): value is IDataObject =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

/** The table with each value replaced. */
export const mapValues = <Name extends string, From, To>(
	table: Readonly<Record<Name, From>>,
	replacedBy: (value: From, name: Name) => To,
) =>
	Object.fromEntries(
		Object.entries<From>(table).map(([name, value]) => [name, replacedBy(value, name as Name)]),
	) as Record<Name, To>;

/** The result of a function; `undefined` if it throws. */
export function attempt<Value>(read: () => Value): Value | undefined {
	try {
		return read();
	} catch {
		return undefined;
	}
}

/** The value of JSON text; `undefined` for any other text. */
export const jsonIn = (text: string): unknown => attempt(() => JSON.parse(text) as unknown);

/** Any value as text; an object as JSON, so that a message or a request never says `[object Object]`. */
export const textOf = (value: unknown): string => {
	if (value === undefined || value === null) return '';
	// A remaining value is a string, number, boolean or the like, which has a text form of its own.
	return typeof value === 'object' ? jsonOf(value) : (value as string | number).toString();
};

/** A day in milliseconds. */
export const DAY = 86_400_000;

/** A time in milliseconds since 1970 as ISO 8601 in UTC. */
export const isoOf = (time: number): string => new Date(time).toISOString();

/**
 * A time of a record in milliseconds since 1970, NaN for anything else; a time without an offset is read as
 * UTC (v2 §2.1).
 */
export function timeOf(value: unknown): number {
	if (typeof value !== 'string') return NaN;
	return Date.parse(/(?:Z|[+-]\d\d:?\d\d)$/i.test(value) ? value : `${value}Z`);
}

/** The most characters of a value that a message shows. */
const SHOWN = 100;

/** A value as a message shows it, even one that JSON has no form for. */
export function quoted(value: unknown): string {
	if (!['string', 'object'].includes(typeof value)) return String(value);
	const text = jsonOf(value);
	return text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text;
}

/**
 * The JSON of a value. Circular objects and big integers, which JSON has no form for, are shown by their
 * kind.
 */
const jsonOf = (value: unknown) =>
	attempt(() => JSON.stringify(value)) ?? Object.prototype.toString.call(value);

/** An object's own property: `toString` and `__proto__` are names like any other. */
export const own = (object: object, name: string): unknown =>
	Object.hasOwn(object, name) ? (object as Record<string, unknown>)[name] : undefined;

/** The values at the end of a path of properties, each of which may hold a list. */
export function valuesAt(root: unknown, path: string): unknown[] {
	const steps = path === '' ? [] : path.split('.');
	return steps.reduce<unknown[]>(
		(found, step) => found.filter(isObject).flatMap((each): unknown => each[step]),
		[root],
	);
}

/** The objects at the end of a path of properties. */
export const objectsAt = (root: unknown, path: string): IDataObject[] =>
	valuesAt(root, path).filter(isObject);

/** Sets an object's own property, whatever its name: `__proto__` does not reach the prototype. */
export function setOwn(object: object, name: string, value: unknown): void {
	if (name !== '__proto__') {
		// An assignment is far faster, and does the same for every other name.
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
/** A run of blanks is matched from its beginning only, so that a long one takes no time. */
const AT_ENDS = new RegExp(`^${BLANK}+|(?<!${BLANK})${BLANK}+$`, 'g');

const ANY_BLANK = new RegExp(BLANK);

/** Text without the blanks at its ends; any other value is returned unchanged. */
export function trimmed<Value>(value: Value): Value {
	if (typeof value !== 'string') return value;
	// Most texts have no blanks at their ends, and the search takes longer the longer a text is.
	const ends = value.charAt(0) + value.charAt(value.length - 1);
	return ANY_BLANK.test(ends) ? (value.replace(AT_ENDS, '') as Value & string) : value;
}

/** The value if it is text and not empty. */
export const filledText = (value: unknown): string | undefined =>
	typeof value === 'string' && value !== '' ? value : undefined;

/** Whether nothing was given; zero and false are values. */
export const isBlank = (value: unknown): value is undefined | null | '' =>
	value === undefined || value === null || value === '';

/** Whether nothing was given; an empty list counts as nothing, too. */
export const holdsNothing = (value: unknown): boolean =>
	isBlank(value) || (Array.isArray(value) && value.length === 0);

/** Whether a value is an object with properties. */
export const hasContent = (value: unknown): value is IDataObject =>
	isObject(value) && Object.keys(value).length > 0;

/** The distinct entries of a list; the first one for each key. */
export function distinctBy<Each>(list: readonly Each[], keyOf: (each: Each) => unknown): Each[] {
	const seen = new Set<unknown>();
	return list.filter((each) => seen.size < seen.add(keyOf(each)).size);
}

/** The value under a key, which is made when it is first asked for. */
export function remembered<Key, Value>(
	known: { get(key: Key): Value | undefined; set(key: Key, value: Value): unknown },
	key: Key,
	make: () => Value,
): Value {
	const before = known.get(key);
	if (before !== undefined) return before;
	const value = make();
	known.set(key, value);
	return value;
}

/** The value of the first pattern that a text matches. */
export const byPattern = (
	text: string,
	patterns: Readonly<Record<string, string>>,
): string | undefined =>
	Object.entries(patterns).find(([pattern]) => new RegExp(pattern, 'i').test(text))?.[1];

/** Groups values by a key; groups and values keep the order in which they first came. */
export function groupedBy<Each, Key>(
	all: readonly Each[],
	keyOf: (each: Each) => Key,
): Map<Key, Each[]> {
	const groups = new Map<Key, Each[]>();
	for (const each of all) remembered(groups, keyOf(each), () => []).push(each);
	return groups;
}

/** Values in layers, in their order, none in one with another that has a key in common. */
export function conflictFreeLayers<Each>(
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

/** Texts as part of a sentence: `a, b and c`. */
export const listed = (texts: readonly string[], last = 'and'): string =>
	[texts.slice(0, -1).join(', '), ...texts.slice(-1)].filter(Boolean).join(` ${last} `);

/** The first texts of a list as part of a sentence, and how many more there are. */
export const listedUpTo = (most: number, texts: readonly string[]): string =>
	listed([
		...texts.slice(0, most),
		...(texts.length > most ? [`${texts.length - most} more`] : []),
	]);

/** The ID in a value of the service, which may be the ID itself or a record with one. */
export function recordIdIn(value: unknown): number | undefined {
	const id = isObject(value) ? value.id : value;
	return typeof id === 'number' && Number.isSafeInteger(id) && id > 0 ? id : undefined;
}

/** A count as messages tell it: `1,007`. */
export const formatCount = (count: number): string => count.toLocaleString('en-US');
