import { groupedBy, conflictFreeLayers, LIMITS, MOST_ROWS } from '../../shared';
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
	type Refusal,
	type UntriedReason,
} from './refusal';

/** The requests that one run of the node may spend on finding refused rows, whatever these are. */
export class SplittingBudget {
	requestsLeft = LIMITS.splittingRequests;
}

/** The result of one row. */
export type RowResult<Result = unknown> = { readonly value: Result } | { readonly error: unknown };

export interface BulkJob<Row = unknown, Result = unknown> {
	readonly rows: readonly Row[];
	/** Rows per request (v2 §8). */
	readonly size?: number;
	/**
	 * Sends one batch; resolves to a result or an error for each row in order.
	 * @param signal is aborted when the job ends: a batch that waits for its turn or for a retry is not sent then.
	 */
	send(rows: readonly Row[], signal: AbortSignal): Promise<ReadonlyArray<Result | ServiceError>>;
	/** Rows for which this differs are sent in requests of their own; by default all may share one. */
	group?(row: Row): string;
	/**
	 * Names of the things that a row changes. Rows that have one in common are sent in their order, each when the one
	 * before is answered.
	 */
	keys?(row: Row): readonly unknown[];
	/** Whether good rows go through even if others in their batch are bad. */
	readonly isolate: boolean;
	/** Whether the job ends behind the first row that is found guilty. */
	readonly stops?: boolean;
	/** How errors name rows that were sent together: `items 2-3`. */
	nameOf?(rows: readonly Row[]): string;
	/** How errors name one row: by its place in the job when absent. */
	rowLabel?(row: Row): Pick<BulkRowError, 'index' | 'who'>;
	/** The budget for finding guilty rows, where jobs share one. */
	readonly splitting?: SplittingBudget;
}

/**
 * Sends rows in batches that the service takes whole or not at all (v2 §4, v1 §4). The next batches
 * are on their way before the first is answered, so that the rate that is allowed is used fully.
 * With `isolate` the guilty rows of a refused batch are found, by the indexes that the service
 * names, else by halving, and the good ones still go through; within a bounded number of requests.
 * Without it the first failure ends the job: what has not been sent by then is not sent, and what is
 * on its way gets its own result. A batch that is refused as too large is sent in smaller ones either way.
 * Nothing is written twice: what may have been written (an unknown outcome) is never sent again.
 * @returns an entry for each row, in order: its result, or `undefined` for a row that was not sent, since the job had
 * ended.
 */
export async function sendBulk<Row, Result>(
	job: BulkJob<Row, Result>,
): Promise<Array<RowResult<Result> | undefined>> {
	// The run never looks into a row or a result, so only its entrance knows of what type they are.
	return (await new BulkRun(job).sendAll()) as Array<RowResult<Result> | undefined>;
}

/** The answer to a request: a value or an error for each of its rows, or one error for all. */
type Answer = { readonly values: readonly unknown[] } | { readonly error: unknown };

/**
 * Rows that may share requests, by their places in the job. A batch is the part of a group that is sent in one
 * request: it has the same form, and goes back among the open groups if it was too large.
 */
interface Group {
	readonly rows: number[];
	/** Rows that have a key in common are in different layers, and a layer is sent when the one before is answered. */
	readonly layer: number;
	/** Counts consecutive single refusals within this group; each group counts alone. */
	readonly tally: { alone: number };
}

/** The results so far of the parts of one refused request. */
interface Findings extends Pick<Group, 'tally'> {
	/** Whether any part was accepted. */
	hasPassed: boolean;
	/** Whether any row was refused by itself. */
	hasRefusedOne: boolean;
	/** Whether rows were accepted that the service had blamed by their indexes. */
	namesMislead: boolean;
}

