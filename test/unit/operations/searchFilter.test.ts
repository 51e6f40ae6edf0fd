import fc from 'fast-check';
import type { WireContext } from '../../../nodes/SalesManagement/fields';
import {
	checkedFilter,
	filterTree,
	OPERATORS,
	type Group,
	type SearchField,
} from '../../../nodes/SalesManagement/operations/search/filter';
import { toSearchField } from '../../../nodes/SalesManagement/operations/search/fields';
import { contact } from '../../../nodes/SalesManagement/records/contact';
import { customer } from '../../../nodes/SalesManagement/records/customer';
import { deal } from '../../../nodes/SalesManagement/records/deal';
import { idsByValue } from '../../../nodes/SalesManagement/operations/search/match';

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
		['isOneOf', amount, '1, 2', { comparisonOperator: 'IN', value: { integerValue: [1, 2] } }],
		['isEmpty', name, '', { comparisonOperator: 'IS NULL' }],
	])('%s', (operator, field, value, expected) => {
		expect(one(field, operator, value)).toEqual(valueFilters({ field: field.field, ...expected }));
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

	test('custom fields are named by itemKey or item id, related ones by reference', () => {
		expect(toSearchField('custom:rank:single_select', deal)).toMatchObject({
			field: { itemKey: 'rank' },
			type: 'integer',
		});
		expect(toSearchField('custom:12:text', deal).field).toEqual({ customItemId: 12 });
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

	test.each(Object.entries(OPERATORS).filter(([, { takes }]) => takes !== 'none'))(
		'%s without a value says so',
		(operator) => {
			expect(() => one(name, operator, '')).toThrow('has no value');
		},
	);
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

	test('an inner group counts as a node', () => {
		const tree = filterTree(
			{ match: 'all', conditions: [], groups: [{ match: 'any', conditions: conditions(300) }] },
			context,
		);
		expect(() => checkedFilter(tree)).toThrow('301');
	});
});

describe('matching records to wanted values', () => {
	test('a record that equals a wanted value exactly belongs to that value alone', () => {
		const ids = idsByValue(['ACME', 'acme'], [{ id: 1, value: 'ACME' }]);
		expect(ids.get('ACME')).toEqual([1]);
		expect(ids.get('acme')).toEqual([]);
	});

	test('every found record that equals a wanted value is listed once', () => {
		const value = fc.constantFrom('a', 'b', 'A', 'c');
		fc.assert(
			fc.property(fc.array(value), fc.array(value), (wanted, found) => {
				const records = found.map((each, id) => ({ id, value: each }));
				const ids = idsByValue(wanted, records);
				for (const [key, matched] of ids) {
					const exact = records.filter((each) => each.value === key).map(({ id }) => id);
					expect(matched).toEqual(expect.arrayContaining(exact));
					expect(new Set(matched).size).toBe(matched.length);
				}
			}),
		);
	});
});
