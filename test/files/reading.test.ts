/** Files as people have them, and files that nobody wants. */
import tables from './reading.json';
import { FileError, LONGEST_ROW, rowsIn, type FileFormat } from '../../nodes/SalesManagement/files';
import { collected, inPieces, textInPieces } from '../support/pieces';
import { table } from '../support/table';

const CSV: FileFormat = {};
const JSON_LINES = CSV;
/** In one piece, byte by byte, and cut anywhere. */
const CUTS: ReadonlyArray<readonly number[]> = [[], [1], [3, 2]];

const read = async (text: string, format = CSV, sizes: readonly number[] = []) =>
	await collected(rowsIn(textInPieces(text, sizes), format));
const columns = async (text: string, format = CSV, sizes: readonly number[] = []) =>
	(await read(text, format, sizes)).map((each) => each.columns);

/** What is wrong with a file, or with one of its rows. */
async function problem(file: AsyncIterable<Uint8Array>, format = CSV): Promise<string> {
	try {
		const all = await collected(rowsIn(file, format));
		const [bad] = all.flatMap((each) => (each.columns instanceof FileError ? [each.columns] : []));
		return bad?.message ?? 'none';
	} catch (error) {
		return (error as Error).message;
	}
}
const at = (line: number, reason: string) =>
	new RegExp(`^The file can’t be read at line ${line}: ${reason}.$`);
const bytesOf = (text: string, ...more: number[]) =>
	Uint8Array.from([...new TextEncoder().encode(text), ...more]);

describe('CSV', () => {
	test.each(tables.lineEnds)('with $what', async ({ text }) => {
		for (const sizes of CUTS) expect(await columns(text, CSV, sizes)).toEqual([{ a: '1', b: '2' }]);
	});

	test.each(tables.cells)('$what', async ({ text, rows }) => {
		for (const sizes of CUTS) expect(await columns(text, CSV, sizes)).toEqual(rows);
	});

	test('the separator can be said', async () => {
		const format: FileFormat = { separator: ';' };
		expect(await columns('a,b;c\n1;2\n', format)).toEqual([{ 'a,b': '1', c: '2' }]);
	});

	test('names that objects have by nature are columns like others', async () => {
		const [row] = await columns('__proto__,constructor\n1,2\n');
		expect(Object.entries(row as object)).toEqual([
			['__proto__', '1'],
			['constructor', '2'],
		]);
	});

	test('rows are counted from 1, and have the line where they begin', async () => {
		const rows = await read('a\n"x\ny"\n\nz\n');
		expect(rows.map(({ row, line }) => [row, line])).toEqual([
			[1, 2],
			[2, 5],
		]);
	});

	test('rows before what can’t be read are handed out first', async () => {
		const seen: number[] = [];
		const reading = async () => {
			for await (const { row } of rowsIn(textInPieces('a\n1\n2\n"3\n'), CSV)) seen.push(row);
		};
		await expect(reading()).rejects.toThrow('line 4: ');
		expect(seen).toEqual([1, 2]);
	});

	test('a quote that is never closed does not collect the rest of a large file', async () => {
		let given = 0;
		async function* endless(): AsyncGenerator<Uint8Array> {
			yield bytesOf('a\n"');
			const piece = new Uint8Array(256 * 1024).fill(97);
			for (;;) {
				given += piece.length;
				yield await Promise.resolve(piece);
			}
		}
		expect(await problem(endless())).toMatch(/line 2: .*perhaps a quote is never closed/);
		expect(given).toBeLessThan(LONGEST_ROW + 3 * 256 * 1024);
	});
});

test.each(table<{ what: string; text: string; message: RegExp }>(tables.errors))(
	'$what is an error with its place',
	async ({ text, message }) => {
		for (const sizes of CUTS) expect(await problem(textInPieces(text, sizes))).toMatch(message);
	},
);

