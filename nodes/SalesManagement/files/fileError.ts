import { UsageError } from '../shared';

/** What is wrong with a file, and in which line, from 1. */
export class FileError extends UsageError {
	constructor(line: number, reason: string) {
		super(`The file can’t be read at line ${line.toLocaleString('en-US')}: ${reason}.`);
	}
}

/** As many characters as one row may have; more are no row but a quote that is never closed. */
export const LONGEST_ROW = 4 * 1024 * 1024;

/** How many lines end in a text. */
export const linesIn = (text: string): number => text.match(/\r\n|\r|\n/g)?.length ?? 0;
