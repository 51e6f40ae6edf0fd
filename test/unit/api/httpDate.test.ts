import { httpDate } from '../../../nodes/SalesManagement/api/httpDate';

const TIME = Date.parse('2026-11-21T08:00:07Z');

test.each([
	'Sat, 21 Nov 2026 08:00:07 GMT',
	' Sat, 21 Nov 2026 08:00:07 GMT ',
	'Saturday, 21-Nov-26 08:00:07 GMT',
	'Sat Nov 21 08:00:07 2026',
])('%s is a time (RFC 9110 §5.6.7)', (text) => {
	expect(httpDate(text)).toBe(TIME);
});

test('a day below ten may be written with a blank', () => {
	expect(httpDate('Sat Nov  7 08:00:07 2026')).toBe(TIME - 14 * 86_400_000);
});

test.each([
	...['1', '0', '2026', 'yesterday', '', '2026-11-21T08:00:07Z', 'Sat, 21 Nov 2026'],
	...[
		'Sat, 21 Nov 2026 08:00:07 JST',
		'Sat, 21 Nov 2026 28:00:07 GMT',
		'Sat, 41 Nov 2026 08:00:07 GMT',
	],
	...[undefined, null, 7, ['Sat, 21 Nov 2026 08:00:07 GMT']],
])('%j is none', (value) => {
	expect(httpDate(value)).toBeUndefined();
});
