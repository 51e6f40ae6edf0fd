/** The most bytes of a file: n8n takes each one as a whole, and may hold it in memory. */
const MOST_BYTES = 32 * 1024 * 1024;

/** The number of characters that are collected before they become bytes. */
const WAITING = 64 * 1024;

/**
 * A file of lines that is being written. It is kept as bytes, since the same lines as many texts would take
 * several times the memory.
 */
export class GrowingFile {
	/** The number of lines after its beginning. */
	lines = 0;
	private readonly parts: Buffer[] = [];
	private length: number;

	constructor(private waiting: string) {
		this.length = Buffer.byteLength(waiting);
	}

	get written(): Buffer {
		return Buffer.concat([...this.parts, Buffer.from(this.waiting)]);
	}

	hasRoom(line: string): boolean {
		return this.length + Buffer.byteLength(line) <= MOST_BYTES;
	}

	add(line: string): void {
		this.lines++;
		this.length += Buffer.byteLength(line);
		this.waiting += line;
		if (this.waiting.length < WAITING) return;
		this.parts.push(Buffer.from(this.waiting));
		this.waiting = '';
	}
}
