/** What an import remembers of the rows that it wrote: the last ones for certain, in little memory. */
import fc from 'fast-check';
import type { Item } from '../../../nodes/SalesManagement/fields';
import { Recent } from '../../../nodes/SalesManagement/operations/upsert/recent';
import { TextTable } from '../../../nodes/SalesManagement/operations/upsert/textTable';

const MOST = 40;

// Few keys, so that many are set again; half a character, and texts that are one in bytes only.
const keys = fc.oneof(
	fc.integer({ min: 0, max: 120 }).map((number) => `key ${number}`),
	fc.constantFrom('', '\ud800', '\udfff', '\ufffd', 'é', 'e\u0301', 'a\u0000', '__proto__'),
	fc.string({ unit: 'binary', maxLength: 40 }),
);

test('none of those that were set last is forgotten, and each has the value that it was given last', () => {
	const entries = fc.array(fc.tuple(keys, fc.string({ maxLength: 30 })), { maxLength: 400 });
	fc.assert(
		fc.property(entries, (all) => {
			const table = new TextTable(MOST);
			for (const [key, value] of all) table.set(key, value);
			const last = new Map(all.slice(-MOST));
			for (const [key, value] of last) expect(table.get(key)).toBe(value);
			const ever = new Map(all);
			for (const [key] of all) expect([ever.get(key), undefined]).toContain(table.get(key));
			expect(table.get('never set')).toBeUndefined();
		}),
	);
});

test('what is older is forgotten', () => {
	const table = new TextTable(MOST);
	for (let at = 0; at < 3 * MOST; at++) table.set(`key ${at}`, String(at));
	expect(table.get('key 0')).toBeUndefined();
	expect(table.get(`key ${2 * MOST}`)).toBe(String(2 * MOST));
});

const item = (index: number) => ({ index, isRow: true }) as Item;
const row = (index: number, exact: string, value: unknown = exact) => ({
	item: item(index),
	value,
	key: { exact, loose: exact.toLowerCase() },
});

test('a million rows take no more than the last of them: 120 bytes each', () => {
	const recent = new Recent();
	for (let at = 0; at < 1_000_000; at++) {
		const key = `Row-${String(at).padStart(8, '0')}`;
		recent.add(key.toLowerCase(), row(1 + at, key), 1e7 + at);
	}
	expect(recent.get('row-00900000')).toEqual({
		id: 10_900_000,
		key: { exact: 'Row-00900000' },
		value: 'Row-00900000',
		item: item(900_001),
	});
	expect(recent.bytes).toBeLessThan(100_000 * 120);
});

test('a value that is no text is told as it was, and so is a row whose record nobody knows', () => {
	const recent = new Recent();
	recent.add('7', row(3, '7', 7), 12);
	recent.add('8', row(4, '8'));
	expect(recent.get('7')).toMatchObject({ id: 12, value: 7 });
	expect([recent.isInDoubt('7'), recent.isInDoubt('8'), recent.isInDoubt('9')]).toEqual([
		...[false, true, false],
	]);
	const outcomeOf = (key: string, exact: string) =>
		recent.outcomeOf(key, row(9, exact), { records: [] });
	expect(outcomeOf('7', '7')).toEqual({ records: [{ id: 12 }] });
	expect(outcomeOf('7', '07')).toEqual({ records: [] });
	expect(outcomeOf('8', '8')).toEqual({ records: [] });
});
