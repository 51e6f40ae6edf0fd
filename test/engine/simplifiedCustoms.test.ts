/** Simplified custom fields where the service sends compact values: what is looked up, and what not. */
import type { IDataObject } from 'n8n-workflow';
import type { CredentialSet } from '../support/harness';
import { hasTotals } from '../support/speaks';
import { asked, startCustomsFixture, type CustomsFixture } from './support/customsFixture';
import { searchById } from './support/scenarios/prerequisites';
import { byId } from './support/nodeFixture';
import { startTriggerFixture } from './support/triggerFixture';

/** The form's own default: the parameter is not set at all. */
const BY_DEFAULT = { output: undefined };
const MANY = { returnAll: true, ...BY_DEFAULT };
const EVERY = {
	searchMode: 'builder',
	match: 'all',
	conditions: { values: [{ field: 'id', operator: 'isNotEmpty' }] },
};

let fixture: CustomsFixture;
let team: readonly string[];

/** One for each test: what was looked up of a service is remembered for a while. */
beforeEach(async () => {
	fixture = await startCustomsFixture();
	({ team } = fixture);
});
afterEach(async () => await fixture.close());

const get = async (kind: string, id: number, credentials?: CredentialSet) =>
	(
		await fixture.records(`${kind}.get`, {
			parameters: { [`${kind}Id`]: byId(id), ...BY_DEFAULT },
			credentials,
		})
	)[0]!;

const search = async (kind: string, id: number, credentials?: CredentialSet) =>
	(
		await fixture.records(`${kind}.search`, {
			parameters: { ...searchById(id), ...BY_DEFAULT },
			credentials,
		})
	)[0]!;

describe.each([
	['deal', '/v2/deals/search', '/v1/domains/settings', 'phaseId'],
	['customer', '/v2/customers/search', '/v1/customer_custom_items', 'ownerRoleId'],
	['contact', '/v2/contacts/search', '/v1/contact_custom_items', 'customerId'],
] as const)('a search for a %s with a v1 key beside the token', (kind, path, definitions, own) => {
	test('shows what Get shows, from one list of fields and one of users', async () => {
		const id = await fixture.make(kind);
		const got = await get(kind, id);
		await fixture.pass({ minutes: 2 });
		await fixture.requests();
		const found = await search(kind, id);
		expect(Object.entries(found)).toEqual(Object.entries(got));
		expect(found).toMatchObject({ Remark: 'First words', Score: 0, Topics: ['Price', 'Service'] });
		expect(found.Level).toBe('Bronze');
		expect(asked(await fixture.requests())).toEqual([
			`POST ${path}`,
			`GET ${definitions}`,
			'GET /v2/users',
		]);
	});

	test('looks up once for many records and many items', async () => {
		await fixture.make(kind);
		await fixture.make(kind, 'Another');
		const found = await fixture.records(`${kind}.search`, {
			parameters: { ...EVERY, ...MANY },
			input: [{}, {}, {}],
		});
		expect(found.every((each) => 'Topics' in each)).toBe(true);
		const all = asked(await fixture.requests());
		expect(all.filter((each) => each === `GET ${definitions}`)).toHaveLength(1);
		expect(all.filter((each) => each === 'GET /v2/users')).toHaveLength(1);
		expect(all).toHaveLength(5);
	});

	test('asks for nothing more where nothing is to be named', async () => {
		const id = await fixture.make(kind);
		for (const output of [
			{ output: 'raw' },
			{ output: 'selectedFields', outputFields: `id, name, ${own}, ${kind}Customs` },
		]) {
			await fixture.records(`${kind}.search`, { parameters: { ...searchById(id), ...output } });
			expect(asked(await fixture.requests())).toEqual([`POST ${path}`]);
		}
	});

	test('knows simplified names under Output Fields, and leaves raw ones as they came', async () => {
		const id = await fixture.make(kind);
		const [found] = await fixture.records(`${kind}.search`, {
			parameters: {
				...searchById(id),
				output: 'selectedFields',
				outputFields: ['Topics', `${kind}Customs`],
			},
		});
		expect(found!.Topics).toEqual(['Price', 'Service']);
		const [first] = found![`${kind}Customs`] as IDataObject[];
		const keyOf = await fixture.keysOf(kind);
		const named = keyOf('text') === `${kind}_text` ? ['itemKey'] : [];
		expect(Object.keys(first!).sort()).toEqual(
			['id', `${kind}CustomItemId`, ...named, 'value'].sort(),
		);
	});

	test('without permission for the list of fields shows them by key, and says why', async () => {
		const id = await fixture.make(kind);
		const keyOf = await fixture.keysOf(kind);
		await fixture.steer('POST', '/faults', [
			{ match: { path: definitions }, times: 9, status: 403, body: { error: 'Not your settings' } },
		]);
		const { items, hints, error } = await fixture.run(`${kind}.search`, {
			parameters: { ...searchById(id), ...BY_DEFAULT },
			input: [{}, {}],
		});
		expect(error).toBeUndefined();
		expect(items).toHaveLength(2);
		expect(items[0]!.json).toMatchObject({
			[keyOf('single_select')]: '3',
			[keyOf('multi_select')]: '3,1',
			[keyOf('text')]: 'First words',
		});
		expect(hints).toHaveLength(1);
		expect(hints[0]!.message).toMatch(/item key.*Not your settings/);
		const all = asked(await fixture.requests());
		expect(all.filter((each) => each === `GET ${definitions}`)).toHaveLength(1);
	});
});

