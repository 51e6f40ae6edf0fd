/**
 * The rows of a file, written as those of the input are. The file is read as it is written, a chunk at a
 * time, so that its size does not matter: one chunk is looked up while the one before it is written.
 */
import type { IDataObject } from 'n8n-workflow';
import { isForSize } from '../../api/bulk/isolate';
import { sendingBy } from '../../api/client';
import { UsageError, ServiceError } from '../../api/errors/errors';
import { isRead } from '../../api/routes/routes';
import type { Client } from '../../api/types';
import { FileError, type FileRow } from '../../files';
import { readOnce, type Item } from '../../fields';
import type { NameSources } from '../../lists';
import {
	inOrder,
	isFailure,
	type Chunk,
	type Failed,
	type ItemResult,
	type Loaded,
	type Run,
} from '../operation';
import { assertGoingOn } from '../lists/everyRecord';
import { Resolver } from '../resolve';
import { endOf, firstOpen, goOn, many, ofRows, type RowsGiven } from '../tell';
import { WrittenByFiles } from '../upsert/written';
import { chunksOf, type Chunks } from './chunks';
import { fileControls } from './form';
import { countsText, outcomeOf, ResultFile, type Counts, type RowOutcome } from './resultFile';

export { isFromFile, takesFiles } from './form';

const NOT_FOR_AGENTS =
	'An AI agent can’t hand over a file: set Fields From to Form in this tool, or import the file with a node of the workflow.';

/** Imports the file of each input item, one after the other. */
export async function importFiles(
	run: Run,
	operation: Loaded,
	sources: NameSources,
): Promise<ItemResult[]> {
	const results: ItemResult[] = [];
	// What files before it wrote, the search may not show yet.
	const written = new WrittenByFiles();
	for (const item of run.items) {
		const result = await importFile(run, { operation, sources, written }, item).catch(
			(error: unknown) => ({ index: item.index, error }),
		);
		results.push(result);
		if (isFailure(result) && !run.continueOnFail) break;
	}
	return results;
}

interface Importing {
	readonly operation: Loaded;
	readonly sources: NameSources;
	readonly written: WrittenByFiles;
}

async function importFile(run: Run, importing: Importing, item: Item): Promise<ItemResult> {
	if (run.forAgent) throw new UsageError(NOT_FOR_AGENTS);
	const chunks = await chunksOf(run, importing.operation, item);
	return await new FileImport(run, importing, { item, chunks }).result();
}

/** Rows that are looked up and written. */
interface UnderWay {
	readonly rows: readonly number[];
	/** What they change, once that is known. */
	readonly keys: Promise<ReadonlySet<unknown>>;
	readonly results: Promise<ItemResult[]>;
}

/** As many chunks as are under way at once, so that at no time there is nothing to send. */
const CHUNKS_UNDER_WAY = 2;

class FileImport {
	private readonly counts: Counts = {
		...{ created: 0, updated: 0, unchanged: 0, skipped: 0, failed: 0, unknown: 0 },
	};
	private rows = 0;
	private isPlan = false;
	/** The first row that nothing was done about. */
	private next: number;
	private readonly underWay: UnderWay[] = [];
	/** The chunks that were written before a failure was known, and after. */
	private readonly failed: RowsGiven[] = [];
	/** What is wrong with the file behind the rows that were read. */
	private fileError?: unknown;
	/** What was thrown where rows are looked up or written. */
	private broken?: unknown;
	/** Whether rows failed, where that ends the import. */
	private isEnding = false;
	/** Tells those that wait that a request to write has failed. */
	private readonly ended = new AbortController();
	private readonly file: ResultFile;
	private readonly resolver: Resolver;
	private readonly client: Client;
	private readonly parameters = new Map<string, unknown>();
	private readonly item: Item;
	private readonly chunks: Chunks;

	constructor(
		private readonly run: Run,
		private readonly importing: Importing,
		{ item, chunks }: { readonly item: Item; readonly chunks: Chunks },
	) {
		this.item = item;
		this.chunks = chunks;
		this.next = chunks.startRow;
		const { binaryPropertyName = 'data' } = readOnce(fileControls, [item]) ?? {};
		this.file = new ResultFile(run, binaryPropertyName);
		this.resolver = new Resolver(importing.operation, importing.sources);
		this.client = this.sender();
	}

	async result(): Promise<ItemResult> {
		try {
			for await (const rows of this.chunks.rows) {
				if (this.underWay.length >= CHUNKS_UNDER_WAY) await this.settleFirst();
				assertGoingOn(this.run);
				if (this.isEnding) break;
				this.begin(rows);
			}
		} catch (error) {
			this.fileError = error;
		}
		while (this.underWay.length > 0) await this.settleFirst();
		return this.failure() ?? (await this.summary());
	}

	/** A client that sends nothing any more once a request to write has failed, where that ends the import. */
	private sender(): Client {
		const { client, continueOnFail } = this.run;
		return sendingBy(client, async (request, options = {}) => {
			// One of its own each: so many requests would be too many listeners to one signal.
			const { unwanted = this.ended.signal } = options;
			const either = AbortSignal.any([this.ended.signal, unwanted]);
			try {
				return await client.send(request, { ...options, unwanted: either });
			} catch (error) {
				// What is only too large is sent again in smaller requests.
				const isFailed = error instanceof ServiceError && !isForSize(error);
				if (isFailed && !continueOnFail && !isRead(request.operation)) this.ended.abort();
				throw error as Error;
			}
		});
	}

