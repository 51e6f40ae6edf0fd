/** Whatever a table holds and however it is written and cut into pieces, it is read as it was. */
import fc from 'fast-check';
import { rowsIn } from '../../nodes/SalesManagement/files/rows';
import { collected, textInPieces } from '../support/pieces';

const SEPARATORS = [',', ';', '\t'] as const;
const LINE_ENDS = ['\r\n', '\n', '\r'] as const;

const text = fc.oneof(
	fc.string({ unit: 'binary', maxLength: 8 }).filter((each) => !/\p{Surrogate}/u.test(each)),
	fc.string({
		unit: fc.constantFrom('"', ',', ';', '\t', '\r', '\n', 'a', "'", '=', ' '),
		maxLength: 8,
	}),
);
const sizes = fc.array(fc.integer({ min: 1, max: 40 }), { maxLength: 4 });

const header = fc
	.uniqueArray(
		fc.string({ unit: fc.constantFrom('a', 'b', '"', ',', 'é', '名'), minLength: 1, maxLength: 4 }),
		{
			minLength: 2,
			maxLength: 4,
		},
	)
	.map((names) => names.map((name) => `x${name}x`));

const table = header.chain((names) =>
	fc.record({
		names: fc.constant(names),
		rows: fc.array(fc.array(text, { minLength: names.length, maxLength: names.length }), {
			maxLength: 6,
		}),
		separator: fc.constantFrom(...SEPARATORS),
		lineEnd: fc.constantFrom(...LINE_ENDS),
		quotesAll: fc.boolean(),
		hasMark: fc.boolean(),
		endsLine: fc.boolean(),
		sizes,
	}),
);

/** As RFC 4180 says, with quotes where they are needed. */
const cellOf = (value: string, quotesAll: boolean): string =>
	quotesAll || /[",;\t\r\n]/.test(value) ? `"${value.replace(/"/g, '""')}"` : value;

test('CSV', async () => {
	await fc.assert(
		fc.asyncProperty(table, async ({ names, rows, separator, lineEnd, ...written }) => {
			const lines = [names, ...rows].map((cells) =>
				cells.map((cell) => cellOf(cell, written.quotesAll)).join(separator),
			);
			const mark = written.hasMark ? '\ufeff' : '';
			const file = `${mark}${lines.join(lineEnd)}${written.endsLine ? lineEnd : ''}`;
			const read = await collected(
				rowsIn(textInPieces(file, written.sizes), { kind: 'csv', separator }),
			);
			const expected = rows
				.filter((cells) => cells.some((cell) => cell.trim() !== ''))
				.map((cells) =>
					Object.fromEntries(
						cells.map((cell, at) => [
							names[at] ?? '',
							cell.replace(/^'(?='*[=+\-@＝＋－＠\t\r\n])/, ''),
						]),
					),
				);
			expect(read.map(({ columns }) => columns)).toEqual(expected);
			expect(read.map(({ row }) => row)).toEqual(expected.map((_, at) => at + 1));
		}),
		{ numRuns: 400 },
	);
});

test('the pieces of a file make no difference, whatever is in it', async () => {
	const outcome = async (file: string, each: readonly number[]) =>
		await collected(rowsIn(textInPieces(file, each), { kind: 'csv' })).then(
			(rows) => JSON.stringify(rows),
			(error: unknown) => String(error),
		);
	const hostile = fc.string({
		unit: fc.constantFrom('"', ',', ';', '\r', '\n', 'a', 'é', '€', '\0'),
		maxLength: 30,
	});
	await fc.assert(
		fc.asyncProperty(hostile, sizes, async (file, each) => {
			expect(await outcome(file, each)).toBe(await outcome(file, []));
		}),
		{ numRuns: 500 },
	);
});

test('JSON Lines', async () => {
	const objects = fc.array(fc.dictionary(fc.string({ unit: 'binary' }), fc.jsonValue()), {
		maxLength: 5,
	});
	await fc.assert(
		fc.asyncProperty(objects, fc.constantFrom(...LINE_ENDS), sizes, async (all, lineEnd, each) => {
			const file = all.map((one) => JSON.stringify(one)).join(lineEnd);
			const read = await collected(rowsIn(textInPieces(file, each), { kind: 'jsonLines' }));
			expect(JSON.stringify(read.map(({ columns }) => columns))).toBe(JSON.stringify(all));
		}),
		{ numRuns: 300 },
	);
});
