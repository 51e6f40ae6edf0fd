/** What the lists of a form show: which names, of which deal type, from where, and what they cost. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { SalesManagement } from '../../nodes/SalesManagement/SalesManagement.node';
import { SalesManagementTrigger } from '../../nodes/SalesManagement/SalesManagementTrigger.node';
import { loadEntries, loadOptions, search, useLookupFixture } from './support/lookupFixture';
import { many } from '../support/many';
import { byId } from '../support/nodeFixture';
import { actionType, callMethod, triggerType } from '../../harness';
import { aPart } from '../support/random';
import { askedOnOpening, entriesOf, formOf } from './support/editorOpening';

interface Thing {
	id: number;
	name: string;
}

const fixture = useLookupFixture();
let dealTypes: Array<Thing & Record<string, IDataObject[]>>;
let deals: Array<Record<string, Thing>>;

beforeAll(async () => {
	({ dealTypes } = (await fixture.read('v1', '/domains/settings')) as never);
	({ deals } = (await fixture.read('v2', '/deals?limit=1000')) as never);
});

const inOrder = (things: unknown[]): Thing[] =>
	[...(things as Thing[])].sort((one, other) => one.id - other.id);
const distinct = (things: unknown[]): Thing[] =>
	inOrder([...new Map((things as Thing[]).map(({ id, name }) => [id, { id, name }])).values()]);
/** What the settings of a deal type hold under a name, and what its deals hold. */
const setting = (property: string, dealType: number) =>
	distinct(dealTypes.find(({ id }) => id === dealType)![property] as IDataObject[]);
const ofDeals = (property: string, type: number) =>
	distinct(
		deals
			.filter(({ dealType }) => dealType!.id === type)
			.flatMap((each) => each[property] ?? [])
			.filter(Boolean),
	);
const everyType = (property: string) =>
	distinct(dealTypes.flatMap(({ id }) => setting(property, id)));

/** That of Deal: Create, unless said otherwise. */
const form = async (parameters: INodeParameters = {}, v1 = false) => ({
	parameters: {
		authentication: 'personalToken',
		resource: 'deal',
		operation: 'create',
		...parameters,
	},
	credentials: await fixture.fresh({ v1 }),
});
const notesOf = async (own: Awaited<ReturnType<typeof form>>, method: string) =>
	(await loadEntries(own, method)).filter(({ disabled }) => disabled);
/** Method, property in the settings (v1 §2.1), property in a deal (v2 §2.6). */
const LISTS = [
	['getPhases', 'phases', 'phaseStayDays'],
	['getProducts', 'products', 'product'],
	['getProbabilities', 'probabilities', 'probability'],
	['getChannels', 'channels', 'channel'],
	['getEndPhaseReasons', 'endPhaseReasons', 'endPhaseReasons'],
] as const;

const WITH = [
	['a v1 key beside the token', true],
	['a token alone', false],
] as const;

