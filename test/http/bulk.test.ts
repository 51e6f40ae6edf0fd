/** Bulk writes: every row exactly one outcome, nothing written twice, no good row left behind. */
import fc from 'fast-check';
import tables from './bulk.json';
import type { ServiceError } from '../../nodes/SalesManagement/api';
import { sendBulk, type RequestOutcome, type RowResult } from '../../nodes/SalesManagement/api';
import {
	error,
	isInDoubt,
	isWritten,
	moments,
	rowsOf,
	run,
	Service,
	type Row,
} from './support/troubledBulk';
import { runs } from '../support/random';
import { many } from '../support/many';

const errorOf = (result: RowResult<unknown> | undefined) =>
	(result as { error: ServiceError }).error;
const messageOf = (result: RowResult<unknown> | undefined) => errorOf(result).message;
const named = (index: number) => ({ index, messages: [`row ${index} is bad`] });
const ascending = (ids: readonly number[]) => ids.toSorted((a, b) => a - b);

describe('whatever the service does, in whatever order it answers', () => {
	test('each row has one outcome, and it is true; no record is written twice or out of order', async () => {
		const holds = fc.asyncProperty(
			rowsOf,
			moments,
			fc.boolean(),
			fc.integer({ min: 1, max: 70 }),
			async (rows, given, isolate, size) => {
				const service = new Service(given);
				const results = await run(rows, service, isolate, size);
				expect(results).toHaveLength(rows.length);
				const done = service.done.map(({ id }) => id);
				expect(new Set(done).size).toBe(done.length);
				const told = rows.filter(({ id }) => isWritten(results[id])).map(({ id }) => id);
				expect(told.filter((id) => !done.includes(id))).toEqual([]);
				const hidden = done.filter((id) => !isWritten(results[id]) && !isInDoubt(results[id]));
				expect(hidden).toEqual([]);
				// The last one of a record wins, unless a later one is in doubt.
				const final = new Map(service.done.map((row) => [row.record, row.id]));
				for (const [record, id] of isolate ? final : []) {
					const last = rows.findLast((row) => row.record === record && isWritten(results[row.id]));
					if (id !== last?.id) expect(isInDoubt(results[id])).toBe(true);
					expect(id).toBeGreaterThanOrEqual(last?.id ?? 0);
				}
				for (const request of service.arrived) {
					expect(new Set(request.rows.map(({ group }) => group)).size).toBe(1);
					if (!isolate) expect(request.afterFailure).toBe(false);
				}
				const sent = new Set(service.arrived.flatMap((request) => request.rows));
				const untold = rows.filter((row) => !sent.has(row) && isInDoubt(results[row.id]));
				if (!isolate) expect(untold).toEqual([]);
				expect(service.underWay.size).toBe(0);
				expect(service.most).toBeLessThanOrEqual(10);
				if (!isolate || given.some(({ trouble }) => trouble !== 'none')) return;
				// Only guilty rows fail, in bounded requests: each is for rows of its own, or halves what holds a guilty one.
				const good = rows.filter(({ bad }) => !bad);
				expect(ascending(done)).toEqual(good.map(({ id }) => id));
				expect(final).toEqual(new Map(good.map(({ record, id }) => [record, id])));
				const halvings = 2 * Math.ceil(Math.log2(70) + 1);
				const most = 2 * rows.length + (rows.length - good.length) * halvings;
				expect(service.arrived.length).toBeLessThanOrEqual(most);
			},
		);
		await expect(fc.assert(holds, { numRuns: runs(300) })).resolves.toBeUndefined();
	});

	const quiet = [{ trouble: 'none', naming: 'none', line: 0, trip: 50 }] as const;
	const quietRows = (count: number, part: (id: number) => object = () => ({})) =>
		many(count, (id): Row => {
			return { id, bad: false, record: id, group: '', ...part(id) };
		});

	test.each([1, 25])('ten requests are under way at once, of %i groups', async (groups) => {
		const service = new Service(quiet);
		const rows = quietRows(100, (id) => ({ group: `${Math.floor((id * groups) / 100)}` }));
		await run(rows, service, true, 4);
		expect(service.most).toBe(10);
		expect(service.arrived).toHaveLength(25);
		expect(service.done).toEqual(rows);
	});

	test('what is refused in one group says nothing of the rows of another', async () => {
		// All of the first group are refused; of the second none of those that a short sample would try pass.
		const isTried = (id: number) => [40, 70, 100, 129, 159].includes(id);
		const rows = quietRows(160, (id) => ({
			bad: id < 40 || isTried(id),
			group: id < 40 ? 'a' : 'b',
		}));
		const results = await run(rows, new Service([{ ...quiet[0], trip: 3 }]), true, 120);
		expect(results.filter(isWritten)).toHaveLength(115);
	});
});

