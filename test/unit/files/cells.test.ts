/** What values are in a cell of a table. */
import { Cells } from '../../../nodes/SalesManagement/files/cells';
import { csvRow } from '../../../nodes/SalesManagement/files/csvWriter';

const cells = (options: Partial<ConstructorParameters<typeof Cells>[0]> = {}) =>
	new Cells({ timezone: 'Europe/Berlin', decimalMark: '.', isGuarded: true, ...options });

describe('a value as a cell', () => {
	test.each<[unknown, string]>([
		[undefined, ''],
		[null, ''],
		[true, 'true'],
		[-1.5, '-1.5'],
		[1e21, '1000000000000000000000'],
		[1e-7, '0.0000001'],
		['plain', 'plain'],
		['-1', "'-1"],
		["'=1", "''=1"],
		["it's", "it's"],
		['\n=1', "'\n=1"],
		['＝1+1', "'＝1+1"],
		['＋1', "'＋1"],
		['－1', "'－1"],
		['＠A1', "'＠A1"],
		['2026-11-30', '2026-11-30'],
		['2026-11-30T12:00:00.250Z', '2026-11-30 13:00:00'],
		['2026-07-01T12:00:00+09:00', '2026-07-01 05:00:00'],
		[['A', 'B'], 'A, B'],
		[['A, B', 'C'], '["A, B","C"]'],
		[[1, 2], '1, 2'],
		[['=A', 'B'], "'=A, B"],
		[[], ''],
		[{ id: 1 }, '{"id":1}'],
	])('%j is %j', (value, expected) => {
		expect(cells().of(value)).toBe(expected);
	});

	test('a decimal is a number, with the mark that was chosen; text is not', () => {
		expect(cells().of('-1.1250', 'decimal')).toBe('-1.1250');
		expect(cells({ decimalMark: ',' }).of('-1.5', 'decimal')).toBe('-1,5');
		expect(cells({ decimalMark: ',' }).of(0.5)).toBe('0,5');
		expect(cells({ decimalMark: ',' }).of('1.5', 'text')).toBe('1.5');
	});

	test('a text field that holds a time is left alone', () => {
		expect(cells().of('2026-11-30T12:00:00Z', 'text')).toBe('2026-11-30T12:00:00Z');
	});

	test('a bare day of a custom field is midnight in UTC, and stays that day', () => {
		expect(cells().of('2026-02-28T00:00:00Z', 'customDate')).toBe('2026-02-28');
		expect(cells().of('2026-02-28T09:00:00+09:00', 'customDate')).toBe('2026-02-28');
		expect(cells().of('2026-02-28T01:00:00Z', 'customDate')).toBe('2026-02-28 02:00:00');
		expect(cells().of('2026-02-28T01:00:00.000Z', 'customDate')).toBe('2026-02-28 02:00:00');
	});

	test('a time that may be given back loses none of its digits', () => {
		expect(cells().of('2026-02-28T01:00:00.250Z', 'customDate')).toBe('2026-02-28 02:00:00.250');
		expect(cells().of('2026-02-28T01:00:00.250Z', 'untyped')).toBe('2026-02-28 02:00:00.250');
	});

	test('where nobody tells the type of a custom field, its value does', () => {
		expect(cells().of('-1.50', 'untyped')).toBe('-1.50');
		expect(cells().of('-1+1', 'untyped')).toBe("'-1+1");
		expect(cells().of('2026-02-28T00:00:00Z', 'untyped')).toBe('2026-02-28');
	});

	test('formulas are kept where that was chosen', () => {
		expect(cells({ isGuarded: false }).of('=1+1')).toBe('=1+1');
	});
});

test('a row of one empty cell is no empty line', () => {
	expect(csvRow([''], ',')).toBe('""\r\n');
});
