/**
 * The rows of a file, written as those of the input are. The file is read as it is written, a chunk at a
 * time, so that its size does not matter: one chunk is looked up while the one before it is written.
 */
import type { IDataObject } from 'n8n-workflow';
import { untilUnwanted } from '../../../api/client';
import { FileError, type FileRow } from '../../../files';
import type { Item } from '../../../fields';
import type { NameSources } from '../../../lookups';
import {
	isFailure,
	type Failed,
	type ItemResult,
	type Loaded,
	type Run,
	type Work,
} from '../../model/operation';
import { assertGoingOn } from '../../reading/list/everyRecord';
import { resolver } from '../../items/resolve';
import { resultsOf } from '../../items/rows';
import { endOf, many, ofItsRows } from '../../telling/results';
import { WrittenRows } from '../upsert/justWritten';
import { chunksOf, type Chunks } from './chunks';
import { RowResults } from './resultFile';
import { firstOpen, goOn, type RowsGiven } from './resumeRow';

/**
 * As many entries as are remembered, of 100,000 rows, which take some 50 MB with what they wrote. Looking for so
 * many takes more than a minute at the service's rate; by then the search shows them.
 */
const MOST_WRITTEN = 200_000;

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
		const { index } = item;
		try {
			const chunks = await chunksOf(run, operation, item);
			const resolve = resolver(operation, sources);
			const file = new FileImport(run, { operation, resolve, written }, item, chunks);
			results.push({ index, ...(await file.result()) });
		} catch (error) {
			results.push({ index, error });
		}
		if (results.some(isFailure) && !run.continueOnFail) break;
	}
	return results;
}

interface Importing {
	readonly operation: Loaded;
	readonly resolve: ReturnType<typeof resolver>;
	readonly written: WrittenRows;
}

/** Rows that are looked up and written. */
interface UnderWay {
	readonly rows: readonly number[];
	readonly results: Promise<readonly ItemResult[]>;
}

class FileImport {
	private rows = 0;
	/** The first row that nothing was done about. */
	private next: number;
	/** The chunk in which the import stopped, and the one that was under way beside it. */
	private readonly stopped: RowsGiven[] = [];
	/** What is wrong with the file behind the rows that were read, where Continue On Fail passes over it. */
	private fileError?: FileError;
	/** What else was thrown where rows are read, looked up or written. */
	private broken?: unknown;
	/** Aborted where something failed that ends the import: what waits is not sent then. */
	private readonly ended = new AbortController();
	private readonly rowResults: RowResults;

	constructor(
		private readonly run: Run,
		private readonly importing: Importing,
		private readonly item: Item,
		private readonly chunks: Chunks,
	) {
		this.next = chunks.startRow;
		this.rowResults = new RowResults(run, importing.operation, chunks.property);
	}

	/**
	 * Begins each chunk while the one before it is under way, so that at no time there is nothing to send.
	 * @returns what the import came to, or what stopped it.
	 */
	async result(): Promise<Work | Omit<Failed, 'index'>> {
		const { run } = this;
		let before: UnderWay | undefined;
		try {
			for await (const rows of this.chunks.rows) {
				assertGoingOn(run);
				if (this.ended.signal.aborted) break;
				const previous = before;
				before = await this.begin(rows, previous);
				await this.settle(previous);
			}
		} catch (error) {
			if (error instanceof FileError && run.continueOnFail) this.fileError = error;
			else this.broken = error;
		}
		await this.settle(before);
		return this.failure() ?? (await this.summary());
	}

	/** Begins to look up and write rows. What changes records waits for the chunk before it. */
	private async begin(given: readonly FileRow[], before?: UnderWay): Promise<UnderWay> {
		const { ended } = this;
		const items = given.map((each) => this.rowItem(each));
		const client = untilUnwanted(this.run.client, ended.signal);
		const run: Run = { ...this.run, client, items };
		const { operation, resolve, written } = this.importing;
		const resolved = await resolve(run);
		const turn = async () => {
			await before?.results;
			ended.signal.throwIfAborted();
		};
		const write = async (): Promise<ItemResult[]> => {
			try {
				const chunk = { written, turn };
				const all = await resultsOf({ ...run, items: resolved, chunk }, operation);
				if (!run.continueOnFail && all.some(isFailure)) ended.abort();
				return all;
			} catch (error) {
				if (!ended.signal.aborted) this.broken = error;
				ended.abort();
				return [];
			}
		};
		return { rows: given.map(({ row }) => row), results: write() };
	}

	/** A row as an item whose columns are the input's. What is not in the file is the same for all. */
	private rowItem({ row: index, columns }: FileRow): Item {
		const { version, timezone, index: file } = this.item;
		const rowOf = `${this.chunks.name} (item ${file})`;
		const given = columns instanceof FileError ? { input: {}, error: columns } : { input: columns };
		return { index, rowOf, version, timezone, get: this.get, ...given };
	}

	private readonly get = (name: string): unknown => {
		if (name === 'fieldsFrom') return 'input';
		// All columns are taken that have the name of a field.
		const isMapper = name === this.importing.operation.form.filling?.mapper.name;
		return isMapper ? undefined : this.item.get(name);
	};

	private async settle(chunk?: UnderWay): Promise<void> {
		if (!chunk) return;
		const { rows } = chunk;
		const results = await chunk.results;
		const hasEnded = this.ended.signal.aborted || this.run.cancelled?.aborted === true;
		// The turn of some may never have come: a later chunk had failed.
		const isWhole = results.length === rows.length && !results.some(isFailure);
		if ((hasEnded && !isWhole) || this.stopped.length > 0) {
			this.stopped.push({ rows, results });
			for (const each of results) if (!isFailure(each)) this.rowResults.count(each);
			return;
		}
		for (const each of results) await this.rowResults.add(each);
		this.rows += rows.length;
		this.next = (rows.at(-1) ?? this.next) + 1;
		this.tellProgress();
	}

	private tellProgress(next = this.next): void {
		const { name } = this.chunks;
		this.run.progress(
			`${name.slice(-60)}: up to row ${many(next - 1)} (${this.rowResults.text}). To go on after a stop, set Start Row to ${next}.`,
		);
	}

	/** What stopped the import, if anything did that Continue On Fail does not pass over. */
	private failure(): Omit<Failed, 'index'> | undefined {
		const results = this.stopped.flatMap((each) => each.results);
		const cause = endOf(results);
		if (!cause && this.broken === undefined) return undefined;
		if (this.run.cancelled?.aborted) this.tellProgress(firstOpen(this.stopped, this.next));
		return {
			error: cause ? ofItsRows(cause, results, this.chunks.name) : this.broken,
			advice: this.run.isPlan
				? 'Dry Run is on: nothing was written.'
				: goOn(this.rowResults, this.stopped, this.next),
		};
	}

	private async summary(): Promise<Work> {
		const { rows, run, chunks, fileError } = this;
		const { counts } = this.rowResults;
		const where = 'the file of the output says which ones and why';
		this.rowResults.tell(`${many(rows)} rows of ${chunks.name}`, where);
		const record: IDataObject = { ...(run.isPlan && { dryRun: true }), rows, ...counts };
		if (fileError) {
			run.hint(`${fileError.message} The rows from ${many(this.next)} on were not written.`);
			record.nextRow = this.next;
			record.stoppedBy = fileError.message;
		}
		return { records: [record], files: [await this.rowResults.end()] };
	}
}
