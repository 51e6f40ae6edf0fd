/**
 * The rows of a file, written as those of the input are. The file is read as it is written, a chunk at a
 * time, so that its size does not matter: one chunk is looked up while the one before it is written.
 */
import { untilAborted } from '../../../api/client';
import { read, type Item } from '../../../fields';
import { FileError, rowsIn, type FileRow } from '../../../files';
import { VALUES_PER_SEARCH } from '../../../lookups/search/batchLookUp';
import { importControls, importOptions } from '../../form/files';
import type { SearchedNames } from '../../items/names';
import { readRows, type RowRead } from '../../items/rows';
import {
	assertGoingOn,
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
 * As many entries as are remembered, of 100,000 rows, which take some 50 MB with what they wrote. Looking for so
 * many takes more than a minute at the service's rate; by then the search shows them.
 */
const MOST_WRITTEN = 200_000;

interface Importing {
	readonly operation: NodeOperation;
	/** Carries rows out as if they were input items. */
	readonly carryOut: (run: Run, rows: readonly RowRead[]) => Promise<readonly ItemResult[]>;
}

/** Imports the file of each input item, one after the other. */
export async function importFiles(run: Run, importing: Importing): Promise<ItemResult[]> {
	const results: ItemResult[] = [];
	// The search may not show yet what the files before wrote.
	const written = new WrittenRows(MOST_WRITTEN);
	for (const item of run.items) {
		const { index } = item;
		try {
			results.push({ index, ...(await importFile(run, importing, item, written)) });
		} catch (error) {
			results.push({ index, error });
		}
		if (results.some(isFailure) && !run.continueOnFail) break;
	}
	return results;
}

/** Rows that are being written. */
interface Chunk {
	readonly rows: readonly number[];
	readonly results: Promise<readonly ItemResult[]>;
}

/**
 * Begins each chunk while the one before it is under way, so that at no time there is nothing to send.
 * @returns what the import came to, or what stopped it.
 */
async function importFile(
	run: Run,
	{ operation, carryOut }: Importing,
	item: Item,
	written: WrittenRows,
): Promise<ItemOutput | Omit<Failed, 'index'>> {
	const file = openFile(run, operation, item);
	const tally = new Tally(run, operation, file);
	/** Aborted where something failed that ends the import: what waits is not sent then. */
	const ended = new AbortController();
	const client = untilAborted(run.client, ended.signal);
	const searched: SearchedNames = new Map();
	let broken: unknown;
	let fileError: FileError | undefined;

	/** Writes rows. What changes records waits for the chunk before them. */
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
			const items = given.map((each) => rowItem(each, item, { file, operation }));
			const chunkRun = { ...run, client, items };
			const rows = await readRows(chunkRun, operation, searched);
			const before = last;
			last = { rows: given.map(({ row }) => row), results: write(chunkRun, rows, before) };
			await settle(before);
		}
	} catch (error) {
		if (error instanceof FileError && run.continueOnFail) fileError = error;
		else broken = error;
	}
	await settle(last);
	return tally.failure(broken) ?? (await tally.summary(fileError));
}

/** A row as an item whose columns are the input's. All that is not in the file is the same for all rows. */
function rowItem(
	{ row: index, columns }: FileRow,
	item: Item,
	{ file, operation }: { readonly file: ImportedFile; readonly operation: NodeOperation },
): Item {
	const given = columns instanceof FileError ? { input: {}, error: columns } : { input: columns };
	const mapper = operation.form.filling?.mapper.name;
	return {
		index,
		rowOf: `${file.name} (item ${item.index})`,
		version: item.version,
		timezone: item.timezone,
		get: (name) => {
			if (name === 'fieldsFrom') return 'input';
			// All columns are taken that have the name of a field.
			return name === mapper ? undefined : item.get(name);
		},
		...given,
	};
}

/** Ten requests of 1,000 rows, as many as are under way at once. Two chunks are in memory, where wide rows take some KB each. */
const ROWS = 10_000;
/** 20 full searches, and six requests to write that are all but full; three and three where half is new. */
const SOUGHT_ROWS = 20 * VALUES_PER_SEARCH;

/**
 * Opens the file of an input item.
 * @param operation decides how many rows are a chunk, so that its requests are full.
 */
function openFile({ files, continueOnFail }: Run, { id }: NodeOperation, item: Item) {
	const { binaryPropertyName: property = 'data' } = read(importControls, item);
	const { separator = 'auto', startRow = 1 } = read(importOptions, item);
	const { fileName } = files.describe(item.index, property);
	const rows = rowsIn(files.read(item.index, property), {
		...(separator !== 'auto' && { separator: separator === 'tab' ? '\t' : separator }),
	});
	const size = id === 'createOrUpdate' ? SOUGHT_ROWS : ROWS;
	return {
		/** As messages call it. */
		name: fileName ?? property,
		/** Where the file is in the input, and the result of each row in the output. */
		property,
		/** The first row that is written, from 1. */
		startRow,
		/**
		 * @throws FileError where what follows can't be read. With Continue On Fail the rows before it are
		 * handed out first, else those of its chunk are not.
		 */
		rows: inChunks(rows, startRow, size, continueOnFail),
	};
}

/** @param withBroken whether the rows before one that can't be read are handed out without it. */
async function* inChunks(
	rows: AsyncIterable<FileRow>,
	startRow: number,
	size: number,
	withBroken: boolean,
): AsyncGenerator<readonly FileRow[]> {
	let chunk: FileRow[] = [];
	try {
		for await (const each of rows) {
			if (each.row < startRow) continue;
			chunk.push(each);
			// No row more, which would take a request of its own.
			if (chunk.length < size) continue;
			yield chunk;
			chunk = [];
		}
	} catch (error) {
		if (withBroken && chunk.length > 0) yield chunk;
		throw error as Error;
	}
	if (chunk.length > 0) yield chunk;
}
