/** Files as people have them, and files that nobody wants. */
import { FileError, LONGEST_ROW } from '../../../nodes/SalesManagement/files/problem';
import { rowsIn, type FileFormat, type FileRow } from '../../../nodes/SalesManagement/files/rows';
import { collected, inPieces, textInPieces } from '../../support/pieces';

const CSV: FileFormat = { kind: 'csv' };
const JSON_LINES: FileFormat = { kind: 'jsonLines' };

const read = async (text: string, format = CSV, sizes: readonly number[] = []) =>
	await collected(rowsIn(textInPieces(text, sizes), format));

const columns = async (text: string, format = CSV, sizes: readonly number[] = []) =>
	(await read(text, format, sizes)).map((each) => each.columns);

const problem = async (rows: Promise<FileRow[]>): Promise<string> =>
	await rows.then(
		(all) => {
			const bad = all.find(({ columns: each }) => each instanceof FileError);
			return bad ? (bad.columns as FileError).message : 'none';
		},
		(error: unknown) => (error as Error).message,
	);

const at = (line: number, column: number, reason: string) =>
	`The file can’t be read at line ${line}, column ${column}: ${reason}.`;

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
		['a line that tells Excel the separator', '\ufeffsep=;\r\na;b\r\n1;2\r\n'],
		['the same with a comma', 'sep=,\na,b\n1,2\n'],
		['the same with a tab', 'SEP=\t\na\tb\n1\t2\n'],
	])('%s', async (_, text) => {
		for (const sizes of [[], [1], [2, 3]]) {
			expect(await columns(text, CSV, sizes)).toEqual([{ a: '1', b: '2' }]);
		}
	});

	test('quoted cells hold separators, quotes and line ends as they are', async () => {
		const text = 'a;b\r\n"x;y";"say ""hi""\r\nthere\rand\n"\r\n"";plain "quote"\r\n';
		for (const sizes of [[], [1]]) {
			expect(await columns(text, CSV, sizes)).toEqual([
				{ a: 'x;y', b: 'say "hi"\r\nthere\rand\n' },
				{ a: '', b: 'plain "quote"' },
			]);
		}
	});

	test('rows and lines are counted from 1, the line where a row begins', async () => {
		const rows = await read('a\n"x\ny"\n\nz\n');
		expect(rows.map(({ row, line }) => [row, line])).toEqual([
			[1, 2],
			[2, 5],
		]);
	});

	test('a row may have fewer cells than there are columns, or empty ones beyond', async () => {
		expect(await columns('a,b\n1\n1,2,,\n')).toEqual([{ a: '1' }, { a: '1', b: '2' }]);
	});

	test('the separator can be said, and commas in quotes don’t count for one', async () => {
		expect(await columns('"a,b,c";d\n1;2\n')).toEqual([{ 'a,b,c': '1', d: '2' }]);
		expect(await columns('a,b;c\n1;2\n', { kind: 'csv', separator: ';' })).toEqual([
			{ 'a,b': '1', c: '2' },
		]);
	});

	test('a quote in the middle of a name opens nothing', async () => {
		const text = 'Size 5";b;c,d\n1;2;3\n';
		for (const sizes of [[], [1]]) {
			expect(await columns(text, CSV, sizes)).toEqual([{ 'Size 5"': '1', b: '2', 'c,d': '3' }]);
		}
		expect(await columns('"a"",,b";"c"\n1;2\n')).toEqual([{ 'a",,b': '1', c: '2' }]);
	});

	test('the guard of what a spreadsheet would take for a formula is undone, once', async () => {
		expect(await columns("a\n'=1+1\n''=x\n'hi\n-5\n\"'\t\"\n'\n")).toEqual(
			['=1+1', "'=x", "'hi", '-5', '\t', "'"].map((a) => ({ a })),
		);
	});

	test('names that objects have by nature are columns like others', async () => {
		const [row] = await columns('__proto__,constructor\n1,2\n');
		expect(Object.entries(row as object)).toEqual([
			['__proto__', '1'],
			['constructor', '2'],
		]);
	});

	test.each([
		['an open quote', 'a,b\n1,2\n3,"4\n5,6\n', at(3, 3, 'this quote is never closed')],
		[
			'text behind a quote',
			'a,b\n1,"2"x\n',
			at(2, 6, 'text follows the quote that closes the cell'),
		],
		[
			'more cells than columns',
			'a,b\n1,2\n1,2,3\n',
			at(
				3,
				1,
				'cell 3 of this row has no column: the first line names 2 columns, 2 of them with a name',
			),
		],
		[
			'two columns of one name',
			'a,b,a\n1,2,3\n',
			at(1, 1, 'two columns are called "a", number 1 and number 3'),
		],
	])('%s is an error with its place', async (_, text, message) => {
		for (const sizes of [[], [1], [3, 2]]) {
			expect(await problem(read(text, CSV, sizes))).toBe(message);
		}
	});

	test('rows before what can’t be read are handed out first', async () => {
		const seen: number[] = [];
		const reading = async () => {
			for await (const batch of rowsIn(textInPieces('a\n1\n2\n"3\n'), CSV)) {
				seen.push(...batch.map(({ row }) => row));
			}
		};
		await expect(reading()).rejects.toThrow('line 4, column 1');
		expect(seen).toEqual([1, 2]);
	});

	test('a quote that is never closed does not collect the rest of a large file', async () => {
		let given = 0;
		async function* endless(): AsyncGenerator<Uint8Array> {
			yield new TextEncoder().encode('a\n"');
			const piece = new Uint8Array(256 * 1024).fill(97);
			for (;;) {
				given += piece.length;
				yield await Promise.resolve(piece);
			}
		}
		const message = await problem(collected(rowsIn(endless(), CSV)));
		expect(message).toContain('line 2, column 1');
		expect(message).toContain('perhaps a quote is never closed');
		expect(given).toBeLessThan(LONGEST_ROW + 3 * 256 * 1024);
	});
});

