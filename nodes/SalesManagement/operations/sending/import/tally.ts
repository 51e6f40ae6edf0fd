/** The tally of an import: a file with the outcome of each row, and the row at which to continue after a stop. */
import type { IDataObject } from 'n8n-workflow';
import { csvRow, withGuard, type FileError, type FileRow } from '../../../files';
import { LIMITS, formatCount, textOf } from '../../../shared';
import {
	FileInParts,
	isFailure,
	isInDoubt,
	type ColumnNotes,
	type Failed,
	type ItemOutput,
	type ItemResult,
	type NodeOperation,
	type Run,
} from '../../model';
import {
	doubtSentence,
	endingFailure,
	numberRanges,
	errorOfRows,
	Outcomes,
	indexesOf,
} from '../../telling/results';

const lineOf = (cells: readonly unknown[]) =>
	csvRow(
		cells.map((cell) => withGuard(textOf(cell))),
		',',
	);

const HEADER = ['row', 'record', 'id', 'outcome', 'error'];

/** The file that is imported. */
export interface ImportedFile {
	/** The name in messages. */
	readonly name: string;
	/** The binary field of the input that holds the file, and of the output that holds the result of each row. */
	readonly property: string;
	/** The first row to write, counted from 1. */
	readonly startRow: number;
}

/** A chunk of rows, and the results of those that were reached. */
interface RowsGiven {
	readonly rows: readonly FileRow[];
	readonly results: readonly ItemResult[];
}

export class Tally {
	private readonly outcomes: Outcomes;
	private rows = 0;
	/** The first row that was not handled. */
	private next: number;
	/** The chunk in which the import stopped, and the one that was under way at the same time. */
	private readonly stopped: RowsGiven[] = [];
	/** The results of all rows. */
	private readonly result: FileInParts;
	/** The rows that were certainly not written, to be imported after they are corrected. */
	private readonly failed: FileInParts;

	constructor(
		private readonly run: Run,
		private readonly operation: NodeOperation,
		private readonly file: ImportedFile,
	) {
		const { name, property, startRow } = file;
		this.outcomes = new Outcomes(operation);
		this.next = startRow;
		const [kind, columns] = run.isDryRun ? ['preview', [...HEADER, 'changes']] : ['result', HEADER];
		this.result = new FileInParts(run, property, `import-${kind}.csv`, lineOf(columns));
		const failedName = name.replace(/(\.\w+)?$/, '-failed$1');
		this.failed = new FileInParts(run, `${property}_failed`, failedName);
	}

	/** @param hasEnded whether the import has ended, so that some of these rows may not have been sent. */
	async add(given: RowsGiven, hasEnded: boolean): Promise<void> {
		const { rows, results } = given;
		const isWhole = results.length === rows.length && !results.some(isFailure);
		if ((hasEnded && !isWhole) || this.stopped.length > 0) {
			this.stopped.push(given);
			for (const each of results) if (!isFailure(each)) this.outcomes.count(each);
			return;
		}
		const rowAt = new Map(rows.map((each) => [each.row, each]));
		for (const each of results) await this.addLine(each, rowAt.get(each.index));
		this.rows += rows.length;
		this.next = (rows.at(-1)?.row ?? this.next - 1) + 1;
		this.tellProgress();
	}

	/** The failure that stopped the import; `undefined` if it reached the end. */
	failure(broken: unknown): Omit<Failed, 'index'> | undefined {
		const { run, stopped, next } = this;
		const results = stopped.flatMap((each) => each.results);
		const cause = endingFailure(results);
		if (!cause && broken === undefined) return undefined;
		if (run.cancelled?.aborted) this.tellProgress(firstOpen(stopped, next));
		return {
			error: cause ? errorOfRows(cause, results, this.file.name) : broken,
			advice: [
				cause?.advice,
				run.isDryRun
					? 'Dry Run is on: nothing was written.'
					: howToGoOn(this.outcomes, stopped, next),
			]
				.filter(Boolean)
				.join(' '),
		};
	}

	/**
	 * @param columns what is told of the file's columns.
	 * @param fileError the error of the file after the rows that were read, if Continue On Fail is on.
	 */
	async summary(columns: ColumnNotes, fileError?: FileError): Promise<ItemOutput> {
		const { rows, run, next } = this;
		const where = 'the file of the output says which ones and why';
		columns.tell(run, this.operation.form);
		const lost = this.outcomes.lossSentence(
			`${formatCount(rows)} rows of ${this.file.name}`,
			where,
		);
		run.hint(lost);
		if (run.isDryRun) run.hint(`Dry Run: nothing was written. It would be ${this.outcomes.text}.`);
		const record: IDataObject = {
			...(run.isDryRun && { dryRun: true }),
			rows,
			...this.outcomes.counts,
			...(run.isDryRun ? { columns: columns.report } : columns.skipped.report),
		};
		if (fileError) {
			run.hint(`${fileError.message} The rows from ${formatCount(next)} on were not written.`);
			record.nextRow = next;
			record.stoppedBy = fileError.message;
		}
		await this.result.write();
		await this.failed.write();
		return { records: [record], files: [{ ...this.result.parts, ...this.failed.parts }] };
	}

	private tellProgress(next = this.next): void {
		if (this.run.isDryRun) return;
		this.run.progress(
			`${this.file.name.slice(-60)}: up to row ${formatCount(next - 1)} (${this.outcomes.text}). To go on after a stop, set Start Row to ${next}.`,
		);
	}

	private async addLine(result: ItemResult, row?: FileRow): Promise<void> {
		const outcome = this.outcomes.count(result);
		const { id, error, changes } = isFailure(result)
			? { id: '', error: (result.error as Error).message, changes: '' }
			: (result.records[0] ?? {});
		const who = Object.values(result.identity ?? {});
		const cells = [result.index, who.map(textOf).join(', '), id, outcome, error];
		await this.result.add(lineOf(this.run.isDryRun ? [...cells, changes] : cells));
		// After a dry run the whole file is imported.
		if (outcome !== 'failed' || !row || this.run.isDryRun) return;
		await this.failed.add(row.withError(textOf(error)), row.head);
	}
}

/** The first row that may not be written. */
function firstOpen(given: readonly RowsGiven[], next: number): number {
	const done = new Set(
		given.flatMap(({ results }) => indexesOf(results.filter((each) => !isFailure(each)))),
	);
	return given.flatMap(({ rows }) => rows).find(({ row }) => !done.has(row))?.row ?? next;
}

/**
 * The advice for continuing after an import that stopped; if it wrote nothing, it is simply run again.
 * @param before the outcomes of the rows before.
 */
function howToGoOn(before: Outcomes, given: readonly RowsGiven[], next: number): string {
	const open = firstOpen(given, next);
	const results = given.flatMap((each) => each.results);
	const beyond = indexesOf(results.filter((each) => !isFailure(each) && each.index > open));
	const doubtful = results.filter(isInDoubt);
	const sentences = [`Before this failure: ${before.text}.`];
	if (!before.isEmpty || doubtful.length > 0) {
		sentences.push(
			`To go on, set Start Row (an option) to ${open}: it is the first row that is not known to be written.`,
		);
	}
	if (beyond.length > 0) {
		sentences.push(
			`Of the rows behind it ${numberRanges(beyond, { most: LIMITS.itemsInMessage })} ${beyond.length === 1 ? 'is' : 'are'} written already: take them out of the file first, or use Create or Update, which writes nothing twice.`,
		);
	}
	if (doubtful.length > 0) {
		sentences.push(
			doubtSentence('rows were written', doubtful),
			'Look into the service before you go on.',
		);
	}
	return sentences.join(' ');
}
