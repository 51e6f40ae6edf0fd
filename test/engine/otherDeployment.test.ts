/**
 * Another deployment, of which the connector knows no address but those of the documents: Account: Check
 * has proposed Endpoint Overrides, they were pasted, and everything works. All tests of the engine
 * can be run so: SANDBOX_DIALECT=other-deployment (CONTRIBUTING.md).
 */
import type { IDataObject } from 'n8n-workflow';
import { DOCUMENTED } from '../support/documented';
import { fromCsv } from '../support/csv';
import { byId, startNodeFixture, type Call, type NodeFixture } from './support/nodeFixture';
import { events, startTriggerFixture, type TriggerFixture } from './support/triggerFixture';
import {
	contactActionScenario,
	customerActionScenario,
	dealActionScenario,
} from './support/scenarios/actionScenarios';
import { contactScenario } from './support/scenarios/contactScenario';
import { customerScenario } from './support/scenarios/customerScenario';
import { customObjectScenario } from './support/scenarios/customObjectScenario';
import { dealScenario } from './support/scenarios/dealScenario';
import type { ScenarioBuilder } from './support/scenarios/recordScenario';
import { completeForm, readRecord } from './support/scenarios/runScenario';
import { withFile } from './support/withFile';

const OTHER = { dialects: ['other-deployment'], isChecked: true };

let fixture: NodeFixture;
let documented: NodeFixture;
let trigger: TriggerFixture;
beforeAll(async () => {
	trigger = await startTriggerFixture(OTHER);
	[fixture, documented] = [await startNodeFixture(OTHER), await startNodeFixture(DOCUMENTED)];
});
afterAll(async () => {
	for (const each of [fixture, documented, trigger]) await each.close();
});

const one = async (operation: string, parameters: IDataObject, call: Call = {}) =>
	(await fixture.records(operation, { ...call, parameters }))[0] as IDataObject & { id: number };

const ids = (records: readonly IDataObject[]) => records.map(({ id }) => id);

test('the check has found out that almost nothing is where the table has it', () => {
	expect(Object.keys(fixture.sandbox.pasted?.token ?? {}).length).toBeGreaterThan(50);
	expect(documented.sandbox.pasted).toBeUndefined();
});

const LISTS: ReadonlyArray<[string, IDataObject]> = [
	['customer.getMany', {}],
	['deal.getMany', {}],
	['contact.getMany', {}],
	['user.getMany', {}],
	['userGroup.getMany', {}],
	['role.getMany', {}],
	['dealAction.getMany', {}],
	['customerAction.getMany', { customerId: byId('all') }],
	['contactAction.getMany', { contactId: byId('all') }],
	['customObject.getMany', { customObjectDefKey: 'ticket' }],
];

test.each(LISTS)('%s has each record that it has elsewhere', async (operation, given) => {
	const parameters = { returnAll: true, ...given };
	const expected = await documented.records(operation, { parameters });
	const records = await fixture.records(operation, { parameters });
	expect(records.length).toBeGreaterThan(0);
	expect(new Set(ids(records))).toEqual(new Set(ids(expected)));
	expect(records).toHaveLength(expected.length);
});

test.each(['deal.getMany', 'customer.getMany'])('%s with a v1 key alone', async (operation) => {
	const call: Call = { authentication: 'v1ApiKey', parameters: { returnAll: true } };
	const expected = await documented.records(operation, call);
	expect(ids(await fixture.records(operation, call))).toEqual(ids(expected));
});

test('a record by its ID, the current user, the contacts of a deal', async () => {
	const reads: Array<[string, IDataObject]> = [
		['deal.get', { dealId: byId(1) }],
		['user.getCurrent', {}],
		['dealContact.getMany', { dealId: byId(1) }],
	];
	for (const [operation, parameters] of reads) {
		const expected = await documented.records(operation, { parameters });
		const records = await fixture.records(operation, { parameters });
		expect(records.map(({ id, name }) => ({ id, name }))).toEqual(
			expected.map(({ id, name }) => ({ id, name })),
		);
	}
});

/** Each kind of record, with every field that its form has. */
const KINDS: ReadonlyArray<[string, ScenarioBuilder, update: IDataObject]> = [
	['customer', customerScenario, { address: 'Elsewhere 1' }],
	['deal', dealScenario, { memo: 'Elsewhere' }],
	['contact', contactScenario, { dept: 'Elsewhere' }],
	['customerAction', customerActionScenario, { result: 'Elsewhere' }],
	['dealAction', dealActionScenario, { result: 'Elsewhere' }],
	['contactAction', contactActionScenario, { result: 'Elsewhere' }],
];

