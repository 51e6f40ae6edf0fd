import type { IDataObject } from 'n8n-workflow';
import {
	customsByKey,
	OutputFieldCheck,
	readable,
	readablesByKey,
	shaper,
	simplifier,
	type Shape,
} from '../../../nodes/SalesManagement/operations/output';
import { customValueOf, type Item } from '../../../nodes/SalesManagement/fields';
import { customObject } from '../../../nodes/SalesManagement/records/customObject';
import { dealAction } from '../../../nodes/SalesManagement/records/dealAction';
import { deal } from '../../../nodes/SalesManagement/records/deal';

const option = (value: number, label: string) => ({ id: value, value, label });

describe('what a person reads of a custom value (v1 §2.3)', () => {
	test.each([
		['text', { itemType: 'text', value: 'a', text: 'a' }, 'a'],
		['number', { itemType: 'number', value: '3', number: 3 }, 3],
		['zero', { itemType: 'number', number: 0 }, 0],
		['decimal', { itemType: 'decimal_number', decimalNumber: '1.50' }, '1.5'],
		['date', { itemType: 'date', datetime: '2026-11-30T00:00:00Z' }, '2026-11-30T00:00:00Z'],
		['one choice', { itemType: 'single_select', selectedOptions: [option(1, 'Gold')] }, 'Gold'],
		['one choice of a deal', { selectedOption: option(1, 'Gold') }, 'Gold'],
		[
			'choices',
			{ itemType: 'multi_select', selectedOptions: [option(1, 'Red'), option(2, 'Blue')] },
			['Red', 'Blue'],
		],
		['users', { itemType: 'user', selectedUsers: [{ id: 1, name: 'Ann' }] }, ['Ann']],
		['users without names', { itemType: 'user', selectedUsers: [{ id: 1 }] }, [1]],
		['a compact value', { value: 'raw' }, 'raw'],
		['nothing', { itemType: 'text', value: null, text: null }, null],
		['no choice', { itemType: 'multi_select', selectedOptions: [] }, null],
	])('%s', (_, custom, expected) => {
		expect(readable(custom)).toEqual(expected);
	});

	test('what is no custom value is left out', () => {
		const customs = [null, 5, 'x', [], { itemKey: 'a', text: '1' }];
		expect(readablesByKey(customs)).toEqual({ a: '1' });
		expect(customsByKey(customs)).toEqual({ a: { itemKey: 'a', text: '1' } });
		expect(customValueOf(customs, 'b')).toBeUndefined();
	});
});

const simple = (record: IDataObject, shape: Shape = deal) => simplifier(shape)(record);

describe('Simplified', () => {
	test('is the main fields, references as pairs, then custom fields by label', () => {
		const record = {
			phaseStayDays: [1],
			name: 'A',
			id: 1,
			amount: 0,
			phase: { id: 2, name: 'Won', status: 2 },
			customer: { id: 3 },
			user: null,
			dealCustoms: [{ name: 'Level', itemKey: 'level', selectedOption: option(1, 'Gold') }],
		};
		expect(Object.entries(simple(record))).toEqual([
			['id', 1],
			['name', 'A'],
			['customer', null],
			['customerId', 3],
			['phase', 'Won'],
			['phaseId', 2],
			['user', null],
			['userId', null],
			['amount', 0],
			['Level', 'Gold'],
		]);
	});

	test('a list of references is a list of names, or of IDs where there are none', () => {
		const invitees = [{ id: 1, name: 'Ann' }, { id: 2 }, null];
		expect(simple({ id: 1, invitees }, dealAction)).toEqual({ id: 1, invitees: ['Ann', 2, null] });
	});

	test('a reference that comes as a bare ID keeps it', () => {
		expect(simple({ id: 1, phase: 4 })).toEqual({ id: 1, phase: null, phaseId: 4 });
	});

	test('what has no ID is no record, and stays as it is', () => {
		const answer = { message: 'accepted' };
		expect(simple(answer)).toBe(answer);
	});

	test('fields of custom objects are properties themselves, whatever their names', () => {
		const record = { id: 1, subject: 'A', tags: ['x', 'y'], deals: [{ id: 3 }], updatedAt: 't' };
		expect(simple(record, customObject)).toEqual({
			id: 1,
			updatedAt: 't',
			subject: 'A',
			tags: ['x', 'y'],
		});
	});
});

const custom = (name: string | undefined, itemKey: string, text = itemKey) => ({
	...(name === undefined ? {} : { name }),
	itemKey,
	text,
});
const customsOf = (...dealCustoms: IDataObject[]) => {
	const { id: _, ...customs } = simple({ id: 1, dealCustoms });
	return customs;
};

