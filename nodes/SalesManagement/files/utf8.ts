/** The text of a file whose bytes come in pieces. */
import { attempt } from '../values';

/** Bytes that stand for no text. */
export class WrongBytes extends Error {
	override readonly name = 'WrongBytes';
}

/** What tells by its first bytes that it is no text, and what to do with it. */
const NO_TEXT = {
	'504b0304':
		'it is a spreadsheet program’s own file (XLSX) or another archive: save it as CSV, or read it with Extract from File and set Fields From to Input',
	'1f8b': 'it is compressed: unpack it first, with the Compression node',
};

/** By the byte order mark. */
const ENCODINGS = { fffe: 'utf-16le', feff: 'utf-16be' };

/** As many bytes as tell what a file is. */
const BEGINNING = 4;

function decoderFor(bytes: Uint8Array): InstanceType<typeof TextDecoder> {
	const begin = Buffer.from(bytes.subarray(0, BEGINNING)).toString('hex');
	const shown = <Value>(signs: Readonly<Record<string, Value>>) =>
		Object.entries(signs).find(([sign]) => begin.startsWith(sign))?.[1];
	const problem = shown(NO_TEXT);
	if (problem !== undefined) throw new WrongBytes(problem);
	const encoding = shown(ENCODINGS) ?? 'utf-8';
	return new TextDecoder(encoding, { fatal: encoding === 'utf-8' });
}

/**
 * Decodes UTF-8, and UTF-16 that begins with a byte order mark; the mark itself is left out.
 * @throws WrongBytes for what is no text.
 */
export async function* decoded(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
	let decoder: InstanceType<typeof TextDecoder> | undefined;
	let held: Uint8Array = new Uint8Array();
	for await (const next of bytes) {
		held = Buffer.concat([held, next]);
		if (!decoder && held.length < BEGINNING) continue;
		decoder ??= decoderFor(held);
		yield* textIn(decoder, held, true);
		held = new Uint8Array();
	}
	yield* textIn(decoder ?? decoderFor(held), held, false);
}

function* textIn(
	decoder: InstanceType<typeof TextDecoder>,
	bytes: Uint8Array,
	stream: boolean,
): Generator<string> {
	const text = attempt(() => decoder.decode(bytes, { stream }));
	if (text !== undefined) {
		yield text;
		return;
	}
	// What is before the wrong bytes tells their line; nothing is where they began in the piece before.
	const [good = '', ...rest] = new TextDecoder().decode(bytes).split('\ufffd');
	if (rest.length > 0) yield good;
	throw new WrongBytes(
		'these bytes are no text in UTF-8 (in a spreadsheet program, save the file as “CSV UTF-8”)',
	);
}
