/** A service that takes rows in bulk and has every trouble that one can have, each after some time. */
import { setImmediate } from 'node:timers/promises';
import fc from 'fast-check';
import {
	sendBulk,
	ServiceError,
	SplittingBudget,
	type RowResult,
	type ServiceErrorParts,
} from '../../../nodes/SalesManagement/api';

export interface Row {
	readonly id: number;
	readonly bad: boolean;
	/** What it changes. */
	readonly record: number;
	/** Rows of different groups are never in one request. */
	readonly group: string;
}

export const error = (parts: Partial<ServiceErrorParts>): ServiceError =>
	new ServiceError({
		operation: 'customer.updateMany',
		outcome: 'refused',
		status: 400,
		serviceMessage: 'VALIDATION_FAILED',
		advice: 'correct the input',
		...parts,
	});

/** What goes wrong with one request, if its rows don't decide that. */
type Trouble = 'none' | 'limited' | 'too large' | 'unreachable' | 'lost' | 'lost but done';

/** Which rows a refusal names. */
type Naming = 'all' | 'none' | 'first' | 'stray' | 'good';

export interface Moment {
	readonly trouble: Trouble;
	readonly naming: Naming;
	/** How long a request waits for its turn, and its answer for the client, in turns of the loop. */
	readonly line: number;
	readonly trip: number;
}

const often = <Value>(value: Value, weight: number) => ({ arbitrary: fc.constant(value), weight });

const momentsOf = (...troubles: Array<ReturnType<typeof often<Trouble>>>) =>
	fc.array(
		fc.record<Moment>({
			trouble: fc.oneof(...troubles),
			naming: fc.constantFrom<Naming>('all', 'none', 'first', 'stray', 'good'),
			line: fc.nat({ max: 3 }),
			trip: fc.nat({ max: 6 }),
		}),
		{ minLength: 1, maxLength: 30 },
	);

/** A service without trouble, and one with all of them. */
export const moments = fc.oneof(
	momentsOf(often('none', 1)),
	momentsOf(
		often('none', 12),
		often('limited', 1),
		often('too large', 1),
		often('unreachable', 1),
		often('lost', 2),
		often('lost but done', 2),
	),
);

const turns = async (count: number) => {
	for (let turn = 0; turn < count; turn++) await setImmediate();
};

export class Service {
	/** The rows that were carried out, in that order. */
	readonly done: Row[] = [];
	/** The requests that were sent or wait for it and have no answer yet. */
	readonly underWay = new Set<readonly Row[]>();
	/** The rows of each request that arrived, and whether one had failed before. */
	readonly arrived: Array<{ readonly rows: readonly Row[]; readonly afterFailure: boolean }> = [];
	/** The most that were under way at once. */
	most = 0;
	private failed = false;
	private requests = 0;

	constructor(private readonly moments: readonly Moment[]) {}

	readonly send = async (rows: readonly Row[], unwanted: AbortSignal): Promise<number[]> => {
		const moment = this.moments[this.requests++ % this.moments.length]!;
		for (const others of this.underWay) {
			const shared = others.filter(({ record }) => rows.some((row) => row.record === record));
			if (shared.length > 0) throw new TypeError('One record is in two requests');
		}
		this.underWay.add(rows);
		this.most = Math.max(this.most, this.underWay.size);
		try {
			await turns(moment.line);
			if (unwanted.aborted) throw error({ outcome: 'unreachable', status: undefined });
			this.arrived.push({ rows, afterFailure: this.failed });
			const answer = this.answer(rows, moment);
			await turns(moment.trip);
			if (answer instanceof ServiceError) {
				this.failed ||= answer.status !== 413 || rows.length === 1;
				throw answer;
			}
			return answer;
		} finally {
			this.underWay.delete(rows);
		}
	};

	private answer(rows: readonly Row[], { trouble, naming }: Moment): ServiceError | number[] {
		if (trouble === 'limited') return error({ status: 429 });
		if (trouble === 'too large') return error({ status: 413 });
		if (trouble === 'unreachable') return error({ outcome: 'unreachable', status: undefined });
		const bad = rows.flatMap((row, index) => (row.bad ? [index] : []));
		if (bad.length === 0 && trouble !== 'lost') this.done.push(...rows);
		if (trouble !== 'none') return error({ outcome: 'unknown', status: 502 });
		if (bad.length > 0) return error({ bulkErrors: named(naming, bad, rows) });
		return rows.map(({ id }) => id);
	}
}

function named(naming: Naming, bad: readonly number[], rows: readonly Row[]) {
	const good = rows.flatMap((row, index) => (row.bad ? [] : [index]));
	const indexes = {
		all: bad,
		none: [],
		first: bad.slice(0, 1),
		stray: [5_000],
		good: good.slice(0, 2),
	};
	return indexes[naming].map((index) => ({ index, messages: ['it is bad'] }));
}

/** Some bad rows among more good ones than a sample has. */
export const rowsOf = fc
	.array(
		fc.record({
			bad: fc.integer({ min: 0, max: 11 }).map((chance) => chance === 0),
			record: fc.integer({ min: 0, max: 40 }),
			group: fc.constantFrom('a', 'a', 'a', 'b'),
		}),
		{ minLength: 24, maxLength: 70 },
	)
	.map((rows) => rows.map((row, id) => ({ ...row, id })));

export const run = (rows: readonly Row[], service: Service, isolate: boolean, size: number) =>
	sendBulk<Row, number>({
		rows,
		size,
		isolate,
		send: service.send,
		splitting: new SplittingBudget(),
		keys: ({ record }) => [record],
		group: ({ group }) => group,
	});

export const isWritten = (result?: RowResult<number>) => result !== undefined && 'value' in result;
export const isInDoubt = (result?: RowResult<number>) =>
	result !== undefined && 'error' in result && (result.error as ServiceError).outcome === 'unknown';
