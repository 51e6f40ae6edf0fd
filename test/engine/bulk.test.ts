import type { IDataObject } from 'n8n-workflow';
import { byId, startNodeFixture, type NodeFixture } from './support/nodeFixture';

/** A deal's references, read from one that exists. */
async function dealReferences(fixture: NodeFixture, dealTypeId?: number): Promise<IDataObject> {
	const [deal] = await fixture.records('deal.getMany', {
		parameters: { limit: 1, ...(dealTypeId ? { filters: { dealTypeId } } : {}) },
	});
	const id = (name: string) => (deal?.[name] as { id: number }).id;
	return {
		expectedContractDate: '2026-12-24',
		customer: byId(id('customer')),
		dealType: id('dealType'),
		phase: id('phase'),
		product: id('product'),
		probability: id('probability'),
		channel: id('channel'),
		user: byId(id('user')),
	};
}

describe('bulk writes', () => {
	let fixture: NodeFixture;
	beforeAll(async () => {
		fixture = await startNodeFixture();
	});
	afterAll(async () => await fixture.close());
	beforeEach(async () => {
		await fixture.requests();
	});

	/** How many customers the sandbox holds, whoever created them. */
	async function customersOfSandbox(): Promise<number> {
		const { records } = (await fixture.steer('GET', '/stats')) as {
			records: { customer: number };
		};
		return records.customer;
	}

	const names = (count: number) =>
		Array.from({ length: count }, (_, index) => ({ name: `Bulk ${index}` }));

	test('2,500 customers take three requests, and each input item gets its own id', async () => {
		const { items, error } = await fixture.run('customer.createMany', {
			parameters: { name: '={{ $json.name }}' },
			input: names(2_500),
		});
		expect(error).toBeUndefined();
		expect(new Set(items.map(({ json }) => json.id)).size).toBe(2_500);
		expect(items.map(({ pairedItem }) => pairedItem)).toEqual(
			names(2_500).map((_, item) => ({ item })),
		);
		expect(await fixture.requests()).toHaveLength(3);
		const [last] = await fixture.records('customer.get', {
			parameters: { customerId: byId(items[2_499]?.json.id as number) },
		});
		expect(last?.name).toBe('Bulk 2499');
	});

	test('with Continue On Fail the guilty items are found and the good ones go through, once', async () => {
		const input = names(1_000).map((row, index) =>
			index === 17 || index === 911 ? { ...row, month: 13 } : { ...row, month: 3 },
		);
		const before = await customersOfSandbox();
		const { items } = await fixture.run('customer.createMany', {
			parameters: {
				name: '={{ $json.name }}',
				additionalFields: { ownerRoleId: '={{ $json.month === 13 ? 999999 : undefined }}' },
			},
			input,
			continueOnFail: true,
		});
		expect(items).toHaveLength(1_000);
		const failed = items.flatMap(({ json, pairedItem }) => (json.error ? [pairedItem] : []));
		expect(failed).toEqual([{ item: 17 }, { item: 911 }]);
		const details = items.flatMap(({ json }) => (json.error ? [json.details] : []));
		expect(details).toMatchObject([
			{ item: 17, record: { name: input[17]?.name } },
			{ item: 911, record: { name: input[911]?.name } },
		]);
		expect((await customersOfSandbox()) - before).toBe(998);
		const found = await fixture.records('customer.search', {
			parameters: {
				searchMode: 'builder',
				match: 'all',
				conditions: {
					values: [{ field: 'id', operator: 'greaterOrEqual', value: items[0]?.json.id as number }],
				},
				returnAll: true,
			},
		});
		expect(found).toHaveLength(998);
		expect(new Set(found.map(({ name }) => name)).size).toBe(998);
	});

	test('bad input is found before anything is sent', async () => {
		const { error } = await fixture.run('customer.createMany', {
			parameters: {
				name: '={{ $json.name }}',
				additionalFields: { capital: '={{ $json.capital }}' },
			},
			input: [
				{ name: 'A', capital: 1 },
				{ name: 'B', capital: 'much' },
			],
		});
		expect(error?.message).toMatch(/^Item 1 \("B"\): Capital is "much"/);
		expect(await fixture.requests()).toEqual([]);
	});

	test('without Continue On Fail a refused batch writes nothing and stops the node', async () => {
		const { error } = await fixture.run('customer.createMany', {
			parameters: {
				name: '={{ $json.name }}',
				additionalFields: { ownerRoleId: '={{ $json.role }}' },
			},
			input: [{ name: 'Good' }, { name: 'Bad', role: 999_999 }],
		});
		expect(error?.message).toMatch(/Customer: Create Many, HTTP 4\d\d/);
		const found = await fixture.records('customer.getMany', {
			parameters: { filters: { searchWord: 'Good' } },
		});
		expect(found.filter(({ name }) => name === 'Good')).toEqual([]);
	});

	test('deals of several deal types are grouped, one request each (v2 §4.6)', async () => {
		const [deal] = await fixture.records('deal.getMany', { parameters: { limit: 1 } });
		const all = await fixture.records('deal.getMany', { parameters: { returnAll: true } });
		const typeOf = (each: IDataObject | undefined) => (each?.dealType as { id: number }).id;
		const other = all.find((each) => typeOf(each) !== typeOf(deal));
		const first = await dealReferences(fixture, typeOf(deal));
		const second = await dealReferences(fixture, typeOf(other));
		await fixture.requests();
		const input = [first, second, first].map((references, index) => ({
			...references,
			name: `D${index}`,
		}));
		const parameters = Object.fromEntries(
			[...Object.keys(first), 'name'].map((key) => [key, `={{ $json.${key} }}`]),
		);
		const { items, error } = await fixture.run('deal.createMany', { parameters, input });
		expect(error).toBeUndefined();
		expect((await fixture.requests()).map(({ path }) => path).sort()).toEqual(
			[typeOf(deal), typeOf(other)].map((id) => `/v2/deal_types/${id}/deals/bulk`).sort(),
		);
		expect(items.map(({ pairedItem }) => pairedItem)).toEqual([
			{ item: 0 },
			{ item: 1 },
			{ item: 2 },
		]);
		const created = await fixture.records('deal.get', {
			parameters: { dealId: byId(items[1]?.json.id as number) },
		});
		expect(created[0]?.name).toBe('D1');
	});

	test('a deal in a locked phase is shown as skipped to a personal token (v2 §3)', async () => {
		const all = await fixture.records('deal.getMany', { parameters: { returnAll: true } });
		const status = (each: IDataObject) => (each.phase as { status: number }).status;
		const locked = all.find((each) => status(each) !== 1) as IDataObject;
		const type = (locked.dealType as { id: number }).id;
		const open = all.find(
			(each) => status(each) === 1 && (each.dealType as { id: number }).id === type,
		) as IDataObject;
		const { items } = await fixture.run('deal.updateMany', {
			parameters: {
				dealType: type,
				dealId: '={{ $json.id }}',
				updateFields: { amount: 77 },
			},
			input: [{ id: locked.id }, { id: open.id }],
		});
		expect(items[0]?.json).toMatchObject({ id: locked.id, skipped: true });
		expect(items[1]?.json).toMatchObject({ id: open.id });
		expect(items[1]?.json.skipped).toBeUndefined();
		const amountOf = async (deal: IDataObject) =>
			(await fixture.records('deal.get', { parameters: { dealId: byId(deal.id as number) } }))[0]
				?.amount;
		expect(await amountOf(open)).toBe(77);
		expect(await amountOf(locked)).toBe(locked.amount);
	});

	test('looking up 600 deals by id takes three searches, in input order (v2 §4.4: 300 nodes)', async () => {
		const [deal] = await fixture.records('deal.getMany', { parameters: { limit: 1 } });
		const customer = { id: (deal?.customer as { id: number }).id };
		const ids = await fixture.write(
			'deal',
			Array.from({ length: 600 }, (_, index) => ({ name: `Look ${index}`, customer })),
		);
		await fixture.requests();
		const wanted = [...ids].reverse().concat(99_999_999);
		const { items } = await fixture.run('deal.get', {
			parameters: { dealId: '={{ $json.id }}', options: { batchLookup: true } },
			input: wanted.map((id) => ({ id })),
			continueOnFail: true,
		});
		expect(await fixture.requests()).toHaveLength(3);
		expect(items.slice(0, 600).map(({ json }) => json.id)).toEqual([...ids].reverse());
		expect(items[600]?.json.error).toContain('99999999');
		expect(items[600]?.pairedItem).toEqual({ item: 600 });
	});
});
