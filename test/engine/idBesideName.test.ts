/** A reference that comes as two columns, as Simplified returns it: its ID, and its name. */
import type { IDataObject } from 'n8n-workflow';
import { textOf } from '../../nodes/SalesManagement/values';
import type { CredentialSet } from '../support/harness';
import {
	byId,
	startNodeFixture,
	unpacedCredentials,
	type NodeFixture,
} from './support/nodeFixture';

let fixture: NodeFixture;
let beta: number;
let twins: number[];
beforeAll(async () => {
	fixture = await startNodeFixture();
	[beta = 0] = await fixture.write('customer', [{ name: 'Beta Works' }]);
	twins = await fixture.write('customer', [{ name: 'Twin' }, { name: 'Twin' }, { name: '77' }]);
});
afterAll(async () => await fixture.close());
beforeEach(async () => {
	await fixture.requests();
});

const filled = { fieldsFrom: 'input', columns: { mappingMode: 'autoMapInputData', value: null } };

const simplified = async (resource: string, id: unknown) => {
	const [record] = await fixture.records(`${resource}.get`, {
		parameters: { output: 'simplified', [`${resource}Id`]: byId(textOf(id)) },
	});
	return record as IDataObject;
};

const firstOf = async (resource: string) => {
	const [record] = await fixture.records(`${resource}.getMany`, {
		parameters: { returnAll: true },
	});
	return await simplified(resource, record?.id);
};

const written = async () =>
	(await fixture.requests()).filter(({ method }) => method === 'PATCH' || method === 'PUT');

const update = async (resource: string, item: IDataObject, more = {}) =>
	await fixture.run(`${resource}.update`, { parameters: filled, input: [item], ...more });

describe('a name that is not the ID’s', () => {
	test('is an error of its item that names both columns, before anything of it is sent', async () => {
		const contact = await firstOf('contact');
		await fixture.requests();
		const { error } = await update('contact', { ...contact, customer: 'Beta Works' });
		const id = textOf(contact.customerId);
		expect(error?.message).toBe(
			`The input columns "customer" ("Beta Works") and "customerId" (${id}) are both for Customer and do not mean the same: the name is that of ${beta}. Remove or correct one of the two columns.`,
		);
		expect(await written()).toEqual([]);
	});

	test('that nothing has is one, too; other items go on', async () => {
		const contact = await firstOf('contact');
		const { items } = await fixture.run('contact.update', {
			parameters: { ...filled, continueOnFail: true },
			continueOnFail: true,
			input: [{ ...contact, customer: 'Nobody at all' }, contact],
		});
		expect(items[0]?.json.error).toContain('("Nobody at all") and "customerId" (');
		expect(items[0]?.json.error).toContain('no customer has this name');
		expect(items[1]?.json.id).toBe(contact.id);
		expect(await written()).toHaveLength(1);
	});

	test.each([
		['phase', 'Won'],
		['user', 'anybody@nowhere.example'],
		['phase', 'No such phase'],
	])('%s %j of a deal', async (column, name) => {
		const deals = await fixture.records('deal.getMany', { parameters: { returnAll: true } });
		const open = deals.find(({ phase }) => (phase as IDataObject).name === 'Qualified');
		const deal = await simplified('deal', open?.id);
		await fixture.requests();
		const { error } = await update('deal', { ...deal, [column]: name });
		expect(error?.message).toContain(`The input columns "${column}" ("${name}") and "${column}Id"`);
		expect(await written()).toEqual([]);
	});

	test('the owner role of a customer, in Create Many and Create or Update', async () => {
		const [first, second] = await fixture.records('role.getMany', {
			parameters: { returnAll: true },
		});
		const input = [{ name: 'Of two minds', ownerRole: first?.name, ownerRoleId: second?.id }];
		for (const operation of ['createMany', 'createOrUpdate']) {
			const { error } = await fixture.run(`customer.${operation}`, {
				parameters: { ...filled, matchBy: 'name' },
				input: input,
			});
			expect(error?.message).toContain('The input columns "ownerRole" (');
			expect(error?.message).toContain(`the name is that of ${textOf(first?.id)}`);
		}
		const made = await fixture.records('customer.search', {
			parameters: {
				conditions: { values: [{ field: 'name', operator: 'equals', value: 'Of two minds' }] },
			},
		});
		expect(made).toEqual([]);
	});
});

