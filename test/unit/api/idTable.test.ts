/** Sets of ids in little memory. */
import { IdTable, scattered } from '../../../nodes/SalesManagement/api/idTable';

test('knows what was added, and nothing else', () => {
	const table = new IdTable();
	const ids = [1, 2, 2 ** 32 - 1, 7, 2 ** 32, 2 ** 53 - 1, 3_000_000_000];
	expect(ids.map((id) => table.add(id))).toEqual(ids.map(() => true));
	expect(ids.map((id) => table.add(id))).toEqual(ids.map(() => false));
	expect(table.size).toBe(ids.length);
	expect([3, 2 ** 32 + 1, 2 ** 53 - 2].filter((id) => table.has(id))).toEqual([]);
	expect(ids.every((id) => table.has(id))).toBe(true);
});

const STEPS = [1, 2, 1000, 1024, 65_536, 2 ** 33];

test.each(STEPS)('a million ids in steps of %d take less than 20 MB', (step) => {
	const table = new IdTable();
	for (let at = 1; at <= 1_000_000; at++) table.add(at * step);
	expect(table.size).toBe(1_000_000);
	expect(table.has(500_000 * step)).toBe(true);
	expect(table.has(500_000 * step + 1)).toBe(step === 1);
	expect(table.bytes).toBeLessThan(20e6);
});

test.each(STEPS)('ids in steps of %d get places of their own, nearly as by chance', (step) => {
	const [ids, places] = [100_000, 2 ** 18];
	const taken = new Set<number>();
	for (let at = 1; at <= ids; at++) taken.add(scattered(at * step) & (places - 1));
	// By chance it is 83 of 100.
	expect(taken.size).toBeGreaterThan(0.8 * ids);
});
