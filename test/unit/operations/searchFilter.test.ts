import type { WireContext } from '../../../nodes/SalesManagement/fields';
import {
	checkedFilter,
	filterTree,
	type Group,
	type SearchField,
} from '../../../nodes/SalesManagement/operations/search/filter';
import { toSearchField } from '../../../nodes/SalesManagement/operations/search/fields';
import {
	OPERATORS,
	OPERATORS_OF,
	type FieldKind,
} from '../../../nodes/SalesManagement/operations/search/operators';
import { contact } from '../../../nodes/SalesManagement/records/contact';
import { customer } from '../../../nodes/SalesManagement/records/customer';
import { deal } from '../../../nodes/SalesManagement/records/deal';

const context: WireContext = { version: 'v2', timezone: 'Asia/Tokyo', input: {} };
const amount = toSearchField('amount', deal);
const name = toSearchField('name', deal);

const one = (field: SearchField, operator: string, value?: unknown) =>
	filterTree({ match: 'all', conditions: [{ field, operator, value }] }, context);

const valueFilters = (...filters: object[]) => ({
	compositeFilter: {
		logicalOperator: 'AND',
		subFilters: filters.map((valueFilter) => ({ valueFilter })),
	},
});

describe('the filter tree of a search (v1 §4, search body; S3)', () => {
	test.each([
		['equals', amount, '5', { comparisonOperator: '=', value: { integerValue: 5 } }],
		['contains', name, 'ab', { comparisonOperator: 'LIKE', value: { stringValue: 'ab' } }],
		['startsWith', name, 'ab', { comparisonOperator: 'LIKE', value: { stringValue: 'ab%' } }],
		['endsWith', name, 'ab', { comparisonOperator: 'LIKE', value: { stringValue: '%ab' } }],
		['isOneOf', amount, '1', { comparisonOperator: '=', value: { integerValue: 1 } }],
		['isEmpty', name, '', { comparisonOperator: 'IS NULL' }],
	])('%s', (operator, field, value, expected) => {
		expect(one(field, operator, value)).toEqual(valueFilters({ field: field.field, ...expected }));
	});

	const rate = toSearchField('custom:rate:decimal_number', deal);
	test.each([
		[amount, '1, 2', 'integerValue', [1, 2]],
		[rate, ['1.50', '1e3'], 'decimalValue', ['1.5', '1000']],
		[
			toSearchField('updatedAt', deal),
			'2026-11-30T09:00:00, 2026-12-01T00:00:00Z',
			'datetimeValue',
			['2026-11-30T00:00:00.000Z', '2026-12-01T00:00:00.000Z'],
		],
		[name, '["a, b", "c"]', 'stringValue', ['a, b', 'c']],
	])('Is One Of is an OR of equalities for every type (S5): %j', (field, value, key, sent) => {
		const equal = sent.map((each) => ({
			valueFilter: { field: field.field, comparisonOperator: '=', value: { [key]: each } },
		}));
		expect(one(field, 'isOneOf', value)).toEqual({
			compositeFilter: {
				logicalOperator: 'AND',
				subFilters: [{ compositeFilter: { logicalOperator: 'OR', subFilters: equal } }],
			},
		});
	});

	test.each(['Asia/Tokyo', 'America/New_York', 'UTC'])(
		'a day is the same day in every time zone (S5): %s',
		(timezone) => {
			const inZone = { ...context, timezone };
			for (const field of ['expectedContractDate', 'custom:due:date']) {
				const condition = {
					field: toSearchField(field, deal),
					operator: 'equals',
					value: '2026-11-30',
				};
				const tree = filterTree({ match: 'all', conditions: [condition] }, inZone);
				expect(JSON.stringify(tree)).toContain('{"datetimeValue":"2026-11-30T00:00:00Z"}');
			}
		},
	);

	test('a decimal keeps all of its digits', () => {
		const digits = '12345678901234567890.12345';
		expect(JSON.stringify(one(rate, 'equals', digits))).toContain(`"decimalValue":"${digits}"`);
	});

	test('a date-time is sent as UTC, read in the workflow’s time zone', () => {
		expect(one(toSearchField('updatedAt', deal), 'greaterThan', '2026-11-30T09:00:00')).toEqual(
			valueFilters({
				field: { name: 'updatedAt' },
				comparisonOperator: '>',
				value: { datetimeValue: '2026-11-30T00:00:00.000Z' },
			}),
		);
	});

	test('a field of a related record is called what the form calls it (B8)', () => {
		const conditions = () => one(toSearchField('customer.name', contact), 'equals', '');
		expect(conditions).toThrow('The search condition on Customer: Name has no value');
	});

	test('custom fields are named by itemKey or item id, related ones by reference', () => {
		expect(toSearchField('custom:rank:single_select', deal)).toMatchObject({
			field: { itemKey: 'rank' },
			type: 'id',
		});
		expect(toSearchField('custom:12:text', deal).field).toEqual({ customItemId: 12 });
		expect(toSearchField('custom:a:b:text', deal)).toMatchObject({
			field: { itemKey: 'a:b' },
			type: 'text',
		});
		expect(toSearchField('custom:rank:toString', deal).type).toBeUndefined();
		expect(toSearchField('customer.name', contact).field).toEqual({
			reference: 'customer',
			name: 'name',
		});
	});

	test('groups nest, and empty groups are left out', () => {
		const group: Group = {
			match: 'all',
			conditions: [{ field: amount, operator: 'equals', value: 1 }],
			groups: [
				{ match: 'any', conditions: [{ field: name, operator: 'isNotEmpty' }] },
				{ match: 'any', conditions: [] },
			],
		};
		expect(filterTree(group, context)).toEqual({
			compositeFilter: {
				logicalOperator: 'AND',
				subFilters: [
					expect.objectContaining({ valueFilter: expect.anything() }),
					{
						compositeFilter: {
							logicalOperator: 'OR',
							subFilters: [expect.objectContaining({ valueFilter: expect.anything() })],
						},
					},
				],
			},
		});
	});

	test('companyNum and other fields that the index does not hold are refused (v2 §4.4)', () => {
		expect(() => toSearchField('companyNum', customer)).toThrow('companyNum');
	});

	const fields: Record<FieldKind, SearchField> = {
		text: name,
		ordered: amount,
		choice: toSearchField('phaseId', deal),
		any: toSearchField('custom:rate', deal),
	};

	test.each(
		Object.entries(OPERATORS_OF).flatMap(([kind, operators]) =>
			operators.map((operator) => [kind as FieldKind, operator] as const),
		),
	)('%s: %s without a value says so where it takes one', (kind, operator) => {
		const filter = () => one(fields[kind], operator, '');
		if (OPERATORS[operator].takes === 'none') expect(filter()).toBeDefined();
		else expect(filter).toThrow('has no value');
	});

	test.each<[SearchField, string, string]>([
		[
			amount,
			'contains',
			'Contains does not fit Amount: use one of Equals, Does Not Equal, Is Greater',
		],
		[toSearchField('updatedAt', deal), 'startsWith', 'Starts With does not fit Updated At'],
		[
			toSearchField('phaseId', deal),
			'greaterThan',
			'Is Greater Than (After) does not fit Phase: use one of Equals, Does Not Equal, Is One Of, Is Empty, Is Not Empty.',
		],
		[toSearchField('custom:a:multi_select', deal), 'lessThan', 'does not fit Custom Field "a"'],
		[name, 'greaterOrEqual', 'does not fit Name: use one of Equals, Does Not Equal, Contains'],
	])('%j takes no %s', (field, operator, message) => {
		expect(() => one(field, operator, '1')).toThrow(message);
	});

	test.each(['Is Greater Than (After)', 'is greater than (after)', 'GREATERTHAN'])(
		'an operator by its label or its id: %s',
		(operator) => {
			expect(one(amount, operator, 1)).toEqual(one(amount, 'greaterThan', 1));
		},
	);

	test('a record’s own ID has an order', () => {
		expect(one(toSearchField('id', deal), 'greaterThan', 1)).toBeDefined();
	});

	test('a field by its label, in any case', () => {
		expect(toSearchField('phase', deal)).toEqual(toSearchField('phaseId', deal));
		expect(toSearchField('Expected Contract Date', deal).field.name).toBe('expectedContractDate');
		expect(toSearchField('customer: name', contact)).toEqual(
			toSearchField('customer.name', contact),
		);
	});

	test('a custom field by its name or key, its type included', () => {
		const known = [
			{ key: 'level', name: 'Level', itemType: 'single_select' },
			{ key: 'a', name: 'Twin', itemType: 'text' },
			{ key: 'b', name: 'twin', itemType: 'number' },
		];
		const called = (value: string) => toSearchField(value, deal, () => known);
		expect(called('level')).toMatchObject({
			field: { itemKey: 'level' },
			type: 'id',
			label: 'Level',
		});
		expect(called('a').type).toBe('text');
		expect(() => called('Twin')).toThrow('use one of custom:a:text, custom:b:number.');
		expect(() => called('Levels')).toThrow('The search can\'t compare "Levels"');
	});
});

