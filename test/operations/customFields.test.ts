/** Custom fields by their labels: compact values made readable, and people's words written. */
import type { IDataObject } from 'n8n-workflow';
import tables from './customFields.json';
import { textOf } from '../../nodes/SalesManagement/shared';
import { request } from 'undici';
import { asked, useCustomsFixture } from '../support/customsFixture';
import { byId } from '../support/nodeFixture';
import type { CredentialSet } from '../../harness';
import { dealNamed, FROM_INPUT } from './support/names';
import { searchById } from './support/records';
import { holdRunsOn } from './support/runs';
import { runOn } from './support/service';

/** The form's own default: the parameter is not set at all. */
const BY_DEFAULT = { output: undefined };
const MANY = { returnAll: true, ...BY_DEFAULT };

// Custom fields come in the service's order, which is compared here.
const fixture = useCustomsFixture({ shuffleKeys: false });
/** What was looked up of the service is remembered for a while. */
beforeEach(async () => {
	await fixture.pass({ minutes: 10 });
	await fixture.requests();
});
afterEach(async () => {
	await request(`${fixture.sandbox.admin}/faults`, { method: 'DELETE' });
	await fixture.options({ itemKeysOnContactsAndActions: null });
});

const one = async (operation: string, parameters: IDataObject, credentials?: CredentialSet) =>
	(await fixture.records(operation, { parameters, credentials }))[0]!;
const get = async (kind: string, id: number, credentials?: CredentialSet) =>
	await one(`${kind}.get`, { [`${kind}Id`]: byId(id), ...BY_DEFAULT }, credentials);
const search = async (kind: string, id: number, credentials?: CredentialSet) =>
	await one(`${kind}.search`, { ...searchById(id), ...BY_DEFAULT }, credentials);
const requests = async () => asked(await fixture.requests());
const refuse = async (path: string) =>
	await fixture.fault(`GET ${path}`, { times: 99, status: 403, body: { error: 'Not yours' } });

describe.each([
	['deal', '/v1/domains/settings', 'phaseId'],
	['customer', '/v1/customer_custom_items', 'ownerRoleId'],
	['contact', '/v1/contact_custom_items', 'customerId'],
] as const)('a search for a %s with a v1 key beside the token', (kind, definitions, own) => {
	const path = `POST /v2/${kind}s/search`;

	test('shows what Get shows, from one list of fields and one of users for all items', async () => {
		const id = await fixture.make(kind);
		await fixture.make(kind, 'Another');
		const got = await get(kind, id);
		await fixture.pass({ minutes: 10 });
		await fixture.requests();
		const conditions = { values: [{ field: 'id', operator: 'greaterThan', value: id - 1 }] };
		const found = await fixture.records(`${kind}.search`, {
			parameters: { conditions, ...MANY },
			input: [{}, {}, {}],
		});
		expect(found).toHaveLength(6);
		const same = found.find((each) => each.id === id)!;
		expect(Object.entries(same)).toEqual(Object.entries(got));
		const readable = { Remark: 'First words', Score: 0, Level: 'Bronze' };
		expect(same).toMatchObject({ ...readable, Topics: ['Price', 'Service'] });
		const looked = [path, `GET ${definitions}`, 'GET /v2/users', path, path];
		expect((await requests()).sort()).toEqual(looked.sort());
	});

	test('asks for nothing more where nothing is to be named, and leaves raw values as they came', async () => {
		const id = await fixture.make(kind);
		const fields = (...outputFields: string[]) => ({ output: 'selectedFields', outputFields });
		for (const output of [{ output: 'raw' }, fields('id', own, `${kind}Customs`)]) {
			await one(`${kind}.search`, { ...searchById(id), ...output });
			expect(await requests()).toEqual([path]);
		}
		const shaped = { ...searchById(id), ...fields('Topics', `${kind}Customs`) };
		const found = await one(`${kind}.search`, shaped);
		expect(found.Topics).toEqual(['Price', 'Service']);
		const [first] = found[`${kind}Customs`] as IDataObject[];
		expect(first).toMatchObject({ [`${kind}CustomItemId`]: expect.any(Number) });
		expect(first).not.toHaveProperty('itemType');
	});

	test('without permission for the list of fields shows them by key, and says why', async () => {
		const id = await fixture.make(kind);
		const keyOf = await fixture.keysOf(kind);
		await refuse(definitions);
		const { items, hints } = await fixture.run(`${kind}.search`, {
			parameters: { ...searchById(id), ...BY_DEFAULT },
			input: [{}, {}],
		});
		const [single, multi] = [keyOf('single_select'), keyOf('multi_select')];
		const shown = { [single]: '3', [multi]: '3,1', [keyOf('text')]: 'First words' };
		expect(items.map(({ json }) => json)).toMatchObject([shown, shown]);
		expect(hints.map(({ message }) => message)).toEqual([
			expect.stringMatching(/item key.*Not yours/),
		]);
		const all = await requests();
		expect(all.filter((each) => each === `GET ${definitions}`)).toHaveLength(1);
	});
});