describe.each(WITH)('with %s', (_with, v1) => {
	const list = async (method: string, parameters?: INodeParameters) =>
		await loadOptions(await form(parameters, v1), method);

	test.each(LISTS)('%s shows those of the deal type', async (method, property, inDeals) => {
		for (const { id } of dealTypes) {
			const own = await form({ dealType: id }, v1);
			const expected = v1 ? setting(property, id) : ofDeals(inDeals, id);
			expect(expected.length).toBeGreaterThan(0);
			expect(inOrder(await loadOptions(own, method))).toEqual(expected);
			// What deals do not show may be missing, and a list that nobody can search says so.
			const note = {
				name: 'Names found in the newest records',
				description: expect.stringContaining('Enter a V1 API Key and V1 Base URL'),
			};
			expect(await notesOf(own, method)).toMatchObject(
				v1 || method !== 'getEndPhaseReasons' ? [] : [note],
			);
		}
	});

	const update = (mode: string, value: unknown) =>
		({ operation: 'update', dealId: { __rl: true, mode, value } }) as INodeParameters;

	test('the deal type is a number, its text, an ID, a name, or that of the chosen deal', async () => {
		const deal = deals.find(({ dealType }) => dealType!.id === 2)!.id as unknown as number;
		expect(setting('phases', 2)).not.toEqual(setting('phases', 1));
		for (const given of [
			{ dealType: 2 },
			{ dealType: '2' },
			{ dealType: byId(2) },
			{ dealType: { __rl: true, mode: 'name', value: ' renewal ' } },
			// As the trigger's form has it.
			{ operation: 'getMany', filters: { dealTypeId: byId(2) } },
			{
				operation: 'getMany',
				filters: { dealTypeId: { __rl: true, mode: 'name', value: 'Renewal' } },
			},
			update('list', deal),
		]) {
			expect([given, await list('getPhases', given)]).toEqual([given, setting('phases', 2)]);
		}
	});

	test.each([
		['no deal is chosen', update('list', '')],
		['an expression gives the type', { dealType: '={{ $json.type }}' }],
	])('while %s, phases of all types are named by theirs', async (_while, given) => {
		const names = (await list('getPhases', given)).map(({ name }) => name);
		const expected = dealTypes.flatMap(({ id, name }) =>
			setting('phases', id).map((phase) => `${name}: ${phase.name}`),
		);
		expect([...names].sort()).toEqual(expected.sort());
	});

	test('related customers, purposes and product details: all with a key, else some of them', async () => {
		const [related] = setting('dealCustomerTypes', 1);
		const dealCustomers = [{ dealCustomerTypeId: related!.id, customerId: 1 }];
		await fixture.writeOne('deal', { dealType: { id: 1 }, dealCustomers });
		const details = (await fixture.read('v1', '/deal_product_detail_types?dealTypeId=1'))
			.dealProductDetailTypes as IDataObject[];
		for (const [method, given, all] of [
			['getRelatedCustomerTypes', { operation: 'update' }, everyType('dealCustomerTypes')],
			['getActionPurposes', { operation: 'update' }, everyType('actionsPurposes')],
			['getProductDetailTypes', { dealType: 1 }, distinct(details)],
		] as const) {
			const ids = (await list(method, given)).map(({ id }) => id);
			expect([method, ids.length > 0]).toEqual([method, true]);
			const known = all.map(({ id }) => id);
			expect(v1 ? [...ids].sort() : known).toEqual(v1 ? known.sort() : expect.arrayContaining(ids));
		}
	});

	test('deal types, users, roles and groups are complete', async () => {
		const read = async (path: string, property: string) =>
			distinct((await fixture.read('v2', path))[property] as IDataObject[]);
		expect(await list('getDealTypes')).toEqual(distinct(dealTypes));
		const { users } = await fixture.read('v2', '/users');
		const shown = (users as Array<{ id: number; name: string; email: string }>).map(
			({ id, name, email }) => ({ id, name: `${name} (${email})` }),
		);
		expect(await list('getUsers')).toEqual(shown);
		expect(await list('getRoles')).toEqual(await read('/roles', 'roles'));
		expect(await list('getUserGroups')).toEqual(await read('/user_groups', 'userGroups'));
	});

	test('industries are what customers hold, and kinds of actions what purposes or actions hold', async () => {
		const { customers } = await fixture.read('v2', '/customers?limit=1000');
		const industries = distinct(
			(customers as IDataObject[]).map(({ industry }) => industry).filter(Boolean),
		);
		expect(await list('getIndustries')).toEqual(industries);
		const other = search(await form({}, v1), 'getIndustries', 'Of nobody');
		await expect(other).rejects.toThrow('no list of all of these');
		const patterns = dealTypes
			.flatMap(({ actionsPurposes }) => actionsPurposes as IDataObject[])
			.map(({ pattern, patternName }) => ({ id: Number(pattern), name: patternName }));
		expect(inOrder(await list('getActionPatterns'))).toEqual(distinct(patterns));
	});

	test('the lists of one form share what is read: once for locators, once for dropdowns', async () => {
		const own = await form({ dealType: 1 }, v1);
		const paths = await fixture.requestsOf(
			async () => await Promise.all(LISTS.map(async ([method]) => await loadOptions(own, method))),
		);
		expect(paths).toEqual(v1 ? ['/v1/domains/settings'] : ['/v2/deals', '/v2/deals']);
	});
});

describe('instead of a list', () => {
	test('a deal that does not exist is reported', async () => {
		const chosen = { operation: 'update', dealId: byId(999_999) };
		await expect(loadOptions(await form(chosen), 'getPhases')).rejects.toThrow(
			/Deal: Get, HTTP 404/,
		);
	});

	test('a failure is told readably, and the list is there once it is over', async () => {
		const own = await form({ dealType: 1 }, true);
		const body = { error: 'Not your domain' };
		await fixture.fault('/v1/domains/settings', { status: 403, body });
		await expect(loadOptions(own, 'getPhases')).rejects.toThrow(
			/^Not your domain \(Domain Setting: Get, HTTP 403\): check the permissions of the V1 API Key's owner/,
		);
		expect(await loadOptions(own, 'getPhases')).toEqual(setting('phases', 1));
	});
});

