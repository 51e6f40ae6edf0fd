/** Which format a file has, by what is known of it. */
import type { FileFormat } from './rows';

export interface FileSigns {
	readonly fileName?: string;
	readonly mimeType?: string;
}

type Kind = NonNullable<FileFormat['kind']>;

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

/** @returns `undefined` where only its first character can tell. */
export const kindOf = ({ fileName, mimeType }: FileSigns): Kind | undefined =>
	kindIn(fileName, NAMES) ?? kindIn(mimeType, TYPES);
