/** The day, week, month, quarter or year of a date. */
import {
	clockTime,
	dayOf,
	dateTimeType,
	dateType,
	momentOf,
	type ValueType,
} from '../../../fields';
import { DAY, isoOf, textOf } from '../../../shared';

/** The week of a day by ISO 8601: it belongs to the year of its Thursday. */
function weekOf(day: string): string {
	const date = Date.parse(day);
	const thursday = date + (3 - ((new Date(date).getUTCDay() + 6) % 7)) * DAY;
	const year = isoOf(thursday).slice(0, 4);
	const week = Math.floor((thursday - Date.parse(year)) / (7 * DAY)) + 1;
	return `${year}-W${String(week).padStart(2, '0')}`;
}

/** The text of each period of a day such as `2026-11-30`. Sorting the texts sorts the periods by time. */
const TEXTS = {
	day: (day: string) => day,
	week: weekOf,
	month: (day: string) => day.slice(0, 7),
	quarter: (day: string) => `${day.slice(0, 4)}-Q${Math.ceil(Number(day.slice(5, 7)) / 3)}`,
	year: (day: string) => day.slice(0, 4),
};

export type Unit = keyof typeof TEXTS;

/**
 * The period of a date in a time zone.
 * @param type the type of the field; a value of an untyped one is read like a custom date.
 * @returns `2026-11-30`, `2026-W49`, `2026-11`, `2026-Q4` or `2026`; `undefined` for a value that is no date.
 */
export function periodOf(
	value: unknown,
	type: ValueType,
	unit: Unit,
	timeZone: string,
): string | undefined {
	const day = type === dateType ? dayOf(value) : dayIn(timeZone, momentOf(textOf(value)), type);
	return day === undefined ? undefined : TEXTS[unit](day);
}

function dayIn(timeZone: string, moment: number | undefined, type: ValueType) {
	if (moment === undefined) return undefined;
	// A day without a time is stored as midnight in UTC, so no time zone may shift it.
	const isBare = type !== dateTimeType && moment % DAY === 0;
	return clockTime(moment, isBare ? 'UTC' : timeZone).slice(0, 10);
}
