import { groupedBy, layered, LIMITS, MOST_ROWS } from '../../shared';
import { ServiceError, type BulkRowError } from '../errors/errors';
import {
	inJob,
	isForRows,
	isForSize,
	leftOut,
	neverArrived,
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
	 * Sends one batch; resolves to a result or an error for each row in order.
	 * @param unwanted tells of it while it waits for its turn or for a retry, so that it is not sent.
	 */
	readonly send: (
		rows: readonly Row[],
		unwanted: AbortSignal,
	) => Promise<ReadonlyArray<Result | ServiceError>>;
	/** Rows for which this differs need requests of their own; by default none do. */
	readonly group?: (row: Row) => string;
	/**
	 * What a row changes: rows that have a key in common are sent in their order, never in one request, nor in two
	 * at once.
	 */
	readonly keys?: (row: Row) => readonly unknown[];
	/** Whether good rows go through even if others in their batch are bad. */
	readonly isolate: boolean;
	/** Whether the job ends behind the first row that is found guilty. */
	readonly stops?: boolean;
	/** How errors name rows that were sent together: `items 2-3`. */
	readonly nameOf?: (rows: readonly Row[]) => string;
	/** How errors name one row: by its place in the job when absent. */
	readonly told?: (row: Row) => Pick<BulkRowError, 'index' | 'who'>;
	/** What may be spent on finding guilty rows, where other jobs share it. */
	readonly splitting?: SplittingBudget;
}

/**
 * Sends rows in batches that the service takes whole or not at all (v2 §4, v1 §4). The next batches
 * are on their way before the first is answered, so that the pace of the credential is kept.
 * With `isolate` the guilty rows of a refused batch are found, by the indexes that the service
 * names, else by halving, and the good ones still go through; within a bounded number of requests.
 * Without it the first failure ends the job: what has not been sent by then is not sent, and what is
 * on its way gets its own result. A batch that is refused as too large is sent in smaller ones either way.
 * Nothing is written twice: what may have been written (an unknown outcome) is never sent again.
 * @returns exactly one result per row, in order; none for a row that was not sent, since the job had ended.
 */
export async function sendBulk<Row, Result>(
	job: BulkJob<Row, Result>,
): Promise<Array<RowResult<Result> | undefined>> {
	return await new BulkRun(job).all();
}

/** What became of a request. */
type Answer<Result> =
	{ readonly values: ReadonlyArray<Result | ServiceError> } | { readonly error: unknown };

/** Rows that may share requests, by their places in the job. */
interface Group {
	readonly rows: number[];
	/** How many of all of the group were refused one by one since any was accepted: says nothing of another. */
	readonly tally: { alone: number };
}

class BulkRun<Row, Result> {
	private readonly results: Array<RowResult<Result> | undefined>;
	/** What is not sent yet, in the order in which it will be. */
	private readonly open: Group[];
	private readonly underWay = new Map<Group, Promise<readonly [Group, Answer<Result>]>>();
	private readonly keys: ReadonlyArray<readonly unknown[]>;
	private readonly keysOf = (place: number): readonly unknown[] => this.keys[place] ?? [];
	/** Rows per request: fewer once a request was too large, unless a single row is what was. */
	private size: number;
	private readonly most: number;
	private readonly budget: SplittingBudget;
	/** The first failure in time, where it ends the job. */
	private end?: unknown;
	private readonly ended = new AbortController();

	constructor(private readonly job: BulkJob<Row, Result>) {
		const { rows, size = MOST_ROWS, splitting = new SplittingBudget() } = job;
		this.results = rows.map(() => undefined);
		this.size = size;
		this.most = size;
		this.budget = splitting;
		this.keys = rows.map((row) => job.keys?.(row) ?? []);
		this.open = layered(Array.from(rows.keys()), this.keysOf)
			.flatMap((layer) => [
				...groupedBy(layer, (place) => job.group?.(rows[place] as Row)).values(),
			])
			.map((members) => ({ rows: members, tally: { alone: 0 } }));
	}

	async all(): Promise<Array<RowResult<Result> | undefined>> {
		for (;;) {
			for (let batch = this.next(); batch; batch = this.next()) this.begin(batch);
			if (this.underWay.size === 0) return this.results;
			const [batch, answer] = await Promise.race(this.underWay.values());
			this.underWay.delete(batch);
			await this.settle(batch, answer);
		}
	}

	/** Takes the rows of the next request; nothing where there is none, or it has to wait. */
	private next(): Group | undefined {
		const [group] = this.open;
		const isFull = this.underWay.size >= LIMITS.requestsUnderWay;
		if (!group || isFull || this.end !== undefined) return undefined;
		if (this.isBusy(group.rows.slice(0, this.size))) return undefined;
		const batch = { ...group, rows: group.rows.splice(0, this.size) };
		if (group.rows.length === 0) this.open.shift();
		return batch;
	}

