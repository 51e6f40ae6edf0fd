/** Custom fields in people's words: those who are in them, what saved lists say of them, their labels. */
import type { IDataObject } from 'n8n-workflow';
import { textOf } from '../../nodes/SalesManagement/values';
import { byId, startNodeFixture, type NodeFixture } from './support/nodeFixture';

let fixture: NodeFixture;
let users: IDataObject[];
let id: number;
beforeAll(async () => {
	fixture = await startNodeFixture();
	users = await fixture.records('user.getMany', { parameters: { returnAll: true } });
	[id = 0] = await fixture.write('customer', [{ name: 'Of own fields', telNo: '7-7-7' }]);
});
afterAll(async () => await fixture.close());
beforeEach(async () => {
	await fixture.requests();
});

const filled = (schema?: IDataObject[], more: IDataObject = {}) => ({
	...{ fieldsFrom: 'input', output: 'simplified' },
	columns: { mappingMode: 'autoMapInputData', value: null, ...(schema && { schema }), ...more },
});
const update = async (input: IDataObject, parameters: IDataObject = filled()) =>
	await fixture.run('customer.update', { parameters, input: [{ id, ...input }] });
const customsOf = async () => {
	const [record] = await fixture.records('customer.get', {
		parameters: { customerId: byId(id), options: { itemKeyAsPropertyKey: true } },
	});
	const customs = Object.entries(record?.customerCustoms as IDataObject);
	return Object.fromEntries(customs.map(([key, each]) => [key, (each as IDataObject).value]));
};

describe('users in a custom field, as in a standard one', () => {
	const said = (at: number, how: string) => textOf(users[at]?.[how]);
	test.each<[string, () => unknown]>([
		['an address', () => said(0, 'email')],
		['addresses in any case', () => `${said(0, 'email').toUpperCase()}, ${said(1, 'email')}`],
		['names and IDs', () => [said(0, 'name'), users[1]?.id]],
		['records', () => [{ id: users[0]?.id, name: 'x' }, { name: said(1, 'name') }]],
	])('%s', async (_, given) => {
		await update({ Team: null });
		const { error } = await update({ Team: given() } as IDataObject);
		expect(error).toBeUndefined();
		expect(textOf((await customsOf()).customer_user)).toContain(textOf(users[0]?.id));
	});

	test('from the form, with the list that the editor saved', async () => {
		const options = users.map(({ id: value, name, email }) => ({
			name,
			value,
			description: email,
		}));
		const schema = [{ id: 'customer_user', displayName: 'Team', type: 'string', options }];
		const { error } = await fixture.run('customer.update', {
			parameters: {
				customerId: byId(id),
				customFields: {
					mappingMode: 'defineBelow',
					value: { customer_user: said(2, 'email') },
					schema,
				} as unknown as IDataObject,
			},
		});
		expect(error).toBeUndefined();
		expect((await customsOf()).customer_user).toBe(textOf(users[2]?.id));
	});

	test('what nobody has is an error', async () => {
		const { error } = await update({ Team: 'nobody@nowhere.example' });
		expect(error?.message).toContain('Team has no choice "nobody@nowhere.example"');
	});
});

