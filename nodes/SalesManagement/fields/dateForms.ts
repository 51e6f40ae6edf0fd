/**
 * The forms in which a date is read, alone or with a time: those in which the month can't be taken for
 * the day, as a word, in English, or behind the year. ISO 8601 and RFC 5322 are among them.
 */

/** What is before the year 1000 is a slip of the pen: `0202`, or `0026` of a date picker. */
const YEAR = String.raw`(?<year>[1-9]\d{3})`;
const MONTH = String.raw`(?<month>[a-z]{3,9})\.?`;
const DATE = String.raw`(?<date>\d{1,2})(?:st|nd|rd|th)?`;
const WEEKDAY = String.raw`(?:(?<weekday>[a-z]{3,9})\.?,? )?`;
const CLOCK = String.raw`(?<hour>\d{1,2})(?::(?<minute>[0-5]\d)(?::(?<second>[0-5]\d)(?<fraction>\.\d{1,9})?)?)?`;
const OFFSET = String.raw`(?<offset>Z|GMT|UTC|[+-][01]\d(?::?[0-5]\d)?)`;
const TIME = String.raw`(?:(?:T|,? (?:at )?)${CLOCK}(?: ?(?<half>[ap]m))?(?: ?${OFFSET})?)?`;

export const DATE_FORMS: readonly RegExp[] = [
	String.raw`${YEAR}(?<between>[-/])(?<month>\d{1,2})\k<between>(?<date>\d{1,2})`,
	`${WEEKDAY}${MONTH} ${DATE},? ${YEAR}`,
	`${WEEKDAY}${DATE} (?:of )?${MONTH},? ${YEAR}`,
].map((day) => new RegExp(`^${day}${TIME}$`, 'i'));

const MONTHS = [
	...['january', 'february', 'march', 'april', 'may', 'june'],
	...['july', 'august', 'september', 'october', 'november', 'december'],
];
/** From Sunday on, as `Date` counts them. */
const WEEKDAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];

/** The place of a name in its list, which may be cut short: `Nov`, `Sept`, `Thurs`. */
const placeIn = (names: readonly string[], name: string): number =>
	names.findIndex((each) => each.startsWith(name.toLowerCase()));

/** From 1, by its number or its name; 0 for none. */
export const monthIn = (text: string): number => Number(text) || placeIn(MONTHS, text) + 1;

/** From Sunday on, from 0; -1 for none. */
export const weekdayIn = (text: string): number => placeIn(WEEKDAYS, text);
