/** What the form of a search becomes: the filter tree that is sent (v1 §4, v2 §4.4; S3, S5), or a refusal. */
import type { IDataObject, INodePropertyOptions } from 'n8n-workflow';
import tables from './search.json';
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

describe('a condition', () => {
	test.each(tables.conditions)(
		'$field $operator $value',
		async ({ field, operator, value, expected }) => {
			expect(await filterOf(on(field, operator, value))).toBe(`AND(${expected})`);
		},
	);

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
	test.each(tables.builder)('$name', async ({ entered, expected }) => {
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
	test.each(tables.refused)('$name', async ({ entered, message }) => {
		await expect(filterOf(entered as IDataObject)).rejects.toThrow(message);
	});

	test('a field of any length, which is cut', async () => {
		const long = filterOf(on('x'.repeat(300_000), 'equals', 1));
		await expect(long).rejects.toThrow(`"${'x'.repeat(99)}…`);
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
	test.each(tables.withoutValue)(
		'$field with $boxes has no value, and is told its box',
		async ({ field, boxes, label, box }) => {
			const conditions = { values: [{ field, operator: 'equals', ...boxes }] } as IDataObject;
			await expect(sentFor({ conditions })).rejects.toThrow(
				`The search condition on ${label} has no value: enter one under ${box}, or choose Is Empty.`,
			);
		},
	);

	test.each(tables.compared)('$field with $boxes is compared', async ({ field, boxes }) => {
		const conditions = { values: [{ field, operator: 'equals', ...boxes }] };
		const name = field.replace(/[^a-z]/gi, '');
		expect(inShort((await sentFor({ conditions })) as Filter)).toBe(
			`AND(name "${name}" = integerValue 3)`,
		);
	});

	test.each(tables.twoValues)(
		'with two values, $boxes, it is refused',
		async ({ boxes, where }) => {
			const conditions = { values: [{ field: '={{ "phaseId" }}', operator: 'equals', ...boxes }] };
			await expect(sentFor({ conditions })).rejects.toThrow(
				/^The search condition on phaseId has a value under .*: leave one of them\.$/,
			);
			await expect(sentFor({ conditions })).rejects.toThrow(where);
		},
	);

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

	test.each(tables.boxes)('$name is the box of $field', ({ name, field, expected }) => {
		expect(boxesFor('deal', { field, operator: 'equals' })).toMatchObject([{ name, ...expected }]);
	});
});
