/** The text of a file whose bytes come in pieces. */
import { attempt } from '../shared';

/** Bytes that stand for no text. */
export class WrongBytes extends Error {
	override readonly name = 'WrongBytes';
}

/** What tells by its first bytes that it is no text, and what to do with it. */
const NO_TEXT = {
	'504b0304':
		'it is a spreadsheet program’s own file (XLSX) or another archive: save it as CSV, or read it with Extract from File and set Fields From to Input',
	'424547494e3a5643': 'it is a vCard file: save the contacts as CSV',
	'3c': 'it is HTML or XML: save the table as CSV',
	'1f8b': 'it is compressed: unpack it first, with the Compression node',
};

/** By the byte order mark. */
const ENCODINGS = { fffe: 'utf-16le', feff: 'utf-16be' };

/** @param first the first piece of the file: its first bytes tell what it is. */
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
 * @throws WrongBytes for what is no text.
 */
export async function* decoded(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
	let decoder: InstanceType<typeof TextDecoder> | undefined;
	for await (const piece of bytes) {
		decoder ??= decoderFor(piece);
		yield textIn(decoder, piece);
	}
	// A character may have begun.
	if (decoder) yield textIn(decoder);
}

function textIn(decoder: InstanceType<typeof TextDecoder>, piece?: Uint8Array): string {
	const text = attempt(() => decoder.decode(piece, { stream: piece !== undefined }));
	if (text !== undefined) return text;
	throw new WrongBytes(
		`from here on not all bytes are text in ${decoder.encoding.toUpperCase()} (in a spreadsheet program, save the file as “CSV UTF-8”)`,
	);
}
