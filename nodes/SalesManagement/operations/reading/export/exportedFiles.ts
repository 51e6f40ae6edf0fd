/** The files of one export: each is handed to n8n as soon as it is whole, and let go. */
import type { IBinaryKeyData, IDataObject } from 'n8n-workflow';
import { GUARD_MS, LOOKBACK_MS } from '../../../api/paging/timeRange';
import { isoOf } from '../../../shared';
import { GrowingFile } from '../../../files';
import type { Batch } from '../list/everyRecord';
import { cursorText, type Place } from '../list/resumeCursor';
import type { Run } from '../../model/operation';
import type { Shape } from '../../telling/output';
import type { FileSettings } from '../../form/exportFile';
import type { Writer } from './writer';
import { assertGoingOn } from '../../model/host';

interface Wanted {
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

/**
 * From when the next export of changes begins: what changes may become visible late (A1), and the filter
 * may leave out what is nearer to its end than the guard (A2).
 */
const nextStartOf = (serverTime: number): string =>
	isoOf(Math.min(serverTime, Date.now()) - LOOKBACK_MS - GUARD_MS);

export class Parts {
	readonly items: IDataObject[] = [];
	readonly files: IBinaryKeyData[] = [];
	nextStart?: string;
	/** How many records there are in all of them. */
	private count = 0;
	/** The part that is being filled. */
	private filling?: GrowingFile;

	constructor(
		private readonly run: Run,
		private readonly wanted: Wanted,
	) {}

	/** Whether a later run can go on behind the last part. */
	get hasCursor(): boolean {
		return typeof this.items.at(-1)?.cursor === 'string';
	}

	/** @returns whether the files hold the list to its end, which Max Files did not keep them from. */
	async fill(batches: AsyncIterable<Batch>): Promise<boolean> {
		const { writer, shape, settings } = this.wanted;
		for await (const { records, placeBehind, serverTime } of batches) {
			if (serverTime !== undefined) this.nextStart ??= nextStartOf(serverTime);
			const shaped = await shape(records, this.run.customs);
			for (const [at, row] of shaped.entries()) {
				let line = writer.line(row);
				const fits = line !== undefined && this.hasRoom(line);
				if (!fits && this.filling) await this.close(placeBehind?.(at));
				if (this.items.length >= settings.maxFiles) return false;
				if (!this.filling) {
					// A file that is not begun can have the columns of the rest of the page.
					for (const each of shaped.slice(at)) writer.learn(each);
					line = writer.line(row);
					this.filling = this.begun();
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
		const { filling, wanted } = this;
		if (!filling) return true;
		return filling.lines < wanted.settings.recordsPerFile && filling.hasRoom(line);
	}

	private begun(): GrowingFile {
		return new GrowingFile(this.wanted.writer.beginning());
	}

	/**
	 * @param place from where a later run goes on; absent where the list has no such place.
	 * @throws UsageError where the execution is cancelled: what it has written goes with it.
	 */
	private async close(place?: Place): Promise<void> {
		assertGoingOn(this.run);
		const content = this.filling ?? this.begun();
		this.filling = undefined;
		const { nextStart, wanted } = this;
		const part = wanted.part + this.items.length + 1;
		const file = `${wanted.file}-${String(part).padStart(3, '0')}.${wanted.writer.ending}`;
		const binary = await this.run.files.write(content.written, file, wanted.writer.mimeType);
		const cursor = (place && cursorText({ place, part, nextStart })) ?? null;
		this.items.push({ file, part, count: content.lines, cursor, isLast: false });
		this.files.push({ [wanted.settings.property]: binary });
		const written = this.count.toLocaleString('en-US');
		this.run.progress(
			`${wanted.which}${file} is written, ${written} records so far. Start Cursor to go on: ${cursor ?? 'none'}`,
		);
	}
}
