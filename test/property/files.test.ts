/** Tables of any text: what a well-kept library writes we read, what we write it reads, and what it refuses we do. */
import fc from 'fast-check';
import { CsvError, parse } from 'csv-parse/sync';
import { stringify } from 'csv-stringify/sync';
import {
	BYTE_ORDER_MARK,
	cellOf,
	csvRow,
	FileError,
	rowsIn,
} from '../../nodes/SalesManagement/files';
import { textType } from '../../nodes/SalesManagement/fields';
import { collected, textInPieces } from '../support/pieces';
import { runs } from '../support/random';

const RUNS = { numRuns: runs(350) };
const LINE_ENDS = ['\r\n', '\n', '\r'];
const FORMULA = /^[=+\-@＝＋－＠\t\r\n]/;

/** What an import takes away. */
const withoutGuard = (text: string) => {
	if (text.startsWith("'") && FORMULA.test(text.replace(/^'+/, ''))) return text.slice(1);
	return /^="([^"]*)"$/.exec(text)?.[1] ?? text;
};
const NOTE = 'a note';
const isBlank = (cells: readonly string[]) => cells.every((cell) => cell.trim() === '');

/** Text with everything that means something in a table; halves of characters no file can hold. */
const cell = fc.oneof(
	fc.string({
		unit: fc.constantFrom('"', ',', ';', '\t', '\r', '\n', ' ', "'", '=', '＝', '-', '@', 'a', 'é'),
	}),
	fc.string({ unit: 'binary' }).filter((text) => !/\p{Surrogate}/u.test(text)),
);
const name = fc
	.string({ unit: fc.constantFrom('a', '"', ',', 'é', '名'), minLength: 1, maxLength: 4 })
	.map((text) => `x${text}x`);
const table = fc.uniqueArray(name, { minLength: 2, maxLength: 4 }).chain((names) => {
	const { length } = names;
	const row = fc.array(cell, { minLength: length, maxLength: length });
	return fc.record({ names: fc.constant(names), rows: fc.array(row) });
});
const sizes = fc.array(fc.integer({ min: 1, max: 40 }), { maxLength: 4 });
const separators = fc.constantFrom(',', ';', '\t');

/** The cells of each row that is read, and the numbers of the rows. */
async function read(text: string, pieces: readonly number[], separator?: ',' | ';' | '\t') {
	const rows = await collected(rowsIn(textInPieces(text, pieces), { separator }));
	expect(rows.map(({ row }) => row)).toEqual(rows.map((_, at) => at + 1));
	return rows.map(({ columns }) => columns);
}

test('what the library writes we read, in whatever pieces it comes, the separator told or not', async () => {
	const form = fc.record({
		...{ separator: separators, lineEnd: fc.constantFrom(...LINE_ENDS), sizes },
		...{ quoted: fc.boolean(), bom: fc.boolean(), isTold: fc.boolean() },
	});
	await fc.assert(
		fc.asyncProperty(table, form, async ({ names, rows }, { separator, ...given }) => {
			const { lineEnd, quoted, bom, isTold } = given;
			const text = stringify([names, ...rows], {
				...{ delimiter: separator, record_delimiter: lineEnd, quoted, bom },
				// Any of them ends a line, whichever this file has.
				quoted_match: /[",;\t\r\n]/,
			});
			const expected = rows
				.filter((cells) => !isBlank(cells))
				.map((cells) =>
					Object.fromEntries(cells.map((each, at) => [names[at]!, withoutGuard(each)])),
				);
			expect(await read(text, given.sizes, isTold ? separator : undefined)).toEqual(expected);
		}),
		RUNS,
	);
});

test('what we write the library reads, and we read it back: none of it is a formula', async () => {
	const form = { timezone: 'UTC', decimalMark: '.', isGuarded: true } as const;
	await fc.assert(
		fc.asyncProperty(table, separators, fc.boolean(), async ({ names, rows }, separator, bom) => {
			const written = rows.map((row) => row.map((each) => cellOf(each, form, textType)));
			for (const each of written.flat()) expect(each).not.toMatch(FORMULA);
			const lines = [names, ...written].map((row) => csvRow(row, separator));
			const text = (bom ? BYTE_ORDER_MARK : '') + lines.join('');
			const dialect = { delimiter: separator, record_delimiter: LINE_ENDS, bom };
			expect(parse(text, dialect)).toEqual([names, ...written]);
			const back = (await read(text, [], separator)).map((row) =>
				Object.values(row as Record<string, string>),
			);
			expect(back).toEqual(rows.filter((_, at) => !isBlank(written[at]!)));
		}),
		RUNS,
	);
});

describe('any text at all', () => {
	const hostile = fc.string({ unit: fc.constantFrom('"', ',', '\r', '\n', 'a', 'é', ' ') });
	const header = `${Array.from({ length: 40 }, (_, at) => `c${at}`).join(',')}\n`;

	/** What the library makes of a text: its records, or the code of its error. */
	function asTheLibrary(text: string): string[][] | string {
		try {
			return parse(text, {
				...{ record_delimiter: LINE_ENDS, relax_column_count: true },
			});
		} catch (error) {
			if (error instanceof CsvError) return error.code;
			throw error as Error;
		}
	}

	/** The records that are read. One cell alone below an empty line is a note, which is refused as a row. */
	function withNotes(records: readonly string[][]): unknown[] {
		let isBelow = false;
		return records.flatMap((cells) => {
			const filled = cells.filter((each) => each.trim() !== '').length;
			isBelow = filled === 0 ? cells.length === 1 : isBelow && filled === 1;
			if (filled === 0) return [];
			return [isBelow ? NOTE : cells.map(withoutGuard)];
		});
	}

	/** The same of ours: its records, or what is wrong with which line. */
	async function asWe(text: string, pieces: readonly number[]) {
		try {
			return (await read(header + text, pieces, ',')).map((row) =>
				row instanceof FileError ? NOTE : Object.values(row).filter((value) => value !== undefined),
			);
		} catch (error) {
			if (!(error instanceof FileError)) throw error as Error;
			const [, line, reason] = /at line (\d+): (.*)\.$/.exec(error.message) ?? [];
			return { text: text.split(/\r\n|\r|\n/)[Number(line) - 2], reason };
		}
	}

	test.each([
		['accepts', (outcome: string[][] | string) => typeof outcome !== 'string'],
		['refuses', (outcome: string[][] | string) => typeof outcome === 'string'],
	])('that the library %s', async (_, isMeant) => {
		await fc.assert(
			fc.asyncProperty(hostile, sizes, async (text, pieces) => {
				const theirs = asTheLibrary(text);
				fc.pre(isMeant(theirs));
				// A quote within a bare cell is text to us, as spreadsheet programs have it.
				fc.pre(theirs !== 'INVALID_OPENING_QUOTE');
				const ours = await asWe(text, pieces);
				if (theirs === 'CSV_QUOTE_NOT_CLOSED')
					expect(ours).toEqual({
						...{ text: expect.stringContaining('"'), reason: 'a quote is never closed' },
					});
				else if (theirs === 'CSV_INVALID_CLOSING_QUOTE')
					expect(ours).toEqual({
						text: expect.stringContaining('"'),
						reason: 'text follows the quote that closes a cell',
					});
				else expect(ours).toEqual(withNotes(theirs as string[][]));
			}),
			RUNS,
		);
	});
});

test('JSON Lines', async () => {
	const objects = fc.array(fc.dictionary(fc.string({ unit: 'binary' }), fc.jsonValue()), {
		...{ minLength: 1, maxLength: 5 },
	});
	await fc.assert(
		fc.asyncProperty(objects, fc.constantFrom('\r\n', '\n'), sizes, async (all, lineEnd, each) => {
			const file = all.map((one) => JSON.stringify(one)).join(lineEnd);
			const rows = await collected(rowsIn(textInPieces(file, each), {}));
			expect(JSON.stringify(rows.map(({ columns }) => columns))).toBe(JSON.stringify(all));
		}),
		{ numRuns: runs(100) },
	);
});
