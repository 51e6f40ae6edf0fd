/**
 * What tests have in JSON files beside them: rules, stories and their parts.
 * - `{name}` is a value that has this name, such as one of a row, alone or within a text; `{...name}` are its elements.
 * - `{ "$each": rows, "of": [...] }` stands for what it holds, once for each row. A row that is no object is `{it}`, and
 *   a number counts from 1.
 * - `$with` is one object made of several; `$containing` and `$including` are a part of an object and of a list; any
 *   other `$name` is what the function of this name makes of what it is given.
 * - `<number>`, `<text>`, `<any>`, `<nothing>`, `<moment 2026-05-01>`, `<like pattern>` and `<with part>` stand for any such
 *   value; `<pattern ...>` is a regular expression.
 */
type Fields = Record<string, unknown>;
export type Names = Readonly<Fields>;

/** A moment, with whichever offset it is written: v2 ends it with Z, v1 with +09:00. */
const moment = (text: string) => ({
	asymmetricMatch: (value: unknown) => Date.parse(String(value)) === Date.parse(text),
	toString: () => `moment ${text}`,
	toAsymmetricMatcher: () => `moment ${text}`,
});
const WORDS: Readonly<Record<string, (more: string) => unknown>> = {
	number: () => expect.any(Number),
	text: () => expect.any(String),
	nothing: () => undefined,
	any: () => expect.anything(),
	moment,
	like: (pattern) => expect.stringMatching(pattern),
	with: (part) => expect.stringContaining(part),
	pattern: (source) => RegExp(source),
};
type Make = (given: never) => unknown;
const MADE: Readonly<Record<string, Make>> = {
	$with: (parts: object[]): object => Object.assign({}, ...parts) as object,
	$containing: (part: object): unknown => expect.objectContaining(part),
	$including: (elements: unknown[]): unknown => expect.arrayContaining(elements),
};

const isObject = (value: unknown): value is Fields =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

export const rowsIn = (rows: unknown): Names[] =>
	typeof rows === 'number'
		? Array.from({ length: rows }, (_, at) => ({ it: at + 1 }))
		: (rows as unknown[]).map((row) => (isObject(row) ? row : { it: row }));

/** Whether a name in it is not known yet: it is filled in later. */
const isOpen = (text: string) => /\{[a-z]\w*\}/i.test(text);

function filledText(text: string, names: Names): unknown {
	const alone = /^\{(\w+)\}$/.exec(text)?.[1];
	if (alone !== undefined && alone in names) return names[alone];
	const whole = text.replace(/\{(\w+)\}/g, (all, name: string) => {
		const value = names[name];
		return value === undefined ? all : typeof value === 'string' ? value : JSON.stringify(value);
	});
	const [, word = '', more = ''] = /^<(\w+) ?(.*)>$/s.exec(whole) ?? [];
	return Object.hasOwn(WORDS, word) && !isOpen(more) ? WORDS[word]!(more) : whole;
}

/** An element of a list, or those that it stands for. */
function elements(one: unknown, names: Names): unknown[] {
	const spread = typeof one === 'string' ? /^\{\.\.\.(\w+)\}$/.exec(one)?.[1] : undefined;
	if (spread !== undefined && spread in names) return names[spread] as unknown[];
	if (!isObject(one) || !('$each' in one)) return [filled(one, names)];
	const rows = rowsIn(filled(one.$each, names));
	return rows.flatMap((row) => filled(one.of, { ...names, ...row }) as unknown[]);
}

/** A part of a rule, with its names and words filled in. */
export function filled(value: unknown, names: Names): unknown {
	if (typeof value === 'string') return filledText(value, names);
	if (Array.isArray(value)) return value.flatMap((one) => elements(one, names));
	if (!isObject(value) || 'asymmetricMatch' in value) return value;
	const entries = Object.entries(value).map(
		([key, one]) => [String(filledText(key, names)), filled(one, names)] as const,
	);
	const [key = '', given] = entries[0] ?? [];
	const make = key.startsWith('$') ? (MADE[key] ?? (names[key] as Make | undefined)) : undefined;
	const isReady = make && !isOpen(JSON.stringify(given));
	return isReady ? make(given as never) : Object.fromEntries(entries);
}
