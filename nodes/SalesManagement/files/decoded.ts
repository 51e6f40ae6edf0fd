/** The text of a file whose bytes come in pieces. */

/** Bytes that stand for no text. */
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
function encodingOf(begin: Uint8Array): 'utf-8' | 'utf-16le' | 'utf-16be' {
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

function decoderFor(begin: Uint8Array): InstanceType<typeof TextDecoder> {
	const [, problem] = OTHERS.find(([each]) => beginsWith(begin, each)) ?? [];
	if (problem !== undefined) throw new WrongBytes(problem);
	const encoding = encodingOf(begin);
	return new TextDecoder(encoding, { fatal: encoding === 'utf-8' });
}

/**
 * Decodes UTF-8, and UTF-16 that begins with a byte order mark; the mark itself is left out.
 * @throws WrongBytes for what is no text.
 */
export async function* decoded(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
	let decoder: InstanceType<typeof TextDecoder> | undefined;
	let begin: Uint8Array = new Uint8Array();
	for await (const next of bytes) {
		const piece = decoder ? next : joined(begin, next);
		begin = piece;
		if (piece.length < BEGINNING && !decoder) continue;
		decoder ??= decoderFor(piece);
		yield* textIn(decoder, piece, true);
	}
	if (decoder) yield* textIn(decoder, new Uint8Array(), false);
	else yield* textIn(decoderFor(begin), begin, false);
}

function* textIn(
	decoder: InstanceType<typeof TextDecoder>,
	piece: Uint8Array,
	stream: boolean,
): Generator<string> {
	let text: string;
	try {
		text = decoder.decode(piece, { stream });
	} catch {
		// What is before the wrong byte tells the line.
		yield new TextDecoder().decode(piece).split('\ufffd')[0] ?? '';
		throw notText();
	}
	if (text !== '') yield text;
}
