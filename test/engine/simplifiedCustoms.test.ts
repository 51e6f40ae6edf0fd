/** Simplified custom fields where the service sends compact values: what is looked up, and what not. */
import type { IDataObject } from 'n8n-workflow';
import { textOf } from '../../nodes/SalesManagement/values';
import { credentialsOf, type CredentialSet } from '../support/harness';
import { searchById } from './support/scenarios/prerequisites';
import { byId, type LoggedRequest } from './support/nodeFixture';
import { records, startTriggerFixture, type TriggerFixture } from './support/triggerFixture';

/** The form's own default: the parameter is not set at all. */
const BY_DEFAULT = { output: undefined };
const MANY = { returnAll: true, ...BY_DEFAULT };
const EVERY = {
	searchMode: 'builder',
	match: 'all',
	conditions: { values: [{ field: 'id', operator: 'isNotEmpty' }] },
};

let fixture: TriggerFixture;
let withoutKey: CredentialSet;
let team: string[];

/** One for each test: what was looked up of a service is remembered for a while. */
beforeEach(async () => {
	fixture = await startTriggerFixture({ seed: 'small' });
	withoutKey = credentialsOf(fixture.sandbox, {
		requestsPerSecond: 1000,
		v1ApiKey: '',
		v1BaseUrl: '',
	});
	const users = await fixture.records('user.getMany', { parameters: { limit: 3 } });
	team = users.map(({ id }) => textOf(id));
	await fixture.pass({ minutes: 2 });
});
afterEach(async () => await fixture.close());

/** A value of each type; the choices and people in another order than that of their lists. */
const customsFor = (kind: string) => {
	const values = {
		...{ text: 'First words', date: '2026-02-28', number: 0, decimal_number: '0.50' },
		...{ single_select: 3, multi_select: [3, 1], user: [Number(team[2]), Number(team[0])] },
	};
	const entries = Object.entries(values);
	return {
		[`${kind}Customs`]: entries.map(([type, value]) => ({ itemKey: `${kind}_${type}`, value })),
	};
};

async function make(kind: 'deal' | 'customer' | 'contact', name = 'With values'): Promise<number> {
	const [id = 0] = await fixture.write(kind, [{ name, ...customsFor(kind) }]);
	await fixture.settle();
	await fixture.requests();
	return id;
}

const asked = (all: LoggedRequest[]) => all.map(({ method, path }) => `${method} ${path}`);

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
		const id = await make(kind);
		const got = await get(kind, id);
		await fixture.pass({ minutes: 2 });
		await fixture.requests();
		const found = await search(kind, id);
		expect(Object.entries(found)).toEqual(Object.entries(got));
		expect(found).toMatchObject({ Remark: 'First words', Score: 0, Topics: ['Price', 'Service'] });
		expect(found.Level).toBe(kind === 'customer' ? 3 : 'Bronze');
		expect(asked(await fixture.requests())).toEqual([
			`POST ${path}`,
			`GET ${definitions}`,
			'GET /v2/users',
		]);
	});

	test('looks up once for many records and many items', async () => {
		await make(kind);
		await make(kind, 'Another');
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
		const id = await make(kind);
		for (const output of [
			{ output: 'raw' },
			{ output: 'selectedFields', outputFields: `id, name, ${own}, ${kind}Customs` },
		]) {
			await fixture.records(`${kind}.search`, { parameters: { ...searchById(id), ...output } });
			expect(asked(await fixture.requests())).toEqual([`POST ${path}`]);
		}
	});

	test('knows simplified names under Output Fields, and leaves raw ones as they came', async () => {
		const id = await make(kind);
		const [found] = await fixture.records(`${kind}.search`, {
			parameters: {
				...searchById(id),
				output: 'selectedFields',
				outputFields: ['Topics', `${kind}Customs`],
			},
		});
		expect(found!.Topics).toEqual(['Price', 'Service']);
		const [first] = found![`${kind}Customs`] as IDataObject[];
		expect(Object.keys(first!).sort()).toEqual(
			['id', `${kind}CustomItemId`, 'itemKey', 'value'].sort(),
		);
	});

	test('without permission for the list of fields shows them by key, and says why', async () => {
		const id = await make(kind);
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
			[`${kind}_single_select`]: '3',
			[`${kind}_multi_select`]: '3,1',
			[`${kind}_text`]: 'First words',
		});
		expect(hints).toHaveLength(1);
		expect(hints[0]!.message).toMatch(/item key.*Not your settings/);
		const all = asked(await fixture.requests());
		expect(all.filter((each) => each === `GET ${definitions}`)).toHaveLength(1);
	});
});

