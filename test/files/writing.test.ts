/** What values are in a cell of a table. */
import tables from './writing.json';
import {
	customDateType,
	decimalType,
	textType,
	untypedType,
} from '../../nodes/SalesManagement/fields';
import { cellOf, csvRow } from '../../nodes/SalesManagement/files';
import { table } from '../support/table';

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

test.each(table<{ value: string; kind: Kind; expected: string }>(tables.types))(
	'$value in a field of the type $kind is $expected',
	({ value, kind, expected }) => {
		expect(cell(value, kind)).toBe(expected);
	},
);

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
