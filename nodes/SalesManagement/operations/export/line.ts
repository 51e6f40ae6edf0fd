/** Records as the lines that files hold of them, while they wait to be written. */
import type { IDataObject } from 'n8n-workflow';
import type { Held } from '../../api/stretches/ordered';
import type { Listed } from '../../api/stretches/shown';

/** The lines of a page stand in one piece of memory, outside of V8's heap. */
export interface Line extends Listed {
	readonly bytes: Buffer;
	/** Where in it this one begins and ends. */
	readonly from: number;
	readonly to: number;
}

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
	const length = texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0);
	const bytes = Buffer.allocUnsafeSlow(length);
	let to = 0;
	return records.map(({ id, updatedAt }, at) => {
		const from = to;
		to += bytes.write(texts[at] ?? '', from);
		return { id, updatedAt, bytes, from, to };
	});
}

/** The memory of a page's lines. */
export const sizeOf = ([first]: readonly Line[]): number => first?.bytes.length ?? 0;
