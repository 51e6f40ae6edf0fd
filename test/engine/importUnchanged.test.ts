/** What counts as no change where a file is imported with a key: in a text each character counts. */
import type { IDataObject } from 'n8n-workflow';
import { textOf } from '../../nodes/SalesManagement/values';
import { byId, startNodeFixture, type NodeFixture } from './support/nodeFixture';
import { withFile } from './support/withFile';

let fixture: NodeFixture;
beforeAll(async () => {
	fixture = await startNodeFixture();
});
afterAll(async () => await fixture.close());

const create = async (resource: string, row: IDataObject) => {
	const [made] = await fixture.records(`${resource}.create`, {
		parameters: { fieldsFrom: 'input' },
		input: [row],
	});
	return made?.id as number;
};

const upsert = async (resource: string, matchBy: string, row: Record<string, string>) =>
	await fixture.records(`${resource}.createOrUpdate`, {
		parameters: { fieldsFrom: 'file', matchBy },
		input: [withFile(`${Object.keys(row).join(';')}\n${Object.values(row).join(';')}\n`)],
	});

test.each([
	['312345678', '0312345678'],
	['1.5', '1.50'],
	['2026-11-30', '2026-11-30T00:00:00Z'],
])('%s in a field of text becomes %s', async (before, after) => {
	const email = `${before}@unchanged.example`;
	const contact = { name: 'Ada', customer: '1', email };
	const contactId = await create('contact', { ...contact, tel: before });
	const results = await upsert('contact', 'email', { ...contact, tel: after });
	expect(results).toMatchObject([{ rows: 1, updated: 1, unchanged: 0 }]);
	const [whole] = await fixture.records('contact.get', {
		parameters: { contactId: byId(contactId) },
	});
	expect(whole).toMatchObject({ tel: after });
	const again = await upsert('contact', 'email', { ...contact, tel: after });
	expect(again).toMatchObject([{ rows: 1, updated: 0, unchanged: 1 }]);
});

test.each([
	['7', '007'],
	['1.5', '1.50'],
])('%s in a custom field of text becomes %s', async (before, after) => {
	const [one] = await fixture.records('deal.getMany', { parameters: { limit: 1 } });
	const { customer, dealType, phase, product, probability, channel, user } = one as IDataObject;
	const ids = { customer, dealType, phase, product, probability, channel, user };
	const linked = Object.entries(ids).map(([key, value]) => [
		key,
		textOf((value as IDataObject).id),
	]);
	const deal = {
		...Object.fromEntries(linked),
		...{ name: `Custom ${before}`, expectedContractDate: '2026-12-24' },
	} as Record<string, string>;
	const dealId = await create('deal', { ...deal, deal_text: before });
	const results = await upsert('deal', 'name', { ...deal, deal_text: after });
	expect(results).toMatchObject([{ rows: 1, updated: 1, unchanged: 0 }]);
	const [whole] = await fixture.records('deal.get', { parameters: { dealId: byId(dealId) } });
	expect(whole?.dealCustoms).toContainEqual(
		expect.objectContaining({ itemKey: 'deal_text', value: after }),
	);
});

test('where a record shows values without types, a zero at the beginning tells text', async () => {
	await create('customer', { name: 'Short', customer_text: '7' });
	const results = await upsert('customer', 'name', { name: 'Short', customer_text: '007' });
	expect(results).toMatchObject([{ rows: 1, updated: 1, unchanged: 0 }]);
});

test('a number and a date are the same however they are written', async () => {
	const customs = { customer_decimal_number: '1.5', customer_date: '2026-11-30' };
	await create('customer', { name: 'Typed', ...customs });
	const other = { customer_decimal_number: '1.50', customer_date: '2026-11-30T00:00:00Z' };
	const results = await upsert('customer', 'name', { name: 'Typed', ...other });
	expect(results).toMatchObject([{ rows: 1, updated: 0, unchanged: 1 }]);
});

test('an empty cell of a custom field that is empty changes nothing; of one that is not it does', async () => {
	const row = { name: 'Blank', customer_text: '', customer_number: '', customer_multi_select: '' };
	await create('customer', { name: 'Blank' });
	const results = await upsert('customer', 'name', row);
	expect(results).toMatchObject([{ rows: 1, updated: 0, unchanged: 1 }]);
	await create('customer', { name: 'Filled', customer_number: '5' });
	const cleared = await upsert('customer', 'name', { ...row, name: 'Filled' });
	expect(cleared).toMatchObject([{ rows: 1, updated: 1, unchanged: 0 }]);
});

test.each([
	['changes nothing', '', { updated: 0, unchanged: 1 }],
	['is written where another cell changes', '6', { updated: 1, unchanged: 0 }],
])('an empty cell of a custom field that the search leaves out %s', async (_, number, counts) => {
	await create('customer', { name: 'Bare', telNo: number });
	const [found] = await fixture.records('customer.search', {
		parameters: {
			...{ output: 'raw', match: 'all', options: {} },
			conditions: { values: [{ field: 'name', operator: 'equals', value: 'Bare' }] },
		},
	});
	const customers = [{ ...found, customerCustoms: [] }];
	const body = { customers, totalCount: 1, hasMore: false, nextCursor: null };
	const match = { path: '/v2/customers/search' };
	await fixture.steer('POST', '/faults', [{ match, times: 1, status: 200, body }]);
	const row = { name: 'Bare', customer_text: '', customer_multi_select: '', telNo: number && '7' };
	expect(await upsert('customer', 'name', row)).toMatchObject([{ rows: 1, ...counts }]);
});

describe('where custom values of contacts carry no item key (v1 §2.3, S5)', () => {
	const customs = (at: number) => ({
		...{
			contact_text: `Text ${at}`,
			contact_number: String(1250 + at),
			contact_date: '2026-11-30',
		},
		...{ contact_decimal_number: '1.5', contact_single_select: '2', contact_user: '2' },
		contact_multi_select: '1,3',
	});
	const contact = (email: string) => ({ name: 'Keyless', customer: '1', email });
	beforeAll(async () => {
		await fixture.steer('PATCH', '/options', { itemKeysOnContactsAndActions: false });
	});
	afterAll(async () => {
		await fixture.steer('PATCH', '/options', { itemKeysOnContactsAndActions: null });
	});

	test('they are compared by the ID of their field', async () => {
		const row = { ...contact('same@keyless.example'), ...customs(1) };
		expect(await upsert('contact', 'email', row)).toMatchObject([{ created: 1 }]);
		const results = await upsert('contact', 'email', row);
		expect(results).toMatchObject([{ rows: 1, updated: 0, unchanged: 1 }]);
	});

	test.each([
		['contact_text', 'text 2'],
		['contact_text', ''],
		['contact_number', '1253'],
		['contact_multi_select', '1'],
	])('%s that becomes %j is written', async (key, value) => {
		const email = `${key}.${value}@keyless.example`.replace(' ', '.');
		const row = { ...contact(email), ...customs(2) };
		await upsert('contact', 'email', row);
		const results = await upsert('contact', 'email', { ...row, [key]: value });
		expect(results).toMatchObject([{ rows: 1, updated: 1, unchanged: 0 }]);
	});
});