/** The rows of one request that are bad, and which of them the service names. */
type Names = (bad: readonly number[], sent: readonly number[]) => readonly number[];
const NAMES: Record<string, Names> = {
	none: () => [],
	all: (bad) => bad,
	first: (bad) => bad.slice(0, 1),
	'from one': (bad) => bad.map((index) => index + 1),
	nonsense: () => [-1, 5000],
};

interface Given {
	readonly count?: number;
	readonly rows?: readonly number[];
	readonly isBad?: (row: number) => boolean;
	readonly names?: Names;
	readonly isolate?: boolean;
	readonly size?: number;
	/** The most rows that one request may have: more are a 413. */
	readonly most?: number;
	/** What a row changes. */
	readonly keys?: (row: number) => readonly unknown[];
	/** What the service refuses bad rows with. */
	readonly refusal?: ServiceError;
}

/** Writes rows, which are their own numbers, with a service that takes a batch whole or not at all. */
async function write({
	count = 0,
	rows = many(count, (row) => row),
	isBad = () => false,
	names = NAMES.none!,
	isolate = true,
	most = Infinity,
	refusal = error({}),
	...more
}: Given) {
	const requests: number[] = [];
	const written: number[] = [];
	const results = await sendBulk<number, number>({
		...more,
		rows,
		isolate,
		send: async (sent) => {
			if (sent.length === 0) throw new TypeError('An empty batch was sent');
			requests.push(sent.length);
			if (sent.length > most) throw error({ status: 413, serviceMessage: 'Too large' });
			const bad = sent.flatMap((row, index) => (isBad(row) ? [index] : []));
			if (bad.length > 0) throw refusal.with({ bulkErrors: names(bad, sent).map(named) });
			written.push(...sent);
			return sent;
		},
	});
	expect(results).toHaveLength(rows.length);
	expect(new Set(written).size).toBe(written.length);
	const odd = results.filter(
		(result, at) => result && 'value' in result && result.value !== rows[at],
	);
	expect(odd).toEqual([]);
	const failed = rows.filter((_, at) => results[at] && 'error' in results[at]);
	return { results, requests, written, failed };
}

