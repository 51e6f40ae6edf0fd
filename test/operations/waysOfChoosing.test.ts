/** A way of choosing means what it says: By Name is a name, By ID an ID, whatever the value looks like. */
import type { IDataObject } from 'n8n-workflow';
import { isObject } from '../../nodes/SalesManagement/shared';
import { byId, startNodeFixture, type NodeFixture } from '../support/nodeFixture';
import { dealNamed, FROM_INPUT, idOf, named } from './support/names';

/** Another record has the digits of a name as its ID. */
const CUSTOMERS = [
	{ id: 1984, name: 'Orwell' },
	{ id: 3001, name: '1984' },
	{ id: 3002, name: 'All' },
	{ id: 3003, name: '24/7' },
	{ id: 3004, name: '007' },
	{ id: 3005, name: '5.11' },
	{ id: 3006, name: 'Acme' },
	{ id: 3007, name: 'ACME' },
	{ id: 3008, name: 'Beta' },
];

let fixture: NodeFixture;
beforeAll(async () => {
	fixture = await startNodeFixture({ seed: 'small' });
	await fixture.write('customer', CUSTOMERS);
});
afterAll(async () => await fixture.close());
beforeEach(async () => {
	await fixture.requests();
});

const fromList = (value: unknown) => ({ __rl: true, mode: 'list', value });
const written = async () =>
	(await fixture.requests())
		.filter(({ method, path }) => method !== 'GET' && !path.endsWith('/search'))
		.map(({ method, path }) => `${method} ${path}`);
/** The values of a form as the columns of a row. */
const flat = (form: IDataObject): IDataObject =>
	Object.fromEntries(
		Object.entries(form).map(([name, each]) => [name, isObject(each) ? each.value : each]),
	);
const contactOf = async (call: { parameters?: IDataObject; input?: IDataObject[] }) => {
	const { items, error } = await fixture.run('contact.create', call);
	return error?.message ?? idOf(items[0]?.json.customer);
};
/** The customer of a contact that is created with this in the form. */
const chosen = async (customer: unknown, input: IDataObject = {}) =>
	await contactOf({
		parameters: { name: 'Somebody', additionalFields: { customer } },
		input: [input],
	});
/** The same with a column of the input. */
const inColumn = async (column: string, value: unknown) =>
	await contactOf({
		parameters: FROM_INPUT,
		input: [{ name: 'Somebody', [column]: value } as IDataObject],
	});

describe('By Name is always a name', () => {
	test.each([
		['digits', '1984', 3001],
		['a number', 1984, 3001],
		['in other letters', 'orwell', 1984],
		['a record whole, by its ID', '{"id": 1984}', 1984],
		['a record whole, by its name', '{"name": "1984"}', 3001],
	])('%s', async (_, value, id) => {
		expect(await chosen(named(value as string))).toBe(id);
		const expression = { __rl: true, mode: 'name', value: '={{ $json.it }}' };
		expect(await chosen(expression, { it: value })).toBe(id);
	});

	test('if nothing has it, the error points to By ID', async () => {
		expect(await chosen(named('3008'))).toMatch(/^Customer is "3008", but no customer .*By ID/);
		const { error } = await fixture.run('deal.create', {
			parameters: dealNamed({ customer: byId(3006), probability: named('90') }),
		});
		expect(error?.message).toMatch(/^Probability is "90", which is no name .*By ID/);
	});

	test('All is the customer of that name, and not every customer', async () => {
		const { error } = await fixture.run('customerAction.getMany', {
			parameters: { customerId: named('All') },
		});
		expect(error).toBeUndefined();
		const paths = (await fixture.requests()).map(({ path }) => path);
		expect(paths).toContain('/v2/customers/3002/actions');
	});
});

describe('From List and By ID', () => {
	test.each([
		['1984', 1984],
		[1984, 1984],
		['orwell', 1984],
		['{"id": "1984", "name": "1984"}', 1984],
	])('%j', async (value, id) => {
		expect(await chosen(byId(value))).toBe(id);
		expect(await chosen(fromList(value))).toBe(id);
	});

	test('what is neither digits nor has a letter is an error', async () => {
		for (const way of [byId('24/7'), fromList('24/7')]) {
			expect(await chosen(way)).toMatch(/^Customer is "24\/7"; an ID is a whole number/);
		}
	});
});

