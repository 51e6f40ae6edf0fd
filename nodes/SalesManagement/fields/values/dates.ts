import { DAY, isoOf, jsonIn, quoted, remembered, textOf, trimmed, UsageError } from '../../shared';

/**
 * The forms in which a date is read, alone or with a time: those in which the month can't be taken for
 * the day, behind the year or as an English word. ISO 8601 and RFC 5322 are among them.
 */

/** Years before 1000 are mistakes: `0202`, or `0026` of a date picker. */
const YEAR = String.raw`(?<year>[1-9]\d{3})`;
const MONTH = String.raw`(?<month>[a-z]{3,9})\.?`;
const DATE = String.raw`(?<date>\d{1,2})`;
const WEEKDAY = String.raw`(?:(?<weekday>[a-z]{3})[a-z]*,? )?`;
const CLOCK = String.raw`(?<hour>\d{1,2})(?<rest>:[0-5]\d(?::[0-5]\d(?:\.\d{1,9})?)?)`;
const OFFSET = String.raw`(?<offset>Z|GMT|UTC|[+-][01]\d(?::?[0-5]\d)?)`;
const TIME = `(?:(?:T|,? )${CLOCK}(?: ?${OFFSET})?)?`;

const DATE_FORMS: readonly RegExp[] = [
	String.raw`${YEAR}(?<between>[-/])(?<month>\d{1,2})\k<between>${DATE}`,
	`${WEEKDAY}${MONTH} ${DATE},? ${YEAR}`,
	`${WEEKDAY}${DATE} ${MONTH} ${YEAR}`,
].map((day) => new RegExp(`^${day}${TIME}$`, 'i'));

const MONTHS =
	'january february march april may june july august september october november december'.split(
		' ',
	);

/** From 1, by its number or its name, which may be cut short: `Nov`, `Sept`; 0 for none. */
const monthIn = (text: string): number =>
	Number(text) || MONTHS.findIndex((each) => each.startsWith(text.toLowerCase())) + 1;

/** A date and time as it is written, not yet as a moment. */
interface Written {
	/** `YYYY-MM-DD` */
	readonly day: string;
	/** The milliseconds since 1970 at which a clock of UTC shows it. */
	readonly wall: number;
	readonly hasTime: boolean;
	/** Milliseconds east of UTC; absent where it is not written. */
	readonly offset?: number | undefined;
}

/** The entered value as text: dates of JavaScript and of n8n's expressions (Luxon) have a form in ISO. */
function isoText(entered: unknown): string | undefined {
	const text = typeof entered === 'object' ? jsonIn(textOf(entered)) : entered;
	return typeof text === 'string' ? trimmed(text) : undefined;
}

type Parts = Readonly<Partial<Record<string, string>>>;

/** Reads what is written, however it was entered; `undefined` for a day or time that does not exist. */
function read(entered: unknown): Written | undefined {
	const text = isoText(entered)?.replace(/\s+/g, ' ') ?? '';
	const parts: Parts | undefined = DATE_FORMS.map((form) => form.exec(text)?.groups).find(Boolean);
	if (!parts) return undefined;
	const { year = '', month = '', date = '', weekday, hour, rest, offset } = parts;
	const twoDigits = (part: string | number) => String(part).padStart(2, '0');
	const day = `${year}-${twoDigits(monthIn(month))}-${twoDigits(date)}`;
	const time = new Date(`${day}T${twoDigits(hour ?? '0')}${rest ?? ':00'}Z`);
	// The 30th of February would become a day in March, and hour 24 the next day.
	if (Number.isNaN(time.getTime()) || !time.toISOString().startsWith(day)) return undefined;
	if (weekday && !time.toUTCString().toLowerCase().startsWith(weekday.toLowerCase()))
		return undefined;
	return {
		day,
		wall: time.getTime(),
		hasTime: hour !== undefined,
		offset: offset === undefined ? undefined : eastIn(offset),
	};
}

/** Milliseconds east of UTC, of `+09:00`, `-0330` and the like; 0 for `Z`. */
function eastIn(offset: string): number {
	const [, sign, ...parts] = /^([+-])(\d{2}):?(\d{2})?:?(\d{2})?$/.exec(offset) ?? [];
	const [hours = 0, minutes = 0, seconds = 0] = parts.map((part: string | undefined) =>
		Number(part ?? 0),
	);
	return (sign === '-' ? -1000 : 1000) * ((hours * 60 + minutes) * 60 + seconds);
}

