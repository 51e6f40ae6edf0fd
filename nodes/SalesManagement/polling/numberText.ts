/** Numbers as short text, in printable characters that JSON leaves as they are. */
const CHARACTERS = Array.from({ length: 92 }, (_, i) => String.fromCharCode(35 + i)).filter(
	(each) => each !== '\\',
);
const VALUES = new Map(CHARACTERS.map((each, value) => [each, value]));

const character = (value: number): string => CHARACTERS[value] ?? '';

/** The characters below it end a number, as many above it are digits before its end. */
const BASE = 45;
/** Stands before a number and belongs to none. */
const MARK = character(2 * BASE);
/** Enough for 32 bits. */
const FIXED_LENGTH = 5;

/** A number of any size, small ones in one character. */
export function numberText(number: number): string {
	let text = '';
	let rest = number;
	for (; rest >= BASE; rest = Math.floor(rest / BASE)) text += character(BASE + (rest % BASE));
	return text + character(rest);
}

/** A number up to 32 bits, always in five characters. */
export function fixedText(number: number): string {
	let text = '';
	let rest = number;
	for (; text.length < FIXED_LENGTH; rest = Math.floor(rest / (2 * BASE))) {
		text += character(rest % (2 * BASE));
	}
	return text;
}

/** A number that is left out where it is zero. */
export const optionalText = (number: number): string =>
	number === 0 ? '' : MARK + numberText(number);

export const isNumberText = (value: unknown): boolean =>
	typeof value === 'string' && /^[#-[\]-~]*$/.test(value);

/** Reads such text from its beginning; past its end there are zeros. */
export class NumberReader {
	private place = 0;

	constructor(private readonly text: string) {}

	get hasMore(): boolean {
		return this.place < this.text.length;
	}

	number(): number {
		let number = 0;
		for (let weight = 1; this.hasMore; weight *= BASE) {
			const digit = this.character();
			number += (digit % BASE) * weight;
			if (digit < BASE) break;
		}
		return number;
	}

	fixed(): number {
		let number = 0;
		for (let i = 0; i < FIXED_LENGTH; i++) number += this.character() * (2 * BASE) ** i;
		return number;
	}

	optional(): number {
		if (this.text[this.place] !== MARK) return 0;
		this.place++;
		return this.number();
	}

	private character(): number {
		return VALUES.get(this.text[this.place++] ?? '') ?? 0;
	}
}