describe('a column says by its name what it holds', () => {
	test.each([
		['Customer', '1984', 1984],
		['Customer', 1984, 1984],
		['Customer', '24/7', 3003],
		['Customer', '007', 3004],
		['Customer', '5.11', 3005],
		['Customer', 5.11, 3005],
		['Customer Name', '1984', 3001],
		['Customer Name', 1984, 3001],
		['company_name', '1984', 3001],
		['customerId', '1984', 1984],
		['customerId', 'orwell', 1984],
		['Customer Name ', '1984', 3001],
		['Customer Name\u00a0', '1984', 3001],
		['Customer Name.', '1984', 3001],
		['customer_name_', '1984', 3001],
		['Ｃｕｓｔｏｍｅｒ　Ｎａｍｅ', '1984', 3001],
		['CUSTOMER NAMES', '1984', 3001],
	])('%s: %j', async (column, value, id) => {
		expect(await inColumn(column, value)).toBe(id);
	});

	test.each([
		['customerId', '24/7', 'an ID is a whole number'],
		['Customer Name', '3008', 'no customer has this name'],
	])('%s: %j is an error', async (column, value, message) => {
		expect(await inColumn(column, value)).toContain(message);
	});
});

describe('a name of a record, a person or a choice is its own', () => {
	const PEOPLE = [
		{ id: 901, name: 'Anna', email: 'jsmith@acme.example' },
		{ id: 902, name: 'Tier 1', email: 'a.b@acme.example' },
	];
	const userOf = async (user: string) => {
		const parameters = dealNamed({ customer: byId(3006), user: named(user) });
		const { items, error } = await fixture.run('deal.create', { parameters });
		return error?.message ?? idOf(items[0]?.json.user);
	};
	beforeAll(async () => {
		await fixture.write('user', PEOPLE);
	});

	test.each([
		['Anna', 901],
		[' ＡＮＮＡ\u00a0', 901],
		['JSmith@acme.example', 901],
		['tier　1', 902],
	])('%j is a user', async (name, id) => {
		expect(await userOf(name)).toBe(id);
	});

	test.each([
		...['j.smith@acme.example', 'ab@acme.example', 'Ann A', 'An-na', 'Ánna', 'Tier -1', 'Tier1'],
	])('%j is none', async (name) => {
		expect(await userOf(name)).toContain('which is no name in its list');
	});

	test.each([
		[' ｇｏｌｄ ', 1],
		['Gol.d', expect.stringContaining('no choice "Gol.d"') as unknown],
	])('%j as a choice', async (level, expected) => {
		const { items, error } = await fixture.run('deal.create', {
			parameters: {
				...dealNamed({ customer: byId(3006) }),
				...FROM_INPUT,
				dealType: 'New business',
			},
			input: [{ ...flat(dealNamed({ customer: 3006 })), Level: level }],
		});
		const customs = items[0]?.json.dealCustoms as IDataObject[] | undefined;
		const held = customs?.find(({ itemKey }) => itemKey === 'deal_single_select');
		expect(error?.message ?? (held?.selectedOption as IDataObject).value).toEqual(expected);
	});

	test('of a list that is searched', async () => {
		expect(await chosen(named(' Ｂｅｔａ　'))).toBe(3008);
		expect(await chosen(named('Be-ta'))).toContain('no customer has this name');
	});

	test('those that differ in capital letters alone are an error with their IDs', async () => {
		const message = await chosen(named('acme'));
		expect(message).toMatch(
			/^Customer is "acme", which 2 have: .* \(A.* and .* Give an ID \(By ID, as \{"id": \d+\}, or in a column .*, such as customerId\)\.$/,
		);
		expect(message).toContain('3006 (Acme)');
		expect(message).toContain('3007 (ACME)');
	});
});

describe('Delete', () => {
	const remove = async (customerId: unknown, input: IDataObject = {}) => {
		const parameters = { customerId } as IDataObject;
		const { error } = await fixture.run('customer.delete', { parameters, input: [input] });
		return error?.message ?? (await written()).join();
	};

	test.each([
		['in other letters', named('beta')],
		['with a blank', named('Beta ')],
		['in full width', named('Ｂeta')],
		['digits that are an ID', named('3008')],
	])('takes the exact name alone: %s', async (_, way) => {
		expect(await remove(way)).toMatch(/^Customer is ".*", but no customer has exactly this name/);
		expect(await written()).toEqual([]);
	});

	test.each([
		['From List', fromList('Beta')],
		['By ID', byId('Beta')],
		['By ID, as an expression', byId('={{ "Beta" }}')],
		['no way at all', '={{ "Beta" }}'],
	])('a name is an error that names By Name: %s', async (_, way) => {
		expect(await remove(way)).toMatch(/^Customer is "Beta".*By Name/);
		expect(await written()).toEqual([]);
	});

	test.each([
		[named('1984'), 3001],
		[named('ACME'), 3007],
		[named('={{ $json.it }}'), 3005],
		[byId('3006'), 3006],
		[fromList(3008), 3008],
	])('%j', async (way, id) => {
		expect(await remove(way, { it: 5.11 })).toBe(`DELETE /v2/customers/${id}`);
	});
});
