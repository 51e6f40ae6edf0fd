import { BoundedSearch, isForSize, ROWS, SplittingBudget, type Words } from './isolationBudget';
import { BulkDivision, type RowResult } from './isolate';
import { isForRows, withoutStrayNumbers } from './refusal';
import { ServiceError } from '../errors/errors';
import { MOST_ROWS } from '../routes/routes';
import { LIMITS } from '../limits';

export type { RowResult } from './isolate';

export interface BulkJob<Row, Result> {
	readonly rows: readonly Row[];
	/** Rows per request (v2 §8). */
	readonly size?: number;
	/**
	 * Sends one batch; resolves to a result or an error for each row in order, or to nothing.
	 * @param unwanted tells of it while it waits for its turn or for a retry, so that it is not sent.
	 */
	readonly send: (
		rows: readonly Row[],
		unwanted: AbortSignal,
	) => Promise<ReadonlyArray<Result | ServiceError> | undefined>;
	/** Rows for which this differs need requests of their own; by default none do. */
	readonly group?: (row: Row) => string;
	/** Whether good rows go through even if others in their batch are bad. */
	readonly isolate: boolean;
	/** Whether no batch follows one in which a row is bad; always so where they are not isolated. */
	readonly stops?: boolean;
	/** How errors call rows. */
	readonly words?: Words;
	/** What a row changes, if that is known: rows that change the same thing keep their order. */
	readonly changes?: (row: Row) => unknown;
	/** How errors name rows that were sent together: `items 2-3`. */
	readonly nameOf?: (rows: readonly Row[]) => string;
	/** What may be spent on finding guilty rows, where other jobs share it. */
	readonly splitting?: SplittingBudget;
}

/**
 * Writes rows in batches that the service takes whole or not at all (v2 §4, v1 §4). The next batches
 * are on their way before the first is answered, so that the pace of the credential is kept.
 * With `isolate` the guilty rows of a refused batch are found, by the indexes that the service
 * names, else by halving, and the good ones still go through; within a bounded number of requests.
 * Rows that change the same thing are sent in their order, never in two requests at once, so that the
 * last one wins (v2 §4.11).
 * Without it the first failure ends the job: what has not been sent by then is not sent, and what is
 * on its way gets its own result. A batch that is refused as too large is sent in smaller ones either way. Nothing is written twice: what may have been
 * written (an unknown outcome) is never sent again.
 * @returns exactly one result per row, in order. Only errors other than ServiceError are thrown.
 */
export async function sendBulk<Row, Result>(
	job: BulkJob<Row, Result>,
): Promise<Array<RowResult<Result>>> {
	return await new BulkRun(job).all();
}

const NOT_REACHED = 'Not sent, since other rows failed';

/** Whether rows were kept from being sent by the failure of others. */
export const isNotReached = ({ serviceMessage }: ServiceError): boolean =>
	serviceMessage === NOT_REACHED;

const notReached = (error: ServiceError): ServiceError =>
	error.with({
		outcome: 'refused',
		status: undefined,
		serviceMessage: NOT_REACHED,
		details: [],
		bulkErrors: [],
		advice: 'correct those rows, or set the node to continue on errors',
	});

/** What became of a request: an answer for each of its rows, or for none in particular. */
type Sent<Result> = ServiceError | { readonly values?: ReadonlyArray<Result | ServiceError> };

/** What a response that is a success says of its rows may be an error all the same. */
const failureIn = (sent: Sent<unknown>): ServiceError | undefined =>
	sent instanceof ServiceError
		? sent
		: sent.values?.find((value): value is ServiceError => value instanceof ServiceError);

/** Rows on their way, by their places in the job. */
interface UnderWay<Result> {
	readonly batch: readonly number[];
	readonly sent: Promise<Sent<Result>>;
}

class BulkRun<Row, Result> {
	private readonly results: Array<RowResult<Result>>;
	/** Rows per request: fewer once a request was too large. */
	private size: number;
	/** What each row changes: one thing of its own where that is not known. */
	private readonly changes: readonly unknown[];
	private readonly groups: readonly string[];
	private readonly splitting: SplittingBudget;
	/** What is known of one group's rows. */
	private search: BoundedSearch<number>;
	private searched?: string;
	private readonly division: BulkDivision<Result>;
	private unanswered = 0;
	/** The first failure in time, where it ends the job. */
	private end?: ServiceError;
	private readonly ended = new AbortController();

	constructor(private readonly job: BulkJob<Row, Result>) {
		const { rows, size = MOST_ROWS, splitting = new SplittingBudget(), words = ROWS } = job;
		this.results = new Array<RowResult<Result>>(rows.length);
		this.size = size;
		this.changes = rows.map((row) => job.changes?.(row) ?? Symbol('row'));
		this.groups = rows.map((row) => job.group?.(row) ?? '');
		this.splitting = splitting;
		this.search = new BoundedSearch(splitting, words);
		this.division = new BulkDivision({
			isolate: job.isolate,
			results: this.results,
			changes: this.changes,
			search: () => this.search,
			attempt: async (batch) => await this.attempt(batch),
			alone: words.alone,
			inSmallerOnes: async (batch) => {
				const before = { size: this.size, tooLarge: this.division.tooLarge };
				this.size = Math.min(this.size, Math.ceil(batch.length / 2));
				const failure = await this.inBatches(batch);
				// It was one row that was too large: all others may be as many as before.
				if (this.division.tooLarge > before.tooLarge) this.size = before.size;
				return failure;
			},
		});
	}

