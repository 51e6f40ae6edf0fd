/** Batches that are under way at once: what a bulk write promises, it promises in any order of answers. */
import fc from 'fast-check';
import { sendBulk } from '../../../nodes/SalesManagement/api/bulk';
import type { ServiceError } from '../../../nodes/SalesManagement/api/errors';
import { error, moments, rowsOf, run, Service } from '../../support/troubledBulk';

const sizes = fc.integer({ min: 1, max: 20 });

test('a record is never in two requests under way, nor are two groups in one request', async () => {
	const holds = fc.asyncProperty(
		...[rowsOf, moments, fc.boolean(), sizes],
		async (rows, given, isolate, size) => {
			const service = new Service(given);
			const results = await run(rows, service, isolate, size);
			expect(results).toHaveLength(rows.length);
			for (const request of service.arrived) {
				expect(new Set(request.rows.map(({ group }) => group)).size).toBe(1);
			}
			expect(service.underWay.size).toBe(0);
			expect(service.most).toBeLessThanOrEqual(10);
		},
	);
	await expect(fc.assert(holds, { numRuns: 300 })).resolves.toBeUndefined();
});

test('where the first failure ends the job, nothing is sent behind it, and all that was not is told', async () => {
	const holds = fc.asyncProperty(rowsOf, moments, sizes, async (rows, given, size) => {
		const service = new Service(given);
		const results = await run(rows, service, false, size);
		expect(service.arrived.filter(({ afterFailure }) => afterFailure)).toEqual([]);
		const sent = new Set(service.arrived.flatMap((request) => request.rows));
		results.forEach((result, at) => {
			if (sent.has(rows[at]!)) return;
			expect((result as { error: ServiceError }).error.outcome).not.toBe('unknown');
		});
	});
	await expect(fc.assert(holds, { numRuns: 300 })).resolves.toBeUndefined();
});

const quiet = [{ trouble: 'none', naming: 'none', line: 0, trip: 50 }] as const;
const rowsWith = (count: number, part: (id: number) => object = () => ({})) =>
	Array.from({ length: count }, (_, id) => {
		return { id, bad: false, record: id, group: '', ...part(id) };
	});

test('ten requests are under way at once, in one group and in many', async () => {
	for (const groups of [1, 25]) {
		const service = new Service(quiet);
		const rows = rowsWith(100, (id) => ({ group: `${Math.floor((id * groups) / 100)}` }));
		await run(rows, service, true, 4);
		expect(service.most).toBe(10);
		expect(service.arrived).toHaveLength(25);
		expect(service.done).toEqual(rows);
	}
});

test('rows of one record that follow each other are sent one after another', async () => {
	const service = new Service(quiet);
	const rows = rowsWith(6, () => ({ record: 1 }));
	await run(rows, service, true, 1);
	expect(service.most).toBe(1);
	expect(service.done).toEqual(rows);
});

test('what was on its way when another batch was refused has its own result, and the rest was not sent', async () => {
	const sent: number[] = [];
	const results = await sendBulk<number, string>({
		...{ rows: Array.from({ length: 12 }, (_, row) => row), size: 1, isolate: false },
		send: async ([row = -1], unwanted) => {
			// Five requests are sent at once; the others wait for their turns.
			if (row >= 5) await new Promise((resolve) => unwanted.addEventListener('abort', resolve));
			if (unwanted.aborted) throw error({ outcome: 'unreachable', status: undefined });
			sent.push(row);
			if (row === 1) throw error({ bulkErrors: [{ index: 0, messages: ['it is bad'] }] });
			if (row === 3) throw error({ outcome: 'unknown', status: 502 });
			return [`written ${row}`];
		},
	});
	expect(sent).toEqual([0, 1, 2, 3, 4]);
	const told = results.map((result) =>
		'value' in result ? result.value : (result.error as ServiceError).serviceMessage,
	);
	expect(told.slice(0, 5)).toEqual([
		...['written 0', 'VALIDATION_FAILED', 'written 2', 'VALIDATION_FAILED', 'written 4'],
	]);
	expect(new Set(told.slice(5))).toEqual(new Set(['Not sent, since other rows failed']));
	expect((results[3] as { error: ServiceError }).error.outcome).toBe('unknown');
});

test('what is refused in one group says nothing of the rows of another', async () => {
	// All of the first group are refused; of the second none of those that a short sample would try pass.
	const isTried = (id: number) => [40, 70, 100, 129, 159].includes(id);
	const rows = rowsWith(160, (id) => ({
		bad: id < 40 || isTried(id),
		group: id < 40 ? 'a' : 'b',
	}));
	const service = new Service([{ trouble: 'none', naming: 'none', line: 0, trip: 3 }]);
	const results = await run(rows, service, true, 120);
	expect(results.filter((result) => 'value' in result)).toHaveLength(115);
});
