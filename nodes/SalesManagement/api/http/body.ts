import { isDeeperThan } from '../../jsonText';
import { LIMITS } from '../limits';
import type { Secrets } from '../credential/secrets';
import type { Unreadable } from './transport';

/** The part of a Node stream that is used; n8n's helper returns one when asked for `stream`. */
export type BodyStream = AsyncIterable<Uint8Array>;

export const isStream = (body: unknown): body is BodyStream =>
	typeof body === 'object' && body !== null && Symbol.asyncIterator in body;

interface Body {
	/** Parsed JSON, or the text itself where it is not JSON. */
	readonly body: unknown;
	readonly unreadable?: Unreadable;
}

/** How an answer is read. */
interface Reading {
	/** Struck from it, so that a service that repeats one can't put it into a message or an item. */
	readonly secrets: Secrets;
	/** Whether its status says that it is no data, but what went wrong. */
	readonly isFailure: boolean;
}

/**
 * Reads an answer, never more of it than the limit: of a packed one, what it unpacks to.
 * @throws the stream's own error when the connection breaks or the request is given up.
 */
export async function readBody(stream: BodyStream, reading: Reading): Promise<Body> {
	const read = await bytesOf(stream).catch(async (error: unknown) =>
		isAboutPacking(error) ? none('packing') : await Promise.reject<never>(error as Error),
	);
	if (!Buffer.isBuffer(read)) return read;
	return parsed(new TextDecoder().decode(read), reading);
}

const none = (unreadable: Unreadable): Body => ({ body: '', unreadable });

/** The whole answer, unless it is larger than the limit. Leaving the loop ends the stream. */
async function bytesOf(stream: BodyStream): Promise<Buffer | Body> {
	const chunks: Uint8Array[] = [];
	let bytes = 0;
	for await (const chunk of stream) {
		bytes += chunk.length;
		if (bytes > LIMITS.answerBytes) return none('tooLarge');
		chunks.push(chunk);
	}
	// Bytes lie outside of the heap: text that grew piece by piece would fill it twice.
	return Buffer.concat(chunks);
}

/** The codes of zlib, Brotli and Zstandard for bytes that they can't unpack. */
const isAboutPacking = (error: unknown): boolean =>
	/^(Z_|ERR__ERROR|ERR_BROTLI|ERR_ZLIB|ZSTD_)/.test(String((error as { code?: unknown }).code));

/**
 * Secrets are struck from the values rather than from their JSON, where one can be written in many
 * ways, and before any text is cut.
 */
function parsed(text: string, { secrets, isFailure }: Reading): Body {
	if (/^\s*[{[]/.test(text) && isDeeperThan(LIMITS.answerDepth, text)) {
		return none('tooDeep');
	}
	return { body: secrets.fromBody(valueOf(text), { isFailure, text }) };
}

/** What the JSON means; the text itself where it is none, or only a text. */
function valueOf(text: string): unknown {
	try {
		const value: unknown = JSON.parse(text);
		return typeof value === 'string' ? text : value;
	} catch {
		return text;
	}
}
