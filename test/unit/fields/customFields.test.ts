/** Custom fields: by which key, in which form, and what they refuse. */
import {
	customValueOf,
	customValues,
	fieldKeyOf,
	customsContent,
	heldBy,
	isItemId,
	itemIdOf,
	type WireContext,
} from '../../../nodes/SalesManagement/fields';
import { customObject } from '../../../nodes/SalesManagement/records/customObject';
import { deal } from '../../../nodes/SalesManagement/records/deal';

const context: WireContext = { version: 'v2', timezone: 'Asia/Tokyo', input: {} };

describe('custom fields', () => {
	const schema = [
		{ id: 'rank', displayName: 'Rank', type: 'options', options: [{ name: 'Gold', value: 1 }] },
		{
			id: 'tags',
			displayName: 'Tags',
			type: 'string',
			options: [
				{ name: 'Red', value: 1 },
				{ name: 'Blue', value: 2 },
			],
		},
		{ id: '77', displayName: 'Visited', type: 'dateTime' },
		{ id: 'note', displayName: 'Note', type: 'string' },
	];
	const field = customValues(deal.customs!);

	test('are named by itemKey, or by the id of their item (v2 §2.1.5)', () => {
		const value = { rank: 'Gold', tags: 'Red, Blue', '77': '2026-11-30', note: '' };
		expect(field.wire({ mappingMode: 'defineBelow', value, schema }, context)).toEqual([
			{ dealCustomItemId: 77, value: '2026-11-30T00:00:00Z' },
			{ itemKey: 'rank', value: 1 },
			{ itemKey: 'tags', value: [1, 2] },
			{ itemKey: 'note', value: '' },
		]);
	});

	test('auto-map takes the item’s keys by itemKey or by name, null included', () => {
		const input = { Rank: 'Gold', note: null, other: 1 };
		expect(
			field.wire({ mappingMode: 'autoMapInputData', value: null, schema }, { ...context, input }),
		).toEqual([
			{ itemKey: 'rank', value: 1 },
			{ itemKey: 'note', value: null },
		]);
	});

	describe('auto-map writes one column of the input into one field', () => {
		const named = (...fields: Array<[id: string, displayName: string]>) => ({
			mappingMode: 'autoMapInputData',
			value: null,
			schema: fields.map(([id, displayName]) => ({ id, displayName, type: 'string' })),
		});
		const twins = named(['level_1', 'Level'], ['level_2', 'Level']);
		const sent = (mapping: object, input: WireContext['input']) =>
			field.wire(mapping, { ...context, input });

		test('of a field’s key and another’s name, the key goes first, whichever is listed first', () => {
			const fields: Array<[string, string]> = [
				['a', 'b'],
				['b', 'c'],
			];
			for (const each of [fields, [...fields].reverse()]) {
				expect(sent(named(...each), { b: 1 })).toEqual([{ itemKey: 'b', value: '1' }]);
			}
		});

		test('a name that several fields share is an error that lists them with their keys', () => {
			expect(() => sent(twins, { Level: 'x' })).toThrow(
				'Custom Fields: the input column "Level" is the name of several fields, Level (level_1) and Level (level_2).',
			);
			expect(() => sent(twins, { Level: 'x', level_1: 'y' })).toThrow('"Level"');
		});

		test('a shared name that no column has is none, nor one that is a field’s key', () => {
			expect(sent(twins, { level_2: 'x' })).toEqual([{ itemKey: 'level_2', value: 'x' }]);
			const keyed = named(['a', 'Level'], ['b', 'Level'], ['Level', 'Third']);
			expect(sent(keyed, { Level: 'x' })).toEqual([{ itemKey: 'Level', value: 'x' }]);
		});
	});

	test.each([null, undefined, 'x'])(
		'auto-map without its list of fields (%p) is an error that says so',
		(none) => {
			const mapping = { mappingMode: 'autoMapInputData', value: null, schema: none };
			expect(() => field.wire(mapping, { ...context, input: { rank: 'Gold' } })).toThrow(
				/^Custom Fields: the list of fields is missing/,
			);
		},
	);

	test('values given one by one need no list of fields', () => {
		const mapping = { mappingMode: 'defineBelow', value: { note: 'x' }, schema: null };
		expect(field.wire(mapping, context)).toEqual([{ itemKey: 'note', value: 'x' }]);
	});

	test('auto-map takes fields that the editor hides, as it does with all that are not required', () => {
		const hidden = schema.map((column) => ({ ...column, removed: true }));
		const mapping = { mappingMode: 'autoMapInputData', value: null, schema: hidden };
		expect(field.wire(mapping, { ...context, input: { note: 'x' } })).toEqual([
			{ itemKey: 'note', value: 'x' },
		]);
	});

	test('a label that no choice has is an error that lists the choices', () => {
		expect(() => field.wire({ value: { rank: 'Silver' }, schema }, context)).toThrow(
			'its choices are Gold',
		);
	});

	describe('choices', () => {
		const options = [
			{ name: ' Gold ', value: 1 },
			{ name: 'Silver', value: 2 },
			{ name: '2', value: 3 },
		];
		const one = (entered: unknown, type = 'options') => {
			const column = { id: 'rank', displayName: 'Rank', type, options };
			const sent = field.wire({ value: { rank: entered }, schema: [column] }, context);
			return (sent as Array<{ value: unknown }>)[0]?.value;
		};

		test.each([
			['Gold', 1],
			[' Gold', 1],
			['1', 1],
			[2, 2],
			['9', 9],
		])('%j is %j: a label or a value, whatever spaces are around it', (entered, value) => {
			expect(one(entered)).toBe(value);
			expect(one([entered], 'array')).toEqual([value]);
		});

		test('text that is the value of one and the label of another is an error', () => {
			expect(() => one('2')).toThrow(
				'Rank is "2", which may be "Silver (2)" or "2 (3)": give it so, or its number as a number.',
			);
		});

		test.each(['Bronze', '1.5', '-1', '01', '1 2'])('%j is no choice', (entered) => {
			expect(() => one(entered)).toThrow(`Rank has no choice "${entered}"; its choices are `);
		});

		test('several are cleared by an empty list, and nothing else that is empty is one', () => {
			expect(one([], 'array')).toBeNull();
			expect(one('', 'array')).toBe('');
			expect(() => one(' , ', 'array')).toThrow('Rank is " , "; it must be a list of choices.');
		});

		test('a list that may be incomplete lets through what has its form', () => {
			const column = {
				id: 'a',
				displayName: 'A',
				type: 'options',
				options: [{ name: 'X', value: 'x' }],
			};
			const sent = (entered: unknown) =>
				field.wire({ value: { a: entered }, schema: [column] }, context);
			expect(sent('y')).toEqual([{ itemKey: 'a', value: 'y' }]);
			expect(() => sent(' ')).toThrow('A has no choice ""; its choices are X.');
		});
	});

	test('an expression may give a plain object by itemKey', () => {
		expect(field.wire({ rank: 1 }, context)).toEqual([{ itemKey: 'rank', value: 1 }]);
	});

	test('nothing mapped sends nothing', () => {
		expect(
			field.wire({ mappingMode: 'defineBelow', value: null, schema }, context),
		).toBeUndefined();
	});

	test('of custom objects are properties of the body (v2 §2.8)', () => {
		const objects = customValues(customObject.customs!);
		expect(objects.wire({ value: { note: 'a', rank: '' }, schema }, context)).toEqual({
			note: 'a',
			rank: '',
		});
	});
});

