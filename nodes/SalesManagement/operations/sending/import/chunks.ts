/** The rows of a file, as many at a time as are written together. */
import { rowsIn, type FileRow } from '../../../files';
import { read, type Item } from '../../../fields';
import type { Operation, Run } from '../../model/operation';
import { VALUES_PER_SEARCH } from '../../../lookups/search/batchLookUp';
import { fileControls, fileOptions } from '../../form/importFile';

/** Ten requests of 1,000 rows, as many as are under way at once. Two chunks are in memory, where wide rows take some KB each. */
const ROWS = 10_000;
/** 20 full searches, and six requests to write that are all but full; three and three where half is new. */
const SOUGHT_ROWS = 20 * VALUES_PER_SEARCH;

export type ImportedFile = ReturnType<typeof openFile>;

/**
 * Opens the file of an input item.
 * @param operation decides how many rows are a chunk, so that its requests are full.
 */
export function openFile(
	{ files, continueOnFail }: Run,
	{ id }: Pick<Operation, 'id'>,
	item: Item,
) {
	const { binaryPropertyName: property = 'data' } = read(fileControls, item);
	const { separator = 'auto', startRow = 1 } = read(fileOptions, item);
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
