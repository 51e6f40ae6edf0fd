/** What became of the rows of a file: a count of each outcome, and a file with one line a row. */
import type { IBinaryKeyData } from 'n8n-workflow';
import { csvRow, withGuard } from '../../../files';
import { textOf } from '../../../shared/values';
import { GrowingFile } from '../../../files/growingFile';
import {
	isFailure,
	isInDoubt,
	type ItemResult,
	type Operation,
	type Run,
} from '../../model/operation';
import { many } from '../../telling/results';

/** `unknown`: it may have been written or not, since no clear answer came. */
const NONE = { created: 0, updated: 0, unchanged: 0, skipped: 0, failed: 0, unknown: 0 };

type RowOutcome = keyof typeof NONE;

function outcomeOf(result: ItemResult, { id }: Pick<Operation, 'id'>): RowOutcome {
	if (isFailure(result)) return isInDoubt(result) ? 'unknown' : 'failed';
	const { skipped, action = id } = result.records[0] ?? {};
	if (skipped === true) return 'skipped';
	if (action === 'unchanged') return 'unchanged';
	// `updated`, a planned `update`, or an operation's own `updateMany`.
	return textOf(action).startsWith('update') ? 'updated' : 'created';
}

const lineOf = (cells: readonly unknown[]): string =>
	csvRow(
		cells.map((cell) => withGuard(textOf(cell))),
		',',
	);

const HEADER = lineOf(['row', 'record', 'id', 'outcome', 'error']);

export class RowResults {
	/** How many rows came to what. */
	readonly counts = { ...NONE };
	private content = new GrowingFile(HEADER);
	private readonly parts: IBinaryKeyData = {};

	/** @param property where the file is in the output; further parts are `<property>_2` and so on. */
	constructor(
		private readonly run: Run,
		private readonly operation: Pick<Operation, 'id'>,
		private readonly property: string,
	) {}

	/** Whether no row came to anything yet. */
	get isEmpty(): boolean {
		return Object.values(this.counts).every((count) => count === 0);
	}

	/** The counts, as messages tell them. */
	get text(): string {
		const told = Object.entries(this.counts).filter(([, count]) => count > 0);
		const texts = told.map(([outcome, count]) => `${many(count)} ${outcome}`);
		return texts.join(', ') || 'nothing written';
	}

	/** Counts a row that the file leaves out. */
	count(result: ItemResult): RowOutcome {
		const outcome = outcomeOf(result, this.operation);
		this.counts[outcome]++;
		return outcome;
	}

	/** Tells what was not written: among many results nobody sees a few. */
	tell(all: string, where: string): void {
		const { failed, unknown, skipped } = this.counts;
		const lost = failed + unknown;
		if (lost + skipped === 0) return;
		this.run.hint(`${many(lost)} of ${all} failed and ${many(skipped)} were skipped: ${where}.`);
	}

	async add(result: ItemResult): Promise<void> {
		const outcome = this.count(result);
		const { id, error } = isFailure(result)
			? { id: '', error: (result.error as Error).message }
			: (result.records[0] ?? {});
		const who = isFailure(result) ? Object.values(result.who ?? {}) : [];
		const line = lineOf([result.index, who.map(textOf).join(', '), id, outcome, error]);
		if (!this.content.hasRoom(line)) await this.write();
		this.content.add(line);
	}

	/** @returns the files, by their fields of the output. */
	async end(): Promise<IBinaryKeyData> {
		await this.write();
		return this.parts;
	}

	private async write(): Promise<void> {
		const number = Object.keys(this.parts).length + 1;
		const end = number === 1 ? '' : `_${number}`;
		const { written } = this.content;
		this.content = new GrowingFile(HEADER);
		this.parts[`${this.property}${end}`] = await this.run.files.write(
			written,
			`import-result${end}.csv`,
			'text/csv',
		);
	}
}
