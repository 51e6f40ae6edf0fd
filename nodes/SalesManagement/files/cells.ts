/** What a value is in a cell of text, as people's programs read it. */
import { decimalText, offsetAt } from '../fields';
import { textOf } from '../values';
import { withGuard } from './formulas';

/**
 * What a column holds; absent where nothing says so. `untyped`: a custom field whose type nobody
 * tells, so that its values do.
 */
export type Kind = 'text' | 'decimal' | 'customDate' | 'untyped';

export interface CellForm {
	readonly timezone: string;
	readonly decimalMark: '.' | ',';
	/** Whether text that a spreadsheet would take for a formula is made harmless. */
	readonly isGuarded: boolean;
}

const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:?\d\d)$/;
const NUMBER = /^-?\d+(?:\.\d+)?$/;
const DAY = 86_400_000;
/** No time zone changes its clocks at another time. */
const QUARTER = 15 * 60_000;
const MOST_QUARTERS = 100_000;

/** Writes cells of one form. */
export class Cells {
	private readonly offsets = new Map<number, number>();

	constructor(private readonly form: CellForm) {}

	of(value: unknown, kind?: Kind): string {
		if (value === undefined || value === null) return '';
		if (typeof value === 'boolean') return String(value);
		if (typeof value === 'number') return this.number(decimalText(value) ?? '');
		if (typeof value === 'string') return this.textCell(value, kind);
		return this.guarded(Array.isArray(value) ? listed(value) : textOf(value));
	}

	guarded(text: string): string {
		return this.form.isGuarded ? withGuard(text) : text;
	}

	private textCell(value: string, kind?: Kind): string {
		if (kind === 'decimal' && NUMBER.test(value)) return this.number(value);
		if (kind === 'untyped' && NUMBER.test(value)) return value;
		const isCustom = kind === 'customDate' || kind === 'untyped';
		if (kind !== 'text' && MOMENT.test(value)) return this.time(value, isCustom);
		return this.guarded(value);
	}

	private number(plain: string): string {
		return this.form.decimalMark === ',' ? plain.replace('.', ',') : plain;
	}

	/**
	 * `YYYY-MM-DD HH:mm:ss`; the service keeps a bare day of a custom field as midnight in UTC. What can
	 * be given back keeps its milliseconds, if it has any. Where clocks are set back an hour is shown
	 * twice: the second time with its offset, since without one the first is read.
	 */
	private time(value: string, isCustom: boolean): string {
		const moment = Date.parse(value);
		if (Number.isNaN(moment)) return this.guarded(value);
		if (isCustom && moment % DAY === 0) return new Date(moment).toISOString().slice(0, 10);
		const offset = this.offsetAt(moment);
		const wall = moment + offset;
		const before = this.offsetAt(moment - DAY);
		const isSecond = before > offset && this.offsetAt(wall - before) === before;
		const end = isCustom && moment % 1000 !== 0 ? 23 : 19;
		const text = new Date(wall).toISOString().slice(0, end).replace('T', ' ');
		return isSecond ? `${text}${offsetText(offset)}` : text;
	}

	private offsetAt(moment: number): number {
		const quarter = Math.floor(moment / QUARTER);
		let offset = this.offsets.get(quarter);
		if (offset === undefined) {
			if (this.offsets.size >= MOST_QUARTERS) this.offsets.clear();
			offset = offsetAt(moment, this.form.timezone);
			this.offsets.set(quarter, offset);
		}
		return offset;
	}
}

/** Milliseconds east of UTC as `+hh:mm`. */
function offsetText(offset: number): string {
	const clock = new Date(Math.abs(offset)).toISOString().slice(11, 16);
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
