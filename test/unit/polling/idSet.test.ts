import fc from 'fast-check';
import { packIds, unpackIds } from '../../../nodes/SalesManagement/polling/idSet';

const id = fc.oneof(fc.nat(5_000), fc.integer({ min: 1, max: 2 ** 40 }));
const sorted = (ids: Iterable<number>) => [...new Set(ids)].sort((a, b) => a - b);

describe('sets of ids as short text', () => {
	it('are restored unchanged', () => {
		fc.assert(
			fc.property(fc.array(id, { maxLength: 3_000 }), (ids) => {
				expect(sorted(unpackIds(packIds(new Set(ids))))).toEqual(sorted(ids));
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
		expect(packIds(Array.from({ length: 20 }, (_, i) => i * 40))).toMatch(/^~/);
		expect(packIds(Array.from({ length: 512 }, (_, i) => i * 2))).toMatch(/^0=/);
	});

	it('take at most three characters for each of many that lie far apart', () => {
		const sparse = Array.from(
			{ length: 16_000 },
			(_, i) => 1_000_000 + i * 1_500 + ((i * 7) % 400),
		);
		expect(packIds(sparse).length).toBeLessThan(3.1 * sparse.length);
		expect(sorted(unpackIds(packIds(sparse.toReversed())))).toEqual(sparse);
	});

	it('take a few characters for each of a few', () => {
		expect(packIds([12, 5_000_017])).toBe('~Mk4y6E');
		expect(packIds([12])).toBe('~M');
		expect(packIds([])).toBe('');
	});
});
