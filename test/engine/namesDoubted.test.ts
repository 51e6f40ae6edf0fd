/** Names that can't be told for certain: nothing is sent for them, and nothing else is taken for them. */
import type { IDataObject } from 'n8n-workflow';
import { skipWaits } from '../support/timeTravel';
import {
	byId,
	startNodeFixture,
	unpacedCredentials,
	type NodeFixture,
} from './support/nodeFixture';

let fixture: NodeFixture;
beforeEach(async () => {
	fixture = await startNodeFixture();
	await fixture.write(
		'customer',
		['Alpha', 'Beta', 'Gamma'].map((name) => ({ name })),
	);
	await fixture.requests();
});
afterEach(async () => await fixture.close());

const named = (value: string) => ({ __rl: true, mode: 'name', value });
const nameOf = (value: unknown) => (value as IDataObject | undefined)?.name;

const dealNamed = (parts: IDataObject = {}): IDataObject => ({
	name: 'By names',
	expectedContractDate: '2026-12-24',
	customer: named('={{ $json.customer }}'),
	dealType: 'New business',
	phase: 'Proposal',
	product: 'Consulting',
	probability: 'B (50%)',
	channel: 'Website',
	user: byId(1),
	...parts,
});

const inType = async (type: string): Promise<IDataObject> => {
	const deals = await fixture.records('deal.getMany', { parameters: { returnAll: true } });
	return deals.find(({ dealType }) => nameOf(dealType) === type)!;
};

const written = async () =>
	(await fixture.requests()).filter(
		({ method, path }) => method !== 'GET' && !path.endsWith('/search'),
	);

/** An update of a deal by names, which may fail. */
async function update(deal: IDataObject, updateFields: IDataObject) {
	await fixture.requests();
	const { items } = await fixture.run('deal.update', {
		parameters: { dealId: byId(deal.id as number), updateFields },
		continueOnFail: true,
	});
	return items[0]?.json;
}

describe('an item may give several names of one list', () => {
	test('one spelled in two ways takes nothing from the other items', async () => {
		const { items } = await fixture.run('deal.create', {
			parameters: dealNamed({
				additionalFields: {
					dealCustomers:
						'={{ $json.also ? [{ dealCustomerTypeId: "Agency", customerId: $json.also }] : undefined }}',
				},
			}),
			input: [{ customer: 'Alpha', also: 'ALPHA' }, { customer: 'Beta' }, { customer: 'Gamma' }],
			continueOnFail: true,
		});
		expect(items.map(({ json }) => json.error)).toEqual([undefined, undefined, undefined]);
		expect(items.map(({ json }) => nameOf(json.customer))).toEqual(['Alpha', 'Beta', 'Gamma']);
	});

	test('more of them than one search holds are all looked up', async () => {
		const many = Array.from({ length: 310 }, (_, at) => `Of many ${at}`);
		await fixture.write(
			'customer',
			many.map((name) => ({ name })),
		);
		const { error } = await fixture.run('deal.search', {
			parameters: {
				conditions: {
					values: [{ field: 'customerId', operator: 'isOneOf', value: many.slice(0, 290).join() }],
				},
			},
		});
		expect(error).toBeUndefined();
		const { error: all } = await fixture.run('deal.search', {
			parameters: {
				conditions: { values: [{ field: 'customerId', operator: 'isOneOf', value: many.join() }] },
			},
		});
		// The names are known; it is the service that takes no more conditions.
		expect(all?.message).toContain('at most 300');
	});
});

describe('a name of a deal type', () => {
	test.each([403, 500])(
		'is not taken for that of another where the deal can’t be read: %i',
		async (status) => {
			skipWaits();
			const deal = await inType('New business');
			await fixture.steer('POST', '/faults', [
				{ match: { method: 'POST', path: '/v2/deals/search' }, times: 20, status },
			]);
			const updated = await update(deal, { product: 'Maintenance' });
			expect(updated?.error).toContain(`HTTP ${status}`);
			expect(await written()).toEqual([]);
		},
	);

	test('is found for a deal that the search does not show yet', async () => {
		await fixture.steer('PATCH', '/options', { searchLagMs: 600_000 });
		const [made] = await fixture.records('deal.create', {
			parameters: dealNamed({ customer: byId(1) }),
		});
		const updated = await update(made!, { phase: 'qualified' });
		expect(nameOf(updated?.phase)).toBe('Qualified');
		expect(nameOf(updated?.dealType)).toBe('New business');
	});
});

test('what has the name without an ID decides nothing', async () => {
	await fixture.steer('POST', '/faults', [
		{
			match: { method: 'POST', path: '/v2/customers/search' },
			times: 1,
			status: 200,
			body: {
				customers: [{ name: 'Beta' }, { id: 9, name: 'Beta' }],
				hasMore: false,
				totalCount: 2,
			},
		},
	]);
	const updated = await update(await inType('Renewal'), { customer: 'Beta' });
	expect(updated?.error).toContain('without an ID');
	expect(await written()).toEqual([]);
});

