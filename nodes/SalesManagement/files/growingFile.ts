/** As many bytes as a file has at most: n8n is given each as a whole, and may hold it in memory. */
const MOST_BYTES = 32 * 1024 * 1024;

/** Characters that wait as text. */
const WAITING = 64 * 1024;

/** A file of lines while it is being written, as bytes: so many texts would take several times as much memory. */
export class GrowingFile {
	/** How many lines there are below its beginning. */
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