test.each(KINDS)(
	'%s: created whole, read, changed, found alone, deleted',
	async (resource, build, changed) => {
		const scenario = await build(fixture);
		const { id } = await one(`${resource}.create`, await completeForm(fixture, scenario));
		const at = { ...scenario.owner, [scenario.idName]: byId(id) };
		expect(await readRecord(fixture, scenario, id)).toMatchObject({ id });
		await fixture.records(`${resource}.update`, { parameters: { ...at, updateFields: changed } });
		const record = await readRecord(fixture, scenario, id);
		expect(record).toMatchObject(changed);
		const findings = scenario.findings(record);
		expect(findings.length).toBeGreaterThan(0);
		for (const { operation, parameters } of findings) {
			const found = await fixture.records(operation, {
				parameters: { returnAll: true, ...parameters },
			});
			expect([operation, ids(found)]).toEqual([operation, [id]]);
		}
		expect(await one(`${resource}.delete`, at)).toMatchObject({ deleted: true });
		const { error } = await fixture.run(`${resource}.get`, { parameters: at });
		expect(error?.message).toMatch(/HTTP 404/);
	},
);

test('a custom object from creation to deletion, and many at once', async () => {
	const customObjectDefKey = 'ticket';
	const scenario = await customObjectScenario(customObjectDefKey)(fixture);
	const { id } = await one('customObject.create', await completeForm(fixture, scenario));
	const at = { customObjectDefKey, customObjectId: byId(id) };
	expect(await one('customObject.get', at)).toMatchObject({ id });
	expect(await one('customObject.delete', at)).toMatchObject({ deleted: true });
	const created = await fixture.records('customObject.createMany', {
		parameters: { customObjectDefKey },
		input: [{}, {}],
	});
	expect(new Set(ids(created)).size).toBe(2);
});

test('bulk writes give each item the ID of its record', async () => {
	const created = await fixture.records('customer.createMany', {
		parameters: { name: '={{ $json.name }}' },
		input: [{ name: 'Elsewhere A' }, { name: 'Elsewhere B' }],
	});
	const names = await Promise.all(
		ids(created).map(async (id) => await one('customer.get', { customerId: byId(id as number) })),
	);
	expect(names.map(({ name }) => name)).toEqual(['Elsewhere A', 'Elsewhere B']);
	const deals = await fixture.write('deal', [
		{ name: 'one', dealType: { id: 1 } },
		{ name: 'two', dealType: { id: 1 } },
	]);
	const changed = await fixture.records('deal.updateMany', {
		parameters: { dealType: 1, dealId: byId('={{ $json.id }}'), updateFields: { memo: 'bulk' } },
		input: deals.map((id) => ({ id })),
	});
	expect(ids(changed)).toEqual(deals);
	expect(await one('deal.get', { dealId: byId(deals[1] ?? 0) })).toMatchObject({ memo: 'bulk' });
});

test('a member comes into a group and goes', async () => {
	const [userGroupId] = await fixture.write('userGroup', [{ name: 'Elsewhere' }]);
	const [user = 0] = await fixture.write('user', [{ name: 'Ann', email: 'ann@other.example' }]);
	const act = async (operation: string) => {
		await one(`userGroup.${operation}`, { userGroupId, userId: byId(user) });
		const filters = { userId: byId(user) };
		return ids(await fixture.records('userGroup.getMany', { parameters: { filters } }));
	};
	expect(await act('addMember')).toEqual([userGroupId]);
	expect(await act('removeMember')).toEqual([]);
});

test('a v1 key alone changes records too', async () => {
	const [id = 0] = await fixture.write('deal', [{ name: 'old', dealType: { id: 1 } }]);
	const call: Call = { authentication: 'v1ApiKey' };
	await one('deal.update', { dealId: byId(id), updateFields: { name: 'new' } }, call);
	expect(await one('deal.get', { dealId: byId(id) }, call)).toMatchObject({ name: 'new' });
	expect(await one('domainSetting.get', {}, call)).toHaveProperty('dealTypes');
});

test('what an export writes, an import reads', async () => {
	const { items } = await fixture.run('contact.getMany', {
		parameters: { output: 'file' },
	});
	const [file] = items;
	const text = Buffer.from(file?.binary?.data?.data ?? '', 'base64').toString();
	const contacts = await fixture.records('contact.getMany', { parameters: { returnAll: true } });
	const rows = fromCsv(text);
	expect(rows.map(({ id }) => Number(id)).sort()).toEqual(ids(contacts).sort());
	const imported = await fixture.run('customer.createMany', {
		parameters: { fieldsFrom: 'file' },
		input: [withFile('name,address\nOne elsewhere,Import\nTwo elsewhere,Import\n')],
	});
	expect(imported.error).toBeUndefined();
	expect(imported.items[0]?.json).toMatchObject({ rows: 2, created: 2, failed: 0 });
	const after = await fixture.records('customer.getMany', { parameters: { returnAll: true } });
	const added = after.filter(({ address }) => address === 'Import');
	expect(added.map(({ name }) => name).sort()).toEqual(['One elsewhere', 'Two elsewhere']);
});

test('a trigger emits each version once', async () => {
	const poller = trigger.watch();
	expect(await poller.activate()).toBeNull();
	const [a = 0, b = 0] = await trigger.write('deal', [{ name: 'a' }, { name: 'b' }]);
	await trigger.settle();
	expect(events(await poller.poll())).toEqual([
		['created', a],
		['created', b],
	]);
	await trigger.write('deal', [{ id: a, name: 'a, changed' }]);
	await trigger.settle();
	expect(events(await poller.poll())).toEqual([['updated', a]]);
	expect(await poller.poll()).toBeNull();
});
