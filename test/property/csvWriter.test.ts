/** What is written as CSV is read back by another reader as what it was. */
import fc from 'fast-check';
import { Cells } from '../../nodes/SalesManagement/files/cells';
import { csvRow } from '../../nodes/SalesManagement/files/csvWriter';
import { withGuard } from '../../nodes/SalesManagement/files/formulas';
import { fromCsv } from '../support/csv';

/** Text with everything that means something in a table. */
const cell = fc.oneof(
	fc.string({
		unit: fc.constantFrom('"', ',', ';', '\t', '\r', '\n', ' ', "'", '=', '＝', '-', '@', 'a', 'é'),
	}),
	fc.string({ unit: 'binary' }),
);
const FORMULA = /^[=+\-@＝＋－＠\t\r\n]/;
/** What an import takes away. */
const withoutGuard = (text: string) =>
	/^'+[=+\-@＝＋－＠\t\r\n]/.test(text) ? text.slice(1) : text;

const cells = new Cells({ timezone: 'UTC', decimalMark: '.', isGuarded: true });

test('text comes back exactly, whatever it holds, and none of it is a formula', () => {
	fc.assert(
		fc.property(fc.array(fc.array(cell, { minLength: 3, maxLength: 3 })), (rows) => {
			const written = rows.map((row) => row.map((each) => cells.of(each, 'text')));
			for (const each of written.flat()) expect(each).not.toMatch(FORMULA);
			const file = [['x', 'y', 'z'], ...written].map((row) => csvRow(row, ',')).join('');
			const read = fromCsv(file).map(({ x, y, z }) => [x, y, z] as string[]);
			expect(read.map((row) => row.map(withoutGuard))).toEqual(rows);
		}),
		{ numRuns: 1000, endOnFailure: true },
	);
});

test('an apostrophe that was there is told from one that was put there', () => {
	fc.assert(
		fc.property(fc.stringMatching(/^'*[=+\-@a1]?.{0,3}$/), (text) => {
			expect(withoutGuard(withGuard(text))).toBe(text);
		}),
	);
});
