/**
 * Another deployment, of which the connector knows no address but those of the documents: Account: Check
 * has proposed Endpoint Overrides, they were pasted, and everything works. All tests of the operations
 * can be run so: `npm run dialect` (CONTRIBUTING.md).
 */
import type { IDataObject } from 'n8n-workflow';
import { byId, startNodeFixture, type Call, type NodeFixture } from '../support/nodeFixture';
import {
	events,
	startTriggerFixture,
	useTriggerFixture,
	type TriggerFixture,
} from '../support/triggerFixture';
import { DOCUMENTED } from '../support/documented';
import { speak } from '../support/testSandbox';

const OTHER = { dialects: ['other-deployment'], isChecked: true };
/** The same service as documented, but for what stands around its lists and records (v2 §2.1). */
const ENVELOPES = [['lists-in-data', 'records-in-data'], ['bare-lists']];

const fixture = useTriggerFixture({ ...OTHER, seed: 'small' });
let documented: NodeFixture;
let enveloped: TriggerFixture;
beforeAll(async () => {
	documented = await startNodeFixture({ ...DOCUMENTED, seed: 'small' });
	enveloped = await startTriggerFixture({ ...DOCUMENTED, seed: 'small' });
});
afterAll(async () => {
	for (const each of [fixture, documented, enveloped]) await each.close();
});

const ids = (records: readonly IDataObject[]) => records.map(({ id }) => id as number);
const some = async (service: NodeFixture, operation: string, call: Call) =>
	ids(await service.records(operation, call)).sort((a, b) => a - b);

const ALL = { returnAll: true };
const KEY = 'v1ApiKey';
const READS: ReadonlyArray<[string, Call]> = [
	...['customer', 'deal', 'contact', 'user', 'userGroup', 'role', 'dealAction'].map(
		(resource): [string, Call] => [`${resource}.getMany`, { parameters: ALL }],
	),
	['customerAction.getMany', { parameters: { ...ALL, customerId: byId('all') } }],
	['contactAction.getMany', { parameters: { ...ALL, contactId: byId('all') } }],
	['customObject.getMany', { parameters: { ...ALL, customObjectDefKey: 'ticket' } }],
	['dealContact.getMany', { parameters: { dealId: byId(1) } }],
	['deal.get', { parameters: { dealId: byId(1) } }],
	['user.getCurrent', {}],
	['deal.getMany', { parameters: ALL, authentication: KEY }],
	['customer.getMany', { parameters: ALL, authentication: KEY }],
];

/** Nothing is written before these, so that all have the same records. */
describe('each read has the records that it has elsewhere', () => {
	test.each(READS)('%s', async (operation, call) => {
		const expected = await some(documented, operation, call);
		expect(expected.length).toBeGreaterThan(0);
		expect(await some(fixture, operation, call)).toEqual(expected);
	});

	test.each(ENVELOPES.map((names) => [names.join(), names] as const))('%s', async (_, names) => {
		await speak(enveloped.sandbox, names);
		for (const [operation, call] of READS) {
			const expected = await some(documented, operation, call);
			expect([operation, await some(enveloped, operation, call)]).toEqual([operation, expected]);
		}
	});
});

test('the check has found out that much is elsewhere than where the table has it', () => {
	expect(Object.keys(fixture.sandbox.pasted?.token ?? {}).length).toBeGreaterThan(20);
	expect(documented.sandbox.pasted).toBeUndefined();
});

const SERVICES: ReadonlyArray<[string, () => Promise<TriggerFixture>]> = [
	['another deployment', async () => await Promise.resolve(fixture)],
	...ENVELOPES.map((names): [string, () => Promise<TriggerFixture>] => [
		names.join(),
		async () => {
			await speak(enveloped.sandbox, names);
			return enveloped;
		},
	]),
];

describe.each(SERVICES)('with %s', (name, open) => {
	let service: TriggerFixture;
	beforeAll(async () => {
		service = await open();
	});

	test('writes give each item the ID of its record', async () => {
		const NAMED = { name: '={{ $json.name }}' };
		const input = [{ name: `A, ${name}` }, { name: `B, ${name}` }];
		const created = await service.records('customer.createMany', { parameters: NAMED, input });
		for (const [at, id] of ids(created).entries()) {
			const parameters = { customerId: byId(id) };
			expect(await service.records('customer.get', { parameters })).toMatchObject([input[at]]);
		}
		const deals = await service.write(
			'deal',
			['one', 'two'].map((each) => ({ name: each, dealType: { id: 1 } })),
		);
		const changed = await service.records('deal.updateMany', {
			parameters: { dealType: 1, dealId: byId('={{ $json.id }}'), updateFields: { memo: 'bulk' } },
			input: deals.map((id) => ({ id })),
		});
		expect(ids(changed)).toEqual(deals);
	});

	test('what is not found is created', async () => {
		const parameters = { matchBy: 'name', name: `Nobody ${name.length}` };
		const { items, error } = await service.run('customer.createOrUpdate', { parameters });
		// An empty list without its name may be an empty object.
		if (name.includes('bare-lists')) expect(error?.message).toMatch(/is an empty list, without/);
		else expect(items).toMatchObject([{ json: { action: 'created' } }]);
	});

	test('a trigger emits each version once', async () => {
		const trigger = service.watch();
		expect(await trigger.activate()).toBeNull();
		const [a = 0, b = 0] = await service.write('deal', [{ name: 'a' }, { name: 'b' }]);
		await service.settle();
		expect(events(await trigger.poll())).toEqual([
			['created', a],
			['created', b],
		]);
		await service.writeOne('deal', { id: a, name: 'a, changed' });
		await service.settle();
		expect(events(await trigger.poll())).toEqual([['updated', a]]);
		expect(await trigger.poll()).toBeNull();
	});
});

test('a v1 key alone', async () => {
	const id = await fixture.writeOne('deal', { name: 'old', dealType: { id: 1 } });
	const parameters = { dealId: byId(id), updateFields: { name: 'new' } };
	await fixture.records('deal.update', { parameters, authentication: KEY });
	const read = { parameters: { dealId: byId(id) }, authentication: KEY } as const;
	expect(await fixture.records('deal.get', read)).toMatchObject([{ name: 'new' }]);
	const [settings] = await fixture.records('domainSetting.get', { authentication: KEY });
	expect(settings).toHaveProperty('dealTypes');
});
