import fc from 'fast-check';
import { isIdSet } from '../../../nodes/SalesManagement/polling/checks';
import { mostPacked, packIds, unpackIds } from '../../../nodes/SalesManagement/polling/idSet';

const id = fc.oneof(fc.nat(5_000), fc.nat(2 ** 24), fc.maxSafeNat());
/** Ids about so far apart as the first says. */
const apart = fc
	.tuple(fc.integer({ min: 1, max: 5_000 }), fc.array(fc.nat(1_000), { maxLength: 3_000 }))
	.map(([gap, steps]) => {
		let at = 0;
		return steps.map((step) => (at += 1 + Math.floor((step * gap) / 500)));
	});
const anyIds = fc.oneof(fc.array(id, { maxLength: 3_000 }), apart);
const sorted = (ids: Iterable<number>) => [...new Set(ids)].sort((a, b) => a - b);

describe('sets of ids as short text', () => {
	it('are restored unchanged', () => {
		fc.assert(
			fc.property(anyIds, (ids) => {
				const text = packIds(new Set(ids));
				expect(isIdSet(text)).toBe(true);
				expect(sorted(unpackIds(text))).toEqual(sorted(ids));
			}),
		);
	});

	it('take never more than what was told as the most, also when some are gone', () => {
		fc.assert(
			fc.property(anyIds, fc.array(fc.boolean(), { minLength: 1 }), (ids, keeps) => {
				const most = mostPacked(ids);
				const left = ids.filter((_, i) => keeps[i % keeps.length]);
				expect(packIds(ids).length).toBeLessThanOrEqual(most);
				expect(packIds(left).length).toBeLessThanOrEqual(most);
				expect(mostPacked(left)).toBeLessThanOrEqual(most);
			}),
		);
	});

	it('take one character per full block', () => {
		const full = Array.from({ length: 1024 * 3 }, (_, i) => i);
		expect(packIds(full)).toBe('0*,1*,2*');
		expect(unpackIds('0*,1*,2*').size).toBe(full.length);
	});

	it('take at most a sixth of a character for each possible id', () => {
		const half = Array.from({ length: 100_000 }, (_, i) => i).filter((i) => (i * 7919) % 13 < 6);
		expect(packIds(half).length).toBeLessThan(100_000 / 6 + 2_000);
		expect(sorted(unpackIds(packIds(half)))).toEqual(half);
	});

	it('are restored from each form of a block, at both of its ends', () => {
		const blocks = [
			[0],
			[1023],
			[0, 1023],
			Array.from({ length: 1023 }, (_, i) => i),
			Array.from({ length: 1023 }, (_, i) => i + 1),
			Array.from({ length: 512 }, (_, i) => i * 2),
			Array.from({ length: 512 }, (_, i) => i * 2 + 1),
			Array.from({ length: 200 }, (_, i) => i * 5),
		];
		for (const members of blocks) {
			for (const start of [0, 1024, 1024 * 40]) {
				const ids = members.map((member) => start + member);
				expect(sorted(unpackIds(packIds(ids.toReversed())))).toEqual(ids);
			}
		}
	});

	it('take the shortest of their forms', () => {
		expect(packIds(Array.from({ length: 1024 }, (_, i) => i))).toBe('0*');
		const full = Array.from({ length: 1024 }, (_, i) => i);
		expect(packIds([...full, 1030])).toBe('0*,1:6');
		expect(packIds(Array.from({ length: 20 }, (_, i) => i * 40))).toMatch(/^\^/);
		const half = Array.from({ length: 512 }, (_, i) => 1024 + i * 2);
		expect(packIds([...full, ...half])).toMatch(/^0\*,1=/);
	});

	it.each([
		[40, 1.18],
		[700, 1.84],
		[5_000, 2.34],
		[30_000, 2.75],
	])('take, %i apart, at most %d characters each', (gap, characters) => {
		const even = Array.from({ length: 25_000 }, (_, i) => 1_000_000 + i * gap);
		// The same on average, as scattered as can be.
		let at = 0;
		let seed = 1;
		const scattered = even.map(() => {
			seed = (seed * 48_271) % 2_147_483_647;
			return (at += 1 + Math.floor((1 - gap) * Math.log(seed / 2_147_483_647)));
		});
		for (const ids of [even, scattered]) {
			expect(packIds(ids).length / ids.length).toBeLessThan(characters);
			expect(sorted(unpackIds(packIds(ids.toReversed())))).toEqual(ids);
		}
	});

	it('take a few characters for each of a few', () => {
		expect(packIds([12, 5_000_017])).toBe('0:c,3rm:nl');
		expect(packIds([12])).toBe('0:c');
		expect(packIds([])).toBe('');
	});

	it('are damaged where no integer up to 2^53 can be meant, or an earlier build wrote them', () => {
		expect(['^', '^A', '^1AA', '^-AA', '^A A', '~Mk4y6E'].filter(isIdSet)).toEqual([]);
	});
});
