import type { IDataObject } from 'n8n-workflow';
import {
	dealForm,
	loadEntries,
	loadOptions,
	startLookupFixture,
	type LookupFixture,
} from './support/lookupFixture';

let fixture: LookupFixture;
let dealTypes: IDataObject[];
let deals: IDataObject[];

beforeAll(async () => {
	fixture = await startLookupFixture();
	dealTypes = (await fixture.read('v1', '/domains/settings')).dealTypes as IDataObject[];
	deals = (await fixture.read('v2', '/deals?limit=1000')).deals as IDataObject[];
});
afterAll(async () => await fixture.close());

type Things = Array<{ id: number; name: string }>;

const idAndName = ({ id, name }: { id: number; name: string }) => ({ id, name });
const byId = (a: { id: number }, b: { id: number }) => a.id - b.id;
const distinct = (things: Things): Things =>
	[...new Map(things.map((each) => [each.id, idAndName(each)])).values()].sort(byId);

/** What the settings of a deal type hold under a name. */
const setting = (property: string, dealType: number): Things =>
	(dealTypes.find(({ id }) => id === dealType)?.[property] as Things).map(idAndName);

const form = async (parameters: Record<string, unknown>, v1 = false) =>
	await dealForm(fixture, parameters, v1);

const ofDeals = (dealType: number, property: string): Things =>
	distinct(
		deals
			.filter(({ dealType: own }) => (own as { id: number }).id === dealType)
			.flatMap((each) => each[property] as Things)
			.filter(Boolean),
	);

/** Method, property in the settings (v1 §2.1), property in a deal (v2 §2.6). */
const LISTS = [
	['getPhases', 'phases', 'phaseStayDays'],
	['getProducts', 'products', 'product'],
	['getProbabilities', 'probabilities', 'probability'],
	['getChannels', 'channels', 'channel'],
	['getEndPhaseReasons', 'endPhaseReasons', 'endPhaseReasons'],
] as const;

describe('lists that each deal type has', () => {
	it.each(LISTS)('%s: with a v1 key, all of the settings', async (method, property) => {
		for (const { id } of dealTypes as unknown as Things) {
			const entries = await loadOptions(await form({ dealType: id }, true), method);
			expect(entries).toEqual(setting(property, id));
			expect(entries.length).toBeGreaterThanOrEqual(2);
		}
	});

	it.each(LISTS)(
		'%s: without one, what deals show, with a note that says so',
		async (method, _, property) => {
			for (const { id } of dealTypes as unknown as Things) {
				const own = await form({ dealType: id });
				const entries = await loadOptions(own, method);
				expect(entries).toEqual(ofDeals(id, property));
				expect(entries.length).toBeGreaterThan(0);
				const [note] = await loadEntries(own, method);
				expect(note).toMatchObject({ disabled: true, name: 'Names found in the newest deals' });
				expect(note?.description).toContain('Enter a V1 API Key and V1 Base URL');
			}
		},
	);

	it('a list from the settings needs no note', async () => {
		const entries = await loadEntries(await form({ dealType: 1 }, true), 'getPhases');
		expect(entries.every(({ disabled }) => !disabled)).toBe(true);
	});

	it.each([true, false])('related customers and purposes are complete, v1 key: %s', async (v1) => {
		const [relation] = setting('dealCustomerTypes', 1);
		const related = { dealCustomerTypeId: relation!.id, customerId: 1 };
		await fixture.write('deal', [{ dealType: { id: 1 }, dealCustomers: [related] }]);
		const update = { operation: 'update' };
		const known = (property: string) =>
			(dealTypes as unknown as Things).flatMap(({ id }) => setting(property, id));
		const relations = await loadOptions(await form(update, v1), 'getRelatedCustomerTypes');
		const purposes = await loadOptions(await form(update, v1), 'getActionPurposes');
		for (const [found, all] of [
			[relations, known('dealCustomerTypes')],
			[purposes, known('actionsPurposes')],
		] as const) {
			expect(found.length).toBeGreaterThan(0);
			expect(all.map(({ id }) => id)).toEqual(
				expect.arrayContaining(found.map(({ id }) => id as number)),
			);
			if (v1) expect(found).toHaveLength(distinct(all).length);
		}
	});

	it('product details come from their settings, or from the deals that hold some', async () => {
		const all = (await fixture.read('v1', '/deal_product_detail_types?dealTypeId=1'))
			.dealProductDetailTypes as Things;
		const entries = await loadOptions(await form({ dealType: 1 }, true), 'getProductDetailTypes');
		expect([...entries].sort((a, b) => Number(a.id) - Number(b.id))).toEqual(distinct(all));
		const details = ofDeals(1, 'dealProductDetails') as unknown as IDataObject[];
		const seen = await loadOptions(await form({ dealType: 1 }), 'getProductDetailTypes');
		expect(details.length).toBeGreaterThan(0);
		expect(seen.length).toBeGreaterThan(0);
		expect(all.map(({ name }) => name)).toEqual(
			expect.arrayContaining(seen.map(({ name }) => name)),
		);
	});
});

