/** A search as people speak of it: fields, choices and operators by their labels. */
import type { IDataObject } from 'n8n-workflow';
import { startNodeFixture, type NodeFixture } from './support/nodeFixture';

let fixture: NodeFixture;
let deals: IDataObject[];
beforeAll(async () => {
	fixture = await startNodeFixture();
	deals = await fixture.records('deal.getMany', { parameters: { returnAll: true } });
});
afterAll(async () => await fixture.close());
beforeEach(async () => {
	await fixture.requests();
});

const search = async (values: IDataObject[], resource = 'deal') =>
	await fixture.run(`${resource}.search`, {
		parameters: { conditions: { values }, returnAll: true },
	});
const found = async (...values: IDataObject[]) => {
	const { items, error } = await search(values);
	expect(error).toBeUndefined();
	return items.map(({ json }) => json.id as number).sort((a, b) => a - b);
};
const level = (label: string) =>
	deals
		.filter(({ dealCustoms }) =>
			(dealCustoms as IDataObject[]).some(
				({ itemKey, selectedOption }) =>
					itemKey === 'deal_single_select' &&
					(selectedOption as IDataObject | undefined)?.label === label,
			),
		)
		.map(({ id }) => id as number)
		.sort((a, b) => a - b);

const SELECT = 'custom:deal_single_select:single_select';

describe('the options of a custom field', () => {
	test.each([
		[SELECT, 'Gold'],
		[SELECT, ' gold '],
		['Level', 'Gold'],
		['level', 'Gold'],
	])('%s equals %j', async (field, value) => {
		const gold = level('Gold');
		expect(gold.length).toBeGreaterThan(0);
		expect(await found({ field, operator: 'equals', value })).toEqual(gold);
	});

	test('by a number nothing is looked up', async () => {
		const byLabel = level('Gold');
		const id = deals
			.flatMap(({ dealCustoms }) => dealCustoms as IDataObject[])
			.map(({ selectedOption }) => selectedOption as IDataObject | undefined)
			.find((option) => option?.label === 'Gold')?.value;
		await fixture.requests();
		expect(await found({ field: SELECT, operator: 'equals', value: id })).toEqual(byLabel);
		expect(await fixture.requests()).toHaveLength(1);
	});

	test('several, and all but one', async () => {
		const [gold, silver] = [level('Gold'), level('Silver')];
		const both = [...gold, ...silver].sort((a, b) => a - b);
		expect(await found({ field: 'Level', operator: 'isOneOf', value: 'Gold, silver' })).toEqual(
			both,
		);
		const others = await found({ field: 'Level', operator: 'notEquals', value: 'Gold' });
		expect(others.some((id) => gold.includes(id))).toBe(false);
		expect(others).toEqual(expect.arrayContaining(silver));
	});

	test('are read once a run, for however many items', async () => {
		const { error } = await fixture.run('deal.search', {
			parameters: {
				conditions: {
					values: [{ field: 'Level', operator: 'equals', value: '={{ $json.level }}' }],
				},
			},
			input: Array.from({ length: 6 }, (_, at) => ({ level: at % 2 === 0 ? 'Gold' : 'Silver' })),
		});
		expect(error).toBeUndefined();
		const asked = await fixture.requests();
		expect(asked.filter(({ path }) => !path.endsWith('/search')).length).toBeLessThanOrEqual(1);
	});

	test('a label that is none is an error that lists what there is', async () => {
		const { error } = await search([{ field: 'Level', operator: 'equals', value: 'Platinum' }]);
		expect(error?.message).toMatch(
			/^Level is "Platinum", which is no name in its list: it knows .*Gold.*Give one of these, or an ID\./,
		);
		expect((await fixture.requests()).filter(({ path }) => path.endsWith('/search'))).toEqual([]);
	});

	test('a label that two options have is an error that lists both', async () => {
		const customItemOptions = [
			{ value: 7, label: 'Same' },
			{ value: 8, label: 'Same' },
		];
		const item = { id: 1, itemKey: 'deal_single_select', name: 'Level', itemType: 'single_select' };
		const body = {
			dealTypes: [{ id: 1, name: 'x', dealCustomItems: [{ ...item, customItemOptions }] }],
		};
		const other = await startNodeFixture();
		await other.steer('POST', '/faults', [
			{ match: { path: '/v1/domains/settings' }, times: 1, status: 200, body },
		]);
		const { error } = await other.run('deal.search', {
			parameters: {
				conditions: { values: [{ field: SELECT, operator: 'equals', value: 'Same' }] },
			},
		});
		await other.close();
		expect(error?.message).toContain('is "Same", which may be "Same (7)" or "Same (8)"');
	});
});

describe('references', () => {
	test('by the label of the field, and a locator as the editor saves it', async () => {
		const [deal] = deals;
		const customer = deal?.customer as IDataObject;
		const ofCustomer = await found({
			field: 'customer',
			operator: 'equals',
			value: { __rl: true, mode: 'name', value: customer.name },
		});
		expect(ofCustomer).toContain(deal?.id);
		const locator = { __rl: true, mode: 'list', value: customer.id };
		expect(await found({ field: 'customerId', operator: 'equals', value: locator })).toEqual(
			ofCustomer,
		);
	});

	test('several phases, as the editor saves them', async () => {
		const phases = [
			...new Set(deals.map(({ phase }) => (phase as IDataObject).id as number)),
		].slice(0, 2);
		const expected = deals
			.filter(({ phase }) => phases.includes((phase as IDataObject).id as number))
			.map(({ id }) => id as number)
			.sort((a, b) => a - b);
		expect(await found({ field: 'phaseId', operator: 'isOneOf', value: phases })).toEqual(expected);
	});

	test('a name that begins with a bracket is none of JSON', async () => {
		const { error } = await search([
			{ field: 'productId', operator: 'isOneOf', value: '[EU] Plan, Consulting' },
		]);
		expect(error?.message).toMatch(/^Product is "\[EU\] Plan", which is no name in its list/);
	});
});

test('an operator that does not fit is an error that lists those that do', async () => {
	for (const [field, operator, said] of [
		['amount', 'contains', 'Contains does not fit Amount: use one of Equals,'],
		['updatedAt', 'endsWith', 'Ends With does not fit Updated At'],
		['phaseId', 'greaterThan', 'does not fit Phase: use one of Equals, Does Not Equal, Is One Of,'],
		['Level', 'lessThan', 'does not fit Level'],
	]) {
		const { error } = await search([{ field: field ?? '', operator: operator ?? '', value: '1' }]);
		expect(error?.message).toContain(said);
	}
	expect((await fixture.requests()).filter(({ path }) => path.endsWith('/search'))).toEqual([]);
});
