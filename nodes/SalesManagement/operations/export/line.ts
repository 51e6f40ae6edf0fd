/** Records as the lines that files hold of them, while they wait to be written. */
import type { IDataObject } from 'n8n-workflow';
import type { Held } from '../../api/lists/byTime';
import type { Listed } from '../../api/lists/timeRange';
import { inBytes, type TextInBytes } from '../../texts';

/** The lines of a page stand in one piece of memory. */
export interface Line extends Listed, TextInBytes {}

/** What a file is made of; each kind of file has its own kind of lines. */
export interface Writer {
	readonly ending: string;
	readonly mimeType: string;
	/** What each file begins with. */
	readonly beginning: string;
	/** The lines of a page. They may wait while those of earlier pages are written. */
	hold(records: readonly IDataObject[]): Promise<Held<Line>>;
	/**
	 * A line as the file is by now.
	 * @returns nothing where the file's columns don't hold it: `widen`, and begin another file.
	 */
	line(held: Line): Line | undefined;
	widen(held: Line): void;
}

/** @param texts a line for each of the records, with its end. */
export function linesOf(records: readonly Listed[], texts: readonly string[]): Line[] {
	const lines = inBytes(texts);
	return records.flatMap(({ id, updatedAt }, at) => {
		const line = lines[at];
		return line ? [{ id, updatedAt, ...line }] : [];
	});
}

/** The memory of a page's lines. */
export const sizeOf = ([first]: readonly Line[]): number => first?.bytes.length ?? 0;
