/** Writes CSV (RFC 4180). */

export const LINE_END = '\r\n';
/** Tells Excel that a file is UTF-8. */
export const BYTE_ORDER_MARK = '\ufeff';

export type Separator = ',' | ';' | '\t' | '|';

/**
 * Matches text that needs quotes. This includes spaces at its ends, since a reader may drop them from a bare
 * cell.
 */
const NEEDS_QUOTES = /["\r\n]|^\s|\s$/;

/** A row with its line end. */
export function csvRow(cells: readonly string[], separator: Separator): string {
	const [only] = cells;
	// An empty line would not be a row.
	if (cells.length === 1 && only === '') return `""${LINE_END}`;
	const written = cells.map((cell) =>
		cell.includes(separator) || NEEDS_QUOTES.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell,
	);
	return written.join(separator) + LINE_END;
}
