/** Which format a file has, by what is known of it and by its first character. */
import { encodingOf } from './decoded';
import type { FileFormat } from './rows';

export interface FileSigns {
	readonly fileName?: string;
	readonly mimeType?: string;
}

type Kind = FileFormat['kind'];

const NAMES: ReadonlyArray<readonly [RegExp, Kind]> = [
	[/\.(jsonl|ndjson|jsonlines)$/i, 'jsonLines'],
	[/\.(csv|tsv|tab)$/i, 'csv'],
];

const TYPES: ReadonlyArray<readonly [RegExp, Kind]> = [
	[/ndjson|jsonl|json-?lines|json-seq/i, 'jsonLines'],
	[/\b(csv|tab-separated-values)\b/i, 'csv'],
];

const kindIn = (text: string | undefined, all: typeof NAMES): Kind | undefined =>
	all.find(([pattern]) => pattern.test(text ?? ''))?.[1];

/** @param begin the first bytes of the file. */
export function kindOf({ fileName, mimeType }: FileSigns, begin: Uint8Array): Kind {
	const text = new TextDecoder(encodingOf(begin)).decode(begin);
	const isJson = /^[\ufeff\s]*[{[]/.test(text);
	return kindIn(fileName, NAMES) ?? kindIn(mimeType, TYPES) ?? (isJson ? 'jsonLines' : 'csv');
}

/** The bytes, once their first piece with any is known. */
export async function begun(
	bytes: AsyncIterable<Uint8Array>,
): Promise<{ begin: Uint8Array; all: AsyncIterable<Uint8Array> }> {
	const pieces = bytes[Symbol.asyncIterator]();
	let first = await pieces.next();
	while (!first.done && first.value.length === 0) first = await pieces.next();
	const begin = first.done ? new Uint8Array() : first.value;
	const all = async function* () {
		try {
			yield begin;
			for (let next = await pieces.next(); !next.done; next = await pieces.next()) yield next.value;
		} finally {
			await pieces.return?.();
		}
	};
	return { begin: begin.subarray(0, 1024), all: all() };
}
