import { jsonIn, LIMITS } from '../../shared';
import type { HttpResponse } from './transport';

/** The part of a Node stream that is used. */
export type BodyStream = AsyncIterable<Uint8Array>;

/**
 * Reads an answer, never more of it than the limit: of a packed one, what it unpacks to.
 * @returns parsed JSON, or the text itself where it is not JSON, or only a text.
 * @throws the stream's own error when the connection breaks, it can't be unpacked or the request is given up.
 */
export async function readBody(
	stream: BodyStream,
): Promise<Pick<HttpResponse, 'isTooLarge'> & { body: unknown; text: string }> {
	const chunks: Uint8Array[] = [];
	let bytes = 0;
	for await (const chunk of stream) {
		bytes += chunk.length;
		// Leaving the loop ends the stream.
		if (bytes > LIMITS.answerBytes) return { body: '', text: '', isTooLarge: true };
		chunks.push(chunk);
	}
	// Bytes lie outside of the heap: text that grew piece by piece would fill it twice.
	const text = new TextDecoder().decode(Buffer.concat(chunks));
	const value = jsonIn(text);
	// A text is the same with quotes and without.
	return { body: value === undefined || typeof value === 'string' ? text : value, text };
}
