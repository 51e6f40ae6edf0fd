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

test.each(tables.sentDecimals)('$entered is the decimal $sent', ({ entered, sent }) => {
	expect(rate.toRequest(entered, context)).toBe(sent);
});

test.each(tables.hinted)(
	'$entered is refused, and how to write it is told',
	({ entered, hint }) => {
		expect(() => amount.toRequest(entered, context)).toThrow(
			`Amount is "${entered}"; it must be a whole number${hint}.`,
		);
		expect(() => rate.toRequest(entered, context)).toThrow(`it must be a number${hint}.`);
	},
);

test.each(tables.noNumbers)('%p is no number, whatever stands beside its digits', (entered) => {
	for (const field of [rate, amount]) {
		expect(() => field.toRequest(entered, context)).toThrow(/ must be a (whole )?number\.$/);
	}
});

test.each(tables.unclear)(
	'$one may be two decimals: the error says how to write it',
	({ one, means }) => {
		expect(() => rate.toRequest(one, context)).toThrow(
			`Rate is "${one}", which may mean ${means}: write it as one of these.`,
		);
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

test.each(tables.texts)('$entered is the text $sent', ({ entered, sent }) =>
	expect(memo.toRequest(entered, context)).toBe(sent),
);

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
