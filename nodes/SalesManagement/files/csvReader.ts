/** Reads CSV (RFC 4180) whose text comes in pieces. */
import type { Separator } from './csvWriter';
import { FileError, linesIn, LONGEST_ROW } from './problem';

/** One record: its cells as text, and the line in which it begins, from 1. */
export interface CsvRecord {
	readonly line: number;
	readonly cells: readonly string[];
}

const CR = 13;
const LF = 10;

/**
 * Reads records as their text comes in. Within quotes everything is text, and two quotes are one;
 * lines end with CRLF, LF or CR.
 */
export class CsvReader {
	private text = '';
	/** Where the record begins that is read next, and its line. */
	private at = 0;
	private line = 1;
	private separator?: Separator;

	/** @param separator as the first line shows, when absent. */
	constructor(separator?: Separator) {
		this.separator = separator;
	}

	/**
	 * @param isLast whether no more text follows.
	 * @throws FileError for a quote that is never closed, and for text behind one that closes.
	 */
	*read(piece: string, isLast = false): Generator<CsvRecord> {
		this.text = this.text.slice(this.at) + piece;
		this.at = 0;
		this.separator ??= separatorIn(this.text, isLast);
		while (this.separator !== undefined && this.at < this.text.length) {
			const found = this.record(this.separator, isLast);
			if (!found) break;
			const { cells, end } = found;
			const { line } = this;
			this.line = this.lineAt(end);
			this.at = end;
			yield { line, cells };
		}
		if (this.text.length - this.at > LONGEST_ROW) {
			const most = LONGEST_ROW.toLocaleString('en-US');
			throw new FileError(
				this.line,
				`the row that begins here has more than ${most} characters; perhaps a quote is never closed`,
			);
		}
	}

	/** The line in which the text ends that was read so far. */
	get end(): number {
		return this.lineAt(this.text.length);
	}

	private lineAt(at: number): number {
		return this.line + linesIn(this.text.slice(this.at, at));
	}

	/** The cells of a record, and where the next one begins; nothing where more text is needed. */
	private record(separator: Separator, isLast: boolean) {
		const { text } = this;
		const mark = separator.charCodeAt(0);
		const cells: string[] = [];
		for (let at = this.at; ; at++) {
			const isQuoted = text[at] === '"';
			const cell = isQuoted ? this.quoted(at, isLast) : plain(text, at, mark);
			if (!cell) return undefined;
			cells.push(cell.value);
			at = cell.end;
			const code = text.charCodeAt(at);
			if (code === mark) continue;
			if (at >= text.length) return isLast ? { cells, end: at } : undefined;
			// What follows decides whether the line ends with one character or with two.
			if (code === CR && at + 1 >= text.length && !isLast) return undefined;
			if (code === CR) return { cells, end: text.charCodeAt(at + 1) === LF ? at + 2 : at + 1 };
			if (code === LF) return { cells, end: at + 1 };
			throw new FileError(this.lineAt(at), 'text follows the quote that closes a cell');
		}
	}

	private quoted(begin: number, isLast: boolean): Cell | undefined {
		const { text } = this;
		let value = '';
		for (let at = begin + 1; ;) {
			const end = text.indexOf('"', at);
			if (end < 0 && isLast) throw new FileError(this.lineAt(begin), 'a quote is never closed');
			if (end < 0 || (end + 1 >= text.length && !isLast)) return undefined;
			const isDoubled = text[end + 1] === '"';
			value += text.slice(at, isDoubled ? end + 1 : end);
			if (!isDoubled) return { value, end: end + 1 };
			at = end + 2;
		}
	}
}

interface Cell {
	readonly value: string;
	/** Where its separator or the end of its line is. */
	readonly end: number;
}

/** A cell without quotes around it; quotes inside are text. */
function plain(text: string, begin: number, mark: number): Cell {
	let end = begin;
	for (; end < text.length; end++) {
		const code = text.charCodeAt(end);
		if (code === mark || code === LF || code === CR) break;
	}
	return { value: text.slice(begin, end), end };
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
