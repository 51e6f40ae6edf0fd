/** The node's own parameters are read through their types, as a request's fields are. */
import type { IDataObject } from 'n8n-workflow';
import tables from './controls.json';
import { useNodeFixture } from '../support/nodeFixture';

const fixture = useNodeFixture();

const upsert = (parameters: IDataObject = {}): [string, IDataObject] => [
	'customer.createOrUpdate',
	{
		matchBy: 'telNo',
		name: '={{ $json.name }}',
		additionalFields: { telNo: '={{ $json.tel }}' },
		...parameters,
	},
];
const dryRun = (value: unknown) => upsert({ options: { dryRun: value } as IDataObject });
const batch = (more: IDataObject = {}): [string, IDataObject] => [
	'customer.get',
	{ customerId: '={{ $json.id }}', options: { batchLookup: true, ...more } },
];

/** Two items that differ in what must be one for the run. */
const INPUT = [
	{ id: 1, name: 'A', tel: '03-5550-0003', dry: true, by: 'telNo' },
	{ id: 2, name: 'B', tel: '03-5550-0004', dry: false, by: 'name' },
];

test.each(tables.refused)(
	'$operation is an error, and nothing is asked: $message',
	async ({ operation, parameters, message }) => {
		const entered = { ...(operation.endsWith('getMany') && { returnAll: true }), ...parameters };
		expect(await fixture.fails(operation, { parameters: entered, input: INPUT })).toMatch(
			RegExp(message),
		);
		expect(await fixture.requests()).toEqual([]);
	},
);

test.each([true, 'TRUE', 'yes', 1, '={{ "true" }}'])(
	'Dry Run %p changes nothing',
	async (given) => {
		const [operation, parameters] = dryRun(given);
		const [told] = await fixture.records(operation, { parameters, input: [INPUT[0]!] });
		expect(told).toMatchObject({ dryRun: true, action: 'create' });
		const paths = (await fixture.requests()).map(({ path }) => path);
		expect(paths.filter((path) => !path.endsWith('/search'))).toEqual([]);
	},
);

test.each(tables.returnAll)(
	'Return All $returnAll, with a limit of 3: all is $isAll',
	async ({ returnAll, isAll }) => {
		const parameters = { returnAll, limit: 3 } as IDataObject;
		const { length } = await fixture.records('customer.getMany', { parameters });
		expect(length > 3 ? 'all' : length).toBe(isAll ? 'all' : 3);
	},
);

test('a list that comes in one piece is not cut at 50, and no hint says so (v1 §4)', async () => {
	const { items, hints } = await fixture.run('customerField.getMany');
	expect(items.length).toBeGreaterThan(0);
	expect(hints).toEqual([]);
});

test.each([true, 'true', 1])('Look Up in Batches %p is one search', async (batchLookup) => {
	const [operation, parameters] = batch({ batchLookup, itemKeyAsPropertyKey: false });
	const records = await fixture.records(operation, { parameters, input: INPUT });
	expect(records.map(({ id }) => id)).toEqual([1, 2]);
	expect(await fixture.requests()).toHaveLength(1);
});

/** v2 §2.1, §4.4, §4.5 */
test.each(tables.spellings)(
	'$operation: a documented spelling is accepted: $parameters',
	async ({ operation, parameters, sent }) => {
		await fixture.records(operation, { parameters: { limit: 1, ...parameters } });
		const [request] = await fixture.requests();
		expect(decodeURIComponent(request!.query)).toContain(sent);
	},
);
