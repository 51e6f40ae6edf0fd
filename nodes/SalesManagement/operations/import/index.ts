/**
 * The rows of a file, written as those of the input are. The file is read as it is written, a part at a
 * time, so that its size does not matter: the next part is read and looked up while others are written.
 */
import type { IDataObject } from 'n8n-workflow';
import { UsageError, ServiceError } from '../../api/errors/errors';
import { FileError } from '../../files';
import { readOnce, type Item } from '../../fields';
import type { NameSources } from '../../lookups';
import { inOrder, isFailure, type ItemResult, type Prepared, type Run } from '../operation';
import { endOf } from '../done';
import { breath } from '../breath';
import { assertGoingOn } from '../lists/everyRecord';
import { Recents } from '../upsert/recent';
import { Ahead } from './ahead';
import { chunksOf, type Chunks } from './chunks';
import { fileControls } from './form';
import { Preparing, type Importing } from './preparing';
import { outcomeOf, ResultFile, type RowOutcome } from './resultFile';
import { Sending } from './sending';
import { countsText, goOn, many, ofRows, standing, type Counts, type Written } from './told';

export { isFromFile, takesFiles } from './form';
export type { Importing } from './preparing';

const NOT_FOR_AGENTS =
	'An AI agent can’t hand over a file: set Fields From to Form in this tool, or import the file with a node of the workflow.';

/** Imports the file of each input item, one after the other. */
export async function importFiles(
	run: Run,
	operation: Importing,
	sources: NameSources,
): Promise<ItemResult[]> {
	const results: ItemResult[] = [];
	// What files before it wrote, the search may not show yet.
	const own: Run = { ...run, recents: new Recents() };
	for (const item of run.items) {
		const result = await importFile(own, operation, sources, item).catch((error: unknown) => ({
			index: item.index,
			error,
		}));
		results.push(result);
		if (isFailure(result) && !run.continueOnFail) break;
	}
	return results;
}

async function importFile(
	run: Run,
	operation: Importing,
	sources: NameSources,
	item: Item,
): Promise<ItemResult> {
	if (run.forAgent) throw new UsageError(NOT_FOR_AGENTS);
	const chunks = await chunksOf(run, operation, item);
	return await new FileImport(run, operation, sources, { item, chunks }).result();
}

/** Rows that are being written. */
interface UnderWay extends Pick<Prepared, 'keys'> {
	readonly rows: readonly number[];
	readonly results: Promise<ItemResult[]>;
}

/** As many parts as are written at once: the second one's requests follow the first one's. */
const PARTS_UNDER_WAY = 2;

class FileImport {
	private readonly counts: Counts = {
		...{ created: 0, updated: 0, unchanged: 0, skipped: 0, failed: 0, unknown: 0 },
	};
	private rows = 0;
	private isPlan = false;
	/** The first row that nothing was done about. */
	private next: number;
	private underWay: UnderWay[] = [];
	/** The parts that were written before a failure was known, and after. */
	private readonly failed: Written[] = [];
	private readonly file: ResultFile;
	private readonly sending: Sending;
	private readonly ahead: Ahead;
	/** Whether rows failed, where that ends the import. */
	private isEnding = false;
	private readonly otherwise: RowOutcome;
	private readonly item: Item;
	private readonly chunks: Chunks;

	constructor(
		private readonly run: Run,
		operation: Importing,
		sources: NameSources,
		{ item, chunks }: { readonly item: Item; readonly chunks: Chunks },
	) {
		this.item = item;
		this.chunks = chunks;
		this.next = chunks.startRow;
		this.otherwise = operation.id === 'updateMany' ? 'updated' : 'created';
		const { binaryPropertyName = 'data' } = readOnce(fileControls, [item]) ?? {};
		this.file = new ResultFile(run, binaryPropertyName);
		this.sending = new Sending(run.client, !run.continueOnFail);
		const preparing = new Preparing(run, operation, sources, item);
		this.ahead = new Ahead(chunks.rows, preparing, this.sending);
	}

	async result(): Promise<ItemResult> {
		let broken: unknown;
		try {
			await this.writeAll();
		} catch (error) {
			broken = error;
		}
		while (this.underWay.length > 0) await this.settleFirst();
		const failure = this.failure(broken);
		if (failure) return failure;
		return await this.summary(broken);
	}

	private async writeAll(): Promise<void> {
		for await (const { rows, prepared } of this.ahead.parts()) {
			assertGoingOn(this.run);
			const ready = await prepared;
			while (this.mustWaitFor(ready)) await this.settleFirst();
			if (this.mustStop) return;
			this.begin(rows, ready);
			// What is known to fail without a request ends it before the next part begins.
			await breath();
		}
	}

	private get mustStop(): boolean {
		return this.isEnding || this.sending.isOver;
	}

	private mustWaitFor({ keys }: Prepared): boolean {
		if (this.underWay.length >= PARTS_UNDER_WAY) return true;
		return this.underWay.some(({ keys: busy }) => [...keys].some((key) => busy.has(key)));
	}

	private begin(rows: readonly number[], { keys, write }: Prepared): void {
		const results = write();
		const note = (all: readonly ItemResult[]) => {
			this.isEnding ||= !this.run.continueOnFail && all.some(isFailure);
		};
		// Whoever waits for it is told of what is thrown.
		results.then(note, () => undefined);
		this.underWay.push({ rows, keys, results });
	}

	private async settleFirst(): Promise<void> {
		const [first] = this.underWay;
		if (!first) return;
		const { rows } = first;
		const results = inOrder(await first.results.finally(() => this.underWay.shift()));
		const isEnding = !this.run.continueOnFail || this.run.cancelled?.aborted === true;
		if (this.failed.length > 0 || (isEnding && results.some(isFailure))) {
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
		const outcome = outcomeOf(result, this.otherwise);
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
	private failure(broken: unknown): ItemResult | undefined {
		const { index } = this.item;
		const results = this.failed.flatMap((each) => each.results);
		const cause = endOf(results);
		if (!cause && broken === undefined) return undefined;
		if (this.run.continueOnFail && broken instanceof FileError) return undefined;
		const failed = results.filter(isFailure).filter((each) => each.error === cause?.error);
		const error = cause ? ofRows(failed, cause.error) : broken;
		const state = standing(this.failed, this.next);
		if (this.run.cancelled?.aborted) this.tellProgress(state.open);
		return { index, error, advice: goOn(this.counts, state) };
	}

	private async summary(broken: unknown): Promise<ItemResult> {
		const { counts, rows, item, run, chunks } = this;
		const failed = counts.failed + counts.unknown;
		if (failed > 0) {
			run.hint(
				`${many(failed)} of ${many(rows)} rows of ${chunks.name} failed: the file of the output says which ones and why.`,
			);
		}
		if (rows === 0 && broken === undefined) {
			const what = chunks.startRow > 1 ? `row ${many(chunks.startRow)}` : 'rows';
			run.hint(`${chunks.name} has no ${what}: nothing was written.`);
		}
		const record: IDataObject = { ...(this.isPlan && { dryRun: true }), rows, ...counts };
		if (broken instanceof FileError) {
			run.hint(`${broken.message} The rows from ${many(this.next)} on were not written.`);
			record.nextRow = this.next;
			record.stoppedBy = broken.message;
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
