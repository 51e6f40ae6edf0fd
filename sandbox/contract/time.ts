import { isText } from './values';

const pattern =
	/^\d{4}-\d{2}-\d{2}(?:[Tt ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:[Zz]|[+-]\d{2}:?\d{2})?)?$/;
const offset = /(?:[Zz]|[+-]\d{2}:?\d{2})$/;

/**
 * Reads an ISO 8601 date-time as milliseconds since 1970. Without an offset it is UTC (v2 §2.1
 * rule 2), and a date alone is its first moment. NaN for anything else.
 */
export function readDateTime(text: unknown): number {
	if (!isText(text) || !pattern.test(text) || !isCalendarDate(text.slice(0, 10))) return Number.NaN;
	if (text.length === 10) return Date.parse(`${text}T00:00:00Z`);
	const time = text.replace(' ', 'T').replace(/([+-]\d{2})(\d{2})$/, '$1:$2');
	return Date.parse(offset.test(text.slice(10)) ? time : `${time}Z`);
}

export const isDateTime = (text: string): boolean => !Number.isNaN(readDateTime(text));

/** Whether the calendar has that day: false for 2024-02-30. */
function isCalendarDate(text: string): boolean {
	// A day beyond the month's last one is read as a day of the next month.
	return new Date(`${text}T00:00:00Z`).getUTCDate() === Number(text.slice(8));
}

/** Writes a moment as ISO 8601. */
export type TimeFormat = (ms: number) => string;

export const inUtc: TimeFormat = (ms) => new Date(ms).toISOString();

const nineHours = 9 * 60 * 60 * 1000;

/** With the offset of Japan, as in the responses of contact actions (v2 §4.10) and the samples of v1 (v1 §2). */
export const inTokyo: TimeFormat = (ms) =>
	new Date(ms + nineHours).toISOString().replace('Z', '+09:00');
