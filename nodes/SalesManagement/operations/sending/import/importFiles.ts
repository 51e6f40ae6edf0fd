/**
 * Writes the rows of a file like items of the input. The file is read in chunks, so that its size does not matter:
 * one chunk is looked up while the one before is written.
 */
import { untilAborted } from '../../../api/client';
import { read, type Item } from '../../../fields';
import { FileError, IMPORT_ERROR, rowsIn, type FileRow } from '../../../files';
import { VALUES_PER_SEARCH } from '../../../lookups/search/batchLookUp';
import { CONTROLS } from '../../../records';
import { formatCount, UsageError } from '../../../shared';
import type { RememberedNames } from '../../items/names';
import { knownColumns } from '../../items/columns';
import type { RowRead } from '../../items/row/row';
import { readRows } from '../../items/rows';
import {
	assertGoingOn,
	ColumnNotes,
	isFailure,
	WrittenRows,
	type Failed,
	type ItemOutput,
	type ItemResult,
	type NodeOperation,
	type Run,
} from '../../model';
import { Tally, type ImportedFile } from './tally';

/**
 * The most entries that are remembered: those of 100,000 rows, which take about 50 MB. At the service's rate it
 * takes more than a minute to look up so many rows; by then the search shows the first of them.
 */
const MOST_WRITTEN = 200_000;

interface Importing {
	readonly operation: NodeOperation;
	/** Carries rows out like input items. */
	readonly carryOut: (run: Run, rows: readonly RowRead[]) => Promise<readonly ItemResult[]>;
}

/**
 * Carries out the files of items, one after the other; without Continue On Fail none after the first failure.
 * @returns the results, with an error for a file that could not be carried out.
 */
export async function eachFile(
	{ items, continueOnFail }: Run,
	carryOut: (item: Item) => Promise<readonly ItemResult[]>,
): Promise<ItemResult[]> {
	const results: ItemResult[] = [];
	for (const item of items) {
		try {
			results.push(...(await carryOut(item)));
		} catch (error) {
			results.push({ index: item.index, error });
		}
		if (!continueOnFail && results.some(isFailure)) break;
	}
	return results;
}

/** Imports the file of each input item, one after the other. */
export async function importFiles(run: Run, importing: Importing): Promise<ItemResult[]> {
	// The search may not show yet what earlier files wrote.
	const written = new WrittenRows(MOST_WRITTEN);
	const results = await eachFile(run, async (item) => [
		{ index: item.index, ...(await importFile(run, importing, item, written)) },
	]);
	if (written.asNamed > 0) {
		run.hint(
			`In ${formatCount(written.asNamed)} row${written.asNamed === 1 ? '' : 's'} a name and the ID beside it differ, and the record has the name's already: it stays as it is.`,
		);
	}
	return results;
}

/** A chunk of rows that is being written. */
interface Chunk {
	readonly rows: readonly FileRow[];
	readonly results: Promise<readonly ItemResult[]>;
}

/**
 * Imports one file. Each chunk begins while the one before is under way, so that requests never pause.
 * @returns the summary of the import, or the error that stopped it.
 */
async function importFile(
	run: Run,
	{ operation, carryOut }: Importing,
	item: Item,
	written: WrittenRows,
): Promise<ItemOutput | Omit<Failed, 'index'>> {
	const file = openFile(run, operation, item);
	const tally = new Tally(run, operation, file);
	const itemOf = itemMaker(file, operation, item);
	/** Aborted by a failure that ends the import, so that waiting requests are not sent. */
	const ended = new AbortController();
	const client = untilAborted(run.client, ended.signal);
	const columns = new ColumnNotes();
	const remembered: RememberedNames = new Map();
	let broken: unknown;
	let fileError: FileError | undefined;

	/** Writes rows. Operations that change records wait for the chunk before. */
	const write = async (chunkRun: Run, rows: readonly RowRead[], before?: Chunk) => {
		const turn = async () => {
			await before?.results;
			ended.signal.throwIfAborted();
		};
		try {
			const chunk = { written, turn };
			const results = await carryOut({ ...chunkRun, chunk }, rows);
			if (!run.continueOnFail && results.some(isFailure)) ended.abort();
			return results;
		} catch (error) {
			if (!ended.signal.aborted) broken = error;
			ended.abort();
			return [];
		}
	};
	const settle = async (chunk?: Chunk): Promise<void> => {
		if (!chunk) return;
		const results = await chunk.results;
		const hasEnded = ended.signal.aborted || run.cancelled?.aborted === true;
		await tally.add({ rows: chunk.rows, results }, hasEnded);
	};

	let last: Chunk | undefined;
	try {
		for await (const given of file.rows) {
			assertGoingOn(run);
			if (ended.signal.aborted) break;
			const items = given.map(itemOf);
			for (const name of given[0]?.doubled ?? []) {
				columns.unused.add(`${name} (the first of two: where it is empty, the second is sent)`);
			}
			const chunkRun = { ...run, client, columns, items };
			const rows = await readRows(chunkRun, operation, remembered);
			const before = last;
			last = { rows: given, results: write(chunkRun, rows, before) };
			await settle(before);
		}
	} catch (error) {
		if (error instanceof FileError && run.continueOnFail) fileError = error;
		else broken = error;
	}
	await settle(last);
	return tally.failure(broken) ?? (await tally.summary(columns, fileError));
}

