/** What people, spreadsheets and expressions give: the documented request, or an error that names the field. */
import type { IDataObject } from 'n8n-workflow';
import tables from './inputFormats.json';
import { byId, useNodeFixture } from '../support/nodeFixture';
import { table } from '../support/table';
import { mapperOf } from './support/matching';
import { FROM_INPUT } from './support/names';

const fixture = useNodeFixture();

const one = async (operation: string, parameters: IDataObject) =>
	(await fixture.records(operation, { parameters }))[0]!;
/** As an expression gives it: a value of any type. */
const given = (value: unknown) => `={{ ${JSON.stringify(value)} }}`;

/** Whatever is updated, it is there. */
const updating = (updateFields: IDataObject): IDataObject => ({
	...{ customerId: byId(1), dealId: byId(1), actionId: byId(1), userGroupId: 1, itemKey: 'a' },
	updateFields,
});

test.each(
	table<{ operation: string; parameters: IDataObject; message: string }>(tables.refused, {
		...{ $given: given, $updating: updating, $mapper: mapperOf },
	}),
)(
	'$operation of $parameters is refused before any request',
	async ({ operation, parameters, message }) => {
		// n8n itself refuses a required parameter that is empty, before it runs the node.
		const { error } = await fixture
			.run(operation, { parameters })
			.catch((refusal: unknown) => ({ error: refusal as Error }));
		expect(error?.message).toMatch(RegExp(message));
		expect(await fixture.requests()).toEqual([]);
	},
);

test.each(['id', 'dealCustomItemId', 'itemKey'])(
	'a custom value of a deal by its %s, as rows and as JSON (v2 §4.6)',
	async (identifier) => {
		const id = await fixture.writeOne('deal', { name: 'Three ways' });
		const held = async () => {
			const { dealCustoms } = await one('deal.get', { dealId: byId(id) });
			return (dealCustoms as IDataObject[]).find(({ itemType }) => itemType === 'text')!;
		};
		const { [identifier]: named } = await held();
		for (const form of ['rows', 'json']) {
			const rows = [{ [identifier]: named, value: `in ${form}` }];
			const dealCustoms = form === 'json' ? JSON.stringify(rows) : rows;
			await one('deal.update', { dealId: byId(id), updateFields: { dealCustoms } });
			expect((await held()).text).toBe(`in ${form}`);
		}
	},
);

/** The website of a registered company sets the industry whenever it is sent (v2 §2.4). */
describe('a customer of a registered company whose industry was overridden', () => {
	const webUrl = 'https://registered-works.example';
	let id: number;
	beforeEach(async () => {
		id = await fixture.writeOne('customer', { name: `Registered ${Math.random()}`, webUrl });
		await one('customer.update', { customerId: byId(id), updateFields: { industryId: 2 } });
		await fixture.requests();
	});
	const record = async (output = 'raw') =>
		await one('customer.get', { customerId: byId(id), output });
	const industry = async () => ((await record()).industry as IDataObject).id;
	const update = async (input: IDataObject, operation = 'update', more = {}) =>
		await fixture.records(`customer.${operation}`, {
			parameters: { ...FROM_INPUT, ...more },
			input: [{ id, ...input }],
		});
	const sent = async () => (await fixture.requests()).map(({ method }) => method);

	test.each([
		['update', {}],
		['createOrUpdate', { matchBy: 'name' }],
	])('%s with its own item leaves that alone', async (operation, more) => {
		const item = await record('simplified');
		await update({ ...item, address: 'New street 1' }, operation, more);
		expect(await record()).toMatchObject({ address: 'New street 1', webUrl: item.webUrl });
		expect(await industry()).toBe(2);
	});

	test('a website that changes is sent, and so is one from the form', async () => {
		await update({ webUrl: 'https://another.example' });
		expect((await record()).webUrl).toBe('https://another.example');
		await one('customer.update', { customerId: byId(id), updateFields: { webUrl } });
		expect(await industry()).not.toBe(2);
	});

	test('without a website nothing is read, with nothing else to change nothing is sent', async () => {
		await update({ address: 'A' });
		expect(await sent()).toEqual(['PATCH']);
		expect(await update({ webUrl })).toMatchObject([{ id, webUrl }]);
		expect(await sent()).not.toContain('PATCH');
	});
});
