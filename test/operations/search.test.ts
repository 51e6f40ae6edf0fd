/** What the form of a search becomes: the filter tree that is sent (v1 §4, v2 §4.4; S3, S5), or a refusal. */
import type { IDataObject, INodePropertyOptions } from 'n8n-workflow';
import { ITEM_TYPES } from '../../nodes/SalesManagement/fields';
import { SECRET, serve, type Server } from '../http/support/server';
import { boxesFor, inBoxes, operatorsOf } from '../support/conditionBoxes';
import { callMethod, runNode } from '../../harness';

let server: Server;
beforeAll(async () => {
	server = await serve(({ url }) => ({
		body: { [/\w+/.exec(url.slice(3))?.[0] ?? '']: [], hasMore: false, nextCursor: null },
	}));
});
afterAll(async () => await server.close());

interface Asked {
	readonly resource?: string;
	readonly timezone?: string;
	readonly input?: IDataObject;
}

/** The filter that is sent for the parameters of a workflow. */
async function sentFor(
	parameters: IDataObject,
	{ resource = 'deal', timezone = 'Asia/Tokyo', input = {} }: Asked = {},
): Promise<unknown> {
	server.requests.length = 0;
	const { error } = await runNode({
		parameters: { authentication: 'personalToken', resource, operation: 'search', ...parameters },
		credentials: {
			salesManagementPersonalTokenApi: {
				...{ baseUrl: `${server.url}/v2`, accessToken: SECRET, requestsPerSecond: 1000 },
			},
		},
		workflowSettings: { timezone },
		input: [input],
	});
	const searches = server.requests.filter(({ url }) => url.includes('/search'));
	if (error) {
		expect(searches).toEqual([]);
		throw new Error(error.message);
	}
	expect(searches).toHaveLength(1);
	return (JSON.parse(searches[0]!.body) as { filter: unknown }).filter;
}

interface Filter {
	readonly compositeFilter?: { logicalOperator: string; subFilters: readonly Filter[] };
	readonly valueFilter?: { field: object; comparisonOperator: string; value?: object };
}

const pairs = (given: object = {}) =>
	Object.entries(given).flatMap(([key, value]) => [key, JSON.stringify(value)]);

/** A filter in short, such as `AND(name "amount" > integerValue 5)`. */
function inShort({ compositeFilter, valueFilter }: Filter): string {
	if (compositeFilter) {
		const { logicalOperator, subFilters } = compositeFilter;
		return `${logicalOperator}(${subFilters.map(inShort).join(', ')})`;
	}
	const { field, comparisonOperator = '', value } = valueFilter ?? {};
	return [...pairs(field), comparisonOperator, ...pairs(value)].join(' ');
}

/** The filter that is sent for what was entered, in short; each value in the box of its field. */
const filterOf = async (entered: IDataObject, asked: Asked = {}) =>
	inShort((await sentFor(inBoxes(asked.resource ?? 'deal', entered), asked)) as Filter);

const amount = (value: unknown) => ({ field: 'amount', operator: 'equals', value });
const on = (field: string, operator: string, value?: unknown) => ({
	conditions: { values: [{ field, operator, value }] },
});

const RATE = 'custom:rate:decimal_number';

