/** Our CSV against that of a well-kept library: what one writes the other reads, and what one refuses the other does. */
import fc from 'fast-check';
import { CsvError, parse } from 'csv-parse/sync';
import { stringify } from 'csv-stringify/sync';
import { CsvReader, type Separator } from '../../nodes/SalesManagement/files/csvReader';
import { BYTE_ORDER_MARK, csvRow } from '../../nodes/SalesManagement/files/csvWriter';
import { FileError } from '../../nodes/SalesManagement/files/problem';
import { rowsIn } from '../../nodes/SalesManagement/files/rows';
import { collected, textInPieces } from '../support/pieces';

const RUNS = { numRuns: 1_000 };
const LINE_ENDS = ['\r\n', '\n', '\r'];

const separators = fc.constantFrom<Separator>(',', ';', '\t');
const lineEnds = fc.constantFrom(...LINE_ENDS);
const sizes = fc.array(fc.integer({ min: 1, max: 40 }), { maxLength: 4 });

/** Text with everything that means something in a table; halves of characters no file can hold. */
const cell = fc.oneof(
	fc.string({ unit: fc.constantFrom('"', ',', ';', '\t', '\r', '\n', ' ', "'", '=', 'a', 'é') }),
	fc.string({ unit: 'binary' }).filter((text) => !/\p{Surrogate}/u.test(text)),
);
const table = fc
	.integer({ min: 1, max: 4 })
	.chain((width) =>
		fc.array(fc.array(cell, { minLength: width, maxLength: width }), { minLength: 1 }),
	);

/** The cells of all records, read from text that comes in pieces. */
function read(text: string, separator: Separator | undefined, pieces: readonly number[]) {
	const reader = new CsvReader(separator);
	const records: Array<readonly string[]> = [];
	let at = 0;
	for (let turn = 0; at < text.length; turn++) {
		const size = pieces[turn % Math.max(1, pieces.length)] ?? text.length;
		for (const { cells } of reader.read(text.slice(at, at + size))) records.push(cells);
		at += size;
	}
	for (const { cells } of reader.read('', true)) records.push(cells);
	return records;
}

test('what the library writes we read, in whatever pieces it comes', () => {
	fc.assert(
		fc.property(
			table,
			fc.record({ separator: separators, lineEnd: lineEnds, quoted: fc.boolean(), sizes }),
			(rows, { separator, lineEnd, quoted, sizes: pieces }) => {
				const text = stringify(rows, {
					...{ delimiter: separator, record_delimiter: lineEnd, quoted, quoted_empty: true },
					// Any of them ends a line, whichever this file has.
					quoted_match: /[\r\n]/,
				});
				expect(read(text, separator, pieces)).toEqual(rows);
			},
		),
		RUNS,
	);
});

test('with a byte order mark, without a separator told: from the bytes to the columns', async () => {
	const name = fc.stringMatching(/^[a-z]{1,5}$/);
	const names = fc.uniqueArray(name, { minLength: 2, maxLength: 4 });
	const value = fc.string({ unit: fc.constantFrom('"', '\n', '\r', 'x', 'é', '名', ' ') });
	const given = names.chain((columns) =>
		fc.record({
			columns: fc.constant(columns),
			rows: fc.array(fc.array(value, { minLength: columns.length, maxLength: columns.length })),
		}),
	);
	await fc.assert(
		fc.asyncProperty(given, separators, fc.boolean(), sizes, async (file, separator, bom, each) => {
			const { columns, rows } = file;
			const text = stringify(rows, {
				...{ delimiter: separator, header: true, columns, bom, quoted_match: /[\r\n]/ },
			});
			const expected = rows
				.filter((cells) => cells.some((one) => one.trim() !== ''))
				.map((cells) => Object.fromEntries(cells.map((one, at) => [columns[at] ?? '', one])));
			const found = await collected(rowsIn(textInPieces(text, each), { kind: 'csv' }));
			expect(found.map((row) => row.columns)).toEqual(expected);
		}),
		RUNS,
	);
});

test('what we write the library reads', () => {
	fc.assert(
		fc.property(table, separators, fc.boolean(), (rows, separator, bom) => {
			const mark = bom ? BYTE_ORDER_MARK : '';
			// A mark of its own at the beginning would be the file's.
			fc.pre(rows[0]?.[0]?.startsWith(BYTE_ORDER_MARK) !== true);
			const text = mark + rows.map((cells) => csvRow(cells, separator)).join('');
			expect(parse(text, { delimiter: separator, record_delimiter: LINE_ENDS, bom })).toEqual(rows);
		}),
		RUNS,
	);
});

describe('any text at all', () => {
	const hostile = fc.string({ unit: fc.constantFrom('"', ',', '\r', '\n', 'a', 'é', ' ') });

	/** What the library makes of a text: its records, or the code of its error. */
	function asTheLibrary(text: string): string[][] | string {
		try {
			return parse(text, {
				...{ record_delimiter: LINE_ENDS, relax_column_count: true, skip_empty_lines: true },
			});
		} catch (error) {
			if (error instanceof CsvError) return error.code;
			throw error as Error;
		}
	}

	/** The same of ours: its records, or what is wrong with which character. */
	function asWe(text: string, pieces: readonly number[]) {
		try {
			return read(text, ',', pieces);
		} catch (error) {
			if (!(error instanceof FileError)) throw error as Error;
			const [, line, column, reason] =
				/at line (\d+), column (\d+): (.*)\.$/.exec(error.message) ?? [];
			const shown = text.split(/\r\n|\r|\n/)[Number(line) - 1] ?? '';
			return { before: shown[Number(column) - 2], at: shown[Number(column) - 1], reason };
		}
	}

	const CLOSED = 'text follows the quote that closes the cell';
	const OPEN = 'this quote is never closed';

	test.each([
		['accepts', (outcome: string[][] | string) => typeof outcome !== 'string'],
		['refuses', (outcome: string[][] | string) => typeof outcome === 'string'],
	])('that the library %s', (_, isMeant) => {
		fc.assert(
			fc.property(hostile, sizes, (text, pieces) => {
				const theirs = asTheLibrary(text);
				fc.pre(isMeant(theirs));
				// A quote within a bare cell is text to us, as spreadsheet programs have it.
				fc.pre(theirs !== 'INVALID_OPENING_QUOTE');
				const ours = asWe(text, pieces);
				if (theirs === 'CSV_QUOTE_NOT_CLOSED')
					expect(ours).toMatchObject({ at: '"', reason: OPEN });
				else if (theirs === 'CSV_INVALID_CLOSING_QUOTE')
					expect(ours).toMatchObject({ before: '"', reason: CLOSED });
				else expect(ours).toEqual(theirs);
			}),
			RUNS,
		);
	});
});
