/** What comes out: Simplified, which is the default, Selected Fields and Raw, also for AI agents. */
import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import tables from './output.json';
import { ROUTES } from '../../nodes/SalesManagement/api';
import { recordOf } from '../../nodes/SalesManagement/records';
import { SalesManagement } from '../../nodes/SalesManagement/SalesManagement.node.ts';
import { byId, unpacedCredentials } from '../support/nodeFixture';
import { records, useTriggerFixture } from '../support/triggerFixture';
import { actionType, runNode, toolType } from '../../harness';
import { ordered } from '../support/ordered';
import { SCENARIOS, searchById } from './support/records';
import { completeForm } from './support/scenario';

/** The form's own default: the parameter is not set at all. */
const BY_DEFAULT = { output: undefined };
const RAW = { output: 'raw' };
const selected = (outputFields: string) => ({ output: 'selectedFields', outputFields });

// Custom fields come in the service's order, which is compared here.
const fixture = useTriggerFixture({ seed: 'small', set: { shuffleKeys: false } });
/** The first two users, whom the scenarios enter. */
let people: unknown[];
beforeAll(async () => {
	const users = await fixture.records('user.getMany', { parameters: { limit: 2 } });
	people = users.map(({ name }) => name);
});

const one = async (operation: string, parameters: IDataObject) =>
	(await fixture.records(operation, { parameters }))[0]!;

const isFlat = (value: unknown): boolean =>
	Array.isArray(value)
		? value.every((each) => typeof each !== 'object')
		: typeof value !== 'object' || value === null;
const nestedIn = (record: IDataObject) => Object.keys(record).filter((key) => !isFlat(record[key]));

/** Runs the node as n8n runs it for an agent: under the name of the tool, or inside the agent. */
async function asTool(parameters: IDataObject, type = toolType, extraNodes = {}) {
	const { items, error } = await runNode({
		type,
		extraNodes,
		parameters: { authentication: 'personalToken', ...parameters },
		credentials: unpacedCredentials(fixture.sandbox),
	});
	expect(error).toBeUndefined();
	return items[0]?.json;
}

/** Values of custom fields as a person reads them, by the names that the sandbox's settings have. */
const customs = (): IDataObject => ({
	Remark: 'First words',
	'Key date': expect.stringMatching(/^2026-02-28T/),
	Score: 0,
	Rate: '0.5',
	Link: 'https://notes.example/a',
	Level: 'Gold',
	Topics: ['Price', 'Service'],
	Team: people,
});

interface Row {
	/** What a person reads of it, stated apart from its description; a reference is a pair. */
	readonly fields: string;
	readonly pairs: string;
	readonly customs: () => IDataObject;
	/** Where Get Many, and the trigger's form, find it. */
	readonly list?: IDataObject;
	readonly watched?: IDataObject;
}

/** Custom values of actions come as text (v1 §2.3); a number is shown as one all the same. */
const action = {
	fields: 'id startDatetime active result updatedAt preNote',
	customs,
};
const ticket = { customObjectDefKey: 'ticket' };

const ROWS: Readonly<Record<keyof typeof SCENARIOS, Row>> = {
	deal: {
		fields: 'id name expectedContractDate amount createdAt updatedAt',
		pairs: 'customer dealType phase user',
		customs: () => ({ ...customs(), Commission: 0 }),
	},
	customer: {
		fields: 'id name address telNo webUrl employee createdAt updatedAt',
		pairs: 'industry ownerRole',
		customs,
	},
	contact: {
		fields: 'id name email tel mobileTel dept position createdAt updatedAt',
		pairs: 'customer',
		customs,
	},
	customerAction: {
		...action,
		fields: `${action.fields} invitees`,
		pairs: 'pattern customer creator',
		list: { customerId: byId('all') },
	},
	dealAction: {
		...action,
		fields: `${action.fields} invitees`,
		pairs: 'purpose deal creator',
	},
	contactAction: {
		...action,
		pairs: 'pattern contact deal creator',
		list: { contactId: byId('all') },
	},
	customObject: {
		fields: 'id createdAt updatedAt',
		pairs: '',
		customs: () => ({ subject: 'First words' }),
		list: ticket,
		watched: ticket,
	},
};

const CASES = (['v2', 'v1'] as const).flatMap((version) =>
	(Object.keys(ROWS) as Array<keyof typeof ROWS>)
		.filter((id) => `${id}.get` in ROUTES[version])
		.map((id) => [version, id] as const),
);