describe('at most 300 nodes, the outermost group not counted (v2 §4.4)', () => {
	const conditions = (count: number) =>
		Array.from({ length: count }, (_, value) => ({ field: amount, operator: 'equals', value }));

	test('300 conditions pass, 301 do not', () => {
		const tree = (count: number) =>
			filterTree({ match: 'any', conditions: conditions(count) }, context);
		expect(checkedFilter(tree(300))).toEqual(tree(300));
		expect(() => checkedFilter(tree(301))).toThrow('301 conditions and groups');
	});

	test('each value of Is One Of counts', () => {
		const many = Array.from({ length: 300 }, (_, value) => value);
		const list = { field: amount, operator: 'isOneOf', value: many };
		const tree = filterTree({ match: 'all', conditions: [list] }, context);
		expect(() => checkedFilter(tree)).toThrow('301 conditions and groups');
	});

	test('an inner group counts as a node', () => {
		const tree = filterTree(
			{ match: 'all', conditions: [], groups: [{ match: 'any', conditions: conditions(300) }] },
			context,
		);
		expect(() => checkedFilter(tree)).toThrow('301');
	});
});

test('a field of 300,000 characters is cut in messages and labels', () => {
	const long = 'x'.repeat(300_000);
	expect(() => toSearchField(long, customer)).toThrow(
		/^The search can't compare "x{99}…; it compares .{1,500}\.$/,
	);
	expect(toSearchField(`custom:${long}`, customer).label).toBe(`Custom Field "${'x'.repeat(99)}…`);
	expect(toSearchField('custom:rate', customer).label).toBe('Custom Field "rate"');
});