describe('an encoding', () => {
	const decodedRows = async (bytes: Buffer, format: FileFormat, sizes: readonly number[] = []) =>
		(await collected(rowsIn(inPieces(bytes, sizes), format))).map((each) => each.columns);

	test.each(tables.encodings)('$encoding can be set', async ({ encoding, hex, text }) => {
		const bytes = Buffer.concat([bytesOf('a\n'), Buffer.from(hex, 'hex'), bytesOf('\n')]);
		for (const sizes of CUTS)
			expect(await decodedRows(bytes, { encoding }, sizes)).toEqual([{ a: text }]);
	});

	test('counts less than a byte order mark', async () => {
		const marked = bytesOf('\ufeffa\né\n');
		expect(await decodedRows(Buffer.from(marked), { encoding: 'Shift_JIS' })).toEqual([{ a: 'é' }]);
	});

	test('UTF-16 without a byte order mark', async () => {
		const bytes = Buffer.from('a\né\n', 'utf16le');
		expect(await decodedRows(bytes, { encoding: 'UTF-16LE' }, [3])).toEqual([{ a: 'é' }]);
	});

	test.each(tables.otherEncodings)(
		'$encoding is refused where it is another one, which is shown ($#)',
		async ({ encoding, bytes, shown }) => {
			const message = await problem(inPieces(Uint8Array.from(bytes), [2]), { encoding });
			expect(message).toContain(`line 1: not all bytes are text in ${encoding}: `);
			expect(message).toContain(shown);
		},
	);
});

describe('the line with the names', () => {
	const isKnown = (name: string) => ['Name', 'Email', '氏名', '会社名'].includes(name);
	const NOTE = 'Notes:\n"Some addresses, and more, are missing. ""Why?"""\n\n';

	test.each<[what: string, text: string, format: FileFormat, row: object, line: number]>([
		[
			'is below a note',
			`${NOTE}Name,Email,x\nAda,a@x,1\n`,
			{ isKnown },
			{ Name: 'Ada', Email: 'a@x', x: '1' },
			5,
		],
		[
			'with quotes',
			`${NOTE}"Name","Email","x"\n"Ada","a@x","1"\n`,
			{ isKnown },
			{ Name: 'Ada', Email: 'a@x', x: '1' },
			5,
		],
		[
			'with tabs',
			'Exported, by; me\r\nName\tEmail\tx\r\nAda\ta@x\t1\r\n',
			{ isKnown },
			{ Name: 'Ada', Email: 'a@x', x: '1' },
			3,
		],
		['in Japanese', '■ Eight\n,\n氏名,会社名\n張,X\n', { isKnown }, { 氏名: '張', 会社名: 'X' }, 4],
		[
			'is the first one that has two',
			'Name,Email,x\nAda,a@x,1\nName,Email,y\n',
			{ isKnown },
			{ Name: 'Ada', Email: 'a@x', x: '1' },
			2,
		],
		[
			'is the first one without two known',
			'Name,Foo\n1,2\n',
			{ isKnown },
			{ Name: '1', Foo: '2' },
			2,
		],
		[
			'is the first one where nothing is known',
			'p,q\nName,Email\n',
			{},
			{ p: 'Name', q: 'Email' },
			2,
		],
		['can be set', 'a,b\nc;d\n1;2\n', { headerRow: 2 }, { c: '1', d: '2' }, 3],
		[
			'is that of the rows that failed, whatever is set',
			'Name,"x, y",import_error\nName,Email,Why\n',
			{ isKnown, headerRow: 3 },
			{ Name: 'Name', 'x, y': 'Email', import_error: 'Why' },
			2,
		],
		[
			'is set over what is known',
			'a,b\nName,Email\n',
			{ isKnown, headerRow: 1 },
			{ a: 'Name', b: 'Email' },
			2,
		],
		['may follow text that is no CSV', '"a" b\nc\n1\n', { headerRow: 2 }, { c: '1' }, 3],
		['is not looked for far below', `${'x\n'.repeat(20)}Name,Email\n`, { isKnown }, { x: 'x' }, 2],
	])('%s', async (_, text, format, columns, line) => {
		for (const sizes of CUTS) {
			const [first] = await read(text, format, sizes);
			expect(first).toMatchObject({ row: 1, line, columns });
		}
	});

	test('behind the end is an error', async () => {
		expect(await problem(textInPieces('a\n1\n'), { headerRow: 9 })).toContain(
			'it has neither rows',
		);
	});
});

describe('columns of one name', () => {
	test.each(tables.equalColumns)('$what', async ({ text, row }) =>
		expect(await columns(text)).toEqual([row]),
	);

	test('that differ are an error of that cell', async () => {
		const [row] = await columns('\na,b,c,a\n1,2,3,4\n');
		const { a, ...others } = row as Record<string, unknown>;
		expect(a).toBeInstanceOf(FileError);
		expect((a as Error).message).toMatch(
			at(3, 'columns 1 and 4 are both called "a" and differ: rename or remove one of them'),
		);
		expect(others).toEqual({ b: '2', c: '3' });
	});
});