test('a v1 key alone fills the lists, except industries, of which it says so', async () => {
	const alone = async () => ({
		parameters: { authentication: 'v1ApiKey', resource: 'deal', operation: 'create', dealType: 2 },
		credentials: await fixture.freshKey(),
	});
	expect(await loadOptions(await alone(), 'getPhases')).toEqual(setting('phases', 2));
	const methods = ['getUsers', 'getRoles', 'getUserGroups', 'getContacts', 'getActionFieldKeys'];
	for (const method of methods) {
		expect(await loadOptions(await alone(), method)).not.toHaveLength(0);
	}
	await expect(loadEntries(await alone(), 'getIndustries')).rejects.toThrow(
		'No names in the newest records',
	);
});

describe('opening a form costs at most two requests, each list asked for at once', () => {
	/** What a person fills in that decides what else there is; n8n drops what a form does not show. */
	const dealType = { __rl: true, mode: 'name', value: 'renewal' };
	const known = { customObjectDefKey: 'ticket', dealType, dealTypeId: dealType };
	const fields = ['phaseId', 'dealTypeId', 'custom:deal_single_select:single_select'];
	const conditions = { values: fields.map((field) => ({ field, operator: 'equals', value: '' })) };
	const WAYS: INodeParameters[] = [{}, { ...known, conditions }, { ...known, fieldsFrom: 'input' }];
	const NODES = [
		[actionType, new SalesManagement(), 'operation'],
		[triggerType, new SalesManagementTrigger(), 'event'],
	] as const;
	const INTERFACES = [
		['a token alone', 'personalToken', async () => await fixture.fresh()],
		['a token and a v1 key', 'personalToken', async () => await fixture.fresh({ v1: true })],
		['a v1 key', 'v1ApiKey', async () => await fixture.freshKey()],
	] as const;

	beforeAll(async () => {
		// More than one page of what custom fields and names are read from.
		const { customer, phase, product, probability, channel, user } = deals[0]!;
		const sample = { customer, dealType: deals[0]!.dealType, phase, product, probability };
		const deal = { ...sample, channel, user, expectedContractDate: '2026-12-24' };
		await fixture.write(
			'deal',
			many(1_100, (at) => ({ ...deal, name: `Deal ${at}` })),
		);
		for (const kind of ['customer', 'contact']) {
			await fixture.write(
				kind,
				many(1_100, (at) => ({ name: `${kind} ${at}` })),
			);
		}
	});

	test.each(INTERFACES)('with %s', async (_with, authentication, fresh) => {
		const dear: string[] = [];
		let asking = 0;
		for (const [type, node, what] of NODES) {
			const chosen = entriesOf(node, 'resource', { authentication }).flatMap((resource) =>
				entriesOf(node, what, { authentication, resource }).map((each) => ({
					...{ authentication, resource, [what]: each },
				})),
			);
			expect(chosen.length).toBeGreaterThan(15);
			const forms = new Map(
				chosen
					.flatMap((each) => WAYS.map((way) => formOf(node, { ...each, ...way })))
					.map((each) => [JSON.stringify(each), each]),
			);
			for (const parameters of aPart([...forms.values()], 6)) {
				const asked = askedOnOpening(node, parameters);
				if (asked.length === 0) continue;
				asking++;
				const call = { type, parameters, credentials: await fresh() };
				const paths = await fixture.requestsOf(
					async () =>
						await Promise.allSettled(
							asked.map(async (each) => await callMethod({ ...call, ...each })),
						),
				);
				const { resource, [what]: done } = parameters;
				if (paths.length > 2) dear.push(JSON.stringify([resource, done, ...paths]));
			}
		}
		expect(dear).toEqual([]);
		expect(asking).toBeGreaterThan(5);
	});
});

test('contacts are listed with their customers, and the list says that it may lack some', async () => {
	const customer = await fixture.writeOne('customer', { name: 'Acme' });
	const id = await fixture.writeOne('contact', { name: 'Anna', customer: { id: customer } });
	const [note, ...rest] = await loadEntries(await form(), 'getContacts');
	expect(note).toMatchObject({ disabled: true, name: 'Names found in the newest records' });
	expect(rest).toContainEqual({ name: 'Anna (Acme)', value: id });
});
