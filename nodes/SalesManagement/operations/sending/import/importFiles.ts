/**
 * The rows of a file, written as those of the input are. The file is read as it is written, a chunk at a
 * time, so that its size does not matter: one chunk is looked up while the one before it is written.
 */
import {
	type Failed,
	isFailure,
	type ItemResult,
	type Offered,
	type Run,
	type Work,
} from '../../model/operation';
import { WrittenRows } from '../../model/writtenRows';
import type { Item } from '../../../fields';
import { type ImportedFile, openFile } from './chunks';
import { Tally } from './tally';
import { untilUnwanted } from '../../../api/client';
import type { SearchedNames } from '../../items/names';
import { FileError, type FileRow } from '../../../files';
import { readRows, resultsOfRows, type RowRead } from '../../items/rows';
import { assertGoingOn } from '../../model/host';

/**
 * As many entries as are remembered, of 100,000 rows, which take some 50 MB with what they wrote. Looking for so
 * many takes more than a minute at the service's rate; by then the search shows them.
 */
const MOST_WRITTEN = 200_000;

/** Imports the file of each input item, one after the other. */
export async function importFiles(run: Run, operation: Offered): Promise<ItemResult[]> {
	const results: ItemResult[] = [];
	// The search may not show yet what the files before wrote.
	const written = new WrittenRows(MOST_WRITTEN);
	for (const item of run.items) {
		const { index } = item;
		try {
			results.push({ index, ...(await importFile(run, operation, item, written)) });
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
	operation: Offered,
	item: Item,
	written: WrittenRows,
): Promise<Work | Omit<Failed, 'index'>> {
	const file = openFile(run, operation, item);
	const tally = new Tally(run, operation, file);
	/** Aborted where something failed that ends the import: what waits is not sent then. */
	const ended = new AbortController();
	const client = untilUnwanted(run.client, ended.signal);
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
			const results = await resultsOfRows({ ...chunkRun, chunk }, operation, rows);
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
	{ file, operation }: { readonly file: ImportedFile; readonly operation: Offered },
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
