/** Formats values as the text of cells, in forms that other programs read. */
import { decimalText, offsetAt, type Type, type TYPES } from '../fields';
import { isoOf, textOf } from '../shared';
import { withGuard } from './formulas';

/** The kind of values in a column; absent if unknown. */
export type CellKind = (typeof TYPES)[Type]['cell'];

interface CellForm {
	readonly timezone: string;
	readonly decimalMark: '.' | ',';
	/** Whether text that a spreadsheet would take for a formula is made harmless. */
	readonly isGuarded: boolean;
}

const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:?\d\d)$/;
const NUMBER = /^-?\d+(?:\.\d+)?$/;
const DAY = 86_400_000;

/** Formats a value for a column of some kind. */
export function cellOf(value: unknown, form: CellForm, kind?: CellKind): string {
	if (value === undefined || value === null) return '';
	if (typeof value === 'boolean') return String(value);
	if (typeof value === 'number') return numberCell(decimalText(value) ?? '', form);
	if (typeof value === 'string') return textCell(value, form, kind);
	return guarded(Array.isArray(value) ? listed(value) : textOf(value), form);
}

/** Text as a cell may hold it. */
export const guarded = (text: string, { isGuarded }: Pick<CellForm, 'isGuarded'>): string =>
	isGuarded ? withGuard(text) : text;

function textCell(value: string, form: CellForm, kind?: CellKind): string {
	if (kind === 'decimal' && NUMBER.test(value)) return numberCell(value, form);
	if (kind === 'untyped' && NUMBER.test(value)) return value;
	if (kind === 'text' || !MOMENT.test(value) || Number.isNaN(Date.parse(value))) {
		return guarded(value, form);
	}
	return timeCell(Date.parse(value), form, kind === 'customDate' || kind === 'untyped');
}

const numberCell = (plain: string, { decimalMark }: CellForm): string =>
	decimalMark === ',' ? plain.replace('.', ',') : plain;

/**
 * Formats a time as `YYYY-MM-DD HH:mm:ss`. The service stores a bare day of a custom field as midnight in
 * UTC, so such a time becomes a day. Values that can be written back keep their milliseconds. The hour that a
 * clock change repeats gets its offset the second time, since a reader takes a time without an offset for the
 * first one.
 */
function timeCell(moment: number, { timezone }: CellForm, isCustom: boolean): string {
	if (isCustom && moment % DAY === 0) return isoOf(moment).slice(0, 10);
	const offset = offsetAt(moment, timezone);
	const before = offsetAt(moment - DAY, timezone);
	const wall = moment + offset;
	const isSecond = before > offset && offsetAt(wall - before, timezone) === before;
	const end = isCustom && moment % 1000 !== 0 ? 23 : 19;
	const text = isoOf(wall).slice(0, end).replace('T', ' ');
	return isSecond ? `${text}${offsetText(offset)}` : text;
}

/** Milliseconds east of UTC as `+hh:mm`. */
function offsetText(offset: number): string {
	const clock = isoOf(Math.abs(offset)).slice(11, 16);
	return `${offset < 0 ? '-' : '+'}${clock}`;
}

/** A list that a form can read back: separated by commas, or as JSON if commas would be ambiguous. */
function listed(list: readonly unknown[]): string {
	const areNumbers = list.every((each) => typeof each === 'number');
	const areNames = list.every(
		(each) =>
			typeof each === 'string' && each !== '' && each.trim() === each && !/[,"[{]/.test(each),
	);
	return areNumbers || areNames ? list.join(', ') : JSON.stringify(list);
}
