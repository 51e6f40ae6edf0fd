/** The rows of a CSV or JSON Lines file, each with its columns by name. */
import type { IDataObject } from 'n8n-workflow';
import { isObject, setOwn } from '../values';
import { CsvReader, type CsvRecord } from './csvReader';
import type { Separator } from './csvWriter';
import { decoded, WrongBytes } from './utf8';
import { withoutGuard } from './formulas';
import { FileError, LONGEST_ROW } from './fileError';

/** One row of a file: its columns, or what is wrong with it alone. */
export interface FileRow {
	/** Counted from 1; the line with the names of the columns and empty lines don't count. */
	readonly row: number;
	/** The line in which it begins, from 1. */
	readonly line: number;
	readonly columns: IDataObject | FileError;
}

export interface FileFormat {
	/** As the first line shows, when absent. */
	readonly separator?: Separator;
}

type RowParts = Omit<FileRow, 'row'>;

/** What reads the text of one format. */
interface RowReader {
	/** The line in which the text ends that was read so far. */
	readonly end: number;
	read(text: string, isLast: boolean): Iterable<RowParts>;
}

const EMPTY = /^\s*$/;

class CsvRows implements RowReader {
	private readonly reader: CsvReader;
	private header?: readonly string[];

	constructor(separator?: Separator) {
		this.reader = new CsvReader(separator);
	}

	get end(): number {
		return this.reader.end;
	}

	*read(text: string, isLast: boolean): Generator<RowParts> {
		for (const record of this.reader.read(text, isLast)) {
			if (record.cells.every((cell) => EMPTY.test(cell))) continue;
			if (!this.header && namesSeparator(record)) continue;
			if (this.header) yield { line: record.line, columns: this.columnsOf(record, this.header) };
			else this.header = headerOf(record);
		}
	}

	private columnsOf({ line, cells }: CsvRecord, header: readonly string[]) {
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
}

/** A first line that tells a spreadsheet program the separator, which it shows anyway: `sep=;`. */
const namesSeparator = ({ line, cells: [first = '', ...rest] }: CsvRecord): boolean =>
	line === 1 && /^sep=[,;\t]?$/i.test(first) && rest.join('') === '';

/** @throws FileError for two columns of one name. */
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
	/** What is read of the line that has not ended yet. */
	private text = '';
	private isBegun = false;
	end = 1;

	*read(piece: string, isLast: boolean): Generator<RowParts> {
		// A carriage return before the line feed is white space to JSON.
		const lines = (this.text + piece).split('\n');
		this.text = isLast ? '' : (lines.pop() ?? '');
		for (const text of lines) {
			const line = this.end++;
			if (EMPTY.test(text)) continue;
			if (!this.isBegun && text.trimStart().startsWith('[')) throw isArray(line);
			this.isBegun = true;
			yield { line, columns: objectOf(text, line) };
		}
		if (this.text.length > LONGEST_ROW) {
			const most = LONGEST_ROW.toLocaleString('en-US');
			throw new FileError(this.end, `it has more than ${most} characters`);
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
	try {
		const value: unknown = JSON.parse(text);
		if (isObject(value)) return value;
	} catch {
		// It is told as what is no object.
	}
	return new FileError(line, 'it is no JSON object');
}

/**
 * The rows of a file, as its bytes come.
 * @throws FileError where what follows can't be read either.
 */
export async function* rowsIn(
	bytes: AsyncIterable<Uint8Array>,
	{ separator }: FileFormat,
): AsyncGenerator<FileRow> {
	let reader: RowReader | undefined;
	let row = 0;
	const numbered = function* (text: string, isLast: boolean): Generator<FileRow> {
		// What begins with a brace or a bracket is JSON.
		reader ??= /^\s*[{[]/.test(text) ? new JsonRows() : new CsvRows(separator);
		for (const parts of reader.read(text, isLast)) yield { row: ++row, ...parts };
	};
	try {
		for await (const text of decoded(bytes)) {
			if (text !== '') yield* numbered(text, false);
		}
	} catch (error) {
		throw error instanceof WrongBytes
			? new FileError(reader?.end ?? 1, error.message)
			: (error as Error);
	}
	yield* numbered('', true);
}
