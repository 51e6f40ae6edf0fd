/** Bytes as they come from a file, in pieces of any size. */
export async function* inPieces(
	bytes: Uint8Array,
	sizes: readonly number[],
): AsyncGenerator<Uint8Array> {
	let at = 0;
	for (let turn = 0; at < bytes.length; turn++) {
		const size = Math.max(1, sizes[turn % Math.max(1, sizes.length)] ?? bytes.length);
		yield bytes.subarray(at, at + size);
		at += size;
		// As from a disk: the next piece comes in a turn of its own.
		await Promise.resolve();
	}
}

/** A text in UTF-8, in pieces. */
export const textInPieces = (text: string, sizes: readonly number[] = []) =>
	inPieces(new TextEncoder().encode(text), sizes);

/** All that comes, in one list. */
export async function collected<Each>(stream: AsyncIterable<Each>): Promise<Each[]> {
	const all: Each[] = [];
	for await (const each of stream) all.push(each);
	return all;
}