describe('of a service that refuses, only guilty rows fail', () => {
	const some =
		(...rows: number[]) =>
		(row: number) =>
			rows.includes(row);
	const under = (end: number) => (row: number) => row < end;

	test.each<[string, Given, number]>([
		['one of 1,000', { count: 1000, isBad: some(617) }, 21],
		['three of 1,000, named', { count: 1000, isBad: some(3, 500, 999), names: NAMES.all }, 2],
		['the first 15 of 1,000', { count: 1000, isBad: under(15) }, 150],
		[
			'a whole batch, and some of those that pass',
			{ count: 300, size: 50, isBad: (row) => row < 50 || (row >= 150 && row % 50 === 7) },
			110,
		],
		['one, two at a time', { count: 1002, isBad: some(997), most: 2 }, 580],
		['half of what was too large', { count: 200, isBad: under(100), most: 100 }, 110],
		[
			'those that were not named at first',
			{
				count: 40,
				isBad: some(0, 1, 20),
				names: (bad, { length }) => (length === 40 ? [0, 1] : length === 2 ? [] : bad),
			},
			20,
		],
		['one that was not named', { count: 3, isBad: some(1), names: () => [2] }, 8],
	])('%s', async (_name, given, most) => {
		const { failed, requests, written } = await write(given);
		const rows = many(given.count!, (row) => row);
		expect(failed).toEqual(rows.filter(given.isBad!));
		expect(ascending(written)).toEqual(rows.filter((row) => !given.isBad!(row)));
		expect(requests.length).toBeLessThanOrEqual(most);
	});

	test.each<[string, (row: number) => boolean, Names | undefined]>([
		['every second row', (row) => row % 2 === 0, undefined],
		['every third row, each named', (row) => row % 3 === 0, NAMES.first],
		['all but the last', (row) => row !== 4999, undefined],
		['the second half, each named', (row) => row >= 2500, NAMES.first],
	])(
		'%s of 5,000: at most 500 requests beside the batches, each row told',
		async (_, isBad, names) => {
			const { results, requests, failed } = await write({ count: 5000, isBad, names });
			expect(requests.length).toBeLessThanOrEqual(505);
			const told = new Set(failed);
			expect(results.flatMap((_, row) => (isBad(row) && !told.has(row) ? [row] : []))).toEqual([]);
			const causes = failed.map((row) => messageOf(results[row]).slice(0, 17));
			expect(new Set(causes)).toEqual(new Set(['VALIDATION_FAILED']));
		},
	);

	test.each([
		[1000, 55],
		[5000, 140],
		[10_000, 250],
	])(
		'all of %i: 20 rows are tried, a few of each later batch, then it stops and says so',
		async (count, most) => {
			const { results, requests, written } = await write({ count, isBad: () => true });
			expect(requests.length).toBeLessThanOrEqual(most);
			expect(written).toEqual([]);
			const messages = [...new Set(results.slice(-1000).map(messageOf))].map((message) =>
				message.replace(/none of [23]\d/, 'none of many'),
			);
			expect(messages).toEqual([
				'VALIDATION_FAILED (Customer: Update Many, HTTP 400): correct the input.',
				'VALIDATION_FAILED; this was not tried by itself, since none of many that were tried one by one was accepted (Customer: Update Many, HTTP 400): correct what all have in common, then run it again.',
			]);
		},
	);

	test('all that are named are sent once', async () => {
		const { requests, results } = await write({ count: 3, isBad: () => true, names: NAMES.all });
		expect(requests).toEqual([3]);
		expect(results.map((result) => errorOf(result).details)).toEqual([
			['row 0 is bad'],
			['row 1 is bad'],
			['row 2 is bad'],
		]);
	});
});

test.each<[number | undefined, RequestOutcome, boolean]>([
	...[400, 404, 409, 410, 422, 500].map((status): [number, RequestOutcome, boolean] => [
		status,
		'refused',
		true,
	]),
	...[302, 401, 403, 405, 429, undefined].map(
		(status): [number | undefined, RequestOutcome, boolean] => [status, 'refused', false],
	),
	[400, 'unknown', false],
	[503, 'unknown', false],
	[undefined, 'unreachable', false],
])(
	'a %p that is %s is for the rows: %p; only then the others of the batch are sent again',
	async (...given) => {
		const [status, outcome, isForRows] = given;
		const { written, requests } = await write({
			count: 6,
			size: 2,
			isBad: (row) => row === 2,
			refusal: error({ status, outcome }),
		});
		expect(ascending(written)).toEqual(isForRows ? [0, 1, 3, 4, 5] : [0, 1, 4, 5]);
		if (!isForRows) expect(requests).toEqual([2, 2, 2]);
	},
);

test.each(tables.oneByOne)(
	'rows that fail one by one $name say nothing of the others',
	async ({ alone }) => {
		let left = 25;
		const rows = many(100, (row) => row);
		const results = await sendBulk<number, number>({
			rows,
			isolate: true,
			send: async (sent) => {
				if (sent.length > 1) throw error({});
				if (left-- > 0) throw error(alone as object);
				return sent;
			},
		});
		const failed = results.filter((result) => 'error' in result!);
		expect(failed).toHaveLength(25);
	},
);

describe('an index that is no row of the batch', () => {
	const given = { count: 6, isBad: (row: number) => row === 3 };
	const strays = (['from one', 'nonsense'] as const).map((name) => [name, NAMES[name]!] as const);

	test.each(strays)('%s: the batch is named, and the cause is kept', async (_name, names) => {
		const { results } = await write({ ...given, size: 2, isolate: false, names });
		expect(errorOf(results[2]).bulkErrors).toEqual([]);
		expect(messageOf(results[2])).toMatch(
			/^VALIDATION_FAILED: row -?\d+ is bad.* \(.*\): correct the input; the service does not say which one it means, so check 2 rows sent together\.$/,
		);
	});
});

