/** Exports a list as files, one output item for each. */
import type { IBinaryKeyData, IDataObject } from 'n8n-workflow';
import { GUARD_MS, LOOKBACK_MS } from '../../../api/paging/timeRange';
import { read, type Item } from '../../../fields';
import { GrowingFile } from '../../../files';
import { CONTROLS, type RecordDescription } from '../../../records';
import { formatCount, isBlank, isoOf, UsageError } from '../../../shared';
import { fileSettings, type FileSettings } from '../../form/files';
import { assertGoingOn, type ItemOutput, type Run } from '../../model';
import { shapeFor, type Shape } from '../../telling/output';
import { everyRecord, type Batch, type ListQuery } from '../list/everyRecord';
import { cursorIn, cursorText, type ListPosition } from '../list/resumeCursor';
import { requestWithin } from '../list/timeRanges';
import { linesWriter, tableWriter, type Writer } from './writer';

/**
 * Writes the list of one item into files. Each is handed to n8n as soon as it is complete.
 * @throws UsageError for settings that exclude each other, before any request is sent.
 */
export async function exportFiles(
	run: Run,
	item: Item,
	record: RecordDescription,
	whole: ListQuery,
): Promise<ItemOutput> {
	if (run.forAgent) {
		throw new UsageError(
			'An AI agent can’t read files, so Output: File is for workflows: use Summary for figures of all records, or Selected Fields with a Limit.',
		);
	}
	const settings = fileSettings(item);
	const { fileName, changesSince } = settings;
	const { startCursor } = read(CONTROLS.cursor, item);
	const isFlat = settings.format === 'csv';
	const shape = shapeFor(record, settings, { check: run.outputFields, isFlat });
	const from = isBlank(startCursor) ? undefined : cursorIn(startCursor);
	const since = isBlank(changesSince) ? undefined : changesSince;
	const list = changedSince(whole, since, record);
	const which = run.items.length > 1 ? `Item ${item.index}: ` : '';
	const parts = new ExportedFiles(run, {
		shape,
		settings,
		which,
		writer: isFlat ? await tableWriter(run, record, settings) : linesWriter,
		file: isBlank(fileName) ? record.many.replaceAll(' ', '-') : fileName,
		part: from?.part ?? 0,
	});
	// If the list's own filter ends before Changes Since, nothing is read, and the next run begins where this one did.
	parts.nextStart = from?.nextStart ?? (list ? undefined : since);
	const isWhole = !list || (await parts.fill(everyRecord(run, list, { startAt: from?.position })));
	if (isWhole) await parts.end();
	else if (!parts.hasCursor) {
		run.hint(
			`${which}Max Files ended the export before the end of the list, and this list has no place to go on from: leave Max Files out.`,
		);
	}
	return { records: parts.items, files: parts.files };
}

/**
 * The part of a list that changed since a time in ISO 8601.
 * @returns `undefined` if the list's own filter ends before that time.
 * @throws UsageError for a list that has no filter by update time.
 */
function changedSince(
	{ request, times }: ListQuery,
	since: string | undefined,
	{ many }: RecordDescription,
): ListQuery | undefined {
	if (since === undefined) return { request, times };
	if (!times) {
		throw new UsageError(
			`Changes Since needs a filter by update time, which this list of ${many} does not have: leave it out.`,
		);
	}
	const changed = requestWithin(request, { from: Date.parse(since) });
	return changed && { request: changed, times };
}

interface ExportPlan {
	readonly settings: FileSettings;
	readonly shape: Shape;
	readonly writer: Writer;
	/** The name of the files, without number and extension. */
	readonly file: string;
	/** The item of the export, for messages; empty if the run has only one. */
	readonly which: string;
	/** The number of the last part of an earlier run; 0 without one. */
	readonly part: number;
}

class ExportedFiles {
	readonly items: IDataObject[] = [];
	readonly files: IBinaryKeyData[] = [];
	nextStart?: string;
	/** The number of records in all files. */
	private count = 0;
	/** The file that is being filled. */
	private filling?: GrowingFile;

	constructor(
		private readonly run: Run,
		private readonly plan: ExportPlan,
	) {}

	/** Whether a later run can continue behind the last file. */
	get hasCursor(): boolean {
		return typeof this.items.at(-1)?.cursor === 'string';
	}

	/** @returns whether the list was read to its end; Max Files may end it earlier. */
	async fill(batches: AsyncIterable<Batch>): Promise<boolean> {
		for await (const batch of batches) {
			const { serverTime } = batch;
			if (serverTime !== undefined) {
				// The next export begins earlier than this one's time: changes may become visible late (A1), and the filter
				// may leave out changes just before its end (A2).
				const start = Math.min(serverTime, Date.now()) - LOOKBACK_MS - GUARD_MS;
				this.nextStart ??= isoOf(start);
			}
			if (!(await this.writeAll(batch))) return false;
		}
		return true;
	}

	/** @returns whether there was a file for each of the records. */
	private async writeAll({ records, positionAfter }: Batch): Promise<boolean> {
		const { writer, shape, settings } = this.plan;
		const shaped = await shape(records, this.run.customs);
		for (const [at, row] of shaped.entries()) {
			let line = writer.line(row);
			const fits = line !== undefined && this.hasRoom(line);
			if (!fits && this.filling) await this.close(positionAfter?.(at));
			if (this.items.length >= settings.maxFiles) return false;
			if (!this.filling) {
				// A new file gets the columns of all remaining records of the page.
				for (const each of shaped.slice(at)) writer.learn(each);
				line = writer.line(row);
				this.filling = this.newFile();
			}
			this.filling.add(line ?? '');
			this.count++;
		}
		return true;
	}

	/**
	 * Completes the last file. `nextStart` is given only now: beginning there misses no record only if the list was
	 * read to its end.
	 */
	async end(): Promise<void> {
		const { items } = this;
		// An empty list still gives one file, so that the workflow gets `nextStart` and continues.
		if (this.filling || items.length === 0) await this.close();
		Object.assign(items.at(-1) ?? {}, { cursor: null, isLast: true });
		const { nextStart } = this;
		if (nextStart !== undefined) for (const each of items) each.nextStart = nextStart;
	}

	/** Whether the file has room for another line. A line that is too large for any file gets one of its own. */
	private hasRoom(line: string): boolean {
		const { filling, plan } = this;
		if (!filling) return true;
		return filling.lines < plan.settings.recordsPerFile && filling.hasRoom(line);
	}

	private newFile(): GrowingFile {
		return new GrowingFile(this.plan.writer.beginning());
	}

	/**
	 * Hands the file to n8n.
	 * @param position where a later run continues; absent if the list has no such position.
	 * @throws UsageError if the execution is cancelled, since n8n then drops its files.
	 */
	private async close(position?: ListPosition): Promise<void> {
		assertGoingOn(this.run);
		const content = this.filling ?? this.newFile();
		this.filling = undefined;
		const { nextStart, plan } = this;
		const part = plan.part + this.items.length + 1;
		const file = `${plan.file}-${String(part).padStart(3, '0')}.${plan.writer.ending}`;
		const binary = await this.run.files.write(content.written, file, plan.writer.mimeType);
		const cursor = (position && cursorText({ position, part, nextStart })) ?? null;
		this.items.push({ file, part, count: content.lines, cursor, isLast: false });
		this.files.push({ [plan.settings.property]: binary });
		this.run.progress(
			`${plan.which}${file} is written, ${formatCount(this.count)} records so far. Start Cursor to go on: ${cursor ?? 'none'}`,
		);
	}
}