test('a name with characters that mean something to a search is found in other capital letters', async () => {
	await fixture.write('contact', [
		{ name: 'A_B', email: 'Anna_B@example.com' },
		{ name: '50% OFF' },
	]);
	const contact = async (name: string) =>
		(await fixture.records('contact.get', { parameters: { contactId: named(name) } }))[0]?.name;
	expect(await contact('anna_b@example.com')).toBe('A_B');
	expect(await contact('50% off')).toBe('50% OFF');
});

test('an @ means an email address only where a contact is meant', async () => {
	await fixture.write('customer', [{ name: 'Shop @ Home' }]);
	const [customer] = await fixture.records('customer.get', {
		parameters: { customerId: named('shop @ home') },
	});
	expect(customer?.name).toBe('Shop @ Home');
});

describe('a name without letters', () => {
	const signs = ['1&1', '24/7', '100%', '#1'];

	let ids: number[];
	beforeEach(async () => {
		ids = await fixture.write(
			'customer',
			signs.map((name) => ({ name })),
		);
	});

	test('stands for its record in forms and columns', async () => {
		const [contact] = await fixture.write('contact', [{ name: 'Of signs' }]);
		for (const [at, name] of signs.entries()) {
			const [found] = await fixture.records('customer.get', {
				parameters: { customerId: named(name) },
			});
			expect(found?.id).toBe(ids[at]);
			const [updated] = await fixture.records('contact.update', {
				parameters: {
					fieldsFrom: 'input',
					columns: { mappingMode: 'autoMapInputData', value: null },
				},
				input: [{ id: contact, customer: name }],
			});
			expect((updated?.customer as IDataObject | undefined)?.id).toBe(ids[at]);
		}
	});

	test.each(['1%', '100.', '+100', '1 & 1', '24-7', '2026-11-30', '1e2', '#', '24/7/1', '%'])(
		'deletes nothing that is not called so: %j',
		async (given) => {
			const before = await fixture.records('customer.getMany', { parameters: { returnAll: true } });
			const { error } = await fixture.run('customer.delete', {
				parameters: { customerId: named(given) },
			});
			expect(error).toBeDefined();
			const after = await fixture.records('customer.getMany', { parameters: { returnAll: true } });
			expect(after).toHaveLength(before.length);
		},
	);
});

test('a list that fails is asked for once, whatever names there are', async () => {
	await fixture.steer('POST', '/faults', [
		{ match: { path: '/v1/domains/settings' }, times: 100, status: 403 },
	]);
	const { items } = await fixture.run('deal.create', {
		parameters: dealNamed({ customer: byId(1), dealType: '={{ $json.type }}' }),
		input: [{ type: 'New business' }, { type: 'Renewal' }],
		continueOnFail: true,
	});
	for (const { json } of items) expect(json.error).toContain('HTTP 403');
	expect((await fixture.requests()).length).toBeLessThanOrEqual(2);
});

test('without a v1 key names come from the newest records, and the message says so', async () => {
	const { salesManagementPersonalTokenApi: token = {} } = unpacedCredentials(fixture.sandbox);
	expect(token).toHaveProperty('v1ApiKey');
	const alone = { ...token, v1ApiKey: '', v1BaseUrl: '' };
	const credentials = { salesManagementPersonalTokenApi: alone };
	const run = async (parts: IDataObject) =>
		await fixture.run('deal.create', {
			parameters: dealNamed({ customer: named('Alpha'), ...parts }),
			credentials,
			continueOnFail: true,
		});
	const made = await run({});
	expect(nameOf(made.items[0]?.json.phase)).toBe('Proposal');
	expect((await fixture.requests()).some(({ path }) => path.startsWith('/v1'))).toBe(false);
	const failed = await run({ phase: 'Propsal' });
	expect(failed.items[0]?.json.error).toContain(
		'Without a V1 API Key in the credential, only names in the newest records are known.',
	);
});

describe('settings that can’t be right name nothing', () => {
	const settings = async (body: unknown) => {
		await fixture.steer('POST', '/faults', [
			{ match: { path: '/v1/domains/settings' }, times: 1, status: 200, body },
		]);
		const { items } = await fixture.run('deal.create', {
			parameters: dealNamed({ customer: byId(1) }),
			continueOnFail: true,
		});
		expect(await written()).toEqual([]);
		return items[0]?.json.error;
	};
	const dealTypes = [{ id: 2, name: 'New business' }];

	test.each<[unknown, string]>([
		[{ success: false, messages: ['settings are being changed'], dealTypes }, 'being changed'],
		[{ error: 'maintenance' }, 'maintenance'],
		[{ dealTypes: null }, 'does not hold the domain settings'],
		[[], 'does not hold the domain settings'],
	])('%j', async (body, said) => {
		expect(await settings(body)).toContain(said);
	});

	test('an ID that is text is one, and makes a name stand for two', async () => {
		const both = [{ id: '1', name: 'New business' }, ...dealTypes];
		expect(await settings({ dealTypes: both })).toContain('which 2 have: 1 (New business), 2');
	});
});
