import { formatCount, UsageError } from '../shared';

/** An error in a file, with its line, from 1. */
export class FileError extends UsageError {
	constructor(line: number, reason: string) {
		super(`The file can’t be read at line ${formatCount(line)}: ${reason}.`);
	}
}

/** The most characters of a row; a longer one must have a quote that is never closed. */
export const LONGEST_ROW = 4 * 1024 * 1024;

/** The number of line ends in a text. */
export const linesIn = (text: string): number => text.match(/\r\n|\r|\n/g)?.length ?? 0;
