import fc from 'fast-check';
import { toDate, toDateTime } from '../../../nodes/SalesManagement/fields/time';

describe('date-times without an offset are read in the workflow’s time zone and sent as UTC (v2 §2.1.2)', () => {
	test.each([
		['2026-11-30T09:00:00', 'Asia/Tokyo', '2026-11-30T00:00:00.000Z'],
		['2026-11-30 09:00', 'Asia/Tokyo', '2026-11-30T00:00:00.000Z'],
		['2026-11-30', 'Asia/Tokyo', '2026-11-29T15:00:00.000Z'],
		['2026-07-01T12:00:00', 'America/New_York', '2026-07-01T16:00:00.000Z'],
		['2026-12-01T12:00:00', 'America/New_York', '2026-12-01T17:00:00.000Z'],
		['2026-11-30T09:00:00.250', 'UTC', '2026-11-30T09:00:00.250Z'],
	])('%s in %s is %s', (entered, timezone, sent) => {
		expect(toDateTime(entered, 'Start', timezone)).toBe(sent);
	});

	test('an explicit offset wins over the workflow’s zone', () => {
		expect(toDateTime('2026-11-30T09:00:00+09:00', 'Start', 'America/New_York')).toBe(
			'2026-11-30T00:00:00.000Z',
		);
	});

	/** Clock changes of 2026, around the moment itself; each wall clock was read off a calendar. */
	test.each([
		// 29 March, 01:00 UTC: from 02:00 (+1) to 03:00 (+2).
		['Europe/Berlin', '2026-03-29T01:59:59.999', '2026-03-29T00:59:59.999Z'],
		['Europe/Berlin', '2026-03-29T03:00:00', '2026-03-29T01:00:00.000Z'],
		['Europe/Berlin', '2026-03-29T12:00:00', '2026-03-29T10:00:00.000Z'],
		// 25 October, 01:00 UTC: from 03:00 (+2) to 02:00 (+1).
		['Europe/Berlin', '2026-10-25T01:59:59', '2026-10-24T23:59:59.000Z'],
		['Europe/Berlin', '2026-10-25T03:00:00', '2026-10-25T02:00:00.000Z'],
		// 8 March, 07:00 UTC: from 02:00 (-5) to 03:00 (-4). West of Greenwich the guess errs the other way.
		['America/New_York', '2026-03-08T01:59:59', '2026-03-08T06:59:59.000Z'],
		['America/New_York', '2026-03-08T03:00:00', '2026-03-08T07:00:00.000Z'],
		['America/New_York', '2026-03-08T06:30:00', '2026-03-08T10:30:00.000Z'],
		// 1 November, 06:00 UTC: from 02:00 (-4) to 01:00 (-5).
		['America/New_York', '2026-11-01T00:59:59', '2026-11-01T04:59:59.000Z'],
		['America/New_York', '2026-11-01T02:00:00', '2026-11-01T07:00:00.000Z'],
		['America/New_York', '2026-11-01T05:30:00', '2026-11-01T10:30:00.000Z'],
		// Half an hour, in the southern hemisphere: 5 April, 15:00 UTC, from 02:00 (+11) to 01:30 (+10:30).
		['Australia/Lord_Howe', '2026-04-05T01:29:00', '2026-04-04T14:29:00.000Z'],
		['Australia/Lord_Howe', '2026-04-05T02:00:00', '2026-04-04T15:30:00.000Z'],
	])('on the day of a clock change in %s, %s is %s', (timezone, entered, sent) => {
		expect(toDateTime(entered, 'Start', timezone)).toBe(sent);
	});

	test('a wall clock that a zone shows once leads back to its moment, in every zone', () => {
		const zones = ['UTC', 'Asia/Tokyo', 'America/New_York', 'Europe/Berlin', 'Asia/Kolkata'];
		fc.assert(
			fc.property(
				fc.constantFrom(...zones),
				fc.integer({ min: Date.UTC(2020, 0, 1), max: Date.UTC(2030, 0, 1) }),
				(zone, moment) => {
					const wallOf = (at: number) =>
						new Intl.DateTimeFormat('sv-SE', {
							timeZone: zone,
							dateStyle: 'short',
							timeStyle: 'medium',
						}).format(at);
					const exact = Math.floor(moment / 1000) * 1000;
					// In the hour that a clock shows twice in autumn both moments are right.
					const right = [-3_600_000, 0, 3_600_000]
						.map((apart) => exact + apart)
						.filter((at) => wallOf(at) === wallOf(exact));
					expect(right).toContain(Date.parse(toDateTime(wallOf(exact), 'Start', zone)));
				},
			),
		);
	});

	test.each([
		'soon',
		'2026-13-01T00:00:00',
		'',
		'12',
		'2026-11-30T09:00:00 or later',
		'on 2026-11-30T09:00:00',
		'2026-11-30T09:00:00Z or later',
		'on 2026-11-30T09:00:00Z',
		'2026-11-30 or later',
		'2026-11-30T10:00+90:00',
		'2026-11-30T10:00-99',
		'2026-11-30T10:00+24:00',
		'2026-11-30T10:00+14:01',
		'2026-11-30T10:00-12:01',
	])('refuses %p and names the field', (entered) => {
		expect(() => toDateTime(entered, 'Start', 'UTC')).toThrow(/^Start is /);
	});

	test('takes date objects of JavaScript and of expressions', () => {
		expect(toDateTime(new Date(0), 'Start', 'Asia/Tokyo')).toBe('1970-01-01T00:00:00.000Z');
		const luxon = { toISO: () => '2026-11-30T09:00:00.000+09:00' };
		expect(toDateTime(luxon, 'Start', 'UTC')).toBe('2026-11-30T00:00:00.000Z');
	});
});

describe('a calendar date stays text, so that no time zone shifts it (lessons: dates shift by a day)', () => {
	test.each([
		['2026-11-30', 'America/Los_Angeles', '2026-11-30'],
		['2026-11-30T00:00:00', 'Asia/Tokyo', '2026-11-30'],
		['2026-11-29T15:00:00Z', 'Asia/Tokyo', '2026-11-30'],
		['2026-11-30T23:00:00-08:00', 'America/Los_Angeles', '2026-11-30'],
	])('%s in %s is %s', (entered, timezone, sent) => {
		expect(toDate(entered, 'Day', timezone)).toBe(sent);
	});

	test('refuses a day that no calendar has', () => {
		expect(() => toDate('2026-02-30', 'Day', 'UTC')).toThrow('not a real date');
	});
});