test('a failing service does not fail the run either', async () => {
	const id = await make('deal');
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
	const id = await make('deal');
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

describe('without a v1 key', () => {
	test.each([
		['deal', '/v2/deals'],
		['customer', '/v2/customers'],
	] as const)('a search for a %s learns from one page of the newest', async (kind, list) => {
		const id = await make(kind);
		const got = await get(kind, id, withoutKey);
		await fixture.requests();
		expect(Object.entries(await search(kind, id, withoutKey))).toEqual(Object.entries(got));
		const all = await fixture.requests();
		expect(asked(all)).toEqual([`POST ${list}/search`, `GET ${list}`, 'GET /v2/users']);
		expect(all[1]!.query).toContain('limit=1000');
	});

	test('contacts show their keys: no record has more, so none is asked for', async () => {
		const id = await make('contact');
		for (const read of [get, search]) {
			expect(await read('contact', id, withoutKey)).toMatchObject({
				contact_single_select: '3',
				contact_multi_select: '3,1',
				contact_text: 'First words',
			});
			expect(await fixture.requests()).toHaveLength(1);
		}
	});

	test('what no record shows stays as it came', async () => {
		const id = await make('deal');
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
		const found = await search('deal', other, withoutKey);
		expect(found.Level).toBe(2);
		expect((await search('deal', id, withoutKey)).Topics).toEqual([3, 1]);
	});
});

test('values without item keys are known by the ID of their item', async () => {
	await fixture.steer('PATCH', '/options', { itemKeysOnContactsAndActions: false });
	const id = await make('contact');
	expect(await get('contact', id)).toMatchObject({ Level: 'Bronze', Remark: 'First words' });
});

test('whole values need no look-up: Get and Get Many of deals, and any list with a v1 key', async () => {
	const id = await make('deal');
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
	]);
});

test.each(['deal', 'customer'] as const)(
	'a search for a %s in v1 for compact values shows the same as one for whole ones',
	async (kind) => {
		const id = await make(kind);
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
	const deal = await make('deal');
	const got = await get('deal', deal);
	const [batched] = await fixture.records('deal.get', {
		parameters: { dealId: byId(deal), options: { batchLookup: true }, ...BY_DEFAULT },
	});
	expect(batched).toEqual(got);
	const contact = await make('contact');
	const [updated] = await fixture.records('contact.update', {
		parameters: { contactId: byId(contact), updateFields: { dept: 'Sales' }, ...BY_DEFAULT },
	});
	expect(updated).toEqual(await get('contact', contact));
	expect(updated).toMatchObject({ Level: 'Bronze', dept: 'Sales' });
});

test('by item key, compact values are readable too', async () => {
	const id = await make('contact');
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

describe('the trigger', () => {
	const polled = async (parameters: IDataObject, polls = 3) => {
		const trigger = fixture.watch({ parameters: { ...BY_DEFAULT, ...parameters } });
		await trigger.poll();
		const found: IDataObject[] = [];
		for (let at = 0; at < polls; at++) {
			await fixture.write('contact', [{ name: `Contact ${at}`, ...customsFor('contact') }]);
			await fixture.pass({ minutes: 2 });
			found.push(...(records(await trigger.poll()) as IDataObject[]));
		}
		return { found, trigger };
	};
	const OF_FIELDS = 'GET /v1/contact_custom_items';

	test('shows contacts as Get does, and looks their fields up once for many polls', async () => {
		const { found } = await polled({ resource: 'contact' });
		expect(found).toHaveLength(3);
		const all = asked(await fixture.requests());
		expect(all.filter((each) => each === OF_FIELDS)).toHaveLength(1);
		expect(all.filter((each) => each === 'GET /v2/users')).toHaveLength(2);
		for (const { _event, ...record } of found) {
			expect(Object.entries(record)).toEqual(
				Object.entries(await get('contact', record.id as number)),
			);
		}
		expect(found[0]).toMatchObject({ Level: 'Bronze', Topics: ['Price', 'Service'] });
	});

	test('asks for nothing more where nothing is to be named', async () => {
		const { found } = await polled({ resource: 'contact', output: 'raw' }, 1);
		expect(found).toHaveLength(1);
		const all = asked(await fixture.requests());
		expect(new Set(all.filter((each) => each.startsWith('GET')))).toEqual(
			new Set(['GET /v2/users', 'GET /v2/contacts']),
		);
	});

	test('has the same events and digests, whatever is looked up', async () => {
		const raw = await polled({ resource: 'contact', output: 'raw' }, 1);
		const { _event } = raw.found[0] as { _event: IDataObject };
		const again = fixture.watch({
			parameters: { resource: 'contact', ...BY_DEFAULT, options: { startFrom: 'all' } },
		});
		const same = records(await again.poll()).find(({ id }) => id === raw.found[0]!.id);
		expect(same!._event.id).toBe(_event.id);
	});

	test('without permission emits all the same, by key', async () => {
		await fixture.steer('POST', '/faults', [
			{ match: { path: '/v1/contact_custom_items' }, times: 9, status: 403, body: { error: 'No' } },
		]);
		const { found } = await polled({ resource: 'contact' }, 2);
		expect(found.map(({ contact_single_select: value }) => value)).toEqual(['3', '3']);
	});
});
