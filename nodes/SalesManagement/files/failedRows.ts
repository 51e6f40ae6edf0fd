import { BYTE_ORDER_MARK, csvRow, type Separator } from './csvWriter';
import { withGuard } from './formulas';

/** The column with the error of a row that was not written. An import passes it over. */
export const IMPORT_ERROR = 'import_error';

/** A row that can be written again. */
export interface RepeatableRow {
	/** The beginning of a file of such rows. */
	readonly head: string;
	/** The row as a line of that file. */
	withError(error: string): string;
}

/**
 * Makes rows of a table with their errors behind the columns. A cell without a column is behind its error, and so
 * remains one.
 */
export function repeatableCells(header: readonly string[], separator: Separator) {
	const before = header.findIndex((name) => name.trim() === IMPORT_ERROR);
	const at = before < 0 ? header.length : before;
	const lineOf = (cells: readonly string[], error: string) =>
		csvRow(cells.toSpliced(at, before < 0 ? 0 : 1, error), separator);
	const head = BYTE_ORDER_MARK + lineOf(header, IMPORT_ERROR);
	const empty = header.map(() => '');
	return (cells: readonly string[]): RepeatableRow => ({
		head,
		withError: (error) => lineOf(Object.assign([...empty], cells), withGuard(error)),
	});
}