describe('a condition', () => {
	test.each([
		['amount', 'equals', '5', 'name "amount" = integerValue 5'],
		['amount', 'GREATERTHAN', 1, 'name "amount" > integerValue 1'],
		['amount', 'Is Greater Than (After)', 1, 'name "amount" > integerValue 1'],
		['name', 'contains', 'ab', 'name "name" LIKE stringValue "ab"'],
		['name', 'startsWith', 'ab', 'name "name" LIKE stringValue "ab%"'],
		['name', 'endsWith', 'ab', 'name "name" LIKE stringValue "%ab"'],
		['name', 'isEmpty', '', 'name "name" IS NULL'],
		['id', 'greaterThan', 1, 'name "id" > integerValue 1'],
		['phase', 'equals', 3, 'name "phaseId" = integerValue 3'],
		[
			'amount',
			'isOneOf',
			'1, 2',
			'OR(name "amount" = integerValue 1, name "amount" = integerValue 2)',
		],
		[
			'name',
			'isOneOf',
			'["a, b", "c"]',
			'OR(name "name" = stringValue "a, b", name "name" = stringValue "c")',
		],
		[
			RATE,
			'isOneOf',
			['1.50', '1000'],
			'OR(itemKey "rate" = decimalValue "1.5", itemKey "rate" = decimalValue "1000")',
		],
		[
			RATE,
			'equals',
			'12345678901234567890.12345',
			'itemKey "rate" = decimalValue "12345678901234567890.12345"',
		],
		[
			'updatedAt',
			'greaterThan',
			'2026-11-30T09:00:00',
			'name "updatedAt" > datetimeValue "2026-11-30T00:00:00.000Z"',
		],
		['custom:12:text', 'equals', 'a', 'customItemId 12 = stringValue "a"'],
		['custom:a:b:text', 'equals', 'a', 'itemKey "a:b" = stringValue "a"'],
	])('%s %s %j', async (field, operator, value, expected) => {
		expect(await filterOf(on(field, operator, value))).toBe(`AND(${expected})`);
	});

	test.each(['customer.name', 'customer: name'])(
		'%s is a field of a related record',
		async (field) => {
			const sent = await filterOf(on(field, 'equals', 'a'), { resource: 'contact' });
			expect(sent).toBe('AND(reference "customer" name "name" = stringValue "a")');
		},
	);

	test.each(['Asia/Tokyo', 'America/New_York', 'UTC'])(
		'a day is the same day in every time zone: %s',
		async (timezone) => {
			for (const field of ['Expected Contract Date', 'custom:due:date']) {
				const sent = await filterOf(on(field, 'equals', '2026-11-30'), { timezone });
				expect(sent).toContain('datetimeValue "2026-11-30T00:00:00Z"');
			}
		},
	);

	test.each([12, '12', ' 12 ', { id: 12 }, { __rl: true, mode: 'id', value: '12' }])(
		'%p is the ID 12',
		async (value) => {
			const sent = await filterOf(on('phaseId', 'equals', value));
			expect(sent).toBe('AND(name "phaseId" = integerValue 12)');
		},
	);
});

describe('what the builder holds', () => {
	const conditions = (...amounts: number[]) => ({ values: amounts.map(amount) });
	test.each([
		[
			'conditions, any of which will do',
			{ options: { match: 'any' }, conditions: conditions(1, 2) },
			'OR(amount 1, amount 2)',
		],
		[
			'Equals where no operator is given',
			{ conditions: { values: [{ field: 'amount', value: 1 }] } },
			'AND(amount 1)',
		],
		[
			'groups, any or all of whose conditions have to hold',
			{
				conditions: conditions(1),
				groups: {
					values: [
						{ match: 'any', conditions: conditions(2, 3) },
						{ match: 'all', conditions: conditions(4, 5) },
					],
				},
			},
			'AND(amount 1, OR(amount 2, amount 3), AND(amount 4, amount 5))',
		],
	])('%s', async (_name, entered, expected) => {
		const sent = await filterOf(entered);
		expect(sent.replaceAll('name "amount" = integerValue', 'amount')).toBe(expected);
	});

	const valueFilter = { field: { name: 'a' }, comparisonOperator: '=', value: { integerValue: 1 } };
	const TREE = { compositeFilter: { logicalOperator: 'AND', subFilters: [{ valueFilter }] } };
	test.each([[TREE], [{ filter: TREE }], [JSON.stringify(TREE)]])(
		'as JSON %j is sent as it is',
		async (filterJson) => {
			// Written into the form, a text that begins with = would be an expression.
			const entered = { options: { filterJson: '={{ $json.tree }}' } };
			expect(await sentFor(entered, { input: { tree: filterJson } })).toEqual(TREE);
		},
	);

	test('at most 300 conditions, groups and values of Is One Of (v2 §4.4)', async () => {
		const list = (count: number) => Array.from({ length: count }, (_, value) => value);
		expect(await filterOf(on('amount', 'isOneOf', list(299)))).toBeDefined();
		await expect(filterOf(on('amount', 'isOneOf', list(300)))).rejects.toThrow(
			'301 conditions and groups',
		);
		await expect(filterOf({ conditions: conditions(...list(301)) })).rejects.toThrow(
			'301 conditions and groups',
		);
	});
});

