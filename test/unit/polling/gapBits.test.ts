/** Gaps as bits: as short as told, restored unchanged, and written the same by every build. */
import fc from 'fast-check';
import { isIdSet } from '../../../nodes/SalesManagement/polling/checks';
import { packGaps, unpackGaps } from '../../../nodes/SalesManagement/gapBits';

/** Integers with these gaps before them. */
function withGaps(gaps: readonly number[]): number[] {
	let member = -1;
	return gaps.map((gap) => (member += gap + 1));
}

test('any gaps are restored, also where a few are many times as long as the others', () => {
	const few = fc.oneof(fc.constant(0), fc.integer({ min: 20, max: 60 }));
	fc.assert(
		fc.property(fc.array(few), fc.nat(7), fc.maxSafeNat(), (gaps, low, last) => {
			const members = withGaps(gaps.map((gap) => gap * 2 ** low));
			if (last > (members.at(-1) ?? -1)) members.push(last);
			const text = packGaps(members);
			expect([...unpackGaps(text)]).toEqual(members);
			expect(members.length === 0 || isIdSet(`^${text}`)).toBe(true);
		}),
	);
});

test.each([
	['eight bits', [1, 2, 3], 'BZf'],
	['six bits, no more', [1, 2, 0], 'As'],
	['a gap as a whole', [0, 24, ...Array<number>(200).fill(0)], `Af___gAAAAAAAY${'A'.repeat(33)}P`],
	['the longest gap', [2 ** 53 - 1], '0v________'],
])('a text of %s is the same in each build', (_what, gaps, text) => {
	expect(packGaps(withGaps(gaps))).toBe(text);
	expect([...unpackGaps(text)]).toEqual(withGaps(gaps));
});

test('a gap that is far longer than the others takes 13 characters, and makes no other longer', () => {
	const near = Array<number>(600).fill(7);
	const far = [...near, 2 ** 45, ...near];
	expect(packGaps(withGaps(far)).length - packGaps(withGaps([...near, ...near])).length).toBe(13);
});

test('the number of the lowest bits is the best', () => {
	const gaps = Array.from({ length: 48 }, (_, i) => (i % 2 === 0 ? 8 : 24));
	// Five bits each, and one more for every other.
	expect(packGaps(withGaps(gaps))).toHaveLength(1 + (48 * 5.5) / 6);
});
