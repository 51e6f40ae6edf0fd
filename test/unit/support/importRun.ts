/** An import without n8n: a file made up as it is read, and a service that is a function. */
import type { IDataObject } from 'n8n-workflow';
import type { Client, ServiceRequest } from '../../../nodes/SalesManagement/api/types';
import type { Item } from '../../../nodes/SalesManagement/fields';
import { RESOURCES } from '../../../nodes/SalesManagement/operations';
import { importFiles, type Importing } from '../../../nodes/SalesManagement/operations/import';
import { sourcesOf } from '../../../nodes/SalesManagement/operations/names';
import type { ItemResult } from '../../../nodes/SalesManagement/operations/operation';
import { CountedClock } from '../../support/countedClock';
import { fromCsv } from '../../support/csv';
import { textInPieces } from '../../support/pieces';
import { clientWith, type Respond } from './testClient';
import { runWith } from './itemRun';

export interface Imported {
	readonly result: ItemResult;
	/** Those of all input items. */
	readonly results: readonly ItemResult[];
	/** The lines of the result file. */
	readonly rows: Array<Record<string, string>>;
	readonly progress: string[];
	readonly hints: string[];
	/** Requests, and the time that they took, in milliseconds. */
	readonly requests: number;
	readonly tookMs: number;
	/** When each request that was answered was sent, in milliseconds. */
	readonly sentAt: readonly number[];
}

interface Importation {
	readonly operation: string;
	readonly file: string;
	/** The files of further input items. */
	readonly others?: readonly string[];
	readonly respond: Respond;
	readonly parameters?: IDataObject;
	readonly continueOnFail?: boolean;
	readonly rate?: number;
	readonly latency?: number;
	readonly cancelled?: AbortSignal;
	/** Told when a request is begun, which may take a while, and when it has ended. */
	readonly watch?: (request: ServiceRequest, isBegun: boolean) => Promise<void>;
	/** Told when the last piece of the file is read. */
	readonly atEnd?: () => void;
}

export async function imported(given: Importation): Promise<Imported> {
	const { operation, file, respond, parameters = {}, continueOnFail = false } = given;
	const [resource, id] = operation.split('.');
	const found = RESOURCES.find((each) => each.id === resource)?.operations.find(
		(each) => each.id === id,
	);
	const steps = await found?.load();
	if (!found || !steps?.prepare) throw new Error(`${operation} takes no file`);
	const importing = { ...found, ...steps } as Importing;
	const all: IDataObject = { fieldsFrom: 'file', binaryPropertyName: 'data', ...parameters };
	const texts = [file, ...(given.others ?? [])];
	const items = texts.map((_, index): Item => ({
		...{ index, input: {}, version: 'v2', timezone: 'UTC' },
		get: (name) => all[name],
	}));
	const { rate, latency, cancelled } = given;
	const clock = new CountedClock();
	const sentAt: number[] = [];
	const noting: Respond = (request, number) => {
		sentAt.push(clock.elapsed() - (latency ?? 0));
		return respond(request, number);
	};
	const client = clientWith(clock, noting, { rate, latency, signal: cancelled });
	const send: Client['send'] = async (request, options) => {
		await given.watch?.(request, true);
		return await client
			.send(request, options)
			.finally(async () => await given.watch?.(request, false));
	};
	const [progress, hints, written]: [string[], string[], Buffer[]] = [[], [], []];
	const run = runWith({
		client: { ...client, send },
		items,
		continueOnFail,
		files: {
			read: async function* (index) {
				const text = texts[index] ?? '';
				let left = Buffer.byteLength(text);
				for await (const piece of textInPieces(text, [64 * 1024])) {
					left -= piece.length;
					if (left === 0) given.atEnd?.();
					yield piece;
				}
			},
			describe: () => ({ data: '', mimeType: 'text/csv', fileName: 'rows.csv' }),
			write: async (content, _, mimeType) => {
				written.push(content);
				return await Promise.resolve({ data: '', mimeType });
			},
		},
		hint: (message) => hints.push(message),
		progress: (message) => progress.push(message),
		cancelled,
	});
	const began = clock.elapsed();
	const sources = sourcesOf(client, async () => await Promise.resolve(undefined));
	const results = await importFiles(run, importing, sources);
	const [result] = results;
	if (!result) throw new Error('no result');
	return {
		...{ result, results, progress, hints, requests: client.requests.length, sentAt },
		rows: written.flatMap((content) => fromCsv(content.toString())) as Array<
			Record<string, string>
		>,
		tookMs: clock.elapsed() - began,
	};
}

/** The rows of a bulk request. */
export const rowsOf = (body: unknown): IDataObject[] =>
	(Object.values((body ?? {}) as IDataObject).find((each) => Array.isArray(each)) ??
		[]) as IDataObject[];