	/** Whether some of the rows have a key in common with one that is under way. */
	private isBusy(rows: readonly number[]): boolean {
		const { keysOf } = this;
		const busy = new Set([...this.underWay.keys()].flatMap((batch) => batch.rows.flatMap(keysOf)));
		return busy.size > 0 && rows.flatMap(keysOf).some((key) => busy.has(key));
	}

	private begin(batch: Group): void {
		const answered = this.send(batch.rows).then((answer) => [batch, answer] as const);
		this.underWay.set(batch, answered);
	}

	private async send(places: readonly number[]): Promise<Answer<Result>> {
		const rows = places.map((place) => this.job.rows[place] as Row);
		try {
			return { values: await this.job.send(rows, this.ended.signal) };
		} catch (error) {
			const name = this.job.nameOf?.(rows) ?? `${rows.length} rows sent together`;
			const failure = withoutStrayNumbers(error, rows, name);
			const isOnlyTooLarge = isForSize(failure) && rows.length > 1;
			if (!this.job.isolate && !isOnlyTooLarge) this.stop(failure);
			return { error: failure };
		}
	}

	/** Gives each row of a request its result, if it passed. Returns its failure, if not. */
	private read({ rows, tally }: Group, answer: Answer<Result>): Refusal | undefined {
		if ('error' in answer) return { error: answer.error, batch: rows };
		tally.alone = 0;
		for (const [at, row] of rows.entries()) {
			const value = answer.values[at];
			if (value instanceof ServiceError) this.fail([row], value);
			else this.results[row] = { value: value as Result };
		}
		return undefined;
	}

	/** Gives each row of a request its result; while rows are divided no other batch is begun. */
	private async settle(group: Group, answer: Answer<Result>): Promise<void> {
		const refusal = this.read(group, answer);
		if (!refusal) return;
		const { error, batch } = refusal;
		// Behind a failure that ends the job, what never arrived was withheld.
		const isBehind = this.end !== undefined && error !== this.end;
		if (isBehind && (this.job.stops || neverArrived(error))) return;
		if (isForSize(error) && batch.length > 1) {
			// The rows may all be good: there are only too many of them for one request.
			this.size = Math.min(this.size, Math.ceil(batch.length / 2));
			this.open.unshift(group);
		} else if (this.job.isolate && isForRows(error)) await this.isolate(refusal, group);
		else this.refuse(batch, refusal);
	}

	/**
	 * Settles each row of a request that was refused. All may be refused for one reason: once enough were refused
	 * one by one and none was accepted, no other is tried, and of a later request of the group hardly any.
	 */
	private async isolate(refusalOfAll: Refusal, { tally }: Group): Promise<void> {
		const open = [refusalOfAll];
		let isAnyAlone = false;
		let hasPassed = false;
		let namesMislead = false;
		while (open.length > 0 && this.end === undefined) {
			const refusal = open.pop() as Refusal;
			const { batch } = refusal;
			// What an index counts from is not documented, so that is tried.
			const blamed: readonly number[] = namesMislead ? [] : rowsNamedIn(refusal);
			if (batch.length === 1 || blamed.length === batch.length) {
				if (blamed.length === 0) {
					isAnyAlone = true;
					tally.alone++;
				}
				this.refuse(batch, refusal);
				continue;
			}
			const isHopeless = !hasPassed && isAnyAlone && tally.alone >= LIMITS.refusedAlone;
			if (isHopeless || this.budget.requestsLeft <= 0) {
				this.refuse(batch, refusal, isHopeless ? tally.alone : 'budget');
				continue;
			}
			const isByName = blamed.length > 0;
			const second = new Set(isByName ? blamed : batch.slice(Math.ceil(batch.length / 2)));
			const refused: Refusal[] = [];
			for (const isSecond of [false, true]) {
				const part = batch.filter((row) => second.has(row) === isSecond);
				this.budget.requestsLeft--;
				const failure = this.read({ rows: part, tally }, await this.send(part));
				if (failure && (isForRows(failure.error) || isForSize(failure.error)))
					refused.push(failure);
				else if (failure) this.refuse(part, failure);
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
	private refuse(rows: readonly number[], { error, batch }: Refusal, left?: Left): void {
		const { told, isolate, rows: all } = this.job;
		const named = (place: number) => {
			const index = batch[place] ?? place;
			return told?.(all[index] as Row) ?? { index };
		};
		if (left !== undefined) this.fail(rows, leftOut(error, left));
		else if (isForSize(error)) {
			this.size = this.most;
			this.fail(rows, inJob(tooLargeAlone(error), named));
		} else if (!isolate || !isForRows(error)) this.fail(rows, inJob(error, named));
		else for (const row of rows) this.fail([row], ownPart(error, batch.indexOf(row)));
	}

	private fail(rows: readonly number[], error: unknown): void {
		for (const row of rows) this.results[row] = { error };
		if (!this.job.isolate || this.job.stops) this.stop(error);
	}

	private stop(failure: unknown): void {
		this.end ??= failure;
		this.ended.abort();
	}
}
