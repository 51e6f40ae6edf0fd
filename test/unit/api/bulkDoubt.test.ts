/** A service in trouble while a batch is divided: what may have been written is never sent again. */
import fc from 'fast-check';
import { sendBulk } from '../../../nodes/SalesManagement/api/bulk';
import type { ServiceError } from '../../../nodes/SalesManagement/api/errors';
import {
	error,
	isInDoubt,
	isWritten,
	moments,
	rowsOf,
	run,
	Service,
	type Row,
} from '../../support/troubledBulk';

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
	await expect(fc.assert(holds, { numRuns: 400 })).resolves.toBeUndefined();
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
	await expect(fc.assert(holds, { numRuns: 400 })).resolves.toBeUndefined();
});

test.each([
	['in doubt', error({ outcome: 'unknown', status: 502 }), 'unknown'],
	['never sent', error({ outcome: 'unreachable', status: undefined }), 'unreachable'],
])(
	'the rest of a refused batch that is %s is counted across the job, and not sent again',
	async (_, trouble, outcome) => {
		const sent: number[][] = [];
		const rows = Array.from({ length: 6 }, (__, id) => ({
			id,
			bad: id === 3,
			record: id,
			group: '',
		}));
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
	const rows = [0, 1, 2].map((id) => ({ id, bad: false, record: id % 2, group: '' }));
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
