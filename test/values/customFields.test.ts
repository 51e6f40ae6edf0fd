/** Custom fields: by which key, in which form, what they refuse, and what the service returns of them. */
import {
	customsContent,
	customValueOf,
	customValues,
	entriesIn,
	fieldKeyOf,
	isItemId,
	itemIdOf,
	type WireContext,
} from '../../nodes/SalesManagement/fields';
import { recordOf } from '../../nodes/SalesManagement/records';

const context: WireContext = { version: 'v2', timezone: 'Asia/Tokyo', input: {} };
const field = customValues(recordOf('deal')!.customs!);
const objects = customValues(recordOf('customObject')!.customs!);
const schema = [
	{
		...{ id: 'rank', displayName: 'Rank', type: 'options', itemType: 'single_select' },
		options: [{ name: 'Gold', value: 1 }],
	},
	{
		...{ id: 'tags', displayName: 'Tags', type: 'string', itemType: 'multi_select' },
		options: [
			{ name: 'Red', value: 1 },
			{ name: 'Blue', value: 2 },
		],
	},
	{ id: '77', displayName: 'Visited', type: 'dateTime', itemType: 'date' },
	{ id: 'note', displayName: 'Note', type: 'string' },
];
type Input = WireContext['input'];
const auto = (columns: unknown, input: Input = {}) =>
	field.wire(
		{ mappingMode: 'autoMapInputData', value: null, schema: columns },
		{ ...context, input },
	);
const named = (...fields: ReadonlyArray<readonly [id: string, displayName: string]>) =>
	fields.map(([id, displayName]) => ({ id, displayName, type: 'string' }));

describe('what is mapped by hand', () => {
	test('is named by itemKey, or by the id of its item (v2 §2.1.5)', () => {
		const value = { rank: 'Gold', tags: 'Red, Blue', '77': '2026-11-30', note: '' };
		expect(field.wire({ mappingMode: 'defineBelow', value, schema }, context)).toEqual([
			{ dealCustomItemId: 77, value: '2026-11-30T00:00:00Z' },
			{ itemKey: 'rank', value: 1 },
			{ itemKey: 'tags', value: [1, 2] },
			{ itemKey: 'note', value: '' },
		]);
	});

	test('of custom objects are properties of the body (v2 §2.8)', () => {
		const value = { note: 'a', rank: '' };
		expect(objects.wire({ value, schema }, context)).toEqual(value);
	});

	test.each([
		[{ mappingMode: 'defineBelow', value: { note: 'x' }, schema: null }, 'note', 'x'],
		[{ rank: 1 }, 'rank', 1],
	])('needs no list of fields: %j', (mapping, itemKey, value) => {
		expect(field.wire(mapping, context)).toEqual([{ itemKey, value }]);
	});

	test('sends nothing where nothing is', () => {
		const nothing = { mappingMode: 'defineBelow', value: null, schema };
		expect(field.wire(nothing, context)).toBeUndefined();
	});

	test.each(['abc', ['a', 'b'], 7])('is no %j', (value) => {
		expect(() => field.wire({ value }, context)).toThrow(/^Custom Fields/);
	});
});

describe('auto-map', () => {
	test.each<[what: string, columns: object[], Input, sent: unknown]>([
		[
			'takes columns by itemKey or by name, null included',
			schema,
			{ Rank: 'Gold', note: null, other: 1 },
			[
				{ itemKey: 'rank', value: 1 },
				{ itemKey: 'note', value: null },
			],
		],
		[
			'takes fields that the editor hides',
			schema.map((each) => ({ ...each, removed: true })),
			{ note: 'x' },
			[{ itemKey: 'note', value: 'x' }],
		],
		...[
			named(['a', 'b'], ['b', 'c']),
			named(['b', 'c'], ['a', 'b']),
			named(['a', 'b'], ['c', 'b'], ['b', 'd']),
		].map((columns): [string, object[], Input, unknown] => [
			'takes a column for the field of that key before one of that name',
			columns,
			{ b: 'x' },
			[{ itemKey: 'b', value: 'x' }],
		]),
	])('%s', (_, columns, input, sent) => {
		expect(auto(columns, input)).toEqual(sent);
	});

	test('a name that several fields share is an error that lists them with their keys', () => {
		const twins = named(['level_1', 'Level'], ['level_2', 'Level']);
		expect(() => auto(twins, { Level: 'x', level_1: 'y' })).toThrow(
			'Custom Fields: the input column "Level" is the name of several fields, Level (level_1) and Level (level_2).',
		);
		expect(auto(twins, { level_2: 'x' })).toEqual([{ itemKey: 'level_2', value: 'x' }]);
	});

	test.each([null, undefined, 'x'])('without its list of fields (%p) it says so', (none) => {
		expect(() => auto(none, { rank: 'Gold' })).toThrow(
			/^Custom Fields: the list of fields is missing/,
		);
	});
});

