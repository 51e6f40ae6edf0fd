/** A reference that comes as two columns, as Simplified returns it: its ID, and its name. */
import type { IDataObject } from 'n8n-workflow';
import tables from './referenceColumns.json';
import { byId, useNodeFixture } from '../support/nodeFixture';
import { expectNoWrites, writes } from './support/importing';
import { FROM_INPUT, nameOf } from './support/names';
import { holdRunsOn } from './support/runs';

const fixture = useNodeFixture();
let beta: number;
let twins: number[];
beforeAll(async () => {
	[beta = 0, ...twins] = await fixture.write(
		'customer',
		['Beta Works', 'Twin', 'Twin', '77'].map((name) => ({ name })),
	);
});

const simplified = async (resource: string, id: number): Promise<IDataObject> => {
	const parameters = { output: 'simplified', [`${resource}Id`]: byId(id) };
	const [record] = await fixture.records(`${resource}.get`, { parameters });
	await fixture.requests();
	return record!;
};
/** A contact of a customer, or of none, as Simplified shows it. */
const contactOf = async (id?: number) => {
	const customer = id === undefined ? {} : { customer: { id } };
	const contact = await fixture.writeOne('contact', { name: 'Somebody', ...customer });
	return await simplified('contact', contact);
};

const update = async (resource: string, ...input: IDataObject[]) =>
	await fixture.run(`${resource}.update`, { parameters: FROM_INPUT, input });
const everyOne = async (resource: string, output = 'raw') =>
	await fixture.records(`${resource}.getMany`, { parameters: { returnAll: true, output } });

describe('a name that is not the ID’s is an error that names both columns, and nothing is sent', () => {
	test('of a contact', async () => {
		const { error } = await update('contact', {
			...(await contactOf(twins[0])),
			customer: 'Beta Works',
		});
		expect(error?.message).toBe(
			`The input columns "customer" ("Beta Works") and "customerId" (${twins[0]}) are both for Customer and do not mean the same: remove or correct one of them.`,
		);
		await expectNoWrites(fixture);
	});

	test('one that nothing has; other items go on', async () => {
		const contact = await contactOf(twins[0]);
		const records = await fixture.records('contact.update', {
			parameters: FROM_INPUT,
			continueOnFail: true,
			input: [{ ...contact, customer: 'Nobody at all' }, contact],
		});
		expect(records[0]?.error).toMatch(/\("Nobody at all"\) and "customerId" \(/);
		expect(records[1]?.id).toBe(contact.id);
		expect(await writes(fixture)).toHaveLength(1);
	});

	test.each([
		['phase', 'Won'],
		['phase', 'No such phase'],
		['user', 'anybody@nowhere.example'],
	])('of a deal: %s %j', async (column, name) => {
		const open = (await everyOne('deal')).find(({ phase }) => nameOf(phase) === 'Qualified');
		const { error } = await update('deal', {
			...(await simplified('deal', open!.id as number)),
			[column]: name,
		});
		expect(error?.message).toContain(`The input columns "${column}" ("${name}") and "${column}Id"`);
		await expectNoWrites(fixture);
	});

	test('two IDs that differ; of a record with an ID no name is looked up, and digits may be a name', async () => {
		const [one = 0, other = 0] = twins;
		const { id } = await contactOf();
		for (const customer of [one, String(one), { id: one, name: 'Twin' }]) {
			const { error } = await update('contact', { id, customer, customerId: other });
			expect(error?.message).toContain('do not mean the same');
			const paths = new Set((await fixture.requests()).map(({ path }) => path));
			expect([...paths]).toEqual(typeof customer === 'object' ? [] : ['/v2/customers/search']);
		}
	});
});

describe('a name that is the ID’s goes through', () => {
	test('an ambiguous one, since the ID says which', async () => {
		for (const id of twins.slice(0, 2)) {
			const item = await contactOf(id);
			expect([item.customer, item.customerId]).toEqual(['Twin', id]);
			const { items, error } = await update('contact', { ...item, dept: 'Sales' });
			expect(error).toBeUndefined();
			expect(items[0]?.json).toMatchObject({ dept: 'Sales' });
			expect((await simplified('contact', item.id as number)).customerId).toBe(id);
		}
	});

	test('a name of digits, and the ID in both columns', async () => {
		const id = twins[2]!;
		const item = await contactOf(id);
		for (const customer of ['77', id, { id, name: 'is told by the ID' }]) {
			expect((await update('contact', { ...item, customer })).error).toBeUndefined();
		}
		for (const column of ['Customer Name', 'Company']) {
			const columns = { id: item.id, customerId: id, [column]: 77 } as IDataObject;
			expect((await update('contact', columns)).error).toBeUndefined();
		}
		const { error } = await update('contact', { ...item, customer: 78 });
		expect(error?.message).toContain('(78) and "customerId"');
	});

	test.each([
		['deal', ['/v2/customers/search']],
		['contact', ['/v2/customers/search']],
		['customer', []],
	])('%ss as Simplified returns them, names looked up together', async (resource, asked) => {
		const input = (await everyOne(resource, 'simplified')).slice(0, 20);
		await fixture.requests();
		const { items, error } = await update(resource, ...input);
		expect(error).toBeUndefined();
		expect(items).toHaveLength(input.length);
		const paths = (await fixture.requests()).map(({ path }) => path);
		expect(paths.filter((path) => path.endsWith('/search'))).toEqual(asked);
	});

	test('lists of names beside lists of IDs', async () => {
		const [first, second] = (await everyOne('user')) as Array<{ id: number; name: string }>;
		const times = { startDatetime: '2026-11-30 09:30', endDatetime: '2026-11-30 10:30' };
		const create = async (invitees: string, inviteeIds: string) =>
			await fixture.run('customerAction.create', {
				parameters: FROM_INPUT,
				input: [{ pattern: 1, customerId: beta, creator: 1, ...times, invitees, inviteeIds }],
			});
		const both = `${first!.name}, ${second!.name}`;
		const ids = `${second!.id},${first!.id}`;
		expect((await create(both, ids)).error).toBeUndefined();
		for (const [names, given] of [
			[both, String(first!.id)],
			[first!.name, ids],
		] as const) {
			expect((await create(names, given)).error?.message).toContain('do not mean the same');
		}
	});
});

holdRunsOn(tables.runs);
