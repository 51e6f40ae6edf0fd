/** Characters that wait as text. */
const WAITING = 64 * 1024;

/** A file while it is being written, as bytes: so many texts would take several times as much memory. */
export class GrowingBytes {
	private readonly parts: Buffer[] = [];
	private waiting = '';
	length = 0;

	get written(): Buffer {
		return Buffer.concat([...this.parts, Buffer.from(this.waiting)]);
	}

	append(text: string): void {
		this.length += Buffer.byteLength(text);
		this.waiting += text;
		if (this.waiting.length < WAITING) return;
		this.parts.push(Buffer.from(this.waiting));
		this.waiting = '';
	}
}