describe('choices', () => {
	const options = [
		{ name: ' Gold ', value: 1 },
		{ name: 'Silver', value: 2 },
		{ name: '2', value: 3 },
		{ name: 'Price, net', value: 4 },
	];
	const sent = (
		entered: unknown,
		itemType = 'single_select',
		among: readonly object[] = options,
	) => {
		const column = { id: 'rank', displayName: 'Rank', type: 'string', itemType, options: among };
		const list = field.wire({ value: { rank: entered }, schema: [column] }, context);
		return (list as Array<{ value: unknown }>)[0]?.value;
	};

	test.each([
		['Gold', 1],
		[' Gold', 1],
		['1', 1],
		[2, 2],
		['9', 9],
	])('%j is %j: a label or a value, whatever spaces are around it', (entered, value) => {
		expect(sent(entered)).toBe(value);
		expect(sent([entered], 'multi_select')).toEqual([value]);
	});

	test.each<[unknown, unknown]>([
		['["Price, net", "Gold"]', [4, 1]],
		[[], null],
		['', ''],
	])('several: %j is %j', (entered, values) =>
		expect(sent(entered, 'multi_select')).toEqual(values),
	);

	test.each([
		...['Bronze', '1.5', '-1', '01', '1 2'].map((entered) => [
			entered,
			`Rank has no choice "${entered}"; its choices are `,
		]),
		[
			'2',
			'Rank is "2", which may be "Silver (2)" or "2 (3)": give it so, or its number as a number.',
		],
	])('%j is an error: %s', (entered, message) => {
		expect(() => sent(entered)).toThrow(message);
	});

	test('a list without an entry is no list of choices', () => {
		expect(() => sent(' , ', 'multi_select')).toThrow(
			'Rank is " , "; it must be a list of choices.',
		);
	});

	test('of texts, which may not all be known, any text is taken', () => {
		const known = [{ name: 'X', value: 'x' }];
		expect(sent('y', 'single_select', known)).toBe('y');
		expect(() => sent(' ', 'single_select', known)).toThrow(
			'Rank has no choice ""; its choices are X.',
		);
	});
});

describe.each(['__proto__', 'constructor', 'toString', '012', '0'])('the key %s is data', (key) => {
	test('in a mapping: neither a prototype nor an id', () => {
		const entered = JSON.parse(`{"value": {"${key}": "x"}}`) as unknown;
		expect(field.wire(entered, context)).toEqual([{ itemKey: key, value: 'x' }]);
		expect(JSON.stringify(objects.wire(entered, context))).toBe(`{"${key}":"x"}`);
	});

	test('in an input item, where it is', () => {
		expect(auto(named([key, key]))).toBeUndefined();
		const input = JSON.parse(`{"${key}": "x"}`) as Input;
		expect(auto(named([key, key]), input)).toEqual([{ itemKey: key, value: 'x' }]);
	});
});

describe('a value whose type is not known', () => {
	const wire = (value: unknown) => field.wire({ value: { x: value }, schema: [] }, context);

	test.each([[{ a: 1 }], [{}], [{ id: 5 }]])('is no %j', (value) => {
		expect(() => wire(value)).toThrow(
			`x is ${JSON.stringify(value)}, which is not a real date and time`,
		);
	});

	test('may be a date object, unless that is invalid', () => {
		const luxon = (iso: string | null) => ({ toISO: () => iso });
		for (const date of [new Date(0), luxon('1970-01-01T09:00:00.000+09:00')]) {
			expect(wire(date)).toEqual([{ itemKey: 'x', value: '1970-01-01T00:00:00.000Z' }]);
		}
		for (const none of [new Date(Number.NaN), luxon(null)]) {
			expect(() => wire(none)).toThrow(/which is not a real date and time/);
		}
	});
});