test.each(['deal', 'customer', 'contact'] as const)(
	'a search for a %s compares custom fields of every type (S3), by their labels and keys',
	async (kind) => {
		const id = await fixture.make(kind);
		for (const [label, type, value] of [
			['Remark', 'text', 'First words'],
			['Key date', 'date', '2026-02-28'],
			['Score', 'number', 0],
			['Rate', 'decimal_number', '0.5'],
			['Level', 'single_select', 'Bronze'],
			['Topics', 'multi_select', 'Service'],
			['Team', 'user', fixture.team[0]],
		] as const) {
			for (const field of [label, `custom:${kind}_${type}`]) {
				const values = [
					{ field: 'id', operator: 'equals', value: id },
					{ field, operator: 'equals', value },
				];
				const parameters = { conditions: { values } } as IDataObject;
				const found = await fixture.records(`${kind}.search`, { parameters });
				expect([field, found.length]).toEqual([field, 1]);
			}
		}
	},
);

test('without the list of users they keep their IDs, and all else has its name', async () => {
	const id = await fixture.make('deal');
	await refuse('/v2/users');
	const { items, hints } = await fixture.run('deal.search', {
		parameters: { ...searchById(id), ...BY_DEFAULT },
	});
	const [first, , third] = fixture.team;
	expect(items[0]!.json).toMatchObject({ Level: 'Bronze', Team: [Number(third), Number(first)] });
	expect(hints.map(({ message }) => message)).toEqual([expect.stringMatching(/Not yours/)]);
});

test('a user who has left keeps the name', async () => {
	const gone = { name: 'Gone Away', email: 'gone@example.com', deleted: true };
	const left = await fixture.writeOne('user', gone);
	const id = await fixture.writeOne('deal', { name: 'Left' });
	const value = [left, Number(fixture.team[0])];
	await fixture.writeOne('deal', { id, dealCustoms: [{ itemKey: 'deal_user', value }] });
	const got = await get('deal', id);
	expect(got.Team).toHaveLength(2);
	expect(got.Team).toContain('Gone Away');
	expect((await search('deal', id)).Team).toEqual(got.Team);
});

describe('without a v1 key', () => {
	test('a customer’s choice keeps its number, and nothing is asked for', async () => {
		const id = await fixture.make('customer');
		expect(await get('customer', id, fixture.withoutKey)).toMatchObject({ Level: 3 });
		expect(await requests()).toEqual([`GET /v2/customers/${id}`]);
	});

	test.each(['deal', 'customer'] as const)(
		'a search for a %s learns from one page of the newest',
		async (kind) => {
			const id = await fixture.make(kind);
			const got = await get(kind, id, fixture.withoutKey);
			await fixture.requests();
			const found = await search(kind, id, fixture.withoutKey);
			expect(Object.entries(found)).toEqual(Object.entries(got));
			const list = `/v2/${kind}s`;
			expect(await requests()).toEqual([`POST ${list}/search`, `GET ${list}`, 'GET /v2/users']);
		},
	);

	test('contacts show their keys: no record has more, so none is asked for', async () => {
		const id = await fixture.make('contact');
		const keyOf = await fixture.keysOf('contact');
		for (const read of [get, search]) {
			expect(await read('contact', id, fixture.withoutKey)).toMatchObject({
				...{ [keyOf('single_select')]: '3', [keyOf('multi_select')]: '3,1' },
				[keyOf('text')]: 'First words',
			});
			expect(await requests()).toHaveLength(1);
		}
	});
});

test('values without item keys are known by the ID of their item (S5)', async () => {
	await fixture.options({ itemKeysOnContactsAndActions: false });
	const id = await fixture.make('contact');
	expect(await get('contact', id)).toMatchObject({ Level: 'Bronze', Remark: 'First words' });
});

test('what comes whole needs no look-up: deals that are got, and any list of version 1', async () => {
	const id = await fixture.make('deal');
	await get('deal', id);
	await fixture.records('deal.getMany', { parameters: MANY });
	const parameters = { ...searchById(id), ...BY_DEFAULT };
	await fixture.records('deal.search', { authentication: 'v1ApiKey', parameters });
	const whole = [`GET /v2/deals/${id}`, 'GET /v2/deals', 'POST /v1/deals/search'];
	expect(await requests()).toEqual(whole);
});

