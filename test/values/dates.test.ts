import { toCustomDate, toDate, toDateTime } from '../../nodes/SalesManagement/fields';

test.each([
	// Without an offset: in the workflow's time zone, sent as UTC (v2 §2.1.2).
	['2026-11-30T09:00:00', 'Asia/Tokyo', '2026-11-30T00:00:00.000Z'],
	['2026-11-30 09:00', 'Asia/Tokyo', '2026-11-30T00:00:00.000Z'],
	['2026-11-30', 'Asia/Tokyo', '2026-11-29T15:00:00.000Z'],
	['2026-11-30T09:00:00.250', 'UTC', '2026-11-30T09:00:00.250Z'],
	['2026-07-01T12:00:00', 'America/New_York', '2026-07-01T16:00:00.000Z'],
	['2026-12-01T12:00:00', 'America/New_York', '2026-12-01T17:00:00.000Z'],
	// An offset counts more than the zone.
	['2026-11-30T09:00:00+09:00', 'America/New_York', '2026-11-30T00:00:00.000Z'],
	// 29 March, 01:00 UTC: clocks go from 02:00 (+1) to 03:00 (+2).
	['2026-03-29T01:59:59.999', 'Europe/Berlin', '2026-03-29T00:59:59.999Z'],
	['2026-03-29T03:00:00', 'Europe/Berlin', '2026-03-29T01:00:00.000Z'],
	// 25 October, 01:00 UTC: from 03:00 (+2) to 02:00 (+1).
	['2026-10-25T01:59:59', 'Europe/Berlin', '2026-10-24T23:59:59.000Z'],
	['2026-10-25T03:00:00', 'Europe/Berlin', '2026-10-25T02:00:00.000Z'],
	// 8 March, 07:00 UTC: west of Greenwich a first guess errs the other way.
	['2026-03-08T01:59:59', 'America/New_York', '2026-03-08T06:59:59.000Z'],
	['2026-03-08T06:30:00', 'America/New_York', '2026-03-08T10:30:00.000Z'],
	// 1 November, 06:00 UTC.
	['2026-11-01T00:59:59', 'America/New_York', '2026-11-01T04:59:59.000Z'],
	['2026-11-01T02:00:00', 'America/New_York', '2026-11-01T07:00:00.000Z'],
	// 5 April, 15:00 UTC: half an hour, in the southern hemisphere.
	['2026-04-05T02:00:00', 'Australia/Lord_Howe', '2026-04-04T15:30:00.000Z'],
	// Months in words, and the year first with slashes: no part can be mistaken.
	['November 30, 2026 14:00', 'Asia/Tokyo', '2026-11-30T05:00:00.000Z'],
	['Nov 30, 2026, 14:30:15', 'Asia/Tokyo', '2026-11-30T05:30:15.000Z'],
	['30 Nov 2026 0:15', 'Asia/Tokyo', '2026-11-29T15:15:00.000Z'],
	['2026/11/30 9:05:30', 'Asia/Tokyo', '2026-11-30T00:05:30.000Z'],
	['2026/11/30T09:00:00+09:00', 'Asia/Tokyo', '2026-11-30T00:00:00.000Z'],
	// As spreadsheets write it, and mails (RFC 5322).
	['2026-11-30 9:30', 'Asia/Tokyo', '2026-11-30T00:30:00.000Z'],
	['2026-1-5 9:30:15', 'Asia/Tokyo', '2026-01-05T00:30:15.000Z'],
	['Mon, 30 Nov 2026 09:05:30 +0900', 'UTC', '2026-11-30T00:05:30.000Z'],
	['Mon, 30 Nov 2026 09:05:30 GMT', 'Asia/Tokyo', '2026-11-30T09:05:30.000Z'],
	// What an export writes of the hour that clocks show a second time.
	['2026-10-25 02:30:00', 'Europe/Berlin', '2026-10-25T00:30:00.000Z'],
	['2026-10-25 02:30:00+01:00', 'Europe/Berlin', '2026-10-25T01:30:00.000Z'],
])('the moment %s in %s is %s', (entered, timezone, sent) => {
	expect(toDateTime(entered, 'Start', timezone)).toBe(sent);
});

test('date objects of JavaScript and of expressions are moments', () => {
	expect(toDateTime(new Date(0), 'Start', 'Asia/Tokyo')).toBe('1970-01-01T00:00:00.000Z');
	const luxon = { toJSON: () => '2026-11-30T09:00:00.000+09:00' };
	expect(toDateTime(luxon, 'Start', 'UTC')).toBe('2026-11-30T00:00:00.000Z');
});

test.each([
	...['soon', '', '12', '2026-13-01T00:00:00', '2026-11-30 or later', 'on 2026-11-30T09:00:00Z'],
	...[
		'0202-11-30',
		'0026-11-30T09:00',
		'2026-11-30T09:00:00Z or later',
		'2026-11-30T10:00+90:00',
		'2026-11-30T10:00-99',
	],
])('%p is no moment, and the message names the field', (entered) => {
	expect(() => toDateTime(entered, 'Start', 'UTC')).toThrow(/^Start is /);
});

test.each([
	['2026-11-30', 'America/Los_Angeles', '2026-11-30'],
	['2026-11-30T00:00:00', 'Asia/Tokyo', '2026-11-30'],
	['2026-11-29T15:00:00Z', 'Asia/Tokyo', '2026-11-30'],
	['2026-11-30T23:00:00-08:00', 'America/Los_Angeles', '2026-11-30'],
	...[
		...['November 30, 2026', 'Nov 30 2026', '30 Nov 2026', '2026/11/30'],
		...['nov. 30, 2026', 'Monday, November 30, 2026', '  November  30,  2026 '],
	].map((entered) => [entered, 'Asia/Tokyo', '2026-11-30']),
	['Sept 1, 2026', 'UTC', '2026-09-01'],
	['1 May 2026', 'UTC', '2026-05-01'],
	['29 February 2028', 'UTC', '2028-02-29'],
	[' 2026/1/5 ', 'UTC', '2026-01-05'],
	['2026-1-5', 'UTC', '2026-01-05'],
	['Mon 30 Nov 2026', 'UTC', '2026-11-30'],
	['Tues, December 1, 2026', 'UTC', '2026-12-01'],
])('the day %s in %s is %s: no time zone shifts it', (entered, timezone, day) => {
	expect(toDate(entered, 'Day', timezone)).toBe(day);
});

test.each([
	...['2026-02-30', '2026/02/30', '2026/13/01', '2026/30/11', '26/11/30', '2026/11', '2026/11-30'],
	...['2026/11/30/1', '2026/11/30 9', '11/30/2026', '30.11.2026', 'tomorrow', 'November 2026'],
	...['February 30, 2026', 'Smarch 1, 2026', 'Ma 1, 2026', 'November 30, 26'],
	...['Tuesday, 30 November 2026', 'Doomsday 30 November 2026', 'M, 30 November 2026', '2026-1'],
	...['November 30, 2026 14', '30 Nov 2026 2 pm', '30 Nov 2026 2:00 PM', '30 Nov 2026 24:00'],
	...['30th of November, 2026', 'November 30, 2026 25:00'],
])('%s is no day that can be told, and the message says how to write one', (entered) => {
	expect(() => toDate(entered, 'Day', 'UTC')).toThrow(
		/^Day .*(write it like 2026-11-30|not a real)/,
	);
});

test('a date of a custom field is in no time zone', () => {
	expect(toCustomDate('2026/11/30', 'Met', 'Asia/Tokyo')).toBe('2026-11-30T00:00:00Z');
});
