/** Decodes the text of a file whose bytes arrive in pieces. */
import { attempt } from '../shared';

/** An error about bytes that are not text. */
export class WrongBytes extends Error {
	override readonly name = 'WrongBytes';
}

/** The first bytes, in hexadecimal, of files that are not text, and what to do with such a file. */
const NO_TEXT = {
	'504b0304':
		'it is a spreadsheet program’s own file (XLSX) or another archive: save it as CSV, or read it with Extract from File and set Fields From to Input',
	'424547494e3a5643': 'it is a vCard file: save the contacts as CSV',
	'3c': 'it is HTML or XML: save the table as CSV',
	'1f8b': 'it is compressed: unpack it first, with the Compression node',
};

/** Encodings by their byte order mark, in hexadecimal. */
const ENCODINGS = { fffe: 'utf-16le', feff: 'utf-16be' };

/**
 * The decoder for a file.
 * @param first the first piece of the file, whose first bytes show its encoding.
 * @throws WrongBytes for a file that is not text.
 */
function decoderFor(first: Uint8Array): InstanceType<typeof TextDecoder> {
	const begin = Buffer.from(first.subarray(0, 8)).toString('hex');
	const shown = <Value>(signs: Readonly<Record<string, Value>>) =>
		Object.entries(signs).find(([sign]) => begin.startsWith(sign))?.[1];
	const problem = shown(NO_TEXT);
	if (problem !== undefined) throw new WrongBytes(problem);
	return new TextDecoder(shown(ENCODINGS) ?? 'utf-8', { fatal: true });
}

/**
 * Decodes UTF-8, and UTF-16 that begins with a byte order mark; the mark itself is left out.
 * @throws WrongBytes for bytes that are not text.
 */
export async function* decoded(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
	let decoder: InstanceType<typeof TextDecoder> | undefined;
	for await (const piece of bytes) {
		decoder ??= decoderFor(piece);
		yield textIn(decoder, piece);
	}
	// The last character may be incomplete.
	if (decoder) yield textIn(decoder);
}

function textIn(decoder: InstanceType<typeof TextDecoder>, piece?: Uint8Array): string {
	const text = attempt(() => decoder.decode(piece, { stream: piece !== undefined }));
	if (text !== undefined) return text;
	throw new WrongBytes(
		`from here on not all bytes are text in ${decoder.encoding.toUpperCase()} (in a spreadsheet program, save the file as “CSV UTF-8”)`,
	);
}
