/** The files of one export: each is handed to n8n as soon as it is whole, and let go. */
import type { IBinaryKeyData, IDataObject } from 'n8n-workflow';
import { LONGEST } from '../files';
import type { Run } from '../operation';
import { assertGoingOn } from '../stretches/every';
import { MOST_BYTES, type FileSettings } from './controls';
import { cursorText } from './cursor';
import type { Writer } from './writer';

interface Telling extends Pick<Run, 'files' | 'progress' | 'cancelled'> {
	/** What the files are called, without number and ending. */
	readonly name: string;
	/** Which of several exports of the run it is, for the log. */
	readonly which: string;
}

/** A part while it is being filled. */
interface Filling {
	readonly lines: Buffer[];
	bytes: number;
	count: number;
	first?: IDataObject;
	last?: IDataObject;
}

const placeOf = ({ id, updatedAt }: IDataObject): IDataObject => ({
	...(id !== undefined && { id }),
	...(updatedAt !== undefined && { updatedAt }),
});

/** Lines are joined into pieces of about this size, so that they are few. */
const PIECE = 256 * 1024;

export class Parts {
	readonly items: IDataObject[] = [];
	readonly files: IBinaryKeyData[] = [];
	private filling?: Filling;
	private text = '';
	private total = 0;
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
	hasRoom(line: string): boolean {
		const { filling } = this;
		if (!filling || filling.count === 0) return true;
		// No character of a text takes more than three bytes.
		const least = filling.bytes + this.text.length + line.length;
		if (least * 3 <= MOST_BYTES) return true;
		return filling.bytes + Buffer.byteLength(this.text) + Buffer.byteLength(line) <= MOST_BYTES;
	}

	add(record: IDataObject, line: string): void {
		const filling = (this.filling ??= this.begun());
		filling.count++;
		filling.first ??= placeOf(record);
		filling.last = record;
		this.text += line;
		if (this.text.length >= PIECE) this.flush(filling);
	}

	/**
	 * @param position from where a later run goes on; absent where the list has no such place.
	 * @throws UsageError where the execution is cancelled: what it has written goes with it.
	 */
	async close(position: string | undefined): Promise<void> {
		assertGoingOn(this.telling);
		const filling = (this.filling ??= this.begun());
		this.flush(filling);
		this.filling = undefined;
		const { files, name, progress, which } = this.telling;
		const { ending, mimeType } = this.writer;
		const part = ++this.part;
		const file = `${name}-${String(part).padStart(3, '0')}.${ending}`;
		const { count, first, last } = filling;
		const binary = await files.write(Buffer.concat(filling.lines), file, mimeType);
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
			...(nextStart !== undefined && { nextStart }),
		});
		this.files.push({ [this.settings.property]: binary });
		this.total += count;
		const written = this.total.toLocaleString('en-US');
		const told = (where: string) =>
			`${which}${file} is written, ${written} records so far. Start Cursor ${where}to go on: ${cursor ?? 'none'}`;
		progress(told(told('').length <= LONGEST ? '' : '(whole in n8n’s log) '));
	}

	/** Nothing follows the last part. */
	end(): void {
		const last = this.items.at(-1);
		if (last) Object.assign(last, { cursor: null, isLast: true });
	}

	private begun(): Filling {
		const beginning = Buffer.from(this.writer.beginning);
		return { lines: [beginning], bytes: beginning.length, count: 0 };
	}

	private flush(filling: Filling): void {
		const piece = Buffer.from(this.text);
		this.text = '';
		filling.lines.push(piece);
		filling.bytes += piece.length;
	}
}
