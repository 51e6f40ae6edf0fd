/** The life of each record: every field is created, read, changed alone and cleared, in both interfaces. */
import type { IDataObject } from 'n8n-workflow';
import { ROUTES } from '../../nodes/SalesManagement/api';
import { byId, useNodeFixture } from '../support/nodeFixture';
import { aPart } from '../support/random';
import { ordered } from '../support/ordered';
import { ITEM_TYPES } from './support/customValues';
import { clearableNames, columnsOf, fieldNames, recordFields } from './support/recordForm';
import {
	contactActionScenario,
	contactScenario,
	customerActionScenario,
	customerScenario,
	customObjectScenario,
	dealActionScenario,
	dealScenario,
	industriesOf,
} from './support/records';
import {
	completeForm,
	mapperValue,
	readRecord,
	type RecordScenario,
	type ScenarioBuilder,
} from './support/scenario';
import { shownAs } from './support/shownAs';

const fixture = useNodeFixture();

/** The properties in which two readings of a record differ, besides the time of the update. */
const changesBetween = (before: IDataObject, after: IDataObject) =>
	[...new Set([...Object.keys(before), ...Object.keys(after)])]
		.filter((key) => JSON.stringify(ordered(before[key])) !== JSON.stringify(ordered(after[key])))
		.filter((key) => key !== 'updatedAt');

const RECORDS: ReadonlyArray<[title: string, resource: string, build: ScenarioBuilder]> = [
	// First: they are found by the time of their creation.
	['custom object ticket', 'customObject', customObjectScenario('ticket')],
	['custom object asset', 'customObject', customObjectScenario('asset')],
	['customer', 'customer', customerScenario],
	['contact', 'contact', contactScenario],
	['deal', 'deal', dealScenario],
	['customer action', 'customerAction', customerActionScenario],
	['deal action', 'dealAction', dealActionScenario],
	['contact action', 'contactAction', contactActionScenario],
];
const LIVES = RECORDS.flatMap(([title, resource, build]) => [
	[`a ${title}`, resource, build, 'personalToken'] as const,
	...(`${resource}.create` in ROUTES.v1
		? [[`a ${title} in version 1`, resource, build, 'v1ApiKey'] as const]
		: []),
]);

/** What the form shows with a key of version 1 too, and only version 2 can do: clear it, unlink one. */
const BEYOND_V1 = {
	cleared: ['industryId', 'establishYear'],
	updated: ['dealCustomers'],
};

/** In whatever form this deployment shows it. */
function expectIn(record: IDataObject, expected: object): void {
	expect(shownAs(expected, record, fixture.sandbox)).toMatchObject(expected);
}

