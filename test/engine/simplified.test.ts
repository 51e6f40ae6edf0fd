/** Simplified, the default output: flat, small, and the same from every operation and interface. */
import type { IDataObject } from 'n8n-workflow';
import { ROUTES, type OperationId } from '../../nodes/SalesManagement/api/routes/routes';
import { WATCHED_RECORDS } from '../../nodes/SalesManagement/trigger/watched';
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
import { completeForm } from './support/scenarios/runScenario';
import { shownAs } from './support/scenarios/shownAs';
import { speaks } from '../support/speaks';
import { byId } from './support/nodeFixture';
import { records, startTriggerFixture, type TriggerFixture } from './support/triggerFixture';

/** The form's own default: the parameter is not set at all. */
const BY_DEFAULT = { output: undefined };

let fixture: TriggerFixture;
beforeAll(async () => {
	fixture = await startTriggerFixture({ seed: 'small' });
});
afterAll(async () => await fixture.close());

interface Row {
	readonly id: string;
	readonly build: ScenarioBuilder;
	/** What a person reads of it, stated apart from its description; a reference is a pair. */
	readonly fields: readonly string[];
	readonly pairs: readonly string[];
	/** What only version 2 has. */
	readonly onlyV2?: readonly string[];
	readonly customs?: string;
	/** Where the list finds it. */
	readonly list?: IDataObject;
	/** What names the list for the trigger. */
	readonly watched?: IDataObject;
}

const action = ['id', 'startDatetime', 'active', 'result', 'updatedAt'];

const ROWS: readonly Row[] = [
	{
		id: 'deal',
		build: dealScenario,
		fields: ['id', 'name', 'expectedContractDate', 'amount', 'createdAt', 'updatedAt'],
		pairs: ['customer', 'dealType', 'phase', 'user'],
		customs: 'dealCustoms',
	},
	{
		id: 'customer',
		build: customerScenario,
		fields: ['id', 'name', 'address', 'telNo', 'webUrl', 'employee', 'createdAt', 'updatedAt'],
		pairs: ['industry', 'ownerRole'],
		onlyV2: ['industry'],
		customs: 'customerCustoms',
	},
	{
		id: 'contact',
		build: contactScenario,
		fields: [
			...['id', 'name', 'email', 'tel', 'mobileTel', 'dept', 'position'],
			...['createdAt', 'updatedAt'],
		],
		pairs: ['customer'],
		customs: 'contactCustoms',
	},
	{
		id: 'customerAction',
		build: customerActionScenario,
		fields: [...action, 'preNote', 'invitees'],
		pairs: ['pattern', 'customer', 'creator'],
		customs: 'actionCustoms',
		list: { customerId: byId('all') },
	},
	{
		id: 'dealAction',
		build: dealActionScenario,
		fields: [...action, 'preNote', 'invitees'],
		pairs: ['purpose', 'deal', 'creator'],
		customs: 'actionCustoms',
	},
	{
		id: 'contactAction',
		build: contactActionScenario,
		fields: [...action, 'preNote'],
		pairs: ['pattern', 'contact', 'deal', 'creator'],
		customs: 'actionCustoms',
		list: { contactId: byId('all') },
	},
	{
		id: 'customObject',
		build: customObjectScenario('ticket'),
		fields: ['id', 'createdAt', 'updatedAt'],
		pairs: [],
		list: { customObjectDefKey: 'ticket' },
		watched: { customObjectDefKey: 'ticket' },
	},
];

const VERSIONS = [
	['v2', 'personalToken'],
	['v1', 'v1ApiKey'],
] as const;

const CASES = VERSIONS.flatMap(([version, authentication]) =>
	ROWS.filter(({ id }) => `${id}.get` in ROUTES[version]).map(
		(row) => [version, row.id, { ...row, version, authentication }] as const,
	),
);

/** What the settings of the sandbox call a field of each type: text, number, date and so on. */
const LABELS = ['Remark', 'Key date', 'Score', 'Rate', 'Link', 'Level', 'Topics', 'Team'];

const isFlat = (value: unknown): boolean =>
	Array.isArray(value)
		? value.every((each) => typeof each !== 'object')
		: typeof value !== 'object' || value === null;

const pairKeys = (pairs: readonly string[]) => pairs.flatMap((name) => [name, `${name}Id`]);

