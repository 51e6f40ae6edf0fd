/** The shape of an answer: names and types, never a value. */
import { Names } from '../../../../nodes/SalesManagement/operations/check/names';
import { shapeOf, typeOf } from '../../../../nodes/SalesManagement/operations/check/shape';

test('an envelope with its records', () => {
	const body = {
		customers: [{ id: 1, name: 'Acme', parentId: null }],
		hasMore: false,
		totalCount: 1,
	};
	expect(shapeOf(body, new Names())).toBe(
		'{customers: [{id: integer, name: text, parentId: null}], hasMore: flag, totalCount: integer}',
	);
});

test('a text is a text, whatever it looks like', () => {
	expect(shapeOf({ name: '2026-01-01', text: '12', value: '' }, new Names())).toBe(
		'{name: text, text: text, value: text}',
	);
	expect(['2026-01-01', '2026-01-01T10:00:00Z', '12', '1.50', ''].map(typeOf)).toEqual([
		...['date', 'date-time', 'integer as text', 'decimal as text', 'empty text'],
	]);
});

test('a name that nobody documented is shown where it reads as one, and is no value elsewhere', () => {
	const names = new Names();
	const body = { etag: 'x', secretKey: 1, 'Acme Ltd': 2, '4711': 3, acme_budget: 4 };
	expect(shapeOf(body, names)).toContain('etag: text');
	names.learn([{ itemKey: 'acme_budget' }, 'SecretKey']);
	expect(shapeOf(body, names)).toBe('{*: integer, etag: text}');
});

test('depth and length have an end', () => {
	const deep = { a: { a: { a: { a: { a: 1 } } } } };
	expect(shapeOf(deep, new Names())).toBe('{a: {a: {a: {…}}}}');
	const wide = Object.fromEntries(
		Array.from({ length: 900 }, (_, at) => [`n${'abcdefghij'[at % 10]}${'x'.repeat(at % 25)}`, at]),
	);
	expect(shapeOf(wide, new Names()).length).toBeLessThan(2_000);
});