test('a failing service does not fail the run either', async () => {
	const id = await fixture.make('deal');
	fixture.skipWaits();
	await fixture.steer('POST', '/faults', [
		{ match: { path: '/v1/domains/settings' }, times: 99, status: 500, body: {} },
	]);
	const { items, hints, error } = await fixture.run('deal.search', {
		parameters: { ...searchById(id), ...BY_DEFAULT },
	});
	expect(error).toBeUndefined();
	expect(items[0]!.json).toMatchObject({ deal_single_select: '3' });
	expect(hints.map(({ message }) => message)).toEqual([expect.stringMatching(/HTTP 500/)]);
});

test('without the list of users they keep their IDs, and all else has its name', async () => {
	const id = await fixture.make('deal');
	await fixture.steer('POST', '/faults', [
		{ match: { path: '/v2/users' }, times: 9, status: 403, body: { error: 'No users for you' } },
	]);
	const { items, hints } = await fixture.run('deal.search', {
		parameters: { ...searchById(id), ...BY_DEFAULT },
	});
	expect(items[0]!.json).toMatchObject({ Level: 'Bronze', Team: `${team[2]},${team[0]}` });
	expect(hints.map(({ message }) => message)).toEqual([expect.stringMatching(/No users for you/)]);
});

test('a user who has left keeps the name', async () => {
	const [gone = 0] = await fixture.write('user', [
		{ name: 'Gone Away', email: 'gone@example.com', deleted: true },
	]);
	const [id = 0] = await fixture.write('deal', [{ name: 'Left' }]);
	await fixture.settle();
	await fixture.steer('POST', '/records/deal', [
		{ id, dealCustoms: [{ itemKey: 'deal_user', value: [gone, Number(team[0])] }] },
	]);
	await fixture.settle();
	const got = await get('deal', id);
	expect(got.Team).toHaveLength(2);
	expect((await search('deal', id)).Team).toEqual(got.Team);
});

test('the label of a customer’s choice stands in what it writes, too, and is given back', async () => {
	const id = await fixture.make('customer');
	const [updated] = await fixture.records('customer.update', {
		parameters: { customerId: byId(id), fieldsFrom: 'input', ...BY_DEFAULT },
		input: [{ id, Level: 'Gold' }],
	});
	expect(updated).toMatchObject({ id, Level: 'Gold' });
	const every = await fixture.records('customer.getMany', { parameters: MANY });
	expect(every.find((each) => each.id === id)).toMatchObject({ Level: 'Gold' });
});

describe('without a v1 key', () => {
	test('a customer’s choice keeps its number, and nothing is asked for', async () => {
		const id = await fixture.make('customer');
		expect(await get('customer', id, fixture.withoutKey)).toMatchObject({ Level: 3 });
		expect(asked(await fixture.requests())).toEqual([`GET /v2/customers/${id}`]);
	});

	test.each([
		['deal', '/v2/deals'],
		['customer', '/v2/customers'],
	] as const)('a search for a %s learns from one page of the newest', async (kind, list) => {
		const id = await fixture.make(kind);
		const got = await get(kind, id, fixture.withoutKey);
		await fixture.requests();
		expect(Object.entries(await search(kind, id, fixture.withoutKey))).toEqual(Object.entries(got));
		const all = await fixture.requests();
		expect(asked(all)).toEqual([`POST ${list}/search`, `GET ${list}`, 'GET /v2/users']);
		expect(all[1]!.query).toContain('limit=1000');
	});

	test('contacts show their keys: no record has more, so none is asked for', async () => {
		const id = await fixture.make('contact');
		const keyOf = await fixture.keysOf('contact');
		for (const read of [get, search]) {
			expect(await read('contact', id, fixture.withoutKey)).toMatchObject({
				[keyOf('single_select')]: '3',
				[keyOf('multi_select')]: '3,1',
				[keyOf('text')]: 'First words',
			});
			expect(await fixture.requests()).toHaveLength(1);
		}
	});

	test('what no record shows stays as it came', async () => {
		const id = await fixture.make('deal');
		const [other = 0] = await fixture.write('deal', [
			{ dealCustoms: [{ itemKey: 'deal_single_select', value: 2 }] },
		]);
		await fixture.settle();
		// Both are older than the thousand that are read.
		await fixture.write(
			'deal',
			Array.from({ length: 1000 }, () => ({})),
		);
		await fixture.settle();
		const found = await search('deal', other, fixture.withoutKey);
		expect(found.Level).toBe(2);
		expect((await search('deal', id, fixture.withoutKey)).Topics).toEqual([3, 1]);
	});
});

