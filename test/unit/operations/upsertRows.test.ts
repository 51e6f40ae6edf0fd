import fc from 'fast-check';
import { ServiceError } from '../../../nodes/SalesManagement/api/errors';
import type { Item } from '../../../nodes/SalesManagement/fields';
import type { ItemResult, Run } from '../../../nodes/SalesManagement/operations/operation';
import { RECORDS } from '../../../nodes/SalesManagement/records';
import type { InputRow } from '../../../nodes/SalesManagement/operations/rows';
import {
	createOnly,
	divided,
	inDoubt,
	Results,
	waves,
} from '../../../nodes/SalesManagement/operations/upsert/rows';

const rowOf = (index: number, key = ''): InputRow => ({
	item: { index } as Item,
	parts: { path: {}, query: {}, group: {}, body: { key } },
});
const keyOf = ({ parts }: InputRow) => parts.body.key as string;
const run = (continueOnFail: boolean) => ({ continueOnFail }) as Run;

test('200,000 results are added without overflowing the stack (lessons: spread of 130,000 items)', () => {
	const results = new Results(run(true), []);
	const many = Array.from({ length: 200_000 }, (_, index): ItemResult => ({ index, records: [] }));
	results.add(many.reverse());
	expect(results.inOrder().map(({ index }) => index)).toEqual(many.map((_, index) => index));
});

test('rows of one value never share a wave, keep their order, and none is left out', () => {
	const keys = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 30 });
	fc.assert(
		fc.property(keys, (values) => {
			const rows = values.map((value, index) => rowOf(index, value));
			const order = [...waves(rows, keyOf)].map((wave) => {
				expect(new Set(wave.map(keyOf)).size).toBe(wave.length);
				return wave;
			});
			for (const value of new Set(values)) {
				const indexes = order.flatMap((wave) =>
					wave.filter((row) => keyOf(row) === value).map(({ item }) => item.index),
				);
				expect(indexes).toEqual(
					rows.filter((row) => keyOf(row) === value).map(({ item }) => item.index),
				);
			}
		}),
	);
});

test('a row is created or updated by whether a record has its value', () => {
	const ids: Record<string, number[]> = { none: [], one: [7] };
	const rows = ['none', 'one'].map((key, index) => rowOf(index, key));
	const groups = divided(rows, (row) => ids[keyOf(row)] ?? [], []);
	expect(groups.create).toEqual([rows[0]]);
	expect(groups.update.map(({ parts }) => parts.body.id)).toEqual([7]);
});

test.each([
	['unknown', [1]],
	['refused', []],
	['unreachable', []],
] as const)('a create whose outcome is %s leaves in doubt %j', (outcome, doubtful) => {
	const error = new ServiceError({
		operation: 'customer.createMany',
		outcome,
		serviceMessage: 'lost',
		advice: 'check it',
	});
	const created: ItemResult[] = [
		{ index: 0, records: [{ id: 1 }] },
		{ index: 1, error },
	];
	const rows = [rowOf(0), rowOf(1)];
	expect(inDoubt(rows, created).map(({ item }) => item.index)).toEqual(doubtful);
});

test.each([
	[true, false],
	[false, true],
])('with Continue On Fail %p a failure stops the run: %p', (continueOnFail, stops) => {
	const results = new Results(run(continueOnFail), []);
	results.add([{ index: 0, error: new Error('no') }]);
	expect(results.mustStop()).toBe(stops);
});

test.each([
	['deal', ['dealType'], ['name', 'phase', 'amount']],
	['customer', ['parentId'], ['name', 'ownerRoleId']],
] as const)('what only a new %s takes is left out of its update', (id, only, both) => {
	const record = RECORDS.find((each) => each.id === id)!;
	const leftOut = createOnly(record);
	expect(leftOut).toEqual(expect.arrayContaining([...only]));
	for (const key of both) expect(leftOut).not.toContain(key);
	const body = Object.fromEntries([...only, ...both].map((key) => [key, 1]));
	const row = { ...rowOf(0), parts: { path: {}, query: {}, group: {}, body } };
	const { update, create } = divided([row], () => [7], leftOut);
	expect(create).toEqual([]);
	expect(update.map(({ parts }) => Object.keys(parts.body).sort())).toEqual([
		['id', ...both].sort(),
	]);
	expect(divided([row], () => [], leftOut).create).toEqual([row]);
});
