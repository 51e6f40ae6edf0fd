/** How text of the service is written in a cell of a table, so that people's programs read it. */
import { DAY, isoOf } from '../../shared';
import { offsetAt } from './dates';

export interface CellForm {
	readonly timezone: string;
	readonly decimalMark: '.' | ',';
}

/** Writes a text in a cell; `undefined` for a text that stays as it is. */
export type WriteCell = (value: string, form: CellForm) => string | undefined;

const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:?\d\d)$/;
const NUMBER = /^-?\d+(?:\.\d+)?$/;

export const numberCell: WriteCell = (value, { decimalMark }) =>
	NUMBER.test(value) ? value.replace('.', decimalMark) : undefined;

/**
 * Makes a writer of moments. When clocks are set back, an hour is shown twice: the second time with its offset, since
 * without one the first is read.
 */
const momentWriter =
	(isCustom: boolean): WriteCell =>
	(value, { timezone }) => {
		const moment = MOMENT.test(value) ? Date.parse(value) : Number.NaN;
		if (Number.isNaN(moment)) return undefined;
		if (isCustom && moment % DAY === 0) return isoOf(moment).slice(0, 10);
		const offset = offsetAt(moment, timezone);
		const before = offsetAt(moment - DAY, timezone);
		const wall = moment + offset;
		const isSecond = before > offset && offsetAt(wall - before, timezone) === before;
		const end = isCustom && moment % 1000 !== 0 ? 23 : 19;
		const text = isoOf(wall).slice(0, end).replace('T', ' ');
		return isSecond ? `${text}${offsetText(offset)}` : text;
	};

/** A moment that a field of the service keeps: `YYYY-MM-DD HH:mm:ss`. */
export const momentCell = momentWriter(false);

/**
 * A moment of a custom field: a bare day if it is midnight in UTC, as which the service keeps a day. A moment
 * that a user may give back keeps its milliseconds, if it has any.
 */
export const customMomentCell = momentWriter(true);

/** Milliseconds east of UTC as `+hh:mm`. */
function offsetText(offset: number): string {
	const clock = isoOf(Math.abs(offset)).slice(11, 16);
	return `${offset < 0 ? '-' : '+'}${clock}`;
}
