import { UsageError } from '../api/errors/errors';
import { quoted } from '../values';
import { isoOfWords, isoOfYearFirst } from './wordedDate';

/** A day, then perhaps a time, then perhaps an offset from UTC. */
const ISO =
	/^(?<day>(?<year>\d{4})-\d{2}-\d{2})(?:[T ](?<time>[0-2]\d:[0-5]\d(?::[0-5]\d)?)(?<fraction>\.\d{1,9})?(?<offset>Z|[+-]\d{2}(?::?[0-5]\d)?)?)?$/i;

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
/** In minutes: no clock of this world is further from UTC. */
const [MOST_WEST, MOST_EAST] = [-12 * 60, 14 * 60];

/** A date and time as it is written, not yet as a moment. */
interface Written {
	/** `YYYY-MM-DD` */
	readonly day: string;
	/** The milliseconds since 1970 at which a clock of UTC shows it. */
	readonly wall: number;
	readonly hasTime: boolean;
	/** Minutes east of UTC; absent where it is not written. */
	readonly offset?: number;
}

/** What was entered as text: dates of JavaScript and of n8n's expressions (Luxon) have a form in ISO. */
function isoText(entered: unknown): string | undefined {
	if (typeof entered === 'string') return entered.trim();
	if (typeof entered !== 'object' || entered === null) return undefined;
	const iso: unknown =
		'toISO' in entered && typeof entered.toISO === 'function'
			? (entered as { toISO(): unknown }).toISO()
			: isValidDate(entered)
				? entered.toISOString()
				: undefined;
	return typeof iso === 'string' ? iso : undefined;
}

/** Expressions run in a realm of their own, whose dates are no instances of this one's `Date`. */
const isValidDate = (value: object): value is Date =>
	Object.prototype.toString.call(value) === '[object Date]' &&
	!Number.isNaN((value as Date).getTime());

/** Reads what is written, however it was entered; `undefined` for a day or time that does not exist. */
function read(entered: unknown): Written | undefined {
	const {
		day,
		year,
		time,
		fraction = '',
		offset,
	} = ISO.exec(String(isoText(entered)))?.groups ?? {};
	// Years of three digits and fewer are slips of the pen.
	if (day === undefined || Number(year) < 1000) return undefined;
	const start = Date.parse(`${day}T00:00:00Z`);
	// The 30th of February would become a day in March.
	if (Number.isNaN(start) || new Date(start).toISOString().slice(0, 10) !== day) return undefined;
	const [hours = 0, minutes = 0, seconds = 0] = (time ?? '').split(':').map(Number);
	if (hours > 23) return undefined;
	const east = offset === undefined ? undefined : minutesEast(offset);
	if (east !== undefined && (east < MOST_WEST || east > MOST_EAST)) return undefined;
	const milliseconds = Number(fraction.slice(1, 4).padEnd(3, '0'));
	return {
		day,
		wall: start + ((hours * 60 + minutes) * 60 + seconds) * 1000 + milliseconds,
		hasTime: time !== undefined,
		...(east === undefined ? {} : { offset: east }),
	};
}

/** What a person or a model entered; the service itself writes dates in ISO 8601 alone. */
const readEntered = (entered: unknown): Written | undefined =>
	read(entered) ??
	(typeof entered === 'string' ? read(isoOfYearFirst(entered) ?? isoOfWords(entered)) : undefined);

function minutesEast(offset: string): number {
	const [, sign, hours, minutes = 0] = /^([+-])(\d{2}):?(\d{2})?$/.exec(offset) ?? [];
	return (sign === '-' ? -1 : 1) * (Number(hours ?? 0) * 60 + Number(minutes));
}

/** Making a format takes longer than a hundred uses of it. */
const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(timeZone: string): Intl.DateTimeFormat {
	const known = formats.get(timeZone);
	if (known) return known;
	const two = '2-digit';
	const format = new Intl.DateTimeFormat('en-US', {
		timeZone,
		hourCycle: 'h23',
		...{ year: 'numeric', month: two, day: two, hour: two, minute: two, second: two },
	});
	formats.set(timeZone, format);
	return format;
}

