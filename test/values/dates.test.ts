import { DateTime } from 'luxon';
import tables from './dates.json';
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
import { table } from '../support/table';

test.each(tables.moments)(
	'the moment $entered in $timezone is $sent',
	({ entered, timezone, sent }) => {
		expect(toDateTime(entered, 'Start', { timezone })).toBe(sent);
	},
);

test('date objects of JavaScript and of expressions are moments', () => {
	expect(toDateTime(new Date(0), 'Start', { timezone: 'Asia/Tokyo' })).toBe(
		'1970-01-01T00:00:00.000Z',
	);
	const luxon = { toJSON: () => '2026-11-30T09:00:00.000+09:00' };
	expect(toDateTime(luxon, 'Start', { timezone: 'UTC' })).toBe('2026-11-30T00:00:00.000Z');
});

test.each(tables.noMoment)('%p is no moment, and the message names the field', (entered) => {
	expect(() => toDateTime(entered, 'Start', { timezone: 'UTC' })).toThrow(/^Start is /);
});

test.each(tables.days)(
	'the day $entered in $timezone is $day: no time zone shifts it',
	({ entered, timezone, day }) => {
		expect(toDate(entered, 'Day', { timezone })).toBe(day);
	},
);

test.each(tables.noDays)(
	'%s is no day that can be told, and the message says how to write one',
	(entered) => {
		expect(() => toDate(entered, 'Day', { timezone: 'UTC' })).toThrow(
			/^Day .*(write it like 2026-11-30|not a real)/,
		);
	},
);

/** Forms of spreadsheets and people that mean one day. */
test.each(tables.daysOfFiles)('$entered means the day $day', ({ entered, day }) => {
	for (const zone of ['Asia/Tokyo', 'America/Los_Angeles']) {
		expect(toDate(entered, 'Day', { timezone: zone })).toBe(day);
	}
	expect(wholeDay(entered)?.day).toBe(entered.endsWith('M') ? undefined : day);
});

test.each(tables.momentsOfFiles)('$entered means the moment $sent', ({ entered, sent }) => {
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

	test.each(table<{ entered: string; dateOrder?: 'day' | 'month'; day: string }>(tables.orders))(
		'$entered with the $dateOrder first is $day',
		({ entered, dateOrder, day }) => {
			expect(toDate(entered, 'Day', { timezone: 'UTC', dateOrder })).toBe(day);
			expect(toCustomDate(entered, 'Day', { timezone: 'UTC', dateOrder })).toBe(`${day}T00:00:00Z`);
			expect(wholeDay(entered, { dateOrder })?.day).toBe(day);
		},
	);

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

test.each(tables.refused)(
	'$entered is refused, and the reason is told: $reason',
	({ entered, reason }) => {
		for (const read of [toDate, toDateTime, toCustomDate]) {
			expect(() => read(entered, 'Day', { timezone: 'UTC' })).toThrow(reason);
		}
	},
);

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
