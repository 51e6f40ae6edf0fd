/** Custom fields: by which key, in which form, and what they refuse. */
import tables from './customFields.json';
import { customValues, type ValueContext } from '../../nodes/SalesManagement/fields';
import { recordOf } from '../../nodes/SalesManagement/records';

const context: ValueContext = { version: 'v2', timezone: 'Asia/Tokyo' };
const field = customValues(recordOf('deal').customs!);
const objects = customValues(recordOf('customObject').customs!);
const schema = tables.schema;
describe('what is mapped by hand', () => {
	test('is named by itemKey, or by the id of its item (v2 §2.1.5)', () => {
		const value = { rank: 'Gold', tags: 'Red, Blue', '77': '2026-11-30', note: '' };
		expect(field.toRequest({ mappingMode: 'defineBelow', value, schema }, context)).toEqual([
			{ dealCustomItemId: 77, value: '2026-11-30T00:00:00Z' },
			{ itemKey: 'rank', value: 1 },
			{ itemKey: 'tags', value: [1, 2] },
			{ itemKey: 'note', value: '' },
		]);
	});

	test('of custom objects are properties of the body (v2 §2.8)', () => {
		const value = { note: 'a', rank: '' };
		expect(objects.toRequest({ value, schema }, context)).toEqual(value);
	});

	test.each(tables.mappings)('needs no list of fields: $mapping', ({ mapping, itemKey, value }) => {
		expect(field.toRequest(mapping, context)).toEqual([{ itemKey, value }]);
	});

	test('sends nothing where nothing is', () => {
		const nothing = { mappingMode: 'defineBelow', value: null, schema };
		expect(field.toRequest(nothing, context)).toBeUndefined();
	});

	test.each(['abc', ['a', 'b'], 7])('is no %j', (value) => {
		expect(() => field.toRequest({ value }, context)).toThrow(/^Custom Fields/);
	});
});

test('what is to be mapped automatically says where that is done', () => {
	const mapping = { mappingMode: 'autoMapInputData', value: null, schema };
	expect(() => field.toRequest(mapping, context)).toThrow('choose Input under Fields From');
});

describe('choices', () => {
	const options = tables.options;
	const sent = (
		entered: unknown,
		itemType = 'single_select',
		among: readonly object[] = options,
	) => {
		const column = { id: 'rank', displayName: 'Rank', type: 'string', itemType, options: among };
		const list = field.toRequest({ value: { rank: entered }, schema: [column] }, context);
		return (list as Array<{ value: unknown }>)[0]?.value;
	};

	test.each(tables.choices)(
		'$entered is $value: a label or a value, whatever spaces are around it',
		({ entered, value }) => {
			expect(sent(entered)).toBe(value);
			expect(sent([entered], 'multi_select')).toEqual([value]);
		},
	);

	test.each(tables.several)('several: $entered is $values', ({ entered, values }) =>
		expect(sent(entered, 'multi_select')).toEqual(values),
	);

	test.each(tables.refused)('$entered is an error: $message', ({ entered, message }) => {
		expect(() => sent(entered)).toThrow(message);
	});

	test('where only numbers are known, the error says what the labels take', () => {
		const numbered = [1, 2].map((value) => ({ name: String(value), value }));
		const told =
			'its choices are 1, 2. Without a V1 API Key in the credential, labels are not known.';
		expect(() => sent('Gold', 'single_select', numbered)).toThrow(told);
		expect(() => sent('Bronze')).not.toThrow('V1 API Key');
	});

	test('a list without an entry is no list of choices', () => {
		expect(() => sent(' , ', 'multi_select')).toThrow(
			'Rank is " , "; it must be a list of choices.',
		);
	});

	test('of texts, which may not all be known, any text is taken', () => {
		const known = [{ name: 'X', value: 'x' }];
		expect(sent('y', 'single_select', known)).toBe('y');
		expect(sent(' \u3000', 'single_select', known)).toBe('');
	});
});

describe.each(['__proto__', 'constructor', 'toString', '012', '0'])('the key %s is data', (key) => {
	test('in a mapping: neither a prototype nor an id', () => {
		const entered = JSON.parse(`{"value": {"${key}": "x"}}`) as unknown;
		expect(field.toRequest(entered, context)).toEqual([{ itemKey: key, value: 'x' }]);
		expect(JSON.stringify(objects.toRequest(entered, context))).toBe(`{"${key}":"x"}`);
	});
});

describe('a value whose type is not known', () => {
	const wire = (value: unknown) => field.toRequest({ value: { x: value }, schema: [] }, context);

	test.each([[{ a: 1 }], [{}], [{ id: 5 }]])('is no %j', (value) => {
		expect(() => wire(value)).toThrow(
			`x is ${JSON.stringify(value)}, which is not a real date and time`,
		);
	});

	test('may be a date object, unless that is invalid', () => {
		const luxon = (iso: string | null) => ({ toJSON: () => iso });
		for (const date of [new Date(0), luxon('1970-01-01T09:00:00.000+09:00')]) {
			expect(wire(date)).toEqual([{ itemKey: 'x', value: '1970-01-01T00:00:00.000Z' }]);
		}
		for (const none of [new Date(Number.NaN), luxon(null)]) {
			expect(() => wire(none)).toThrow(/which is not a real date and time/);
		}
	});
});
