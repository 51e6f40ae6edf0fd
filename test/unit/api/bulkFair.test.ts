/** Refused bulk writes: rows keep their order, and only guilty ones fail, whatever is sampled or split. */
import fc from 'fast-check';
import { sendBulk, type RowResult } from '../../../nodes/SalesManagement/api/bulk';
import { ServiceError } from '../../../nodes/SalesManagement/api/errors';

interface Row {
	readonly place: number;
	/** The record that it changes. */
	readonly record?: number;
	readonly bad?: boolean;
}

interface Service {
	readonly size?: number;
	/** The most rows that one request may have: more are a 413. */
	readonly most?: number;
	/** The indexes that it names for a refused batch. */
	readonly names?: (bad: readonly number[], rows: readonly Row[]) => readonly number[];
	readonly isolate?: boolean;
}

const refusal = (status: number, named: readonly number[] = []) =>
	new ServiceError({
		operation: 'customer.updateMany',
		outcome: 'refused',
		status,
		serviceMessage: 'VALIDATION_FAILED',
		bulkErrors: named.map((index) => ({ index, messages: [`the cause at ${index}`] })),
		advice: 'correct the items named',
	});

async function run(rows: readonly Row[], service: Service = {}) {
	const { size, most = Infinity, names = () => [], isolate = true } = service;
	const state = new Map<number, number>();
	const written: number[] = [];
	let requests = 0;
	const results = await sendBulk<Row, number>({
		rows,
		size,
		isolate,
		changes: ({ record }) => record,
		send: async (sent) => {
			requests++;
			if (sent.length > most) throw refusal(413);
			const bad = sent.flatMap((row, index) => (row.bad ? [index] : []));
			if (bad.length > 0) throw refusal(400, names(bad, sent));
			for (const { place, record } of sent) {
				written.push(place);
				if (record !== undefined) state.set(record, place);
			}
			return sent.map(({ place }) => place);
		},
	});
	expect(new Set(written).size).toBe(written.length);
	const failed = results.flatMap((result, place) => ('error' in result ? [place] : []));
	return { results, requests, state, failed, written };
}

const rowsWith = (count: number, isBad: (place: number) => boolean): Row[] =>
	Array.from({ length: count }, (_, place) => ({ place, bad: isBad(place) }));

const badOf = (rows: readonly Row[]) => rows.filter(({ bad }) => bad).map(({ place }) => place);

const errorOf = (result: RowResult<unknown> | undefined) =>
	(result as { error: ServiceError }).error;

describe('of rows that change the same record the last one wins', () => {
	test('a sample takes no row before an earlier one of its record', async () => {
		const rows = rowsWith(40, (place) => place < 2).map((row) => ({
			...row,
			record: [2, 3].includes(row.place) ? 500 : row.place,
		}));
		const { state, failed } = await run(rows);
		expect(failed).toEqual([0, 1]);
		expect(state.get(500)).toBe(3);
	});

	test('nor does a row that the service names wrongly overtake it', async () => {
		const rows: Row[] = [
			{ place: 0, record: 7 },
			{ place: 1, record: 8, bad: true },
			{ place: 2, record: 7 },
		];
		const { state, failed } = await run(rows, { names: () => [2] });
		expect(failed).toEqual([1]);
		expect(state.get(7)).toBe(2);
	});

	test('whatever the service names, takes and refuses', async () => {
		const anyRow = fc.record({
			record: fc.integer({ min: 0, max: 30 }),
			bad: fc.integer({ min: 0, max: 9 }).map((chance) => chance === 0),
		});
		/** Bad from the first row on, so that a sample is wanted. */
		const anyRows = fc
			.tuple(fc.integer({ min: 0, max: 4 }), fc.array(anyRow, { maxLength: 60 }))
			.map(([worst, given]) =>
				given.map((row, place): Row => ({ ...row, place, bad: row.bad || place < worst })),
			);
		const anyNames = fc
			.array(fc.nat({ max: 59 }), { maxLength: 2 })
			.map((named) => (_: unknown, sent: readonly Row[]) => named.map((at) => at % sent.length));
		await fc.assert(
			fc.asyncProperty(
				anyRows,
				fc.integer({ min: 1, max: 60 }),
				fc.integer({ min: 1, max: 60 }),
				anyNames,
				async (rows, size, most, names) => {
					const { state, failed, written } = await run(rows, { size, most, names });
					const left = new Set(failed);
					const passed = rows.filter(({ place }) => !left.has(place));
					const last = new Map(passed.map(({ record, place }) => [record, place]));
					expect(state).toEqual(last);
					expect(written.toSorted((a, b) => a - b)).toEqual(passed.map(({ place }) => place));
				},
			),
			{ numRuns: 400 },
		);
	});
});

