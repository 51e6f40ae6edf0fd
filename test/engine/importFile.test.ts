/** A spreadsheet becomes records with one node: headers and cells as people write them. */
import type { IDataObject } from 'n8n-workflow';
import { textOf } from '../../nodes/SalesManagement/values';
import { contactsFile, CUSTOMERS as customers, HEADER } from '../support/contactsFile';
import { fromCsv, toCsv } from '../support/csv';
import type { CredentialSet } from '../support/harness';
import {
	startNodeFixture,
	unpacedCredentials,
	type LoggedRequest,
	type NodeFixture,
} from './support/nodeFixture';

let fixture: NodeFixture;
let users: string[];

beforeAll(async () => {
	fixture = await startNodeFixture();
	users = (await fixture.records('user.getMany', { parameters: { returnAll: true } })).map(
		({ name }) => textOf(name),
	);
	await fixture.write(
		'customer',
		customers.map((name) => ({ name })),
	);
});
afterAll(async () => await fixture.close());
beforeEach(async () => {
	await fixture.requests();
});

const filledFromInput = { fieldsFrom: 'input' };

const imported = async () => {
	const all = await fixture.records('contact.getMany', { parameters: { returnAll: true } });
	return all.filter(({ email }) => textOf(email).endsWith('@import.example'));
};

const written = (asked: LoggedRequest[], path: string) =>
	asked.filter(({ method, path: at }) => method !== 'GET' && at.startsWith(path));

/** What was asked before anything was written, by path. */
function readsOf(asked: LoggedRequest[]): Record<string, number> {
	const counts: Record<string, number> = {};
	for (const { method, path } of asked) {
		if (method === 'GET' || path.endsWith('/search')) counts[path] = (counts[path] ?? 0) + 1;
	}
	return counts;
}

describe('200 contacts of a CSV file', () => {
	let input: IDataObject[];
	beforeAll(() => {
		input = fromCsv(contactsFile(users));
	});

	test('the file is read as n8n reads it: text, under the headers', () => {
		expect(input).toHaveLength(200);
		expect(Object.keys(input[0]!)).toEqual(HEADER);
		expect(input[3]).toMatchObject({ Name: 'Person "3", Dr.', Score: '1.250' });
	});

	test('Create makes each of them, with few requests besides, and names what it can’t use', async () => {
		const { items, error, hints } = await fixture.run('contact.create', {
			parameters: filledFromInput,
			input,
		});
		expect(error).toBeUndefined();
		expect(items).toHaveLength(200);
		const asked = await fixture.requests();
		expect(written(asked, '/v2/contacts').filter(({ status }) => status < 300)).toHaveLength(200);
		// 40 distinct customers: one search. The fields and the users: one page each.
		expect(readsOf(asked)).toEqual({
			'/v1/contact_custom_items': 1,
			'/v2/customers/search': 1,
			'/v2/users': 1,
		});
		expect(hints.map(({ message }) => message)).toEqual([
			'These columns of the input fill no field of the contact and are not sent: "Newsletter".',
		]);
		const all = await imported();
		expect(all).toHaveLength(200);
		const person = all.find(({ email }) => email === 'person.7@import.example');
		expect(person).toMatchObject({
			name: 'Person "7", Dr.',
			tel: '03-1234-1007',
			dept: 'Sales',
			position: 'Manager',
			customer: { name: customers[7] },
		});
		const whole = await fixture.records('contact.get', {
			parameters: {
				contactId: { __rl: true, mode: 'id', value: person?.id },
				options: { itemKeyAsPropertyKey: true },
			},
		});
		const customs = Object.entries(whole[0]?.contactCustoms as IDataObject).map(
			([key, custom]) => [key, (custom as IDataObject).value] as const,
		);
		expect(Object.fromEntries(customs)).toMatchObject({
			contact_date: '2026-11-30T00:00:00.000Z',
			contact_decimal_number: '1000.50',
			contact_multi_select: '1,3',
			contact_number: '1250',
			contact_single_select: '2',
			contact_text: 'Met at the fair',
			contact_user: '2',
		});
	});

	test('Create or Update by the address finds them all, twice: no doubles', async () => {
		for (const time of [1, 2]) {
			const { items, error } = await fixture.run('contact.createOrUpdate', {
				parameters: { ...filledFromInput, matchBy: 'email' },
				input: input.map((row) => ({ ...row, Position: `Manager ${time}` })),
			});
			expect(error).toBeUndefined();
			expect(items.map(({ json }) => json.action)).toEqual(Array(200).fill('updated'));
			const asked = await fixture.requests();
			expect(asked.filter(({ method }) => method === 'PATCH')).toHaveLength(200);
			// One search for 200 addresses; the fields and users are remembered for half a minute.
			const reads = readsOf(asked);
			expect(reads['/v2/contacts/search']).toBe(1);
			expect(reads['/v2/customers/search']).toBe(1);
			expect(Object.values(reads).reduce((sum, count) => sum + count, 0)).toBeLessThanOrEqual(4);
		}
		const all = await imported();
		expect(all).toHaveLength(200);
		expect(new Set(all.map(({ position }) => position))).toEqual(new Set(['Manager 2']));
		// An empty cell leaves what the record has.
		expect(all.every(({ tel }) => textOf(tel).startsWith('03-'))).toBe(true);
	});

	test('Create or Update by the address creates those of another file once', async () => {
		const others = input.map((row) => ({
			...row,
			'E-mail': textOf(row['E-mail']).replace('person', 'other'),
		}));
		const run = async () =>
			await fixture.records('contact.createOrUpdate', {
				parameters: { ...filledFromInput, matchBy: 'email' },
				input: others,
			});
		expect(new Set((await run()).map(({ action }) => action))).toEqual(new Set(['created']));
		expect(new Set((await run()).map(({ action }) => action))).toEqual(new Set(['updated']));
		expect(await imported()).toHaveLength(400);
	});
});

