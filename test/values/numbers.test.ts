import tables from './numbers.json';
import {
	decimal,
	flag,
	integer,
	text,
	type Field,
	type ValueContext,
} from '../../nodes/SalesManagement/fields';

const context: ValueContext = { version: 'v2', timezone: 'Asia/Tokyo' };
const rate = decimal('rate', 'Rate');
const amount = integer('amount', 'Amount');
const sure = flag('sure', 'Sure');
const memo = text('memo', 'Memo');
const month = integer('closingMonth', 'Closing Month', { min: 1, max: 12 });

test.each(tables.decimals)('as a decimal, $entered of a file is $sent', ({ entered, sent }) => {
	expect(rate.toRequest(entered, context)).toBe(sent);
});

test.each(tables.wholeNumbers)(
	'as a whole number, $entered of a file is $sent',
	({ entered, sent }) => {
		expect(amount.toRequest(entered, context)).toBe(sent);
	},
);

/** A number with one currency, before or behind it. */
test.each(tables.amounts)('$entered is the amount $sent', ({ entered, sent }) => {
	expect(amount.toRequest(entered, context)).toBe(sent);
});

test.each([
	['€1.234,50', '1234.50'],
	['$1,234.50', '1234.50'],
	['12.50 EUR', '12.50'],
	['１２．５', '12.5'],
	['$0.125', '0.125'],
])('%p is the decimal %s', (entered, sent) => {
	expect(rate.toRequest(entered, context)).toBe(sent);
});

test.each([
	['(500)', ', with a minus instead of parentheses'],
	['$(500)', ', with a minus instead of parentheses'],
	['60%', ' without a percent sign, such as 60 or 0.6'],
	['６０％', ' without a percent sign, such as 60 or 0.6'],
	['1.5E+05', ', with all of its digits'],
])('%p is refused, and how to write it is told', (entered, hint) => {
	expect(() => amount.toRequest(entered, context)).toThrow(
		`Amount is "${entered}"; it must be a whole number${hint}.`,
	);
	expect(() => rate.toRequest(entered, context)).toThrow(`it must be a number${hint}.`);
});

test.each(tables.noNumbers)('%p is no number, whatever stands beside it', (entered) => {
	for (const field of [rate, amount]) {
		expect(() => field.toRequest(entered, context)).toThrow(/ must be a (whole )?number\.$/);
	}
});

test.each([
	['1,000', '1000 or 1'],
	['$1,500', '1500 or 1.5'],
	['1.500', '1500 or 1.5'],
	['-1.125', '-1125 or -1.1250'],
])('%s may be two decimals: the error says how to write it', (one, means) => {
	expect(() => rate.toRequest(one, context)).toThrow(
		`Rate is "${one}", which may mean ${means}: write it as one of these.`,
	);
});

test.each(['1,00,000', '1.000.50', '1,000.50,5', '0,000.5', '1 00', '1.000,', ',5', '1,2,3'])(
	'%p is no number',
	(entered) => {
		for (const field of [rate, amount]) {
			expect(() => field.toRequest(entered, context)).toThrow(/ must be a (whole )?number\.$/);
		}
	},
);

test.each(['', ' ', '\u3000'])('%j is no number given', (entered) => {
	for (const field of [rate, amount]) expect(field.toRequest(entered, context)).toBeUndefined();
});

test.each([
	'abc',
	'1.5',
	{},
	[],
	Number.NaN,
	// A thousand times less than 500.000 beside it would be.
	'1500.000',
	'1500,000',
	'0500.000',
])('%p is no whole number', (entered) => {
	expect(() => amount.toRequest(entered, context)).toThrow(/^Amount is .* must be a whole number/);
});

test.each(tables.flags)('$entered is the flag $sent', ({ entered, sent }) =>
	expect(sure.toRequest(entered, context)).toBe(sent),
);

test.each([
	['It', 'It'],
	[12, '12'],
	[1.5, '1.5'],
	[true, 'true'],
])('%p is the text %p', (entered, sent) => expect(memo.toRequest(entered, context)).toBe(sent));

test.each([
	...['', 'maybe', 2, null, {}].map((each) => [each, sure]),
	...[Number.NaN, null, {}, ['a']].map((each) => [each, memo]),
] as Array<[unknown, Field]>)('%p is none', (entered, field) => {
	expect(() => field.toRequest(entered, context)).toThrow(field.label);
});

test('a range is kept (v2 §8: closingMonth 1 to 12)', () => {
	expect(month.toRequest('12', context)).toBe(12);
	expect(() => month.toRequest(13, context)).toThrow('1 to 12');
});

test.each([
	['text', text('a', 'A'), ''],
	['a number', amount, 0],
	['a flag', flag('a', 'A'), false],
	['null, where it empties a field,', text('a', 'A', { traits: ['clearable'] }), null],
])('absent is not empty: %s is sent, what was not touched is not', (_, field, empty) => {
	expect(field.toRequest(empty, context)).toBe(empty);
	expect(field.toRequest(undefined, context)).toBeUndefined();
});
