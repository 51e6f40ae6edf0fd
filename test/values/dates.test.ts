import { DateTime } from 'luxon';
import {
	clockTime,
	date,
	dateTime,
	dayOf,
	momentOf,
	toCustomDate,
	toDate,
	toDateTime,
	wholeDay,
} from '../../nodes/SalesManagement/fields';

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
	expect(toDateTime(entered, 'Start', { timezone })).toBe(sent);
});

test('date objects of JavaScript and of expressions are moments', () => {
	expect(toDateTime(new Date(0), 'Start', { timezone: 'Asia/Tokyo' })).toBe(
		'1970-01-01T00:00:00.000Z',
	);
	const luxon = { toJSON: () => '2026-11-30T09:00:00.000+09:00' };
	expect(toDateTime(luxon, 'Start', { timezone: 'UTC' })).toBe('2026-11-30T00:00:00.000Z');
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
	expect(() => toDateTime(entered, 'Start', { timezone: 'UTC' })).toThrow(/^Start is /);
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
	expect(toDate(entered, 'Day', { timezone })).toBe(day);
});

test.each([
	...['2026-02-30', '2026/02/30', '2026/13/01', '2026/30/11', '2026/11', '2026/11-30'],
	...['2026/11/30/1', '2026/11/30 9', 'tomorrow', 'November 2026'],
	...['February 30, 2026', 'Smarch 1, 2026', 'Ma 1, 2026', 'November 30, 26'],
	...['Tuesday, 30 November 2026', 'Doomsday 30 November 2026', 'M, 30 November 2026', '2026-1'],
	...['November 30, 2026 14', '30 Nov 2026 2 pm', '30 Nov 2026 14:00 PM', '30 Nov 2026 24:00'],
	...['30th of November, 2026', 'November 30, 2026 25:00'],
])('%s is no day that can be told, and the message says how to write one', (entered) => {
	expect(() => toDate(entered, 'Day', { timezone: 'UTC' })).toThrow(
		/^Day .*(write it like 2026-11-30|not a real)/,
	);
});

/** Forms of spreadsheets and people that mean one day. */
test.each([
	['17.06.2025', '2025-06-17'],
	['5.1.2026', '2026-01-05'],
	['17. 6. 2025', '2025-06-17'],
	['2025.6.17', '2025-06-17'],
	['2025. 6. 17', '2025-06-17'],
	['2025年6月17日', '2025-06-17'],
	['２０２５年６月１７日', '2025-06-17'],
	['２０２５／６／１７', '2025-06-17'],
	['17-Jun-2025', '2025-06-17'],
	['17-JUN-2025', '2025-06-17'],
	['17.Jun.2025', '2025-06-17'],
	['17 Jun 2025', '2025-06-17'],
	['17/06/2025', '2025-06-17'],
	['17-06-2025', '2025-06-17'],
	['06/17/2025', '2025-06-17'],
	['6/17/2025', '2025-06-17'],
	['05/05/2025', '2025-05-05'],
	['6/17/2025 11:30 PM', '2025-06-17'],
])('%s means the day %s', (entered, day) => {
	for (const zone of ['Asia/Tokyo', 'America/Los_Angeles']) {
		expect(toDate(entered, 'Day', { timezone: zone })).toBe(day);
	}
	expect(wholeDay(entered)?.day).toBe(entered.endsWith('M') ? undefined : day);
});

test.each([
	['17.06.2025 14:30', '2025-06-17T05:30:00.000Z'],
	['17.06.2025, 14:30:15', '2025-06-17T05:30:15.000Z'],
	['2025年6月17日 14時30分', '2025-06-17T05:30:00.000Z'],
	['2025年6月17日14時30分15秒', '2025-06-17T05:30:15.000Z'],
	['２０２５／０６／１７　１４：３０', '2025-06-17T05:30:00.000Z'],
	['6/17/2025 2:30 PM', '2025-06-17T05:30:00.000Z'],
	['6/17/2025, 2:30:15\u202fpm', '2025-06-17T05:30:15.000Z'],
	['17-Jun-2025 12:30 AM', '2025-06-16T15:30:00.000Z'],
	['2025-06-17 12:30 PM', '2025-06-17T03:30:00.000Z'],
	['17/06/2025 14:30 +02:00', '2025-06-17T12:30:00.000Z'],
])('%s means the moment %s', (entered, sent) => {
	expect(toDateTime(entered, 'Start', { timezone: 'Asia/Tokyo' })).toBe(sent);
	expect(toCustomDate(entered, 'Start', { timezone: 'Asia/Tokyo' })).toBe(sent);
});

