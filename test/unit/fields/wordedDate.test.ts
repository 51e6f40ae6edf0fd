import {
	momentOf,
	toCustomDate,
	toDate,
	toDateTime,
} from '../../../nodes/SalesManagement/fields/time';

describe('a date whose month is a word is taken, since no part of it can be mistaken', () => {
	test.each([
		'November 30, 2026',
		'Nov 30 2026',
		'nov. 30th, 2026',
		'30 November 2026',
		'30 Nov 2026',
		'30th of November, 2026',
		'Monday, November 30, 2026',
		'  November  30,  2026 ',
	])('%s', (entered) => {
		expect(toDate(entered, 'Date', 'Asia/Tokyo')).toBe('2026-11-30');
	});

	test.each([
		['Sept 1, 2026', '2026-09-01'],
		['Sep 1, 2026', '2026-09-01'],
		['1 May 2026', '2026-05-01'],
		['29 February 2028', '2028-02-29'],
	])('%s is %s', (entered, day) => {
		expect(toDate(entered, 'Date', 'UTC')).toBe(day);
	});

	test.each([
		['November 30, 2026 14:00', '2026-11-30T05:00:00.000Z'],
		['November 30, 2026 at 2 pm', '2026-11-30T05:00:00.000Z'],
		['Nov 30, 2026, 2:30:15 PM', '2026-11-30T05:30:15.000Z'],
		['30 Nov 2026 12 am', '2026-11-29T15:00:00.000Z'],
		['30 Nov 2026 12:15 pm', '2026-11-30T03:15:00.000Z'],
		['30 Nov 2026', '2026-11-29T15:00:00.000Z'],
	])('with a time: %s in Tokyo is %s', (entered, moment) => {
		expect(toDateTime(entered, 'Start', 'Asia/Tokyo')).toBe(moment);
	});
});

describe('a date with its year first and slashes is taken: nobody writes the day in the middle', () => {
	test.each([
		['2026/11/30', '2026-11-30'],
		['2026/1/5', '2026-01-05'],
		[' 2026/01/05 ', '2026-01-05'],
	])('%s is %s', (entered, day) => {
		expect(toDate(entered, 'Date', 'Asia/Tokyo')).toBe(day);
	});

	test.each([
		['2026/11/30 14:00', '2026-11-30T05:00:00.000Z'],
		['2026/11/30 9:05:30', '2026-11-30T00:05:30.000Z'],
		['2026/11/30T09:00:00+09:00', '2026-11-30T00:00:00.000Z'],
		['2026/1/5', '2026-01-04T15:00:00.000Z'],
	])('with a time: %s in Tokyo is %s', (entered, moment) => {
		expect(toDateTime(entered, 'Start', 'Asia/Tokyo')).toBe(moment);
	});

	test('in a custom field as well, in no time zone', () => {
		expect(toCustomDate('2026/11/30', 'Met', 'Asia/Tokyo')).toBe('2026-11-30T00:00:00Z');
	});

	test('what the service returns has no such form', () => {
		expect(momentOf('2026/11/30')).toBeUndefined();
	});
});

test.each([
	'2026/02/30',
	'2026/13/01',
	'2026/30/11',
	'26/11/30',
	'2026/11',
	'2026/11/30/1',
	'2026/11-30',
	'2026/11/30 9',
	'February 30, 2026',
	'Smarch 1, 2026',
	'Ma 1, 2026',
	'November 2026',
	'November 30, 26',
	'11/30/2026',
	'30.11.2026',
	'tomorrow',
	'November 30, 2026 14',
	'November 30, 2026 13 pm',
	'November 30, 2026 25:00',
])('%s is no date that can be told, and the message says how to write one', (entered) => {
	expect(() => toDate(entered, 'Date', 'UTC')).toThrow('write it like 2026-11-30');
});
