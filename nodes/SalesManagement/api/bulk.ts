import { ServiceError } from './errors';

/** What became of one row. */
export type RowResult<Result> = { readonly value: Result } | { readonly error: unknown };

export interface BulkJob<Row, Result> {
	readonly rows: readonly Row[];
	/** Rows per request (v2 §8). */
	readonly size?: number;
	/** The most bytes that the rows of one request may take as JSON text. */
	readonly byteLimit?: number;
	/** Sends one batch; resolves to a result for each row in order, or to nothing. */
	readonly send: (rows: readonly Row[]) => Promise<readonly Result[] | undefined>;
	/** Whether good rows go through even if others in their batch are bad. */
	readonly isolate: boolean;
}

const MOST_ROWS = 1000;

/** Whether the service refused a batch for its content, so that a smaller one may pass. */
const isForRows = (error: ServiceError): boolean =>
	error.outcome === 'refused' &&
	error.status !== undefined &&
	([400, 404, 409, 413, 422].includes(error.status) || error.status >= 500);

/**
 * Writes rows in batches that the service takes whole or not at all (v2 §4, v1 §4).
 * With `isolate` the guilty rows of a refused batch are found, by the indexes that the service
 * names, else by halving, and the good ones still go through. Without it the first failure ends the
 * job: the rows after it are not sent. Nothing is written twice: what may have been written (an
 * unknown outcome) is never sent again.
 * @returns exactly one result per row, in order. Only errors other than ServiceError are thrown.
 */
export async function sendBulk<Row, Result>(
	job: BulkJob<Row, Result>,
): Promise<Array<RowResult<Result>>> {
	const results = new Array<RowResult<Result>>(job.rows.length);
	const run = new BulkRun(job, results);
	const batches = cut(job);
	for (const batch of batches) {
		const error = await run.settle(batch);
		if (error && !job.isolate) {
			const rest = batches.slice(batches.indexOf(batch) + 1).flat();
			run.fail(rest, notReached(error));
			break;
		}
	}
	return results;
}

/** Batches of row indexes, by number and size. */
function cut<Row>({ rows, size = MOST_ROWS, byteLimit = Infinity }: BulkJob<Row, unknown>) {
	const batches: number[][] = [];
	let batch: number[] = [];
	let bytes = 0;
	rows.forEach((row, index) => {
		const own = byteLimit === Infinity ? 0 : new TextEncoder().encode(JSON.stringify(row)).length;
		if (batch.length === 0 || batch.length >= size || bytes + own > byteLimit) {
			batch = [];
			bytes = 0;
			batches.push(batch);
		}
		batch.push(index);
		bytes += own;
	});
	return batches;
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

class BulkRun<Row, Result> {
	/** Set once the service named a good row as bad: what its indexes count from is not documented. */
	private indexesMislead = false;

	constructor(
		private readonly job: BulkJob<Row, Result>,
		private readonly results: Array<RowResult<Result>>,
	) {}

	fail(batch: readonly number[], error: ServiceError): void {
		for (const row of batch) this.results[row] = { error };
	}

	/** Gives each row of the batch its result. Returns the refusal when it did not pass as a whole. */
	async settle(batch: readonly number[]): Promise<ServiceError | undefined> {
		const error = await this.attempt(batch);
		if (error) await this.divide(batch, error);
		return error;
	}

	private async attempt(batch: readonly number[]): Promise<ServiceError | undefined> {
		const sent = await this.job.send(batch.map((index) => this.job.rows[index] as Row)).then(
			(values) => ({ values }),
			(error: unknown) => {
				if (error instanceof ServiceError) return error;
				throw error;
			},
		);
		if (sent instanceof ServiceError) return sent;
		batch.forEach((row, place) => {
			this.results[row] = { value: sent.values?.[place] as Result };
		});
		return undefined;
	}

	private async divide(batch: readonly number[], error: ServiceError): Promise<void> {
		if (!this.job.isolate || !isForRows(error)) {
			this.fail(batch, inJob(error, batch));
			return;
		}
		const named = new Set(error.bulkErrors.map(({ index }) => batch[index]));
		const guilty = batch.filter((row) => named.has(row));
		const trusted = !this.indexesMislead && !named.has(undefined);
		if (batch.length === 1 || (trusted && guilty.length === batch.length)) {
			this.blame(batch, error);
			return;
		}
		if (!trusted || guilty.length === 0) {
			await this.halve(batch);
			return;
		}

		const rest = batch.filter((row) => !named.has(row));
		const restError = await this.attempt(rest);
		if (!restError) {
			// It passes without the rows named, so they are the guilty ones.
			this.blame(batch, error, named);
			return;
		}
		// There are more guilty rows than the service named, or it named the wrong ones: try those.
		await this.settle(guilty);
		this.indexesMislead ||= guilty.some((row) => 'value' in (this.results[row] ?? {}));
		await this.divide(rest, restError);
	}

	private async halve(batch: readonly number[]): Promise<void> {
		const middle = Math.ceil(batch.length / 2);
		await this.settle(batch.slice(0, middle));
		await this.settle(batch.slice(middle));
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
				error: details.length > 0 ? error.with({ details, bulkErrors: [] }) : error,
			};
		});
	}
}

/** The error with its row indexes counted across the whole job instead of the batch. */
const inJob = (error: ServiceError, batch: readonly number[]): ServiceError =>
	error.bulkErrors.length === 0
		? error
		: error.with({
				bulkErrors: error.bulkErrors.map((row) => ({
					...row,
					index: batch[row.index] ?? row.index,
				})),
			});
