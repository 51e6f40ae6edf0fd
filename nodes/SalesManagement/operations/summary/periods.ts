/** The day, week, month, quarter or year in which a date is. */
import { UsageError } from '../../api/errors/errors';
import { dayOf, momentOf, offsetAt, type Type } from '../../fields';
import { quoted, textOf } from '../../values';

export type Unit = 'day' | 'week' | 'month' | 'quarter' | 'year';

const DAY = 86_400_000;

const iso = (day: number): string => new Date(day * DAY).toISOString();

/** ISO 8601: the week of a Thursday belongs to the Thursday's year. */
function weekOf(day: number): string {
	// The first of January 1970 was a Thursday.
	const thursday = day - ((((day + 3) % 7) + 7) % 7) + 3;
	const year = iso(thursday).slice(0, 4);
	const first = Date.parse(`${year}-01-01T00:00:00Z`) / DAY;
	return `${year}-W${String(Math.floor((thursday - first) / 7) + 1).padStart(2, '0')}`;
}

const quarterOf = (day: number): string => {
	const text = iso(day);
	return `${text.slice(0, 4)}-Q${Math.ceil(Number(text.slice(5, 7)) / 3)}`;
};

/** By the number of days since 1970. Each text is in the order of time. */
const TEXTS: Readonly<Record<Unit, (day: number) => string>> = {
	day: (day) => iso(day).slice(0, 10),
	week: weekOf,
	month: (day) => iso(day).slice(0, 7),
	quarter: quarterOf,
	year: (day) => iso(day).slice(0, 4),
};

function isTimezone(name: string): boolean {
	try {
		return new Intl.DateTimeFormat('en-US', { timeZone: name }).resolvedOptions().timeZone !== '';
	} catch {
		return false;
	}
}

/** @throws UsageError for a name that no time zone has. */
export function checkedTimezone(name: string): string {
	if (isTimezone(name)) return name;
	throw new UsageError(
		`Time Zone is ${quoted(name)}, which is no time zone; write it like Europe/Berlin, Asia/Tokyo or UTC.`,
	);
}

/** Tells of any number of dates in which period of a time zone they are. */
export class Periods {
	/** The zone's offset during each day of UTC; null for a day on which the clocks are changed. */
	private readonly offsets = new Map<number, number | null>();

	constructor(
		private readonly unit: Unit,
		private readonly timezone: string,
	) {}

	/**
	 * @param type that of the field; of an untyped one the value is read like a custom date.
	 * @returns `2026-11-30`, `2026-W49`, `2026-11`, `2026-Q4` or `2026`; `undefined` for what is no date.
	 */
	of(value: unknown, type: Type): string | undefined {
		const day = this.dayIn(value, type);
		return day === undefined ? undefined : TEXTS[this.unit](day);
	}

	private dayIn(value: unknown, type: Type): number | undefined {
		if (type === 'date') {
			const day = dayOf(value);
			return day === undefined ? undefined : Date.parse(`${day}T00:00:00Z`) / DAY;
		}
		const moment = momentOf(textOf(value));
		if (moment === undefined) return undefined;
		// A bare day is kept as midnight in UTC, so no time zone may shift it.
		if (type !== 'dateTime' && moment % DAY === 0) return moment / DAY;
		return Math.floor((moment + this.offsetAt(moment)) / DAY);
	}

	/** Asking for an offset takes longer than everything else: it is asked twice for each day. */
	private offsetAt(moment: number): number {
		const day = Math.floor(moment / DAY);
		const known = this.offsets.get(day);
		if (known === null) return offsetAt(moment, this.timezone);
		if (known !== undefined) return known;
		const first = offsetAt(day * DAY, this.timezone);
		const isSame = first === offsetAt((day + 1) * DAY, this.timezone);
		this.offsets.set(day, isSame ? first : null);
		return isSame ? first : offsetAt(moment, this.timezone);
	}
}