test('a value that is left out, since nothing is entered, has the name of its field as well', async () => {
	const other = await startTriggerFixture({ seed: 'small', dialects: ['nulls-left-out'] });
	try {
		for (const kind of ['deal', 'customer', 'contact']) {
			const [id = 0] = await other.write(kind, [{ name: 'Without values' }]);
			const [found] = await other.records(`${kind}.search`, {
				parameters: { ...searchById(id), ...BY_DEFAULT },
			});
			expect(found).toMatchObject({ Link: null, Remark: null });
			expect(Object.keys(found!).filter((name) => name.startsWith(`${kind}_`))).toEqual([]);
		}
	} finally {
		await other.close();
	}
});

test('values without item keys are known by the ID of their item', async () => {
	await fixture.steer('PATCH', '/options', { itemKeysOnContactsAndActions: false });
	const id = await fixture.make('contact');
	expect(await get('contact', id)).toMatchObject({ Level: 'Bronze', Remark: 'First words' });
});

test('whole values need no look-up: Get and Get Many of deals, and any list with a v1 key', async () => {
	const id = await fixture.make('deal');
	await get('deal', id);
	await fixture.records('deal.getMany', { parameters: MANY });
	await fixture.records('deal.search', {
		authentication: 'v1ApiKey',
		parameters: { ...searchById(id), ...BY_DEFAULT },
	});
	expect(asked(await fixture.requests())).toEqual([
		`GET /v2/deals/${id}`,
		'GET /v2/deals',
		'POST /v1/deals/search',
		// The end of a list by page numbers, which is looked for in the body here.
		...(hasTotals(fixture.sandbox) ? [] : ['POST /v1/deals/search']),
	]);
});

test.each(['deal', 'customer'] as const)(
	'a search for a %s in v1 for compact values shows the same as one for whole ones',
	async (kind) => {
		const id = await fixture.make(kind);
		const read = async (options: IDataObject) =>
			(
				await fixture.records(`${kind}.search`, {
					authentication: 'v1ApiKey',
					parameters: { ...searchById(id), options, ...BY_DEFAULT },
				})
			)[0]!;
		const whole = await read({});
		expect(whole['Key date']).toMatch(/\+09:00$/);
		expect(Object.entries(await read({ compactCustoms: true }))).toEqual(Object.entries(whole));
	},
);

test('Look Up in Batches, and what a write returns, are like Get', async () => {
	const deal = await fixture.make('deal');
	const got = await get('deal', deal);
	const [batched] = await fixture.records('deal.get', {
		parameters: { dealId: byId(deal), options: { batchLookup: true }, ...BY_DEFAULT },
	});
	expect(batched).toEqual(got);
	const contact = await fixture.make('contact');
	const [updated] = await fixture.records('contact.update', {
		parameters: { contactId: byId(contact), updateFields: { dept: 'Sales' }, ...BY_DEFAULT },
	});
	expect(updated).toEqual(await get('contact', contact));
	expect(updated).toMatchObject({ Level: 'Bronze', dept: 'Sales' });
});

test('by item key, compact values are readable too', async () => {
	const id = await fixture.make('contact');
	const [found] = await fixture.records('contact.get', {
		parameters: {
			contactId: byId(id),
			options: { itemKeyAsPropertyKey: true },
			...BY_DEFAULT,
		},
	});
	expect(found).toMatchObject({
		contact_single_select: 'Bronze',
		contact_multi_select: ['Price', 'Service'],
		contact_number: 0,
	});
});
