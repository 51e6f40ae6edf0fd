import {
	checkedTimezone,
	Periods,
	type Unit,
} from '../../../../nodes/SalesManagement/operations/summary/periods';

const periodOf = (unit: Unit, value: string, zone = 'UTC') =>
	new Periods(unit, zone).of(value, 'moment');

test.each<[Unit, string, string]>([
	['day', '2026-11-30T12:00:00Z', '2026-11-30'],
	['week', '2026-11-30T12:00:00Z', '2026-W49'],
	['month', '2026-11-30T12:00:00Z', '2026-11'],
	['quarter', '2026-11-30T12:00:00Z', '2026-Q4'],
	['year', '2026-11-30T12:00:00Z', '2026'],
	// ISO 8601: weeks at the turn of the year belong to the year of their Thursday.
	['week', '2027-01-03T12:00:00Z', '2026-W53'],
	['week', '2027-01-04T12:00:00Z', '2027-W01'],
	['week', '2024-12-30T12:00:00Z', '2025-W01'],
	['week', '1965-01-01T00:00:00Z', '1964-W53'],
])('%s of %s', (unit, value, period) => {
	expect(periodOf(unit, value)).toBe(period);
});

test.each([
	['Europe/Berlin', '2026-03-28T22:59:59Z', '2026-03-28'],
	['Europe/Berlin', '2026-03-28T23:00:00Z', '2026-03-29'],
	// Two hours before UTC in summer, one in winter, on the days of the change as well.
	['Europe/Berlin', '2026-03-29T21:59:59Z', '2026-03-29'],
	['Europe/Berlin', '2026-03-29T22:00:00Z', '2026-03-30'],
	['Europe/Berlin', '2026-10-24T21:59:59Z', '2026-10-24'],
	['Europe/Berlin', '2026-10-24T22:00:00Z', '2026-10-25'],
	['Europe/Berlin', '2026-10-25T22:59:59Z', '2026-10-25'],
	['Europe/Berlin', '2026-10-25T23:00:00Z', '2026-10-26'],
	['America/New_York', '2026-11-30T04:59:59Z', '2026-11-29'],
	['Asia/Kathmandu', '2026-11-30T18:15:00Z', '2026-12-01'],
	['Asia/Tokyo', '2026-11-30T23:00:00+09:00', '2026-11-30'],
])('in %s, %s is on %s', (zone, value, day) => {
	expect(periodOf('day', value, zone)).toBe(day);
});

test('what is remembered of a day on which clocks are changed is right before and after', () => {
	const periods = new Periods('day', 'Europe/Berlin');
	const days = ['00:30', '22:30', '21:30', '22:00'].map((time) =>
		periods.of(`2026-03-29T${time}:00Z`, 'moment'),
	);
	expect(days).toEqual(['2026-03-29', '2026-03-30', '2026-03-29', '2026-03-30']);
});

test('a calendar day is in no time zone', () => {
	const periods = new Periods('day', 'America/Los_Angeles');
	expect(periods.of('2026-11-30', 'day')).toBe('2026-11-30');
	expect(periods.of('2026-11-30T00:00:00+09:00', 'day')).toBe('2026-11-30');
});

test('a custom date at midnight in UTC is a bare day, any other a moment (v2 §2.8)', () => {
	const periods = new Periods('day', 'America/Los_Angeles');
	expect(periods.of('2026-11-30T00:00:00.000Z', 'customDate')).toBe('2026-11-30');
	expect(periods.of('2026-11-30T09:00:00.000+09:00', 'customDate')).toBe('2026-11-30');
	expect(periods.of('2026-11-30T01:00:00.000Z', 'customDate')).toBe('2026-11-29');
});

test('what is no date is in no period', () => {
	expect(periodOf('day', 'tomorrow')).toBeUndefined();
});

test.each(['UTC', 'Europe/Berlin', 'america/new_york'])('%s is a time zone', (name) => {
	expect(checkedTimezone(name)).toBe(name);
});

test('another name is an error that shows how to write one', () => {
	expect(() => checkedTimezone('Berlin')).toThrow(/Time Zone is "Berlin".*Europe\/Berlin/);
});