describe('a list of columns that was saved long ago', () => {
	let other: NodeFixture | undefined;
	afterEach(async () => {
		await other?.close();
		other = undefined;
	});
	const of = (key: string, displayName: string, more: IDataObject = {}): IDataObject => ({
		...{ id: `custom:${key}`, displayName, type: 'string', required: false },
		...more,
	});
	const name = { id: 'name', displayName: 'Name', type: 'string', required: false };

	test('a choice that was renumbered since is written under its number of today', async () => {
		const options = [
			{ name: 'Gold', value: 2 },
			{ name: 'Old', value: 1 },
		];
		const schema = [name, of('customer_single_select', 'Level', { type: 'options', options })];
		const { error } = await update({ Level: 'Gold' }, filled(schema));
		expect(error).toBeUndefined();
		expect((await customsOf()).customer_single_select).toBe('1');
		// One request for the definitions, which the labels of the output share.
		const lists = (await fixture.requests()).filter(({ path }) => path.includes('custom_items'));
		expect(lists.length).toBeLessThanOrEqual(1);
	});

	test('a column that a field of today has too is an error that names both', async () => {
		const { error } = await update({ Remark: 'x', Name: 'y' }, filled([name]));
		expect(error).toBeUndefined();
		expect((await customsOf()).customer_text).toBe('x');
	});

	test('a field that is no more is an error that says how to refresh the list', async () => {
		const options = [{ name: 'A', value: 1 }];
		const schema = [name, of('customer_gone', 'Former Grade', { type: 'options', options })];
		const given: Array<[IDataObject, IDataObject]> = [
			[{ 'Former Grade': 'A' }, filled(schema)],
			[
				{},
				filled(schema, {
					mappingMode: 'defineBelow',
					value: { customerId: '={{ $json.id }}', 'custom:customer_gone': 1 },
				}),
			],
		];
		for (const [input, parameters] of given) {
			const { error } = await update(input, parameters);
			expect(error?.message).toContain('"Former Grade" (custom:customer_gone)');
			expect(error?.message).toContain('is out of date');
			expect(error?.message).toContain('refresh');
			expect((await fixture.requests()).filter(({ method }) => method === 'PATCH')).toEqual([]);
		}
	});

	test('a text that is a decimal today is read as one', async () => {
		const schema = [name, of('customer_decimal_number', 'Rate')];
		const given = { 'custom:customer_decimal_number': '1.500' };
		for (const more of [{}, { mappingMode: 'defineBelow', value: { ...given, id } }]) {
			const { error } = await update(given, filled(schema, more));
			expect(error?.message).toContain('1.500');
			const asked = (await fixture.requests()).map(({ method, path }) => `${method} ${path}`);
			expect(asked.filter((each) => each.startsWith('PATCH'))).toEqual([]);
			expect(asked.length).toBeLessThanOrEqual(1);
		}
	});

	test('names of standard fields need no list, those of custom ones the list that labels share', async () => {
		const schema = [name, of('customer_text', 'Remark')];
		const shop = (other = await startNodeFixture());
		const [own = 0] = await shop.write('customer', [{ name: 'Of few requests' }]);
		const asked = async (output: string, input: IDataObject) => {
			await shop.requests();
			const { error } = await shop.run('customer.update', {
				parameters: { ...filled(schema), output },
				input: [{ id: own, ...input }],
			});
			expect(error).toBeUndefined();
			return (await shop.requests()).map(({ method, path }) => `${method} ${path}`);
		};
		const patch = `PATCH /v2/customers/${own}`;
		const definitions = 'GET /v1/customer_custom_items';
		const certain = { 'custom:customer_text': 'certain', telNo: '7-7-7' };
		expect(await asked('raw', { telNo: '7-7-7', createdAt: 'then' })).toEqual([patch]);
		expect(await asked('simplified', certain)).toEqual([definitions, patch]);
	});

	test('where today’s fields are shown to nobody, a key is what was saved', async () => {
		const shop = (other = await startNodeFixture());
		const [own = 0] = await shop.write('customer', [{ name: 'Of a closed shop' }]);
		const refused = { status: 403, body: { error: 'no' } };
		for (const path of ['/v1/customer_custom_items', '/v2/customers']) {
			await shop.steer('POST', '/faults', [
				{ match: { method: 'GET', path }, times: 9, ...refused },
			]);
		}
		const run = async (input: IDataObject) =>
			await shop.run('customer.update', {
				parameters: { ...filled([name, of('customer_text', 'Remark')]), output: 'raw' },
				input: [{ id: own, ...input }],
			});
		expect((await run({ 'custom:customer_text': 'x' })).error).toBeUndefined();
		// A label of then may be that of another field today.
		expect((await run({ Remark: 'x' })).error).toBeDefined();
	});
});

