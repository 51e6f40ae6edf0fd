import { ServiceError } from '../../../nodes/SalesManagement/api/errors';
import {
	fieldsOfObjects,
	isFilterable,
	nameOfObject,
	ofDefinition,
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

	it.each(
		[
			...['026-11-30T00:00', '2026-1-30T00:00', '2026-11-3T00:00', '2026-11-30T0:00'],
			...[
				'2026-11-30T00:0',
				'2026-11-30T00',
				'2026-11-30',
				'x2026-11-30T00:00',
				'due 2026-11-30T00:00Z',
			],
			...[
				'aaaa-11-30T00:00',
				'2026-aa-30T00:00',
				'2026-11-aaT00:00',
				'2026-11-30Taa:00',
				'2026-11-30T00:aa',
			],
			...[
				'https://',
				'ftp://example.com',
				'see https://example.com',
				'https://example.com a',
				'https:/x',
			],
		].map((value) => [value]),
	)('%j is text, neither a date nor an address', (value) => {
		expect(typeOfValues([value])).toBe('text');
	});

	it.each([
		[[['red', 1]], 'multi_select'],
		[[[1], ['red']], 'multi_select'],
		[[[1], 'red'], 'text'],
		[[1, '1'], 'text'],
		[['2026-11-30T00:00'], 'date'],
		[['http://a/b?c=d'], 'url'],
		[[true], 'text'],
		[[0], 'number'],
	])('%j is %s', (values, type) => {
		expect(typeOfValues(values)).toBe(type);
	});

	it('offer as choices only texts that are filled', () => {
		const [field] = fieldsOfObjects([{ tags: ['red', '', 3, null, 'red'] }, { tags: ['blue'] }]);
		expect(field?.options.map(({ value }) => value)).toEqual(['red', 'blue']);
		expect(fieldsOfObjects([{ owners: [1, 2] }])[0]?.options).toEqual([]);
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
		expect(isFilterable(field('count', 'number'))).toBe(true);
		expect(isFilterable({ key: 'unknown', name: 'unknown', options: [] })).toBe(true);
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

describe('reads of a definition', () => {
	const failing = async (status: number) => {
		const parts = { operation: 'customObject.getMany', outcome: 'refused', advice: '' } as const;
		const error = new ServiceError({ ...parts, serviceMessage: 'No', status });
		const request = { operation: parts.operation, path: { customObjectDefKey: 'nope' } };
		await ofDefinition(request, async () => await Promise.reject(error));
	};

	it.each([404, 410])('a %i says that there is no such key', async (status) => {
		await expect(failing(status)).rejects.toThrow(/^The service knows no custom object .* "nope"/);
	});

	it('any other failure is passed on', async () => {
		await expect(failing(403)).rejects.toThrow(/^No \(Custom Object: Get Many, HTTP 403\)/);
	});
});