describe('phases depend on the deal type', () => {
	const phases = async (parameters: Record<string, unknown>, v1: boolean) =>
		await loadOptions(await form(parameters, v1), 'getPhases');

	it.each([true, false])('of a number, its text, a locator or a name, v1 key: %s', async (v1) => {
		const second = setting('phases', 2);
		expect(second).not.toEqual(setting('phases', 1));
		expect(await phases({ dealType: 2 }, v1)).toEqual(second);
		expect(await phases({ dealType: '2' }, v1)).toEqual(second);
		const renewal = { __rl: true, mode: 'name', value: ' renewal ' };
		expect(await phases({ dealType: renewal }, v1)).toEqual(second);
		const dealType = { __rl: true, mode: 'id', value: '2' };
		expect(await phases({ dealType }, v1)).toEqual(second);
	});

	it.each([true, false])('of the chosen deal on update, v1 key: %s', async (v1) => {
		const deal = deals.find(({ dealType }) => (dealType as { id: number }).id === 2);
		const update = (mode: string, value: unknown) =>
			phases({ operation: 'update', dealId: { __rl: true, mode, value } }, v1);
		expect(await update('list', deal?.id)).toEqual(setting('phases', 2));
		const address = `${fixture.sandbox.v2}/deals/${Number(deal?.id)}`;
		expect(await update('url', address)).toEqual(setting('phases', 2));
	});

	it.each([true, false])(
		'all, named by deal type, while no deal is chosen to be updated, v1 key: %s',
		async (v1) => {
			const own = { operation: 'update', dealId: { __rl: true, mode: 'list', value: '' } };
			const names = (await phases(own, v1)).map(({ name }) => name);
			const expected = (dealTypes as unknown as Things).flatMap(({ id, name }) =>
				setting('phases', id).map((phase) => `${name}: ${phase.name}`),
			);
			expect([...names].sort()).toEqual(expected.sort());
		},
	);

	const ASKS = { disabled: true, name: 'Choose a Deal Type first' };

	it.each(['create', 'createMany', 'createOrUpdate', 'updateMany'])(
		'%s: the form asks for the deal type first, without a request',
		async (operation) => {
			const own = await form({ operation, dealType: '' }, true);
			const paths = await fixture.requestsOf(async () => {
				for (const [method] of LISTS) {
					expect(await loadEntries(own, method)).toEqual([expect.objectContaining(ASKS)]);
				}
			});
			expect(paths).toEqual([]);
		},
	);

	it('the purposes of many deal actions as well', async () => {
		const many = { resource: 'dealAction', operation: 'createMany', dealTypeId: '' };
		const purposes = async (parameters: Record<string, unknown>) =>
			await loadEntries(await form({ ...many, ...parameters }, true), 'getActionPurposes');
		expect(await purposes({})).toEqual([expect.objectContaining(ASKS)]);
		expect(await purposes({ dealTypeId: 1 })).not.toHaveLength(0);
		expect(await purposes({ operation: 'create' })).not.toContainEqual(
			expect.objectContaining(ASKS),
		);
	});

	it('all, where an expression gives the deal type', async () => {
		const names = (await phases({ dealType: '={{ $json.type }}' }, true)).map(({ name }) => name);
		expect(names).toContain('Renewal: Won');
	});

	it('a deal that does not exist is reported, not hidden', async () => {
		const chosen = { operation: 'update', dealId: { __rl: true, mode: 'id', value: '999999' } };
		await expect(phases(chosen, false)).rejects.toThrow(/Deal: Get, HTTP 404/);
	});
});

describe('lists of the whole organization', () => {
	it.each([true, false])('deal types are complete, v1 key: %s', async (v1) => {
		const all = (dealTypes as unknown as Things).map(idAndName);
		expect(await loadOptions(await form({}, v1), 'getDealTypes')).toEqual(all);
	});

	it('action patterns come from the purposes, or from all kinds of actions', async () => {
		const fromSettings = await loadOptions(await form({}, true), 'getActionPatterns');
		const purposes = dealTypes.flatMap((each) => each.actionsPurposes as IDataObject[]);
		const patterns = distinct(
			purposes.map((each) => ({ id: Number(each.pattern), name: each.patternName as string })),
		);
		expect([...fromSettings].sort((a, b) => Number(a.id) - Number(b.id))).toEqual(patterns);
		expect(await loadOptions(await form({}), 'getActionPatterns')).toEqual(patterns);
		const [note] = await loadEntries(await form({}), 'getActionPatterns');
		expect(note?.name).toBe('Names found in the newest actions');
	});

	it.each([true, false])('industries occur only in customers, v1 key: %s', async (v1) => {
		const { customers } = await fixture.read('v2', '/customers?limit=1000');
		const expected = distinct(
			(customers as IDataObject[]).map(({ industry }) => industry as never).filter(Boolean),
		);
		expect(expected.length).toBeGreaterThan(0);
		expect(await loadOptions(await form({}, v1), 'getIndustries')).toEqual(expected);
		const [note] = await loadEntries(await form({}, v1), 'getIndustries');
		expect(note?.description).toContain('no list of these');
	});

	it.each([
		['getRoles', '/roles', 'roles'],
		['getUserGroups', '/user_groups', 'userGroups'],
		['getUsers', '/users', 'users'],
	])('%s is complete with a token alone', async (method, path, plural) => {
		const all = (await fixture.read('v2', path))[plural] as Things;
		expect(await loadOptions(await form({}), method)).toEqual(all.map(idAndName));
	});

	it('no list stops at 100 entries: users and contacts', async () => {
		const many = <Row>(row: (index: number) => Row) =>
			Array.from({ length: 250 }, (_, i) => row(i));
		const users = many((i) => ({ name: `User ${i}`, email: `many${i}@example.com` }));
		await fixture.write('user', users);
		await fixture.write(
			'contact',
			many((i) => ({ name: `Person ${i}` })),
		);
		const own = await form({});
		for (const [method, name] of [
			['getUsers', 'User'],
			['getContacts', 'Person'],
		] as const) {
			const names = (await loadOptions(own, method)).map((each) => each.name.split(' (')[0]);
			expect(names).toEqual(expect.arrayContaining(many((i) => `${name} ${i}`)));
		}
	});

	it('a list of contacts that is too long to load says so', async () => {
		const rows = Array.from({ length: 3000 }, (_, i) => ({ name: `Crowd ${i}` }));
		await fixture.write('contact', rows);
		const [note, ...rest] = await loadEntries(await form({}), 'getContacts');
		expect(note).toMatchObject({ disabled: true, name: 'The newest 3,000 contacts' });
		expect(rest).toHaveLength(3000);
	});
});