describe('a custom value as the service returns it (v1 §2.3)', () => {
	const silver = { value: 2, label: 'Silver' };
	const anna = { id: 7, name: 'Anna' };
	test.each<[custom: unknown, entries: unknown[]]>([
		[{ value: 'raw' }, [{ value: 'raw' }]],
		[{ value: '3', text: '3' }, [{ value: '3' }]],
		[{ number: 0, value: '0' }, [{ value: 0 }]],
		[{ decimalNumber: '1.50' }, [{ value: '1.50' }]],
		[{ datetime: '2026-11-30T00:00:00Z' }, [{ value: '2026-11-30T00:00:00Z' }]],
		[{ selectedOption: silver, value: '2' }, [silver]],
		[{ selectedOption: null, selectedValue: 2 }, [{ value: 2 }]],
		[{ selectedOptions: [silver], selectedValues: [2] }, [silver]],
		[{ selectedUsers: [anna], value: '7' }, [{ value: 7, name: 'Anna' }]],
		[{ selectedUsers: [], itemType: 'user', value: '7, 8' }, [{ value: '7' }, { value: '8' }]],
		[{ itemType: 'text', value: '7, 8' }, [{ value: '7, 8' }]],
		[{ value: null, text: '' }, []],
		['bare', [{ value: 'bare' }]],
		[
			['a', 'b'],
			[{ value: 'a' }, { value: 'b' }],
		],
		[null, []],
	])('%j holds %j, whichever form it has', (custom, entries) => {
		expect(entriesIn(custom)).toEqual(entries);
	});

	test.each([
		[{ itemKey: 'rank', dealCustomItemId: 5, id: 9 }, 'rank', 5],
		[{ itemKey: '', customerCustomItemId: 5, id: 9 }, '5', 5],
		[{ id: 9, CustomItemIdOf: 3 }, '9', undefined],
		[{}, '', undefined],
	])('%j belongs to the field %j', (custom, key, itemId) => {
		expect([fieldKeyOf(custom), itemIdOf(custom)]).toEqual([key, itemId]);
	});

	test.each(['1', '9'.repeat(15)])('%s is the id of an item', (key) => {
		expect(isItemId(key)).toBe(true);
	});

	test.each(['012', '0', 'x1', '1x', '9'.repeat(16)])('%s is a key', (key) => {
		expect(isItemId(key)).toBe(false);
	});

	test('is found by its key or the id of its item, in a list and in an object', () => {
		const rank = { itemKey: 'rank', dealCustomItemId: 5 };
		const odd = { itemKey: 'odd', dealCustomItemId: 6 };
		expect(customValueOf([odd, null, rank], '5')).toBe(rank);
		expect(customValueOf({ rank, odd }, 'rank')).toBe(rank);
		expect(customValueOf({ rank, x: 1, odd }, '6')).toBe(odd);
		for (const none of [[rank], { rank }, null, 'x']) {
			expect(customValueOf(none, 'toString')).toBeUndefined();
		}
	});

	const a = { dealCustomItemOptionId: 1, label: 'A' };
	const b = { dealCustomItemOptionId: 2, label: 'A' };
	const renamed = { ...a, label: 'B' };
	test.each([
		[{ selectedOption: a }, { selectedOption: renamed }, true],
		[{ selectedOption: a }, { selectedOption: b }, false],
		[{ selectedOption: 'A' }, { selectedOption: 'B' }, false],
		[{ selectedOption: null }, { selectedOption: a }, false],
		[{ selectedOptions: [a, b] }, { selectedOptions: [b, renamed] }, true],
		[{ selectedOptions: [a] }, { selectedOptions: [b] }, false],
		[{ selectedUsers: [{ id: 1, name: 'A' }] }, { selectedUsers: [{ id: 1, name: 'B' }] }, true],
		[{ selectedUsers: [{ id: 1 }] }, { selectedUsers: [{ id: 2 }] }, false],
	])('counts by what was chosen, not by how that is called: %j and %j %p', (one, other, same) => {
		const [first, second] = [one, other].map((custom) =>
			JSON.stringify(customsContent([{ dealCustomItemId: 4, itemKey: 'level', ...custom }])),
		);
		expect(first === second).toBe(same);
	});
});