/** All tests of a life share its record, and each goes on from the one before; version 2 reads. */
describe.each(LIVES)('the life of %s', (_, resource, build, authentication) => {
	let scenario: RecordScenario;
	let id: number;
	beforeAll(async () => {
		scenario = await build(fixture);
	});
	const read = async () => await readRecord(fixture, scenario, id);
	const created = fieldNames(resource, 'create', authentication);
	const possible = (names: string[], beyond: string[]) =>
		names.filter((name) => authentication === 'personalToken' || !beyond.includes(name));
	const updatable = possible(fieldNames(resource, 'update', authentication), BEYOND_V1.updated);
	const clearable = possible(clearableNames(resource, authentication), BEYOND_V1.cleared);

	/** Updates the record, and returns it before and after. */
	async function updated(parameters: IDataObject): Promise<[IDataObject, IDataObject]> {
		const before = await read();
		// Version 1 asks for the deal of an action (v1 §4).
		const deal =
			resource === 'dealAction' ? { deal: byId((before.deal as { id: number }).id) } : {};
		const updateFields = { ...deal, ...(parameters.updateFields as IDataObject | undefined) };
		const at = { ...scenario.owner, [scenario.idName]: byId(id) };
		const call = { authentication, parameters: { ...at, ...parameters, updateFields } };
		await fixture.records(`${resource}.update`, call);
		return [before, await read()];
	}

	test('has a value for every field of the forms, and for every column of rows', () => {
		const withStep = (part: 'created' | 'updated') =>
			Object.keys(scenario.fields).filter((name) => scenario.fields[name]?.[part] !== undefined);
		if (authentication === 'personalToken') {
			expect(withStep('created').sort()).toEqual([...created].sort());
			expect(withStep('updated').sort()).toEqual([...updatable].sort());
		}
		expect(withStep('created')).toEqual(expect.arrayContaining(created));
		expect(withStep('updated')).toEqual(expect.arrayContaining(updatable));
		for (const field of recordFields(resource, 'create', authentication).all) {
			const rows = scenario.fields[field.name]?.created?.input;
			const entered = Array.isArray(rows) ? rows.flatMap((row) => Object.keys(row)) : [];
			// Rows that do not exist yet can be neither changed nor removed.
			const columns = columnsOf(field).filter((name) => !/^(id|deleted?)$/.test(name));
			expect(entered).toEqual(expect.arrayContaining(columns));
		}
	});

	test('create with every field: each value reads back', async () => {
		const parameters = await completeForm(fixture, scenario, authentication);
		const [made] = await fixture.records(`${resource}.create`, { authentication, parameters });
		id = made!.id as number;
		const record = await read();
		for (const name of created) {
			expectIn(record, scenario.fields[name]!.created!.expected);
		}
		for (const { key, read: valueIn, created: entered } of scenario.customFields) {
			expect({ [key]: valueIn(record) }).toEqual({ [key]: entered.expected });
		}
	});

	test.each(aPart(updatable, 3))('an update of %s alone', async (name) => {
		const { updated: step, changes } = scenario.fields[name]!;
		const { input, expected } = typeof step === 'function' ? step(await read()) : step!;
		const [before, after] = await updated({ updateFields: { [name]: input } });
		expectIn(after, expected);
		expect(changesBetween(before, after).filter((key) => !changes.includes(key))).toEqual([]);
	});

	test('an update of each custom field alone leaves the other fields as they are', async () => {
		for (const custom of aPart(scenario.customFields, 3)) {
			const entered = { [custom.key]: custom.updated.input } as IDataObject;
			const customFields = await mapperValue(fixture, scenario, entered);
			const [before, after] = await updated({ customFields });
			for (const each of scenario.customFields) {
				const expected = each === custom ? custom.updated.expected : each.read(before);
				expect({ [each.key]: each.read(after) }).toEqual({ [each.key]: expected });
			}
			const [property = custom.key] = scenario.customFieldsProperty;
			expect(changesBetween(before, after)).toEqual([property]);
		}
	});

	if (clearable.length > 0) {
		test('Fields to Clear empties every clearable field, and nothing else', async () => {
			const [before, after] = await updated({ fieldsToClear: clearable });
			for (const name of clearable) expectIn(after, scenario.fields[name]!.cleared!);
			const allowed = clearable.flatMap((name) => scenario.fields[name]!.changes);
			expect(changesBetween(before, after).filter((key) => !allowed.includes(key))).toEqual([]);
		});
	}

	test('an empty value in the mapper clears a custom field', async () => {
		expect(scenario.customFields.length).toBeGreaterThan(0);
		const nothing = scenario.customFields.map(
			({ key, itemType }) => [key, itemType === 'text' ? '' : null] as const,
		);
		const customFields = await mapperValue(fixture, scenario, Object.fromEntries(nothing));
		const [, after] = await updated({ customFields });
		for (const { key, read: valueIn } of scenario.customFields) {
			expect({ [key]: valueIn(after) ?? null }).toEqual({ [key]: null });
		}
	});

	test('lists and searches find it, and it alone; once deleted, a get of it is a 404', async () => {
		for (const { operation, parameters } of scenario.findings(await read())) {
			const has = operation in ROUTES.v1 ? authentication : 'personalToken';
			const all = { returnAll: true, ...parameters };
			const records = await fixture.records(operation, { authentication: has, parameters: all });
			expect({ [operation]: records.map((each) => each.id) }).toEqual({ [operation]: [id] });
		}
		const parameters = { ...scenario.owner, [scenario.idName]: byId(id) };
		const [answer] = await fixture.records(`${resource}.delete`, { parameters });
		expect(answer).toMatchObject({ deleted: true });
		expect(await fixture.fails(`${resource}.get`, { parameters })).toMatch(/HTTP 404/);
	});
});

