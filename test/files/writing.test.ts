/** What values are in a cell of a table. */
import tables from './writing.json';
import {
	customDateType,
	decimalType,
	textType,
	untypedType,
} from '../../nodes/SalesManagement/fields';
import { cellOf, csvRow } from '../../nodes/SalesManagement/files';

const TYPES = {
	customDate: customDateType,
	decimal: decimalType,
	text: textType,
	untyped: untypedType,
} as const;
type Kind = keyof typeof TYPES;

type Options = Partial<Parameters<typeof cellOf>[1]>;

const cell = (value: unknown, kind?: Kind, options: Options = {}) =>
	cellOf(
		value,
		{ timezone: 'Europe/Berlin', decimalMark: '.', isGuarded: true, ...options },
		kind && TYPES[kind],
	);

test.each(tables.cells)('$value is the cell $expected', ({ value, expected }) => {
	expect(cell(value)).toBe(expected);
});

test.each([
	// A decimal is a number, and no formula.
	['-1.1250', 'decimal', '-1.1250'],
	['2026-11-30T12:00:00Z', 'text', '2026-11-30T12:00:00Z'],
	// A bare day of a custom field is midnight in UTC, and stays that day.
	['2026-02-28T00:00:00Z', 'customDate', '2026-02-28'],
	['2026-02-28T09:00:00+09:00', 'customDate', '2026-02-28'],
	['2026-02-28T01:00:00Z', 'customDate', '2026-02-28 02:00:00'],
	// A time that may be given back loses none of its digits.
	['2026-02-28T01:00:00.250Z', 'customDate', '2026-02-28 02:00:00.250'],
	['2026-02-28T01:00:00.250Z', 'untyped', '2026-02-28 02:00:00.250'],
	// Where nobody tells the type of a custom field, its value does.
	['-1.50', 'untyped', '-1.50'],
	['-1+1', 'untyped', "'-1+1"],
	['2026-02-28T00:00:00Z', 'untyped', '2026-02-28'],
] as const)('%s in a field of the type %s is %j', (value, kind, expected) => {
	expect(cell(value, kind)).toBe(expected);
});

test('the decimal mark that was chosen is that of numbers, not of text', () => {
	const comma = (value: unknown, kind?: Kind) => cell(value, kind, { decimalMark: ',' });
	const given = [comma('-1.5', 'decimal'), comma(0.5), comma('1.5', 'text')];
	expect(given).toEqual(['-1,5', '0,5', '1.5']);
});

test('formulas are kept where that was chosen', () => {
	expect(cell('=1+1', undefined, { isGuarded: false })).toBe('=1+1');
});

test('a row of one empty cell is no empty line', () => {
	expect(csvRow([''], ',')).toBe('""\r\n');
});