describe('a v1 key alone', () => {
	const alone = async (parameters: Record<string, unknown> = {}) => {
		return {
			parameters: {
				authentication: 'v1ApiKey',
				resource: 'deal',
				operation: 'create',
				...parameters,
			} as never,
			credentials: await fixture.freshKey(),
		};
	};

	it('fills the lists from v1', async () => {
		expect(await loadOptions(await alone({ dealType: 2 }), 'getPhases')).toEqual(
			setting('phases', 2),
		);
		for (const method of ['getUsers', 'getRoles', 'getUserGroups', 'getContacts']) {
			expect((await loadOptions(await alone(), method)).length).toBeGreaterThan(0);
		}
	});

	it('has no industries, and says so', async () => {
		expect(await loadEntries(await alone(), 'getIndustries')).toEqual([
			expect.objectContaining({ disabled: true, name: 'No names in the newest customers' }),
		]);
	});
});

describe('what is loaded is shared for a while, a failure is not', () => {
	it('a form with five dropdowns asks for the settings once', async () => {
		const own = await form({ dealType: 1 }, true);
		const paths = await fixture.requestsOf(async () => {
			await Promise.all(LISTS.map(async ([method]) => await loadOptions(own, method)));
			await loadOptions(own, 'getDealTypes');
		});
		expect(paths).toEqual(['/v1/domains/settings']);
	});

	it('and without a v1 key for the deals once', async () => {
		const own = await form({ dealType: 1 });
		const paths = await fixture.requestsOf(async () => {
			await Promise.all(LISTS.map(async ([method]) => await loadOptions(own, method)));
		});
		expect(paths).toEqual(['/v2/deals']);
	});

	it('each credential has a cache of its own', async () => {
		const [first, second] = [await form({}), await form({})];
		await loadOptions(first, 'getUsers');
		const paths = await fixture.requestsOf(async () => await loadOptions(second, 'getUsers'));
		expect(paths.length).toBeGreaterThan(0);
	});

	it('the dropdown works again once the failure is over, with a readable message before', async () => {
		const own = await form({ dealType: 1 }, true);
		const fault = { match: { path: '/v1/domains/settings' }, times: 1, status: 403 };
		await fixture.admin('/faults', 'POST', [{ ...fault, body: { error: 'Not your domain' } }]);
		await expect(loadOptions(own, 'getPhases')).rejects.toThrow(
			/^Not your domain \(Domain Setting: Get, HTTP 403\): check the permissions of the V1 API Key's owner/,
		);
		expect(await loadOptions(own, 'getPhases')).toEqual(setting('phases', 1));
	});

	it('a wrong token is reported without being shown', async () => {
		const credentials = {
			salesManagementPersonalTokenApi: {
				baseUrl: fixture.sandbox.v2,
				accessToken: 'svcp_wrong-token',
			},
		};
		const asked = loadOptions({ credentials }, 'getUsers');
		await expect(asked).rejects.toThrow(/User: Get Many, HTTP 401\): check the token/);
		await expect(asked).rejects.not.toThrow(/wrong-token/);
	});

	it('keys of fields need a v1 key, and say so', async () => {
		await expect(loadOptions(await form({}), 'getActionFieldKeys')).rejects.toThrow(
			'Enter a V1 API Key and V1 Base URL in the credential to see the fields.',
		);
		const { actionCustomItems } = await fixture.read('v1', '/action_custom_items');
		expect(await loadOptions(await form({}, true), 'getActionFieldKeys')).toEqual(
			(actionCustomItems as IDataObject[]).map(({ itemKey, id, name }) => ({
				id: itemKey ?? String(id as number),
				name,
			})),
		);
	});
});
