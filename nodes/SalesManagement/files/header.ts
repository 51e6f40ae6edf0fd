/** Finds the line of a CSV file that has the names of the columns. */
import { BEGINNING } from './decoding';
import { IMPORT_ERROR } from './failedRows';
import { withoutGuard } from './formulas';

export interface HeaderFormat {
	/** The line with the names of the columns, from 1; if absent, it is looked for. */
	readonly headerRow?: number;
	/** Whether a name is that of a field; if absent, the first line has the names. */
	readonly isKnown?: (name: string) => boolean;
}

export const namesIn = (cells: readonly string[]): string[] =>
	cells.map((cell) => withoutGuard(cell).trim());

/** The first lines, among which it is looked for. */
const LINES = 20;

/** Matches a file of rows that failed, which begins with its header. */
const FAILED = new RegExp(`^(?:"[^"]*"|[^"\\r\\n])*${IMPORT_ERROR}`);

/**
 * The lines above the names of the columns, where some programs put notes: the names are on the first line that
 * has two known ones. Of rows that failed, all is known, whatever is set for the file they come from.
 * @param text the beginning of the file.
 */
export function aboveHeader(text: string, { headerRow, isKnown }: HeaderFormat): string {
	if (FAILED.test(text)) return '';
	const lines = text.slice(0, BEGINNING).split(/(?<=\n|\r(?!\n))/);
	const hasNames = (line: string) =>
		namesIn(line.match(/(?<=")[^"]*(?=")|[^",;|\t]+/g) ?? []).filter((name) => isKnown?.(name))
			.length > 1;
	const at = headerRow ? headerRow - 1 : lines.slice(0, LINES).findIndex(hasNames);
	return lines.slice(0, Math.max(0, at)).join('');
}
