/** The files of one export: each is handed to n8n as soon as it is whole, and let go. */
import type { IBinaryKeyData, IDataObject } from 'n8n-workflow';
import { LONGEST } from '../files';
import type { Run } from '../operation';
import { assertGoingOn } from '../lists/everyRecord';
import { MOST_BYTES, type FileSettings } from './controls';
import { cursorText } from './cursor';
import type { Line, Writer } from './line';

interface Telling extends Pick<Run, 'files' | 'progress' | 'cancelled'> {
	/** What the files are called, without number and ending. */
	readonly name: string;
	/** Which of several exports of the run it is, for the log. */
	readonly which: string;
}

/** A part while it is being filled. */
interface Filling {
	bytes: Buffer;
	length: number;
	count: number;
	first?: IDataObject;
	last?: Line;
}

const placeOf = ({ id, updatedAt }: Line): IDataObject => ({
	...(id !== undefined && { id }),
	...(updatedAt !== undefined && { updatedAt }),
});

/** Files may be small and many: V8 collects garbage for memory that is claimed, whether it is used or not. */
const FIRST_BYTES = 128 * 1024;

export class Parts {
	readonly items: IDataObject[] = [];
	readonly files: IBinaryKeyData[] = [];
	private filling?: Filling;
	/** How many records there are in all of them. */
	total = 0;
	nextStart?: string;

	constructor(
		private readonly telling: Telling,
		private readonly writer: Writer,
		private readonly settings: FileSettings,
		private part: number,
	) {}

	/** Whether the part is full as far as records go. */
	get isFull(): boolean {
		return (this.filling?.count ?? 0) >= this.settings.recordsPerFile;
	}

	get isEmpty(): boolean {
		return this.filling === undefined;
	}

	/** Whether a later run can go on behind the last part. */
	get hasCursor(): boolean {
		return typeof this.items.at(-1)?.cursor === 'string';
	}

	/** Whether the part has room for this line. */
	hasRoom({ from, to }: Line): boolean {
		const { filling } = this;
		return !filling || filling.count === 0 || filling.length + to - from <= MOST_BYTES;
	}

	add(line: Line): void {
		const filling = (this.filling ??= this.begun());
		filling.count++;
		this.total++;
		filling.first ??= placeOf(line);
		filling.last = line;
		append(filling, line);
	}

	/**
	 * @param position from where a later run goes on; absent where the list has no such place.
	 * @throws UsageError where the execution is cancelled: what it has written goes with it.
	 */
	async close(position: string | undefined): Promise<void> {
		assertGoingOn(this.telling);
		const filling = (this.filling ??= this.begun());
		this.filling = undefined;
		const { files, name, progress, which } = this.telling;
		const { ending, mimeType } = this.writer;
		const part = ++this.part;
		const file = `${name}-${String(part).padStart(3, '0')}.${ending}`;
		const { bytes, length, count, first, last } = filling;
		const binary = await files.write(bytes.subarray(0, length), file, mimeType);
		const { nextStart } = this;
		const cursor =
			position === undefined
				? null
				: cursorText({ position, part, ...(nextStart !== undefined && { nextStart }) });
		this.items.push({
			...{ file, part, count },
			first: first ?? null,
			last: last ? placeOf(last) : null,
			...{ cursor, isLast: false },
		});
		this.files.push({ [this.settings.property]: binary });
		const written = this.total.toLocaleString('en-US');
		const told = (where: string) =>
			`${which}${file} is written, ${written} records so far. Start Cursor ${where}to go on: ${cursor ?? 'none'}`;
		progress(told(told('').length <= LONGEST ? '' : '(whole in n8n’s log) '));
	}

	/** Nothing follows the last part: only then does nobody miss anything who begins at `nextStart`. */
	end(): void {
		const { items, nextStart } = this;
		Object.assign(items.at(-1) ?? {}, { cursor: null, isLast: true });
		if (nextStart !== undefined) for (const each of items) each.nextStart = nextStart;
	}

	private begun(): Filling {
		const bytes = Buffer.allocUnsafeSlow(FIRST_BYTES);
		return { bytes, length: bytes.write(this.writer.beginning), count: 0 };
	}
}

function append(filling: Filling, { bytes, from, to }: Line): void {
	const { length } = filling;
	filling.length += to - from;
	if (filling.length > filling.bytes.length) {
		// A line that is larger than a file should be has one of its own.
		const size = Math.max(filling.length, Math.min(MOST_BYTES, 4 * filling.bytes.length));
		const larger = Buffer.allocUnsafeSlow(size);
		filling.bytes.copy(larger, 0, 0, length);
		filling.bytes = larger;
	}
	bytes.copy(filling.bytes, length, from, to);
}
