/** JSON as it came, in bytes: stepped over without becoming objects or text. */

/** Thrown for what is no JSON, and for what is nested too deeply; `JSON.parse` can say what is wrong. */
export class Unclear extends Error {}

/** The codes of the characters that JSON is made of; in UTF-8 no other character has them in it. */
const codeOf = (character: string): number => character.charCodeAt(0);

export const CODE = {
	quote: codeOf('"'),
	backslash: codeOf('\\'),
	comma: codeOf(','),
	colon: codeOf(':'),
	object: codeOf('{'),
	objectEnd: codeOf('}'),
	array: codeOf('['),
	arrayEnd: codeOf(']'),
	minus: codeOf('-'),
	plus: codeOf('+'),
	point: codeOf('.'),
	zero: codeOf('0'),
	exponent: codeOf('e'),
	capitalExponent: codeOf('E'),
	unicode: codeOf('u'),
} as const;

/** By code, since a look at each byte has to be short. */
const tableOf = (isIn: (code: number) => boolean): Uint8Array =>
	Uint8Array.from({ length: 256 }, (_, code) => Number(isIn(code)));
const anyOf = (characters: string): Uint8Array => {
	const codes = new Set(Buffer.from(characters));
	return tableOf((code) => codes.has(code));
};

const IS_SPACE = anyOf('\t\n\r ');
const IS_DIGIT = anyOf('0123456789');
const IS_HEX = anyOf('0123456789ABCDEFabcdef');
/** What may follow a `\` in a string, besides a code. */
const IS_ESCAPED = anyOf('"\\/bfnrt');
/** What stands in a string for itself. */
const IS_PLAIN = tableOf(
	(code) => code >= codeOf(' ') && code !== CODE.quote && code !== CODE.backslash,
);

const WORDS = new Map(['true', 'false', 'null'].map((word) => [codeOf(word), Buffer.from(word)]));

/**
 * A place in JSON, which goes forward. Every step throws `Unclear` where it finds something else: what
 * was stepped over `JSON.parse` would have taken as well.
 */
export class JsonWalk {
	at = 0;
	/** Of the member that `member` stepped into: where its comma is, and where its name is, with quotes. */
	separator = 0;
	name = 0;
	nameEnd = 0;
	/** Whether the last string has a character that is written in another way, with `\`. */
	isEscaped = false;
	private depth = 0;

	/** @param deepest how many levels of a value are followed. */
	constructor(
		readonly bytes: Uint8Array,
		private readonly deepest: number,
	) {}

	/** The code of what comes next, behind spaces; 0 at the end. */
	next(): number {
		if (IS_SPACE[this.code]) this.skipAll(IS_SPACE);
		return this.code;
	}

	private get code(): number {
		return this.bytes[this.at] ?? 0;
	}

	/** Steps over this character. */
	pass(code: number): void {
		if (this.next() !== code) throw new Unclear();
		this.at++;
	}

	/** Steps to the value of the next member of an object, or out of the object. */
	member(isFirst: boolean): boolean {
		if (!this.entry(isFirst, CODE.objectEnd)) return false;
		this.next();
		this.name = this.at;
		this.string();
		this.nameEnd = this.at;
		this.pass(CODE.colon);
		this.next();
		return true;
	}

	/** Steps to the next entry of an array, or out of the array. */
	element(isFirst: boolean): boolean {
		return this.entry(isFirst, CODE.arrayEnd);
	}

	private entry(isFirst: boolean, end: number): boolean {
		const code = this.next();
		this.separator = this.at;
		if (code === end) {
			this.at++;
			return false;
		}
		if (!isFirst) this.pass(CODE.comma);
		return true;
	}

	/** Steps over a value. */
	value(): void {
		const code = this.next();
		if (code === CODE.quote) this.string();
		else if (code === CODE.object || code === CODE.array) this.nested(code);
		else this.scalar();
	}

	private nested(code: number): void {
		if (++this.depth > this.deepest) throw new Unclear();
		this.at++;
		const isObject = code === CODE.object;
		for (let isFirst = true; isObject ? this.member(isFirst) : this.element(isFirst);) {
			this.value();
			isFirst = false;
		}
		this.depth--;
	}

	/** Steps over a string. */
	private string(): void {
		this.pass(CODE.quote);
		this.isEscaped = false;
		for (;;) {
			this.skipAll(IS_PLAIN);
			if (this.code !== CODE.backslash) break;
			this.isEscaped = true;
			this.at++;
			this.escaped();
		}
		if (this.code !== CODE.quote) throw new Unclear();
		this.at++;
	}

	private escaped(): void {
		const isCode = this.skip(CODE.unicode);
		const [allowed, length] = isCode ? [IS_HEX, 4] : [IS_ESCAPED, 1];
		for (const end = this.at + length; this.at < end; this.at++) {
			if (!allowed[this.code]) throw new Unclear();
		}
	}

	/** Steps over a number, `true`, `false` or `null`. */
	private scalar(): void {
		const word = WORDS.get(this.code);
		if (!word) {
			this.number();
			return;
		}
		const end = this.at + word.length;
		if (!this.isSame(word, this.at, end)) throw new Unclear();
		this.at = end;
	}

	private number(): void {
		this.skip(CODE.minus);
		if (!this.skip(CODE.zero)) this.digits();
		if (this.skip(CODE.point)) this.digits();
		if (!this.skip(CODE.exponent) && !this.skip(CODE.capitalExponent)) return;
		if (!this.skip(CODE.plus)) this.skip(CODE.minus);
		this.digits();
	}

	private digits(): void {
		const from = this.at;
		this.skipAll(IS_DIGIT);
		if (this.at === from) throw new Unclear();
	}

	private skipAll(table: Uint8Array): void {
		const { bytes } = this;
		let { at } = this;
		while (table[bytes[at] ?? 0]) at++;
		this.at = at;
	}

	private skip(code: number): boolean {
		const isThere = this.code === code;
		if (isThere) this.at++;
		return isThere;
	}

	/** Whether the bytes from one place to another are these. */
	isSame(expected: Uint8Array, from: number, to: number): boolean {
		if (to - from !== expected.length) return false;
		for (let at = 0; at < expected.length; at++) {
			if (this.bytes[from + at] !== expected[at]) return false;
		}
		return true;
	}

	/** By its index: at each name of a million records, an iterator would be a heap of garbage. */
	isOneOf(expected: readonly Uint8Array[], from: number, to: number): boolean {
		for (let index = 0; index < expected.length; index++) {
			const each = expected[index];
			if (each && this.isSame(each, from, to)) return true;
		}
		return false;
	}

	/** Whether the bytes from one place to another stand at an earlier place as well. */
	isRepeated(earlier: number, from: number, to: number): boolean {
		for (let at = from; at < to; at++) {
			if (this.bytes[at] !== this.bytes[earlier + at - from]) return false;
		}
		return true;
	}

	/** @throws Unclear where anything follows. */
	end(): void {
		this.next();
		if (this.at < this.bytes.length) throw new Unclear();
	}
}
