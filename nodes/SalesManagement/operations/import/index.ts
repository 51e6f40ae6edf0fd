/**
 * The rows of a file, written as those of the input are. The file is read as it is written, a chunk at a
 * time, so that its size does not matter: one chunk is looked up while the one before it is written.
 */
import type { IDataObject } from 'n8n-workflow';
import { untilUnwanted } from '../../api/client';
import { FileError, type FileRow } from '../../files';
import type { Item } from '../../fields';
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
import { endOf, firstOpen, goOn, many, ofItsRows, type RowsGiven } from '../tell';
import { WrittenRows } from '../upsert/written';
import { chunksOf, type Chunks } from './chunks';
import { countsText, outcomeOf, ResultFile, type Counts, type RowOutcome } from './resultFile';

export { isFromFile, takesFiles } from './form';

/**
 * As many rows as are remembered. Looking for so many takes more than a minute at the service's rate; by
 * then the search shows them.
 */
const MOST_WRITTEN = 100_000;

/** Imports the file of each input item, one after the other. */
export async function importFiles(
	run: Run,
	operation: Loaded,
	sources: NameSources,
): Promise<ItemResult[]> {
	const results: ItemResult[] = [];
	// What files before it wrote, the search may not show yet.
	const written = new WrittenRows(MOST_WRITTEN);
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
	readonly written: WrittenRows;
}

async function importFile(run: Run, importing: Importing, item: Item): Promise<ItemResult> {
	const chunks = await chunksOf(run, importing.operation, item);
	return await new FileImport(run, importing, item, chunks).result();
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
	/** The chunk in which the import stopped, and the one that was under way beside it. */
	private readonly stopped: RowsGiven[] = [];
	/** What is wrong with the file behind the rows that were read. */
	private fileError?: unknown;
	/** What was thrown where rows are looked up or written. */
	private broken?: unknown;
	/** Aborted where something failed that ends the import: what waits is not sent then. */
	private readonly ended = new AbortController();
	private readonly file: ResultFile;
	private readonly resolver: Resolver;

	constructor(
		private readonly run: Run,
		private readonly importing: Importing,
		private readonly item: Item,
		private readonly chunks: Chunks,
	) {
		this.next = chunks.startRow;
		this.file = new ResultFile(run, chunks.property);
		this.resolver = new Resolver(importing.operation, importing.sources);
	}

	async result(): Promise<ItemResult> {
		try {
			for await (const rows of this.chunks.rows) {
				if (this.underWay.length >= CHUNKS_UNDER_WAY) await this.settleFirst();
				assertGoingOn(this.run);
				if (this.ended.signal.aborted) break;
				this.begin(rows);
			}
		} catch (error) {
			this.fileError = error;
		}
		while (this.underWay.length > 0) await this.settleFirst();
		return this.failure() ?? (await this.summary());
	}

	/** Begins to look up and write rows: what others under way change as well comes after them. */
	private begin(rows: readonly FileRow[]): void {
		const before = this.underWay.at(-1);
		let tell: (keys: ReadonlySet<unknown>) => void = () => undefined;
		const keys = new Promise<ReadonlySet<unknown>>((resolve) => (tell = resolve));
		const turn: Chunk['turn'] = async (own) => {
			const busy = await before?.keys;
			if (busy && [...own].some((key) => busy.has(key))) await before?.results;
			this.ended.signal.throwIfAborted();
			return () => tell(own);
		};
		const results = this.write(rows, { written: this.importing.written, turn })
			.catch((error: unknown) => {
				if (!this.ended.signal.aborted) this.broken = error;
				this.ended.abort();
				return [];
			})
			.finally(() => tell(new Set()));
		this.underWay.push({ rows: rows.map(({ row }) => row), keys, results });
	}

	private async write(rows: readonly FileRow[], chunk: Chunk): Promise<ItemResult[]> {
		const items: Item[] = [];
		const unread: Failed[] = [];
		for (const { row, columns } of rows) {
			if (columns instanceof FileError) unread.push({ index: row, error: columns });
			else items.push(this.rowItem(row, columns));
		}
		const { continueOnFail } = this.run;
		const client = untilUnwanted(this.run.client, this.ended.signal);
		const run: Run = { ...this.run, client, items, chunk };
		let results: readonly ItemResult[] = unread.slice(0, 1);
		if (unread.length === 0 || continueOnFail) {
			const resolved = await this.resolver.resolve(run);
			const { operation } = this.importing;
			results = [...unread, ...(await operation.run({ ...run, items: resolved }))];
		}
		if (!continueOnFail && results.some(isFailure)) this.ended.abort();
		return inOrder([...results]);
	}

	/** A row as an item whose columns are the input's. What is not in the file is the same for all. */
	private rowItem(index: number, input: Item['input']): Item {
		const { version, timezone, index: file } = this.item;
		const rowOf = `${this.chunks.name} (item ${file})`;
		return { index, rowOf, input, version, timezone, get: this.get };
	}

	private readonly get = (name: string): unknown => {
		if (name === 'fieldsFrom') return 'input';
		// All columns are taken that have the name of a field.
		const isMapper = name === this.importing.operation.form.filling?.mapper.name;
		return isMapper ? undefined : this.item.get(name);
	};

	private async settleFirst(): Promise<void> {
		const [first] = this.underWay;
		if (!first) return;
		const { rows } = first;
		const results = await first.results;
		this.underWay.shift();
		const { continueOnFail, cancelled } = this.run;
		const isStopped =
			this.broken !== undefined ||
			// Its turn to be written never came: a later chunk had failed.
			results.length < rows.length ||
			((!continueOnFail || cancelled?.aborted === true) && results.some(isFailure));
		if (isStopped || this.stopped.length > 0) {
			this.stopped.push({ rows, results });
			for (const each of results) if (!isFailure(each)) this.count(each);
			return;
		}
		for (const each of results) await this.file.add(each.index, this.count(each), each);
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
		const results = this.stopped.flatMap((each) => each.results);
		const cause = endOf(results);
		const goesOn = this.run.continueOnFail && this.fileError instanceof FileError;
		const thrown = this.broken ?? (goesOn ? undefined : this.fileError);
		if (!cause && thrown === undefined) return undefined;
		const error = cause ? ofItsRows(cause, results, this.chunks.name) : thrown;
		if (this.run.cancelled?.aborted) this.tellProgress(firstOpen(this.stopped, this.next));
		const advice = this.isPlan
			? 'Dry Run is on: nothing was written.'
			: goOn(countsText(this.counts), this.stopped, this.next);
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
		const record: IDataObject = { ...(this.isPlan && { dryRun: true }), rows, ...counts };
		if (fileError instanceof FileError) {
			run.hint(`${fileError.message} The rows from ${many(this.next)} on were not written.`);
			record.nextRow = this.next;
			record.stoppedBy = fileError.message;
		}
		return { index: item.index, records: [record], files: [await this.file.end()] };
	}
}
