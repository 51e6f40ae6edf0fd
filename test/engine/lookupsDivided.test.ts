/** Look-ups of many values: what is refused, several at once, and what can’t be looked up. */
import type { IDataObject } from 'n8n-workflow';
import {
	byCustom,
	byName,
	customerWith,
	given,
	outcomes,
	startMatchingService,
	type MatchingOptions,
	type MatchingService,
} from './support/matchingService';

let service: MatchingService;
const start = async (options: MatchingOptions) => (service = await startMatchingService(options));
afterEach(async () => await service.close());

const upsert = async (parameters: IDataObject, values: unknown[], continueOnFail = true) =>
	await service.run('customer.createOrUpdate', parameters, {
		input: given(values),
		continueOnFail,
	});
describe('one bad value or refused look-up fails one item', () => {
	const refuses = (asked: unknown) => asked === 'bad';

	test('a value that is none of the field’s type', async () => {
		await start({ records: [customerWith('7')] });
		const { items } = await upsert(byCustom('rate', 'number'), ['7', 'abc', '8']);
		expect(outcomes(items)).toEqual([
			'updated',
			'Custom Field "rate" is "abc"; it must be a whole number.',
			'created',
		]);
		const { error } = await upsert(byCustom('rate', 'number'), ['7', 'abc', '9'], false);
		expect(error).toMatchObject({ context: { itemIndex: 1 } });
		expect(service.records).toHaveLength(2);
	});

	test('a value that the service refuses to look up, among 299 in one request', async () => {
		await start({ refuses });
		const values = Array.from({ length: 299 }, (_, index) => (index === 200 ? 'bad' : `n${index}`));
		const { items } = await upsert(byName, values);
		const failed = items.flatMap(({ json }, index) => (json.error === undefined ? [] : [index]));
		expect(failed).toEqual([200]);
		expect(items[200]?.json.error).toContain('bad value');
		expect(service.records).toHaveLength(298);
		expect(service.asked.filter((line) => line.endsWith('/search')).length).toBeLessThan(20);
	});

	test('without Continue On Fail that item is blamed, and nothing is written', async () => {
		await start({ refuses });
		const values = Array.from({ length: 299 }, (_, index) => (index === 200 ? 'bad' : `n${index}`));
		const { error } = await upsert(byName, values, false);
		expect(error).toMatchObject({ context: { itemIndex: 200 } });
		expect(service.records).toHaveLength(0);
	});

	test('a look-up that is refused for all takes a bounded number of requests', async () => {
		await start({ refuses: () => true });
		const values = Array.from({ length: 299 }, (_, index) => `n${index}`);
		const { items } = await upsert(byName, values);
		expect(items.every(({ json }) => json.error !== undefined)).toBe(true);
		expect(service.asked.length).toBeLessThan(40);
		expect(items[297]?.json.error).toContain('this value was not looked up by itself');
	});

	test('Look Up in Batches: a refused ID fails alone, and ids given as text are found', async () => {
		const records = [1, 2, 3].map((id) => customerWith('a', id));
		await start({
			records: records.map((each) => ({ ...each, name: `Customer ${each.id}` })),
			refuses: (asked) => asked === 2,
			found: (record) => ({ ...record, id: `${record.id as number}` }),
			equal: (_, asked) => asked !== 2,
		});
		const { items } = await service.run(
			'customer.get',
			{
				customerId: '={{ $json.id }}',
				output: 'selectedFields',
				outputFields: 'name',
				options: { batchLookup: true },
			},
			{ input: [1, 2, 3, 1].map((id) => ({ id })) },
		);
		expect(items.map(({ json }) => json.name ?? json.error)).toEqual([
			'Customer 1',
			expect.stringContaining('bad value'),
			'Customer 3',
			'Customer 1',
		]);
	});
});
describe('custom objects', () => {
	const byCode = {
		customObjectDefKey: 'ticket',
		matchBy: 'code',
		customFields: { mappingMode: 'defineBelow', value: { code: '={{ $json.value }}' } },
	};
	const objects = async (values: unknown[], continueOnFail = true) =>
		await service.run('customObject.createOrUpdate', byCode, {
			input: given(values),
			continueOnFail,
		});

	test('are looked up several at once, and the results keep their order', async () => {
		await start({ records: [{ id: 1, code: 'c3' }], latency: 40 });
		const { items } = await objects(['c0', 'c1', 'c2', 'c3', 'c4', 'c5']);
		expect(outcomes(items).indexOf('updated')).toBe(3);
		expect(items.map(({ pairedItem }) => pairedItem)).toEqual(
			[0, 1, 2, 3, 4, 5].map((item) => ({ item })),
		);
		expect(service.mostAtOnce()).toBeGreaterThan(2);
	});

	test('the first refused look-up is blamed, whichever response comes first', async () => {
		await start({ refuses: (asked) => asked === 'c1' || asked === 'c4' });
		const { error } = await objects(['c0', 'c1', 'c2', 'c3', 'c4'], false);
		expect(error).toMatchObject({ context: { itemIndex: 1 } });
		expect(service.records).toHaveLength(0);
	});

	test('a number and the service’s text of it are the same, though the type is unknown', async () => {
		await start({
			records: [{ id: 1, code: '1.50' }],
			equal: (held, asked) => Number(held) === Number(asked),
		});
		expect(outcomes((await objects([1.5])).items)).toEqual(['updated']);
	});

	test('a list that ignores the filter is an error after one page', async () => {
		const records = [1, 2, 3].map((id) => ({ id, code: `other ${id}` }));
		await start({ records, equal: () => true });
		const { items } = await objects(['c0']);
		expect(items[0]?.json.error).toContain('custom object with the ID 1');
		expect(service.records).toHaveLength(3);
	});
});
test.each([
	['contact', 'customer.name', 'belongs to another record'],
	['contact', 'custom:tags:multi_select', 'holds several values'],
	['customObject', 'sort', 'the list uses this name for itself'],
])('%s: Match By %s is refused: %s', async (resource, matchBy, message) => {
	await start({});
	const { items } = await service.run(
		`${resource}.createOrUpdate`,
		{
			...(resource === 'contact' ? { name: 'A' } : { customObjectDefKey: 'ticket' }),
			matchBy,
			customFields: { mappingMode: 'defineBelow', value: { sort: 'x', tags: [1] } },
		},
		{ input: [{}] },
	);
	expect(items[0]?.json.error).toContain(message);
	expect(service.asked).toEqual([]);
});
