/** The text of a file whose bytes come in pieces. */

/** Bytes that stand for no text. What was good before them has been handed out. */
export class WrongBytes extends Error {
	override readonly name = 'WrongBytes';
}

const notText = (): WrongBytes =>
	new WrongBytes(
		'these bytes are no text in UTF-8 (in a spreadsheet program, save the file as “CSV UTF-8”)',
	);

/** What files begin with that are none of text, and what to do with them. */
const OTHERS: ReadonlyArray<readonly [begin: readonly number[], problem: string]> = [
	[
		[0x50, 0x4b, 0x03, 0x04],
		'it is a spreadsheet program’s own file (XLSX) or another archive: save it as CSV, or read it with Extract from File and set Fields From to Input',
	],
	[[0x1f, 0x8b], 'it is compressed: unpack it first, with the Compression node'],
];

const beginsWith = (bytes: Uint8Array, begin: readonly number[]): boolean =>
	begin.every((byte, at) => bytes[at] === byte);

/** By the byte order mark. */
export function encodingOf(begin: Uint8Array): 'utf-8' | 'utf-16le' | 'utf-16be' {
	if (beginsWith(begin, [0xff, 0xfe])) return 'utf-16le';
	return beginsWith(begin, [0xfe, 0xff]) ? 'utf-16be' : 'utf-8';
}

function joined(one: Uint8Array, other: Uint8Array): Uint8Array {
	const both = new Uint8Array(one.length + other.length);
	both.set(one);
	both.set(other, one.length);
	return both;
}

/** As many bytes as tell what a file is. */
const BEGINNING = 4;
/** As many as a character of UTF-8 has before its last one. */
const UNFINISHED = 3;

/** The good text in a piece with wrong bytes, behind the end of the piece before it. */
function goodIn(before: Uint8Array, piece: Uint8Array): string {
	const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
	// The first of these may be the rest of a character that is known to be good.
	const begin = before.findIndex((byte) => (byte & 0xc0) !== 0x80);
	if (begin >= 0) decoder.decode(before.subarray(begin), { stream: true });
	let text = '';
	try {
		for (let at = 0; at < piece.length; at++) {
			text += decoder.decode(piece.subarray(at, at + 1), { stream: true });
		}
	} catch {
		// This byte is the wrong one.
	}
	return text;
}

/**
 * Decodes UTF-8, and UTF-16 that begins with a byte order mark; the mark itself is left out.
 * @throws WrongBytes for what is no text; the text before it is handed out first.
 */
export async function* decoded(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
	let decoder: InstanceType<typeof TextDecoder> | undefined;
	let begin: Uint8Array = new Uint8Array();
	let before: Uint8Array = new Uint8Array();
	const begun = () => {
		const [, problem] = OTHERS.find(([each]) => beginsWith(begin, each)) ?? [];
		if (problem !== undefined) throw new WrongBytes(problem);
		const encoding = encodingOf(begin);
		return new TextDecoder(encoding, { fatal: encoding === 'utf-8' });
	};
	for await (const next of bytes) {
		let piece = next;
		if (!decoder) {
			begin = joined(begin, next);
			if (begin.length < BEGINNING) continue;
			decoder = begun();
			piece = begin;
		}
		let text: string;
		try {
			text = decoder.decode(piece, { stream: true });
		} catch {
			yield goodIn(before, piece);
			throw notText();
		}
		before = joined(before, piece.subarray(-UNFINISHED)).subarray(-UNFINISHED);
		if (text !== '') yield text;
	}
	const last = decoder ? new Uint8Array() : begin;
	decoder ??= begun();
	let rest: string;
	try {
		rest = decoder.decode(last);
	} catch {
		yield goodIn(before, last);
		throw notText();
	}
	if (rest !== '') yield rest;
}