describe('a date of numbers that could be two days', () => {
	test.each(['01/02/2026', '1/2/2026', '01-02-2026', '０１／０２／２０２６'])(
		'%s is refused, and both are told',
		(entered) => {
			const message = `Day is "${entered}", which may be 2026-02-01 or 2026-01-02: write it as one of these, or set Date Order.`;
			for (const read of [toDate, toDateTime, toCustomDate]) {
				expect(() => read(entered, 'Day', { timezone: 'UTC' })).toThrow(message);
			}
			expect(wholeDay(entered)).toBeUndefined();
		},
	);

	test.each([
		['01/02/2026', 'day', '2026-02-01'],
		['01/02/2026', 'month', '2026-01-02'],
		['1-2-2026', 'month', '2026-01-02'],
		['01.02.2026', 'day', '2026-02-01'],
		['01.02.2026', 'month', '2026-01-02'],
		['01.02.2026', undefined, '2026-02-01'],
		['17/06/2025', 'day', '2025-06-17'],
		['2026-01-02', 'day', '2026-01-02'],
		['2026/01/02', 'month', '2026-01-02'],
	] as const)('%s with the %s first is %s', (entered, dateOrder, day) => {
		expect(toDate(entered, 'Day', { timezone: 'UTC', dateOrder })).toBe(day);
		expect(toCustomDate(entered, 'Day', { timezone: 'UTC', dateOrder })).toBe(`${day}T00:00:00Z`);
		expect(wholeDay(entered, { dateOrder })?.day).toBe(day);
	});

	test('what contradicts the order that is set is refused', () => {
		const reading = () => toDate('17/06/2025', 'Day', { timezone: 'UTC', dateOrder: 'month' });
		expect(reading).toThrow('not a real date, or not in the Date Order that is set');
	});

	test.each([
		[date('day', 'Day'), '2026-02-01'],
		[dateTime('at', 'At'), '2026-02-01T00:00:00.000Z'],
	])('a field reads it in the order of its context (%#)', (field, sent) => {
		const context = { version: 'v2', timezone: 'UTC', dateOrder: 'day' } as const;
		expect(field.toRequest('01/02/2026', context)).toBe(sent);
	});
});

test.each<[entered: unknown, reason: string]>([
	[
		'45825',
		"which is a spreadsheet’s number of a day: format the column as a date, or read it with {{ DateTime.fromISO('1899-12-30').plus({ days: $json.column }) }}.",
	],
	[45825, 'a spreadsheet’s number of a day'],
	['45825.604', 'a spreadsheet’s number of a day'],
	['1750118400000', 'a time in milliseconds: read it with {{ DateTime.fromMillis'],
	[1750118400000, 'a time in milliseconds'],
	['1750118400', 'a time in seconds: read it with {{ DateTime.fromSeconds'],
	...['17.06.25', '06/17/25', '17-Jun-25', '26/11/30', '26/11/30 9:00'].map(
		(each): [unknown, string] => [each, 'a year of two digits: write all four'],
	),
	['30/02/2026', 'not a real date, or not in the Date Order that is set'],
	['30.02.2026', 'not a real date'],
	['13/13/2026', 'not a real date'],
	['20250617', 'not a real date'],
	['2025年13月1日', 'not a real date'],
	['6/17/2025 14:30 PM', 'not a real date'],
])('%p is refused, and the reason is told: %s', (entered, reason) => {
	for (const read of [toDate, toDateTime, toCustomDate]) {
		expect(() => read(entered, 'Day', { timezone: 'UTC' })).toThrow(reason);
	}
});

test.each(['17.06.2025', '2025年6月17日', '17-Jun-2025', '17/06/2025', '2026-11-30 2:30 PM'])(
	'of what the service returned, %s is no date',
	(value) => expect([momentOf(value), dayOf(value)]).toEqual([undefined, undefined]),
);

test('a date of a custom field is in no time zone', () => {
	expect(toCustomDate('2026/11/30', 'Met', { timezone: 'Asia/Tokyo' })).toBe(
		'2026-11-30T00:00:00Z',
	);
});

test.each(['America/New_York', 'Africa/Casablanca', 'Australia/Lord_Howe'])(
	'each half hour of 2026 in %s is what Luxon shows, on days on which clocks change as well',
	(zone) => {
		const begin = Date.UTC(2026, 0, 1);
		const moments = Array.from({ length: 365 * 48 }, (_, at) => begin + at * 1_800_000);
		const others = moments.filter((moment) => {
			const shown = DateTime.fromMillis(moment, { zone }).toISO({ includeOffset: false });
			return clockTime(moment, zone) !== `${shown}Z`;
		});
		expect(others).toEqual([]);
	},
);