test('the two custom objects have fields of all eight types (v2 §2.8)', async () => {
	const scenarios = await Promise.all(RECORDS.slice(0, 2).map(([, , build]) => build(fixture)));
	const types = scenarios.flatMap(({ customFields }) => customFields.map((each) => each.itemType));
	expect([...new Set(types)].sort()).toEqual(ITEM_TYPES);
});

test('what can’t be cleared of a customer, and what clears its industry (v2 §4.4)', async () => {
	const [first = 0, second = 0] = await industriesOf(fixture);
	const [made] = await fixture.records('customer.create', {
		parameters: { name: 'Exception', additionalFields: { companyNum: '111', industryId: first } },
	});
	const update = async (parameters: IDataObject) => {
		const at = { customerId: byId(made!.id as number) };
		return await fixture.run('customer.update', { parameters: { ...at, ...parameters } });
	};
	const { error } = await update({ fieldsToClear: ['companyNum'] });
	expect(error?.message).toContain('which is no standard field that can be cleared');
	for (const [parameters, expected] of [
		[{ updateFields: { companyNum: '' } }, { companyNum: '111' }],
		[{ updateFields: { industryId: second } }, { industry: { id: second } }],
		[{ fieldsToClear: ['industry'] }, { industry: null }],
		[{ updateFields: { industryId: first } }, { industry: { id: first } }],
		[{ fieldsToClear: ['industryId'] }, { industry: null }],
	] as const) {
		const { items } = await update(parameters);
		expectIn(items[0]!.json, expected);
	}
});

/** Groups are neither created nor deleted by the interface (v2 §4.2). */
test('a user group: its name, and its members added, replaced, removed', async () => {
	const userGroupId = await fixture.writeOne('userGroup', { name: 'Newcomers' });
	const people = ['Ann', 'Bob', 'Cem'].map((name) => ({ name, email: `${name}@life.example` }));
	const [ann = 0, bob = 0, cem = 0] = await fixture.write('user', people);
	const act = async (operation: string, more: IDataObject) => {
		const parameters = { userGroupId, ...more };
		const [record] = await fixture.records(`userGroup.${operation}`, { parameters });
		return (record!.users as IDataObject[] | undefined)?.map(({ id }) => id) ?? record;
	};
	expect(fieldNames('userGroup', 'update')).toEqual(['name']);
	// As long as it may be (v2 §4.2).
	const name = 'N'.repeat(255);
	await act('update', { updateFields: { name } });
	expect(await act('addMember', { userId: byId(ann) })).toEqual([ann]);
	expect(await act('addMember', { userId: byId(bob) })).toEqual([ann, bob]);
	expect(await act('replaceMembers', { userIds: [bob, cem] })).toEqual([bob, cem]);
	const removed = { success: true, userGroupId, userId: cem };
	expect(await act('removeMember', { userId: byId(cem) })).toEqual(removed);
	const ofBob = { parameters: { filters: { userId: byId(bob) } } };
	expect(await fixture.records('userGroup.getMany', ofBob)).toMatchObject([{ name }]);
	// What was chosen before the list was hidden does not count.
	expect(await act('replaceMembers', { removeAllMembers: true, userIds: [bob] })).toEqual([]);
	expect(await fixture.records('userGroup.getMany', ofBob)).toEqual([]);
});