describe('JSON Lines', () => {
	test.each([[[]], [[1]], [[3, 2]]])('objects, in pieces of %j', async (sizes) => {
		const text = '\ufeff{"a":1,"b":["x"]}\r\n\r\n{"a":"é\\n"}\n{"a":null}';
		expect(await columns(text, JSON_LINES, sizes)).toEqual([
			{ a: 1, b: ['x'] },
			{ a: 'é\n' },
			{ a: null },
		]);
	});

	test.each([
		['no object', '{"a":1}\n[1]\n', at(2, 1, 'it is no JSON object')],
		['no JSON', '{"a":1}\n{"a":x}\n', at(2, 6, 'it is no JSON')],
		['an object on several lines', '{\n\t"a": 1\n}\n', at(1, 2, 'the line ends too early')],
		['half an object', '{"a":1}\n\n{"a":\n{"a":2}\n', at(3, 6, 'the line ends too early')],
		[
			'an array',
			'[{"a":1},\n{"a":2}]',
			at(
				1,
				1,
				'it is one JSON array, and JSON Lines has one object on each line: read it with Extract from File and set Fields From to Input',
			),
		],
	])('%s is an error with its place', async (_, text, message) => {
		expect(await problem(read(text, JSON_LINES))).toBe(message);
	});

	test('a number that would lose digits is an error', async () => {
		const message = await problem(read('{"a":12345678901234567890}\n', JSON_LINES));
		expect(message).toContain('line 1');
		expect(message).toContain('write it as text, in quotes');
	});

	test('what is wrong with one line leaves the others readable', async () => {
		const rows = await read('{"a":1}\nx\n{"a":3}\n', JSON_LINES);
		expect(rows.map(({ row, columns: each }) => [row, each instanceof FileError])).toEqual([
			[1, false],
			[2, true],
			[3, false],
		]);
	});
});

describe('bytes', () => {
	test.each([
		['utf-16le', [0xff, 0xfe]],
		['utf-16be', [0xfe, 0xff]],
	])('%s with its mark', async (name, mark) => {
		const units = Array.from('a,b\né,€\n', (each) => each.charCodeAt(0));
		const bytes = units.flatMap((unit) =>
			name === 'utf-16le' ? [unit & 255, unit >> 8] : [unit >> 8, unit & 255],
		);
		const rows = await collected(rowsIn(inPieces(Uint8Array.from([...mark, ...bytes]), [3]), CSV));
		expect(rows.map((each) => each.columns)).toEqual([{ a: 'é', b: '€' }]);
	});

	test.each([[[]], [[1]], [[2]], [[5, 3]]])(
		'a wrong byte has its place, in pieces of %j',
		async (sizes) => {
			const bytes = [...new TextEncoder().encode('a,b\né€,1\n2,'), 0xe9, 0x0a, 0x41];
			const message = await problem(
				collected(rowsIn(inPieces(Uint8Array.from(bytes), sizes), CSV)),
			);
			expect(message).toContain('at line 3, column 3: these bytes are no text in UTF-8');
		},
	);

	test('a character that ends with the file is wrong as well', async () => {
		const bytes = Uint8Array.from([...new TextEncoder().encode('a\nb'), 0xe2, 0x82]);
		expect(await problem(collected(rowsIn(inPieces(bytes, [1]), CSV)))).toContain('line 2');
	});

	test.each([
		['XLSX', [0x50, 0x4b, 3, 4, 20, 0], 'save it as CSV'],
		['gzip', [0x1f, 0x8b, 8, 0, 0], 'unpack it first'],
	])('%s is said to be that', async (_, bytes, message) => {
		expect(await problem(collected(rowsIn(inPieces(Uint8Array.from(bytes), [1]), CSV)))).toContain(
			message,
		);
	});

	test('an empty file has no rows', async () => {
		expect(await read('')).toEqual([]);
		expect(await read('', JSON_LINES)).toEqual([]);
		expect(await read('a,b\n')).toEqual([]);
	});
});