describe('names of custom fields', () => {
	test('two of one label are both named by key, in whatever order', () => {
		const [a, b] = [custom('Rank', 'a'), custom('Rank', 'b')];
		expect(customsOf(a, b)).toEqual({ a: 'a', b: 'b' });
		expect(customsOf(b, a)).toEqual({ a: 'a', b: 'b' });
	});

	test.each(['name', 'phase', 'phaseId', 'amount', 'customObjects', '_event', '_next'])(
		'a label that is the standard name %s gives way, also where the record lacks that',
		(label) => {
			expect(customsOf(custom(label, 'rank', 'x'))).toEqual({ rank: 'x' });
		},
	);

	test('a key that is taken as well has its property before it', () => {
		expect(customsOf(custom('phase', 'name', 'x'))).toEqual({ 'dealCustoms.name': 'x' });
		expect(customsOf(custom('b', 'x1'), custom('c', 'b'), custom('c', 'y'))).toEqual({
			// The key of another field would be taken for that one where it is given back.
			x1: 'x1',
			b: 'b',
			y: 'y',
		});
		expect(customsOf(custom('dealCustoms.name', 'a'), custom('phase', 'name'))).toEqual({
			'dealCustoms.a': 'a',
			'dealCustoms.name': 'name',
		});
	});

	test('without a label the key, and without that the ID of the item', () => {
		expect(customsOf(custom(undefined, 'rank', 'x'), custom('', 'level', 'y'))).toEqual({
			rank: 'x',
			level: 'y',
		});
		expect(customsOf({ dealCustomItemId: 7, text: 'z' })).toEqual({ 7: 'z' });
	});

	test('the form by key keeps its keys', () => {
		const dealCustoms = {
			rank: { name: 'Rank', itemType: 'text', text: 'x' },
			name: { text: 'y' },
		};
		expect(simple({ id: 1, dealCustoms })).toEqual({ id: 1, rank: 'x', 'dealCustoms.name': 'y' });
	});

	test('are data: none reaches or finds a prototype', () => {
		const customs = customsOf(
			custom('__proto__', 'a', 'x'),
			custom('toString', 'b', 'y'),
			custom('constructor', 'c', 'z'),
		);
		expect(Object.entries(customs)).toEqual([
			['__proto__', 'x'],
			['toString', 'y'],
			['constructor', 'z'],
		]);
		const byKey = JSON.parse('{"__proto__": {"text": "x"}}') as IDataObject;
		const [, own] = Object.entries(simple({ id: 1, dealCustoms: byKey }));
		expect(own).toEqual(['__proto__', 'x']);
		expect(Object.entries(readablesByKey(byKey))).toEqual([['__proto__', 'x']]);
		expect(({} as IDataObject).text).toBeUndefined();
	});
});

const shaped = (
	record: IDataObject,
	parameters: IDataObject,
	check?: OutputFieldCheck,
): IDataObject => {
	const item: Item = {
		index: 0,
		input: {},
		version: 'v2',
		timezone: 'UTC',
		get: (name) => parameters[name],
	};
	return shaper(deal, item, { check })(record);
};
const picked = (record: IDataObject, outputFields: unknown, check?: OutputFieldCheck) =>
	shaped(record, { output: 'selectedFields', outputFields } as IDataObject, check);

describe('Selected Fields', () => {
	const record = {
		id: 0,
		memo: null,
		phase: { id: 3, name: 'A' },
		user: null,
		dealCustoms: [custom('Est. Value', 'value', '12'), custom('reason', 'why', 'x')],
	};

	test('reach into objects, keep zero and null, and leave out what is not there', () => {
		expect(picked(record, 'id, memo, phase.name, other.x')).toEqual({
			id: 0,
			memo: null,
			phase: { name: 'A' },
		});
	});

	test('are properties of the raw record first, then simplified names, in their order', () => {
		expect(Object.entries(picked(record, 'phaseId, why, phase, Est. Value'))).toEqual([
			['phaseId', 3],
			['why', 'x'],
			['phase', { id: 3, name: 'A' }],
			['Est. Value', '12'],
		]);
		expect(picked(record, 'userId, dealCustoms')).toEqual({
			userId: null,
			dealCustoms: record.dealCustoms,
		});
	});

	test('that no record has are told, whichever kind of name they are', () => {
		const check = new OutputFieldCheck();
		picked(record, 'phaseId, phase.name, user.name, Est. Value, Levle, phase.nmae', check);
		expect(check.message).toMatch(/the output fields "Levle", "phase.nmae": check the spelling/);
	});

	test('that no record has are said to be empty, maybe, where no record shows what is empty', () => {
		const check = new OutputFieldCheck();
		picked({ id: 1, name: 'a' }, 'id, memo', check);
		picked({ id: 2 }, 'id, memo', check);
		expect(check.message).toBe(
			'No record has the output field "memo". What is empty may be left out by this service, so if it is not empty in all records, check the spelling under Output Fields.',
		);
		picked({ id: 3, reason: null }, 'id, memo', check);
		expect(check.message).toMatch(/"memo": check the spelling/);
	});

	test('reach no prototype', () => {
		expect(picked(record, '__proto__.polluted, constructor.name, __proto__, id')).toEqual({
			id: 0,
		});
	});
});

test('Raw is the service’s own object', () => {
	const record = { id: 1, dealCustoms: [] };
	expect(shaped(record, { output: 'raw' })).toBe(record);
	expect(shaped(record, {})).toEqual({ id: 1 });
});
