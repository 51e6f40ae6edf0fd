import { distinctBy } from '../values';
import { BoundedSearch, SplittingBudget } from './boundedSearch';
import { inJob, isForRows, withoutStrayIndexes } from './bulkRefusal';
import { ServiceError } from './errors';

/** What became of one row. */
export type RowResult<Result> = { readonly value: Result } | { readonly error: unknown };

export interface BulkJob<Row, Result> {
	readonly rows: readonly Row[];
	/** Rows per request (v2 §8). */
	readonly size?: number;
	/** Sends one batch; resolves to a result or an error for each row in order, or to nothing. */
	readonly send: (
		rows: readonly Row[],
	) => Promise<ReadonlyArray<Result | ServiceError> | undefined>;
	/** Whether good rows go through even if others in their batch are bad. */
	readonly isolate: boolean;
	/** What a row changes, if that is known: rows that change the same thing keep their order. */
	readonly changes?: (row: Row) => unknown;
	/** How errors name rows that were sent together: `items 2-3`. */
	readonly nameOf?: (rows: readonly Row[]) => string;
	/** What may be spent on finding guilty rows, where other jobs share it. */
	readonly splitting?: SplittingBudget;
}

/** Rows per request (v2 §8). */
export const MOST_ROWS = 1000;

/**
 * Writes rows in batches that the service takes whole or not at all (v2 §4, v1 §4).
 * With `isolate` the guilty rows of a refused batch are found, by the indexes that the service
 * names, else by halving, and the good ones still go through; within a bounded number of requests.
 * Rows that change the same thing are sent in their order, so that the last one wins (v2 §4.11).
 * Without it the first failure ends the job: the rows after it are not sent. A batch that is refused
 * as too large is sent in smaller ones either way. Nothing is written twice: what may have been
 * written (an unknown outcome) is never sent again.
 * @returns exactly one result per row, in order. Only errors other than ServiceError are thrown.
 */
export async function sendBulk<Row, Result>(
	job: BulkJob<Row, Result>,
): Promise<Array<RowResult<Result>>> {
	return await new BulkRun(job).all();
}

const notReached = (error: ServiceError): ServiceError =>
	error.with({
		outcome: 'refused',
		status: undefined,
		serviceMessage: 'Not sent, since earlier rows failed',
		details: [],
		bulkErrors: [],
		advice: 'correct those rows, or set the node to continue on errors',
	});

/** A later row of the same record may have been written. */
const tooLate = (error: ServiceError): ServiceError =>
	error.with({
		bulkErrors: [],
		advice:
			'not tried by itself, since it is not known what became of a later item for the same record',
	});

const isFailed = (result: RowResult<unknown> | undefined): result is { readonly error: unknown } =>
	result !== undefined && 'error' in result;

class BulkRun<Row, Result> {
	private readonly results: Array<RowResult<Result>>;
	/** Rows per request: fewer once a request was too large. */
	private size: number;
	/** Set once the service named a good row as bad: what its indexes count from is not documented. */
	private indexesMislead = false;
	private readonly search: BoundedSearch<number>;
	/** What each row changes: one thing of its own where that is not known. */
	private readonly changes: readonly unknown[];

	constructor(private readonly job: BulkJob<Row, Result>) {
		this.results = new Array<RowResult<Result>>(job.rows.length);
		this.size = job.size ?? MOST_ROWS;
		this.changes = job.rows.map((row) => job.changes?.(row) ?? Symbol('row'));
		this.search = new BoundedSearch(job.splitting ?? new SplittingBudget());
	}

	async all(): Promise<Array<RowResult<Result>>> {
		await this.inPieces(this.job.rows.map((_, row) => row));
		return this.results;
	}