describe('the keys of custom values are data (found: __proto__, 012)', () => {
	const field = customValues(deal.customs!);
	const keys = ['__proto__', 'constructor', 'toString', '012', '0'];

	test.each(keys)('%s is an item key, and neither a prototype nor an id', (key) => {
		const entered = JSON.parse(`{"value": {"${key}": "x"}}`) as unknown;
		expect(field.wire(entered, context)).toEqual([{ itemKey: key, value: 'x' }]);
	});

	test.each(keys)('%s of an input item is mapped by its name alone', (key) => {
		const schema = [{ id: key, displayName: key, type: 'string' }];
		const mapping = { mappingMode: 'autoMapInputData', value: null, schema };
		expect(field.wire(mapping, context)).toBeUndefined();
		const input = JSON.parse(`{"${key}": "x"}`) as WireContext['input'];
		expect(field.wire(mapping, { ...context, input })).toEqual([{ itemKey: key, value: 'x' }]);
	});

	test('as properties of a custom object they reach no prototype either', () => {
		const sent = customValues(customObject.customs!).wire(
			JSON.parse('{"value": {"__proto__": "x"}}'),
			context,
		) as object;
		expect(Object.keys(sent)).toEqual(['__proto__']);
		expect(JSON.stringify(sent)).toBe('{"__proto__":"x"}');
	});
});

test.each(['abc', ['a', 'b'], 7])('custom fields refuse %j in place of values by key', (value) => {
	expect(() => customValues(deal.customs!).wire({ value }, context)).toThrow(/^Custom Fields/);
});