describe('a name that is the ID’s goes through', () => {
	test.each([0, 1])('an ambiguous one with an ID: twin %i', async (at) => {
		const [contact] = await fixture.write('contact', [
			{ name: `Of twin ${at}`, customer: { id: twins[at] } },
		]);
		const item = await simplified('contact', contact);
		expect([item.customer, item.customerId]).toEqual(['Twin', twins[at]]);
		const { items, error } = await update('contact', { ...item, dept: 'Sales' });
		expect(error).toBeUndefined();
		expect(items[0]?.json).toMatchObject({ dept: 'Sales', customer: { id: twins[at] } });
	});

	test('a name of digits, and the ID in both columns', async () => {
		const [contact] = await fixture.write('contact', [
			{ name: 'Of 77', customer: { id: twins[2] } },
		]);
		const item = await simplified('contact', contact);
		for (const customer of ['77', twins[2], { id: twins[2], name: 'is told by the ID' }]) {
			const { error } = await update('contact', { ...item, customer });
			expect(error).toBeUndefined();
		}
		const { error } = await update('contact', { ...item, customer: 78 });
		expect(error?.message).toContain('(78) and "customerId"');
	});

	test('two IDs that differ are told as such, and no name is asked for', async () => {
		const [contact] = await fixture.write('contact', [{ name: 'Of two IDs' }]);
		const [one = 0, other = 0] = twins;
		for (const customer of [one, textOf(one), { id: one, name: 'Twin' }]) {
			const { error } = await update('contact', {
				...{ id: contact, customer, customerId: other },
			});
			expect(error?.message).toContain(`the IDs ${one} and ${other} differ`);
			expect(error?.message).not.toContain('this name');
			expect(await written()).toEqual([]);
		}
		// Of a record with an ID nothing is looked up, not even a name of those digits.
		const [named = 0] = await fixture.write('customer', [{ name: textOf(one) }]);
		const given = { id: contact, customer: { id: one }, customerId: named } as IDataObject;
		expect((await update('contact', given)).error?.message).toContain('differ');
		expect((await fixture.requests()).map(({ path }) => path)).not.toContain(
			'/v2/customers/search',
		);
	});

	test.each(['deal', 'customer', 'contact'])(
		'all %ss as Simplified returns them, each name looked up once',
		async (resource) => {
			const all = await fixture.records(`${resource}.getMany`, {
				parameters: { returnAll: true, output: 'simplified' },
			});
			await fixture.requests();
			const input = all.slice(0, 20);
			const { items, error } = await fixture.run(`${resource}.update`, {
				parameters: filled,
				input,
			});
			expect(error).toBeUndefined();
			expect(items).toHaveLength(input.length);
			const asked = await fixture.requests();
			const searches = asked.filter(({ path }) => path.endsWith('/search'));
			// Deals and contacts refer to customers; no deal has to be read for its type.
			expect(searches.map(({ path }) => path)).toEqual(
				resource === 'customer' ? [] : ['/v2/customers/search'],
			);
		},
	);

	test('lists of names beside lists of IDs', async () => {
		const users = await fixture.records('user.getMany', { parameters: { returnAll: true } });
		const [first, second] = users.map(({ id, name }) => ({ id, name: textOf(name) }));
		const [customer] = await fixture.records('customer.getMany', { parameters: { limit: 1 } });
		const action = {
			...{ pattern: 1, customerId: customer?.id, startDatetime: '2026-11-30 09:30' },
			...{ endDatetime: '2026-11-30 10:30', creator: users[0]?.id },
		};
		const run = async (invitees: string, ids: string) =>
			await fixture.run('customerAction.create', {
				parameters: filled,
				input: [{ ...action, invitees, inviteeIds: ids }],
			});
		const both = `${first?.name}, ${second?.name}`;
		const { error } = await run(both, `${textOf(second?.id)},${textOf(first?.id)}`);
		expect(error).toBeUndefined();
		for (const [names, ids] of [
			[both, textOf(first?.id)],
			[first?.name ?? '', `${textOf(second?.id)},${textOf(first?.id)}`],
		] as const) {
			expect((await run(names, ids)).error?.message).toContain('do not mean the same');
		}
	});
});

test('a name of which this setup has no list leaves the ID as it is', async () => {
	const other = await startNodeFixture();
	const credentials = Object.fromEntries(
		Object.entries(unpacedCredentials(other.sandbox)).map(([type, data]) => [
			type,
			{ ...data, v1ApiKey: '', v1BaseUrl: '' },
		]),
	) as CredentialSet;
	const [deal] = await other.records('deal.getMany', { parameters: { limit: 1 } });
	const phase = (deal?.phase as IDataObject).id;
	// Without a key phases are known from deals alone, and none is shown.
	const body = { deals: [], hasMore: false, totalCount: 0 };
	const match = { method: 'GET', path: '/v2/deals' };
	await other.steer('POST', '/faults', [{ match, times: 1, status: 200, body }]);
	const { items, error } = await other.run('deal.update', {
		parameters: filled,
		credentials,
		input: [{ id: deal?.id, phaseId: phase, phase: 'Of a closed shop', memo: 'Kept' }],
	});
	await other.close();
	expect(error).toBeUndefined();
	expect(items[0]?.json).toMatchObject({ memo: 'Kept', phase: { id: phase } });
});
