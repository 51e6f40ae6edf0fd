/** The day, week, month, quarter or year in which a date is. */
import { dayOf, dateTimeType, dateType, momentOf, type ValueType } from '../../../fields';
import { isoOf, textOf } from '../../../shared';

const DAY = 86_400_000;

/** ISO 8601: the week of a Thursday belongs to the Thursday's year. */
function weekOf(day: string): string {
	const date = Date.parse(day);
	const thursday = date + (3 - ((new Date(date).getUTCDay() + 6) % 7)) * DAY;
	const year = isoOf(thursday).slice(0, 4);
	const week = Math.floor((thursday - Date.parse(year)) / (7 * DAY)) + 1;
	return `${year}-W${String(week).padStart(2, '0')}`;
}

/** Of a day such as `2026-11-30`. Each text is in the order of time. */
const TEXTS = {
	day: (day: string) => day,
	week: weekOf,
	month: (day: string) => day.slice(0, 7),
	quarter: (day: string) => `${day.slice(0, 4)}-Q${Math.ceil(Number(day.slice(5, 7)) / 3)}`,
	year: (day: string) => day.slice(0, 4),
};

export type Unit = keyof typeof TEXTS;

/** Tells in which period of a time zone a date is. */
export class Periods {
	private readonly days: Intl.DateTimeFormat;

	constructor(timeZone: string) {
		// Swedes write a day as ISO 8601 does.
		this.days = new Intl.DateTimeFormat('sv-SE', { timeZone });
	}

	/**
	 * @param type that of the field; of an untyped one the value is read like a custom date.
	 * @returns `2026-11-30`, `2026-W49`, `2026-11`, `2026-Q4` or `2026`; `undefined` for what is no date.
	 */
	of(value: unknown, type: ValueType, unit: Unit): string | undefined {
		const day = type === dateType ? dayOf(value) : this.dayAt(momentOf(textOf(value)), type);
		return day === undefined ? undefined : TEXTS[unit](day);
	}

	private dayAt(moment: number | undefined, type: ValueType): string | undefined {
		if (moment === undefined) return undefined;
		// A bare day is kept as midnight in UTC, so no time zone may shift it.
		const isBare = type !== dateTimeType && moment % DAY === 0;
		return isBare ? isoOf(moment).slice(0, 10) : this.days.format(moment);
	}
}
