/** Reads CSV (RFC 4180) whose text comes in pieces. */
import { FileError, linesIn, LONGEST_ROW, placeIn } from './problem';

export type Separator = ',' | ';' | '\t';

/** One record: its cells as text, and the line in which it begins, from 1. */
export interface CsvRecord {
	readonly line: number;
	readonly cells: readonly string[];
}

const CR = 13;
const LF = 10;

/**
 * Reads records as their text comes in. Within quotes everything is text, and two quotes are one;
 * lines end with CRLF, LF or CR; those without a character are no records.
 */
export class CsvReader {
	private text = '';
	/** Where the record begins that is read next, and its line. */
	private at = 0;
	private line = 1;
	private separator?: Separator;

	/** @param separator as the first lines show, when absent. */
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
			this.line += linesIn(this.text.slice(this.at, end));
			const isEmpty = cells.length === 1 && cells[0] === '' && this.text[this.at] !== '"';
			this.at = end;
			if (!isEmpty) yield { line, cells };
		}
		if (this.text.length - this.at > LONGEST_ROW) throw this.tooLong();
	}

	/** Where the text ends that was read so far. */
	get end() {
		return placeIn(this.text.slice(this.at), this.text.length - this.at, this.line);
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
			throw this.problem(at, 'text follows the quote that closes the cell');
		}
	}

	private quoted(begin: number, isLast: boolean): Cell | undefined {
		const { text } = this;
		let value = '';
		for (let at = begin + 1; ;) {
			const end = text.indexOf('"', at);
			if (end < 0 && isLast) throw this.problem(begin, 'this quote is never closed');
			if (end < 0 || (end + 1 >= text.length && !isLast)) return undefined;
			const isDoubled = text[end + 1] === '"';
			value += text.slice(at, isDoubled ? end + 1 : end);
			if (!isDoubled) return { value, end: end + 1 };
			at = end + 2;
		}
	}

	private problem(at: number, reason: string): FileError {
		return new FileError(placeIn(this.text.slice(this.at), at - this.at, this.line), reason);
	}

	private tooLong(): FileError {
		const quote = this.text.indexOf('"', this.at);
		return this.problem(
			quote < 0 ? this.at : quote,
			`the row that begins in line ${this.line} has more than ${LONGEST_ROW.toLocaleString('en-US')} characters; perhaps a quote is never closed`,
		);
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

const SEPARATORS: readonly Separator[] = [',', ';', '\t'];

/** As many lines, that of the columns' names included, show the separator; so much text is enough. */
const SHOWING = { lines: 5, characters: 64 * 1024 };

/**
 * The separator that all of the first lines have most of outside of quotes; of equals, the one that they
 * have equally often, then the one that the very first has most of. None before enough lines are whole.
 */
function separatorIn(text: string, isLast: boolean): Separator | undefined {
	const lines: Array<Map<string, number>> = [];
	let line = new Map<string, number>();
	let isQuoted = false;
	let before = ',';
	for (const each of text) {
		// In the middle of a name it is a character like others; behind another one it goes on.
		const isQuote = each === '"' && (isQuoted || /[",;\t\r\n]/.test(before));
		before = each;
		if (isQuote) isQuoted = !isQuoted;
		else if (isQuoted || (each !== '\n' && each !== '\r')) {
			if (!isQuoted) line.set(each, (line.get(each) ?? 0) + 1);
		} else if (line.size > 0) {
			lines.push(line);
			line = new Map();
			if (lines.length === SHOWING.lines) break;
		}
	}
	if (isLast && line.size > 0) lines.push(line);
	const isEnough = lines.length === SHOWING.lines || text.length >= SHOWING.characters;
	if (!isLast && !(isEnough && lines.length > 0)) return undefined;
	const all = SEPARATORS.map((separator) => {
		const counts = lines.map((each) => each.get(separator) ?? 0);
		const least = Math.min(...counts);
		const isEven = least > 0 && Math.max(...counts) === least;
		return { separator, least, isEven: Number(isEven), first: counts[0] ?? 0 };
	});
	const [most] = all.sort((a, b) => b.least - a.least || b.isEven - a.isEven || b.first - a.first);
	return most?.separator;
}
