import fc from 'fast-check';
import { untilUnwanted } from '../../../nodes/SalesManagement/api/client';
import type { Item } from '../../../nodes/SalesManagement/fields';
import { mapItems } from '../../../nodes/SalesManagement/operations/mapItems';
import { endOf } from '../../../nodes/SalesManagement/operations/done';
import { clientOf, type Respond } from '../support/testClient';

const runOf = (count: number, continueOnFail: boolean) => ({
	continueOnFail,
	items: Array.from({ length: count }, (_, index): Item => ({
		index,
		input: {},
		version: 'v2',
		timezone: 'UTC',
		get: () => undefined,
	})),
});

const turns = async (count: number) => {
	for (let turn = 0; turn < count; turn++) await Promise.resolve();
};

describe('requests of input items overlap, and the output keeps input order', () => {
	test('each item has exactly one result, in order, whatever finishes first', async () => {
		await fc.assert(
			fc.asyncProperty(fc.array(fc.nat(20), { maxLength: 40 }), async (delays) => {
				const results = await mapItems(runOf(delays.length, true), async ({ index }) => {
					await turns(delays[index] ?? 0);
					if (index % 7 === 3) throw new Error('no');
					return [{ index }];
				});
				expect(results.map(({ index }) => index)).toEqual(delays.map((_, index) => index));
				for (const result of results) expect('error' in result).toBe(result.index % 7 === 3);
			}),
		);
	});

	test('several are under way at once, but never more than ten', async () => {
		let underWay = 0;
		let most = 0;
		await mapItems(runOf(50, true), async () => {
			most = Math.max(most, ++underWay);
			await turns(5);
			underWay--;
			return [];
		});
		expect(most).toBe(10);
	});

	test('writes to one record keep their order and never overlap', async () => {
		await fc.assert(
			fc.asyncProperty(
				fc.array(fc.tuple(fc.nat(3), fc.nat(10)), { maxLength: 30 }),
				async (writes) => {
					const log = new Map<number, number[]>();
					const busy = new Set<number>();
					const recordOf = ({ index }: Item) => writes[index]?.[0] ?? 0;
					const results = await mapItems(
						runOf(writes.length, true),
						async (scope) => {
							const record = recordOf(scope);
							expect(busy.has(record)).toBe(false);
							busy.add(record);
							await turns(writes[scope.index]?.[1] ?? 0);
							log.set(record, [...(log.get(record) ?? []), scope.index]);
							busy.delete(record);
							return [];
						},
						(scope) => [String(recordOf(scope))],
					);
					expect(results.filter((result) => 'error' in result)).toEqual([]);
					for (const order of log.values()) expect(order).toEqual([...order].sort((a, b) => a - b));
				},
			),
		);
	});

	test('without Continue On Fail nothing new begins after a failure', async () => {
		const begun: number[] = [];
		const results = await mapItems(runOf(100, false), async ({ index }) => {
			begun.push(index);
			await turns(1);
			if (index === 0) throw new Error('no');
			return [];
		});
		expect(begun.length).toBeLessThan(25);
		expect(results.filter((result) => 'error' in result)).toHaveLength(1);
	});
});

test.each(['customer.get', 'userGroup.replaceMembers'])(
	'%s: the refusal that ends the run is told, although another item met a fault that its repetition mends',
	async (operation) => {
		let faults = 0;
		const at =
			(path: string): Respond =>
			(request, n) => {
				if (request.url.includes(`/2${path}`))
					return { status: 400, body: { error: 'VALIDATION_FAILED' } };
				if (request.url.includes(`/1${path}`) && faults++ === 0) return { status: 502, body: '' };
				return { body: { id: n } };
			};
		const client = clientOf(at(operation === 'userGroup.replaceMembers' ? '/users' : ''), {
			rate: 5,
			latency: 200,
		});
		const results = await mapItems(runOf(8, false), async ({ index }, unwanted) => {
			const path = { id: index + 1, userGroupId: index + 1 };
			await untilUnwanted(client, unwanted).send({ operation: operation as 'customer.get', path });
			return [];
		});
		const failure = endOf(results);
		expect(failure?.index).toBe(1);
		expect((failure?.error as Error).message).toContain('The service refused the input');
	},
);
