/** Bulk writes: every row exactly one outcome, nothing written twice, no good row left behind. */
import fc from 'fast-check';
import { sendBulk, type RowResult } from '../../../nodes/SalesManagement/api/bulk';
import { ServiceError, type ServiceErrorParts } from '../../../nodes/SalesManagement/api/errors';

interface Row {
	readonly id: number;
	readonly bad?: boolean;
}

type Naming = 'none' | 'all' | 'first' | 'fromOne' | 'nonsense';

const refusal = (parts: Partial<ServiceErrorParts> = {}): ServiceError =>
	new ServiceError({
		operation: 'customer.createMany',
		outcome: 'refused',
		status: 400,
		serviceMessage: 'VALIDATION_FAILED',
		advice: 'correct the input',
		...parts,
	});

/** A service that takes a batch whole or not at all, and names the guilty rows in its own way. */
class Service {
	readonly written: number[] = [];
	requests = 0;

	constructor(private readonly naming: Naming) {}

	readonly send = async (rows: readonly Row[]): Promise<string[]> => {
		this.requests++;
		if (rows.length === 0) throw new Error('No service takes an empty batch');
		const bad = rows.flatMap((row, index) => (row.bad ? [index] : []));
		if (bad.length > 0) throw refusal({ status: 500, bulkErrors: this.name(bad) });
		this.written.push(...rows.map(({ id }) => id));
		return rows.map(({ id }) => `new ${id}`);
	};

	private name(bad: readonly number[]) {
		const named = {
			none: [],
			all: bad,
			first: bad.slice(0, 1),
			fromOne: bad.map((index) => index + 1),
			nonsense: [-1, 5000],
		}[this.naming];
		return named.map((index) => ({ index, messages: [`row ${index} is bad`] }));
	}
}

const isGood = (result: RowResult<unknown> | undefined) =>
	result !== undefined && 'value' in result;
const errorOf = (result: RowResult<unknown> | undefined): ServiceError =>
	(result as { error: ServiceError }).error;

const rowsWith = (count: number, bad: readonly number[]): Row[] =>
	Array.from({ length: count }, (_, id) => ({ id, bad: bad.includes(id) }));

const anyRows = fc
	.array(fc.boolean(), { maxLength: 60 })
	.map((bads) => bads.map((bad, id): Row => ({ id, bad })));

describe('with isolate', () => {
	test.each<Naming>(['none', 'all', 'first', 'fromOne', 'nonsense'])(
		'guilty rows named %s: each row one outcome, every good row written once, requests bounded',
		async (naming) => {
			await fc.assert(
				fc.asyncProperty(anyRows, fc.integer({ min: 1, max: 25 }), async (rows, size) => {
					const service = new Service(naming);
					const results = await sendBulk({ rows, size, send: service.send, isolate: true });
					expect(results).toHaveLength(rows.length);
					const good = rows.filter(({ bad }) => !bad).map(({ id }) => id);
					expect(service.written.toSorted((a, b) => a - b)).toEqual(good);
					rows.forEach(({ id, bad }, index) => {
						if (bad) expect(errorOf(results[index])).toBeInstanceOf(ServiceError);
						else expect(results[index]).toEqual({ value: `new ${id}` });
					});
					const batches = Math.ceil(rows.length / size);
					const bads = rows.length - good.length;
					const halvings = 2 * Math.ceil(Math.log2(size) + 1);
					expect(service.requests).toBeLessThanOrEqual(batches + bads * halvings);
				}),
				{ numRuns: 150 },
			);
		},
	);

	test('named rows cost one more request, and keep the service’s own words', async () => {
		const service = new Service('all');
		const rows = rowsWith(1000, [3, 500, 999]);
		const results = await sendBulk({ rows, send: service.send, isolate: true });
		expect(service.requests).toBe(2);
		expect(errorOf(results[500]).details).toEqual(['row 500 is bad']);
		expect(results.filter(isGood)).toHaveLength(997);
	});

	test('a single bad row among 1,000 is found by halving in 21 requests', async () => {
		const service = new Service('none');
		await sendBulk({ rows: rowsWith(1000, [617]), send: service.send, isolate: true });
		expect(service.requests).toBeLessThanOrEqual(21);
	});

	test.each([
		['an unknown outcome', { outcome: 'unknown', status: undefined }],
		['a stopped service', { outcome: 'unreachable', status: undefined }],
		['a wrong token', { status: 401 }],
		['a missing permission', { status: 403 }],
		['a used-up quota', { status: 429 }],
		['a redirect', { status: 302 }],
	] as const)('%s is never sent again; its rows get that error', async (_name, parts) => {
		const batches: number[][] = [];
		const results = await sendBulk<Row, undefined>({
			rows: rowsWith(6, []),
			size: 2,
			isolate: true,
			send: async (rows) => {
				batches.push(rows.map(({ id }) => id));
				if (rows.some(({ id }) => id === 2)) throw refusal(parts);
				return undefined;
			},
		});
		expect(batches).toEqual([
			[0, 1],
			[2, 3],
			[4, 5],
		]);
		expect(results.map(isGood)).toEqual([true, true, false, false, true, true]);
	});
});

describe('without isolate', () => {
	test('the first refusal ends the job: rows not sent by then are not sent, what was written is reported', async () => {
		const service = new Service('all');
		const rows = rowsWith(200, [13]);
		const results = await sendBulk({ rows, size: 10, send: service.send, isolate: false });
		expect(service.requests).toBeLessThanOrEqual(12);
		expect(results.slice(0, 10).every(isGood)).toBe(true);
		expect(rows.filter((_, at) => isGood(results[at])).map(({ id }) => id)).toEqual(
			service.written,
		);
		// The index counts across the whole job.
		expect(errorOf(results[10]).bulkErrors).toEqual([{ index: 13, messages: ['row 3 is bad'] }]);
		expect(errorOf(results[10]).message).toContain('Item 13: row 3 is bad');
		expect(errorOf(results[199]).message).toBe(
			'Not sent, since other rows failed (Customer: Create Many): correct those rows, or set the node to continue on errors.',
		);
		expect(results).toHaveLength(200);
	});
});

test('batches keep to the number of rows of a request (v2 §8)', async () => {
	const sizes: number[] = [];
	const job = {
		rows: Array.from({ length: 2500 }, () => 'é'.repeat(4)),
		isolate: false,
		send: async (rows: readonly string[]) => {
			sizes.push(rows.length);
			return undefined;
		},
	};
	await sendBulk(job);
	expect(sizes).toEqual([1000, 1000, 500]);
	expect(await sendBulk({ ...job, rows: [] })).toEqual([]);
});

test('a programming error is thrown, not turned into rows', async () => {
	const job = { rows: [1], isolate: true, send: async () => Promise.reject(new TypeError('bug')) };
	await expect(sendBulk(job)).rejects.toThrow('bug');
});