describe.each([true, false])('a 413, isolate %p', (isolate) => {
	test('the rows are sent in smaller requests, and the next batches begin with that size', async () => {
		const { failed, requests } = await write({ count: 3000, isolate, most: 300 });
		expect(failed).toEqual([]);
		// All three were on their way by then, and so were their halves.
		expect(requests.filter((rows) => rows > 500)).toEqual([1000, 1000, 1000]);
		expect(requests).toHaveLength(3 + 6 + 12);
	});

	test('a single row that is too large is told as that', async () => {
		expect(messageOf((await write({ count: 4, isolate, most: 0 })).results[0])).toBe(
			'Too large (Customer: Update Many, HTTP 413): this alone is larger than a request may be, so shorten it if it is long, else have the service or what stands before it take larger requests.',
		);
	});
});

describe('where the first failure ends the job', () => {
	test('rows not sent by then are not sent, and what was written is told', async () => {
		const isBad = (row: number) => row === 13;
		const job = { count: 200, size: 10, isolate: false, isBad, names: NAMES.all };
		const { results, requests, written } = await write(job);
		expect(requests.length).toBeLessThanOrEqual(12);
		expect(results.flatMap((result, at) => (isWritten(result) ? [at] : []))).toEqual(written);
		expect(written.slice(0, 10)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
		// The index counts across the whole job.
		expect(errorOf(results[10]).bulkErrors).toEqual([{ ...named(3), index: 13 }]);
		expect(messageOf(results[10])).toContain('Item 13: row 3 is bad');
		// What was not sent has no result.
		expect(results[199]).toBeUndefined();
	});

	test('what was on its way has its own result', async () => {
		const sent: number[] = [];
		const results = await sendBulk<number, string>({
			rows: many(12, (row) => row),
			size: 1,
			isolate: false,
			send: async ([row = -1], unwanted) => {
				// Five requests are sent at once; the others wait for their turns.
				if (row >= 5) await new Promise((resolve) => unwanted.addEventListener('abort', resolve));
				if (unwanted.aborted) throw error({ outcome: 'unreachable', status: undefined });
				sent.push(row);
				if (row === 1) throw error({ bulkErrors: [named(0)] });
				if (row === 3) throw error({ outcome: 'unknown', status: 502 });
				return [`written ${row}`];
			},
		});
		expect(sent).toEqual([0, 1, 2, 3, 4]);
		const told = results.map(
			(result) => result && ('value' in result ? result.value : errorOf(result).serviceMessage),
		);
		expect(told).toEqual([
			'written 0',
			'VALIDATION_FAILED',
			'written 2',
			'VALIDATION_FAILED',
			'written 4',
			...Array.from({ length: 7 }),
		]);
		expect(errorOf(results[3]).outcome).toBe('unknown');
	});
});

describe('the rest of a refused batch', () => {
	test.each([
		['in doubt', error({ outcome: 'unknown', status: 502 }), 'unknown'],
		['never sent', error({ outcome: 'unreachable', status: undefined }), 'unreachable'],
	])('that is %s is counted across the job, and not sent again', async (_, trouble, outcome) => {
		const sent: Array<readonly number[]> = [];
		const results = await sendBulk<number, number>({
			rows: [0, 1, 2, 3, 4, 5],
			size: 3,
			isolate: true,
			send: async (batch) => {
				sent.push(batch);
				if (sent.length === 1) return batch;
				throw (batch.length === 2 ? trouble : error({})).with({ bulkErrors: [named(0)] });
			},
		});
		expect(sent).toEqual([[0, 1, 2], [3, 4, 5], [4, 5], [3]]);
		const errors = results.slice(3).map(errorOf);
		expect(errors.map((each) => each.outcome)).toEqual(['refused', outcome, outcome]);
		expect(errors[1]?.bulkErrors.map(({ index }) => index)).toEqual([4]);
	});
});

test('batches keep to the number of rows of a request (v2 §8); no rows are no request', async () => {
	expect((await write({ count: 2500, isolate: false })).requests).toEqual([1000, 1000, 500]);
	expect((await write({ count: 0 })).requests).toEqual([]);
});

test('whatever else is thrown is what its rows came to: what was written beside them is still told', async () => {
	const results = await sendBulk<number, number>({
		rows: [1, 2],
		size: 1,
		isolate: true,
		send: async ([row]) => {
			if (row === 2) throw new TypeError('bug');
			return [1];
		},
	});
	expect(results).toEqual([{ value: 1 }, { error: new TypeError('bug') }]);
});
