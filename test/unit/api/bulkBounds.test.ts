/** Bulk writes against a service that does not say which rows it refuses: bounded, and told. */
import { sendBulk, type RowResult } from '../../../nodes/SalesManagement/api/bulk';
import { ServiceError } from '../../../nodes/SalesManagement/api/errors';

const refusal = (status: number, serviceMessage = 'VALIDATION_FAILED') =>
	new ServiceError({
		operation: 'customer.createMany',
		outcome: 'refused',
		status,
		serviceMessage,
		advice: 'correct the input',
	});

interface Job {
	readonly count: number;
	readonly isBad: (row: number) => boolean;
	readonly isolate?: boolean;
	readonly size?: number;
	/** The most rows that one request may have: more are a 413. */
	readonly most?: number;
	/** Names only the first bad row of a batch. */
	readonly named?: boolean;
}

async function run({ count, isBad, isolate = true, size, most = Infinity, named }: Job) {
	const requests: number[] = [];
	const written: number[] = [];
	const results = await sendBulk<number, number>({
		rows: Array.from({ length: count }, (_, row) => row),
		size,
		isolate,
		send: async (rows) => {
			if (rows.length === 0) throw new TypeError('An empty batch was sent');
			requests.push(rows.length);
			if (rows.length > most) throw refusal(413, 'Too large');
			const place = rows.findIndex(isBad);
			if (place >= 0) {
				const error = refusal(400);
				throw named ? error.with({ bulkErrors: [{ index: place, messages: ['bad'] }] }) : error;
			}
			written.push(...rows);
			return rows;
		},
	});
	expect(results).toHaveLength(count);
	return { results, requests, written };
}

const messageOf = (result: RowResult<unknown> | undefined) =>
	result && 'error' in result ? (result.error as Error).message : undefined;

test('1,000 guilty rows without indexes: a sample is tried, then it stops and says so (B2)', async () => {
	const { results, requests } = await run({ count: 1000, isBad: () => true });
	expect(requests.length).toBeLessThanOrEqual(35);
	const messages = new Set(results.map(messageOf));
	expect(messages).toEqual(
		new Set([
			'VALIDATION_FAILED (Customer: Create Many, HTTP 400): correct the input.',
			'VALIDATION_FAILED; this row was not sent by itself, since none of 21 rows that were tried one by one was accepted (Customer: Create Many, HTTP 400): correct what all rows have in common, then run it again.',
		]),
	);
});

test('10,000 guilty rows: a few requests more for each batch', async () => {
	const { requests } = await run({ count: 10_000, isBad: () => true });
	expect(requests.length).toBeLessThanOrEqual(90);
});

test('a sample in which something passes goes on: every good row is written', async () => {
	const { results, written } = await run({ count: 1000, isBad: (row) => row < 15 });
	expect(written.toSorted((a, b) => a - b)).toEqual(
		Array.from({ length: 985 }, (_, index) => index + 15),
	);
	expect(results.slice(0, 15).every((result) => 'error' in result)).toBe(true);
});

test.each([
	['every second row', (row: number) => row % 2 === 0],
	['every third row', (row: number) => row % 3 === 0],
	['all but the last', (row: number) => row !== 4999],
	['the second half', (row: number) => row >= 2500],
])(
	'%s of 5,000 guilty: at most 500 requests beside the batches, each row told',
	async (_name, isBad) => {
		for (const named of [false, true]) {
			const { results, requests, written } = await run({ count: 5000, isBad, named });
			expect(requests.length).toBeLessThanOrEqual(505);
			expect(new Set(written).size).toBe(written.length);
			results.forEach((result, row) => {
				if ('value' in result) expect(isBad(row)).toBe(false);
				else expect(messageOf(result)).toMatch(/^VALIDATION_FAILED/);
			});
		}
	},
);

describe.each([true, false])('a 413 (B3), isolate %p', (isolate) => {
	test('the rows are sent in smaller requests, and the next batches begin with that size', async () => {
		const { results, requests } = await run({
			count: 3000,
			isBad: () => false,
			isolate,
			most: 300,
		});
		expect(results.every((result) => 'value' in result)).toBe(true);
		// All three were on their way by then; the rows of the other two begin with what was learned.
		expect(requests.filter((rows) => rows > 300)).toEqual([1000, 1000, 1000, 500, 500]);
		expect(requests).toHaveLength(3 + 2 + 12);
	});

	test('a single row that is too large is told as that', async () => {
		const { results } = await run({ count: 4, isBad: () => false, isolate, most: 0 });
		expect(messageOf(results[0])).toBe(
			'Too large (Customer: Create Many, HTTP 413): this row alone is larger than a request may be, so shorten its values.',
		);
	});
});

test('all rows named as guilty: none is sent again, and no empty batch (G5)', async () => {
	const requests: number[] = [];
	const results = await sendBulk<number, number>({
		rows: [0, 1, 2],
		isolate: true,
		send: async (rows) => {
			if (rows.length === 0) throw new TypeError('An empty batch was sent');
			requests.push(rows.length);
			throw refusal(400).with({
				bulkErrors: rows.map((_, index) => ({ index, messages: [`bad ${index}`] })),
			});
		},
	});
	expect(requests).toEqual([3]);
	expect(
		results.map((result) => ('error' in result ? (result.error as ServiceError).details : [])),
	).toEqual([['bad 0'], ['bad 1'], ['bad 2']]);
});
