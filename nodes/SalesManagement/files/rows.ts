/** The rows of a CSV or JSON Lines file, each with its columns by name. */
import type { IDataObject } from 'n8n-workflow';
import { isObject, jsonIn, setOwn } from '../shared';
import { CsvReader, type CsvRecord } from './csvReader';
import type { Separator } from './csvWriter';
import { IMPORT_ERROR, repeatableCells, type RepeatableRow } from './failedRows';
import { FileError, LONGEST_ROW } from './fileError';
import { jsonLine } from './jsonLines';
import { withoutGuard } from './formulas';
import { decoded, WrongBytes } from './utf8';

/** One row of a file: its columns, or the error of this row alone. */
export interface FileRow extends RepeatableRow {
	/** Counted from 1; the line with the names of the columns and empty lines don't count. */
	readonly row: number;
	/** The line in which it begins, from 1. */
	readonly line: number;
	readonly columns: IDataObject | FileError;
}

/** The settings with which a file is read. */
export interface FileFormat {
	/** If absent, the first line shows it. */
	readonly separator?: Separator;
}

type RowParts = Omit<FileRow, 'row'>;

/** A reader of one format. */
interface RowReader {
	/** The line in which the next row begins. */
	readonly line: number;
	/** The number of characters of a row that has not ended yet. */
	readonly unread: number;
	rows(text: string, isLast: boolean): Iterable<RowParts>;
}

const EMPTY = /^\s*$/;
/**
 * A line that tells Excel the separator, and that Excel does not show: `sep=;`. It precedes the column names.
 */
const SEPARATOR_LINE = /^sep=[,;\t]?$/i;

class CsvRows extends CsvReader implements RowReader {
	private header?: readonly string[];
	private repeatable?: ReturnType<typeof repeatableCells>;

	*rows(text: string, isLast: boolean): Generator<RowParts> {
		for (const record of this.read(text, isLast)) {
			if (record.cells.every((cell) => EMPTY.test(cell))) continue;
			const { header, repeatable } = this;
			if (header && repeatable) {
				const { line, cells } = record;
				yield { line, columns: columnsOf(record, header), ...repeatable(cells) };
			} else if (!SEPARATOR_LINE.test(record.cells.join(''))) {
				this.header = headerOf(record);
				this.repeatable = repeatableCells(record.cells, this.separator ?? ',');
			}
		}
	}
}

function columnsOf({ line, cells }: CsvRecord, header: readonly string[]): IDataObject | FileError {
	const columns: IDataObject = {};
	for (const [at, cell] of cells.entries()) {
		const name = header[at] ?? '';
		if (name !== '') setOwn(columns, name, withoutGuard(cell));
		else if (!EMPTY.test(cell)) {
			return new FileError(
				line,
				`cell ${at + 1} of this row has no column: the first line names ${header.length} columns, ${header.filter(Boolean).length} of them with a name`,
			);
		}
	}
	return columns;
}

/**
 * The names of the columns.
 * @throws FileError for two columns of one name.
 */
function headerOf({ line, cells }: CsvRecord): readonly string[] {
	const header = cells.map((cell) => withoutGuard(cell).trim());
	const twice = header.findIndex((name, at) => name !== '' && header.indexOf(name) < at);
	if (twice < 0) return header;
	throw new FileError(
		line,
		`two columns are called ${JSON.stringify(header[twice])}, number ${header.indexOf(header[twice] ?? '') + 1} and number ${twice + 1}`,
	);
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
			if (line === 1 && text.trimStart().startsWith('[')) throw isArray(line);
			const columns = objectOf(text, line);
			const withError = (error: string) =>
				columns instanceof FileError
					? `${text}\n`
					: jsonLine({ ...columns, [IMPORT_ERROR]: error });
			yield { line, columns, head: '', withError };
		}
	}
}

const isArray = (line: number): FileError =>
	new FileError(
		line,
		'it is one JSON array, and JSON Lines has one object on each line: read it with Extract from File and set Fields From to Input',
	);

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
	{ separator }: FileFormat,
): AsyncGenerator<FileRow> {
	let reader: RowReader | undefined;
	let row = 0;
	const numbered = function* (text: string, isLast: boolean): Generator<FileRow> {
		// A text that begins with a brace or a bracket is JSON.
		reader ??= /^\s*[{[]/.test(text) ? new JsonRows() : new CsvRows(separator);
		for (const parts of reader.rows(text, isLast)) yield { row: ++row, ...parts };
		if (reader.unread > LONGEST_ROW) {
			const most = LONGEST_ROW.toLocaleString('en-US');
			throw new FileError(
				reader.line,
				`the row that begins here has more than ${most} characters; in CSV perhaps a quote is never closed`,
			);
		}
	};
	try {
		for await (const text of decoded(bytes)) {
			if (text !== '') yield* numbered(text, false);
		}
	} catch (error) {
		throw error instanceof WrongBytes
			? new FileError(reader?.line ?? 1, error.message)
			: (error as Error);
	}
	yield* numbered('', true);
}