describe('JSON Lines', () => {
	test.each(CUTS.map((sizes) => [sizes]))('are objects, in pieces of %j', async (sizes) => {
		const text = '\ufeff{"a":1,"b":["x"]}\r\n\r\n{"a":"é\\n"}\n{"a":null}';
		expect(await columns(text, JSON_LINES, sizes)).toEqual([
			{ a: 1, b: ['x'] },
			{ a: 'é\n' },
			{ a: null },
		]);
	});

	test('what is wrong with one line leaves the others readable', async () => {
		const rows = await read('{"a":1}\nx\n{"a":3}\n', JSON_LINES);
		expect(rows.map(({ columns: each }) => each instanceof FileError)).toEqual([
			...[false, true, false],
		]);
	});
});

describe('bytes', () => {
	const NO_UTF8 = 'not all bytes are text in UTF-8';
	const PIECES = [[], [1], [5, 2]];
	const utf16 = (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le');

	test.each([
		['little', utf16('a,b\né,€\n')],
		['big', utf16('a,b\né,€\n').swap16()],
	])('of UTF-16, the %s end first', async (_, bytes) => {
		const rows = await collected(rowsIn(inPieces(bytes, [3]), CSV));
		expect(rows.map((each) => each.columns)).toEqual([{ a: 'é', b: '€' }]);
	});

	test.each([
		['a wrong byte', bytesOf('a,b\né€,1\n2,', 0xe9, 0x0a, 0x41), `line 3: ${NO_UTF8}`],
		['a character that ends with the file', bytesOf('a\nb', 0xe2, 0x82), `line 2: ${NO_UTF8}`],
		['XLSX', Uint8Array.of(0x50, 0x4b, 3, 4, 20, 0), 'save it as CSV'],
		['XLS', Uint8Array.of(0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1), 'it is an old Excel file (XLS)'],
		['a page', bytesOf('<!doctype html><table>'), 'it is HTML or XML'],
		['a table in HTML', bytesOf('\ufeff\r\n<TABLE>'), 'it is HTML or XML'],
		['gzip', Uint8Array.of(0x1f, 0x8b, 8, 0, 0), 'unpack it first'],
		['PDF', bytesOf('%PDF-1.7\n%', 0xe2, 0xe3, 0x0a), 'it is a PDF file'],
		['contacts', bytesOf('BEGIN:VCARD\r\nVERSION:3.0'), 'it is a vCard file'],
		['nothing', bytesOf(''), 'line 1: it is empty.'],
		['empty lines', bytesOf('\r\n \r\n'), 'it is empty.'],
		[
			'a name that no field has',
			bytesOf('x'),
			'it has neither rows nor column names that are known',
		],
		['a failed download', bytesOf('404: Not Found\n'), 'it has neither rows nor column names'],
	])('%s is said to be that', async (_, bytes, message) => {
		const format = { isKnown: (name: string) => name === 'Name' };
		for (const sizes of PIECES) {
			expect(await problem(inPieces(bytes, sizes), format)).toContain(message);
		}
	});

	test('in a large file all is read before the piece with a wrong one, whose line is told', async () => {
		let rows = 0;
		const reading = async () => {
			const line = `${'名'.repeat(50)}\n`;
			const bytes = bytesOf(`a\n${line.repeat(1000)}Müller,`, 0xff, 0x0a);
			for await (const { row } of rowsIn(inPieces(bytes, [1000]), CSV)) rows = row;
		};
		await expect(reading()).rejects.toThrow(
			'line 1,002: not all bytes are text in UTF-8: under File Options, set Encoding. This is "�" in Shift_JIS, "ÿ" in Windows-1252.',
		);
		expect(rows).toBeGreaterThan(400);
	});

	test.each([[undefined], [(name: string) => name === 'b']])(
		'a file of known names alone has no rows (%#)',
		async (isKnown) => expect(await read('a,b\n', { isKnown })).toEqual([]),
	);

	const LINE = '{"a":1}\n';
	test.each([LINE, `\ufeff${LINE}`, utf16(LINE), utf16(LINE).swap16()])(
		'the first character tells that it is JSON (%#)',
		async (bytes) => {
			for (const sizes of PIECES) {
				const rows = await collected(rowsIn(inPieces(Buffer.from(bytes as string), sizes), {}));
				expect(rows.map((each) => each.columns)).toEqual([{ a: 1 }]);
			}
		},
	);
});