/**
 * Makes rows of the file into items whose columns are the input. Parameters that are not in the file are the same for
 * all rows.
 */
function itemMaker({ name: fileName }: ImportedFile, { form }: NodeOperation, item: Item) {
	const rowOf = `${fileName} (item ${item.index})`;
	const get: Item['get'] = (name) => {
		if (name === 'fieldsFrom') return 'input';
		// Without a mapping, each column fills the field of its name.
		return name === form.filling?.mapper.name ? undefined : item.get(name);
	};
	return ({ row: index, columns }: FileRow): Item => {
		const [input, error] = columns instanceof FileError ? [{}, columns] : [columns];
		return { index, rowOf, version: item.version, timezone: item.timezone, get, input, error };
	};
}

/**
 * The rows of a chunk: ten requests of 1,000 rows, as many as are under way at once. Two chunks are in memory, and
 * a wide row takes some KB.
 */
const ROWS = 10_000;
/**
 * The rows of a chunk that is looked up first: 20 full searches and six requests to write that are nearly full, or
 * three and three if half of the rows are new.
 */
const SOUGHT_ROWS = 20 * VALUES_PER_SEARCH;

/**
 * Opens the file of an input item.
 * @param operation decides the size of a chunk, so that its requests are full.
 */
function openFile({ files, continueOnFail }: Run, { id, form }: NodeOperation, item: Item) {
	const { binaryPropertyName: property = 'data' } = read(CONTROLS.imported, item);
	const { separator = 'auto', startRow = 1, ...format } = read(CONTROLS.importOptions, item);
	const { fileName } = files.describe(item.index, property);
	const rows = rowsIn(files.read(item.index, property), {
		...format,
		isKnown: knownColumns(form, item),
		...(separator !== 'auto' && { separator: separator === 'tab' ? '\t' : separator }),
	});
	const size = id === 'createOrUpdate' ? SOUGHT_ROWS : ROWS;
	return {
		/** The name in messages. */
		name: fileName ?? property,
		/** The binary field of the input that holds the file, and of the output that holds the result of each row. */
		property,
		/** The first row to write, counted from 1. */
		startRow,
		/**
		 * The chunks of rows. They throw a FileError at a row that can't be read; with Continue On Fail the rows
		 * before it in its chunk are handed out first.
		 */
		rows: inChunks(rows, startRow, size, continueOnFail),
	};
}

/** @param withBroken whether an incomplete chunk is handed out before an error. */
async function* inChunks(
	rows: AsyncIterable<FileRow>,
	startRow: number,
	size: number,
	withBroken: boolean,
): AsyncGenerator<readonly FileRow[]> {
	let chunk: FileRow[] = [];
	let last = 1;
	try {
		for await (const each of rows) {
			last = each.row;
			if (last < startRow) {
				if (!Object.hasOwn(each.columns, IMPORT_ERROR)) continue;
				throw new UsageError(
					`These are the rows that failed in an import: empty Start Row, or to go on within them, remove the column ${IMPORT_ERROR}.`,
				);
			}
			chunk.push(each);
			// A further row would take a request of its own.
			if (chunk.length < size) continue;
			yield chunk;
			chunk = [];
		}
	} catch (error) {
		if (withBroken && chunk.length > 0) yield chunk;
		throw error as Error;
	}
	if (last < startRow) throw new UsageError(`Start Row is ${startRow}: the file has fewer rows.`);
	if (chunk.length > 0) yield chunk;
}