describe('refused before anything is sent', () => {
	test.each([
		['a condition without a value', on('name', 'equals', ''), 'has no value'],
		[
			'a group without conditions',
			{ groups: { values: [{ match: 'any', conditions: {} }] } },
			'A group has no condition',
		],
		[
			'a match that there is not',
			{ groups: { values: [{ match: 'none', conditions: { values: [amount(1)] } }] } },
			'Match of a group',
		],
		[
			'no field',
			{ conditions: { values: [{ value: 1 }] } },
			'A search condition has no field; choose one.',
		],
		['a field that is not compared', on('memo2', 'equals', 1), 'The search can\'t compare "memo2"'],
		['an unknown operator', on('amount', 'near', 1), 'Unknown search operator "near"; use one of'],
		[
			'an operator that does not fit',
			on('amount', 'contains', 1),
			'Contains does not fit Amount: use one of Equals, Does Not Equal, Is Greater',
		],
		[
			'an order of choices',
			on('phaseId', 'greaterThan', 1),
			'does not fit Phase: use one of Equals',
		],
		[
			'an order of several values',
			on('amount', 'greaterThan', '={{ [1, 2] }}'),
			'Amount is [1,2]; it must be a whole number',
		],
		[
			'several days in an order',
			on('updatedAt', 'lessThan', '={{ ["2026-11-30", "2026-12-01"] }}'),
			'Updated At is',
		],
		[
			'several texts in one pattern',
			on('name', 'contains', '={{ ["a", "b"] }}'),
			'it must be text',
		],
		['JSON that is no filter', { options: { filterJson: '[]' } }, 'Filter (JSON)'],
		[
			'Match beside JSON, which says it itself',
			{ options: { filterJson: '{}', match: 'any' } },
			'Filter (JSON) takes the place of Conditions, Groups and Match',
		],
		[
			'a condition beside JSON, where one of the two would be dropped',
			{ ...on('amount', 'equals', 1), options: { filterJson: '{"valueFilter":{}}' } },
			'Filter (JSON) takes the place of Conditions, Groups and Match',
		],
		['JSON that is none', { options: { filterJson: '{' } }, 'Filter (JSON)'],
		['a field of any length, cut', on('x'.repeat(300_000), 'equals', 1), `"${'x'.repeat(99)}…`],
	])('%s', async (_name, entered, message) => {
		await expect(filterOf(entered)).rejects.toThrow(message);
	});

	test('companyNum, which the index does not hold (v2 §4.4)', async () => {
		const asked = filterOf(on('companyNum', 'equals', '1'), { resource: 'customer' });
		await expect(asked).rejects.toThrow('companyNum');
	});

	test.each(['1.234', '1,234', '12 345', '12.0', '1e3', '-3'])(
		'%j is no ID: it has no separators. It may be a name',
		async (value) => {
			const idOf = async (field: string) => await filterOf(on(field, 'equals', value));
			await expect(idOf('id')).rejects.toThrow(/an ID is a whole number, such as 12\.$/);
			for (const field of ['phaseId', 'custom:a:user']) {
				await expect(idOf(field)).rejects.toThrow('which is no name in its list');
			}
		},
	);
});

/** n8n hands on what its form shows, whatever a workflow has besides. */
describe('a condition as a workflow has it', () => {
	const SINGLE = 'custom:level:single_select';

	test.each([
		['phaseId', { value: '3' }, 'Phase', 'Choice Names or IDs'],
		[SINGLE, { value: 'Gold' }, 'level', 'Choice Names or IDs'],
		['custom:owner:user', { customer: 3 }, 'owner', 'Choice Names or IDs'],
		['customerId', { choices: ['3'] }, 'Customer', 'Customer'],
		['updatedAt', { value: '2026-11-30' }, 'Updated At', 'Day'],
		['custom:due:date', { value: '2026-11-30' }, 'due', 'Day'],
		['amount', { choices: ['3'] }, 'Amount', 'Value'],
		['custom:rate:', { day: '2026-11-30' }, 'rate', 'Value'],
		['phaseId', { choices: [] }, 'Phase', 'Choice Names or IDs'],
		['customerId', { customer: { __rl: true, mode: 'list', value: '' } }, 'Customer', 'Customer'],
		['={{ "phaseId" }}', {}, 'Phase', 'Choice Names or IDs'],
	])('%s with %j has no value, and is told its box', async (field, boxes, label, box) => {
		const conditions = { values: [{ field, operator: 'equals', ...boxes }] } as IDataObject;
		await expect(sentFor({ conditions })).rejects.toThrow(
			`The search condition on ${label} has no value: enter one under ${box}, or choose Is Empty.`,
		);
	});

	test.each([
		['phaseId', { choices: ['3'] }],
		['customerId', { customer: { __rl: true, mode: 'id', value: '3' } }],
		['amount', { value: '3' }],
		['={{ "phaseId" }}', { value: '3' }],
		['={{ "phaseId" }}', { choices: ['3'], value: '', day: '', customer: '' }],
		['={{ "amount" }}', { choices: '={{ 3 }}' }],
		['={{ "customerId" }}', { customer: { __rl: true, mode: 'id', value: '3' } }],
	])('%s with %j is compared', async (field, boxes) => {
		const conditions = { values: [{ field, operator: 'equals', ...boxes }] };
		const name = field.replace(/[^a-z]/gi, '');
		expect(inShort((await sentFor({ conditions })) as Filter)).toBe(
			`AND(name "${name}" = integerValue 3)`,
		);
	});

	test.each([
		[{ choices: ['3'], value: '4' }, 'under Choice Names or IDs and under Value'],
		[{ customer: 3, day: '2026-11-30' }, 'under Customer and under Day'],
		[{ day: '2026-11-30', value: '0' }, 'under Day and under Value'],
	])('with two values, %j, it is refused', async (boxes, where) => {
		const conditions = { values: [{ field: '={{ "phaseId" }}', operator: 'equals', ...boxes }] };
		await expect(sentFor({ conditions })).rejects.toThrow(
			/^The search condition on phaseId has a value under .*: leave one of them\.$/,
		);
		await expect(sentFor({ conditions })).rejects.toThrow(where);
	});

	test.each([
		['equals', 'OR(phase = 3, phase = 4)'],
		['isOneOf', 'OR(phase = 3, phase = 4)'],
		['notEquals', 'AND(phase != 3, phase != 4)'],
	])('several choices with %s', async (operator, expected) => {
		const conditions = { values: [{ field: 'phaseId', operator, choices: ['3', '4'] }] };
		const sent = inShort((await sentFor({ conditions })) as Filter);
		const short = sent.replaceAll('name "phaseId"', 'phase').replaceAll('integerValue ', '');
		expect(short).toBe(`AND(${expected})`);
	});
});

