/** Reads CSV (RFC 4180) from text that arrives in pieces. */
import type { Separator } from './csvWriter';
import { FileError, linesIn } from './fileError';
import { BEGINNING } from './decoding';

/** One record: its cells as text, and the line in which it begins, from 1. */
export interface CsvRecord {
	readonly line: number;
	readonly cells: readonly string[];
}

/** Matches a cell and the separator after it, if the record goes on; within quotes everything is text. */
const cellBefore = (separator: Separator): RegExp =>
	new RegExp(
		`(?:"([^"]*(?:""[^"]*)*)"|((?!")[^${separator}\\r\\n]*))(?:([${separator}])|\\r\\n?|\\n|$)`,
		'y',
	);

/** Matches a quoted cell up to its closing quote. */
const CLOSED = /"[^"]*(?:""[^"]*)*"(?!")/y;

/**
 * Reads records while their text arrives. Within quotes, two quotes stand for one; lines end with CRLF, LF or
 * CR.
 */
export class CsvReader {
	private text = '';
	/** The place in the text where the next record begins. */
	private at = 0;
	private readonly cell: RegExp;

	/** @param line the line in which the next record begins. */
	constructor(
		protected readonly separator: Separator,
		public line = 1,
	) {
		this.cell = cellBefore(separator);
	}

	/**
	 * Reads the records that a further piece of text completes.
	 * @param isLast whether no more text follows.
	 * @throws FileError for a quote that is never closed, and for text after one that closes a cell.
	 */
	*read(piece: string, isLast = false): Generator<CsvRecord> {
		this.text = this.text.slice(this.at) + piece;
		this.at = 0;
		while (this.at < this.text.length) {
			const found = this.record(isLast);
			if (!found) break;
			const { cells, end } = found;
			const { line } = this;
			this.line = this.lineAt(end);
			this.at = end;
			yield { line, cells };
		}
	}

	/** The number of characters of a record that has not ended yet. */
	get unread(): number {
		return this.text.length - this.at;
	}

	private lineAt(at: number): number {
		return this.line + linesIn(this.text.slice(this.at, at));
	}

	/** The cells of a record, and the place where the next one begins; `undefined` if more text is needed. */
	private record(isLast: boolean) {
		const { text, cell } = this;
		const cells: string[] = [];
		cell.lastIndex = this.at;
		for (;;) {
			const begin = cell.lastIndex;
			const [found, quoted, plain = '', separator] = cell.exec(text) ?? [];
			if (found === undefined) {
				this.assertOpen(begin, isLast);
				return undefined;
			}
			cells.push(quoted?.replaceAll('""', '"') ?? plain);
			if (separator !== undefined) continue;
			const end = cell.lastIndex;
			// The next character may continue the cell, or be the second one of a line end.
			const mayGoOn = end === text.length && !text.endsWith('\n');
			return mayGoOn && !isLast ? undefined : { cells, end };
		}
	}

	/**
	 * Asserts that a cell that does not match may still be completed by further text.
	 * @throws FileError for text after a closing quote, and for a quote that is never closed.
	 */
	private assertOpen(begin: number, isLast: boolean): void {
		CLOSED.lastIndex = begin;
		if (CLOSED.test(this.text)) {
			throw new FileError(
				this.lineAt(CLOSED.lastIndex),
				'text follows the quote that closes a cell',
			);
		}
		if (isLast) throw new FileError(this.lineAt(begin), 'a quote is never closed');
	}
}

/**
 * The possible separators. If a line has two equally often, the earlier one here is chosen, since it is the rarer
 * one in names.
 */
const SEPARATORS: readonly Separator[] = ['\t', ';', ','];

/** Matches a quoted cell, even if it has not ended. Within a name, a quote is a character like any other. */
const QUOTED = /(?<=^|[,;|\t\r\n])"(?:[^"]|"")*(?:"|$)/g;

/**
 * The most frequent separator of the first line outside of quotes. A bar is one where the line has no other.
 * @param text the beginning of a file.
 */
export function separatorIn(text: string): Separator {
	const [line = ''] = /[^\r\n]+/.exec(text.slice(0, BEGINNING).replace(QUOTED, '')) ?? [];
	const count = (separator: Separator) => line.split(separator).length;
	const [most = ','] = [...SEPARATORS].sort((a, b) => count(b) - count(a));
	return line.includes('|') && !line.includes(most) ? '|' : most;
}