	async all(): Promise<Array<RowResult<Result>>> {
		await this.inBatches(this.job.rows.map((_, row) => row));
		return this.results;
	}

	/**
	 * Sends rows in requests of the current size. Several are under way at once; what they come to is
	 * dealt with in their order, and while rows are divided no other batch is begun.
	 * @returns the first failure.
	 */
	private async inBatches(rows: readonly number[]): Promise<ServiceError | undefined> {
		const underWay: Array<UnderWay<Result>> = [];
		let failure: ServiceError | undefined;
		let from = 0;
		for (;;) {
			while (this.hasRoom(underWay) && !this.end) {
				const batch = this.nextBatch(rows, from);
				if (batch.length === 0 || this.isChangedBy(underWay, batch)) break;
				from += batch.length;
				underWay.push(this.begin(batch));
			}
			const next = underWay.shift();
			if (!next) break;
			this.searchIn(next.batch);
			const error = await this.settle(next);
			failure ??= error;
			if (error && this.job.isolate && this.job.stops) this.end ??= error;
		}
		if (this.end) this.fail(rows.slice(from), notReached(this.end));
		return failure ?? this.end;
	}

	/** Whether another request may be under way: what waits to be dealt with counts as well. */
	private hasRoom(underWay: ReadonlyArray<UnderWay<Result>>): boolean {
		return Math.max(underWay.length, this.unanswered) < LIMITS.requestsUnderWay;
	}

	/** The rows of the next request: of one group, as many as it takes. */
	private nextBatch(rows: readonly number[], from: number): readonly number[] {
		const most = rows.slice(from, from + this.size);
		const end = most.findIndex((row) => this.groups[row] !== this.groups[most[0] as number]);
		return end < 0 ? most : most.slice(0, end);
	}

	/** Whether something that the batch changes is changed by what is under way. */
	private isChangedBy(
		underWay: ReadonlyArray<UnderWay<Result>>,
		batch: readonly number[],
	): boolean {
		if (!this.job.changes || underWay.length === 0) return false;
		const busy = new Set(underWay.flatMap((each) => each.batch.map((row) => this.changes[row])));
		return batch.some((row) => busy.has(this.changes[row]));
	}

	/** What is refused in one group says nothing of another. */
	private searchIn(batch: readonly number[]): void {
		const group = this.groups[batch[0] as number];
		if (group !== this.searched)
			this.search = new BoundedSearch(this.splitting, this.job.words ?? ROWS);
		this.searched = group;
		this.search.begin(batch);
	}

	private fail(batch: readonly number[], error: ServiceError): void {
		for (const row of batch) this.results[row] = { error };
	}

	private begin(batch: readonly number[]): UnderWay<Result> {
		const sent = this.send(batch);
		this.unanswered++;
		const isOnlyTooLarge = (error: ServiceError) => isForSize(error) && batch.length > 1;
		const note = (outcome: Sent<Result>) => {
			this.unanswered--;
			const error = failureIn(outcome);
			if (!error || this.job.isolate || isOnlyTooLarge(error)) return;
			this.end ??= error;
			this.ended.abort();
		};
		// Whoever waits for it is told of what is thrown.
		sent.then(note, () => undefined);
		return { batch, sent };
	}

	private async send(batch: readonly number[]): Promise<Sent<Result>> {
		const rows = batch.map((row) => this.job.rows[row] as Row);
		const name = () => this.job.nameOf?.(rows) ?? `${rows.length} rows sent together`;
		try {
			return { values: await this.job.send(rows, this.ended.signal) };
		} catch (error) {
			if (error instanceof ServiceError) return withoutStrayNumbers(error, rows, name());
			throw error as Error;
		}
	}

	/** Gives each row of the batch its result. Returns the refusal when it did not pass as a whole. */
	private async settle({ batch, sent }: UnderWay<Result>): Promise<ServiceError | undefined> {
		const error = this.read(batch, await sent);
		if (!error) return failureIn(await sent);
		if (this.end && this.job.isolate) {
			this.fail(batch, notReached(this.end));
			return this.end;
		}
		// Behind a failure that ends the job, what never arrived was withheld.
		const isWithheld = error !== this.end && error.outcome === 'unreachable';
		if (!this.end || !isWithheld) return await this.division.divide(batch, error);
		this.fail(batch, notReached(this.end));
		return this.end;
	}

	private async attempt(batch: readonly number[]): Promise<ServiceError | undefined> {
		return this.read(batch, await this.begin(batch).sent);
	}

	/** Takes the results of rows from what their request came to, or returns its refusal. */
	private read(batch: readonly number[], sent: Sent<Result>): ServiceError | undefined {
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
}
