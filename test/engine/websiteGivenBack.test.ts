/** The website of a registered company sets the industry whenever it is sent (v2 §2.4). */
import type { IDataObject } from 'n8n-workflow';
import { byId, startNodeFixture, type NodeFixture } from './support/nodeFixture';

const WEBSITE = 'https://registered-works.example';
const INPUT = { fieldsFrom: 'input', columns: { mappingMode: 'autoMapInputData', value: null } };

let fixture: NodeFixture;
let id: number;
beforeAll(async () => {
	fixture = await startNodeFixture();
});
afterAll(async () => await fixture.close());
beforeEach(async () => {
	[id = 0] = await fixture.write('customer', [
		{ name: `Registered ${Math.random()}`, webUrl: WEBSITE },
	]);
	await fixture.records('customer.update', {
		parameters: { customerId: byId(id), updateFields: { industry: 2 } },
	});
	await fixture.requests();
});

const record = async (output = 'raw') => {
	const [found] = await fixture.records('customer.get', {
		parameters: { customerId: byId(id), output },
	});
	return found as IDataObject;
};
const industry = async () => ((await record()).industry as IDataObject).id;
const bodies = async () =>
	(await fixture.requests()).filter(({ method }) => method === 'PATCH').length;

test.each([
	['update', {}],
	['createOrUpdate', { matchBy: 'name' }],
])('%s with %j from columns leaves an overridden industry alone', async (operation, more) => {
	expect(await industry()).toBe(2);
	const item = await record('simplified');
	const { error } = await fixture.run(`customer.${operation}`, {
		parameters: { ...INPUT, ...more },
		input: [{ ...item, address: 'New street 1' }],
	});
	expect(error).toBeUndefined();
	expect(await record()).toMatchObject({ address: 'New street 1', webUrl: item.webUrl });
	expect(await industry()).toBe(2);
});

test('a website that changes is sent', async () => {
	const { error } = await fixture.run('customer.update', {
		parameters: INPUT,
		input: [{ id, webUrl: 'https://another.example' }],
	});
	expect(error).toBeUndefined();
	expect((await record()).webUrl).toBe('https://another.example');
	await fixture.records('customer.update', { parameters: INPUT, input: [{ id, webUrl: WEBSITE }] });
	// The service takes the industry from the company, as it does for any website that is entered.
	expect(await industry()).not.toBe(2);
});

test('an item with nothing else to change sends nothing, and returns the record', async () => {
	const { items, error } = await fixture.run('customer.update', {
		parameters: INPUT,
		input: [{ id, webUrl: WEBSITE }],
	});
	expect(error).toBeUndefined();
	expect(items[0]?.json).toMatchObject({ id, webUrl: WEBSITE });
	expect(await bodies()).toBe(0);
});

test('from the form it is sent as it was entered, and without a website nothing is read', async () => {
	await fixture.records('customer.update', { parameters: INPUT, input: [{ id, address: 'A' }] });
	expect((await fixture.requests()).map(({ method }) => method)).toEqual(['PATCH']);
	await fixture.records('customer.update', {
		parameters: { customerId: byId(id), updateFields: { webUrl: WEBSITE } },
	});
	expect((await fixture.requests()).map(({ method }) => method)).toEqual(['PATCH']);
	expect(await industry()).not.toBe(2);
});