class BulkRun {
	private readonly results: Array<RowResult | undefined>;
	/** The rows that are not sent yet, in the order in which they will be. */
	private readonly open: Group[];
	private readonly underWay = new Map<Group, Promise<readonly [Group, Answer]>>();
	/** Rows per request: fewer once a request was too large, unless a single row is what was. */
	private size: number;
	private readonly most: number;
	private readonly budget: SplittingBudget;
	/** Aborted with the first failure that ends the job. */
	private readonly ended = new AbortController();

	constructor(private readonly job: BulkJob) {
		const { rows, size = MOST_ROWS, splitting = new SplittingBudget() } = job;
		this.results = rows.map(() => undefined);
		this.size = size;
		this.most = size;
		this.budget = splitting;
		const keysOf = (place: number) => job.keys?.(rows[place]) ?? [];
		this.open = conflictFreeLayers([...rows.keys()], keysOf).flatMap((places, layer) =>
			Array.from(groupedBy(places, (place) => job.group?.(rows[place])).values(), (members) => ({
				rows: members,
				layer,
				tally: { alone: 0 },
			})),
		);
	}

	/** Sends all groups in batches, several of them at once, and settles each batch when its answer has come. */
	async sendAll(): Promise<Array<RowResult | undefined>> {
		for (;;) {
			for (let batch = this.next(); batch; batch = this.next()) this.begin(batch);
			if (this.underWay.size === 0) return this.results;
			// Each promise resolves to its batch beside the answer, since a race does not tell whose promise won it.
			const [batch, answer] = await Promise.race(this.underWay.values());
			this.underWay.delete(batch);
			await this.settle(batch, answer);
		}
	}

	/** Takes the next batch from the first open group; `undefined` if there is none, or if it has to wait. */
	private next(): Group | undefined {
		const [group] = this.open;
		const isFull = this.underWay.size >= LIMITS.requestsUnderWay;
		if (!group || isFull || this.ended.signal.aborted) return undefined;
		const [before = group] = this.underWay.keys();
		if (before.layer !== group.layer) return undefined;
		const batch = { ...group, rows: group.rows.splice(0, this.size) };
		if (group.rows.length === 0) this.open.shift();
		return batch;
	}

	private begin(batch: Group): void {
		const answered = this.send(batch.rows).then((answer) => [batch, answer] as const);
		this.underWay.set(batch, answered);
	}

	private async send(places: readonly number[]): Promise<Answer> {
		const rows = places.map((place) => this.job.rows[place]);
		try {
			return { values: await this.job.send(rows, this.ended.signal) };
		} catch (error) {
			const name = this.job.nameOf?.(rows) ?? `${rows.length} rows sent together`;
			const failure = withoutStrayNumbers(error, rows, name);
			const isOnlyTooLarge = isForSize(failure) && rows.length > 1;
			if (!this.job.isolate && !isOnlyTooLarge) this.ended.abort(failure);
			return { error: failure };
		}
	}

	/** Gives each row of a request its result, if it passed. Returns its failure, if not. */
	private read({ rows, tally }: Omit<Group, 'layer'>, answer: Answer): Refusal | undefined {
		if ('error' in answer) return { error: answer.error, batch: rows };
		tally.alone = 0;
		for (const [at, row] of rows.entries()) {
			const value = answer.values[at];
			if (value instanceof ServiceError) this.fail([row], value);
			else this.results[row] = { value };
		}
		return undefined;
	}

	/** Gives each row of a request its result; while rows are divided no other batch is begun. */
	private async settle(sent: Group, answer: Answer): Promise<void> {
		const refusal = this.read(sent, answer);
		if (!refusal) return;
		const { error, batch } = refusal;
		// A request that never arrived after the failure that ended the job was withheld for it.
		const isBehind = this.ended.signal.aborted && error !== this.ended.signal.reason;
		if (isBehind && (this.job.stops || neverArrived(error))) return;
		if (isForSize(error) && batch.length > 1) {
			// The rows may all be good: there are only too many of them for one request.
			this.size = Math.min(this.size, Math.ceil(batch.length / 2));
			this.open.unshift(sent);
		} else if (this.job.isolate && isForRows(error)) {
			const { tally } = sent;
			const findings = { tally, hasPassed: false, hasRefusedOne: false, namesMislead: false };
			await this.isolate(refusal, findings);
		} else this.refuse(batch, refusal);
	}

