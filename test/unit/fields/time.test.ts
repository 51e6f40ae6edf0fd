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

	test('a wall clock that a zone shows leads back to its moment, in every zone', () => {
		const zones = ['UTC', 'Asia/Tokyo', 'America/New_York', 'Europe/Berlin', 'Asia/Kolkata'];
		fc.assert(
			fc.property(
				fc.constantFrom(...zones),
				fc.integer({ min: Date.UTC(2020, 0, 1), max: Date.UTC(2030, 0, 1) }),
				(zone, moment) => {
					const wall = new Intl.DateTimeFormat('sv-SE', {
						timeZone: zone,
						dateStyle: 'short',
						timeStyle: 'medium',
					}).format(moment);
					const back = Date.parse(toDateTime(wall, 'Start', zone));
					// An hour that the clock shows twice in autumn has two moments; both are right.
					const difference = Math.abs(back - Math.floor(moment / 1000) * 1000);
					expect([0, 3_600_000]).toContain(difference);
				},
			),
		);
	});

	test.each(['soon', '2026-13-01T00:00:00', '', '12'])(
		'refuses %p and names the field',
		(entered) => {
			expect(() => toDateTime(entered, 'Start', 'UTC')).toThrow(/^Start is /);
		},
	);

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