test.each(['deal', 'customer'] as const)(
	'a search for a %s in v1 for compact values shows the same as one for whole ones',
	async (kind) => {
		const id = await fixture.make(kind);
		const [whole, compact] = await Promise.all(
			[{}, { compactCustoms: true }].map(async (options) => {
				const parameters = { ...searchById(id), options, ...BY_DEFAULT };
				const call = { authentication: 'v1ApiKey', parameters } as const;
				return (await fixture.records(`${kind}.search`, call))[0]!;
			}),
		);
		// A time is written as the service writes it, here in another time zone each.
		const shown = (record: IDataObject) =>
			Object.entries(record).map(([name, value]) => [
				name,
				name === 'Key date' ? Date.parse(value as string) : value,
			]);
		expect(shown(compact!)).toEqual(shown(whole!));
	},
);

test('Look Up in Batches, what a write returns, and Item Key as Property Key are like Get', async () => {
	const deal = await fixture.make('deal');
	const options = { batchLookup: true };
	expect(await one('deal.get', { dealId: byId(deal), options, ...BY_DEFAULT })).toEqual(
		await get('deal', deal),
	);
	const contactId = byId(await fixture.make('contact'));
	const updateFields = { dept: 'Sales' };
	const updated = await one('contact.update', { contactId, updateFields, ...BY_DEFAULT });
	expect(updated).toEqual(await one('contact.get', { contactId, ...BY_DEFAULT }));
	expect(updated).toMatchObject({ Level: 'Bronze', ...updateFields });
	const byKey = { options: { itemKeyAsPropertyKey: true }, ...BY_DEFAULT };
	expect(await one('contact.get', { contactId, ...byKey })).toMatchObject({
		...{ contact_single_select: 'Bronze', contact_multi_select: ['Price', 'Service'] },
		contact_number: 0,
	});
});

describe('what is written', () => {
	let id: number;
	let users: IDataObject[];
	beforeAll(async () => {
		users = await fixture.all('user');
		id = await fixture.writeOne('customer', { name: 'Of own fields' });
	});

	const update = async (input: IDataObject, schema?: IDataObject[]) =>
		await fixture.run('customer.update', {
			parameters: { ...FROM_INPUT, columns: { ...FROM_INPUT.columns, ...(schema && { schema }) } },
			input: [{ id, ...input }],
		});
	const held = async (key: string) => {
		const options = { itemKeyAsPropertyKey: true };
		const record = await one('customer.get', { customerId: byId(id), options });
		return ((record.customerCustoms as IDataObject)[key] as IDataObject).value;
	};
	const writes = async () =>
		(await fixture.requests()).filter(({ method }) => method === 'PATCH').length;

	const said = (at: number, how: string) => textOf(users[at]?.[how]);
	test.each([
		['addresses in any case', () => `${said(0, 'email').toUpperCase()}, ${said(1, 'email')}`, 2],
		['names and IDs', () => [said(0, 'name'), users[1]?.id], 2],
		['records', () => [{ id: users[0]?.id, name: 'x' }, { name: said(1, 'name') }], 2],
	])('users of a custom field by %s', async (_, given, count) => {
		await update({ Team: null });
		const { error } = await update({ Team: given() });
		expect(error).toBeUndefined();
		const ids = users.slice(0, count).map((user) => user.id);
		expect(await held('customer_user')).toBe(ids.map(textOf).join());
	});

	test('a list of columns that was saved long ago: numbers of today, and no field that is no more', async () => {
		const options = [
			{ name: 'Gold', value: 2 },
			{ name: 'Old', value: 1 },
		];
		const column = (key: string, displayName: string) => ({
			...{ id: `custom:${key}`, displayName, type: 'options', required: false, options },
		});
		const level = column('customer_single_select', 'Level');
		expect((await update({ Level: 'Gold' }, [level])).error).toBeUndefined();
		expect(await held('customer_single_select')).toBe('1');
		await fixture.requests();
		const key = 'custom:customer_gone';
		const value = { id, [key]: 1 };
		const columns = {
			mappingMode: 'defineBelow',
			value,
			schema: [column('customer_gone', 'Grade')],
		};
		expect(
			await fixture.fails('customer.update', {
				parameters: { ...FROM_INPUT, columns },
			}),
		).toMatch(/no custom field of the customer .* "custom:customer_gone".*refresh/);
		expect(await writes()).toBe(0);
	});

	holdRunsOn(tables.searched);

	test('a user whom nobody knows is an error', async () => {
		const { error } = await update({ Team: 'nobody@nowhere.example' });
		expect(error?.message).toContain('Team is "nobody@nowhere.example", which is no name');
	});
});