describe('a label of today’s standard fields and of a custom one', () => {
	let other: NodeFixture;
	beforeAll(async () => {
		other = await startNodeFixture();
		const items = ['text', 'number'].map((itemType, at) => ({
			id: at + 1,
			itemKey: `customer_${itemType}`,
			name: at === 0 ? 'Memo' : 'Capital',
			itemType,
		}));
		await other.steer('POST', '/faults', [
			{ match: { path: '/v1/customer_custom_items' }, times: 9, status: 200, body: items },
		]);
	});
	afterAll(async () => await other.close());

	test('as a search field is an error that lists both', async () => {
		for (const [field, both] of [
			['Memo', ['memo (Memo)', 'custom:customer_text:text (Memo)']],
			['capital ', ['capital (Capital)', 'custom:customer_number:number (Capital)']],
		] as const) {
			const { error } = await other.run('customer.search', {
				parameters: { conditions: { values: [{ field, operator: 'equals', value: '1' }] } },
			});
			for (const each of both) expect(error?.message).toContain(each);
		}
		const { error } = await other.run('customer.search', {
			parameters: { conditions: { values: [{ field: 'memo', operator: 'equals', value: '1' }] } },
		});
		expect(error).toBeUndefined();
	});

	test('in a list of columns that was saved before there was the custom one', async () => {
		const schema = [{ id: 'capital', displayName: 'Capital', type: 'number', required: false }];
		const { error } = await other.run('customer.createMany', {
			parameters: filled(schema),
			input: [{ name: 'Twice', Capital: 7 }],
		});
		// The exact key is the standard field's; the label is of both.
		expect(error?.message).toContain('"Capital" is the name of several fields');
	});
});

describe('Match By a custom field’s label', () => {
	test.each([['Remark'], ['remark'], ['customer_text']])('%s', async (matchBy) => {
		await update({ Remark: 'matched by it' });
		const { items, error } = await fixture.run('customer.createOrUpdate', {
			parameters: { ...filled(), matchBy },
			input: [{ name: 'Of own fields', Remark: 'matched by it' }],
		});
		expect(error).toBeUndefined();
		expect(items[0]?.json).toMatchObject({ id, action: 'updated' });
	});

	test('what is no label is an error', async () => {
		const { error } = await fixture.run('customer.createOrUpdate', {
			parameters: { ...filled(), matchBy: 'Remrk' },
			input: [{ name: 'Of own fields', Remark: 'matched by it' }],
		});
		expect(error?.message).toContain('can\'t compare "Remrk"');
	});
});

describe('decimals', () => {
	test.each(['1.500', '-1.125', '999.125', '12.000', '1000.500', '0.500', '0.125', '7.5'])(
		'%s of the service is shown so that it can be given back',
		async (value) => {
			await update({ 'custom:customer_decimal_number': Number(value) });
			const held = (await customsOf()).customer_decimal_number;
			const [shown] = await fixture.records('customer.get', {
				parameters: { customerId: byId(id), output: 'simplified' },
			});
			expect(Number(shown?.Rate)).toBe(Number(value));
			expect(typeof shown?.Rate).toBe('string');
			const { error } = await update({ Rate: textOf(shown?.Rate) });
			expect(error).toBeUndefined();
			expect(Number((await customsOf()).customer_decimal_number)).toBe(Number(held));
		},
	);

	test.each([
		['1.500', '1500 or 1.5'],
		['1,500', '1500 or 1.5'],
		['1.125', '1125 or 1.1250'],
		['-12,000', '-12000 or -12'],
	])('%s as text may mean two numbers', async (Rate, meanings) => {
		const { error } = await update({ Rate });
		expect(error?.message).toBe(
			`Rate is "${Rate}", which may mean ${meanings}: write it as one of these.`,
		);
	});

	test('Create or Update matches by one with three decimals', async () => {
		await update({ Rate: 12.125 });
		const { items, error } = await fixture.run('customer.createOrUpdate', {
			parameters: { ...filled(), matchBy: 'Rate' },
			input: [{ name: 'Of own fields', Rate: 12.125 }],
		});
		expect(error).toBeUndefined();
		expect(items[0]?.json).toMatchObject({ id, customer_decimal_number: '12.125' });
	});
});
