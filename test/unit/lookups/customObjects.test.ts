import {
	fieldsOfObjects,
	isFilterable,
	nameOfObject,
	typeOfValues,
} from '../../../nodes/SalesManagement/lookups/customObjects';

/** v2 §2.8 gives the JSON form of each field type. */
describe('fields of custom objects, inferred from their values', () => {
	it.each([
		[['Broken screen'], 'text'],
		[['12.50'], 'text'],
		[['open', ''], 'text'],
		[[3, null, 4], 'number'],
		[['2026-11-30T00:00:00Z'], 'date'],
		[['https://example.com/a'], 'url'],
		[[['red', 'blue'], []], 'multi_select'],
		[[[1, 2]], 'user'],
		[[null, '', []], undefined],
		[['2026-11-30T00:00:00Z', 'soon'], 'text'],
	])('%j is %s', (values, type) => {
		expect(typeOfValues(values)).toBe(type);
	});

	const objects = [
		{ id: 1, title: 'A', colors: ['red'], owners: [2], createdAt: 'x', updatedAt: 'x' },
		{ id: 2, title: null, colors: ['blue', 'red'], owners: [], createdAt: 'x', updatedAt: 'x' },
	];

	it('are all properties but the common ones, with the choices that occur', () => {
		expect(fieldsOfObjects(objects)).toEqual([
			{ key: 'title', name: 'title', itemType: 'text', options: [] },
			{
				key: 'colors',
				name: 'colors',
				itemType: 'multi_select',
				options: [
					{ name: 'red', value: 'red' },
					{ name: 'blue', value: 'blue' },
				],
			},
			{ key: 'owners', name: 'owners', itemType: 'user', options: [] },
		]);
	});

	it('filter the list unless they hold several values or have the name of a parameter (v2 §4.11)', () => {
		const field = (key: string, itemType: string) => ({ key, name: key, itemType, options: [] });
		expect(isFilterable(field('title', 'text'))).toBe(true);
		expect(isFilterable(field('due', 'date'))).toBe(true);
		expect(isFilterable(field('sort', 'text'))).toBe(false);
		expect(isFilterable(field('colors', 'multi_select'))).toBe(false);
		expect(isFilterable(field('site', 'url'))).toBe(false);
	});

	it('call an object by its first text, else by its id', () => {
		const site = 'https://example.com';
		expect(nameOfObject({ id: 9, due: '2026-11-30T00:00:00Z', site, title: 'A' })).toBe('A');
		expect(nameOfObject({ id: 9, title: null, count: 3 })).toBe('#9');
	});
});
