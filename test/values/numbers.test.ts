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

test.each([
	['1,000.50', '1000.50'],
	['1.000,50', '1000.50'],
	['-1.234.567,8', '-1234567.8'],
	['1 000,50', '1000.50'],
	['1\u202f000', '1000'],
	['1’000', '1000'],
	['1,000,000', '1000000'],
	['12,5', '12.5'],
	['0,125', '0.125'],
	['0.500', '0.500'],
	['1500.000', '1500.000'],
	['-0.125', '-0.125'],
	// Decimals are text, and keep every digit (v1 §2).
	['12345678901234.5670', '12345678901234.5670'],
])('as a decimal, %p of a file is %s', (entered, sent) => {
	expect(rate.toRequest(entered, context)).toBe(sent);
});

test.each([
	['1,000', 1000],
	['1.000.000', 1_000_000],
	['1 000', 1000],
	['1,000.00', 1000],
	['-1,000', -1000],
	['12.0', 12],
	[' 12 ', 12],
])('as a whole number, %p of a file is %i', (entered, sent) => {
	expect(amount.toRequest(entered, context)).toBe(sent);
});

/** A number with one currency, before or behind it. */
test.each([
	['$25,000', 25_000],
	['¥25000', 25_000],
	['￥２５，０００', 25_000],
	['25000円', 25_000],
	['25,000 円', 25_000],
	['1.500 €', 1500],
	['1 500 €', 1500],
	['1\u202f500\u00a0€', 1500],
	['1\u2009500', 1500],
	['EUR 1,500.00', 1500],
	['1500 USD', 1500],
	['US$ 25,000', 25_000],
	['NT$25,000', 25_000],
	['R$ 1.500,00', 1500],
	['CHF 1’500', 1500],
	['₹500', 500],
	['-$500', -500],
	['$-500', -500],
	['－５００', -500],
	['１２３', 123],
])('%p is the amount %i', (entered, sent) => {
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

test.each([
	...['$$5', '$5 USD', '¥500円', 'USD', '$', '25k', '$25K', '500万円', '500 ABC', 'usd 5', '5²'],
	...['①', '½', '50¢', '-$-5', '5 $ 6', '１０万', 'Q3'],
])('%p is no number, whatever stands beside it', (entered) => {
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

test.each<[entered: unknown, sent: boolean]>([
	...[true, 1, '1', ' TRUE ', 'yes', 'On'].map((each): [unknown, boolean] => [each, true]),
	...[false, 0, '0', 'False', 'no', 'off'].map((each): [unknown, boolean] => [each, false]),
])('%p is the flag %p', (entered, sent) => expect(sure.toRequest(entered, context)).toBe(sent));

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
