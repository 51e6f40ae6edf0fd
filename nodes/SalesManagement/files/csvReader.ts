/** Reads CSV (RFC 4180) whose text comes in pieces. */
import type { Separator } from './csvWriter';
import { FileError, linesIn } from './fileError';

/** One record: its cells as text, and the line in which it begins, from 1. */
export interface CsvRecord {
	readonly line: number;
	readonly cells: readonly string[];
}

/** A cell, and the separator behind it where the record goes on; within quotes everything is text. */
const cellBefore = (separator: Separator): RegExp =>
	new RegExp(
		`(?:"([^"]*(?:""[^"]*)*)"|((?!")[^${separator}\\r\\n]*))(?:(${separator})|\\r\\n?|\\n|$)`,
		'y',
	);

/** A cell in quotes up to the one that closes it. */
const CLOSED = /"[^"]*(?:""[^"]*)*"(?!")/y;

/**
 * Reads records as their text comes in. Within quotes two quotes are one; lines end with CRLF, LF or CR.
 */
export class CsvReader {
	/** The line in which the record begins that is read next. */
	line = 1;
	private text = '';
	/** Where that record begins. */
	private at = 0;
	private cell?: RegExp;

	/** @param separator as the first line shows, when absent. */
	constructor(private readonly separator?: Separator) {}

	/**
	 * @param isLast whether no more text follows.
	 * @throws FileError for a quote that is never closed, and for text behind one that closes.
	 */
	*read(piece: string, isLast = false): Generator<CsvRecord> {
		this.text = this.text.slice(this.at) + piece;
		this.at = 0;
		if (!this.cell) {
			const separator = this.separator ?? separatorIn(this.text, isLast);
			this.cell = separator && cellBefore(separator);
		}
		while (this.cell && this.at < this.text.length) {
			const found = this.record(this.cell, isLast);
			if (!found) break;
			const { cells, end } = found;
			const { line } = this;
			this.line = this.lineAt(end);
			this.at = end;
			yield { line, cells };
		}
	}

	/** The characters of a record that has not ended yet. */
	get unread(): number {
		return this.text.length - this.at;
	}

	private lineAt(at: number): number {
		return this.line + linesIn(this.text.slice(this.at, at));
	}

	/** The cells of a record, and where the next one begins; nothing where more text is needed. */
	private record(cell: RegExp, isLast: boolean) {
		const { text } = this;
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
			// What follows decides whether a cell has ended, and a line with one character or with two.
			const mayGoOn = end === text.length && !text.endsWith('\n');
			return mayGoOn && !isLast ? undefined : { cells, end };
		}
	}

	/** @throws FileError for what begins with a quote and is no cell, unless the quote may still be closed. */
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

/** Of two that a first line has equally often, the one that is hardly ever part of a name. */
const SEPARATORS: readonly Separator[] = ['\t', ';', ','];

/** A cell in quotes, also one that goes on; in the middle of a name a quote is a character like others. */
const QUOTED = /(?<=^|[,;\t\r\n])"(?:[^"]|"")*(?:"|$)/g;

/** A first line is hardly longer. */
const BEGINNING = 64 * 1024;

/** The separator that the first line has most of outside of quotes; none before that line is whole. */
function separatorIn(text: string, isLast: boolean): Separator | undefined {
	const [, line = '', end] =
		/^[\r\n]*([^\r\n]*)([\r\n]?)/.exec(text.slice(0, BEGINNING).replace(QUOTED, '')) ?? [];
	if (end === '' && !isLast && text.length < BEGINNING) return undefined;
	const count = (separator: Separator) => line.split(separator).length;
	return [...SEPARATORS].sort((a, b) => count(b) - count(a))[0];
}
