import { ServiceError } from '../errors/errors';
import { LIMITS } from '../limits';
import { layered } from '../../values';
import { MOST_ROWS } from '../routes/routes';
import {
	inJob,
	isForRows,
	isForSize,
	leftOut,
	notReached,
	ownPart,
	rowsNamedIn,
	tooLargeAlone,
	withoutStrayNumbers,
	type Left,
	type Refusal,
} from './refusal';

/** What one run of the node may spend on finding what is refused, whatever its requests consist of. */
export class SplittingBudget {
	requestsLeft = LIMITS.splittingRequests;
}

/** What became of one row. */
export type RowResult<Result> = { readonly value: Result } | { readonly error: unknown };

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
	/** Whether the job ends behind the first batch in which a row is found guilty. */
	readonly stops?: boolean;
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
 * on its way gets its own result. A batch that is refused as too large is sent in smaller ones either way.
 * Nothing is written twice: what may have been written (an unknown outcome) is never sent again.
 * @returns exactly one result per row, in order. Only errors other than ServiceError are thrown.
 */
export async function sendBulk<Row, Result>(
	job: BulkJob<Row, Result>,
): Promise<Array<RowResult<Result>>> {
	return await new BulkRun(job).all();
}

/** What became of a request: an answer for each of its rows, or for none in particular. */
type Answer<Result> = ServiceError | { readonly values?: ReadonlyArray<Result | ServiceError> };

/** What a response that is a success says of its rows may be an error all the same. */
const failureIn = (sent: Answer<unknown>): ServiceError | undefined =>
	sent instanceof ServiceError
		? sent
		: sent.values?.find((value): value is ServiceError => value instanceof ServiceError);

/** Rows on their way, by their places in the job. */
interface UnderWay<Result> {
	readonly batch: readonly number[];
	readonly sent: Promise<Answer<Result>>;
}

class BulkRun<Row, Result> {
	private readonly results: Array<RowResult<Result>>;
	/** Rows per request: fewer once a request was too large, unless a single row is what was. */
	private size: number;
	private readonly most: number;
	/** What each row changes: one thing of its own where that is not known. */
	private readonly changes: readonly unknown[];
	private readonly groups: readonly string[];
	private readonly budget: SplittingBudget;
	private unanswered = 0;
	/** What is refused in one group says nothing of another. */
	private tally = { group: '', alone: 0 };
	/** The first failure in time, where it ends the job. */
	private end?: ServiceError;
	private readonly ended = new AbortController();

	constructor(private readonly job: BulkJob<Row, Result>) {
		const { rows, size = MOST_ROWS, splitting = new SplittingBudget() } = job;
		this.results = new Array<RowResult<Result>>(rows.length);
		[this.size, this.most] = [size, size];
		this.changes = rows.map((row) => job.changes?.(row) ?? Symbol('row'));
		this.groups = rows.map((row) => job.group?.(row) ?? '');
		this.budget = splitting;
	}

	async all(): Promise<Array<RowResult<Result>>> {
		await this.inBatches(this.job.rows.map((_, row) => row));
		return this.results;
	}

	/**
	 * Sends rows in requests of the current size. Several are under way at once; what they come to is
	 * dealt with in their order, and while rows are divided no other batch is begun.
	 */
	private async inBatches(rows: readonly number[]): Promise<void> {
		const underWay: Array<UnderWay<Result>> = [];
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
			await this.settle(next);
			if (this.job.stops) this.end ??= this.firstFailure(next.batch);
		}
		if (this.end) this.fail(rows.slice(from), notReached(this.end));
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

	private firstFailure(batch: readonly number[]): ServiceError | undefined {
		const errors = batch.map((row) => (this.results[row] as { readonly error?: unknown }).error);
		return errors.find((error): error is ServiceError => error instanceof ServiceError);
	}

	private fail(batch: readonly number[], error: ServiceError): void {
		for (const row of batch) this.results[row] = { error };
	}

	private begin(batch: readonly number[]): UnderWay<Result> {
		const sent = this.send(batch);
		this.unanswered++;
		const isOnlyTooLarge = (error: ServiceError) => isForSize(error) && batch.length > 1;
		const note = (outcome: Answer<Result>) => {
			this.unanswered--;
			const error = failureIn(outcome);
			if (!error || this.job.isolate || isOnlyTooLarge(error)) return;
			this.end ??= error;
			this.ended.abort();
		};
		// What is thrown reaches whoever waits for it.
		sent.then(note, () => undefined);
		return { batch, sent };
	}