	/** Begins to look up and write rows: what others under way change as well comes after them. */
	private begin(rows: readonly FileRow[]): void {
		const before = this.underWay.at(-1);
		let tell: (keys: ReadonlySet<unknown>) => void = () => undefined;
		const keys = new Promise<ReadonlySet<unknown>>((resolve) => (tell = resolve));
		const turn: Chunk['turn'] = async (own) => {
			const busy = await before?.keys;
			if (busy && [...own].some((key) => busy.has(key))) await before?.results;
			if (this.isEnding) throw new Error('The import has ended.');
			return () => tell(own);
		};
		const results = this.write(rows, { written: this.importing.written, turn })
			.catch((error: unknown) => {
				if (!this.isEnding) this.broken = error;
				this.isEnding = true;
				return [];
			})
			.finally(() => tell(new Set()));
		this.underWay.push({ rows: rows.map(({ row }) => row), keys, results });
	}

	private async write(rows: readonly FileRow[], chunk: Chunk): Promise<ItemResult[]> {
		const { resolver, importing, client } = this;
		const items: Item[] = [];
		const unread: Failed[] = [];
		for (const { row, columns } of rows) {
			if (columns instanceof FileError) unread.push({ index: row, error: columns });
			else items.push(this.rowItem(row, columns));
		}
		const run: Run = { ...this.run, client, items, chunk };
		let results: readonly ItemResult[] = unread.slice(0, 1);
		if (unread.length === 0 || run.continueOnFail) {
			const resolved = await resolver.resolve(run);
			results = [...unread, ...(await importing.operation.run({ ...run, items: resolved }))];
		}
		this.isEnding ||= !run.continueOnFail && results.some(isFailure);
		return inOrder([...results]);
	}

	/** A row as an item whose columns are the input's. */
	private rowItem(index: number, input: Item['input']): Item {
		const { version, timezone, index: file } = this.item;
		const rowOf = `${this.chunks.name} (item ${file})`;
		return { index, rowOf, input, version, timezone, get: this.get };
	}

	/** What is not in the file is the same for all of its rows. */
	private readonly get = (name: string): unknown => {
		const { filling } = this.importing.operation.form;
		if (name === 'fieldsFrom') return 'input';
		// All columns are taken that have the name of a field.
		if (name === filling?.mapper.name) return undefined;
		if (!this.parameters.has(name)) this.parameters.set(name, this.item.get(name));
		return this.parameters.get(name);
	};

	private async settleFirst(): Promise<void> {
		const [first] = this.underWay;
		if (!first) return;
		const { rows } = first;
		const results = await first.results;
		this.underWay.shift();
		const isStopped =
			this.broken !== undefined ||
			// Its turn to be written never came: a later chunk had failed.
			results.length < rows.length ||
			((!this.run.continueOnFail || this.run.cancelled?.aborted === true) &&
				results.some(isFailure));
		if (this.failed.length > 0 || isStopped) {
			this.failed.push({ rows, results });
			for (const each of results) if (!isFailure(each)) this.count(each);
			return;
		}
		for (const each of results) {
			const outcome = this.count(each);
			await this.file.add(each.index, outcome, told(each));
		}
		this.rows += rows.length;
		this.next = (rows.at(-1) ?? this.next) + 1;
		this.tellProgress();
	}

	private count(result: ItemResult): RowOutcome {
		this.isPlan ||= !isFailure(result) && result.isPlan === true;
		const outcome = outcomeOf(result, this.importing.operation);
		this.counts[outcome]++;
		return outcome;
	}

	private tellProgress(next = this.next): void {
		const { name } = this.chunks;
		this.run.progress(
			`${name.slice(-60)}: up to row ${many(next - 1)} (${countsText(this.counts)}). To go on after a stop, set Start Row to ${next}.`,
		);
	}

	/** What stopped the import, if anything did that Continue On Fail does not pass over. */
	private failure(): ItemResult | undefined {
		const { index } = this.item;
		const results = this.failed.flatMap((each) => each.results);
		const cause = endOf(results);
		const goesOn = this.run.continueOnFail && this.fileError instanceof FileError;
		const thrown = this.broken ?? (goesOn ? undefined : this.fileError);
		if (!cause && thrown === undefined) return undefined;
		const failed = results.filter(isFailure).filter((each) => each.error === cause?.error);
		const error = cause ? ofRows(failed, cause.error) : thrown;
		if (this.run.cancelled?.aborted) this.tellProgress(firstOpen(this.failed, this.next));
		const advice = this.isPlan
			? 'Dry Run is on: nothing was written.'
			: goOn(countsText(this.counts), this.failed, this.next);
		return { index, error, advice };
	}

	private async summary(): Promise<ItemResult> {
		const { counts, rows, item, run, chunks, fileError } = this;
		const failed = counts.failed + counts.unknown;
		if (failed > 0) {
			run.hint(
				`${many(failed)} of ${many(rows)} rows of ${chunks.name} failed: the file of the output says which ones and why.`,
			);
		}
		if (rows === 0 && fileError === undefined) {
			const what = chunks.startRow > 1 ? `row ${many(chunks.startRow)}` : 'rows';
			run.hint(`${chunks.name} has no ${what}: nothing was written.`);
		}
		const record: IDataObject = { ...(this.isPlan && { dryRun: true }), rows, ...counts };
		if (fileError instanceof FileError) {
			run.hint(`${fileError.message} The rows from ${many(this.next)} on were not written.`);
			record.nextRow = this.next;
			record.stoppedBy = fileError.message;
		}
		return { index: item.index, records: [record], files: [await this.file.end()] };
	}
}

/** A result as its line of the file tells it. */
const told = (result: ItemResult): ItemResult =>
	isFailure(result) ? { ...result, error: inFile(result.error) } : result;

/** The file names the row already. */
function inFile(error: unknown): unknown {
	const named = error instanceof ServiceError && error.bulkErrors.length > 0;
	return named ? ofRows([], error) : error;
}