test('all that is watched has its row, and none more than ten fields, a reference being one', () => {
	expect(ROWS.map(({ id }) => id).sort()).toEqual(WATCHED_RECORDS.map(({ id }) => id).sort());
	for (const { fields, pairs } of ROWS) {
		expect(fields.length + pairs.length).toBeLessThanOrEqual(10);
	}
});

describe.each(CASES)('%s %s', (version, id, { authentication, build, list, watched, ...row }) => {
	const has = (operation: string): boolean => operation in ROUTES[version];
	const shownPairs = row.pairs.filter((name) => version === 'v2' || !row.onlyV2?.includes(name));
	const standard = [...row.fields, ...pairKeys(shownPairs)];

	let raw: IDataObject;
	/** The same record from every operation that returns it. */
	const found = new Map<string, IDataObject>();

	beforeAll(async () => {
		const scenario = await build(fixture);
		const [created] = await fixture.records(`${id}.create`, {
			parameters: await completeForm(fixture, scenario),
		});
		await fixture.settle();
		const call = async (operation: string, parameters: IDataObject) =>
			await fixture.records(`${id}.${operation}`, { authentication, parameters });
		const get = { ...scenario.owner, [scenario.idName]: byId(created!.id as number) };
		raw = (await call('get', { ...get, output: 'raw' }))[0]!;
		const one = (all: IDataObject[]) => all.find((each) => each.id === created!.id)!;
		found.set('get', one(await call('get', { ...get, ...BY_DEFAULT })));
		const all = { ...list, returnAll: true, ...BY_DEFAULT };
		found.set('getMany', one(await call('getMany', all)));
		if (has(`${id}.search`)) {
			const values = [{ field: 'id', operator: 'equals', value: created!.id }];
			const conditions = { searchMode: 'builder', match: 'all', conditions: { values } };
			found.set('search', one(await call('search', { ...conditions, ...BY_DEFAULT })));
		}
		const trigger = fixture.watch({
			parameters: { authentication, resource: id, ...watched, ...BY_DEFAULT },
		});
		const shown = records(await trigger.manualTest()) as IDataObject[];
		const { _event, ...event } = one(shown);
		expect(_event).toMatchObject({ resource: id });
		found.set('trigger', event);
	});

	test('every value is flat, from every operation', () => {
		expect(found.size).toBeGreaterThanOrEqual(3);
		for (const [operation, record] of found) {
			const nested = Object.keys(record).filter((key) => !isFlat(record[key]));
			expect({ [operation]: nested }).toEqual({ [operation]: [] });
		}
	});

	/** Whether the service leaves out what is not set, and this is not. */
	const isLeftOut = (key: string) =>
		speaks(fixture.sandbox, 'nulls-left-out') && raw[key.replace(/Id$/, '')] === undefined;

	test('the standard fields are those a person reads, with the same values everywhere', () => {
		const only = (record: IDataObject) =>
			Object.fromEntries(standard.map((key) => [key, record[key]]));
		for (const [operation, record] of found) {
			const keys = standard.filter((key) => !(key in record) && !isLeftOut(key));
			expect({ operation, keys }).toEqual({ operation, keys: [] });
			expect({ operation, ...only(record) }).toEqual({ operation, ...only(found.get('get')!) });
		}
	});

	test('a reference is its name and its ID, a list of references their names', () => {
		const got = found.get('get')!;
		for (const name of shownPairs) {
			const reference = raw[name] as { id: number; name: string } | null;
			const pair = [reference?.name ?? null, reference?.id ?? null];
			expect(shownAs(pair, [got[name], got[`${name}Id`]], fixture.sandbox)).toEqual(pair);
		}
		expect(got.id).toBe(raw.id);
		if (!row.fields.includes('invitees')) return;
		expect(got.invitees).toEqual((raw.invitees as IDataObject[]).map(({ name }) => name));
	});

	const customsOf = (record: IDataObject) =>
		Object.fromEntries(Object.entries(record).filter(([key]) => !standard.includes(key)));

	test('all else is custom: the same names and values from every operation', () => {
		const got = customsOf(found.get('get')!);
		for (const [operation, record] of found) {
			expect({ operation, ...customsOf(record) }).toEqual({ operation, ...got });
			expect(Object.keys(record)).toEqual(Object.keys(found.get('get')!));
		}
	});

	test('a custom field goes by its label, and has a value', () => {
		const got = customsOf(found.get('get')!);
		const { customs } = row;
		expect(Object.keys(got).length).toBeGreaterThan(0);
		if (customs === undefined) {
			const own = Object.keys(raw).filter((key) => !standard.includes(key));
			expect(Object.keys(got).sort()).toEqual(own.sort());
			return;
		}
		expect(raw[customs]).toHaveLength(Object.keys(got).length);
		expect(Object.keys(got)).toEqual(expect.arrayContaining(LABELS));
		expect(LABELS.filter((label) => [null, ''].includes(got[label] as string))).toEqual([]);
		expect(got.Topics).toEqual(['Price', 'Service']);
	});
});

