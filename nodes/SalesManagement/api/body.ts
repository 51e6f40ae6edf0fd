import { LIMITS } from './limits';
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

/** Secrets are longer; what is shorter could be a word of somebody's data. */
const SHORTEST_SECRET = 16;

/**
 * Reads an answer, never more of it than the limit: of a packed one, what it unpacks to.
 * @param secrets are struck from it, so that a service that repeats one can't put it into an item.
 * @throws the stream's own error when the connection breaks or the request is given up.
 */
export async function readBody(stream: BodyStream, secrets: readonly string[]): Promise<Body> {
	const read = await textOf(stream).catch(async (error: unknown) =>
		isAboutPacking(error) ? none('packing') : await Promise.reject<never>(error as Error),
	);
	return typeof read === 'string' ? parsed(read, secrets) : read;
}

const none = (unreadable: Unreadable): Body => ({ body: '', unreadable });

/** The whole text, unless it is larger than the limit. Leaving the loop ends the stream. */
async function textOf(stream: BodyStream): Promise<string | Body> {
	const decoder = new TextDecoder();
	let text = '';
	let bytes = 0;
	for await (const chunk of stream) {
		bytes += chunk.length;
		if (bytes > LIMITS.answerBytes) return none('tooLarge');
		text += decoder.decode(chunk, { stream: true });
	}
	return text + decoder.decode();
}

/** The codes of zlib, Brotli and Zstandard for bytes that they can't unpack. */
const isAboutPacking = (error: unknown): boolean =>
	/^(Z_|ERR__ERROR|ERR_BROTLI|ERR_ZLIB|ZSTD_)/.test(String((error as { code?: unknown }).code));

function parsed(text: string, secrets: readonly string[]): Body {
	const clean = secrets
		.filter((secret) => secret.length >= SHORTEST_SECRET && text.includes(secret))
		.reduce((cleaned, secret) => cleaned.replaceAll(secret, '***'), text);
	if (/^\s*[{[]/.test(clean) && isDeeperThan(LIMITS.answerDepth, clean)) {
		return none('tooDeep');
	}
	try {
		const body: unknown = JSON.parse(clean);
		return { body: typeof body === 'string' ? clean : body };
	} catch {
		return { body: clean };
	}
}

/** Whether JSON text is nested deeper than so many levels; brackets in strings don't count. */
function isDeeperThan(levels: number, text: string): boolean {
	let depth = 0;
	for (let at = 0; at < text.length; at++) {
		const each = text[at];
		if (each === '"') at = endOfString(text, at);
		else if (each === '{' || each === '[') depth++;
		else if (each === '}' || each === ']') depth--;
		if (depth > levels) return true;
	}
	return false;
}

/** Where the string that begins here ends: the next quote that is not escaped. */
function endOfString(text: string, begin: number): number {
	for (let end = text.indexOf('"', begin + 1); end > 0; end = text.indexOf('"', end + 1)) {
		let backslashes = 0;
		while (text[end - 1 - backslashes] === '\\') backslashes++;
		if (backslashes % 2 === 0) return end;
	}
	return text.length;
}
