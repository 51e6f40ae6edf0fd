/** A list as files: as many as it takes, an item each. */
import type { IBinaryKeyData, IDataObject } from 'n8n-workflow';
import { GUARD_MS, LOOKBACK_MS } from '../../../api/paging/timeRange';
import { read, type Item } from '../../../fields';
import { GrowingFile } from '../../../files';
import type { RecordDescription } from '../../../records';
import { isBlank, isoOf, UsageError } from '../../../shared';
import { fileSettings, type FileSettings } from '../../form/files';
import { cursorControls } from '../../form/output';
import { assertGoingOn, type ItemOutput, type Run } from '../../model';
import { shapeFor, type Shape } from '../../telling/output';
import { everyRecord, type Batch, type ListQuery } from '../list/everyRecord';
import { cursorIn, cursorText, type ListPosition } from '../list/resumeCursor';
import { requestWithin } from '../list/timeRanges';
import { linesWriter, tableWriter, type Writer } from './writer';

/**
 * Writes what one item asks for into files, each of them handed to n8n as soon as it is whole.
 * @throws UsageError for what does not go together, before anything is asked of the service.
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
	const { startCursor } = read(cursorControls, item);
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
	// A window that ends before it begins is not asked for: the next run begins where this one did.
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
 * A list of only what changed since a time, in ISO 8601.
 * @returns `undefined` where the window of the list's own filters ends before it.
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
	const changed = requestWithin(times, request, { from: Date.parse(since) });
	return changed && { request: changed, times };
}

interface ExportPlan {
	readonly settings: FileSettings;
	readonly shape: Shape;
	readonly writer: Writer;
	/** What the files are called, without number and ending. */
	readonly file: string;
	/** Which of several exports of the run it is, for the log. */
	readonly which: string;
	/** The number of the part before the first one. */
	readonly part: number;
}

class ExportedFiles {
	readonly items: IDataObject[] = [];
	readonly files: IBinaryKeyData[] = [];
	nextStart?: string;
	/** How many records there are in all of them. */
	private count = 0;
	/** The part that is being filled. */
	private filling?: GrowingFile;

	constructor(
		private readonly run: Run,
		private readonly plan: ExportPlan,
	) {}

	/** Whether a later run can go on behind the last part. */
	get hasCursor(): boolean {
		return typeof this.items.at(-1)?.cursor === 'string';
	}

	/** @returns whether the files hold the list to its end, which Max Files did not keep them from. */
	async fill(batches: AsyncIterable<Batch>): Promise<boolean> {
		const { writer, shape, settings } = this.plan;
		for await (const { records, positionAfter, serverTime } of batches) {
			if (serverTime !== undefined) {
				// Changes may become visible late (A1), and the filter may leave out those that are nearer to its end than
				// the guard (A2).
				const start = Math.min(serverTime, Date.now()) - LOOKBACK_MS - GUARD_MS;
				this.nextStart ??= isoOf(start);
			}
			const shaped = await shape(records, this.run.customs);
			for (const [at, row] of shaped.entries()) {
				let line = writer.line(row);
				const fits = line !== undefined && this.hasRoom(line);
				if (!fits && this.filling) await this.close(positionAfter?.(at));
				if (this.items.length >= settings.maxFiles) return false;
				if (!this.filling) {
					// A file that is not begun can have the columns of the rest of the page.
					for (const each of shaped.slice(at)) writer.learn(each);
					line = writer.line(row);
					this.filling = this.newFile();
				}
				this.filling.add(line ?? '');
				this.count++;
			}
		}
		return true;
	}

	/** Nothing follows the last part: only then does nobody miss anything who begins at `nextStart`. */
	async end(): Promise<void> {
		const { items } = this;
		// A workflow goes on with a file, and with nextStart, also where there is nothing.
		if (this.filling || items.length === 0) await this.close();
		Object.assign(items.at(-1) ?? {}, { cursor: null, isLast: true });
		const { nextStart } = this;
		if (nextStart !== undefined) for (const each of items) each.nextStart = nextStart;
	}

	/** Whether the part takes another line. One that is larger than a file should be has one of its own. */
	private hasRoom(line: string): boolean {
		const { filling, plan } = this;
		if (!filling) return true;
		return filling.lines < plan.settings.recordsPerFile && filling.hasRoom(line);
	}

	private newFile(): GrowingFile {
		return new GrowingFile(this.plan.writer.beginning());
	}

	/**
	 * @param place from where a later run goes on; absent where the list has no such place.
	 * @throws UsageError where the execution is cancelled: what it has written goes with it.
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
		const written = this.count.toLocaleString('en-US');
		this.run.progress(
			`${plan.which}${file} is written, ${written} records so far. Start Cursor to go on: ${cursor ?? 'none'}`,
		);
	}
}
