/** The form of a search: what its builder and its JSON become, and what they refuse. */
import '../../support/patientRegex';
import { NodeHelpers, type INodeParameters, type INodeProperties } from 'n8n-workflow';
import type { Item } from '../../../nodes/SalesManagement/fields';
import {
	enteredFilter,
	searchControls,
} from '../../../nodes/SalesManagement/operations/search/builder';
import {
	customFieldValue,
	searchables,
} from '../../../nodes/SalesManagement/operations/search/fields';
import {
	kindOf,
	OPERATOR_IDS,
	OPERATORS,
	OPERATORS_OF,
} from '../../../nodes/SalesManagement/operations/search/operators';
import { contact } from '../../../nodes/SalesManagement/records/contact';
import { customer } from '../../../nodes/SalesManagement/records/customer';
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
	const rowsOf = (name: 'conditions' | 'groups') => {
		const [rows] = (searchControls.fields[name].form.options ?? []) as Array<{
			name: string;
			values: INodeProperties[];
		}>;
		return rows!;
	};
	/** What n8n's editor shows of a condition that holds these values. */
	const shown = (row: INodeParameters) =>
		rowsOf('conditions').values.filter((each) =>
			NodeHelpers.displayParameter(row, each, null, null, {}),
		);
	const custom = (itemType: string) => customFieldValue('a.b', itemType);
	const CUSTOM_TYPES = [
		'text',
		'url',
		'date',
		'number',
		'decimal_number',
		'single_select',
		'user',
		'',
	];
	const all = [deal, customer, contact].flatMap((record) => [
		...searchables(record).map((each) => [record.id, each.value, kindOf(each)] as const),
		...CUSTOM_TYPES.map((type) => [record.id, custom(type), undefined] as const),
		[record.id, '', 'any'] as const,
		[record.id, '={{ $json.field }}', 'any'] as const,
	]);

	test.each(all)('%s by %s: the operators that fit, and one control for the value', (...given) => {
		const [, field, kind] = given;
		for (const operator of [...OPERATOR_IDS, '={{ $json.operator }}']) {
			const row = shown({ field, operator });
			expect(row.filter(({ name }) => name === 'field')).toHaveLength(1);
			const operators = row.filter(({ name }) => name === 'operator');
			expect(operators).toHaveLength(1);
			if (kind) {
				const labels = OPERATORS_OF[kind].map((value) => ({ value, name: OPERATORS[value].label }));
				expect(operators[0]?.options).toEqual(labels);
			}
			const takesNone = ['isEmpty', 'isNotEmpty'].includes(operator);
			expect(row.filter(({ name }) => name === 'value')).toHaveLength(takesNone ? 0 : 1);
		}
	});

	const valueOf = (field: string, operator = 'equals') =>
		shown({ field, operator }).find(({ name }) => name === 'value');

	test.each<[string, string, Partial<INodeProperties>]>([
		['phaseId', 'equals', { type: 'options' }],
		['phaseId', 'isOneOf', { type: 'multiOptions' }],
		[custom('multi_select'), 'equals', { type: 'options' }],
		[custom('user'), 'notEquals', { type: 'options' }],
		['customerId', 'equals', { type: 'resourceLocator' }],
		['customerId', 'isOneOf', { type: 'string' }],
		['updatedAt', 'greaterThan', { type: 'dateTime', typeOptions: { dateOnly: true } }],
		['updatedAt', 'isOneOf', { type: 'string' }],
		['amount', 'equals', { type: 'string' }],
		['={{ 1 }}', 'equals', { type: 'string' }],
	])('%s %s is entered in its own way', (field, operator, expected) => {
		expect(valueOf(field, operator)).toMatchObject(expected);
	});

	test('the values of a list are loaded for the field of the same condition', () => {
		expect(valueOf('phaseId')?.typeOptions).toEqual({
			loadOptionsMethod: 'getSearchValues',
			loadOptionsDependsOn: ['&field'],
		});
	});

	test('a group says how its conditions are combined, and holds as many as the search itself', () => {
		const [match, conditions] = rowsOf('groups').values;
		expect(match).toMatchObject({ name: 'match', type: 'options', default: 'any' });
		const { type, typeOptions, options } = searchControls.fields.conditions.form;
		expect(conditions).toMatchObject({ name: 'conditions', type, typeOptions, options });
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
