/** Decodes the text of a file whose bytes arrive in pieces. */
import { attempt, byPattern, quoted } from '../shared';
import beginnings from './beginnings.json';
import { FileError, linesIn } from './fileError';

/** The size of the first piece, which shows what a file is. */
export const BEGINNING = 64 * 1024;

/** The same bytes in pieces that are not small, and that end with a line where they can. */
async function* inLargePieces(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
	let held: Buffer = Buffer.alloc(0);
	for await (const piece of bytes) {
		held = Buffer.concat([held, piece]);
		if (held.length < BEGINNING) continue;
		const end = held.lastIndexOf('\n') + 1 || held.length;
		yield held.subarray(0, end);
		held = held.subarray(end);
	}
	yield held;
}

/** Decodes one piece after the other, and at last nothing; `undefined` for bytes that are not text. */
function decoderFor(encoding: string) {
	const decoder = new TextDecoder(encoding, { fatal: true });
	// Windows-1252 is ISO-8859-1 to many versions of Node unless it comes as a stream (nodejs/node#56542).
	return (piece?: Buffer) => attempt(() => decoder.decode(piece, { stream: piece !== undefined }));
}

/**
 * Decodes the encoding that is given, or that of a byte order mark, which is left out. The first text has the
 * beginning of the file.
 * @param lineAt the line at which the next text begins.
 * @throws FileError for a file that is no table, and for bytes that are not text.
 */
export async function* decoded(
	bytes: AsyncIterable<Uint8Array>,
	given = 'UTF-8',
	lineAt: () => number,
): AsyncGenerator<string> {
	let encoding = given;
	let decode: ReturnType<typeof decoderFor> | undefined;
	let piece: Buffer = Buffer.alloc(0);
	for await (piece of inLargePieces(bytes)) {
		if (!decode) {
			const begin = given === 'UTF-16LE' ? '' : piece.toString('utf8', 0, 1000);
			const problem = byPattern(begin, beginnings.noTable);
			if (problem !== undefined) throw new FileError(1, problem);
			encoding = byPattern(piece.toString('hex', 0, 3), beginnings.marks) ?? given;
			decode = decoderFor(encoding);
		}
		const text = decode(piece);
		if (text === undefined) throw notText(piece, encoding, lineAt());
		yield text;
	}
	// The last character may be incomplete.
	const lastLine = piece.subarray(piece.lastIndexOf('\n') + 1);
	if (decode?.() === undefined) throw notText(lastLine, encoding, lineAt());
}

/** Matches the first cell that is not UTF-8, and what follows in its line. */
const NO_UTF8 =
	/[^,;\t\r\n]*?(?:[\xc2-\xdf](?![\x80-\xbf])|[\xe0-\xef](?![\x80-\xbf]{2})|[\xf0-\xf4](?![\x80-\xbf]{3})|[\xc0\xc1\xf5-\xff]|(?<![\xc2-\xf4][\x80-\xbf]{0,2})[\x80-\xbf])[^\r\n]{0,60}/;
/** Matches the first cell with other characters than those of all encodings, and what follows in its line. */
const NO_ASCII = /[^,;\t\r\n]*[\x80-\xff][^\r\n]{0,60}/;

/** An error that shows the first bytes that are not text, as they would be in other encodings. */
function notText(piece: Buffer, encoding: string, line: number): FileError {
	const text = piece.toString('latin1');
	const found = (encoding === 'UTF-8' ? NO_UTF8 : NO_ASCII).exec(text);
	const bytes = Buffer.from(found?.[0] ?? '', 'latin1');
	const shown = ['UTF-8', 'Shift_JIS', 'Windows-1252']
		.filter((other) => other !== encoding)
		.map(
			(other) => `${quoted(new TextDecoder(other).decode(bytes, { stream: true }))} in ${other}`,
		);
	return new FileError(
		line + linesIn(text.slice(0, found?.index)),
		`not all bytes are text in ${encoding}: under File Options, set Encoding. This is ${shown.join(', ')}`,
	);
}
