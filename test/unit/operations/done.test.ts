/** What a failure says of the items before it: everything in the usual case, never too much. */
import { ServiceError } from '../../../nodes/SalesManagement/api/errors';
import { doneBefore, doneBeforeCancel } from '../../../nodes/SalesManagement/operations/done';
import type { ItemResult } from '../../../nodes/SalesManagement/operations/operation';

const made = (ids: readonly number[]): ItemResult[] =>
	ids.map((id, index) => ({ index, records: [{ id }] }));
const from = (first: number, count: number, step = 1) =>
	Array.from({ length: count }, (_, index) => first + step * index);
const failed = (
	index: number,
	outcome: 'refused' | 'unknown',
	operation = 'deal.createMany',
): ItemResult => ({
	index,
	error: new ServiceError({
		operation,
		outcome,
		serviceMessage: 'Failed',
		advice: 'look',
	}),
});

test('all ids of an import, as runs', () => {
	expect(doneBefore(made([...from(1001, 5000), 7000, 7002, 7003]))).toBe(
		'5,003 other items were processed before this failure (counted from 0: 0-5002), with the IDs 1001-6000, 7000, 7002-7003. Leave them out when you run the rest.',
	);
	expect(doneBefore(made([7]))).toBe(
		'1 other item was processed before this failure (counted from 0: 0), with the IDs 7. Leave them out when you run the rest.',
	);
});

test('99,000 ids that do not follow each other are counted, not listed (B4)', () => {
	const text = doneBefore(made(from(1, 99_000, 2))) ?? '';
	expect(text.length).toBeLessThan(300);
	expect(text).toMatch(/^99,000 other items .* IDs 1, 3, 5, .* and 98,980 more \(find them with/);
});

test('a batch whose response was lost is named by its items', () => {
	const results = [...made([5]), failed(1, 'unknown'), failed(2, 'unknown'), failed(3, 'refused')];
	expect(doneBefore(results)).toBe(
		'1 other item was processed before this failure (counted from 0: 0), with the IDs 5. Leave them out when you run the rest. It is not known whether these items were processed, counted from 0: 1-2.',
	);
});

test('items are named that were processed beyond the one that failed', () => {
	const [first, , third, fourth] = made([21, 22, 23, 24]) as [
		ItemResult,
		ItemResult,
		ItemResult,
		ItemResult,
	];
	expect(doneBefore([fourth, first, failed(1, 'refused'), third])).toBe(
		'3 other items were processed before this failure (counted from 0: 0, 2-3), with the IDs 24, 21, 23. Leave them out when you run the rest. The first that is not known to be processed is item 1.',
	);
});

test('nothing done is nothing said', () => {
	const [refused, unknown] = [failed(0, 'refused'), failed(1, 'unknown')];
	expect(doneBefore([refused])).toBeUndefined();
	expect(doneBefore([unknown], unknown)).toBeUndefined();
});

test('an item in doubt is named when the message is about another one', () => {
	const [refused, unknown] = [failed(0, 'refused'), failed(1, 'unknown')];
	expect(doneBefore([refused, unknown], refused)).toBe(
		'It is not known whether these items were processed, counted from 0: 1.',
	);
});

test('the log of a cancelled node names every item in doubt, and nothing where nothing was done', () => {
	const unknown = failed(1, 'unknown');
	expect(doneBeforeCancel([...made([5]), unknown])).toBe(
		'1 item was processed before the execution was cancelled (counted from 0: 0), with the IDs 5. It is not known whether these items were processed, counted from 0: 1.',
	);
	expect(doneBeforeCancel([failed(0, 'refused')])).toBeUndefined();
});

test('ids come from the answers, whatever fields of them are output', () => {
	const results = [71, 72].map((id, index) => ({ index, records: [{ name: 'A' }], ids: [id] }));
	expect(doneBefore(results)).toBe(
		'2 other items were processed before this failure (counted from 0: 0-1), with the IDs 71-72. Leave them out when you run the rest.',
	);
});

test('what is only planned was not processed', () => {
	const planned: ItemResult = { index: 0, records: [{ dryRun: true }], isPlan: true };
	expect(doneBeforeCancel([planned])).toBeUndefined();
});

test.each(['customer.search', 'deal.search', 'deal.getMany', 'contact.get', 'user.getCurrent'])(
	'%s writes nothing, so nothing is in doubt when it fails',
	(operation) => {
		const results = [failed(0, 'unknown', operation), failed(1, 'refused')];
		expect(doneBefore(results, results[1])).toBeUndefined();
		expect(doneBeforeCancel(results)).toBeUndefined();
	},
);

test.each(['userGroup.addMember', 'userGroup.replaceMembers', 'deal.delete', 'not.known'])(
	'%s is in doubt, although it may be repeatable',
	(operation) => {
		expect(doneBeforeCancel([failed(3, 'unknown', operation)])).toContain(': 3.');
	},
);
