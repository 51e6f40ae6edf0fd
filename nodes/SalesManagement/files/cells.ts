/** What a value is in a cell of text, as people's programs read it. */
import { decimalText, offsetAt, type Type, type TYPES } from '../fields';
import { isoOf, textOf } from '../shared';
import { withGuard } from './formulas';

/** The kind of the values in a column; absent where nothing says it. */
export type Kind = (typeof TYPES)[Type]['cell'];

interface CellForm {
	readonly timezone: string;
	readonly decimalMark: '.' | ',';
	/** Whether text that a spreadsheet would take for a formula is made harmless. */
	readonly isGuarded: boolean;
}

const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:?\d\d)$/;
const NUMBER = /^-?\d+(?:\.\d+)?$/;
const DAY = 86_400_000;

/** A value in a cell of a column of some kind. */
export function cellOf(value: unknown, form: CellForm, kind?: Kind): string {
	if (value === undefined || value === null) return '';
	if (typeof value === 'boolean') return String(value);
	if (typeof value === 'number') return numberCell(decimalText(value) ?? '', form);
	if (typeof value === 'string') return textCell(value, form, kind);
	return guarded(Array.isArray(value) ? listed(value) : textOf(value), form);
}

/** Text as it may stand in a cell. */
export const guarded = (text: string, { isGuarded }: Pick<CellForm, 'isGuarded'>): string =>
	isGuarded ? withGuard(text) : text;

function textCell(value: string, form: CellForm, kind?: Kind): string {
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
 * `YYYY-MM-DD HH:mm:ss`; the service keeps a bare day of a custom field as midnight in UTC. What can
 * be given back keeps its milliseconds, if it has any. Where clocks are set back an hour is shown
 * twice: the second time with its offset, since without one the first is read.
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

/** A list so that a form reads it back: with commas between, or as JSON where these would not tell. */
function listed(list: readonly unknown[]): string {
	const areNumbers = list.every((each) => typeof each === 'number');
	const areNames = list.every(
		(each) =>
			typeof each === 'string' && each !== '' && each.trim() === each && !/[,"[{]/.test(each),
	);
	return areNumbers || areNames ? list.join(', ') : JSON.stringify(list);
}
