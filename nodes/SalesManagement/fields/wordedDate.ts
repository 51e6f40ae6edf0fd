/**
 * Dates as people, mails and language models write them, in the forms in which the month can't be taken
 * for the day: as a word, in English, or behind the year.
 */

const MONTHS = [
	...['january', 'february', 'march', 'april', 'may', 'june'],
	...['july', 'august', 'september', 'october', 'november', 'december'],
];
/** From Sunday on, as `Date` counts them. */
const WEEKDAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];
/** A name that is cut short has three letters at least: `Nov`, `Sept`, `Thurs`. */
const SHORTEST = 3;

const DAY = String.raw`(?<day>\d{1,2})(?:st|nd|rd|th)?`;
const MONTH = String.raw`(?<month>[a-z]{3,9})\.?`;
const YEAR = String.raw`(?<year>\d{4})`;
const TIME = String.raw`(?:,? (?:at )?(?<hour>\d{1,2})(?::(?<minute>\d{2}))?(?::(?<second>\d{2}))? ?(?<half>[ap]m)?(?: ?(?<offset>[+-]\d{2}:?\d{2}|Z|GMT|UTC))?)?`;
const WEEKDAY = String.raw`(?:(?<weekday>[a-z]{3,9})\.?,? )?`;

const FORMS = [
	new RegExp(`^${WEEKDAY}${MONTH} ${DAY},? ${YEAR}${TIME}$`, 'i'),
	new RegExp(`^${WEEKDAY}${DAY} (?:of )?${MONTH},? ${YEAR}${TIME}$`, 'i'),
];

const two = (part: number) => String(part).padStart(2, '0');

/** The hour of a day of 24; of `12 am` it is 0. */
function hourOf(hour: string, half: string | undefined): number {
	if (half === undefined) return Number(hour);
	const isOfClock = Number(hour) >= 1 && Number(hour) <= 12;
	return isOfClock ? (Number(hour) % 12) + (half.toLowerCase() === 'pm' ? 12 : 0) : Number.NaN;
}

/** The place of a name in its list, which may be cut short; -1 for none. */
const placeIn = (names: readonly string[], name: string): number =>
	name.length < SHORTEST ? -1 : names.findIndex((each) => each.startsWith(name.toLowerCase()));

/**
 * `November 30, 2026`, `30 Nov 2026, 2 pm` and `Mon, 30 Nov 2026 14:00:00 +0900` (RFC 5322) in ISO 8601,
 * as far as they say it.
 * @returns `undefined` for all else, also where the day is another weekday than is written. Whether there
 * is such a day is for the caller to find out.
 */
export function isoOfWords(text: string): string | undefined {
	const words = text.trim().replace(/\s+/g, ' ');
	const parts = FORMS.map((form) => form.exec(words)?.groups).find(Boolean);
	if (!parts) return undefined;
	const { weekday, day = '', month = '', year = '', hour, minute = '00', second, half } = parts;
	const at = placeIn(MONTHS, month);
	if (at < 0) return undefined;
	const falls = new Date(Date.UTC(Number(year), at, Number(day))).getUTCDay();
	if (weekday !== undefined && placeIn(WEEKDAYS, weekday) !== falls) return undefined;
	const date = `${year}-${two(at + 1)}-${two(Number(day))}`;
	if (hour === undefined) return date;
	// A bare number behind a date could be anything.
	if (parts.minute === undefined && half === undefined) return undefined;
	const time = hourOf(hour, half);
	if (Number.isNaN(time)) return undefined;
	const offset = (parts.offset ?? '').replace(/GMT|UTC/i, 'Z');
	return `${date}T${two(time)}:${minute}${second === undefined ? '' : `:${second}`}${offset}`;
}

const YEAR_FIRST =
	/^(?<year>\d{4})(?<between>[-/])(?<month>\d{1,2})\k<between>(?<day>\d{1,2})(?:[T ](?<hour>\d{1,2})(?<rest>:.*))?$/i;

/**
 * `2026/11/30` and `2026-1-5 9:30` in ISO 8601, as far as they say it.
 * @returns `undefined` for all else. Whether there is such a day and time is for the caller to find out.
 */
export function isoOfYearFirst(text: string): string | undefined {
	const { year, month, day, hour, rest = '' } = YEAR_FIRST.exec(text.trim())?.groups ?? {};
	if (year === undefined) return undefined;
	const date = `${year}-${two(Number(month))}-${two(Number(day))}`;
	return hour === undefined ? date : `${date}T${two(Number(hour))}${rest}`;
}
