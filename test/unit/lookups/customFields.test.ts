import {
	FieldsSeen,
	fromDefinition,
	isWritable,
	toColumn,
} from '../../../nodes/SalesManagement/lookups/customFields';

const learned = (...records: unknown[]) => {
	const seen = new FieldsSeen();
	for (const customs of records) seen.add(customs);
	return seen.fields;
};

describe('definitions of custom fields (v1 §2.1, §2.9)', () => {
	it('are named by itemKey, by item id where they have none', () => {
		const definitions = [
			{ id: 11, itemKey: 'rank', itemType: 'text', name: 'Rank' },
			{ id: 12, itemKey: null, itemType: 'text', name: 'Note' },
		];
		expect(definitions.flatMap(fromDefinition).map(({ key }) => key)).toEqual(['rank', '12']);
	});

	it.each(['customItemOptions', 'actionCustomItemOptions'])('read choices from %s', (property) => {
		const options = [
			{ id: 900, value: 1, label: 'Gold' },
			{ id: 901, value: 2, label: 'Silver' },
		];
		const definition = { id: 1, itemType: 'single_select', name: 'Rank', [property]: options };
		expect(fromDefinition(definition)[0]?.options).toEqual([
			{ name: 'Gold', value: 1 },
			{ name: 'Silver', value: 2 },
		]);
	});
});

describe('what a definition may lack, or have besides', () => {
	it.each([
		[{ id: 11 }, { key: '11', itemId: 11, name: 'Field 11', options: [] }],
		[
			{ id: 11, itemKey: '', name: '' },
			{ key: '11', itemId: 11, name: 'Field 11', options: [] },
		],
		[
			{ id: 11, itemKey: 'a1' },
			{ key: 'a1', itemId: 11, name: 'a1', options: [] },
		],
		[
			{ id: 11, itemKey: '1a' },
			{ key: '1a', itemId: 11, name: '1a', options: [] },
		],
		[
			{ id: 1, name: 'N', itemType: '' },
			{ key: '1', itemId: 1, name: 'N', options: [] },
		],
		[
			{ itemKey: 'a', myCustomItemOptionsOrder: [{ value: 1, label: 'x' }] },
			{ key: 'a', name: 'a', options: [] },
		],
		[
			{
				itemKey: 'a',
				customItemOptions: [
					{ value: 1 },
					{ value: 'x', label: '' },
					{ value: null, label: 'none' },
					'no object',
				],
			},
			{
				key: 'a',
				name: 'a',
				options: [
					{ name: '1', value: 1 },
					{ name: 'x', value: 'x' },
				],
			},
		],
	])('%j', (definition, field) => {
		expect(fromDefinition(definition)).toEqual([field]);
	});

	it.each([[{ id: '11' }], [{ name: 'N' }], [null], ['x'], [{ itemKey: 5 }]])(
		'%j is none',
		(definition) => {
			expect(fromDefinition(definition)).toEqual([]);
		},
	);
});

describe('the column of each type', () => {
	const options = [{ name: 'Gold', value: 1 }];
	const users = [{ name: 'Ann', value: 7 }];
	const common = { required: false, defaultMatch: false, canBeUsedToMatch: false, display: true };

	it.each([
		['text', 'string', undefined],
		['url', 'string', undefined],
		['decimal_number', 'string', undefined],
		['number', 'number', undefined],
		['date', 'dateTime', undefined],
		['single_select', 'options', options],
		['multi_select', 'string', options],
		['user', 'string', users],
		[undefined, 'string', undefined],
	])('%s is a %s', (itemType, type, choices) => {
		const column = toColumn({ key: 'a', name: 'A', itemType, options }, users);
		expect(column).toStrictEqual({
			...{ id: 'a', displayName: 'A', type, ...common },
			...(choices && { options: choices }),
			...(itemType === 'decimal_number' && { itemType }),
		});
	});
});

describe('custom fields inferred from values (v1 §2.3)', () => {
	it('gather the choices that any record has, with their labels', () => {
		const select = {
			customerCustomItemId: 1,
			itemKey: 'tier',
			itemType: 'multi_select',
			name: 'Tier',
		};
		const [field] = learned(
			[{ ...select, selectedValues: [2], selectedOptions: [{ id: 9, value: 2, label: 'B' }] }],
			[{ ...select, selectedValues: [], selectedOptions: [] }],
			[{ ...select, selectedValues: [1], selectedOptions: [{ id: 8, value: 1, label: 'A' }] }],
		);
		expect(field).toEqual({
			key: 'tier',
			itemId: 1,
			name: 'Tier',
			itemType: 'multi_select',
			options: [
				{ name: 'A', value: 1 },
				{ name: 'B', value: 2 },
			],
		});
	});

	it('keep a label where another value comes without one', () => {
		const select = {
			dealCustomItemId: 1,
			itemKey: 'rank',
			itemType: 'single_select',
			name: 'Rank',
		};
		const labelled = { ...select, selectedValue: 1, selectedOption: { value: 1, label: 'Gold' } };
		const bare = { ...select, selectedValue: 1 };
		const gold = [{ name: 'Gold', value: 1 }];
		expect(learned([labelled], [bare])[0]?.options).toEqual(gold);
		expect(learned([bare], [labelled])[0]?.options).toEqual(gold);
	});

	it('are named by their key in the compact form, and by item id without a key', () => {
		const compact = [
			{ id: 5, contactCustomItemId: 3, itemKey: 'nick', value: 'Al' },
			{ id: 6, contactCustomItemId: 4, itemKey: null, value: null },
		];
		expect(learned(compact)).toEqual([
			{ key: 'nick', itemId: 3, name: 'nick', options: [] },
			{ key: '4', itemId: 4, name: 'Field 4', options: [] },
		]);
	});

	it('are none in records without custom values', () => {
		expect(learned(undefined, null, [], [{ value: 'x' }])).toEqual([]);
	});
});

describe('columns of the mapper', () => {
	const options = [{ name: 'Gold', value: 1 }];
	const users = [{ name: 'Aoi', value: 7 }];
	const column = (itemType: string | undefined) =>
		toColumn({ key: 'k', name: 'K', itemType, options }, users);

	it.each([
		['text', 'string', undefined],
		['url', 'string', undefined],
		['number', 'number', undefined],
		['decimal_number', 'string', undefined],
		['date', 'dateTime', undefined],
		['single_select', 'options', options],
		['multi_select', 'string', options],
		['user', 'string', users],
		[undefined, 'string', undefined],
	])('enter %s as %s', (itemType, type, choices) => {
		expect(column(itemType)).toMatchObject({ id: 'k', displayName: 'K', type, display: true });
		expect(column(itemType).options).toEqual(choices);
	});

	it('tell a decimal from text, as which it is entered so that no digit is lost (v1 §2.3)', () => {
		const itemTypes = ['text', 'decimal_number', undefined].map((type) => column(type).itemType);
		expect(itemTypes).toEqual([undefined, 'decimal_number', undefined]);
	});

	it('leave out what the service calculates', () => {
		const field = { key: 'k', name: 'K', options: [] };
		expect(isWritable({ ...field, itemType: 'calculation' })).toBe(false);
		expect(isWritable({ ...field, itemType: 'text' })).toBe(true);
	});
});
