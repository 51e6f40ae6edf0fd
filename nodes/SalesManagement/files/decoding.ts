/** Decodes the text of a file whose bytes arrive in pieces. */
import { attempt, quoted } from '../shared';
import { FileError, linesIn } from './fileError';

/**
 * How files begin that are no table in text, and what to do with such a file. A byte that is not UTF-8 is U+FFFD
 * here.
 */
const NO_TABLE = {
	'PK\x03\x04':
		'it is a spreadsheet program’s own file (XLSX) or another archive: save it as CSV, or read it with Extract from File and set Fields From to Input',
	'\ufffd\ufffd\x11\u0871':
		'it is an old Excel file (XLS): save it as CSV, or read it with Extract from File and set Fields From to Input',
	'%PDF': 'it is a PDF file: save the table as CSV in the program that it comes from',
	'BEGIN:VCARD': 'it is a vCard file: export the contacts as CSV',
	'<': 'it is HTML or XML, whatever its name: open it in a spreadsheet program, and save it as CSV',
	'\x1f\ufffd': 'it is compressed: unpack it first, with the Compression node',
};

/** Encodings by their byte order mark, in hexadecimal. */
const MARKS = { efbbbf: 'UTF-8', fffe: 'UTF-16LE', feff: 'UTF-16BE' };

/** The meaning of the sign with which a file begins. */
const shownBy = (begin: string, signs: Readonly<Record<string, string>>): string | undefined =>
	Object.entries(signs).find(([sign]) => begin.startsWith(sign))?.[1];

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
			// A byte order mark counts as a blank.
			const problem = shownBy(piece.toString('utf8', 0, 1000).trimStart(), NO_TABLE);
			if (problem !== undefined) throw new FileError(1, problem);
			encoding = shownBy(piece.toString('hex', 0, 3), MARKS) ?? given;
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

/** The most bytes that an error shows. */
const SHOWN = 60;

/** Shows the first cell that is not text, and what follows in its line, in other encodings. */
function notText(piece: Buffer, encoding: string, line: number): FileError {
	const cells = piece.toString('latin1').split(/(?<=[,;\t\r\n])/);
	// Without such a cell, the last one ends within a character.
	const at = cells.findIndex(
		(cell) => decoderFor(encoding)(Buffer.from(cell, 'latin1')) === undefined,
	);
	const [excerpt = ''] = cells
		.slice(at)
		.join('')
		.slice(0, SHOWN)
		.split(/[\r\n]/);
	const shown = ['UTF-8', 'Shift_JIS', 'Windows-1252']
		.filter((other) => other !== encoding)
		.map((other) => {
			const decoder = new TextDecoder(other);
			const text = decoder.decode(Buffer.from(excerpt, 'latin1'), { stream: true });
			return `${quoted(text)} in ${other}`;
		});
	return new FileError(
		line + linesIn(cells.slice(0, at).join('')),
		`not all bytes are text in ${encoding}: under File Options, set Encoding. This is ${shown.join(', ')}`,
	);
}
