/** A way of choosing means what it says: By Name is a name, By ID an ID, whatever the value looks like. */
import type { IDataObject } from 'n8n-workflow';
import tables from './waysOfChoosing.json';
import { byId, useNodeFixture } from '../support/nodeFixture';
import { DEAL, expectNoWrites, writes } from './support/importing';
import { dealNamed, FROM_INPUT, idOf, named } from './support/names';

/** Another record has the digits of a name as its ID. */
const CUSTOMERS = tables.customers;

const fixture = useNodeFixture({ seed: 'small' });
beforeAll(async () => {
	await fixture.write('customer', CUSTOMERS);
});

const fromList = (value: unknown) => ({ __rl: true, mode: 'list', value });
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
	test('also where it stands in the form, as digits', async () => {
		expect(await chosen(named('1984'))).toBe(3001);
	});

	test('if nothing has it, the error points to By ID', async () => {
		expect(await chosen(named('3008'))).toMatch(/^Customer is "3008", but no customer .*By ID/);
		expect(
			await fixture.fails('deal.create', {
				parameters: dealNamed({ customer: byId(3006), probability: named('90') }),
			}),
		).toMatch(/^Probability is "90", which is no name .*By ID/);
	});

	test('All is the customer of that name, and not every customer', async () => {
		await fixture.items('customerAction.getMany', {
			parameters: { customerId: named('All') },
		});
		expect(await fixture.sent()).toContain('GET /v2/customers/3002/actions');
	});
});

describe('a column says by its name what it holds', () => {
	test.each(tables.columns)('$column: $value', async ({ column, value, id }) => {
		expect(await inColumn(column, value)).toBe(id);
	});

	test.each([
		['User Name', 'phaseName'],
		['user_name_', 'ｐｈａｓｅ　ｎａｍｅ'],
	])('so do those of other records: %s, %s', async (userColumn, phaseColumn) => {
		const [user] = await fixture.records('user.getMany', { parameters: { limit: 1 } });
		const { user: _, phase: __, ...others } = DEAL;
		const names = { [userColumn]: user!.name, [phaseColumn]: 'Qualified' };
		const deal = { parameters: FROM_INPUT, input: [{ ...others, name: 'Named', ...names }] };
		expect(await fixture.records('deal.create', deal)).toMatchObject([
			{ user: { id: user!.id }, phase: { name: 'Qualified' } },
		]);
	});

	test.each([
		['customerId', '24/7', 'an ID is a whole number'],
		['Customer Name', '3008', 'no customer that the credential sees has this name'],
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

	test.each(tables.people)('$name is a user', async ({ name, id }) => {
		expect(await userOf(name)).toBe(id);
	});

	test.each([
		...['j.smith@acme.example', 'ab@acme.example', 'Ann A', 'An-na', 'Ánna', 'Tier -1', 'Tier1'],
	])('%j is none', async (name) => {
		expect(await userOf(name)).toContain('which is no name in its list');
	});

	test('of a list that is searched', async () => {
		expect(await chosen(named(' Ｂｅｔａ　'))).toBe(3008);
		expect(await chosen(named('Be-ta'))).toContain(
			'no customer that the credential sees has this name',
		);
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
		return error?.message ?? (await writes(fixture)).join();
	};

	test.each(tables.ways)('takes the exact name alone: $what', async ({ way }) => {
		expect(await remove(way)).toMatch(
			/^Customer is ".*", but no customer that the credential sees has exactly this name/,
		);
		await expectNoWrites(fixture);
	});

	test.each([
		['From List', fromList('Beta')],
		['no way at all', '={{ "Beta" }}'],
	])('a name is an error that names By Name: %s', async (_, way) => {
		expect(await remove(way)).toMatch(/^Customer is "Beta".*By Name/);
		await expectNoWrites(fixture);
	});

	test.each(tables.deleted)('$way', async ({ way, id }) => {
		expect(await remove(way, { it: 5.11 })).toBe(`DELETE /v2/customers/${id}`);
	});
});