/** The offset of a time zone at a moment, in milliseconds east of UTC. */
export function offsetAt(moment: number, timezone: string): number {
	const parts = formatOf(timezone).formatToParts(moment);
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

/**
 * The moment at which a wall clock in the zone shows a time. Of two, when clocks are set back, it is
 * the first. None when they are set forward over it: a time that was written is then `undefined`,
 * while a day begins when the clocks go on.
 */
function shownAt({ wall, hasTime }: Written, timezone: string): number | undefined {
	const offsets = [wall - DAY, wall + DAY].map((near) => offsetAt(near, timezone));
	const moments = offsets.map((offset) => wall - offset).sort((a, b) => a - b);
	const shown = moments.find((moment) => moment + offsetAt(moment, timezone) === wall);
	if (shown !== undefined || hasTime) return shown;
	const begins = wall - Math.min(...offsets);
	// In a zone that crossed the date line a whole day may be missing.
	return begins + offsetAt(begins, timezone) < wall + DAY ? begins : undefined;
}

/** ISO text with a year of four digits. */
const ISO_LENGTH = 24;

const wrong = (label: string, entered: unknown, rest: string) =>
	new UsageError(`${label} is ${quoted(isoText(entered) ?? entered)}, which ${rest}.`);

const NO_SUCH = 'is not a real date';

/**
 * A date-time as the service should get it: with an explicit offset, in UTC (v2 §2.1.2).
 * What has no offset is read in the workflow's time zone.
 * @returns ISO 8601 text ending in `Z`.
 * @throws UsageError for anything else, and for days and times that do not exist.
 */
export function toDateTime(entered: unknown, label: string, timezone: string): string {
	const written = readEntered(entered);
	if (!written) {
		const example = '2026-11-30T14:00:00 or 2026-11-30T14:00:00+09:00';
		throw wrong(label, entered, `${NO_SUCH} and time; write it like ${example}`);
	}
	const { wall, offset } = written;
	const moment = offset === undefined ? shownAt(written, timezone) : wall - offset * MINUTE;
	if (moment === undefined) {
		throw wrong(label, entered, `${NO_SUCH} in ${timezone}, where clocks are set forward over it`);
	}
	const text = new Date(moment).toISOString();
	if (text.length !== ISO_LENGTH) throw wrong(label, entered, NO_SUCH);
	return text;
}

/**
 * A calendar date. It stays text, so no time zone can shift it by a day; a moment with an
 * offset becomes the date that it has in the workflow's time zone.
 * @returns `YYYY-MM-DD`.
 * @throws UsageError for anything else, and for days that do not exist.
 */
export function toDate(entered: unknown, label: string, timezone: string): string {
	const written = readEntered(entered);
	if (!written) throw wrong(label, entered, `${NO_SUCH}; write it like 2026-11-30`);
	const { day, wall, offset } = written;
	if (offset === undefined) return day;
	const moment = wall - offset * MINUTE;
	const text = new Date(moment + offsetAt(moment, timezone)).toISOString();
	if (text.length !== ISO_LENGTH) throw wrong(label, entered, NO_SUCH);
	return text.slice(0, 10);
}

/**
 * A date of a custom field, which the service keeps as a date-time: a bare day is read in no time
 * zone, so none can shift it.
 */
export function toCustomDate(entered: unknown, label: string, timezone: string): string {
	const written = readEntered(entered);
	return written && !written.hasTime
		? `${written.day}T00:00:00Z`
		: toDateTime(entered, label, timezone);
}

/**
 * When something is that the service dates: a time without an offset is UTC (v2 §2.1.2).
 * @returns milliseconds since 1970; `undefined` for what is no time.
 */
export function momentOf(value: unknown): number | undefined {
	const written = read(value);
	return written && written.wall - (written.offset ?? 0) * MINUTE;
}

/** The day that was entered without a time, and the one after it; `undefined` for anything else. */
export function wholeDay(entered: unknown): { day: string; next: string } | undefined {
	const written = readEntered(entered);
	if (!written || written.hasTime) return undefined;
	const next = new Date(written.wall + DAY).toISOString().slice(0, 10);
	return { day: written.day, next };
}

/** The day of a date that the service returned, as it is written; `undefined` for what is none. */
export const dayOf = (value: unknown): string | undefined => read(value)?.day;