/** As somebody writes it who has not seen the columns that the editor lists. */
describe('a mapper without columns', () => {
	const mapper = (value: IDataObject) => ({ mappingMode: 'defineBelow', value });
	const action = { startDatetime: '2026-11-30T09:00:00Z', endDatetime: '2026-11-30T10:00:00Z' };
	const required: Readonly<Record<string, IDataObject>> = {
		customer: { name: 'By hand' },
		contact: { name: 'By hand' },
		deal: dealNamed({ customer: byId(1) }),
		customerAction: { ...action, customerId: byId(1), pattern: 'Call', creator: byId(1) },
	};
	const write = async (kind: string, parameters: IDataObject, customFields: IDataObject) =>
		await fixture.run(kind, {
			parameters: { ...parameters, customFields: mapper(customFields), ...BY_DEFAULT },
		});
	const update = async (customFields: IDataObject) =>
		await write('customer.update', { customerId: byId(1) }, customFields);

	test.each(Object.keys(required))(
		'has the fields of a %s by their labels, in Create and in Update',
		async (kind) => {
			const [user] = await fixture.records('user.getMany', { parameters: { limit: 1 } });
			const first = { Remark: 'By hand', Score: '7', Level: 'gold', 'key date': '2026-05-06' };
			const made = await write(`${kind}.create`, required[kind]!, first);
			expect(made.error).toBeUndefined();
			const held = { Score: 7, 'Key date': expect.stringMatching('2026-05-06') };
			expect(made.items[0]?.json).toMatchObject({ ...held, Remark: 'By hand', Level: 'Gold' });
			const path = kind === 'customerAction' ? { customerId: byId(1) } : {};
			const key = kind === 'customerAction' ? 'actionId' : `${kind}Id`;
			const changed = await write(
				`${kind}.update`,
				{ ...path, [key]: byId(made.items[0]!.json.id as number) },
				{ LEVEL: 'Silver', Topics: 'Price, Service', Team: user?.name, Remark: '' },
			);
			expect(changed.error).toBeUndefined();
			const other = { Level: 'Silver', Topics: ['Price', 'Service'], Team: [user?.name] };
			expect(changed.items[0]?.json).toMatchObject({ ...held, ...other });
			expect(changed.items[0]?.json.Remark ?? null).toBeNull();
		},
	);

	test('refuses one given twice, and a label that two fields have', async () => {
		const twice = await update({ Level: 'Gold', customer_single_select: 'Silver' });
		expect(twice.error?.message).toBe(
			'Custom Fields: Level is given twice: leave one of them out.',
		);
		const customs = [
			['rank', 'Rank'],
			['other', 'Rank'],
		] as const;
		const shared = await runOn('customer.update', {
			parameters: { customerId: byId(1), customFields: mapper({ Rank: 'A' }) },
			customs,
		});
		expect(shared.error?.message).toBe(
			'Custom Fields: "Rank" is the name of 2 fields: use custom:rank (Rank) or custom:other (Rank).',
		);
		expect(shared.requests.filter(({ method }) => method === 'PATCH')).toEqual([]);
	});

	test('has them by their keys as well, and as lists of fields have them', async () => {
		for (const [name, value] of [
			['customer_single_select', 'Gold'],
			['custom:customer_single_select', 'Silver'],
			['custom:customer_single_select:single_select', 'Bronze'],
		] as const) {
			const { items, error } = await update({ [name]: value });
			expect([name, error?.message, items[0]?.json.Level]).toEqual([name, undefined, value]);
		}
	});

	test('is read by one list of fields for all items', async () => {
		await fixture.items('customer.update', {
			parameters: {
				...{ customerId: '={{ $json.id }}', output: 'raw' },
				customFields: mapper({ Score: '={{ $json.score }}' }),
			},
			input: [1, 2, 3].map((id) => ({ id, score: id })),
		});
		const read = (await requests()).filter((each) => each.startsWith('GET /v1'));
		expect(read).toEqual(['GET /v1/customer_custom_items']);
	});

	test('that has a choice or a number that there is not is an error that names the field', async () => {
		const { error } = await update({ level: 'Platinum', Score: 'many' });
		expect(error?.message).toContain('Custom Fields: Level has no choice "Platinum"');
		expect(error?.message).toContain('Custom Fields: Score');
	});
});
