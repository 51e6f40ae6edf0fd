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
	});

	it('take a few characters for each of a few', () => {
		expect(packIds([12, 5_000_017])).toBe('0:c,3rm:nl');
		expect(packIds([])).toBe('');
	});
});