	private async send(batch: readonly number[]): Promise<Answer<Result>> {
		const rows = batch.map((row) => this.job.rows[row] as Row);
		try {
			return { values: await this.job.send(rows, this.ended.signal) };
		} catch (error) {
			if (!(error instanceof ServiceError)) throw error as Error;
			const name = this.job.nameOf?.(rows) ?? `${rows.length} rows sent together`;
			return withoutStrayNumbers(error, rows, name);
		}
	}

	/** Gives each row of a request its result, if it passed. Returns its failure, if not. */
	private async read({ batch, sent }: UnderWay<Result>): Promise<ServiceError | undefined> {
		const answer = await sent;
		if (answer instanceof ServiceError) return answer;
		this.tally.alone = 0;
		batch.forEach((row, place) => {
			const value = answer.values?.[place];
			this.results[row] =
				value instanceof ServiceError ? { error: value } : { value: value as Result };
		});
		return undefined;
	}

	/** Gives each row of a request its result, with as many requests more as that takes. */
	private async settle(request: UnderWay<Result>): Promise<void> {
		const { batch } = request;
		const error = await this.read(request);
		if (!error) return;
		// Behind a failure that ends the job, what never arrived was withheld.
		const isWithheld = this.end && error !== this.end && error.outcome === 'unreachable';
		if (this.end && (isWithheld || this.job.stops)) this.fail(batch, notReached(this.end));
		else if (isForSize(error) && batch.length > 1) {
			// The rows may all be good: there are only too many of them for one request.
			this.size = Math.min(this.size, Math.ceil(batch.length / 2));
			await this.inBatches(batch);
		} else if (this.job.isolate && isForRows(error)) await this.divide(batch, error);
		else this.refuse(batch, { error, batch });
	}

	/** Rows of one thing keep their order: all that are the first of theirs, then the second ones. */
	private async divide(batch: readonly number[], error: ServiceError): Promise<void> {
		const turns = layered(batch, (row) => this.changes[row]);
		if (turns.length === 1) await this.isolate({ error, batch });
		else for (const turn of turns) await this.settle(this.begin(turn));
	}

	/**
	 * Settles each row of a request that was refused; their order must not matter. All may be refused for one
	 * reason: once enough were refused one by one and none was accepted, no other is tried, and of a later
	 * request of the group hardly any.
	 */
	private async isolate(refusalOfAll: Refusal): Promise<void> {
		const group = this.groups[refusalOfAll.batch[0] as number] ?? '';
		if (this.tally.group !== group) this.tally = { group, alone: 0 };
		const { tally, budget } = this;
		const open = [refusalOfAll];
		let [isAnyAlone, hasPassed, namesMislead] = [false, false, false];
		for (let refusal = open.pop(); refusal; refusal = open.pop()) {
			const { batch } = refusal;
			// What an index counts from is not documented, so that is tried.
			const blamed = namesMislead ? [] : rowsNamedIn(refusal);
			if (batch.length === 1 || blamed.length === batch.length) {
				if (blamed.length === 0) {
					isAnyAlone = true;
					tally.alone++;
				}
				this.refuse(batch, refusal);
				continue;
			}
			const isHopeless = !hasPassed && isAnyAlone && tally.alone >= LIMITS.refusedAlone;
			if (isHopeless || budget.requestsLeft <= 0) {
				this.refuse(batch, refusal, isHopeless ? tally.alone : 'budget');
				continue;
			}
			const isByName = blamed.length > 0;
			const second = new Set(isByName ? blamed : batch.slice(Math.ceil(batch.length / 2)));
			const refused: Refusal[] = [];
			for (const isSecond of [false, true]) {
				const part = batch.filter((row) => second.has(row) === isSecond);
				budget.requestsLeft--;
				const error = await this.read(this.begin(part));
				if (error && (isForRows(error) || isForSize(error))) refused.push({ error, batch: part });
				else if (error) this.refuse(part, { error, batch: part });
				else {
					hasPassed = true;
					namesMislead ||= isByName && isSecond;
					if (!isByName || namesMislead) continue;
					// It passes without the rows named, so they are the guilty ones.
					this.refuse(blamed, refusal);
					break;
				}
			}
			open.push(...refused.toReversed());
		}
	}

	/** Gives rows their own part of a refusal. */
	private refuse(rows: readonly number[], refusal: Refusal, left?: Left): void {
		const { error, batch } = refusal;
		if (left !== undefined) this.fail(rows, leftOut(error, left));
		else if (isForSize(error)) {
			this.size = this.most;
			this.fail(rows, inJob(tooLargeAlone(error), batch));
		} else if (!this.job.isolate || !isForRows(error)) this.fail(rows, inJob(error, batch));
		else for (const row of rows) this.fail([row], ownPart(error, batch.indexOf(row)));
	}
}
