/** A file may be small, and V8 collects garbage for memory that is claimed, whether it is used or not. */
const FIRST_BYTES = 128 * 1024;

/** A file while it is being written, as bytes: so many texts would take several times as much memory. */
export class GrowingBytes {
	private bytes = Buffer.allocUnsafeSlow(FIRST_BYTES);
	length = 0;

	/** @param most how large it seldom becomes. */
	constructor(private readonly most: number) {}

	get written(): Buffer {
		return this.bytes.subarray(0, this.length);
	}

	append(text: string): void {
		const end = this.length + Buffer.byteLength(text);
		if (end > this.bytes.length) {
			const larger = Buffer.allocUnsafeSlow(
				Math.max(end, Math.min(this.most, 4 * this.bytes.length)),
			);
			this.bytes.copy(larger);
			this.bytes = larger;
		}
		this.length += this.bytes.write(text, this.length);
	}
}
