/** The files of one export: each is handed to n8n as soon as it is whole, and let go. */
import type { IBinaryKeyData, IDataObject } from 'n8n-workflow';
import { GrowingBytes } from '../files';
import { assertGoingOn } from '../lists/everyRecord';
import { cursorText, type Place } from '../lists/resumeCursor';
import type { Run } from '../operation';
import { MOST_BYTES, type FileSettings } from './controls';
import type { Writer } from './writer';

/** A part while it is being filled. Its lines wait as bytes: as texts they may take twice the memory. */
interface Filling {
	readonly bytes: GrowingBytes;
	count: number;
	first?: IDataObject;
	last?: IDataObject;
}

interface Names {
	/** What the files are called, without number and ending. */
	readonly file: string;
	/** Which of several exports of the run it is, for the log. */
	readonly which: string;
	/** The number of the part before the first one. */
	readonly part: number;
}

const shownOf = ({ id, updatedAt }: IDataObject): IDataObject => ({
	...(id !== undefined && { id }),
	...(updatedAt !== undefined && { updatedAt }),
});

export class Parts {
	readonly items: IDataObject[] = [];
	readonly files: IBinaryKeyData[] = [];
	private filling?: Filling;
	/** How many records there are in all of them. */
	total = 0;
	/** How many the list has, where the service says so. */
	listed?: number;
	nextStart?: string;

	constructor(
		private readonly run: Pick<Run, 'files' | 'progress' | 'cancelled'>,
		private readonly names: Names,
		private readonly writer: Writer,
		private readonly settings: FileSettings,
	) {}

	get isEmpty(): boolean {
		return this.filling === undefined;
	}

	/** Whether a later run can go on behind the last part. */
	get hasCursor(): boolean {
		return typeof this.items.at(-1)?.cursor === 'string';
	}

	/** Whether the part takes another line. One that is larger than a file should be has one of its own. */
	hasRoom(line: string): boolean {
		const { filling, settings } = this;
		if (!filling) return true;
		const isFull = filling.count >= settings.recordsPerFile;
		return !isFull && filling.bytes.length + Buffer.byteLength(line) <= MOST_BYTES;
	}

	add(record: IDataObject, line: string): void {
		const filling = (this.filling ??= this.begun());
		filling.bytes.append(line);
		filling.count++;
		filling.last = shownOf(record);
		filling.first ??= filling.last;
		this.total++;
	}

	/**
	 * @param place from where a later run goes on; absent where the list has no such place.
	 * @throws UsageError where the execution is cancelled: what it has written goes with it.
	 */
	async close(place?: Place): Promise<void> {
		assertGoingOn(this.run);
		const { bytes, count, first = null, last = null } = this.filling ?? this.begun();
		this.filling = undefined;
		const { nextStart, names, writer } = this;
		const part = names.part + this.items.length + 1;
		const file = `${names.file}-${String(part).padStart(3, '0')}.${writer.ending}`;
		const binary = await this.run.files.write(bytes.written, file, writer.mimeType);
		const cursor = (place && cursorText({ place, part, nextStart })) ?? null;
		this.items.push({ file, part, count, first, last, cursor, isLast: false });
		this.files.push({ [this.settings.property]: binary });
		const written = this.total.toLocaleString('en-US');
		this.run.progress(
			`${names.which}${file} is written, ${written} records so far. Start Cursor to go on: ${cursor ?? 'none'}`,
		);
	}

	/** Nothing follows the last part: only then does nobody miss anything who begins at `nextStart`. */
	end(): void {
		const { items, nextStart } = this;
		Object.assign(items.at(-1) ?? {}, { cursor: null, isLast: true });
		if (nextStart !== undefined) for (const each of items) each.nextStart = nextStart;
	}

	private begun(): Filling {
		const bytes = new GrowingBytes(MOST_BYTES);
		bytes.append(this.writer.beginning());
		return { bytes, count: 0 };
	}
}