	/**
	 * Settles each row of a refused request: sends its rows in two parts, and settles the rows of each part that
	 * is refused in the same way, down to single rows.
	 */
	private async isolate(refusal: Refusal, findings: Findings): Promise<void> {
		if (this.ended.signal.aborted) return;
		const { batch } = refusal;
		// The documents do not say where indexes begin, so the rows that they blame are only suspects.
		const blamed = findings.namesMislead ? [] : rowsNamedIn(refusal);
		const isByName = blamed.length > 0;
		const areGuilty = batch.length === 1 || blamed.length === batch.length;
		if (areGuilty && !isByName) {
			findings.hasRefusedOne = true;
			findings.tally.alone++;
		}
		const untried = areGuilty ? undefined : this.untriedReason(findings);
		if (areGuilty || untried !== undefined) {
			this.refuse(batch, refusal, untried);
			return;
		}
		const suspects = isByName ? blamed : batch.slice(Math.ceil(batch.length / 2));
		const others = batch.filter((row) => !suspects.includes(row));
		const ofOthers = await this.sendPart(others, findings);
		if (isByName && ofOthers === 'passed') {
			this.refuse(blamed, refusal);
			return;
		}
		const ofSuspects = await this.sendPart(suspects, findings);
		if (isByName && ofSuspects === 'passed') findings.namesMislead = true;
		for (const part of [ofOthers, ofSuspects]) {
			if (typeof part === 'object') await this.isolate(part, findings);
		}
	}

	/**
	 * All rows may be refused for one reason: once enough were refused one by one and none was accepted, no
	 * other is tried, and of a later request of the group hardly any.
	 */
	private untriedReason(findings: Findings): UntriedReason | undefined {
		const { hasPassed, hasRefusedOne, tally } = findings;
		if (!hasPassed && hasRefusedOne && tally.alone >= LIMITS.refusedAlone) return tally.alone;
		return this.budget.requestsLeft <= 0 ? 'budget' : undefined;
	}

	/** Sends a part of a refused request. Returns its refusal, if its rows are still to be settled. */
	private async sendPart(
		rows: number[],
		findings: Findings,
	): Promise<Refusal | 'passed' | 'failed'> {
		this.budget.requestsLeft--;
		const failure = this.read({ ...findings, rows }, await this.send(rows));
		if (!failure) {
			findings.hasPassed = true;
			return 'passed';
		}
		if (isForRows(failure.error) || isForSize(failure.error)) return failure;
		this.refuse(rows, failure);
		return 'failed';
	}

	/** Gives rows their own part of a refusal. */
	private refuse(
		rows: readonly number[],
		{ error, batch }: Refusal,
		untried?: UntriedReason,
	): void {
		const { job } = this;
		const labelAt = (place: number) => {
			const index = batch[place] ?? place;
			return job.rowLabel?.(job.rows[index]) ?? { index };
		};
		if (!(error instanceof ServiceError)) this.fail(rows, error);
		else if (untried !== undefined) this.fail(rows, leftOut(error, untried));
		else if (isForSize(error)) {
			this.size = this.most;
			this.fail(rows, inJob(tooLargeAlone(error), labelAt));
		} else if (!job.isolate || !isForRows(error)) this.fail(rows, inJob(error, labelAt));
		else for (const row of rows) this.fail([row], ownPart(error, batch.indexOf(row)));
	}

	private fail(rows: readonly number[], error: unknown): void {
		for (const row of rows) this.results[row] = { error };
		if (!this.job.isolate || this.job.stops) this.ended.abort(error);
	}
}
