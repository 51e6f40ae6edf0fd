/** A list as files: as many as it takes, an item each. */
import { UsageError } from '../../api/errors/errors';
import type { Item } from '../../fields';
import type { RecordDescription } from '../../records/record';
import { isBlank } from '../../values';
import { partOfList } from '../maxRecords';
import type { Form, Run, Work } from '../operation';
import { everyRecord, type Batch, type ListAsked } from '../lists/everyRecord';
import { placeText } from '../lists/resumeCursor';
import { changedSince, nextStartOf } from './changes';
import { fileSettings } from './controls';
import { cursorIn } from './cursor';
import type { Line, Writer } from './line';
import { Parts } from './parts';
import { writerFor } from './writer';

export { fileControls, fileOptions } from './controls';

const NO_PLACE =
	'Max Files ended the export before the end of the list, and this list has no place to go on from: leave Max Files out.';

interface Exported {
	readonly record: RecordDescription;
	readonly form: Form;
	/** Made only when what the form says of the files is right. */
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
	{ record, form, asked, startCursor, pageLimit, ...given }: Exported,
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
	const from = isBlank(startCursor) ? undefined : cursorIn(startCursor);
	const wanted = asked();
	const { changesSince: since } = settings;
	const { version } = run.client;
	const request =
		since === undefined ? wanted.request : changedSince(wanted, since, { record, form, version });
	const writer = writerFor(run, record, item, settings);
	const name = settings.fileName ?? record.many.replaceAll(' ', '-');
	const which = run.items.length > 1 ? `Item ${item.index}: ` : '';
	const telling = {
		files: run.files,
		cancelled: run.cancelled,
		progress: (message: string) => run.progress(message),
		name,
		which,
	};
	const parts = new Parts(telling, writer, settings, from?.part ?? 0);
	// A window that ends before it begins is not asked for: the next run begins where this one did.
	parts.nextStart = from?.nextStart ?? (request ? undefined : since);
	const { maxRecords = Infinity } = given;
	const batches = request
		? everyRecord(
				run,
				{ ...wanted, request },
				{
					inPages: maxRecords < Infinity,
					startAt: from?.position,
					hold: async (page) => await writer.hold(page),
				},
			)
		: none();
	const { maxFiles } = settings;
	const left = await fill(batches, { parts, writer, maxFiles, maxRecords });
	if (!left) parts.end();
	else if (left === 'records' && request) {
		const part = { record, request, count: parts.total, isLater: from !== undefined };
		const goOn = parts.hasCursor
			? ', or go on with the cursor of the last item as Start Cursor'
			: '';
		run.hint(
			`${which}The files hold ${await partOfList(run, part)}, since Max Records ends them there: remove it for all of them${goOn}.`,
		);
	} else if (!parts.hasCursor) run.hint(`${which}${NO_PLACE}`);
	return { records: parts.items, files: parts.files, ids: [] };
}

async function* none(): AsyncGenerator<Batch<Line>> {
	// A window without times has no records.
}

interface Filled {
	readonly parts: Parts;
	readonly writer: Writer;
	readonly maxFiles: number;
	readonly maxRecords: number;
}

/** @returns which of the two ended the files before the end of the list. */
async function fill(
	batches: AsyncIterable<Batch<Line>>,
	{ parts, writer, maxFiles, maxRecords }: Filled,
): Promise<'files' | 'records' | undefined> {
	for await (const { records, before, serverTime } of batches) {
		if (serverTime !== undefined) parts.nextStart ??= nextStartOf(serverTime);
		for (const [at, held] of records.entries()) {
			let line = writer.line(held);
			const isEnough = parts.total >= maxRecords;
			const fits = line !== undefined && !isEnough && !parts.isFull && parts.hasRoom(line);
			if (!fits && !parts.isEmpty) {
				const ids = records.slice(0, at).map(({ id }) => id);
				await parts.close(before && placeText(before, ids));
			}
			// Nobody could go on from a place that is none: then there are more files.
			const mayEnd = !before || parts.hasCursor;
			if (parts.items.length >= maxFiles && mayEnd) return 'files';
			if (isEnough) return 'records';
			if (line === undefined) {
				writer.widen(held);
				line = writer.line(held) ?? held;
			}
			parts.add(line);
		}
	}
	// A workflow goes on with a file, and with nextStart, also where there is nothing.
	if (!parts.isEmpty || parts.items.length === 0) {
		if (parts.isEmpty) await writer.hold([]);
		await parts.close(undefined);
	}
	return undefined;
}