/** Making a format takes longer than a hundred uses of it. */
const formats = new Map<string, Intl.DateTimeFormat>();

/** The offset of a time zone at a moment, in milliseconds east of UTC. */
export function offsetAt(moment: number, timeZone: string): number {
	const format = remembered(
		formats,
		timeZone,
		() => new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' }),
	);
	return eastIn(format.format(moment).split('GMT')[1] ?? '');
}

/** The date and time that a clock in the time zone shows at a moment, in the form of ISO 8601. */
export const clockTime = (moment: number, timeZone: string): string =>
	isoOf(moment + offsetAt(moment, timeZone));

/**
 * The moment at which a clock in the time zone shows what is written. In New York 2026-11-01 01:30 comes twice, since
 * clocks are set back: the first one counts. 2026-03-08 02:30 never comes, since clocks are set forward over it:
 * `undefined`. A bare day whose midnight never comes, such as 2026-03-29 in Beirut, begins when the clocks go on.
 *
 * The zone's offsets a day before and a day after are those on both sides of such a change. The one before is tried
 * first: it gives the first of two moments, and the moment after a jump.
 */
function momentInZone({ wall, hasTime }: Written, timeZone: string): number | undefined {
	const moments = [wall - DAY, wall + DAY].map((near) => wall - offsetAt(near, timeZone));
	const shown = moments.find((moment) => moment + offsetAt(moment, timeZone) === wall);
	return shown ?? (hasTime ? undefined : moments[0]);
}

const wrong = (label: string, entered: unknown, rest: string) =>
	new UsageError(
		`${label} is ${quoted(isoText(entered) ?? entered)}, which is not a real ${rest}.`,
	);

/**
 * A date-time as the service should get it: with an explicit offset, in UTC (v2 §2.1.2).
 * A time without an offset is read in the workflow's time zone.
 * @returns ISO 8601 text ending in `Z`.
 * @throws UsageError for anything else, and for days and times that do not exist.
 */
export function toDateTime(entered: unknown, label: string, timeZone: string): string {
	const written = read(entered);
	if (!written) {
		const example = '2026-11-30T14:00:00 or 2026-11-30T14:00:00+09:00';
		throw wrong(label, entered, `date and time; write it like ${example}`);
	}
	const { wall, offset } = written;
	const moment = offset === undefined ? momentInZone(written, timeZone) : wall - offset;
	if (moment === undefined) {
		throw wrong(label, entered, `date in ${timeZone}, where clocks are set forward over it`);
	}
	return isoOf(moment);
}

/**
 * A calendar date. It stays text, so no time zone can shift it by a day; a moment with an
 * offset becomes the date that it has in the workflow's time zone.
 * @returns `YYYY-MM-DD`.
 * @throws UsageError for anything else, and for days that do not exist.
 */
export function toDate(entered: unknown, label: string, timeZone: string): string {
	const written = read(entered);
	if (!written) throw wrong(label, entered, 'date; write it like 2026-11-30');
	const { day, wall, offset } = written;
	if (offset === undefined) return day;
	return clockTime(wall - offset, timeZone).slice(0, 10);
}

/**
 * A date of a custom field, which the service keeps as a date-time: a bare day is read in no time
 * zone, so none can shift it.
 */
export function toCustomDate(entered: unknown, label: string, timeZone: string): string {
	const written = read(entered);
	return written && !written.hasTime
		? `${written.day}T00:00:00Z`
		: toDateTime(entered, label, timeZone);
}

/**
 * The moment of a date that the service returned: a time without an offset is UTC (v2 §2.1.2).
 * @returns milliseconds since 1970; `undefined` for any other value.
 */
export function momentOf(value: unknown): number | undefined {
	const written = read(value);
	return written && written.wall - (written.offset ?? 0);
}

/** The day that was entered without a time, and the one after it; `undefined` for anything else. */
export function wholeDay(entered: unknown): { day: string; next: string } | undefined {
	const written = read(entered);
	if (!written || written.hasTime) return undefined;
	const next = isoOf(written.wall + DAY).slice(0, 10);
	return { day: written.day, next };
}

/** The day of a date that the service returned, as it is written; `undefined` for any other value. */
export const dayOf = (value: unknown): string | undefined => read(value)?.day;
