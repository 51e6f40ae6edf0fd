/** Files as people have them, and files that nobody wants. */
import { FileError, LONGEST_ROW, rowsIn, type FileFormat } from '../../nodes/SalesManagement/files';
import { collected, inPieces, textInPieces } from '../support/pieces';

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
	test.each([
		['CRLF', 'a,b\r\n1,2\r\n'],
		['LF', 'a,b\n1,2\n'],
		['CR', 'a,b\r1,2\r'],
		['no last line end', 'a,b\r\n1,2'],
		['a byte order mark', '\ufeffa,b\n1,2\n'],
		['semicolons', 'a;b\n1;2\n'],
		['tabs', 'a\tb\n1\t2\n'],
		['quotes', '"a","b"\r\n"1","2"\r\n'],
		['empty lines everywhere', '\r\n\na,b\r\n\r\n1,2\r\n\r\n'],
		['rows of empty cells', 'a,b\n,\n1,2\n" ",\n'],
		['blanks around the names', ' a , b\n1,2\n'],
		['empty cells beyond the columns', 'a,b\n1,2,,\n'],
		['a line that tells Excel the separator', '\ufeffsep=;\r\na;b\r\n1;2\r\n'],
		['the same with a tab', 'SEP=\t\na\tb\n1\t2\n'],
	])('with %s', async (_, text) => {
		for (const sizes of CUTS) expect(await columns(text, CSV, sizes)).toEqual([{ a: '1', b: '2' }]);
	});

	test.each<[what: string, text: string, rows: object[]]>([
		[
			'quoted cells hold separators, quotes and line ends as they are',
			'a;b\r\n"x;y";"say ""hi""\r\nthere\rand\n"\r\n"";plain "quote"\r\n',
			[
				{ a: 'x;y', b: 'say "hi"\r\nthere\rand\n' },
				{ a: '', b: 'plain "quote"' },
			],
		],
		['a row may be short', 'a,b\n1\n', [{ a: '1' }]],
		[
			'as many commas in the names of the columns as semicolons',
			'Name, first;Tel, office;x\nAda;03;1\n',
			[{ 'Name, first': 'Ada', 'Tel, office': '03', x: '1' }],
		],
		[
			'as many commas in the names of the columns as tabs, and more in a cell',
			'Name, first\tTel\nAda, B, C\t03\n',
			[{ 'Name, first': 'Ada, B, C', Tel: '03' }],
		],
		['commas in quotes are no separators', '"a,b,c";d\n1;2\n', [{ 'a,b,c': '1', d: '2' }]],
		[
			'a quote in the middle of a name opens nothing',
			'Size 5";b;c,d\n1;2;3\n',
			[{ 'Size 5"': '1', b: '2', 'c,d': '3' }],
		],
		[
			'the guard before a formula is undone, once',
			"a\n'=1+1\n''=x\n'hi\n-5\n\"'\t\"\n'\n",
			['=1+1', "'=x", "'hi", '-5', '\t', "'"].map((a) => ({ a })),
		],
	])('%s', async (_, text, rows) => {
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

test.each([
	['an open quote', CSV, 'a,b\n1,2\n3,"4\n5,6\n', at(3, 'a quote is never closed')],
	['text behind a quote', CSV, 'a,b\n1,"2"x\n', at(2, 'text follows the quote that closes a cell')],
	[
		'more cells than columns',
		CSV,
		'a,b\n1,2\n1,2,3\n',
		at(
			3,
			'cell 3 of this row has no column: the first line names 2 columns, 2 of them with a name',
		),
	],
	[
		'two columns of one name',
		CSV,
		'a,b,a\n1,2,3\n',
		at(1, 'two columns are called "a", number 1 and number 3'),
	],
	['no object', JSON_LINES, '{"a":1}\n[1]\n', at(2, 'it is no JSON object')],
	['no JSON', JSON_LINES, '{"a":1}\n{"a":x}\n', at(2, 'it is no JSON object')],
	['half an object', JSON_LINES, '{"a":1}\n\n{"a":\n', at(3, 'it is no JSON object')],
	[
		'an array',
		JSON_LINES,
		'[{"a":1},\n{"a":2}]',
		at(1, 'it is one JSON array, .*: read it with .*'),
	],
] as const)('%s is an error with its place', async (_, format, text, message) => {
	for (const sizes of CUTS)
		expect(await problem(textInPieces(text, sizes), format)).toMatch(message);
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
	const NO_UTF8 = 'from here on not all bytes are text in UTF-8';
	/** The first one tells what a file is. */
	const PIECES = [[], [4, 1], [5, 2]];
	const utf16 = (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le');

	test.each([
		['little', utf16('a,b\né,€\n')],
		['big', utf16('a,b\né,€\n').swap16()],
	])('of UTF-16, the %s end first', async (_, bytes) => {
		const rows = await collected(rowsIn(inPieces(bytes, [3]), CSV));
		expect(rows.map((each) => each.columns)).toEqual([{ a: 'é', b: '€' }]);
	});

	test.each([
		['a wrong byte', bytesOf('a,b\né€,1\n2,', 0xe9, 0x0a, 0x41), NO_UTF8],
		['a character that ends with the file', bytesOf('a\nb', 0xe2, 0x82), NO_UTF8],
		['XLSX', Uint8Array.of(0x50, 0x4b, 3, 4, 20, 0), 'save it as CSV'],
		['a page', bytesOf('<!doctype html><table>'), 'it is HTML or XML'],
		['gzip', Uint8Array.of(0x1f, 0x8b, 8, 0, 0), 'unpack it first'],
	])('%s is said to be that', async (_, bytes, message) => {
		for (const sizes of PIECES) expect(await problem(inPieces(bytes, sizes))).toContain(message);
	});

	test('of contacts are said to be that', async () => {
		const contacts = bytesOf('BEGIN:VCARD\r\nVERSION:3.0');
		expect(await problem(inPieces(contacts, [8]))).toContain('it is a vCard file');
	});

	test('before the piece with a wrong byte all is read, and the line is that in which the rest begins', async () => {
		const rows: unknown[] = [];
		const reading = async () => {
			const bytes = bytesOf('a\n1\n2\n3', 0xff, 0x0a);
			for await (const { columns: each } of rowsIn(inPieces(bytes, [5, 3]), CSV)) rows.push(each);
		};
		await expect(reading()).rejects.toThrow(
			/at line 3: from here on not all bytes are text in UTF-8/,
		);
		expect(rows).toEqual([{ a: '1' }]);
	});

	test.each([
		['', CSV],
		['', JSON_LINES],
		['a,b\n', CSV],
	])('%j of %j has no rows', async (text, format) => expect(await read(text, format)).toEqual([]));

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