/** What the editor shows of a condition, by n8n's own rule. */
describe('the form of a condition', () => {
	const BOXES = ['choices', 'customer', 'day', 'value'];
	const OPERATORS = [
		...['equals', 'notEquals', 'contains', 'startsWith', 'endsWith', 'greaterThan'],
		...['greaterOrEqual', 'lessThan', 'lessOrEqual', 'isOneOf', 'isEmpty', 'isNotEmpty'],
	];
	const EXPRESSION = '={{ $json.given }}';
	const custom = (type: string) => `custom:a.b:${type}`;
	// Of some nobody knows the type.
	const CUSTOMS = [...ITEM_TYPES.keys(), ''].map((type) => custom(String(type)));
	const boxesOf = (field: string, operator = 'equals', resource = 'deal') =>
		boxesFor(resource, { field, operator }).map(({ name }) => name);

	test.each(['customer', 'deal', 'contact'])(
		'beside each field of a %s one box, where its operator takes a value',
		async (resource) => {
			const parameters = { authentication: 'personalToken', resource, operation: 'search' };
			const method = { kind: 'loadOptions', method: 'getSearchFields' } as const;
			const offered = await callMethod({ ...method, parameters, credentials: {} });
			const fields = (offered as INodePropertyOptions[]).map(({ value }) => String(value));
			expect(fields.length).toBeGreaterThan(10);
			const others = [...fields, ...CUSTOMS, 'Level', ''].flatMap((field) =>
				[...OPERATORS, EXPRESSION]
					.map((operator) => [field, operator, boxesOf(field, operator, resource)] as const)
					.filter(([, operator, boxes]) => {
						return boxes.length !== (/^is(Not)?Empty$/.test(operator) ? 0 : 1);
					}),
			);
			expect(others).toEqual([]);
		},
	);

	test('a field that an expression gives may need any of them', () => {
		expect(boxesOf(EXPRESSION)).toEqual(BOXES);
	});

	test('all operators are offered', () => {
		expect(operatorsOf('deal')).toEqual(OPERATORS);
	});

	test.each([
		['choices', 'phaseId', { type: 'multiOptions' }],
		['choices', 'customer.industryId', { type: 'multiOptions' }],
		['choices', custom('single_select'), { type: 'multiOptions' }],
		['choices', custom('multi_select'), { type: 'multiOptions' }],
		['choices', custom('user'), { type: 'multiOptions' }],
		['customer', 'customerId', { type: 'resourceLocator' }],
		['day', 'updatedAt', { type: 'dateTime', typeOptions: { dateOnly: true } }],
		['day', 'expectedContractDate', { type: 'dateTime', typeOptions: { dateOnly: true } }],
		['day', custom('date'), { type: 'dateTime', typeOptions: { dateOnly: true } }],
		['value', 'id', { type: 'string' }],
		['value', 'amount', { type: 'string' }],
		['value', custom('url'), { type: 'string' }],
		['value', custom(''), { type: 'string' }],
	])('%s is the box of %s', (name, field, expected) => {
		expect(boxesFor('deal', { field, operator: 'equals' })).toMatchObject([{ name, ...expected }]);
	});
});
