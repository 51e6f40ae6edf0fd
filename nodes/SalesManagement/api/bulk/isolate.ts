import { distinctBy } from '../../values';
import { CORRECT_ITEM } from '../errors/advice';
import { isForSize, type BoundedSearch } from './isolationBudget';
import { inJob, isForRows } from './refusal';
import type { ServiceError } from '../errors/errors';

/** What became of one row. */
export type RowResult<Result> = { readonly value: Result } | { readonly error: unknown };

/** The job whose batches are divided; rows by their places in it. */
interface Divided<Result> {
	/** Whether good rows go through even if others in their batch are bad. */
	readonly isolate: boolean;
	readonly results: Array<RowResult<Result>>;
	/** What each row changes. */
	readonly changes: readonly unknown[];
	search(): BoundedSearch<number>;
	/** Sends rows in one request, and gives them their results or returns its refusal. */
	attempt(batch: readonly number[]): Promise<ServiceError | undefined>;
	/** What is said of a row that is too large by itself. */
	readonly alone: string;
	/** Sends rows that are too many for one request; returns the first failure. */
	inSmallerOnes(batch: readonly number[]): Promise<ServiceError | undefined>;
}

/** A later row of the same record may have been written. */
const tooLate = (error: ServiceError): ServiceError =>
	error.with({
		bulkErrors: [],
		advice:
			'not tried by itself, since it is not known what became of a later one for the same record',
	});

/** Finds what is guilty in a batch that was refused, so that the rest of it can pass. */
export class BulkDivision<Result> {
	/** Set once the service named a good row as bad: what its indexes count from is not documented. */
	private indexesMislead = false;
	/** Rows that are too large by themselves. */
	tooLarge = 0;

	constructor(private readonly job: Divided<Result>) {}

	/** Settles the rows of a batch that was refused. Returns what is left of the refusal. */
	async divide(batch: readonly number[], error: ServiceError): Promise<ServiceError | undefined> {
		if (isForSize(error)) return await this.shrink(batch, error);
		if (!this.job.isolate || !isForRows(error)) {
			this.fail(batch, inJob(error, batch));
			return error;
		}
		const named = new Set(error.bulkErrors.map(({ index }) => batch[index]));
		const guilty = batch.filter((row) => named.has(row));
		if (batch.length === 1 || (!this.indexesMislead && guilty.length === batch.length)) {
			this.blame(batch, error);
		} else if (this.search.isOver) {
			this.fail(batch, this.search.givenUp(error));
		} else if (this.indexesMislead || guilty.length === 0) {
			await this.halve(batch, error);
		} else {
			await this.withoutNamed(batch, error, named);
		}
		return error;
	}

	/** Gives each row of a smaller batch its result. */
	private async settle(batch: readonly number[]): Promise<void> {
		const error = await this.job.attempt(batch);
		if (error) await this.divide(batch, error);
	}

	private get search(): BoundedSearch<number> {
		return this.job.search();
	}

	private fail(batch: readonly number[], error: ServiceError): void {
		for (const row of batch) this.job.results[row] = { error };
	}

	/** The rows themselves may all be good: there are only too many of them for one request. */
	private async shrink(
		batch: readonly number[],
		error: ServiceError,
	): Promise<ServiceError | undefined> {
		if (batch.length === 1) {
			this.tooLarge++;
			const own = inJob(error.with({ advice: this.job.alone }), batch);
			this.fail(batch, own);
			return own;
		}
		return await this.job.inSmallerOnes(batch);
	}

	private async withoutNamed(
		batch: readonly number[],
		error: ServiceError,
		named: ReadonlySet<number | undefined>,
	): Promise<void> {
		const rest = batch.filter((row) => !named.has(row));
		const restError = await this.job.attempt(rest);
		const guilty = batch.filter((row) => named.has(row));
		if (!restError) {
			// It passes without the rows named, so they are the guilty ones.
			this.blame(batch, error, named);
			return;
		}
		if (restError.outcome !== 'refused') {
			// What may have been written has its result at once, so that it is not sent again.
			this.fail(rest, inJob(restError, rest));
			// Whether the rows named are guilty it does not tell: they are tried, unless they come too late.
			if (this.overtakes(rest, guilty)) this.fail(guilty, tooLate(error));
			else await this.settle(guilty);
			return;
		}
		// There are more guilty rows than the service named, or it named the wrong ones: try those.
		if (this.overtakes(guilty, rest)) {
			await this.halve(batch, error);
			return;
		}
		await this.settle(guilty);
		this.indexesMislead ||= guilty.some((row) => 'value' in (this.job.results[row] ?? {}));
		const open = rest.filter(this.isOpen);
		if (open.length === rest.length) await this.divide(rest, restError);
		else if (open.length > 0) await this.settle(open);
	}

	private async halve(batch: readonly number[], error: ServiceError): Promise<void> {
		const middle = Math.ceil(batch.length / 2);
		for (const half of [batch.slice(0, middle), batch.slice(middle)]) {
			await this.search.trySample(this.firstOfTheirs, async (row) => await this.settle([row]));
			const open = half.filter(this.isOpen);
			if (open.length === 0) continue;
			if (this.search.isOver) this.fail(open, this.search.givenUp(error));
			else await this.settle(open);
		}
	}

	private isOpen = (row: number) => this.job.results[row] === undefined;

	/** Of the open rows that change the same thing the first each: they may go before all others. */
	private firstOfTheirs = (batch: readonly number[]): number[] =>
		distinctBy(batch.filter(this.isOpen), (row) => this.job.changes[row]);

	/** Whether some rows, sent before others, would change the same things out of order. */
	private overtakes(rows: readonly number[], others: readonly number[]): boolean {
		const first = new Map(others.toReversed().map((row) => [this.job.changes[row], row]));
		return rows.some((row) => (first.get(this.job.changes[row]) ?? row) < row);
	}

	/** Gives the rows named, or all, their own part of the error. */
	private blame(
		batch: readonly number[],
		error: ServiceError,
		named?: ReadonlySet<number | undefined>,
	): void {
		batch.forEach((row, place) => {
			if (named && !named.has(row)) return;
			const own = error.bulkErrors.filter(({ index }) => index === place);
			const details = own.flatMap(({ messages }) => messages);
			this.job.results[row] = {
				error: error.with({
					bulkErrors: [],
					...(details.length > 0 ? { details, advice: CORRECT_ITEM } : {}),
				}),
			};
		});
	}
}
