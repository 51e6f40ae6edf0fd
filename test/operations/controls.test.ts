/** The node's own parameters are read through their types, as a request's fields are. */
import type { IDataObject } from 'n8n-workflow';
import { byId, useNodeFixture } from '../support/nodeFixture';

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
const list = (parameters: IDataObject): [string, IDataObject] => ['deal.getMany', parameters];
const batch = (more: IDataObject = {}): [string, IDataObject] => [
	'customer.get',
	{ customerId: '={{ $json.id }}', options: { batchLookup: true, ...more } },
];

/** Two items that differ in what must be one for the run. */
const INPUT = [
	{ id: 1, name: 'A', tel: '03-5550-0003', dry: true, by: 'telNo' },
	{ id: 2, name: 'B', tel: '03-5550-0004', dry: false, by: 'name' },
];

test.each<[[string, IDataObject], RegExp]>([
	[dryRun('perhaps'), /^Dry Run is "perhaps"; it must be true or false\./],
	[dryRun('={{ $json.nope }}'), /^Dry Run has no value: its expression gives none/],
	[
		dryRun('={{ $json.dry }}'),
		/^Dry Run must be the same for all items: it is true for item 0 and false for item 1\.$/,
	],
	[
		upsert({ matchBy: '={{ $json.by }}' }),
		/^Match By must be the same for all items: it is "telNo" for item 0/,
	],
	[list({ options: { pageLimit: 'two' } }), /^Page Limit is "two"; it must be a whole number\.$/],
	[list({ options: { pageLimit: 0 } }), /^Page Limit is 0; it must be a whole number of 1 or more/],
	[
		list({ output: 'simple' }),
		/^Output is "simple"; it must be one of simplified, raw, selectedFields, file, summary\.$/,
	],
	[
		list({ output: 'selectedFields', outputFields: '={{ "" }}' }),
		/^Output is Selected Fields, and Output Fields names none/,
	],
	[
		['deal.search', { options: { filterJson: '={{ $json.nope }}' } }],
		/^Filter \(JSON\) has no value: /,
	],
	[
		['deal.search', { options: { filterJson: '={{ "" }}' } }],
		/^Filter \(JSON\) is not valid JSON; /,
	],
	[
		['deal.search', { options: { match: 'some' } }],
		/^Match is "some"; it must be one of all, any\.$/,
	],
	[
		batch({ includeRelatedObjects: true }),
		/^Look Up in Batches can't be combined with Include Related Objects, which a search does not return: turn off one of the two\.$/,
	],
])('%j is an error, and nothing is asked', async ([operation, parameters], message) => {
	const entered = { ...(operation.endsWith('getMany') && { returnAll: true }), ...parameters };
	expect(await fixture.fails(operation, { parameters: entered, input: INPUT })).toMatch(message);
	expect(await fixture.requests()).toEqual([]);
});

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

test.each([
	['true', true],
	[1, true],
	['={{ "false" }}', false],
	['={{ null }}', false],
])('Return All %p, with a limit of 3: all is %p', async (returnAll, isAll) => {
	const parameters = { returnAll, limit: 3 } as IDataObject;
	const { length } = await fixture.records('customer.getMany', { parameters });
	expect(length > 3 ? 'all' : length).toBe(isAll ? 'all' : 3);
});

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
test.each([
	['customer.getMany', { sort: { order: 'updated_at' } }, 'sort=updatedAt'],
	['dealAction.getMany', { sort: { order: '-start_datetime' } }, 'sort=-startDatetime'],
	['dealAction.getMany', { filters: { active: 'TRUE' } }, 'active=true'],
	['dealAction.getMany', { filters: { users: '[1, 2]' } }, 'users[][id]=1&users[][id]=2'],
	['contactAction.getMany', { contactId: byId('all'), filters: { dataType: '1' } }, 'dataType=1'],
])('%s: a documented spelling is accepted: %j', async (operation, parameters, sent) => {
	await fixture.records(operation, { parameters: { limit: 1, ...parameters } });
	const [request] = await fixture.requests();
	expect(decodeURIComponent(request!.query)).toContain(sent);
});