/** What is listed besides these: users, roles, groups, settings. */
const LISTS: ReadonlyArray<[OperationId, IDataObject, string[]]> = [
	[
		'user.getMany',
		{},
		['id', 'name', 'email', 'role', 'roleId', 'userGroups', 'profile', 'profileId'],
	],
	['role.getMany', {}, ['id', 'name']],
	['userGroup.getMany', {}, ['id', 'name', 'orderNum', 'users']],
	[
		'actionField.getMany',
		{},
		['id', 'itemKey', 'name', 'itemType', 'orderNum', 'actionCustomItemOptions'],
	],
	[
		'customerField.getMany',
		{},
		['id', 'itemKey', 'name', 'itemType', 'orderNum', 'customItemOptions'],
	],
	[
		'contactField.getMany',
		{},
		['id', 'itemKey', 'name', 'itemType', 'orderNum', 'customItemOptions'],
	],
	[
		'productDetail.getMany',
		{},
		[
			...['id', 'name', 'dealTypeIds', 'price', 'unit', 'billingType', 'billingTypeId', 'memo'],
			...['createdAt', 'updatedAt'],
		],
	],
];

test.each(LISTS)('%s is flat and small too', async (operation, parameters, keys) => {
	const authentication = operation in ROUTES.v2 ? 'personalToken' : 'v1ApiKey';
	const all = await fixture.records(operation, {
		authentication,
		parameters: { ...parameters, ...BY_DEFAULT },
	});
	expect(all.length).toBeGreaterThan(0);
	for (const each of all) {
		expect(Object.keys(each).filter((key) => !isFlat(each[key]))).toEqual([]);
		expect(keys).toEqual(expect.arrayContaining(Object.keys(each)));
	}
});

test('a deal type is its name with the names of what it offers', async () => {
	const [type] = await fixture.records('dealType.get', {
		authentication: 'v1ApiKey',
		parameters: { dealTypeId: 1, ...BY_DEFAULT },
	});
	expect(type).toMatchObject({ id: 1, name: expect.any(String) });
	expect((type!.phases as unknown[]).every((each) => typeof each === 'string')).toBe(true);
	expect(Object.keys(type!).filter((key) => !isFlat(type![key]))).toEqual([]);
	expect(Object.keys(type!).length).toBeLessThanOrEqual(10);
});

test('contacts of a deal are simplified like contacts', async () => {
	const [deal] = await fixture.write('deal', [{ name: 'with contacts' }]);
	const [contact] = await fixture.write('contact', [{ name: 'Ann' }]);
	await fixture.records('dealContact.link', {
		parameters: { dealId: byId(deal!), contactId: byId(contact!) },
	});
	const [linked] = await fixture.records('dealContact.getMany', {
		parameters: { dealId: byId(deal!), ...BY_DEFAULT },
	});
	const [got] = await fixture.records('contact.get', {
		parameters: { contactId: byId(contact!), ...BY_DEFAULT },
	});
	expect(linked).toEqual(got);
	const holds = { name: 'Ann', customer: null, customerId: null };
	expect(shownAs(holds, linked, fixture.sandbox)).toMatchObject(holds);
});

test('what an option adds stays as the service returns it', async () => {
	const [deal] = await fixture.write('deal', [{ name: 'linked' }]);
	const row = { customObjectDefKey: 'ticket', subject: 'linked', deals: [{ id: deal }] };
	await fixture.write('customObject', [row]);
	const read = async (options: IDataObject) =>
		(
			await fixture.records('deal.get', {
				parameters: { dealId: byId(deal!), options, ...BY_DEFAULT },
			})
		)[0]!;
	expect(await read({ includeRelatedObjects: true })).toMatchObject({
		customObjects: [{ id: expect.any(Number), customObjectDefKey: 'ticket' }],
	});
	expect(await read({})).not.toHaveProperty('customObjects');
});