test('200 customers with a token alone: one bulk request, and one list a column of names', async () => {
	const [role] = await fixture.records('role.getMany', { parameters: { returnAll: true } });
	const alone = Object.entries(unpacedCredentials(fixture.sandbox)).map(([type, data]) => [
		type,
		{ ...data, v1ApiKey: '', v1BaseUrl: '' },
	]);
	await fixture.requests();
	const { items, error } = await fixture.run('customer.createMany', {
		parameters: filledFromInput,
		credentials: Object.fromEntries(alone) as CredentialSet,
		input: Array.from({ length: 200 }, (_, at) => ({
			...{ Name: `Imported works ${at}`, 'Owner role': textOf(role?.name).toUpperCase() },
			...{ Employees: '1.200', industry: 'Software', score: '1.250', ID: '' },
		})),
	});
	expect(error).toBeUndefined();
	expect(items).toHaveLength(200);
	const asked = await fixture.requests();
	expect(asked.filter(({ method }) => method !== 'GET').map(({ path }) => path)).toEqual([
		'/v2/customers/bulk',
	]);
	// The newest customers show the custom fields and the industries.
	for (const count of Object.values(readsOf(asked))) expect(count).toBe(1);
	// What another test read less than half a minute ago is not read again.
	const lists = Object.keys(readsOf(asked));
	expect(lists).toContain('/v2/customers');
	expect(['/v2/customers', '/v2/roles', '/v2/users']).toEqual(expect.arrayContaining(lists));
	const [made] = await fixture.records('customer.get', {
		parameters: { customerId: { __rl: true, mode: 'id', value: items[7]?.json.id } },
	});
	expect(made).toMatchObject({ employee: 1200, industry: { name: 'Software' } });
	expect(made).toMatchObject({ name: 'Imported works 7', ownerRole: { id: role?.id } });
});

describe('deals of a CSV file, with a name in every column', () => {
	const header = [
		...['name', 'Expected Contract Date', 'customer', 'Deal type', 'Phase', 'PRODUCT'],
		...['Probability', 'Channel', 'User', 'Amount', 'Level'],
	];
	const file = (user: string) =>
		toCsv(
			header,
			Array.from({ length: 200 }, (_, at) => [
				...[`Deal ${at}`, '2026-12-24', customers[at % customers.length]!],
				...(at % 2 === 0 ? ['New business', 'Proposal'] : ['Renewal', 'Qualified']),
				...[at % 2 === 0 ? 'starter plan' : 'Maintenance', 'B (50%)', 'Website', user],
				...['1.250.000', 'Gold'],
			]),
		);

	test('Create Many sends one request a deal type; the IDs then lead Update Many', async () => {
		const { items, error } = await fixture.run('deal.createMany', {
			parameters: filledFromInput,
			input: fromCsv(file(users[0]!)),
		});
		expect(error).toBeUndefined();
		expect(items).toHaveLength(200);
		const asked = await fixture.requests();
		expect(asked.filter(({ path }) => path.endsWith('/deals/bulk'))).toHaveLength(2);
		const reads = readsOf(asked);
		expect(reads['/v2/customers/search']).toBe(1);
		expect(reads['/v1/domains/settings']).toBe(1);
		expect(Object.values(reads).reduce((sum, count) => sum + count, 0)).toBeLessThanOrEqual(5);

		const changed = await fixture.records('deal.updateMany', {
			parameters: filledFromInput,
			input: items.map(({ json }, at) => ({
				id: json.id,
				'Deal Type': at % 2 === 0 ? 'New business' : 'Renewal',
				Phase: 'proposal',
				Amount: '',
				memo: 'From the file',
			})),
		});
		expect(changed).toHaveLength(200);
		const [deal] = await fixture.records('deal.get', {
			parameters: { dealId: { __rl: true, mode: 'id', value: items[1]?.json.id } },
		});
		expect(deal).toMatchObject({
			phase: { name: 'Proposal' },
			dealType: { name: 'Renewal' },
			memo: 'From the file',
			amount: 1_250_000,
		});
	});

	test('a row without a required cell stops the run before anything is written', async () => {
		const input: IDataObject[] = fromCsv(file(users[0]!)).slice(0, 3);
		input[1] = { ...input[1], Phase: '', PRODUCT: null, Prodct: 'Maintenance' };
		const { error } = await fixture.run('deal.create', { parameters: filledFromInput, input });
		expect(error?.message).toBe(
			'Item 1 ("Deal 1"): No column of this item gives Phase (phase) and Product (product), which each new deal needs. These columns of the input fill no field of the deal and are not sent: "Prodct".',
		);
		expect((error as unknown as { context: IDataObject }).context.itemIndex).toBe(1);
		const sent = await fixture.requests();
		expect(sent.filter(({ path }) => path === '/v2/deals')).toEqual([]);
	});
});
