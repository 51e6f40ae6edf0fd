/** JSON as it came, in bytes: stepped over without becoming objects or text. */

/** Thrown for what can't be followed; `JSON.parse` can say what is wrong with it. */
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
} as const;

const SPACES = [9, 10, 13, 32];

/** The characters of numbers, `true`, `false` and `null`. */
const SCALAR = new Set(Buffer.from('+-.0123456789Eaeflnrstu'));

/** By code, since a look at each byte has to be short. */
const IS_SPACE = Uint8Array.from({ length: 256 }, (_, code) => Number(SPACES.includes(code)));
const IS_SCALAR = Uint8Array.from({ length: 256 }, (_, code) => Number(SCALAR.has(code)));

/** A place in JSON, which goes forward. Every step throws `Unclear` where it finds something else. */
export class JsonWalk {
	at = 0;
	/** Of the member that `member` stepped into: where its comma is, and where its name is, with quotes. */
	separator = 0;
	name = 0;
	nameEnd = 0;
	/** Whether the last string has a character that is written in another way, with `\`. */
	isEscaped = false;

	/** @param deepest how many levels of a value are followed. */
	constructor(
		readonly bytes: Uint8Array,
		private readonly deepest: number,
	) {}

	/** The code of what comes next, behind spaces; 0 at the end. */
	next(): number {
		while (IS_SPACE[this.bytes[this.at] ?? 0]) this.at++;
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
		const goesOn = this.entry(isFirst, CODE.arrayEnd);
		this.next();
		return goesOn;
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

	/** Steps over a string. */
	private string(): void {
		this.pass(CODE.quote);
		this.isEscaped = false;
		const { bytes } = this;
		for (let code = bytes[this.at++]; code !== CODE.quote; code = bytes[this.at++]) {
			if (code === undefined) throw new Unclear();
			if (code !== CODE.backslash) continue;
			this.isEscaped = true;
			this.at++;
		}
	}

	/** Steps over a value. */
	value(): void {
		let depth = 0;
		do {
			const code = this.next();
			if (code === CODE.quote) this.string();
			else if (code === CODE.object || code === CODE.array) {
				this.at++;
				if (++depth > this.deepest) throw new Unclear();
			} else if (depth === 0) this.scalar();
			else if (code === CODE.objectEnd || code === CODE.arrayEnd) {
				this.at++;
				depth--;
			} else if (code === CODE.comma || code === CODE.colon) this.at++;
			else this.scalar();
		} while (depth > 0);
	}

	private scalar(): void {
		const from = this.at;
		while (IS_SCALAR[this.bytes[this.at] ?? 0]) this.at++;
		if (this.at === from) throw new Unclear();
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

	/** @throws Unclear where anything follows. */
	end(): void {
		this.next();
		if (this.at < this.bytes.length) throw new Unclear();
	}
}
