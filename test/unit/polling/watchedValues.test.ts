/** What is remembered of each record's watched value, in how much room, and what is forgotten first. */
import fc from 'fast-check';
import { isSameValue } from '../../../nodes/SalesManagement/polling/value';
import { WatchedValues } from '../../../nodes/SalesManagement/polling/watchedValues';

const ROOM = 24_000;
const rowOf = (id: number, watched: string) => ({
	...{ id, watched, createdAt: 0, updatedAt: 0 },
	...{ digest: '', record: undefined },
});
const learn = (values: WatchedValues, id: number, watched: string) =>
	values.learn(rowOf(id, watched));
/** As after a poll: packed, saved as JSON, and read again. */
const saved = (values: WatchedValues, room = ROOM) => {
	const packed = JSON.parse(JSON.stringify(values.pack(room))) as ReturnType<typeof values.pack>;
	expect(JSON.stringify(packed).length).toBeLessThanOrEqual(room);
	return new WatchedValues('phase', packed);
};
const count = (length: number) => Array.from({ length }, (_, at) => at + 1);

describe('the watched values of records', () => {
	it('are restored unchanged, however they are written', () => {
		const awkward = ['1\n2', '\n', '"a"\t"b"\n2', '~}#\\"\n#', 'é\u2028\n', '{"a":[1]}\n[]'];
		let values = new WatchedValues('phase');
		for (const id of count(50)) learn(values, id * id, awkward[id % awkward.length]!);
		values = saved(saved(values));
		for (const id of count(50)) {
			expect(values.of(id * id)).toBe(awkward[id % awkward.length]);
		}
		expect(values.of(51)).toBeUndefined();
	});

	it('keep how a part reads, which is not compared', () => {
		const values = saved(
			(() => {
				const first = new WatchedValues('phase');
				learn(first, 1, '3\t"Talks"\n7');
				learn(first, 2, '3\t"Negotiation"\n8');
				return first;
			})(),
		);
		expect(values.of(1)).toBe('3\t"Negotiation"\n7');
		expect(isSameValue(values.of(1)!, '3\n7')).toBe(true);
		expect(isSameValue(values.of(1)!, '3\n8')).toBe(false);
	});

	it('hold the phases of 20,000 deals in 24,000 characters', () => {
		const values = new WatchedValues('phase');
		for (const id of count(20_000)) learn(values, id, String((id * 7919) % 6));
		const again = saved(values);
		expect(again.partial).toBe(false);
		expect(again.of(12_345)).toBe(String((12_345 * 7919) % 6));
	});

	it('keep those learned last when not all fit, whatever their ids, and say so', () => {
		const values = new WatchedValues('phase');
		for (const id of count(5_000)) learn(values, 5_001 - id, String(id % 900));
		const again = saved(values, 10_000);
		expect(again.partial).toBe(true);
		expect(again.of(1)).toBe('500');
		expect(again.of(5_000)).toBeUndefined();
	});

	it('become digests before they are forgotten, where that makes room for many more', () => {
		const long = (id: number) => `"${id} ${'x'.repeat(60)}"`;
		const values = new WatchedValues('fields');
		for (const id of count(1_200)) learn(values, id, long(id));
		const again = saved(values);
		expect(again.partial).toBe(false);
		expect(again.of(1_200)).toBe(long(1_200));
		expect(again.of(1)).not.toBe(long(1));
		expect(isSameValue(again.of(1)!, long(1))).toBe(true);
		expect(isSameValue(again.of(1)!, long(2))).toBe(false);
	});

	it('that a newer version showed are not overwritten by an older one', () => {
		const values = new WatchedValues('phase');
		learn(values, 1, 'new');
		values.learnEarlier(rowOf(1, 'old'));
		values.learnEarlier(rowOf(2, 'old'));
		expect([values.of(1), values.of(2)]).toEqual(['new', 'old']);
	});

	it('from before the trigger are forgotten first', () => {
		const values = new WatchedValues('phase');
		for (const id of count(500)) learn(values, id, String(id));
		const room = JSON.stringify(values.pack(ROOM)).length + 500;
		for (const id of count(400)) values.learnEarlier(rowOf(1_000 + id, String(id % 300)));
		const again = saved(values, room);
		expect(again.partial).toBe(true);
		for (const id of count(500)) expect(again.of(id)).toBe(String(id));
		expect(again.of(1_400)).toBeDefined();
		expect(again.of(1_001)).toBeUndefined();
	});
});

/** A poll learns some records, perhaps some from before the trigger. */
const polls = fc.array(
	fc.record({
		learned: fc.array(fc.tuple(fc.nat(300), fc.nat(5)), { maxLength: 60, size: 'max' }),
		spread: fc.constantFrom(1, 1, 50),
	}),
	{ minLength: 1, maxLength: 25, size: 'max' },
);
const kinds = fc.constantFrom<(id: number, value: number) => string>(
	(_id, value) => String(value),
	(id, value) => `${id} ${value}`,
	(id, value) => `"${id} ${'y'.repeat(40)}"\t"Name"\n${value}`,
);

test('in any order of learning: the room is kept, values are right, the latest are kept', () => {
	let forgotten = 0;
	fc.assert(
		fc.property(polls, kinds, fc.constantFrom(300, 700, 1_500, ROOM), (given, valueOf, room) => {
			let values = new WatchedValues('phase');
			/** In the order of learning; the poll in which each was learned. */
			const truth = new Map<number, { value: string; poll: number }>();
			for (const [poll, { learned, spread }] of given.entries()) {
				for (const [number, value] of learned) {
					const id = number * spread;
					learn(values, id, valueOf(id, value));
					truth.delete(id);
					truth.set(id, { value: valueOf(id, value), poll });
				}
				values = saved(values, room);
			}
			const inOrder = [...truth];
			const known = inOrder.filter(([id]) => values.of(id) !== undefined);
			const isRight = ([id, { value }]: (typeof known)[number]) =>
				isSameValue(values.of(id)!, value) && !isSameValue(values.of(id)!, `${value}0`);
			expect(known.filter((each) => !isRight(each))).toEqual([]);
			const lost = inOrder.filter(([id]) => values.of(id) === undefined);
			forgotten += lost.length;
			expect(values.partial || lost.length === 0).toBe(true);
			// None that is kept was learned before one that is forgotten.
			const firstKept = inOrder.findIndex(([id]) => values.of(id) !== undefined);
			const lastLost = inOrder.findLastIndex(([id]) => values.of(id) === undefined);
			expect(known.length === 0 || lastLost < firstKept).toBe(true);
		}),
		{ numRuns: 300 },
	);
	expect(forgotten).toBeGreaterThan(1_000);
});
