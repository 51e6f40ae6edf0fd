/** The rows of a file, as many at a time as are written together. */
import { begun, kindOf, rowsIn, type FileRow } from '../../files';
import { readOnce, type Item } from '../../fields';
import type { Operation, Run } from '../operation';
import { VALUES_PER_SEARCH } from '../search/lookup';
import { fileControls, fileOptions } from './form';

/** Ten requests of 1,000 rows: as many as are under way at once. */
const ROWS = 10_000;
/** 20 full searches, and six requests to write that are all but full; three and three where half is new. */
const SOUGHT_ROWS = 20 * VALUES_PER_SEARCH;

export interface Chunks {
	/** As messages call it. */
	readonly name: string;
	/** The first row that is written, from 1. */
	readonly startRow: number;
	/**
	 * @throws FileError where what follows can't be read. With Continue On Fail the rows before it are
	 * handed out first, else those of its part are not.
	 */
	readonly rows: AsyncIterable<Batch>;
}

/**
 * Opens the file of an input item.
 * @param operation decides how many rows are a part, so that its requests are full.
 */
export async function chunksOf(
	{ files, continueOnFail }: Pick<Run, 'files' | 'continueOnFail'>,
	{ id }: Pick<Operation, 'id'>,
	item: Item,
): Promise<Chunks> {
	const { binaryPropertyName = 'data' } = readOnce(fileControls, [item]) ?? {};
	const options = readOnce(fileOptions, [item]);
	const { fileFormat = 'auto', separator = 'auto', startRow = 1 } = options ?? {};
	const { fileName, mimeType } = files.describe(item.index, binaryPropertyName);
	const { begin, all } = await begun(files.read(item.index, binaryPropertyName));
	const kind = fileFormat === 'auto' ? kindOf({ fileName, mimeType }, begin) : fileFormat;
	const rows = rowsIn(all, {
		kind,
		...(separator !== 'auto' && { separator: separator === 'tab' ? '\t' : separator }),
	});
	return {
		name: fileName ?? binaryPropertyName,
		startRow,
		rows: inChunks(rows, {
			startRow,
			size: id === 'createOrUpdate' ? SOUGHT_ROWS : ROWS,
			withBroken: continueOnFail,
		}),
	};
}

interface Chunking {
	/** The first row that is handed out. */
	readonly startRow: number;
	/** As many rows as are handed out together. */
	readonly size: number;
	/** Whether the rows before one that can't be read are handed out without it. */
	readonly withBroken: boolean;
}

/** Some rows of a part, so that the others need not be there while they are read. */
export interface Batch {
	readonly rows: readonly FileRow[];
	/** Whether its part ends with them. */
	readonly isLast: boolean;
}

async function* inChunks(
	batches: AsyncIterable<FileRow[]>,
	{ startRow, size, withBroken }: Chunking,
): AsyncGenerator<Batch> {
	let count = 0;
	try {
		for await (const batch of batches) {
			let rows = batch.filter(({ row }) => row >= startRow);
			while (rows.length > 0) {
				// No row more, which would take a request of its own.
				const some = rows.slice(0, size - count);
				rows = rows.slice(some.length);
				count = (count + some.length) % size;
				yield { rows: some, isLast: count === 0 };
			}
		}
	} catch (error) {
		if (withBroken && count > 0) yield { rows: [], isLast: true };
		throw error as Error;
	}
	if (count > 0) yield { rows: [], isLast: true };
}
