import { isObject, setOwn } from '../../values';

/**
 * Strikes the secrets of a credential from what a service says, in each form in which one may be
 * repeated: as it is, escaped in JSON (`\/`, `\u002f`, also JSON inside JSON), or URL-encoded.
 */

/** What is shorter is struck from nothing: it would be found in any text. */
const SHORTEST = 4;

/**
 * From so many characters on a secret can be nothing else, wherever it stands. A shorter one may be
 * part of somebody's data, which must not be changed: in records it is struck only where it stands by
 * itself and is more than a word or a number, as a token with its `svcp_` is.
 */
const UNMISTAKABLE = 16;

const WORD = /^(?:\p{L}+|\p{N}+)$/u;

const hex = (code: number, length: number) =>
	code
		.toString(16)
		.padStart(length, '0')
		.replace(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`);

/** `/` as `/`, `\/`, `\u002f`, `%2f` or `%252f`. Bounded, so that no text is slow to search. */
function formsOfCharacter(character: string): string {
	const codes = Array.from({ length: character.length }, (_, at) => character.charCodeAt(at));
	const plain = codes.map((code) => `\\u${code.toString(16).padStart(4, '0')}`);
	const escapable = '/"\\'.includes(character) ? '\\\\{0,7}' : '';
	const coded = codes.map((code) => `\\\\{1,7}u${hex(code, 4)}`);
	const bytes = [...Buffer.from(character)].map((byte) => `%(?:25){0,2}${hex(byte, 2)}`);
	return `(?:${escapable}${plain.join('')}|${coded.join('')}|${bytes.join('')})`;
}

const formsOf = (secret: string): string => Array.from(secret).map(formsOfCharacter).join('');

/** No letter or digit beside it, but for one that belongs to an encoded character. */
const byItself = (forms: string): string =>
	`(?:(?<![\\p{L}\\p{N}])|(?<=%[0-9a-fA-F]{2}))${forms}(?![\\p{L}\\p{N}])`;

const anyOf = (patterns: readonly string[], flags: string): RegExp | undefined =>
	patterns.length === 0 ? undefined : new RegExp(patterns.join('|'), flags);

export class Secrets {
	private readonly everywhere: RegExp | undefined;
	private readonly inData: RegExp | undefined;

	constructor(secrets: readonly string[]) {
		// Where one secret begins with another, the longer one is struck.
		const all = secrets
			.filter(({ length }) => length >= SHORTEST)
			.sort((a, b) => b.length - a.length);
		const data = all.filter((secret) => secret.length >= UNMISTAKABLE || !WORD.test(secret));
		this.everywhere = anyOf(all.map(formsOf), 'g');
		this.inData = anyOf(
			data.map((secret) =>
				secret.length >= UNMISTAKABLE ? formsOf(secret) : byItself(formsOf(secret)),
			),
			'gu',
		);
	}

	/** Whether a text holds a secret, perhaps as part of a word: a cheap look before the others. */
	mayBeIn(text: string): boolean {
		return this.everywhere !== undefined && text.search(this.everywhere) >= 0;
	}

	/** A text that tells of a failure: no data of anybody, so every secret is struck. */
	fromMessage(text: string): string {
		return this.everywhere === undefined ? text : text.replace(this.everywhere, '***');
	}

	/** A parsed answer without them, in its texts and in the names of its properties. */
	fromBody(body: unknown, { isFailure }: { readonly isFailure: boolean }): unknown {
		const pattern = isFailure ? this.everywhere : this.inData;
		return pattern === undefined ? body : struck(body, pattern);
	}
}

function struck(value: unknown, pattern: RegExp): unknown {
	if (typeof value === 'string') return value.replace(pattern, '***');
	if (Array.isArray(value)) return value.map((each) => struck(each, pattern));
	if (!isObject(value)) return value;
	const clean = {};
	for (const [name, each] of Object.entries(value)) {
		setOwn(clean, name.replace(pattern, '***'), struck(each, pattern));
	}
	return clean;
}
