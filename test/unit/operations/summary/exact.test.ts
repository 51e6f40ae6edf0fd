import {
	compareDecimals,
	ExactSum,
} from '../../../../nodes/SalesManagement/operations/summary/exact';

function sumOf(...decimals: string[]): ExactSum {
	const sum = new ExactSum();
	for (const each of decimals) sum.add(each);
	return sum;
}

test.each([
	[['0.1', '0.2'], '0.3', '0.15'],
	[['1', '2', '-3'], '0', '0'],
	[['9007199254740993', '0.0000001'], '9007199254740993.0000001', '4503599627370496.50000005'],
	[['10', '0', '0'], '10', '3.3333333333'],
	[['20', '0', '0'], '20', '6.6666666667'],
	[['-20', '0', '0'], '-20', '-6.6666666667'],
	// Half of the last place is rounded away from zero.
	[['0.0000000001', '0'], '0.0000000001', '0.0000000001'],
	[['-0.0000000001', '0'], '-0.0000000001', '-0.0000000001'],
	// Values with more places keep them.
	[['0.000000000003', '0.000000000001'], '0.000000000004', '0.000000000002'],
])('%j are %s, and %s on average', (decimals, total, average) => {
	const sum = sumOf(...decimals);
	expect([sum.total, sum.average]).toEqual([total, average]);
});

test('of nothing the sum is 0, and there is no average', () => {
	expect([sumOf().total, sumOf().average]).toEqual(['0', undefined]);
});

test.each([
	['1', '2', -1],
	['-1', '-2', 1],
	['0.1', '0.10', 0],
	['9007199254740993', '9007199254740992', 1],
	['0.30000000000000000001', '0.3', 1],
	[`1${'0'.repeat(400)}`, `2${'0'.repeat(400)}`, -1],
])('%s compared with %s', (one, other, sign) => {
	expect(Math.sign(compareDecimals(one, other))).toBe(sign);
	expect(Math.sign(compareDecimals(other, one))).toBe(sign === 0 ? 0 : -sign);
});
