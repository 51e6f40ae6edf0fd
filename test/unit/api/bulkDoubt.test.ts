/** A service in trouble while a batch is divided: what may have been written is never sent again. */
import fc from 'fast-check';
import { SplittingBudget } from '../../../nodes/SalesManagement/api/boundedSearch';
import { sendBulk, type RowResult } from '../../../nodes/SalesManagement/api/bulk';
import { ServiceError, type ServiceErrorParts } from '../../../nodes/SalesManagement/api/errors';

interface Row {
	readonly id: number;
	readonly bad: boolean;
	/** What it changes. */
	readonly record: number;
}

const error = (parts: Partial<ServiceErrorParts>): ServiceError =>
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

interface Moment {
	readonly trouble: Trouble;
	readonly naming: Naming;
}

const often = <Value>(value: Value, weight: number) => ({ arbitrary: fc.constant(value), weight });

const moments = fc.array(
	fc.record<Moment>({
		trouble: fc.oneof(
			...[often<Trouble>('none', 12), often<Trouble>('limited', 1), often<Trouble>('too large', 1)],
			...[often<Trouble>('unreachable', 1), often<Trouble>('lost', 2)],
			often<Trouble>('lost but done', 2),
		),
		naming: fc.constantFrom<Naming>('all', 'none', 'first', 'stray', 'good'),
	}),
	{ minLength: 1, maxLength: 30 },
);

class Service {
	/** The rows that were carried out, in that order. */
	readonly done: Row[] = [];
	private requests = 0;

	constructor(private readonly moments: readonly Moment[]) {}

	readonly send = async (rows: readonly Row[]): Promise<number[]> => {
		const { trouble, naming } = this.moments[this.requests++ % this.moments.length]!;
		if (trouble === 'limited') throw error({ status: 429 });
		if (trouble === 'too large') throw error({ status: 413 });
		if (trouble === 'unreachable') throw error({ outcome: 'unreachable', status: undefined });
		const bad = rows.flatMap((row, index) => (row.bad ? [index] : []));
		if (bad.length === 0 && trouble !== 'lost') this.done.push(...rows);
		if (trouble !== 'none') throw error({ outcome: 'unknown', status: 502 });
		if (bad.length > 0) throw error({ bulkErrors: named(naming, bad, rows) });
		return rows.map(({ id }) => id);
	};
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

/** A few bad rows among more good ones than a sample has. */
const rowsOf = fc
	.array(
		fc.record({
			bad: fc.integer({ min: 0, max: 11 }).map((chance) => chance === 0),
			record: fc.integer({ min: 0, max: 40 }),
		}),
		{ minLength: 24, maxLength: 70 },
	)
	.map((rows) => rows.map((row, id) => ({ ...row, id })));

const run = async (rows: readonly Row[], service: Service, isolate: boolean, size: number) =>
	await sendBulk<Row, number>({
		...{ rows, size, isolate, send: service.send, splitting: new SplittingBudget() },
		changes: ({ record }) => record,
	});

const isWritten = (result: RowResult<number>) => 'value' in result;
const isInDoubt = (result: RowResult<number>) =>
	'error' in result && (result.error as ServiceError).outcome === 'unknown';

test('no row is carried out twice, nor told refused when it was carried out', async () => {
	const holds = fc.asyncProperty(
		...[rowsOf, moments, fc.boolean(), fc.integer({ min: 1, max: 70 })],
		async (rows, given, isolate, size) => {
			const service = new Service(given);
			const results = await run(rows, service, isolate, size);
			const done = service.done.map(({ id }) => id);
			expect(new Set(done).size).toBe(done.length);
			const told = rows.filter((_, at) => isWritten(results[at]!)).map(({ id }) => id);
			expect(told.filter((id) => !done.includes(id))).toEqual([]);
			const hidden = done.filter((id) => !isWritten(results[id]!) && !isInDoubt(results[id]!));
			expect(hidden).toEqual([]);
		},
	);
	await expect(fc.assert(holds, { numRuns: 1_000 })).resolves.toBeUndefined();
});

test('a record ends as the last of its rows that is told as written, or as a later one in doubt', async () => {
	const holds = fc.asyncProperty(rowsOf, moments, async (rows, given) => {
		const service = new Service(given);
		const results = await run(rows, service, true, 1_000);
		const final = new Map(service.done.map((row) => [row.record, row.id]));
		for (const [record, id] of final) {
			const own = rows.filter((row) => row.record === record);
			const last = own.findLast((row) => isWritten(results[row.id]!));
			if (id !== last?.id) expect(isInDoubt(results[id]!)).toBe(true);
			expect(id).toBeGreaterThanOrEqual(last?.id ?? 0);
		}
	});
	await expect(fc.assert(holds, { numRuns: 1_000 })).resolves.toBeUndefined();
});

test.each([
	['in doubt', error({ outcome: 'unknown', status: 502 }), 'unknown'],
	['never sent', error({ outcome: 'unreachable', status: undefined }), 'unreachable'],
])(
	'the rest of a refused batch that is %s is counted across the job, and not sent again',
	async (_, trouble, outcome) => {
		const sent: number[][] = [];
		const rows = Array.from({ length: 6 }, (__, id) => ({ id, bad: id === 3, record: id }));
		const results = await sendBulk<Row, number>({
			...{ rows, size: 3, isolate: true },
			send: async (batch) => {
				sent.push(batch.map(({ id }) => id));
				if (sent.length === 1) return batch.map(({ id }) => id);
				const bulkErrors = [{ index: 0, messages: ['it is bad'] }];
				if (batch.length === 2) throw trouble.with({ bulkErrors });
				throw error({ bulkErrors });
			},
		});
		expect(sent).toEqual([[0, 1, 2], [3, 4, 5], [4, 5], [3]]);
		const errors = results.slice(3).map((result) => (result as { error: ServiceError }).error);
		expect(errors.map((each) => each.outcome)).toEqual(['refused', outcome, outcome]);
		expect(errors[1]?.bulkErrors.map(({ index }) => index)).toEqual([4]);
	},
);

test('a row that was named is not sent after a later one of its record that is in doubt', async () => {
	const sent: number[][] = [];
	const rows = [0, 1, 2].map((id) => ({ id, bad: false, record: id % 2 }));
	const results = await sendBulk<Row, number>({
		...{ rows, isolate: true, changes: ({ record }) => record },
		send: async (batch) => {
			sent.push(batch.map(({ id }) => id));
			if (sent.length > 1) throw error({ outcome: 'unknown', status: 502 });
			throw error({ bulkErrors: [{ index: 0, messages: ['it is bad'] }] });
		},
	});
	expect(sent).toEqual([
		[0, 1, 2],
		[1, 2],
	]);
	const [first] = results as Array<{ error: ServiceError }>;
	expect(first?.error).toMatchObject({ outcome: 'refused', bulkErrors: [] });
	expect(first?.error.advice).toContain('a later item for the same record');
});