describe.each(CASES)('%s %s', (version, id) => {
	const { list, watched, ...row } = ROWS[id];
	const authentication = version === 'v2' ? 'personalToken' : 'v1ApiKey';
	// Customers of version 1 have no industry.
	const isShown = (name: string) => version === 'v2' || name !== 'industry';
	const pairs = row.pairs.split(' ').filter((name) => name !== '' && isShown(name));
	const fields = row.fields.split(' ');
	const standard = [...fields, ...pairs.flatMap((name) => [name, `${name}Id`])];

	let get: IDataObject;
	let raw: IDataObject;
	let got: IDataObject;
	/** The same record from every operation that returns it. */
	const found = new Map<string, IDataObject>();

	beforeAll(async () => {
		const scenario = await SCENARIOS[id](fixture);
		const made = await one(`${id}.create`, await completeForm(fixture, scenario));
		await fixture.settle();
		const call = async (operation: string, parameters: IDataObject) =>
			(await fixture.records(`${id}.${operation}`, { authentication, parameters })).find(
				(each) => each.id === made.id,
			)!;
		get = { ...scenario.owner, [scenario.idName]: byId(made.id as number) };
		raw = await call('get', { ...get, ...RAW });
		got = await call('get', { ...get, ...BY_DEFAULT });
		found.set('getMany', await call('getMany', { ...list, returnAll: true, ...BY_DEFAULT }));
		if (`${id}.search` in ROUTES[version]) {
			found.set('search', await call('search', { ...searchById(made.id), ...BY_DEFAULT }));
		}
		const parameters = { authentication, resource: id, ...watched, ...BY_DEFAULT };
		const shown = records(await fixture.watch({ parameters }).manualTest());
		const { _event, ...event } = shown.find((each) => each.id === made.id)!;
		expect(_event).toMatchObject({ resource: id });
		found.set('trigger', event);
	});

	test('Simplified is flat, and the same from every operation', () => {
		expect(nestedIn(got)).toEqual([]);
		for (const [operation, record] of found) {
			expect({ operation, of: Object.entries(record) }).toEqual({
				operation,
				of: Object.entries(got),
			});
		}
	});

	test('it is what a person reads: ten fields at most, each reference with its ID, and custom fields', () => {
		expect(fields.length + pairs.length).toBeLessThanOrEqual(10);
		expect(Object.keys(got)).toEqual(expect.arrayContaining(standard));
		for (const name of pairs) {
			const { id: own = null, name: called = null } = (raw[name] ?? {}) as IDataObject;
			expect({ [name]: [got[name], got[`${name}Id`]] }).toEqual({ [name]: [called, own] });
		}
		expect(got.id).toBe(raw.id);
		if (fields.includes('invitees')) {
			expect(got.invitees).toEqual((raw.invitees as IDataObject[]).map(({ name }) => name));
		}
		expect(got).toMatchObject(row.customs());
		const others = Object.keys(got).filter((key) => !standard.includes(key));
		const values = Object.entries(raw).find(([key]) => key.endsWith('Customs'))?.[1];
		const own = Object.keys(raw).filter((key) => !standard.includes(key));
		expect(others).toHaveLength(((values as unknown[] | undefined) ?? own).length);
	});

	test('Raw has no property that the description lacks: its changes would be no event', () => {
		const { fields: described, customs: own } = recordOf(id);
		const known = [own?.property, ...described.map(({ shownAs }) => shownAs)];
		// All else of a custom object is its user's own.
		const shown = Object.keys(raw).filter((key) => id !== 'customObject' || key.endsWith('At'));
		expect(known).toEqual(expect.arrayContaining(shown));
	});

	if (version === 'v1') return;

	test('an agent gets what everybody gets, simplified unless it asks otherwise', async () => {
		const asked = { resource: id, operation: 'get', ...get };
		expect(ordered(await asTool(asked))).toEqual(ordered(got));
		expect(ordered(await asTool({ ...asked, ...RAW }))).toEqual(ordered(raw));
		expect(await asTool({ ...asked, ...selected('id') })).toEqual({ id: raw.id });
	});
});
test.each(tables.simplified)('$operation is flat and small too', async ({ operation, keys }) => {
	const authentication = operation in ROUTES.v2 ? 'personalToken' : 'v1ApiKey';
	const parameters = { ...(operation === 'dealType.get' && { dealTypeId: 1 }), ...BY_DEFAULT };
	const all = await fixture.records(operation, { authentication, parameters });
	expect(all.length).toBeGreaterThan(0);
	for (const each of all) {
		expect(nestedIn(each)).toEqual([]);
		expect(keys.split(' ')).toEqual(expect.arrayContaining(Object.keys(each)));
	}
});

test('contacts of a deal are simplified like contacts', async () => {
	const deal = await fixture.writeOne('deal', { name: 'with contacts' });
	const contact = await fixture.writeOne('contact', { name: 'Ann' });
	const parameters = { dealId: byId(deal), contactId: byId(contact) };
	await fixture.records('dealContact.link', { parameters });
	const linked = await one('dealContact.getMany', { dealId: byId(deal), ...BY_DEFAULT });
	expect(linked).toEqual(await one('contact.get', { contactId: byId(contact), ...BY_DEFAULT }));
	expect(linked).toMatchObject({ name: 'Ann', customer: null, customerId: null });
});

test('what an option adds stays as the service returns it', async () => {
	const deal = await fixture.writeOne('deal', { name: 'linked' });
	await fixture.writeOne('customObject', { ...ticket, subject: 'linked', deals: [{ id: deal }] });
	const read = async (options: IDataObject) =>
		await one('deal.get', { dealId: byId(deal), options, ...BY_DEFAULT });
	expect(await read({ includeRelatedObjects: true })).toMatchObject({
		customObjects: [{ id: expect.any(Number), customObjectDefKey: 'ticket' }],
	});
	expect(await read({})).not.toHaveProperty('customObjects');
});

/** n8n's older way: the agent runs the tool itself, in a context that says so. */
class CalledByAgent extends SalesManagement {
	override async execute(this: IExecuteFunctions) {
		const inAgent = Object.create(this, {
			isToolExecution: { value: () => true },
		}) as IExecuteFunctions;
		return await SalesManagement.prototype.execute.call(inAgent);
	}
}

test('a tool that runs inside the agent is simple too', async () => {
	const parameters = { resource: 'deal', operation: 'getMany', limit: 1 };
	const deal = await asTool(parameters, actionType, { [actionType]: new CalledByAgent() });
	expect(deal).not.toHaveProperty('phaseStayDays');
	expect(deal).toMatchObject({ phase: expect.any(String), phaseId: expect.any(Number) });
});
