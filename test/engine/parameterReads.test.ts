/**
 * What n8n is asked for while the node reads its form. Each expression that n8n evaluates costs half a
 * millisecond, so there may be no more of them for a thousand items than for ten.
 */
import { ExecuteContext } from 'n8n-core';
import { Expression, type IDataObject } from 'n8n-workflow';
import { startNodeFixture, type Call, type NodeFixture } from './support/nodeFixture';

let fixture: NodeFixture;
beforeAll(async () => {
	fixture = await startNodeFixture();
});
afterAll(async () => await fixture.close());
afterEach(() => jest.restoreAllMocks());

interface Reading {
	_getNodeParameter(...given: unknown[]): unknown;
	evaluateExpression(...given: unknown[]): unknown;
}
/** Where `getNodeParameter` of every context of a node leads. */
const contexts = Object.getPrototypeOf(Object.getPrototypeOf(ExecuteContext.prototype)) as Reading;

/** How often n8n was asked for a parameter or an expression, and how often it evaluated one. */
async function asked(operation: string, call: Call) {
	const parameters = jest.spyOn(contexts, '_getNodeParameter');
	const expressions = jest.spyOn(contexts, 'evaluateExpression');
	const resolved = jest.spyOn(Expression.prototype, 'resolveSimpleParameterValue');
	const { items, error } = await fixture.run(operation, call);
	expect(error).toBeUndefined();
	expect(items).toHaveLength(call.input?.length ?? 0);
	const evaluated = resolved.mock.calls.filter(([value]) => String(value).startsWith('='));
	const counts = {
		reads: parameters.mock.calls.length + expressions.mock.calls.length,
		evaluated: evaluated.length,
	};
	jest.restoreAllMocks();
	return counts;
}

/** What columns of a spreadsheet hold; a column that only some rows fill is missing in the others. */
const rows = (count: number): IDataObject[] =>
	Array.from({ length: count }, (_, index) => ({
		name: `Read ${count} ${index}`,
		telNo: `03-${count}-${index}`,
		Street: index % 2 === 0 ? { city: 'Kyoto' } : { city: '' },
		...(index % 3 === 0 ? { number: `${index}` } : {}),
	}));

const columns: IDataObject = { fieldsFrom: 'input' };
const form: IDataObject = {
	name: '={{ $json.name }}',
	additionalFields: {
		telNo: '={{ $json["telNo"] }}',
		address: '={{ $json.Street.city }}',
		companyNum: '={{ $json.number }}',
	},
};
/** Deals of the sandbox's first type, with a change for each. */
async function changes(count: number): Promise<{ dealType: number; input: IDataObject[] }> {
	const [deal] = await fixture.records('deal.getMany', { parameters: { limit: 1 } });
	const { customer, dealType, phase } = deal as Record<string, { id: number }>;
	const one = { customer: { id: customer?.id }, dealType: { id: dealType?.id }, phase };
	const ids = await fixture.write(
		'deal',
		Array.from({ length: count }, (_, index) => ({ ...one, name: `To change ${index}` })),
	);
	return {
		dealType: dealType?.id ?? 0,
		input: ids.map((id) => ({ id, name: `Changed ${id}` })),
	};
}

const withoutOthers = (items: readonly IDataObject[]): IDataObject[] =>
	items.map(({ name, telNo }) => ({ name, telNo }));

describe('Fields From: Input, Map Automatically: nothing is evaluated', () => {
	test.each([
		['customer.create', 200],
		['customer.createMany', 1_000],
	])('%s', async (operation, many) => {
		const few = await asked(operation, { parameters: columns, input: withoutOthers(rows(10)) });
		const all = await asked(operation, { parameters: columns, input: withoutOthers(rows(many)) });
		expect(all).toEqual(few);
		expect(all.evaluated).toBe(0);
	});

	test('deal.updateMany', async () => {
		const counts = [];
		for (const count of [10, 1_000]) {
			const { dealType, input } = await changes(count);
			const ofType = input.map((each) => ({ ...each, dealTypeId: dealType }));
			counts.push(await asked('deal.updateMany', { parameters: columns, input: ofType }));
		}
		expect(counts[1]).toEqual(counts[0]);
		expect(counts[1]?.evaluated).toBe(0);
	});

	test('customer.createOrUpdate', async () => {
		const parameters = { ...columns, matchBy: 'telNo' };
		const few = await asked('customer.createOrUpdate', {
			parameters,
			input: withoutOthers(rows(11)),
		});
		const all = await asked('customer.createOrUpdate', {
			parameters,
			input: withoutOthers(rows(1_001)),
		});
		expect(all).toEqual(few);
		expect(all.evaluated).toBe(0);
	});
});

describe('plain references in the form: one evaluation for each kind of value, however many items', () => {
	test.each([
		['customer.create', 200],
		['customer.createMany', 1_000],
	])('%s', async (operation, many) => {
		const few = await asked(operation, { parameters: form, input: rows(12) });
		const all = await asked(operation, { parameters: form, input: rows(many + 2) });
		expect(all).toEqual(few);
		expect(all.evaluated).toBe(5);
	});

	test('deal.updateMany', async () => {
		const updateFields = { name: '={{ $json.name }}' };
		const counts = [];
		for (const count of [10, 1_000]) {
			const { dealType, input } = await changes(count);
			const parameters = { dealType, dealId: '={{ $json.id }}', updateFields };
			counts.push(await asked('deal.updateMany', { parameters, input }));
		}
		expect(counts[1]).toEqual(counts[0]);
		expect(counts[1]?.evaluated).toBe(2);
	});

	test('customer.createOrUpdate', async () => {
		const parameters = { ...form, matchBy: 'telNo' };
		const few = await asked('customer.createOrUpdate', { parameters, input: rows(13) });
		const all = await asked('customer.createOrUpdate', { parameters, input: rows(1_003) });
		expect(all).toEqual(few);
		expect(all.evaluated).toBe(5);
	});
});

test('of a collection with another expression only that one is evaluated for each item', async () => {
	const { additionalFields } = form as { additionalFields: IDataObject };
	const parameters = {
		...form,
		additionalFields: { ...additionalFields, webUrl: '={{ "https://" + $json.telNo }}' },
	};
	const { evaluated } = await asked('customer.createMany', { parameters, input: rows(300) });
	expect(evaluated).toBe(5 + 300);
});
