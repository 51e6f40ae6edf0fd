/** The plan by which a long list is read by time: which slice is next, where one is cut, what may wait. */
import tables from './timeSlices.json';
import { TimeSlice, TimeSlices } from '../../nodes/SalesManagement/api';

const SECOND = 1_000;
const PAGE = 10;
const END = 5_000 * SECOND;

describe('a slice that is being read is cut', () => {
	const nextBeside = (slice: TimeSlice, horizon = 32, anyOrder = false) => {
		const slices = new TimeSlices(slice, PAGE, horizon, anyOrder);
		slice.isBusy = true;
		return slices.next(2);
	};

	test('a little before the middle for two readers, and none of its time is lost', () => {
		const slice = new TimeSlice(0, END, 200);
		const rest = nextBeside(slice);
		expect(rest).toMatchObject({ from: 2_250 * SECOND, to: END, expected: 100 });
		expect(slice).toMatchObject({ from: 0, to: 2_250 * SECOND, expected: 100 });
	});

	test.each<[string, TimeSlice, number]>([
		['without an end', new TimeSlice(0, Infinity, 200), 32],
		['of few records', new TimeSlice(0, END, 30), 32],
		['that is narrow', new TimeSlice(0, 40 * SECOND, 200), 32],
		['that fills what may wait', new TimeSlice(0, END, 200), 3],
		['in a tie', Object.assign(new TimeSlice(0, END, 200), { isTied: true }), 32],
	])('but not one %s', (_name, slice, horizon) => {
		expect(nextBeside(slice, horizon)).toBeUndefined();
	});

	test('however far ahead, where the order does not matter', () => {
		expect(nextBeside(new TimeSlice(0, END, 200), 3, true)).toBeInstanceOf(TimeSlice);
	});

	test('while a page of it is read: what is left is counted up to the cut', () => {
		const slice = new TimeSlice(0, END, 200);
		nextBeside(slice);
		slice.advance(250 * SECOND, 190, END);
		expect(slice).toMatchObject({ from: 250 * SECOND, to: 2_250 * SECOND, expected: 80 });
		slice.advance(3_000 * SECOND, 100, END);
		expect(slice).toMatchObject({ from: 2_250 * SECOND, expected: 0, isOpen: false });
	});

	test('and nothing is left of it where the page ends with what was asked for', () => {
		const slice = new TimeSlice(0, END, 200);
		nextBeside(slice);
		slice.advance(END, 5, END);
		expect(slice).toMatchObject({ expected: 0, isOpen: false });
	});
});

test.each([
	['within two guards of its beginning', 3_999, true],
	['behind that', 4_000, false],
	['with nothing behind it', Infinity, false],
])('a page that ends %s is a tie: %s', (_name, end, isTie) => {
	expect(new TimeSlice(0, END, 20).isTieUpTo(end)).toBe(isTie);
});

test('a page that ends behind its slice is no tie: others read on there', () => {
	expect(new TimeSlice(0, SECOND, 20).isTieUpTo(SECOND)).toBe(false);
});

describe('pages that wait', () => {
	/** Two slices, of which so many pages of so many bytes wait. */
	function waiting(ofFirst: readonly number[], ofSecond: readonly number[], anyOrder = false) {
		const first = new TimeSlice(0, END, 200);
		const slices = new TimeSlices(first, PAGE, 8, anyOrder);
		first.isBusy = true;
		const second = slices.next(2)!;
		const place = (slice: TimeSlice, pages: readonly number[]) => {
			for (const bytes of pages) slice.waiting.push({ records: [], readUpTo: slice.from, bytes });
		};
		place(first, ofFirst);
		place(second, ofSecond);
		return { first, second, slices };
	}

	test.each(tables.shares)(
		'$one of the first and $other of the second: room for each',
		({ one, other, first, second }) => {
			const given = waiting(one, other);
			expect(given.slices.hasRoom(given.first)).toBe(first);
			expect(given.slices.hasRoom(given.second)).toBe(second);
		},
	);

	test('of a tie wait no more than of the first', () => {
		const { slices, second } = waiting([], [1, 1, 1, 1]);
		expect(slices.hasRoom(second)).toBe(true);
		second.isTied = true;
		expect(slices.hasRoom(second)).toBe(false);
	});

	test.each([
		[false, undefined],
		[true, 2_250 * SECOND],
	])('of the second come before the first one’s only in any order: %p', (anyOrder, readUpTo) => {
		const { slices } = waiting([], [1], anyOrder);
		expect(slices.take()?.readUpTo).toBe(readUpTo);
	});
});
