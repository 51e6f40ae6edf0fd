/** What bulk results say of each row: what the next step needs, without a further request. */
import type { IDataObject } from 'n8n-workflow';
import { byId, startNodeFixture, type NodeFixture } from './support/nodeFixture';

let fixture: NodeFixture;
beforeAll(async () => {
	fixture = await startNodeFixture();
});
afterAll(async () => await fixture.close());

interface Bulk {
	readonly operation: string;
	readonly parameters: IDataObject;
	readonly input?: IDataObject[];
	/** Without the ID. */
	readonly told: IDataObject[];
	readonly version?: 'v1ApiKey';
}

const id = expect.any(Number) as number;
const when = '2026-11-30T09:00:00.000Z';
const dealForm = {
	name: '={{ $json.name }}',
	expectedContractDate: '2026-11-30',
	customer: byId(1),
	dealType: 1,
	...{ phase: 1, product: 1, probability: 1, channel: 1 },
	user: byId(1),
};

const MANY: readonly Bulk[] = [
	{
		operation: 'customer.createMany',
		parameters: {
			name: '={{ $json.name }}',
			additionalFields: { telNo: '={{ $json.tel }}', address: 'Somewhere' },
		},
		input: [
			{ name: 'A', tel: '03-8000-0001' },
			{ name: 'B', tel: '03-8000-0002' },
		],
		told: [
			{ name: 'A', telNo: '03-8000-0001' },
			{ name: 'B', telNo: '03-8000-0002' },
		],
	},
	{
		operation: 'deal.createMany',
		parameters: dealForm,
		input: [{ name: 'A' }, { name: 'B' }],
		told: [{ name: 'A' }, { name: 'B' }],
	},
	{
		operation: 'deal.createMany',
		version: 'v1ApiKey',
		parameters: dealForm,
		input: [{ name: 'A' }],
		told: [{ name: 'A' }],
	},
	{
		operation: 'customerAction.createMany',
		parameters: {
			customer: byId(1),
			pattern: 1,
			startDatetime: when,
			endDatetime: when,
			creator: byId(2),
		},
		told: [
			{
				customerId: 1,
				patternId: 1,
				startDatetime: expect.any(String),
				endDatetime: expect.any(String),
				creatorId: 2,
			},
		],
	},
	{
		operation: 'customObject.createMany',
		parameters: {
			customObjectDefKey: 'ticket',
			customFields: {
				mappingMode: 'defineBelow',
				value: { subject: 'A', priority: 3 },
				schema: [],
			},
		},
		told: [{ subject: 'A', priority: 3 }],
	},
];

test.each(MANY)('$operation: $told', async ({ operation, parameters, input, told, version }) => {
	const { items, error } = await fixture.run(operation, {
		parameters,
		input,
		...(version && { authentication: version }),
	});
	expect(error).toBeUndefined();
	expect(items.map(({ json }) => json)).toEqual(told.map((each) => ({ id, ...each })));
	expect(items.map(({ pairedItem }) => pairedItem)).toEqual(told.map((_, item) => ({ item })));
});

test('Update Many tells what the service returns and what was sent', async () => {
	const [open] = await fixture.write('deal', [{ name: 'open', phase: { id: 1 } }]);
	const { items } = await fixture.run('deal.updateMany', {
		parameters: { dealType: 1, dealId: open!, updateFields: { memo: 'noted' } },
	});
	expect(items[0]?.json).toEqual({ id: open, name: 'open' });
	const [ticket] = await fixture.write('customObject', [{ customObjectDefKey: 'ticket' }]);
	const { items: changed } = await fixture.run('customObject.updateMany', {
		parameters: {
			customObjectDefKey: 'ticket',
			customObjectId: byId(ticket!),
			customFields: { mappingMode: 'defineBelow', value: { subject: 'New' }, schema: [] },
		},
	});
	expect(changed[0]?.json).toEqual({ id: ticket, subject: 'New' });
});

test('a failed row keeps its error, and the others what identifies them', async () => {
	const { items } = await fixture.run('customer.createMany', {
		parameters: { name: '={{ $json.name }}' },
		input: [{ name: 'Good' }, { name: '' }],
		continueOnFail: true,
	});
	expect(items[0]?.json).toEqual({ id, name: 'Good' });
	expect(Object.keys(items[1]?.json ?? {})).not.toContain('name');
	expect(items[1]?.json).toHaveProperty('error');
});

describe('Create or Update', () => {
	const twice = async (operation: string, parameters: IDataObject) => {
		await fixture.requests();
		const [created] = await fixture.records(operation, { parameters });
		const writes = (await fixture.requests()).filter(
			({ method, path }) => method !== 'GET' && !path.endsWith('/search'),
		);
		expect(writes).toHaveLength(1);
		const [updated] = await fixture.records(operation, { parameters });
		return [created, updated];
	};

	test('tells the action, the name and the value that was matched', async () => {
		const parameters = { matchBy: 'telNo', name: 'A', additionalFields: { telNo: '03-8100-0001' } };
		const told = { id, name: 'A', telNo: '03-8100-0001' };
		expect(await twice('customer.createOrUpdate', parameters)).toEqual([
			{ ...told, action: 'created' },
			{ ...told, action: 'updated' },
		]);
	});

	test('tells a custom field that was matched by its key', async () => {
		const customFields = {
			mappingMode: 'defineBelow',
			value: { deal_text: 'key 1' },
			schema: [],
		};
		const parameters = { ...dealForm, name: 'Matched', matchBy: 'custom:deal_text', customFields };
		expect(await twice('deal.createOrUpdate', parameters)).toEqual([
			{ id, name: 'Matched', deal_text: 'key 1', action: 'created' },
			{ id, name: 'Matched', deal_text: 'key 1', action: 'updated' },
		]);
	});

	test('tells the fields of a custom object', async () => {
		const parameters = {
			customObjectDefKey: 'ticket',
			matchBy: 'subject',
			customFields: { mappingMode: 'defineBelow', value: { subject: 'key 2' }, schema: [] },
		};
		expect(await twice('customObject.createOrUpdate', parameters)).toEqual([
			{ id, subject: 'key 2', action: 'created' },
			{ id, subject: 'key 2', action: 'updated' },
		]);
	});
});
