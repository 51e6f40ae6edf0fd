/** A list as files: as many as it takes, an item each. */
import { UsageError } from '../../api/errors/errors';
import type { Item } from '../../fields';
import type { RecordDescription } from '../../records/record';
import { isBlank } from '../../values';
import { partOfList } from '../maxRecords';
import type { Run, Work } from '../operation';
import { everyRecord, type Batch, type ListAsked } from '../lists/everyRecord';
import { cursorIn } from '../lists/resumeCursor';
import { shapeAll, shaperFor, type Shaper } from '../output';
import { changedSince, nextStartOf } from './changes';
import { fileSettings } from './controls';
import { Parts } from './parts';
import { linesWriter, tableWriter, type Writer } from './writer';

/** What one item wants of a list as a whole. */
export interface WholeList {
	readonly record: RecordDescription;
	/** Made only when what the form says of the output is right. */
	readonly asked: () => ListAsked;
	/** The most records wanted; absent for all. */
	readonly maxRecords?: number;
	readonly startCursor?: string;
	readonly pageLimit?: number;
}

/**
 * Writes what one item asks for into files, each of them handed to n8n as soon as it is whole.
 * @throws UsageError for what does not go together, before anything is asked of the service.
 */
export async function exported(
	run: Run,
	item: Item,
	{ record, asked, startCursor, pageLimit, maxRecords = Infinity }: WholeList,
): Promise<Work> {
	if (run.forAgent) {
		throw new UsageError(
			'An AI agent can’t read files, so Output: File is for workflows: use Summary for figures of all records, or Selected Fields with a Limit.',
		);
	}
	if (pageLimit !== undefined) {
		throw new UsageError('Page Limit is not for files: use Max Files and Records per File.');
	}
	const settings = fileSettings(item);
	const { format, fileName, maxFiles } = settings;
	const isFlat = format === 'csv';
	const shape = shaperFor(record, settings, { check: run.outputFields, isFlat });
	const from = isBlank(startCursor) ? undefined : cursorIn(startCursor);
	const since = isBlank(settings.changesSince) ? undefined : settings.changesSince;
	const list = asked();
	const request = since === undefined ? list.request : changedSince(list, since, record);
	const writer = isFlat ? await tableWriter(run, record, settings) : linesWriter;
	const file = isBlank(fileName) ? record.many.replaceAll(' ', '-') : fileName;
	const which = run.items.length > 1 ? `Item ${item.index}: ` : '';
	const parts = new Parts(run, { file, which, part: from?.part ?? 0 }, writer, settings);
	// A window that ends before it begins is not asked for: the next run begins where this one did.
	parts.nextStart = from?.nextStart ?? (request ? undefined : since);
	const every = { inPages: maxRecords < Infinity, startAt: from?.place };
	const batches = request
		? everyRecord(run, { ...list, request }, every)
		: [{ records: [], again: [] }];
	const left = await fill(run, batches, { parts, writer, shape, maxFiles, maxRecords });
	if (!left) parts.end();
	else if (left === 'records' && request) {
		const part = { count: parts.total, total: parts.listed, isLater: from !== undefined };
		const goOn = parts.hasCursor
			? ', or go on with the cursor of the last item as Start Cursor'
			: '';
		run.hint(
			`${which}The files hold ${partOfList(record, part)}, since Max Records ends them there: remove it for all of them${goOn}.`,
		);
	} else if (!parts.hasCursor) {
		run.hint(
			`${which}Max Files ended the export before the end of the list, and this list has no place to go on from: leave Max Files out.`,
		);
	}
	return { records: parts.items, files: parts.files, ids: [] };
}

interface Filled {
	readonly parts: Parts;
	readonly writer: Writer;
	readonly shape: Shaper;
	readonly maxFiles: number;
	readonly maxRecords: number;
}

/** @returns which of the two ended the files before the end of the list. */
async function fill(
	run: Run,
	batches: AsyncIterable<Batch> | Iterable<Batch>,
	{ parts, writer, shape, maxFiles, maxRecords }: Filled,
): Promise<'files' | 'records' | undefined> {
	for await (const { records, placeBehind, serverTime, totalCount } of batches) {
		parts.listed ??= totalCount;
		if (serverTime !== undefined) parts.nextStart ??= nextStartOf(serverTime);
		const shaped = await shapeAll(records, shape, run.customs);
		// Where no file is begun, it can have the columns of the whole page.
		if (parts.isEmpty) for (const row of shaped) writer.learn(row);
		for (const [at, row] of shaped.entries()) {
			const known = writer.line(row);
			const isEnough = parts.total >= maxRecords;
			const fits = known !== undefined && !isEnough && parts.hasRoom(known);
			if (!fits && !parts.isEmpty) {
				await parts.close(placeBehind?.(at));
			}
			// Nobody could go on from a place that is none: then there are more files.
			const mayEnd = !placeBehind || parts.hasCursor;
			if (parts.items.length >= maxFiles && mayEnd) return 'files';
			if (isEnough) return 'records';
			if (known === undefined) writer.learn(row);
			parts.add(records[at] ?? row, known ?? writer.line(row) ?? '');
		}
	}
	// A workflow goes on with a file, and with nextStart, also where there is nothing.
	if (!parts.isEmpty || parts.items.length === 0) await parts.close();
	return undefined;
}
