/** The files that an execution's items carry, read from where n8n keeps them. */
import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import type { IBinaryData } from 'n8n-workflow';
import type { N8nRest } from '../../scripts/n8n-host/rest';

/** An n8n, and the folder of its files, where they are too many to be asked for. */
interface Stored {
	readonly rest: N8nRest;
	readonly storage?: string;
}

const ON_DISK = /^filesystem(?:-v2)?:/;

/** A file's bytes, whether n8n has it on disk, in its database or in the item itself. */
async function opened(rest: N8nRest, file: IBinaryData, storage?: string): Promise<Readable> {
	const { id, data } = file;
	if (id === undefined) return Readable.from([Buffer.from(data, 'base64')]);
	if (storage !== undefined && ON_DISK.test(id)) {
		return createReadStream(join(storage, id.replace(ON_DISK, '')));
	}
	const answer = await rest.send(
		'GET',
		`/rest/binary-data?id=${encodeURIComponent(id)}&action=download`,
	);
	return Readable.from([Buffer.from(await answer.arrayBuffer())]);
}

export async function textOf({ rest, storage }: Stored, file: IBinaryData): Promise<string> {
	const pieces: Buffer[] = [];
	for await (const piece of await opened(rest, file, storage)) pieces.push(piece as Buffer);
	return Buffer.concat(pieces).toString();
}

/** The cells of a line of CSV. No cell here holds a line break. */
const cellsOf = (line: string): string[] =>
	(line.match(/("(?:[^"]|"")*"|[^,]*)(,|$)/g) ?? []).map((cell) =>
		cell.replace(/,$/, '').replace(/^"|"$/g, '').replaceAll('""', '"'),
	);

/**
 * A column of all rows of CSV or JSON Lines files, in the order of the files.
 * @param column by its name in the first line, or by the key of the objects
 */
export async function* columnOf(
	{ rest, storage }: Stored,
	files: readonly IBinaryData[],
	column: string,
): AsyncGenerator<string> {
	let place: number | undefined;
	for (const file of files) {
		const input = await opened(rest, file, storage);
		for await (const line of createInterface({ input, crlfDelay: Infinity })) {
			if (line === '') continue;
			if (line.startsWith('{')) {
				yield String((JSON.parse(line) as Record<string, unknown>)[column]);
				continue;
			}
			const cells = cellsOf(line.replace(/^\uFEFF/, ''));
			const named = cells.indexOf(column);
			if (named >= 0) place = named;
			else yield cells[place ?? 0] ?? '';
		}
	}
}