	/** Sends rows in requests of the current size, until one fails where the first failure ends the job. */
	private async inPieces(rows: readonly number[]): Promise<ServiceError | undefined> {
		let failure: ServiceError | undefined;
		for (let from = 0; from < rows.length;) {
			const batch = rows.slice(from, from + this.size);
			from += batch.length;
			this.search.begin(batch);
			const error = (await this.settle(batch)) ?? this.firstErrorIn(batch);
			failure ??= error;
			if (!error || this.job.isolate) continue;
			this.fail(rows.slice(from), notReached(error));
			break;
		}
		return failure;
	}

	private fail(batch: readonly number[], error: ServiceError): void {
		for (const row of batch) this.results[row] = { error };
	}

	/** Gives each row of the batch its result. Returns the refusal when it did not pass as a whole. */
	private async settle(batch: readonly number[]): Promise<ServiceError | undefined> {
		const error = await this.attempt(batch);
		return error && (await this.divide(batch, error));
	}

	private async attempt(batch: readonly number[]): Promise<ServiceError | undefined> {
		const rows = batch.map((row) => this.job.rows[row] as Row);
		const name = () => this.job.nameOf?.(rows) ?? `${rows.length} rows sent together`;
		const sent = await this.job.send(rows).then(
			(values) => ({ values }),
			(error: unknown) => {
				if (error instanceof ServiceError) return withoutStrayIndexes(error, rows, name());
				throw error;
			},
		);
		this.search.tried(
			batch,
			!(sent instanceof ServiceError) ? 'accepted' : isForRows(sent) ? 'refused' : 'failed',
		);
		if (sent instanceof ServiceError) return sent;
		batch.forEach((row, place) => {
			const value = sent.values?.[place];
			this.results[row] =
				value instanceof ServiceError ? { error: value } : { value: value as Result };
		});
		return undefined;
	}

	/** What a response that is a success says of its rows may be an error all the same. */
	private firstErrorIn(batch: readonly number[]): ServiceError | undefined {
		const errors = batch.map((row) => this.results[row]).filter(isFailed);
		return errors.map(({ error }) => error).find((error) => error instanceof ServiceError);
	}

	/** Settles the rows of a batch that was refused. Returns what is left of the refusal. */
	private async divide(
		batch: readonly number[],
		error: ServiceError,
	): Promise<ServiceError | undefined> {
		if (error.outcome === 'refused' && error.status === 413) return await this.shrink(batch, error);
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

	/** The rows themselves may all be good: there are only too many of them for one request. */
	private async shrink(
		batch: readonly number[],
		error: ServiceError,
	): Promise<ServiceError | undefined> {
		if (batch.length === 1) {
			const advice = 'this row alone is larger than a request may be, so shorten its values';
			const own = inJob(error.with({ advice }), batch);
			this.fail(batch, own);
			return own;
		}
		this.size = Math.min(this.size, Math.ceil(batch.length / 2));
		return await this.inPieces(batch);
	}

	private async withoutNamed(
		batch: readonly number[],
		error: ServiceError,
		named: ReadonlySet<number | undefined>,
	): Promise<void> {
		const rest = batch.filter((row) => !named.has(row));
		const restError = await this.attempt(rest);
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
		this.indexesMislead ||= guilty.some((row) => 'value' in (this.results[row] ?? {}));
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

	private isOpen = (row: number) => this.results[row] === undefined;

	/** Of the open rows that change the same thing the first each: they may go before all others. */
	private firstOfTheirs = (batch: readonly number[]): number[] =>
		distinctBy(batch.filter(this.isOpen), (row) => this.changes[row]);

	/** Whether some rows, sent before others, would change the same things out of order. */
	private overtakes(rows: readonly number[], others: readonly number[]): boolean {
		const first = new Map(others.toReversed().map((row) => [this.changes[row], row]));
		return rows.some((row) => (first.get(this.changes[row]) ?? row) < row);
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
			this.results[row] = {
				error: error.with({
					bulkErrors: [],
					...(details.length > 0 ? { details, advice: 'correct this item' } : {}),
				}),
			};
		});
	}
}