describe('only guilty rows fail', () => {
	test('after a batch that is wholly bad, and others that pass', async () => {
		const rows = rowsWith(300, (place) => place < 50 || (place >= 150 && place % 50 === 7));
		const { failed } = await run(rows, { size: 50 });
		expect(failed).toEqual(badOf(rows));
	});

	test('after a batch that is wholly bad, in the very next one', async () => {
		const rows = rowsWith(600, (place) => place < 300 || place === 450);
		const { failed } = await run(rows, { size: 300 });
		expect(failed).toEqual(badOf(rows));
	});

	test('and where all are, a few of each batch are enough to see it', async () => {
		const { requests, results } = await run(
			rowsWith(3000, () => true),
			{ size: 200 },
		);
		expect(requests).toBeLessThanOrEqual(120);
		expect(errorOf(results[2910]).message).toContain(
			'since none of 5 rows that were tried one by one was accepted',
		);
	});

	test.each([2, 7])(
		'where the service takes %i rows at once, which costs nothing of the bound',
		async (most) => {
			const rows = rowsWith(1002, (place) => place === 997);
			const { failed } = await run(rows, { most });
			expect(failed).toEqual([997]);
		},
	);

	test('a piece of a batch that was too large is sampled by itself: no row is sent again', async () => {
		const rows = rowsWith(200, (place) => place < 100);
		const { failed } = await run(rows, { most: 100 });
		expect(failed).toEqual(badOf(rows));
	});

	test('a row that a sample wrote is not sent again with those that were not named', async () => {
		const rows = rowsWith(40, (place) => [0, 1, 20].includes(place));
		const names = (bad: readonly number[], { length }: readonly Row[]) =>
			length === 40 ? [0, 1] : length === 2 ? [] : bad;
		const { failed } = await run(rows, { names });
		expect(failed).toEqual([0, 1, 20]);
	});
});

describe('an index that is no row of the batch', () => {
	const rows = rowsWith(6, (place) => place === 3);
	const oneBased = (bad: readonly number[]) => bad.map((index) => index + 1);
	const others: Array<[string, Service['names']]> = [
		['counted from one', oneBased],
		['-1', () => [-1]],
		['beyond the end', () => [5000]],
	];

	test.each(others)('%s: the batch is named, and the cause is kept', async (_name, names) => {
		const { results } = await run(rows, { size: 2, isolate: false, names });
		const { bulkErrors, message } = errorOf(results[2]);
		expect(bulkErrors).toEqual([]);
		expect(message).toMatch(
			/^VALIDATION_FAILED: the cause at -?\d+ \(.*\): the service does not say which one it means, so check 2 rows sent together\.$/,
		);
	});

	test.each(others)('%s, with isolate: the guilty row has the cause', async (_name, names) => {
		for (const size of [2, 6]) {
			const { results, failed } = await run(rows, { size, names });
			expect(failed).toEqual([3]);
			expect(errorOf(results[3]).message).toMatch(
				/^VALIDATION_FAILED: the cause at -?\d+ \(.*\): correct this item\.$/,
			);
		}
	});
});