describe('a custom value as the service returns it (v1 §2.3)', () => {
	test.each([
		[{ value: 'raw' }, ['raw']],
		[{ value: 3, text: '3' }, [3, '3']],
		[{ number: 0 }, [0]],
		[{ decimalNumber: '1.50' }, ['1.50']],
		[{ calculationResult: '12.5' }, ['12.5']],
		[{ datetime: '2026-11-30T00:00:00Z' }, ['2026-11-30T00:00:00Z']],
		[{ selectedValue: 2 }, [2]],
		[{ selectedOption: { value: 2, label: 'Silver' } }, [2]],
		[{ selectedOption: 'Silver' }, []],
		[{ text: 'a' }, ['a']],
		[{ value: null, text: '' }, []],
		['bare', ['bare']],
		[7, [7]],
		[null, []],
		['', []],
	])('%j holds %j, each of which may be compared', (custom, held) => {
		expect(heldBy(custom)).toEqual(held);
	});

	test.each([
		[{ itemKey: 'rank', dealCustomItemId: 5, id: 9 }, 'rank', 5],
		[{ itemKey: '', customerCustomItemId: 5, id: 9 }, '5', 5],
		[{ contactCustomItemId: 5 }, '5', 5],
		[{ id: 9, CustomItemIdOf: 3 }, '9', undefined],
		[{}, '', undefined],
	])('%j belongs to the field %j', (custom, key, itemId) => {
		expect(fieldKeyOf(custom)).toBe(key);
		expect(itemIdOf(custom)).toBe(itemId);
	});

	test.each([
		['1', true],
		['12', true],
		['9'.repeat(15), true],
		['9'.repeat(16), false],
		['012', false],
		['0', false],
		['x1', false],
		['1x', false],
	])('%j is the id of an item: %j', (key, isId) => {
		expect(isItemId(key)).toBe(isId);
	});

	test('is found by its key or the id of its item, in a list and in an object', () => {
		const rank = { itemKey: 'rank', dealCustomItemId: 5 };
		// A key that looks like the id of another field's item.
		const odd = { itemKey: '5', dealCustomItemId: 6 };
		expect(customValueOf([odd, null, rank], '5')).toBe(rank);
		expect(customValueOf([odd, rank], 'rank')).toBe(rank);
		expect(customValueOf([{ itemKey: '7' }], '7')).toEqual({ itemKey: '7' });
		expect(customValueOf([{ dealCustomItemId: '07' }], '07')).toEqual({ dealCustomItemId: '07' });
		expect(customValueOf({ rank, odd }, 'rank')).toBe(rank);
		expect(customValueOf({ rank, x: 1, odd }, '6')).toBe(odd);
		for (const none of [[rank], { rank }, null, 'x']) {
			expect(customValueOf(none, 'toString')).toBeUndefined();
		}
	});
});

describe('the content of a custom value is what was chosen, not how it is called', () => {
	const content = (custom: object) =>
		JSON.stringify(customsContent([{ dealCustomItemId: 4, itemKey: 'level', ...custom }]));
	const option = (id: number, label: string) => ({ dealCustomItemOptionId: id, label });

	it.each([
		[{ selectedOption: option(1, 'A') }, { selectedOption: option(1, 'B') }, true],
		[{ selectedOption: option(1, 'A') }, { selectedOption: option(2, 'A') }, false],
		[{ selectedOption: { id: 1 } }, { selectedOption: { id: 2 } }, false],
		[{ selectedOption: { value: 1 } }, { selectedOption: { value: 2 } }, false],
		[{ selectedOption: 'A' }, { selectedOption: 'B' }, false],
		[{ selectedOption: null }, { selectedOption: option(1, 'A') }, false],
		[
			{ selectedOptions: [option(1, 'A'), option(2, 'B')] },
			{ selectedOptions: [option(2, 'C'), option(1, 'A')] },
			true,
		],
		[{ selectedOptions: [option(1, 'A')] }, { selectedOptions: [option(2, 'A')] }, false],
		[{ selectedUsers: [{ id: 1, name: 'A' }] }, { selectedUsers: [{ id: 1, name: 'B' }] }, true],
		[{ selectedUsers: [{ id: 1 }] }, { selectedUsers: [{ id: 2 }] }, false],
	])('%j and %j are the same: %p', (one, other, same) => {
		expect(content(one) === content(other)).toBe(same);
	});
});

describe('an object in a custom field whose type is not known', () => {
	const wire = (value: unknown) =>
		customValues(deal.customs!).wire({ value: { x: value }, schema: [] }, context);

	test.each<[unknown]>([[{ a: 1 }], [{}], [{ id: 5 }], [{ toISO: 'x' }]])(
		'%j is told what it may be',
		(value) => {
			expect(() => wire(value)).toThrow(
				`x is ${JSON.stringify(value)}; it must be text, a number, true or false, a date, or a list of texts, numbers and flags.`,
			);
		},
	);

	test('a date is one, and an invalid one is told as that', () => {
		const sent = [{ itemKey: 'x', value: '2026-11-30T00:00:00.000Z' }];
		const iso = '2026-11-30T09:00:00.000+09:00';
		expect(wire(new Date(Date.UTC(2026, 10, 30)))).toEqual(sent);
		expect(wire({ toISO: () => iso })).toEqual(sent);
		expect(() => wire(new Date(Number.NaN))).toThrow(/which is not a real date and time/);
		expect(() => wire({ toISO: () => null })).toThrow(/which is not a real date and time/);
	});
});
