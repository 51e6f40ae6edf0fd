/** Formats values as the text of cells, in forms that other programs read. */
import { decimalText, numberCell, plainType, type CellForm, type ValueType } from '../fields';
import { textOf } from '../shared';
import { withGuard } from './formulas';

interface Guard {
	/** Whether text that a spreadsheet would take for a formula is made harmless. */
	readonly isGuarded: boolean;
}

/** Formats a value for a column of some type. */
export function cellOf(
	value: unknown,
	form: CellForm & Guard,
	type: ValueType = plainType,
): string {
	if (value === undefined || value === null) return '';
	if (typeof value === 'boolean') return String(value);
	if (typeof value === 'number') return numberCell(decimalText(value) ?? '', form) ?? '';
	if (typeof value === 'string') return type.cell(value, form) ?? guarded(value, form);
	return guarded(Array.isArray(value) ? listed(value) : textOf(value), form);
}

/** Text as a cell may hold it. */
export const guarded = (text: string, { isGuarded }: Guard): string =>
	isGuarded ? withGuard(text) : text;

/** A list that a form can read back: separated by commas, or as JSON if commas would be ambiguous. */
function listed(list: readonly unknown[]): string {
	const areNumbers = list.every((each) => typeof each === 'number');
	const areNames = list.every(
		(each) =>
			typeof each === 'string' && each !== '' && each.trim() === each && !/[,"[{]/.test(each),
	);
	return areNumbers || areNames ? list.join(', ') : JSON.stringify(list);
}
