import { UsageError } from '../api/errors/errors';

/** A place in a text file, both counted from 1; a column is a character of its line. */
export interface Place {
	readonly line: number;
	readonly column: number;
}

const many = (count: number): string => count.toLocaleString('en-US');

/** What is wrong with a file, and where. */
export class FileError extends UsageError {
	constructor({ line, column }: Place, reason: string) {
		super(`The file can’t be read at line ${many(line)}, column ${many(column)}: ${reason}.`);
	}
}

/** As many characters as one row may have; more are no row but a quote that is never closed. */
export const LONGEST_ROW = 4 * 1024 * 1024;

const LINE_END = /\r\n|\r|\n/g;

/** How many lines end in a text. */
export function linesIn(text: string): number {
	if (!text.includes('\n') && !text.includes('\r')) return 0;
	return text.match(LINE_END)?.length ?? 0;
}

/** The place of a character of a text that begins with a line. */
export function placeIn(text: string, at: number, line: number): Place {
	const before = text.slice(0, at);
	const begin = Math.max(before.lastIndexOf('\n'), before.lastIndexOf('\r')) + 1;
	return { line: line + linesIn(before), column: at - begin + 1 };
}
