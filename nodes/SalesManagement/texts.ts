/** Texts that wait, as bytes: they lie outside of V8's heap, and one piece of memory holds many. */

/** A text as UTF-8, and where in its piece of memory it begins and ends. */
export interface TextInBytes {
	readonly bytes: Buffer;
	readonly from: number;
	readonly to: number;
}

export function inBytes(texts: readonly string[]): TextInBytes[] {
	const length = texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0);
	const bytes = Buffer.allocUnsafeSlow(length);
	let to = 0;
	return texts.map((text) => {
		const from = to;
		to += bytes.write(text, from);
		return { bytes, from, to };
	});
}
