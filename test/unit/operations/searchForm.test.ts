/** The form of a search: what its builder and its JSON become, and what they refuse. */
import type { INodeProperties } from 'n8n-workflow';
import type { Item } from '../../../nodes/SalesManagement/fields';
import {
	enteredFilter,
	searchControls,
} from '../../../nodes/SalesManagement/operations/search/builder';
import { OPERATORS } from '../../../nodes/SalesManagement/operations/search/filter';
import { deal } from '../../../nodes/SalesManagement/records/deal';

const filterOf = (entered: Record<string, unknown>) => {
	const item: Item = {
		index: 0,
		input: {},
		version: 'v2',
		timezone: 'UTC',
		get: (name) => entered[name],
	};
	return enteredFilter(deal, item);
};

const equal = (name: string, integerValue: number) => ({
	valueFilter: { field: { name }, comparisonOperator: '=', value: { integerValue } },
});
const all = (...subFilters: object[]) => ({
	compositeFilter: { logicalOperator: 'AND', subFilters },
});
const any = (...subFilters: object[]) => ({
	compositeFilter: { logicalOperator: 'OR', subFilters },
});
const amount = (value: unknown) => ({ field: 'amount', operator: 'equals', value });

describe('the builder', () => {
	test.each<[string, Record<string, unknown>, object]>([
		[
			'conditions, all of which must hold',
			{ conditions: { values: [amount(1), amount(2)] } },
			all(equal('amount', 1), equal('amount', 2)),
		],
		[
			'conditions, any of which will do',
			{ match: 'any', conditions: { values: [amount(1), amount(2)] } },
			any(equal('amount', 1), equal('amount', 2)),
		],
		['an array of them from an expression', { conditions: [amount(1)] }, all(equal('amount', 1))],
		['one by itself', { conditions: { values: amount(1) } }, all(equal('amount', 1))],
		['their JSON', { conditions: JSON.stringify([amount(1)]) }, all(equal('amount', 1))],
		[
			'Equals where no operator is given',
			{ conditions: [{ field: 'amount', value: 1 }] },
			all(equal('amount', 1)),
		],
		[
			'a group, any of whose conditions will do unless it says otherwise',
			{
				conditions: [amount(1)],
				groups: {
					values: [
						{ match: 'any', conditions: { values: [amount(2), amount(3)] } },
						{ conditions: [amount(4), amount(5)] },
					],
				},
			},
			all(
				equal('amount', 1),
				any(equal('amount', 2), equal('amount', 3)),
				all(equal('amount', 4), equal('amount', 5)),
			),
		],
	])('%s', (_name, entered, expected) => {
		expect(filterOf({ searchMode: 'builder', ...entered })).toEqual(expected);
	});

	test.each<[string, Record<string, unknown>, string]>([
		[
			'a group without conditions',
			{ groups: { values: [{ match: 'any', conditions: {} }] } },
			'A group has no condition',
		],
		['a group that nobody filled', { groups: { values: [{}] } }, 'A group has no condition'],
		['rows that are none', { conditions: [1] }, 'Conditions must contain objects'],
		['groups that are none', { groups: ['x'] }, 'Groups must contain objects'],
		[
			'a match that there is not',
			{ groups: [{ match: 'none', conditions: [amount(1)] }] },
			'Match of a group',
		],
		['no field', { conditions: [{ value: 1 }] }, 'A search condition has no field; choose one.'],
		[
			'a field that is not compared',
			{ conditions: [{ field: 'memo2', value: 1 }] },
			'The search can\'t compare "memo2"; it compares ',
		],
		[
			'an operator that there is not',
			{ conditions: [{ ...amount(1), operator: 'like' }] },
			'Unknown search operator "like"; use one of equals, ',
		],
	])('refuses %s', (_name, entered, message) => {
		expect(() => filterOf({ searchMode: 'builder', ...entered })).toThrow(message);
	});
});

describe('JSON', () => {
	const tree = all(equal('amount', 1));

	test.each([[tree], [{ filter: tree }], [JSON.stringify(tree)]])(
		'%j is sent as it is',
		(filterJson) => {
			expect(filterOf({ searchMode: 'json', filterJson })).toEqual(tree);
		},
	);

	test.each([[[tree]], ['[]'], ['{'], [undefined]])('%j is refused', (filterJson) => {
		expect(() => filterOf({ searchMode: 'json', filterJson })).toThrow('Filter (JSON)');
	});

	test('its example is the tree of a search for a part of a name', () => {
		const example = searchControls.fields.filterJson.form.default;
		const built = filterOf({
			searchMode: 'builder',
			conditions: [{ field: 'name', operator: 'contains', value: 'Example' }],
		});
		expect(filterOf({ searchMode: 'json', filterJson: example })).toEqual(built);
	});
});

describe('the form', () => {
	const columnsOf = (name: 'conditions' | 'groups') => {
		const { options } = searchControls.fields[name].form;
		return ((options ?? []) as Array<{ name: string; values: INodeProperties[] }>).flatMap(
			({ name: rows, values }) => values.map((each) => [`${rows}.${each.name}`, each] as const),
		);
	};
	const conditions = Object.fromEntries(columnsOf('conditions'));
	const groups = Object.fromEntries(columnsOf('groups'));

	test('a condition is a field, an operator, and a value where the operator takes one', () => {
		expect(Object.keys(conditions)).toEqual(['values.field', 'values.operator', 'values.value']);
		expect(conditions['values.field']?.typeOptions).toEqual({
			loadOptionsMethod: 'getSearchFields',
		});
		expect(conditions['values.operator']).toMatchObject({
			type: 'options',
			default: 'equals',
			options: Object.entries(OPERATORS).map(([value, { label: name }]) => ({ name, value })),
		});
		expect(conditions['values.value']).toMatchObject({
			type: 'string',
			default: '',
			displayOptions: { hide: { operator: ['isEmpty', 'isNotEmpty'] } },
		});
	});

	test('a group says how its conditions are combined, and holds as many as the search itself', () => {
		expect(Object.keys(groups)).toEqual(['values.match', 'values.conditions']);
		expect(groups['values.match']).toMatchObject({ type: 'options', default: 'any' });
		const { type, typeOptions, options } = searchControls.fields.conditions.form;
		expect(groups['values.conditions']).toMatchObject({ type, typeOptions, options });
		for (const form of [searchControls.fields.conditions.form, searchControls.fields.groups.form]) {
			expect(form).toMatchObject({
				type: 'fixedCollection',
				typeOptions: { multipleValues: true },
				default: {},
			});
		}
	});
});

describe('IDs in a search have no separators', () => {
	const given = ['1.234', '1,234', '12 345', '12.0', '1e3', '-3'];
	test.each(
		given.flatMap((value) => [
			[value, 'phaseId'],
			[value, 'id'],
			[value, 'custom:a:user'],
		]),
	)('%j is none of %s', (value, field) => {
		expect(() => filterOf({ conditions: [{ field, operator: 'equals', value }] })).toThrow(
			/an ID is a whole number, such as 12\.$/,
		);
	});

	test.each([12, '12', ' 12 ', 12n, { id: 12 }, { __rl: true, mode: 'id', value: '12' }])(
		'%p is 12',
		(value) => {
			expect(filterOf({ conditions: [{ field: 'phaseId', operator: 'equals', value }] })).toEqual(
				all(equal('phaseId', 12)),
			);
		},
	);
});
