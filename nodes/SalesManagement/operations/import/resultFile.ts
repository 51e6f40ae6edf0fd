/** What became of the rows of a file: a count of each outcome, and a file with one line a row. */
import type { IBinaryKeyData, IDataObject } from 'n8n-workflow';
import { ServiceError } from '../../api/errors/errors';
import { csvRow, withGuard } from '../../files';
import { textOf } from '../../values';
import { isFailure, type ItemResult, type Operation, type Run } from '../operation';
import { many } from '../tell';

const OUTCOMES = ['created', 'updated', 'unchanged', 'skipped', 'failed', 'unknown'] as const;

/** `unknown`: it may have been written or not, since no clear answer came. */
export type RowOutcome = (typeof OUTCOMES)[number];

/** How many rows came to what. */
export type Counts = Record<RowOutcome, number>;

export const countsText = (counts: Counts): string =>
	OUTCOMES.filter((each) => counts[each] > 0)
		.map((each) => `${many(counts[each])} ${each}`)
		.join(', ') || 'nothing written';

const isOutcome = (value: unknown): value is RowOutcome => OUTCOMES.some((each) => each === value);

/** How plans say what would be done. */
const PLANNED: Readonly<Record<string, RowOutcome>> = { create: 'created', update: 'updated' };

export function outcomeOf(result: ItemResult, { id }: Pick<Operation, 'id'>): RowOutcome {
	if (isFailure(result)) {
		return result.error instanceof ServiceError && result.error.isInDoubt ? 'unknown' : 'failed';
	}
	const { skipped, action } = result.records[0] ?? {};
	if (skipped === true) return 'skipped';
	if (isOutcome(action)) return action;
	return PLANNED[textOf(action)] ?? (id === 'updateMany' ? 'updated' : 'created');
}

/** Bytes of a file that n8n is given at once, and that it may hold in memory. */
const PART = 32 * 1024 * 1024;

const lineOf = (cells: readonly unknown[]): string =>
	csvRow(
		cells.map((cell) => withGuard(textOf(cell))),
		',',
	);

export class ResultFile {
	/** Room for a whole file, so that it is never there twice; the system gives it as it is filled. */
	private content?: Buffer;
	private bytes = 0;
	private readonly parts: IBinaryKeyData = {};

	/**
	 * @param property where the file is in the output; further parts are `<property>_2` and so on.
	 * @param part as many bytes as a file may have.
	 */
	constructor(
		private readonly run: Pick<Run, 'files'>,
		private readonly property: string,
		private readonly part = PART,
	) {}

	async add(row: number, outcome: RowOutcome, result: ItemResult): Promise<void> {
		const [{ id } = {} as IDataObject] = isFailure(result) ? [] : result.records;
		const error = isFailure(result) && result.error instanceof Error ? result.error.message : '';
		const who = isFailure(result) ? Object.values(result.who ?? {}) : [];
		const line = lineOf([row, who.map(textOf).join(', '), id, outcome, error]);
		if (this.bytes + Buffer.byteLength(line) > this.part) await this.write();
		this.keep(line);
	}

	/** @returns the files, by their fields of the output. */
	async end(): Promise<IBinaryKeyData> {
		if (this.bytes === 0) this.keep('');
		await this.write();
		return this.parts;
	}

	private keep(line: string): void {
		if (this.content) {
			this.bytes += this.content.write(line, this.bytes);
			return;
		}
		const first = `${lineOf(['row', 'record', 'id', 'outcome', 'error'])}${line}`;
		this.content = Buffer.allocUnsafeSlow(Math.max(this.part, Buffer.byteLength(first)));
		this.bytes = this.content.write(first);
	}

	private async write(): Promise<void> {
		const number = Object.keys(this.parts).length + 1;
		const end = number === 1 ? '' : `_${number}`;
		const content = this.content?.subarray(0, this.bytes) ?? Buffer.from('');
		this.content = undefined;
		this.bytes = 0;
		this.parts[`${this.property}${end}`] = await this.run.files.write(
			content,
			`import-result${end}.csv`,
			'text/csv',
		);
	}
}
