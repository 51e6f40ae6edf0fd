import { UsageError } from '../api/errors';

const DATE = /^\d{4}-\d{2}-\d{2}$/;
const LOCAL = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}):(\d{2})(?::(\d{2})(?:\.(\d{1,9}))?)?$/;
const OFFSET = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:?\d{2})$/i;

/** A date object of JavaScript or of n8n's expressions (Luxon), as ISO text with its offset. */
const asText = (entered: unknown): string => {
	if (entered instanceof Date) return entered.toISOString();
	if (typeof entered === 'object' && entered !== null && 'toISO' in entered) {
		return (entered as { toISO(): string }).toISO();
	}
	return String(entered).trim();
};

/** The offset of a time zone at a moment, in milliseconds east of UTC. */
function offsetAt(moment: number, timezone: string): number {
	const parts = new Intl.DateTimeFormat('en-US', {
		timeZone: timezone,
		hourCycle: 'h23',
		year: 'numeric',
		month: '2-digit',
		day: '2-digit',
		hour: '2-digit',
		minute: '2-digit',
		second: '2-digit',
	}).formatToParts(moment);
	const part = (type: string) => Number(parts.find((each) => each.type === type)?.value);
	const wall = Date.UTC(
		part('year'),
		part('month') - 1,
		part('day'),
		part('hour'),
		part('minute'),
		part('second'),
	);
	return wall - Math.floor(moment / 1000) * 1000;
}

/** The moment at which a wall clock in the zone shows the given time, as milliseconds since 1970. */
function fromWallClock(wall: number, timezone: string): number {
	const guess = wall - offsetAt(wall, timezone);
	return wall - offsetAt(guess, timezone);
}

const valid = (milliseconds: number, label: string, entered: string): number => {
	if (Number.isNaN(milliseconds)) {
		throw new UsageError(`${label} is "${entered}", which is not a real date.`);
	}
	return milliseconds;
};

/**
 * A date-time as the service should get it: with an explicit offset, in UTC (v2 §2.1.2).
 * What has no offset is read in the workflow's time zone.
 * @returns ISO 8601 text ending in `Z`.
 */
export function toDateTime(entered: unknown, label: string, timezone: string): string {
	const text = asText(entered);
	if (OFFSET.test(text)) {
		return new Date(valid(Date.parse(text.replace(' ', 'T')), label, text)).toISOString();
	}
	const local = LOCAL.exec(DATE.test(text) ? `${text}T00:00` : text);
	if (!local) {
		throw new UsageError(
			`${label} is "${text}", which is not a date and time; write it like 2026-11-30T14:00:00 or 2026-11-30T14:00:00+09:00.`,
		);
	}
	const [, date, hours, minutes, seconds = '00', fraction = '0'] = local;
	const milliseconds = fraction.slice(0, 3).padEnd(3, '0');
	const wall = Date.parse(`${date}T${hours}:${minutes}:${seconds}.${milliseconds}Z`);
	return new Date(fromWallClock(valid(wall, label, text), timezone)).toISOString();
}

/**
 * A calendar date. It stays text, so no time zone can shift it by a day; a moment with an
 * offset becomes the date that it has in the workflow's time zone.
 * @returns `YYYY-MM-DD`.
 */
export function toDate(entered: unknown, label: string, timezone: string): string {
	const text = asText(entered);
	if (OFFSET.test(text)) {
		const moment = valid(Date.parse(text.replace(' ', 'T')), label, text);
		return new Date(moment + offsetAt(moment, timezone)).toISOString().slice(0, 10);
	}
	const date = DATE.test(text) ? text : LOCAL.exec(text)?.[1];
	if (date === undefined) {
		throw new UsageError(`${label} is "${text}", which is not a date; write it like 2026-11-30.`);
	}
	// A day that no calendar has (30 February) rolls over when parsed, so compare the round trip.
	const parsed = valid(Date.parse(`${date}T00:00:00Z`), label, text);
	if (new Date(parsed).toISOString().slice(0, 10) !== date) valid(Number.NaN, label, text);
	return date;
}

/**
 * The value of a custom field of type date (v2 §2.8): a bare date is read in no time zone, so none
 * can shift it by a day.
 */
export function toCustomDate(entered: unknown, label: string, timezone: string): string {
	const text = asText(entered);
	if (!DATE.test(text)) return toDateTime(text, label, timezone);
	return `${toDate(text, label, timezone)}T00:00:00Z`;
}

const ISO =
	/^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?)(Z|[+-]\d{2}:?\d{2})?)?$/i;

/** The parts of an ISO 8601 date or date-time that some calendar has. */
function isoParts(value: unknown) {
	const [, day, time = '00:00', offset = 'Z'] = ISO.exec(String(value).trim()) ?? [];
	if (day === undefined) return undefined;
	const midnight = Date.parse(`${day}T00:00:00Z`);
	const exists = !Number.isNaN(midnight) && new Date(midnight).toISOString().slice(0, 10) === day;
	return exists ? { day, time, offset: offset.toUpperCase() } : undefined;
}

/**
 * When something is that the service dates: a time without an offset is UTC (v2 §2.1.2).
 * @returns milliseconds since 1970; `undefined` for what is no time.
 */
export function momentOf(value: unknown): number | undefined {
	const parts = typeof value === 'string' ? isoParts(value) : undefined;
	const moment = parts ? Date.parse(`${parts.day}T${parts.time}${parts.offset}`) : Number.NaN;
	return Number.isNaN(moment) ? undefined : moment;
}

/** The day of a date that the service returned, as it is written; `undefined` for what is none. */
export const dayOf = (value: unknown): string | undefined =>
	typeof value === 'string' ? isoParts(value)?.day : undefined;
