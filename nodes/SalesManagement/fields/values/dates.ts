import {
	byPattern,
	DAY,
	distinctBy,
	isoOf,
	jsonIn,
	quoted,
	remembered,
	textOf,
	trimmed,
	UsageError,
} from '../../shared';
import { halfWidth } from './numbers';
import otherForms from './otherForms.json';

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
const monthIn = (text: string) =>
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

/** Reads one of the forms above; `undefined` for anything else, and for a day or time that does not exist. */
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

export interface DateContext {
	/** The workflow's IANA time zone, such as `Asia/Tokyo`. */
	readonly timezone: string;
	/** The part that stands first in 01/02/2026; if absent, what could be two days is refused. */
	readonly dateOrder?: 'day' | 'month';
}

type Order = Pick<DateContext, 'dateOrder'>;

/** Signs of other forms in which people and spreadsheets write dates, and those of the forms above. */
const OTHER_SIGNS = [
	[/[年月]/g, '-'],
	[/日/, ' '],
	[/[時分](?=\d)/g, ':'],
	[/[分秒]$/, ''],
	[/^(\d{4})\. ?(\d+)\. ?(\d+)/, '$1-$2-$3'],
	[/^(\d{4})(\d\d)(\d\d)$/, '$1-$2-$3'],
	[/^(\d+)[-.]([a-z]+)[-.](\d{4})/i, '$1 $2 $3'],
] as const;

/** A time of twelve hours. */
const HALF_DAY = /\s(0?\d|1[0-2])(:[\d:]+)\s?([ap])m$/i;

/** A date of numbers alone whose year is at the end. */
const YEAR_LAST = /^(\d\d?)([-/.]) ?(\d\d?)\2 ?(\d{4})(?!\d)/;

/** All that an entered value could mean. */
function meaningsOf(entered: unknown, { dateOrder }: Order): readonly Written[] {
	const plain = read(entered);
	if (plain) return [plain];
	const text = OTHER_SIGNS.reduce(
		(all, [other, sign]) => all.replace(other, sign),
		halfWidth(isoText(entered) ?? textOf(entered)),
	).replace(
		HALF_DAY,
		(_, hour: string, rest: string, half: string) =>
			` ${(Number(hour) % 12) + (/p/i.test(half) ? 12 : 0)}${rest}`,
	);
	// With dots the day stands first, wherever they are usual.
	const order = dateOrder ?? (/^\d+\./.test(text) ? 'day' : undefined);
	const inOrder = { day: '$4-$3-$1', month: '$4-$1-$3' };
	const found = (order ? [inOrder[order]] : Object.values(inOrder)).flatMap(
		(parts) => read(text.replace(YEAR_LAST, parts)) ?? [],
	);
	return distinctBy(found, ({ wall }) => wall);
}

/** Milliseconds east of UTC, of `+09:00`, `-0330` and the like; 0 for `Z`. */
function eastIn(offset: string): number {
	const [, sign, ...parts] = /^([+-])(\d{2}):?(\d{2})?:?(\d{2})?$/.exec(offset) ?? [];
	const [hours = 0, minutes = 0, seconds = 0] = parts.map((part: string | undefined) =>
		Number(part ?? 0),
	);
	return (sign === '-' ? -1000 : 1000) * ((hours * 60 + minutes) * 60 + seconds);
}

/**
 * The time zones in use, with their offsets on each day in UTC, NaN for a day on which clocks change. Asking Intl for
 * every time of every record took 13 % of an export.
 */
const zones = new Map<string, { format: Intl.DateTimeFormat; days: Map<number, number> }>();

/** The offset of a time zone at a moment, in milliseconds east of UTC. */
export function offsetAt(moment: number, timeZone: string): number {
	const { format, days } = remembered(zones, timeZone, () => ({
		format: new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' }),
		days: new Map<number, number>(),
	}));
	const ask = (at: number) => eastIn(format.format(at).split('GMT')[1] ?? '');
	const day = Math.floor(moment / DAY);
	const all = remembered(days, day, () => {
		const atBegin = ask(day * DAY);
		return atBegin === ask((day + 1) * DAY) ? atBegin : NaN;
	});
	return Number.isNaN(all) ? ask(moment) : all;
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
	new UsageError(`${label} is ${quoted(isoText(entered) ?? entered)}, which ${rest}.`);

/** @throws UsageError for what is no date, and for what could be two. */
function readEntered(entered: unknown, label: string, rest: string, context: Order) {
	const [written, second] = meaningsOf(entered, context);
	if (written && !second) return written;
	const problem = written
		? `may be ${written.day} or ${second?.day}: write it as one of these, or set Date Order`
		: (byPattern(trimmed(textOf(entered)), otherForms.dates) ?? `is not a real ${rest}`);
	throw wrong(label, entered, problem);
}

type ReadDate = (entered: unknown, label: string, context: DateContext) => string;

const DATE_TIME =
	'date and time; write it like 2026-11-30, 2026-11-30T14:00:00 or 2026-11-30T14:00:00+09:00';

/**
 * A date-time as the service should get it: with an explicit offset, in UTC (v2 §2.1.2).
 * A time without an offset is read in the workflow's time zone.
 * @returns ISO 8601 text ending in `Z`.
 * @throws UsageError for anything else, and for days and times that do not exist.
 */
export const toDateTime: ReadDate = (entered, label, context) => {
	const { timezone } = context;
	const written = readEntered(entered, label, DATE_TIME, context);
	const { wall, offset } = written;
	const moment = offset === undefined ? momentInZone(written, timezone) : wall - offset;
	if (moment !== undefined) return isoOf(moment);
	const jump = `is not a real date in ${timezone}, where clocks are set forward over it`;
	throw wrong(label, entered, jump);
};

/**
 * A calendar date. It stays text, so no time zone can shift it by a day; a moment with an
 * offset becomes the date that it has in the workflow's time zone.
 * @returns `YYYY-MM-DD`.
 * @throws UsageError for anything else, and for days that do not exist.
 */
export const toDate: ReadDate = (entered, label, context) => {
	const form = 'date; write it like 2026-11-30';
	const { day, wall, offset } = readEntered(entered, label, form, context);
	if (offset === undefined) return day;
	return clockTime(wall - offset, context.timezone).slice(0, 10);
};

/**
 * A date of a custom field, which the service keeps as a date-time: a bare day is read in no time
 * zone, so none can shift it.
 */
export const toCustomDate: ReadDate = (entered, label, context) => {
	const { day, hasTime } = readEntered(entered, label, DATE_TIME, context);
	return hasTime ? toDateTime(entered, label, context) : `${day}T00:00:00Z`;
};

/**
 * The moment of a date that the service returned: a time without an offset is UTC (v2 §2.1.2).
 * @returns milliseconds since 1970; `undefined` for any other value.
 */
export function momentOf(value: unknown): number | undefined {
	const written = read(value);
	return written && written.wall - (written.offset ?? 0);
}

/** The day that was entered without a time, and the one after it; `undefined` for anything else. */
export function wholeDay(entered: unknown, context: Order = {}) {
	const [written, other] = meaningsOf(entered, context);
	if (!written || other || written.hasTime) return undefined;
	const next = isoOf(written.wall + DAY).slice(0, 10);
	return { day: written.day, next };
}

/** The day of a date that the service returned, as it is written; `undefined` for any other value. */
export const dayOf = (value: unknown): string | undefined => read(value)?.day;
