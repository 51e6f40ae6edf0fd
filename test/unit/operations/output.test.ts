import {
	customsByKey,
	picked,
	readable,
	readableCustoms,
	simplified,
} from '../../../nodes/SalesManagement/operations/output';
import { customValueOf, text } from '../../../nodes/SalesManagement/fields';
import { deal } from '../../../nodes/SalesManagement/records/deal';

const option = (value: number, label: string) => ({ id: value, value, label });

describe('custom values become {name or itemKey: readable value} (v1 §2.3)', () => {
	test.each([
		['text', { itemType: 'text', value: 'a', text: 'a' }, 'a'],
		['number', { itemType: 'number', value: '3', number: 3 }, 3],
		['zero', { itemType: 'number', number: 0 }, 0],
		['decimal', { itemType: 'decimal_number', decimalNumber: '1.50' }, '1.50'],
		['date', { itemType: 'date', datetime: '2026-11-30T00:00:00Z' }, '2026-11-30T00:00:00Z'],
		['one choice', { itemType: 'single_select', selectedOptions: [option(1, 'Gold')] }, 'Gold'],
		['one choice of a deal', { selectedOption: option(1, 'Gold') }, 'Gold'],
		[
			'choices',
			{ itemType: 'multi_select', selectedOptions: [option(1, 'Red'), option(2, 'Blue')] },
			['Red', 'Blue'],
		],
		['users', { itemType: 'user', selectedUsers: [{ id: 1, name: 'Ann' }] }, ['Ann']],
		['a compact value', { value: 'raw' }, 'raw'],
		['nothing', { itemType: 'text', value: null, text: null }, null],
		['no choice', { itemType: 'multi_select', selectedOptions: [] }, null],
	])('%s', (_, custom, expected) => {
		expect(readable(custom)).toEqual(expected);
	});

	test('what is no custom value is left out', () => {
		const customs = [null, 5, 'x', [], { itemKey: 'a', text: '1' }];
		expect(readableCustoms(customs)).toEqual({ a: '1' });
		expect(customsByKey(customs)).toEqual({ a: { itemKey: 'a', text: '1' } });
		expect(customValueOf(customs, 'b')).toBeUndefined();
	});

	test('two fields of one name keep both values', () => {
		expect(
			readableCustoms([
				{ name: 'Rank', itemKey: 'a', text: '1' },
				{ name: 'Rank', itemKey: 'b', text: '2' },
			]),
		).toEqual({ Rank: '1', b: '2' });
	});

	test('the form keyed by itemKey is read too', () => {
		expect(readableCustoms({ rank: { itemType: 'text', text: 'x' } })).toEqual({ rank: 'x' });
	});
});

test('Simplify keeps the main fields and the custom values', () => {
	const fields = [text('id', 'ID', { is: ['main'] }), text('name', 'Name', { is: ['main'] })];
	const shape = { fields, customs: deal.customs };
	const record = {
		id: 1,
		name: 'A',
		phaseStayDays: [1],
		dealCustoms: [{ name: 'Rank', text: 'x' }],
	};
	expect(simplified(record, shape)).toEqual({ id: 1, name: 'A', dealCustoms: { Rank: 'x' } });
});

test('Output Fields reaches into objects, keeps zero and null, and leaves out what is not there', () => {
	const record = { id: 0, memo: null, customer: { id: 3, name: 'A' } };
	expect(picked(record, ['id', 'memo', 'customer.name', 'other.x'])).toEqual({
		id: 0,
		memo: null,
		customer: { name: 'A' },
	});
});

test('names of custom values are data: none reaches or finds a prototype', () => {
	const custom = (name: string) => ({ name, itemKey: `key of ${name}`, text: 'x' });
	const readables = readableCustoms([custom('__proto__'), custom('toString'), custom('toString')]);
	expect(Object.entries(readables)).toEqual([
		['__proto__', 'x'],
		['toString', 'x'],
		['key of toString', 'x'],
	]);
	const byKey = JSON.parse('{"__proto__": {"text": "x"}, "rank": {"text": "y"}}') as unknown;
	expect(Object.entries(readableCustoms(byKey))).toEqual([
		['__proto__', 'x'],
		['rank', 'y'],
	]);
	expect(picked({ id: 1 }, ['__proto__.polluted', 'constructor.name', 'id'])).toEqual({ id: 1 });
});
