/** The rows of a CSV or JSON Lines file, each with its columns by name. */
import type { IDataObject } from 'n8n-workflow';
import { formatCount, isBlank, isObject, jsonIn, own, setOwn, trimmed } from '../shared';
import { CsvReader, separatorIn, type CsvRecord } from './csvReader';
import type { Separator } from './csvWriter';
import { decoded } from './decoding';
import { IMPORT_ERROR, repeatableCells, type RepeatableRow } from './failedRows';
import { FileError, linesIn, LONGEST_ROW } from './fileError';
import { jsonLine } from './jsonLines';
import { withoutGuard } from './formulas';
import { aboveHeader, namesIn, type HeaderFormat } from './header';

/** Cells by the names of their columns. Where columns of one name differ, it is the error that says so. */
export type FileColumns = Record<string, IDataObject[string] | FileError>;

/** One row of a file: its columns, or the error of this row alone. */
export interface FileRow extends RepeatableRow {
	/** Counted from 1; the line with the names of the columns and empty lines don't count. */
	readonly row: number;
	/** The line in which it begins, from 1. */
	readonly line: number;
	readonly columns: FileColumns | FileError;
	/** The names of two columns of which the second counted in some row, since the first is empty there. */
	readonly doubled?: ReadonlySet<string>;
}

/** The settings with which a file is read. */
export interface FileFormat extends HeaderFormat {
	/** If absent, the line with the names of the columns shows it. */
	readonly separator?: Separator;
	/** UTF-8 when absent; a byte order mark counts over it. */
	readonly encoding?: string;
}

type RowParts = Omit<FileRow, 'row'>;

/** A reader of one format. */
interface RowReader {
	/** The line in which the next row begins. */
	readonly line: number;
	/** The number of characters of a row that has not ended yet. */
	readonly unread: number;
	/** The names of the columns, if they stand in a line of their own. */
	readonly names?: readonly string[];
	rows(text: string, isLast: boolean): Iterable<RowParts>;
}

const EMPTY = /^\s*$/;
/**
 * A line that tells Excel the separator, and that Excel does not show: `sep=;`. It precedes the column names.
 */
const SEPARATOR_LINE = /^sep=[,;\t]?$/i;

const NOTE =
	'below an empty line it has one cell alone, like a note: remove it or, if it is a row, the empty line';

class CsvRows extends CsvReader implements RowReader {
	names: readonly string[] = [];
	private repeatable = repeatableCells([], this.separator);
	private readonly doubled = new Set<string>();
	/** Whether the line before has nothing at all, or is a note below such a line. */
	private isBelowTable = false;

	*rows(text: string, isLast: boolean): Generator<RowParts> {
		for (const record of this.read(text, isLast)) {
			const { line, cells } = record;
			const filled = cells.findIndex((cell) => !EMPTY.test(cell));
			if (filled < 0) this.isBelowTable = this.names.length > 1 && cells.length === 1;
			else if (this.names.length > 0) {
				this.isBelowTable &&= cells.every((cell, at) => at === filled || EMPTY.test(cell));
				const columns = this.isBelowTable ? new FileError(line, NOTE) : this.columnsOf(record);
				yield { line, columns, doubled: this.doubled, ...this.repeatable(cells) };
			} else if (!SEPARATOR_LINE.test(cells.join(''))) {
				this.names = namesIn(cells);
				this.repeatable = repeatableCells(cells, this.separator);
			}
		}
	}

	private columnsOf({ line, cells }: CsvRecord): FileColumns | FileError {
		const { names } = this;
		const columns: FileColumns = {};
		for (const [at, cell] of cells.entries()) {
			const value = withoutGuard(cell);
			const name = names[at] ?? '';
			const before = own(columns, name);
			if (name !== '' && before === undefined) setOwn(columns, name, value);
			else if (EMPTY.test(cell)) continue;
			else if (name === '') {
				return new FileError(
					line,
					`cell ${at + 1} of this row has no column: there are ${names.length} columns, ${names.filter(Boolean).length} of them with a name`,
				);
			} else if (isBlank(trimmed(before))) {
				setOwn(columns, name, value);
				this.doubled.add(name);
			} else if (trimmed(before) !== trimmed(value)) {
				const numbers = `${names.indexOf(name) + 1} and ${at + 1}`;
				const differ = `columns ${numbers} are both called ${JSON.stringify(name)} and differ: rename or remove one of them`;
				setOwn(columns, name, new FileError(line, differ));
			}
		}
		// A row may be short; its columns are those of the table.
		for (const name of names.slice(cells.length)) {
			if (name) setOwn(columns, name, own(columns, name));
		}
		return columns;
	}
}

class JsonRows implements RowReader {
	line = 1;
	/** The part of the line that has been read and has not ended. */
	private text = '';

	get unread(): number {
		return this.text.length;
	}

	*rows(piece: string, isLast: boolean): Generator<RowParts> {
		// A carriage return before the line feed is white space to JSON.
		const lines = (this.text + piece).split('\n');
		this.text = isLast ? '' : (lines.pop() ?? '');
		for (const text of lines) {
			const line = this.line++;
			if (EMPTY.test(text)) continue;
			if (line === 1 && /^\s*(?:\[|\{\s*$)/.test(text)) throw new FileError(line, ONE_JSON);
			const columns = objectOf(text, line);
			const withError = (error: string) =>
				columns instanceof FileError
					? `${text}\n`
					: jsonLine({ ...columns, [IMPORT_ERROR]: error });
			yield { line, columns, head: '', withError };
		}
	}
}

const ONE_JSON =
	'it is one JSON array, or an object on several lines, and JSON Lines has one object on each line: read it with Extract from File and set Fields From to Input';

/** The object on a line of JSON Lines. */
function objectOf(text: string, line: number): IDataObject | FileError {
	const value = jsonIn(text);
	return isObject(value) ? value : new FileError(line, 'it is no JSON object');
}

/**
 * Reads the rows of a file while its bytes arrive.
 * @throws FileError for an error after which the rest can't be read either.
 */
export async function* rowsIn(
	bytes: AsyncIterable<Uint8Array>,
	format: FileFormat,
): AsyncGenerator<FileRow> {
	let reader: RowReader | undefined;
	let row = 0;
	const numbered = function* (piece: string, isLast: boolean): Generator<FileRow> {
		let text = piece;
		if (!reader) {
			// A text that begins with a brace or a bracket is JSON.
			const isJson = /^\s*[{[]/.test(text);
			const above = isJson ? '' : aboveHeader(text, format);
			text = text.slice(above.length);
			const { separator = separatorIn(text) } = format;
			reader = isJson ? new JsonRows() : new CsvRows(separator, 1 + linesIn(above));
		}
		for (const { line, columns, doubled, head, withError } of reader.rows(text, isLast)) {
			yield { row: ++row, line, columns, doubled, head, withError };
		}
		if (reader.unread > LONGEST_ROW) {
			throw new FileError(
				reader.line,
				`the row that begins here has more than ${formatCount(LONGEST_ROW)} characters; in CSV perhaps a quote is never closed`,
			);
		}
	};
	let isEmpty = true;
	const texts = decoded(bytes, format.encoding, () => reader?.line ?? 1);
	for await (const text of texts) {
		isEmpty &&= text.trim() === '';
		yield* numbered(text, false);
	}
	yield* numbered('', true);
	if (row > 0 || reader?.names?.some(format.isKnown ?? Boolean)) return;
	throw new FileError(
		1,
		isEmpty
			? 'it is empty'
			: 'it has neither rows nor column names that are known: under File Options, check Header Row, Separator and Encoding',
	);
}
